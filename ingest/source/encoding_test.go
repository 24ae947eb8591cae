package source

import (
	"strings"
	"testing"
)

// Text without a mark is UTF-16 only where nearly every pair of bytes has a NUL on one side,
// and none on the other.
func TestUnmarkedEncodings(t *testing.T) {
	little, big := strings.Repeat("a\x00", 20), strings.Repeat("\x00a", 20)
	mixed := func(pair string, n int) string { return strings.Repeat(pair, 20-n) + strings.Repeat("ab", n) }
	for _, c := range []struct{ name, head, want string }{
		{"little endian", little, "UTF-16LE"}, {"big endian", big, "UTF-16BE"},
		{"short", little[:14], ""}, {"just long enough", little[:16], "UTF-16LE"}, {"an odd byte more", little + "a", "UTF-16LE"},
		{"nine of ten", mixed("a\x00", 2), "UTF-16LE"}, {"fewer", mixed("a\x00", 3), ""}, {"nine of ten, big", mixed("\x00a", 2), "UTF-16BE"}, {"fewer, big", mixed("\x00a", 3), ""},
		{"one NUL on the other side", "\x00" + little[1:], ""}, {"one on the other side, big", big[:39] + "\x00", ""},
		{"no NUL", strings.Repeat("ab", 20), ""}, {"NUL only", strings.Repeat("\x00", 40), ""}, {"nothing", "", ""},
	} {
		if got := unmarked([]byte(c.head)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
