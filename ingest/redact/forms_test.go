package redact

import (
	"strings"
	"testing"
)

// Tokens that have a form beside their beginning: taken from their fewest characters to their
// most, as a word by itself, and where their body looks like one.
func TestTokensOfAForm(t *testing.T) {
	r := New()
	alnum := func(n int) string { return bodyOf(alnumChars, n) }
	capitals := func(n int) string { return madeUp(312, n, upperOnly) }
	parts := func(sep string, of ...string) string { return strings.Join(of, sep) }
	prose := parts(".", "the-quick-brown-fox-ju", "over-the-lazy-dog-and-ba", "ck-with-all-of-its-f")
	jwt := func(n int) string { return parts(".", "hbGciOix", alnum(n-9)) }
	for _, c := range []struct {
		rule, prefix string
		yes, no      []string
	}{
		{"vault token", "A3-", []string{
			parts("-", capitals(5)+"1", capitals(10), capitals(5), capitals(5), capitals(5)), // 35
			parts("-", capitals(5)+"1", capitals(11), capitals(5), capitals(5), capitals(5)),
			parts("-", capitals(5)+"1", capitals(6), capitals(5), capitals(5), capitals(5), capitals(5)), // 37
		}, []string{
			parts("-", capitals(5)+"1", capitals(9), capitals(5), capitals(5), capitals(5)),
			parts("-", capitals(5)+"1", capitals(7), capitals(5), capitals(5), capitals(5), capitals(5)),
			parts("-", capitals(6), capitals(10), capitals(5), capitals(5), capitals(5)),
		}},
		{"vault token", "s.", []string{alnum(24)}, []string{alnum(23), alnum(25), strings.ToLower(alnum(24)), "Abcdefghijklmnopqrstuvw1"}},
		{"ci token", "pat.", []string{parts(".", alnum(22), alnum(24), alnum(20)), parts(".", alnum(22), alnum(24), alnum(30))},
			[]string{parts(".", alnum(22), alnum(24), alnum(19)), parts(".", alnum(21), alnum(25), alnum(20)), prose}},
		{"ci token", "sat.", []string{parts(".", alnum(22), alnum(24), alnum(20))},
			[]string{parts(".", alnum(22), alnum(24), alnum(19)), prose}},
		{"jwt", "eyJ", []string{jwt(20), jwt(60)}, []string{jwt(19), alnum(40)}},
		{"jwt", "ZXlK", []string{encoded("eyJhbGciOi" + alnum(26) + "." + alnum(20))[4:]}, []string{alnum(80)}},
		{"cloud token", "4b1d", []string{alnum(38)}, []string{alnum(37), alnum(39), strings.Repeat("a1b2c3", 7)[:38]}},
		{"payment key", "EAAA", []string{bodyOf(dashedChars, 22), bodyOf(dashedChars, 60)},
			[]string{bodyOf(dashedChars, 21), bodyOf(dashedChars, 61), "lower-case-words-and-more-of-them"}},
	} {
		taken := func(text string) bool {
			_, hits := r.Text(text)
			for _, h := range hits {
				if h.Rule == c.rule {
					return true
				}
			}
			return false
		}
		for _, body := range c.yes {
			if !taken("saw " + c.prefix + body + " here") {
				t.Errorf("%s%s stays", c.prefix, body)
			}
			if taken("saw x" + c.prefix + body + " here") {
				t.Errorf("%s%s is taken within a word", c.prefix, body)
			}
		}
		for _, body := range c.no {
			if taken("saw " + c.prefix + body + " here") {
				t.Errorf("%s%s is taken", c.prefix, body)
			}
		}
	}
}

// Places where one byte more or less, or another byte, makes the difference.
func TestPlacesBesideOthers(t *testing.T) {
	r := New()
	for _, p := range []place{
		// what follows the flag of curl is a pair, whichever of its flags it is
		{"", "curl -u ada.lovelace x"}, {"", "curl --user ada.lovelace x"}, {"", "curl --proxy-user ada.lovelace x"},
		{"password", "curl --proxy-user '«{pair}»' x"},
		// a key of JSON and what is no value of it
		{"", `"password"{word}`}, {"", `"password" {word}`}, {"", `password=":{word}"`}, {"", `password="}{word}"`},
		{"", `password=",{word}"`}, {"", `password="]{word}"`},
		{"password", `password="«({word}»"`}, {"", `password="({word})"`}, {"password", `password="«#{word}»"`},
		{"password", `password="«;{word}»"`},
		{"", `"password":12345`}, {"password", `password=«123456»`},
		// a mark of a template
		{"", "password=${HOST}-${ID}"}, {"password", "password='«{{ a }}c1d2e3f4»'"}, {"", "password='{{ a }}abcde'"},
		// what is crossed out
		{"", "password=******"}, {"", "password=xxxxxxxx"}, {"", "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"},
		// names that say that they are samples
		{"", "password=your_password"}, {"", "password=changeme"}, {"", "token=my-secret-token"},
		// paths and releases
		{"", "password=./secret.txt"}, {"", `password=C:\secret.txt`}, {"", "password=/run/secrets/x"},
		{"", `"parse-passwd": "^1.0.0"`},
	} {
		p.check(t, r)
	}
	for text, moved := range map[string]int{
		`a\|bc`: 1, `a\|fc`: 1, `a\|nc`: 1, `a\|rc`: 1, `a\|tc`: 1, `a\|ac`: 0, `\u002|6`: 1, `x\u002|6`: 1,
		`\u0026|`: 0, `xxxxx\|n`: 1,
	} {
		s, i := at(text)
		if got := outsideEscape(s, i); got != i+moved {
			t.Errorf("%s: the cut moves by %d, want %d", text, got-i, moved)
		}
	}
}

