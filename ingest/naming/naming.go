// Package naming gives files the names under which a report shows them: valid UTF-8, and different ones for
// different files. Paths of a command line get different names too, which become valid with those of the files below them.
// Units get different keys.
package naming

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"
)

// Valid is a path in valid UTF-8. A system may allow any bytes in a name; tables,
// JSON and pages do not. In a part of the path that is not valid each byte that is no
// UTF-8 becomes %XX, and a percent sign %25, so that the name can be told from it.
// Example: "50%/caf\xe9.jsonl" becomes "50%/caf%E9.jsonl".
func Valid(p string) string {
	if utf8.ValidString(p) {
		return p
	}
	parts := strings.Split(p, "/")
	for i, part := range parts {
		if utf8.ValidString(part) {
			continue
		}
		var b strings.Builder
		for len(part) > 0 {
			r, size := utf8.DecodeRuneInString(part)
			if r == utf8.RuneError && size == 1 || r == '%' {
				fmt.Fprintf(&b, "%%%02X", part[0])
			} else {
				b.WriteString(part[:size])
			}
			part = part[size:]
		}
		parts[i] = b.String()
	}
	return strings.Join(parts, "/")
}

// maxOddBytes is how many bytes of a name a finding cites.
const maxOddBytes = 8

// Odd are the bytes of a name that are no UTF-8, as "\xe9"; "" where there are none.
func Odd(name string) string {
	if utf8.ValidString(name) {
		return ""
	}
	var odd []byte
	for i, r := range name {
		if r == utf8.RuneError {
			if _, size := utf8.DecodeRuneInString(name[i:]); size == 1 {
				odd = append(odd, name[i])
			}
		}
	}
	if len(odd) > maxOddBytes {
		return fmt.Sprintf("%q and %d more", odd[:maxOddBytes], len(odd)-maxOddBytes)
	}
	return fmt.Sprintf("%q", odd)
}

// Unique gives clean names, different ones to different names. Example: where
// "ada@x.example.jsonl" and "bob@x.example.jsonl" both become "[redacted].jsonl", the second
// becomes "[redacted] (2).jsonl".
type Unique struct {
	Clean       func(string) string
	made, taken map[string]string
}

// Name is the name that the text has in the report.
func (a *Unique) Name(text string) string {
	if out, ok := a.made[text]; ok {
		return out
	}
	if a.made == nil {
		a.made, a.taken = map[string]string{}, map[string]string{}
	}
	clean := a.Clean(text)
	out := clean
	for n := 2; a.taken[out] != ""; n++ {
		ext := path.Ext(clean)
		out = Numbered(strings.TrimSuffix(clean, ext), n) + ext
		if dir, ok := strings.CutSuffix(clean, "/"); ok {
			out = Numbered(dir, n) + "/"
		}
	}
	a.made[text], a.taken[out] = out, text
	return out
}

// Numbered is a name that another one has already, with a number.
func Numbered(text string, n int) string { return fmt.Sprintf("%s (%d)", text, n) }
