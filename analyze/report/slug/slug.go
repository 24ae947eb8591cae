// Package slug makes names of texts: for addresses, files and IDs, in which no text of a
// log may stand as it is.
package slug

import "strings"

// Of is a text as a name: its ASCII letters, in lower case, and its digits, with a dash
// for whatever stands between them, cut to limit bytes. It is empty where the text has
// neither. Different texts may share a name; who has to tell them apart adds a sum.
func Of(text string, limit int) string {
	var b strings.Builder
	for _, c := range []byte(strings.ToLower(text)) {
		switch {
		case b.Len() == limit:
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b.WriteByte(c)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimSuffix(b.String(), "-")
}