// Values of JSON that are a secret by the name that they stand under, as a whole; others stay.
func TestGivenValues(t *testing.T) {
	r := New()
	random := madeUp(361, 24, mixedCase)
	for _, c := range []struct{ name, text, rule string }{
		{"password", "correct horse", ""}, {"password", "hunter" + "2", "password"}, {"password", "", ""},
		{"note", "hunter" + "2", ""}, {"password", marker + "password]", ""},
		{"api_key", random, "secret"}, {"token", "ghp_" + madeUp(362, 36, mixedCase), "github token"},
		{"connect.sid", random, "cookie"}, {"password", "ab", ""}, {"PWD", "hunter" + "2", ""},
	} {
		rule, ok := r.given(c.name, c.text)
		got := ""
		if ok {
			got = r.rules[rule].Name
		}
		if got != c.rule {
			t.Errorf("%s: %q is taken by %q, want %q", c.name, c.text, got, c.rule)
		}
		out, hits := r.TextOf(c.name, c.text)
		if c.rule != "" && (out != marker+c.rule+"]" || len(hits) != 1 || hits[0] != (Hit{c.rule, 1})) {
			t.Errorf("%s: %q becomes %q, %v", c.name, c.text, out, hits)
		}
		if c.rule == "" && (out != c.text || len(hits) > 0) {
			t.Errorf("%s: %q becomes %q, %v, and is no secret", c.name, c.text, out, hits)
		}
	}
}

// Long lines of a page are redacted line by line, with their line ends as they were.
func TestLongLinesOfAPage(t *testing.T) {
	r := New()
	home := "/home/ada/x "
	for _, c := range []struct {
		fill int
		gone bool
	}{{longLine - len(home), false}, {longLine - len(home) + 1, true}} {
		for _, end := range []string{"\n", "\r\n"} {
			line := home + strings.Repeat("a", c.fill-len(end)) + end
			out, hits := r.Page("short " + home + "\n" + line + "last\n")
			want := "short " + home + "\n" + line + "last\n"
			if c.gone {
				want = "short " + home + "\n" + strings.Replace(line, "/home/ada", "~", 1) + "last\n"
			}
			if out != want || (len(hits) > 0) != c.gone {
				t.Errorf("a line of %d bytes, end %q: redacted %v", len(line), end, len(hits) > 0)
			}
		}
	}
	if !hasLongLine("a\n"+strings.Repeat("b", longLine+1)) || hasLongLine("a\n"+strings.Repeat("b", longLine)) ||
		hasLongLine("") {
		t.Errorf("a line is long from %d bytes on, whether or not another follows", longLine+1)
	}
}

// A session is a long random value under the name of one. Under a name that other programs use too it is one
// only close to its sign and under no key of JSON, and with no date or UUID in it.
func TestSessions(t *testing.T) {
	random := madeUp(371, 24, mixedCase)
	for _, c := range []struct {
		a    assignment
		want bool
	}{
		{assignment{name: "PHPSESSID", value: random}, true},
		{assignment{name: "PHPSESSID", value: random[:15]}, false},
		{assignment{name: "PHPSESSID", value: random[:16]}, true},
		{assignment{name: "PHPSESSID", value: random, bare: true}, false},
		{assignment{name: "PHPSESSID", value: random + " x"}, false},
		{assignment{name: "PHPSESSID", value: "wordsandmorewords"}, false},
		{assignment{name: "app_session", value: random, tight: true}, true},
		{assignment{name: "app_session", value: random}, false},
		{assignment{name: "app_session", value: random, tight: true, keyed: true}, false},
		{assignment{name: "obsession", value: random, tight: true}, false},
		{assignment{name: "sessionid", value: random, tight: true}, true},
		{assignment{name: "my-sid", value: random, tight: true}, true},
		{assignment{name: "sessionid", value: "20261120-" + random, tight: true}, false},
		{assignment{name: "sessionid", value: strings.Repeat("0123456789abcdef", 2), tight: true}, true},
		{assignment{name: "sessionid", value: "01234567-89ab-4def-8123-456789abcdef", tight: true}, false},
		{assignment{name: "note", value: random, tight: true}, false},
	} {
		if got := c.a.isSession(); got != c.want {
			t.Errorf("%+v: a session %v", c.a, got)
		}
	}
}
