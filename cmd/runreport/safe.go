package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"

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
		case unicode.IsControl(r), unicode.Is(unicode.Cf, r), r == '\u2028', r == '\u2029':
			fmt.Fprintf(&b, "\\u%04X", r)
		default:
			b.WriteRune(r)
		}
	}
	s = b.String()
	for _, command := range []string{"::", "##"} {
		s = strings.ReplaceAll(s, command, command[:1]+"\u200b"+command[1:])
	}
	return s
}

// isTerminal reports whether w is a terminal that a person is looking at.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("CI") == "" && os.Getenv("TERM") != "dumb"
}
