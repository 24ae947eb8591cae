package redact

import (
	"strings"
	"testing"
)

// What stands at the very begin of a text is found as anywhere else.
func TestBeginsOfTexts(t *testing.T) {
	r := New()
	at := "@" // joined here, so that this file holds no address
	var all []place
	for _, root := range homeRoots {
		all = append(all, place{"home directory", "«" + root + "/home/ada»/x"}, place{"home directory", "«" + root + "/Users/ada»"})
	}
	for _, p := range append(all,
		place{"home directory", `«C:\Users\ada»`}, place{"home directory", "«/root»/x"}, place{"home directory", "-«Users-ada»-code"}, place{"home directory", "«%2Fhome%2Fada»"},
		place{"e-mail", "«a" + at + "b.cd»"}, place{"password", "pwd=«{word}»"}, place{"secret", "token=«{random}»"}, place{"password", "curl -u «{pair}»"}, place{"password", "login ada password «{word}»"},
		place{"authorization", "Bearer «{random}»"}, place{"authorization", "Basic «{base64}»"}, place{"cookie", "cookie=«{random}»"}, place{"url credentials", "a://«{pair}»" + at + "h"}, place{"url credentials", "«root:{word}»" + at + "tcp(db)"},
		place{"url signature", "?sig=«{random}»"}, place{"docker auth", "auth=«{base64}»"}, place{"github token", "«ghp_{long}»"}, place{"package registry token", "«npm_{long}»"},
		// a second quote that is never closed
		place{"", "curl -u 'ada':'{word}"}, place{"password", "curl -u «'ada':'{word}'» x"}, place{"", `curl -u "ada":,`},
	) {
		if strings.HasPrefix(p.text, "curl -u «'") { // the value begins behind its quote
			p.text = "curl -u '«ada':'{word}»' x"
		}
		p.check(t, r)
	}
}

// A string of JSON is searched as it reads from eight characters on: the shortest secrets are addresses
// of that length.
func TestShortStringsOfJSON(t *testing.T) {
	r := New()
	const at = `\u0040` // of a mail address
	for text, want := range map[string]string{
		`["a` + at + `b.exam"]`: `["[redacted: e-mail]"]`, `["a` + at + `b.exa"]`: `["a` + at + `b.exa"]`, `["a` + at + `b.examp"]`: `["[redacted: e-mail]"]`,
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
		long + "\n" + long + "|\nnext one", long + "\n" + line(16) + "|\nnext one", long + "|\n" + line(15) + "\nnext one", long + "\n" + line(14) + "=|\nnext one", long + "\n" + line(15) + "|", long + `\n` + long + `|\n"`,
		"\n" + long + "|\n\n. x", "Proc-Type: 4,ENCRYPTED\nDEK-Info: x\n\n" + long + "|\n", "Version: x\n" + long + "\n" + long + "|", "Other: x\n" + long, "word|", "|", "| a b", `Version: "x` + "\n" + long, "  " + long + "\n  " + long + "|\n",
		`"` + long + `" + "` + long + `|"`, "> " + long + "\n> " + long + "|",
	} {
		s, want := strings.Replace(text, "|", "", 1), max(0, strings.Index(text, "|"))
		if got := keyLines(s, 0); got != want {
			t.Errorf("%q: up to %d, want %d", text, got, want)
		}
	}
	for text, want := range map[string]bool{long[:32]: true, long[:31]: false, "a " + long[:32] + " b": true, long[:31] + " " + long[:31]: false, "": false} {
		if got := hasKeyMaterial(text); got != want {
			t.Errorf("%q has key material: %v", text, got)
		}
	}
	for text, want := range map[string]int{ // 0: it ends no key
		pemRule + "END RSA PRIVATE KEY" + pemRule + " x": 5 + 19 + 5, pemRule + "END RSA PRIV": 5 + 12, pemRule + "END ": 5 + 3, pemRule + "END" + pemRule: 5 + 3 + 5, pemRule + "BEGIN X" + pemRule: 0, "END": 0,
	} {
		end, ok := lastLineEnd(text, 0)
		if ok != (want > 0) || end != want {
			t.Errorf("%q ends at %d, %v; want %d", text, end, ok, want)
		}
	}
}
