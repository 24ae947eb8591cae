package companion

import (
	"strings"
	"unicode/utf8"
)

const (
	// maxKey is how long a key may be, in characters, without the ":line" at its end.
	maxKey = 49
	// blanks are what separates words within a line, and lines.
	blanks = " \t\n\f\r"
)

// cutPlainKey parts a line that begins with a plain key: a letter, then letters, digits, blanks and
// the marks ".()/-_", and ":line" or ":lines" where it names a file and a place in it. A colon ends
// it that a blank follows, or nothing.
//
//	Severity : high        Severity     high
//	File:line: a.go:7      File:line    a.go:7
func cutPlainKey(text string) (key, value string, ok bool) {
	end := 0
	for end < len(text) && inPlainKey(text[end]) {
		end++
	}
	if end == 0 || !isLetter(text[0]) {
		return "", "", false
	}
	if value, ok = cutColon(text[end:]); ok {
		key = strings.TrimRight(text[:end], " ")
		return key, value, len(key) <= maxKey
	}
	for _, suffix := range []string{":lines", ":Lines", ":line", ":Line"} {
		if rest, found := strings.CutPrefix(text[end:], suffix); found {
			value, ok = cutColon(rest)
			return text[:end+len(suffix)], value, ok && end <= maxKey
		}
	}
	return "", "", false
}

func inPlainKey(c byte) bool {
	switch {
	case isLetter(c), isDigit(c), c == '_', c == ' ', c == '.', c == '(', c == ')', c == '/', c == '-':
		return true
	}
	return false
}

// cutColon is what follows the colon that ends a key.
func cutColon(text string) (value string, ok bool) {
	value, ok = strings.CutPrefix(strings.TrimLeft(text, blanks), ":")
	return value, ok && (value == "" || strings.IndexByte(blanks, value[0]) >= 0)
}

// cutBoldKey parts a line at its first bold key, **Key:** or **Key**: with a name of a few words.
// Without a key, before is the whole text.
//
//   - **Mode:** paired     "- "    Mode    " paired"
func cutBoldKey(text string) (before, key, after string, ok bool) {
	for at := 0; ; at++ {
		next := strings.Index(text[at:], "**")
		if next < 0 {
			return text, "", "", false
		}
		at += next
		inner := text[at+len("**"):]
		if n := boldKeyLength(inner); n > 0 {
			return text[:at], inner[:n], inner[n+len(":**"):], true
		}
	}
}

// boldKeyLength is how long the key is that a text begins with, in bytes. 0: it begins with none.
func boldKeyLength(text string) int {
	if text == "" || !isLetter(text[0]) {
		return 0
	}
	n := strings.IndexAny(text, "*:")
	if n < 0 || utf8.RuneCountInString(text[:n]) > maxKey {
		return 0
	}
	if text[n] == ':' && n+1 < len(text) && isLetter(text[n+1]) { // File:line
		for n++; n < len(text) && isLetter(text[n]); {
			n++
		}
	}
	if strings.HasPrefix(text[n:], ":**") || strings.HasPrefix(text[n:], "**:") {
		return n
	}
	return 0
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
