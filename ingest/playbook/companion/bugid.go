package companion

import "strings"

// bugIDLength is how long the id of a bug is that a text begins with: BUG-001, BUG-H1, BUG-SEC-14b.
// 0: it begins with none.
func bugIDLength[T string | []byte](text T) int {
	n := len("BUG-")
	if len(text) < n || string(text[:n]) != "BUG-" {
		return 0
	}
	for n < len(text) && isLetter(text[n]) {
		n++
	}
	if n < len(text) && text[n] == '-' {
		n++
	}
	if n == len(text) || !isDigit(text[n]) {
		return 0
	}
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || text[n] == '-') {
		n++
	}
	return n
}

// cutBugTitle parts a line that begins with the id of a bug, which may be marked. What follows a
// colon or a dash in it is left with the title.
//
//	**BUG-001**: the crane swings    BUG-001    ": the crane swings"
func cutBugTitle(line string) (id, title string, ok bool) {
	line = strings.TrimLeft(line, "[*`")
	n := bugIDLength(line)
	return line[:n], strings.TrimLeft(line[n:], "]*`"), n > 0
}

func isBugTitle(line string) bool {
	_, _, ok := cutBugTitle(line)
	return ok
}

// trackedID is the id that a line of the bug tracker begins with, that of a candidate among them:
// BUG-001, CB-2, CAND-3. "": it begins with none.
func trackedID(line string) string {
	for _, prefix := range []string{"BUG-", "CB-", "CAND-"} {
		if !strings.HasPrefix(line, prefix) {
			continue
		}
		n, numbered := len(prefix), false
		for n < len(line) && (isLetter(line[n]) || isDigit(line[n]) || line[n] == '_' || line[n] == '-') {
			numbered = numbered || isDigit(line[n])
			n++
		}
		if numbered {
			return line[:n]
		}
	}
	return ""
}
