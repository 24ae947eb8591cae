package problem

import (
	"fmt"
	"hash/fnv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxKeyPart is how many bytes a name has in a key. The whole of a longer one is in
// its checksum.
const maxKeyPart = 80

// Key joins a first word and names to a key. Two different lists of names
// never share one: what would read as a separator or as nothing at all is written
// as %XX, and so is every byte of a character that leaves no mark.
func Key(first string, names ...string) string {
	parts := []string{first}
	for _, n := range names {
		parts = append(parts, keyPart(n))
	}
	return strings.Join(parts, "/")
}

// isPlain reports whether the name consists of printable ASCII without "/" and "%", which keys escape.
func isPlain(name string) bool {
	for i := range len(name) {
		if c := name[i]; c < ' ' || c > '~' || c == '/' || c == '%' {
			return false
		}
	}
	return true
}

func keyPart(name string) string {
	switch name {
	case "":
		return "-"
	case "-":
		return "%2D"
	}
	if len(name) <= maxKeyPart && isPlain(name) {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		size := utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, size = utf8.DecodeRuneInString(name[i:])
		}
		if r == '/' || r == '%' || r == utf8.RuneError || r != ' ' && !unicode.IsGraphic(r) {
			for _, c := range []byte(name[i : i+size]) {
				fmt.Fprintf(&b, "%%%02X", c)
			}
			continue
		}
		b.WriteRune(r)
	}
	if b.Len() <= maxKeyPart {
		return b.String()
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(name)) // a hash never fails
	sum := fmt.Sprintf("~%016x", h.Sum64())
	cut := b.String()[:maxKeyPart-len(sum)]
	if i := strings.LastIndexByte(cut, '%'); i > len(cut)-3 && i >= 0 {
		cut = cut[:i]
	}
	for !utf8.ValidString(cut) {
		cut = cut[:len(cut)-1]
	}
	return cut + sum
}
