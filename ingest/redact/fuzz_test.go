package redact

import (
	"encoding/json"
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
	f.Add("-----BEGIN PRIVATE KEY-----"+strings.Repeat("0", 64), "-----END")
	f.Add("dock\xff", "dckr_pat_"+madeUp(15, 27, mixedCase))
	f.Add("curl -sS -u ada:", "ada:")
	f.Add(`apiKey:"00X`+strings.Repeat("0", 24), `\\`)
	f.Add("Cookie: ", "9=")
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
		record := asEvent(text)
		if out, _ := r.Text(record); !json.Valid([]byte(out)) {
			t.Errorf("%q gives %q, which is not JSON", record, out)
		}
		if utf8.ValidString(text) && !utf8.ValidString(out) {
			t.Errorf("%q gives %q, which is not valid UTF-8", text, out)
		}
		if out, _ := r.Text(before + " " + secret + " " + after); strings.Contains(out, secret) {
			t.Errorf("the secret survives between %q and %q: %q", before, after, out)
		}
	})
}
