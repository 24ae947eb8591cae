package templates

import (
	"regexp"
	"strings"
)

// Lean is a script or a style sheet as a page carries it: without indentation, empty
// lines, and comments that have lines of their own. A text of several lines in a script
// would lose its indentation too; there is none.
func Lean(source string) string {
	var b strings.Builder
	for line := range strings.Lines(sheetComment.ReplaceAllString(source, "$1")) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			b.WriteString(line)
			b.WriteByte('\n')
		}
	}
	return b.String()
}

// sheetComment is a comment of a style sheet that begins a line or ends a rule.
var sheetComment = regexp.MustCompile(`(?ms)(^|[;{}])[ \t]*/\*.*?\*/`)
