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

func TestCut(t *testing.T) {
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"it fits", 7, "it fits"},
		{"mean fell by 0.27 points", 23, "mean fell by 0.27 …"},
		{"mean fell by −0.27", 17, "mean fell by …"},
		{"mean fell by −0.27 and so on", 20, "mean fell by −0.27 …"},
		{"mean fell by −0.27 and so on", 19, "mean fell by …"},
		{"a word that is cut", 12, "a word that…"},
		{"Error: /srv/build/cache/objects/aaaaaaaaaaaaaaaa", 30, "Error: /srv/build/cache/objec…"},
		{"took:a/very/long/path/of/1,234,567.89/bytes", 33, "took:a/very/long/path/of/…"},
		{"12345678901234567890", 10, "123456789…"},
		{"aéb c", 2, "a…"},
	} {
		if got := Cut(c.text, c.limit); got != c.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", c.text, c.limit, got, c.want)
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
