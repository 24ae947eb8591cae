package slug

import (
	"regexp"
	"strings"
	"testing"
)

func TestOf(t *testing.T) {
	for _, tt := range []struct {
		text  string
		limit int
		want  string
	}{
		{"", 40, ""}, {"a", 40, "a"}, {"Chi 1.0", 40, "chi-1-0"}, {"../../CON: e2e", 40, "con-e2e"}, {"--a__b--", 40, "a-b"},
		{"\u202E<script>", 40, "script"}, {"日本", 40, ""}, {"Über", 40, "ber"}, {"bad\xffutf", 40, "bad-utf"}, {"\u212Aelvin", 40, "kelvin"},
		{"az09", 40, "az09"}, {"AZ", 40, "az"}, {"`a{z/0:9@", 40, "a-z-0-9"}, // each end, and the bytes beside it
		{"abc", 3, "abc"}, {"abcd", 3, "abc"}, {"ab cd", 3, "ab"}, {"ab cd", 4, "ab-c"}, {"abc", 0, ""},
		{strings.Repeat("long-", 50), 40, "long-long-long-long-long-long-long-long"},
	} {
		if got := Of(tt.text, tt.limit); got != tt.want {
			t.Errorf("Of(%q, %d) = %q, want %q", tt.text, tt.limit, got, tt.want)
		}
	}
}

var name = regexp.MustCompile(`^([a-z0-9]+(-[a-z0-9]+)*)?$`)

func FuzzOf(f *testing.F) {
	f.Add("Nightly: chi-1.0", 40)
	f.Add("\x00\u202E日本a", 3)
	f.Fuzz(func(t *testing.T, text string, limit int) {
		limit = max(0, limit)
		got := Of(text, limit)
		if !name.MatchString(got) || len(got) > limit {
			t.Errorf("Of(%q, %d) = %q", text, limit, got)
		}
		if again := Of(got, limit); again != got {
			t.Errorf("Of(%q, %d) = %q, not the same", got, limit, again)
		}
	})
}
