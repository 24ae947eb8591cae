package problem

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestProblemKey(t *testing.T) {
	long := strings.Repeat("harbor-queue-", 20)
	for _, c := range []struct {
		names []string
		want  string
	}{
		{[]string{"kahn", "demo", "checkout-e2e"}, "flake/kahn/demo/checkout-e2e"},
		{[]string{"kahn", "", "-"}, "flake/kahn/-/%2D"},
		{[]string{"ci/web", "100%"}, "flake/ci%2Fweb/100%25"},
		{[]string{"two words", "é"}, "flake/two words/é"},
		{[]string{"a\u202eb\n", "\xff"}, "flake/a%E2%80%AEb%0A/%FF"},
	} {
		if got := Key("flake", c.names...); got != c.want {
			t.Errorf("problemKey(%q) = %q, want %q", c.names, got, c.want)
		}
	}
	x, y := keyPart(long+"1"), keyPart(long+"2")
	if x == y || len(x) > maxKeyPart || !strings.HasPrefix(x, "harbor-queue-") {
		t.Errorf("two long names became %q and %q", x, y)
	}
}

// A key can stand on one line of any file, and tells two lists of names apart.
func FuzzProblemKey(f *testing.F) {
	f.Add("a", "b", "a", "b")
	f.Add("a/b", "", "a", "b/")
	f.Add("\x00\u202e", "%", strings.Repeat("é", 100), strings.Repeat("%", 100))
	f.Fuzz(func(t *testing.T, a, b, c, d string) {
		x, y := Key("k", a, b), Key("k", c, d)
		if (x == y) != (a == c && b == d) {
			t.Errorf("%q, %q and %q, %q: keys %q and %q", a, b, c, d, x, y)
		}
		if !utf8.ValidString(x) || len(x) > 2*maxKeyPart+3 || strings.Count(x, "/") != 2 {
			t.Errorf("%q, %q: key %q", a, b, x)
		}
		for _, r := range x {
			if r != ' ' && !unicode.IsGraphic(r) {
				t.Errorf("%q, %q: the key %q holds %U", a, b, x, r)
			}
		}
	})
}
