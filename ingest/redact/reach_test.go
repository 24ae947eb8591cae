package redact

import (
	"strings"
	"testing"
)

// How far from its mark a rule looks: what is as long as it looks is found, and a step more is not.
func TestReachOfRules(t *testing.T) {
	const sign = "@" // joined here, so that this file holds no address
	word := func(n int) string { return strings.Repeat("aB3x", n/4+1)[:n] }
	for _, c := range []struct {
		name string
		find finder
		text func(n int) (s string, mark int)
		most int
	}{
		{"the user of a URL", findURLCredentials, func(n int) (string, int) { return "x://ada:" + word(n-4) + sign + "h", 1 }, 4095},
		{"a password with a slash", findURLCredentials, func(n int) (string, int) { return "x://ada:pa/" + word(n) + sign + "h", 1 }, 126},
		{"backslashes before a folder of Windows", findHome, func(n int) (string, int) { return "C:" + strings.Repeat(`\`, n) + `Users\ada`, 2 + n }, 16},
		{"the name of a mailbox", findMail, func(n int) (string, int) { return strings.Repeat("a", n) + sign + "b.cd", n }, 64},
		{"blanks before a sign", findSecret, func(n int) (string, int) {
			return "token" + strings.Repeat(" ", n) + "=" + madeUp(381, 24, mixedCase), 0
		}, 16},
	} {
		for n, want := range map[int]bool{c.most - 1: true, c.most: true, c.most + 1: false} {
			s, mark := c.text(n)
			start, end, ok := c.find(s, 0, mark)
			if c.name == "the name of a mailbox" { // of a longer one the last 64 bytes are taken
				if ok = ok && start == 0; !ok && start != n-c.most {
					t.Errorf("%s of %d: from %d to %d", c.name, n, start, end)
				}
			}
			if ok != want {
				t.Errorf("%s of %d: found %v", c.name, n, ok)
			}
		}
	}
	// Nothing that is already redacted is taken again.
	for _, c := range []struct {
		find finder
		text string // up to the first bar it is redacted already; the mark is at the second
	}{
		{findMail, "ada||" + sign + "b.cd"}, {findURLCredentials, "x||://ada:pw" + sign + "h"},
		{findHome, `C|:\|Users\ada`}, {findMailchimpKey, "0|123456789abcdef0123456789abcdef|-us1"},
		{findEntraSecret, "a|B18|Q~" + bodyOf(dashedChars, 34)},
		{findTelegramToken, "12|3456789|:AA" + bodyOf(dashedChars, 33)},
		{findTerraformToken, "aB|3xaB3xaB3|.atlasv1." + bodyOf(dashedChars, 60)},
	} {
		s, from := at(c.text)
		s, mark := at(s)
		if start, _, ok := c.find(s, from, mark); ok && start < from {
			t.Errorf("%s: found from %d on, though all before %d is redacted", c.text, start, from)
		}
		whole := strings.ReplaceAll(c.text, "|", "")
		if _, _, ok := c.find(whole, 0, mark); !ok {
			t.Errorf("%s: not found where nothing is redacted", whole)
		}
	}
}
