package redact

import (
	"strings"
	"testing"
)

func TestQuietTextsHoldNothing(t *testing.T) {
	r := New()
	for text, want := range map[string]bool{
		"":                             true,
		"lint":                         true,
		"running":                      true,
		"run-0000001":                  true,
		"2026-01-01T00:17:00.000Z":     true,
		"0":                            true,
		"false":                        true,
		"ada@mail.example":             false,
		"a\x1b[1mb":                    false,
		"\u200b":                       false,
		"a › b":                        true, // begins like a character of no width
		"pass\u200bword=hunter2":       false,
		`back\slash`:                   true,
		`a\x1b[1mb`:                    false,
		"password=hunter2":             false,
		"/home/ada/x":                  false,
		"-----BEGIN RSA PRIVATE KEY--": false,
	} {
		if got := r.Quiet(text); got != want {
			t.Errorf("%q: quiet is %v, want %v", text, got, want)
		}
		holdQuiet(t, r, text)
	}
	for _, rule := range Rules() {
		if out, _ := r.Text(rule.Example); out != rule.Example && r.Quiet(rule.Example) {
			t.Errorf("%q is quiet and becomes %q", rule.Example, out)
		}
	}
}

func TestQuietJSONHoldsNothing(t *testing.T) {
	r := New()
	for json, want := range map[string]bool{
		"":                             true,
		"7":                            true,
		"{}":                           true,
		`[1, 2.5, true, null]`:         true,
		`{"open": 4, "found": [1, 2]}`: true,
		`{"password": 123456789}`:      false, // Quiet does not know the key
		`{"open": "four"}`:             false,
		`["a"]`:                        false,
		`{"a": {"b": [{"c" : 1}]}}`:    true,
		`{"ada@mail.example": 1}`:      false,
		`{"bob\u0040mail.example": 1}`: false,
		`{"a\"b": 1}`:                  false,
		`{"open`:                       false, // it is cut
		`{"open"`:                      false,
		`"hunter2"`:                    false,
	} {
		if got := r.QuietJSON(json); got != want {
			t.Errorf("%s: quiet is %v, want %v", json, got, want)
		}
		holdQuietJSON(t, r, json)
	}
}

// holdQuietJSON fails where quiet JSON is changed.
func holdQuietJSON(t *testing.T, r *Redactor, json string) {
	t.Helper()
	if !r.QuietJSON(json) {
		return
	}
	for _, name := range []string{"", "password", "api_key"} {
		if out, hits := r.JSONOf(name, json); out != json || hits != nil {
			t.Errorf("%s of %q is quiet and becomes %s: %v", json, name, out, hits)
		}
	}
}

func FuzzQuietJSON(f *testing.F) {
	for _, rule := range Rules() {
		f.Add(`{"` + rule.Example + `": [1, true]}`)
		f.Add(`{"a": ` + rule.Example + `}`)
	}
	f.Add(`{"a": {"b":1, "password" : 123456}}`)
	r := New()
	f.Fuzz(func(t *testing.T, json string) { holdQuietJSON(t, r, json) })
}

// holdQuiet fails where a quiet text is changed.
func holdQuiet(t *testing.T, r *Redactor, text string) {
	t.Helper()
	if !r.Quiet(text) {
		return
	}
	if out, hits := r.Text(text); out != text || hits != nil {
		t.Errorf("%q is quiet and becomes %q: %v", text, out, hits)
	}
}

func FuzzQuiet(f *testing.F) {
	for _, rule := range Rules() {
		f.Add(rule.Example)
	}
	r := New()
	f.Fuzz(func(t *testing.T, text string) {
		holdQuiet(t, r, text)
		for word := range strings.FieldsSeq(text) {
			holdQuiet(t, r, word)
		}
	})
}

func BenchmarkQuiet(b *testing.B) {
	text := strings.Repeat("checkout-e2e failed in 4.1 s; ", 100)
	r := New()
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		r.Quiet(text)
	}
}
