package companion

import (
	"bytes"
	"iter"
)

// headings yields level and text of each line that looks like a heading. The text is not parsed, so a comment in
// a fenced block counts.
//
//	## Phase 1     2, "Phase 1"
func headings(text []byte) iter.Seq2[int, []byte] {
	return func(yield func(int, []byte) bool) {
		for at := 0; ; {
			next := bytes.IndexByte(text[at:], '#')
			if next < 0 {
				return
			}
			from := at + next
			at = from + 1
			if !beginsLine(text[:from]) {
				continue
			}
			line, _, _ := bytes.Cut(text[from:], []byte("\n"))
			marked := bytes.TrimLeft(line, "#")
			heading := bytes.TrimLeft(marked, " \t")
			at = from + len(line)
			if len(heading) < len(marked) && !yield(len(line)-len(marked), heading) {
				return
			}
		}
	}
}

// beginsLine reports whether no more than three spaces stand before a place in its line.
func beginsLine(before []byte) bool {
	near := before[max(0, len(before)-len("\n   ")):]
	kept := bytes.TrimRight(near, " ")
	return len(near)-len(kept) <= 3 && (len(kept) == 0 || kept[len(kept)-1] == '\n')
}

// titleIn is the text of the first heading of the first level.
func titleIn(text []byte) string {
	for level, heading := range headings(text) {
		if level == 1 {
			return string(bytes.TrimRight(heading, " \t\r"))
		}
	}
	return ""
}

// hasBugHeading reports whether a heading of the second to the fourth level begins with the id of a bug.
func hasBugHeading(text []byte) bool {
	for level, heading := range headings(text) {
		if level >= 2 && level <= 4 && bugIDLength(bytes.TrimLeft(heading, "[*`")) > 0 {
			return true
		}
	}
	return false
}
