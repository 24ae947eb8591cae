package redact

import (
	"slices"
	"strings"
	"testing"
)

// What stands at the very start of a text is found as anywhere else.
func TestBeginsOfTexts(t *testing.T) {
	r := New()
	const sign = "@" // joined here, so that this file holds no address
	var all []place
	for _, root := range homeRoots {
		all = append(all, place{"home directory", "«" + root + "/home/ada»/x"}, place{"home directory", "«" + root + "/Users/ada»"})
	}
	for _, p := range slices.Concat(all, []place{
		{"home directory", `«C:\Users\ada»`}, {"home directory", "«/root»/x"}, {"home directory", "-«Users-ada»-code"},
		{"home directory", "«%2Fhome%2Fada»"},
		{"e-mail", "«a" + sign + "b.cd»"}, {"password", "pwd=«{word}»"}, {"secret", "token=«{random}»"},
		{"password", "curl -u «{pair}»"}, {"password", "login ada password «{word}»"},
		{"authorization", "Bearer «{random}»"}, {"authorization", "Basic «{base64}»"}, {"cookie", "cookie=«{random}»"},
		{"url credentials", "a://«{pair}»" + sign + "h"}, {"url credentials", "«root:{word}»" + sign + "tcp(db)"},
		{"url signature", "?sig=«{random}»"}, {"docker auth", "auth=«{base64}»"}, {"github token", "«ghp_{long}»"},
		{"package registry token", "«npm_{long}»"},
		// a second quote that is never closed
		{"", "curl -u 'ada':'{word}"}, {"", `curl -u "ada":,`},
		// a name and a password in quotes of their own: what is taken begins behind the first quote
		{"password", "curl -u '«ada':'{word}»' x"},
	}) {
		p.check(t, r)
	}
}

// A string of JSON is searched as it reads from eight characters on: the shortest secrets are addresses
// of that length.
func TestShortStringsOfJSON(t *testing.T) {
	r := New()
	const sign = `\u0040` // of a mail address
	for text, want := range map[string]string{
		`["a` + sign + `b.exa"]`:   `["a` + sign + `b.exa"]`,
		`["a` + sign + `b.exam"]`:  `["[redacted: e-mail]"]`,
		`["a` + sign + `b.examp"]`: `["[redacted: e-mail]"]`,
	} {
		if got, _ := r.JSON(text); got != want {
			t.Errorf("%s becomes %s, want %s", text, got, want)
		}
	}
}

// The lines of a key end where a line is none of base64, or is short and not the last one. Headers of a key
// stand between its lines.
func TestLinesOfKeys(t *testing.T) {
	line := func(n int) string { return strings.Repeat("Ab1/", n/4+1)[:n] }
	long := line(64)
	for _, text := range []string{
		long + "\n" + long + "|\nnext one", long + "\n" + line(16) + "|\nnext one",
		long + "|\n" + line(15) + "\nnext one", long + "\n" + line(14) + "=|\nnext one", long + "\n" + line(15) + "|",
		long + `\n` + long + `|\n"`,
		"\n" + long + "|\n\n. x", "Proc-Type: 4,ENCRYPTED\nDEK-Info: x\n\n" + long + "|\n",
		"Version: x\n" + long + "\n" + long + "|", "Other: x\n" + long, "word|", "|", "| a b",
		`Version: "x` + "\n" + long, "  " + long + "\n  " + long + "|\n",
		`"` + long + `" + "` + long + `|"`, "> " + long + "\n> " + long + "|",
	} {
		s, want := at(text)
		want = max(0, want) // without a bar there is no line of a key
		if got := keyLines(s, 0); got != want {
			t.Errorf("%q: up to %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]bool{
		long[:32]: true, long[:31]: false, "a " + long[:32] + " b": true, long[:31] + " " + long[:31]: false, "": false,
	} {
		if got := hasKeyMaterial(text); got != want {
			t.Errorf("%q has key material: %v", text, got)
		}
	}
	for text, want := range map[string]int{ // 0: it ends no key
		pemRule + "END RSA PRIVATE KEY" + pemRule + " x": 5 + 19 + 5, pemRule + "END RSA PRIV": 5 + 12,
		pemRule + "END ": 5 + 3, pemRule + "END" + pemRule: 5 + 3 + 5, pemRule + "BEGIN X" + pemRule: 0, "END": 0,
	} {
		end, ok := lastLineEnd(text, 0)
		if ok != (want > 0) || end != want {
			t.Errorf("%q ends at %d, %v; want %d", text, end, ok, want)
		}
	}
}
