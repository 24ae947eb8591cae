package markdown

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// What a Markdown document may hold so that parsing it takes time in proportion to
// its size. Documents that people write stay far below these limits.
const (
	maxLineBytes = 16 << 10
	maxMarks     = 64     // list and quote marks at the beginning of a line
	maxIndent    = 400    // spaces at the beginning of a line
	maxCells     = 200000 // cells of all tables; each row is padded to its head
)

// limit cuts what the parser would take too long for, and keeps the numbers of the lines:
// text beyond MaxBytes, ends of very long lines, lines with too many marks of lists and
// quotes (">>>>> …"), and rows of tables beyond a count. Invalid UTF-8 becomes replacement
// characters and carriage returns are dropped. What is kept is added to out. cut names what was
// left out last, "" nothing.
func limit(out, source []byte) (kept []byte, cut string) {
	if len(source) > MaxBytes {
		source, cut = source[:MaxBytes], "text beyond 1 MiB"
	}
	out = slices.Grow(out, len(source)+1)
	columns, cells := 0, 0
	for len(source) > 0 {
		text, rest, _ := bytes.Cut(source, []byte("\n"))
		source = rest
		text = bytes.TrimSuffix(text, []byte("\r"))
		if len(text) > maxLineBytes {
			text, cut = text[:maxLineBytes], "the end of a long line"
		}
		if marks(text) > maxMarks || len(text)-len(bytes.TrimLeft(text, " \t")) > maxIndent {
			text, cut = nil, "a line nested too deeply"
		}
		switch {
		case len(bytes.TrimSpace(text)) == 0:
			columns = 0
		case delimits(text):
			columns = max(columns, bytes.Count(text, []byte("|"))+1)
		}
		if cells += columns; cells > maxCells && columns > 0 {
			text, cut = nil, "rows of a large table"
		}
		if !utf8.Valid(text) {
			text = bytes.ToValidUTF8(text, []byte("\uFFFD"))
		}
		out = append(append(out, text...), '\n')
	}
	return out, cut
}

// marks counts the marks of lists and quotes that a line begins with.
func marks(text []byte) (n int) {
	for i, c := range text {
		switch {
		case c == ' ', c == '\t', c >= '0' && c <= '9':
		case c == '>':
			n++
		case c == '-', c == '+', c == '*', c == '.', c == ')':
			if i+1 < len(text) && text[i+1] != ' ' && text[i+1] != '\t' {
				return n
			}
			n++
		default:
			return n
		}
	}
	return n
}

// delimits reports whether a line could be the one between the head of a table
// and its rows.
func delimits(text []byte) bool {
	for _, c := range text {
		switch c {
		case ' ', '\t', '|', ':', '-', '>', '*', '+':
		default:
			return false
		}
	}
	return bytes.ContainsAny(text, "-")
}
