package failure

import (
	"regexp"
	"strings"
)

var (
	quotedText = regexp.MustCompile("`[^`]*`|\"[^\"]*\"|(?:^|[\\s(=:,])'[^']*'")
	timeText   = regexp.MustCompile(`\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?` +
		`|\b\d\d:\d\d:\d\d(?:[.,]\d+)?\b`)
	uuidText = regexp.MustCompile(`\b[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}\b`)
	pathText = regexp.MustCompile(`(?:[A-Za-z]:\\|\\\\|~?/|\.{1,2}/|[\w.@-]+/)[\w.@%+~\\/-]*[\w@%+~\\/-](?::\d+){0,2}` +
		`|\b[\w-]+\.[A-Za-z]\w{0,4}:\d+(?::\d+)?`)
	hexText    = regexp.MustCompile(`\b(?:0x)?[0-9a-fA-F]{7,}\b`)
	numberText = regexp.MustCompile(`[-+]?\d+(?:[.,]\d+)*`)
	gapText    = regexp.MustCompile(`\s+`)
)

// Normalise returns the text that failures of one cause share: numbers are #, and paths,
// ids, times and quoted values are "…".
// Example: "open /tmp/a1/x.json: 3 of 7 files" becomes "open …: # of # files".
func Normalise(text string) string {
	text = quotedText.ReplaceAllStringFunc(text, func(s string) string {
		if i := strings.IndexByte(s, '\''); i > 0 {
			return s[:i] + "…"
		}
		return "…"
	})
	text = timeText.ReplaceAllString(text, "…")
	text = uuidText.ReplaceAllString(text, "…")
	text = pathText.ReplaceAllString(text, "…")
	text = hexText.ReplaceAllStringFunc(text, func(s string) string {
		if !strings.ContainsAny(s, "0123456789") { // a word, as "defaced"
			return s
		}
		return "…"
	})
	text = numberText.ReplaceAllString(text, "#")
	return strings.TrimSpace(gapText.ReplaceAllString(text, " "))
}
