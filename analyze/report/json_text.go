package report

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// asIs are the bytes that stand for themselves in a text.
var asIs = func() (is [256]bool) {
	for c := ' '; c <= '~'; c++ {
		is[c] = !strings.ContainsRune(`"\<>&`, c)
	}
	return is
}()

// appendString writes s as a text.
func appendString(out []byte, s string) []byte {
	out = append(out, '"')
	for i := 0; i < len(s); {
		from := i
		for i < len(s) && asIs[s[i]] {
			i++
		}
		out = append(out, s[from:i]...)
		if i == len(s) {
			break
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 { // a run of bytes that are no text is one mark
			for size == 1 && r == utf8.RuneError && i < len(s) {
				i++
				r, size = utf8.DecodeRuneInString(s[i:])
			}
			out = utf8.AppendRune(out, utf8.RuneError)
			continue
		}
		i += size
		switch {
		case r == '"' || r == '\\':
			out = append(out, '\\', byte(r))
		case r == '\n':
			out = append(out, `\n`...)
		case r == '\t':
			out = append(out, `\t`...)
		case r == '<' || r == '>' || r == '&' || Unseen(r):
			for _, u := range utf16.Encode([]rune{r}) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
		default:
			out = utf8.AppendRune(out, r)
		}
	}
	return append(out, '"')
}

// Unseen says that r leaves no mark of its own: controls, format characters
// (zero width, direction, tags) and code points that are no characters.
func Unseen(r rune) bool {
	if r >= ' ' && r <= '~' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf) || r == '\u2028' || r == '\u2029' ||
		r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF
}
