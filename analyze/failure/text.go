package failure

import (
	"strings"
	"unicode/utf8"

	"runreport/analyze/report"
)

// MaxError is how many characters an error text has at most; a longer one ends in "…".
const MaxError = 300

// maxRead is how many bytes of a text are looked at: of output the last ones, since a
// program prints its error last, of a message the first ones.
const maxRead = 16 << 10

// source is a text that may tell an error.
type source struct {
	text   string
	output bool // what a program printed, not a message that somebody wrote
	at     report.Evidence
}

// errorText is an error with the place that it was read from.
type errorText struct {
	text string // empty: no text tells it
	at   report.Evidence
}

// errorOf returns the line that tells the error: of the first text that has one, in the
// order given. A text without a line that says more than that something failed, as "exit
// status 1", only counts where no other says more.
func (r *reader) errorOf(sources ...source) (out errorText) {
	of := nothing
	for _, s := range sources {
		line, w := r.line(s)
		if w > of {
			out, of = errorText{line, s.at}, w
		}
		if of >= message {
			break
		}
	}
	out.text = cut(out.text, MaxError)
	return out
}

// errorLineOf returns the line of a text that says most, and how much that is. Of lines
// that say the same it is the first with an error in a message or in output, and the last
// of other lines of output: what was printed last is nearer to the end.
func errorLineOf(s source) (string, weight) {
	best, of := "", nothing
	lines := linesOf(s)
	for i := 0; i < len(lines); i++ {
		text, w := weigh(lines[i], lines[:i])
		if w > of || s.output && w == of && w > nothing && w < name {
			best, of = joined(text, lines[i+1:]), w
		}
		if of == errorLine {
			break
		}
	}
	return best, of
}

// linesOf splits a text into its lines, without colours, and without what a carriage
// return wrote over.
func linesOf(s source) []string {
	text := s.text
	if len(text) > maxRead {
		if s.output {
			text = text[len(text)-maxRead:]
		} else {
			text = text[:maxRead]
		}
	}
	text = strings.ToValidUTF8(text, "")
	if containsAny(text, []string{"\x1b", "[0", "[1", "[2", "[3", "[4", "[9"}) {
		text = colours.ReplaceAllString(text, "")
	}
	lines := strings.Split(text, "\n")
	for i, l := range lines {
		l = strings.TrimRight(l, "\r \t")
		lines[i] = strings.Map(printable, l[strings.LastIndexByte(l, '\r')+1:])
	}
	return lines
}

// printable drops what leaves no mark, but for tabs, which indent.
func printable(r rune) rune {
	if r != '\t' && report.Unseen(r) {
		return -1
	}
	return r
}

// joined adds the line that completes the text: the next one after a colon, and what was
// received after what was expected.
// Example: "panicked at src/lib.rs:10:9:" and "assertion failed: x > 0" are one message.
func joined(text string, next []string) string {
	for i, l := range next {
		line := strings.TrimSpace(l)
		switch {
		case line == "":
			continue
		case strings.HasSuffix(text, ":") && !skipped(l):
			text += " " + strings.Join(strings.Fields(line), " ")
			return joined(text, next[i+1:])
		case pair(text, line):
			return text + "; " + line
		}
		return text
	}
	return text
}

// sides are the words before the two sides of a comparison, on lines of their own.
var sides = [][2]string{
	{"Expected", "Received"}, {"expected", "actual"}, {"expected", "got"}, {"want", "got"}, {"got", "want"},
}

// pair reports whether two lines are both sides of one comparison.
func pair(a, b string) bool {
	for _, p := range sides {
		if strings.HasPrefix(a, p[0]) && strings.HasPrefix(b, p[1]) && strings.Contains(a, ":") && strings.Contains(b, ":") {
			return true
		}
	}
	return false
}

// cut shortens a text to n characters.
func cut(s string, n int) string {
	if utf8.RuneCountInString(s) <= n {
		return s
	}
	return strings.TrimRight(string([]rune(s)[:n-1]), " ") + "…"
}
