package redact

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func FuzzText(f *testing.F) {
	r := New()
	for _, c := range secretCases() {
		text, secret := c.plain()
		before, after, _ := strings.Cut(text, secret)
		f.Add(before, after)
		f.Add(text, secret)
	}
	for _, text := range lookAlikes() {
		f.Add(text, "")
	}
	secret := "ghp_" + madeUp(1, 36, mixedCase)
	f.Fuzz(func(t *testing.T, before, after string) {
		text := before + after
		out, hits := r.Text(text)
		if (out == text) != (hits == nil) {
			t.Errorf("%q gives %q with hits %v", text, out, hits)
		}
		if again, _ := r.Text(out); again != out {
			t.Errorf("%q gives %q, then %q", text, out, again)
		}
		if utf8.ValidString(text) && !utf8.ValidString(out) {
			t.Errorf("%q gives %q, which is not valid UTF-8", text, out)
		}
		if out, _ := r.Text(before + " " + secret + " " + after); strings.Contains(out, secret) {
			t.Errorf("the secret survives between %q and %q: %q", before, after, out)
		}
	})
}
