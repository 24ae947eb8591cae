package naming

import (
	"strings"
	"testing"
)

func TestValid(t *testing.T) {
	tests := []struct{ name, want, odd string }{
		{"logs/a.jsonl", "logs/a.jsonl", ""},
		{"50%/ünï 漢.jsonl", "50%/ünï 漢.jsonl", ""},
		{"50%/caf\xe9.jsonl", "50%/caf%E9.jsonl", `"\xe9"`},
		{"a\xff/b%\xfe", "a%FF/b%25%FE", `"\xff\xfe"`},
		{"\uFFFD\xc3", "\uFFFD%C3", `"\xc3"`},
		{"surrogate \xed\xa0\x80", "surrogate %ED%A0%80", `"\xed\xa0\x80"`},
		{strings.Repeat("\xff", 10), strings.Repeat("%FF", 10), `"\xff\xff\xff\xff\xff\xff\xff\xff" and 2 more`},
	}
	for _, tt := range tests {
		if got := Valid(tt.name); got != tt.want {
			t.Errorf("%q is shown as %q, want %q", tt.name, got, tt.want)
		}
		if got := Odd(tt.name); got != tt.odd {
			t.Errorf("the odd bytes of %q are %s, want %s", tt.name, got, tt.odd)
		}
	}
}

// What becomes the same name is numbered from the second on, before its ending, or before the slash of a folder.
func TestUnique(t *testing.T) {
	u := Unique{Clean: func(s string) string { return strings.ReplaceAll(s, "secret", "x") }}
	for _, c := range []struct{ text, want string }{
		{"a.json", "a.json"}, {"a.json", "a.json"}, {"x.json", "x.json"}, {"secret.json", "x (2).json"},
		{"secretsecret", "xx"}, {"xx", "xx (2)"}, {"secretx", "xx (3)"}, {"secret.json", "x (2).json"},
		{"secret/", "x/"}, {"x/", "x (2)/"}, {"x (2)/", "x (2) (2)/"}, {"d.e/secret/", "d.e/x/"},
		{"d.e/x/", "d.e/x (2)/"},
	} {
		if got := u.Name(c.text); got != c.want {
			t.Errorf("%s is shown as %s, want %s", c.text, got, c.want)
		}
	}
}
