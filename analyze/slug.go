package analyze

import (
	"fmt"
	"hash/fnv"
	"strings"
)

// slug makes an identifier of any text: its letters and digits, and a checksum,
// since different texts must not share one.
func slug(s string) string {
	const longest = 40
	var b strings.Builder
	for _, r := range strings.ToLower(s) {
		if b.Len() >= longest {
			break
		}
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	h := fnv.New32a()
	_, _ = h.Write([]byte(s)) // a hash never fails
	return fmt.Sprintf("%s-%08x", strings.Trim(b.String(), "-"), h.Sum32())
}
