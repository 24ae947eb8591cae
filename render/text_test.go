package render

import (
	"testing"
	"unicode"
)

func TestLegible(t *testing.T) {
	for in, want := range map[string]string{
		"plain":               "plain",
		"a\tb\nc\r\nd\u2028e": "a b c  d e",
		"\x1b[31mred":         `\u001B[31mred`,
		"a\u202Eb":            `a\u202Eb`,
		"zero\u200Bwidth":     `zero\u200Bwidth`,
		"\ufeffBOM":           `\uFEFFBOM`,
		"tag\U000E0041":       `tag\U000E0041`,
		"bad\xffutf":          "bad\uFFFDutf",
		"Ünïcödé שלום 🎉":      "Ünïcödé שלום 🎉",
		"non\ufdd0char":       `non\uFDD0char`,
	} {
		if got := legible(in); got != want {
			t.Errorf("legible(%q) = %q, want %q", in, got, want)
		}
	}
}

func FuzzLegible(f *testing.F) {
	for _, s := range hostile {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := legible(s)
		for _, r := range got {
			if unicode.Is(unicode.Cc, r) || unicode.Is(unicode.Cf, r) {
				t.Errorf("legible(%q) = %q has %U", s, got, r)
			}
		}
		if again := legible(got); again != got {
			t.Errorf("legible is not stable: %q, %q", got, again)
		}
	})
}

func TestMiddle(t *testing.T) {
	for _, tt := range []struct {
		in    string
		limit int
		want  string
	}{{"short", 5, "short"}, {"a-long-name", 7, "a-l…ame"}, {"äöüäöü", 5, "äö…öü"}} {
		if got := middle(tt.in, tt.limit); got != tt.want {
			t.Errorf("middle(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
		}
	}
}
