package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf16"

	"golang.org/x/term"
)

// safe is text of a log or a path as a terminal and a CI runner may see it:
// control, escape and direction characters visible, and no line that a runner
// would take for a command.
func safe(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch {
		case r == '\n' || r == '\t':
			b.WriteByte(' ')
		case steers(r):
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	s = commandStart.ReplaceAllString(b.String(), "$1:\u200b:")
	return strings.ReplaceAll(strings.ReplaceAll(s, "##", "#\u200b#"), "##", "#\u200b#") // twice, since three of a sign hold two commands
}

// commandStart is where GitHub finds a command, if the line begins there: lines are broken at
// blanks only. Elsewhere two colons are a part of a name that people copy, as in
// test_cart.py::test_pays.
var commandStart = regexp.MustCompile(`(^|[\s\p{Z}])::`)

// steers reports whether a character can do something to a terminal or to the text
// around it: control characters, invisible ones such as those of direction, and two
// that end a line.
func steers(r rune) bool {
	return unicode.IsControl(r) || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029'
}

// writeJSON prints v as JSON on one line, or indented on several, in which no
// runner finds a command and a terminal no control either: all of these stand only
// inside strings there, where an escape reads the same.
func writeJSON(w io.Writer, v any, indent string) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetIndent("", indent)
	if err := e.Encode(v); err != nil {
		return err
	}
	text := strings.NewReplacer("::", `:\u003a`, "##", `#\u0023`).Replace(b.String())
	_, err := io.WriteString(w, escaped(text))
	return err
}

// escaped is JSON with the characters that steer as escapes. Line feeds stay: inside a
// string there is none.
func escaped(text string) string {
	if !strings.ContainsFunc(text, func(r rune) bool { return r != '\n' && steers(r) }) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if r == '\n' || !steers(r) {
			b.WriteRune(r)
			continue
		}
		for _, unit := range utf16.Encode([]rune{r}) {
			fmt.Fprintf(&b, `\u%04x`, unit)
		}
	}
	return b.String()
}

// isTerminal reports whether w is a terminal that a person is looking at.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb"
}
