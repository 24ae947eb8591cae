package templates

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
)

func TestLean(t *testing.T) {
	for _, tt := range []struct{ name, source, want string }{
		{"indentation and empty lines", "a {\n\n  b\n\tc\n}\n", "a {\nb\nc\n}\n"},
		{"comments with lines of their own", "// one\n  // two\na();\n", "a();\n"},
		{"a comment behind code stays", "a(); // why\n", "a(); // why\n"},
		{"an address is no comment", "x = 'https://example.org';\n", "x = 'https://example.org';\n"},
		{"comments of a sheet", "/* Tables,\n   and more */\na { b: c; } /* why */\nd { e: f; /* g\n h */ i: j }\n", "a { b: c; }\nd { e: f; i: j }\n"},
		{"what looks like a comment of a sheet", "x = y.match(/\\/*a*/);\n", "x = y.match(/\\/*a*/);\n"},
	} {
		if got := Lean(tt.source); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.name, got, tt.want)
		}
	}
}

// The comments are those that a regular expression finds, in each text of a few of its characters and in what is made lean.
func TestCommentsOfSheets(t *testing.T) {
	comment := regexp.MustCompile(`(?ms)(^|[;{}])[ \t]*/\*.*?\*/`)
	same := func(text string) {
		t.Helper()
		if got, want := withoutComments(text), comment.ReplaceAllString(text, "$1"); got != want {
			t.Fatalf("%q became %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{Style, SiteStyle, SiteScript, Script, policyJS + laterJS + foldJS + contentsJS + tablesJS} {
		same(text)
	}
	parts := []string{"/", "*", "/*", "*/", ";", "{", " ", "\t", "\n", "a", "é"}
	r := rand.New(rand.NewPCG(1, 2))
	for range 200_000 {
		var b strings.Builder
		for range r.IntN(14) {
			b.WriteString(parts[r.IntN(len(parts))])
		}
		same(b.String())
	}
}

// A text that goes on in the next line would be changed.
func TestScriptsHaveNoTextOfSeveralLines(t *testing.T) {
	for line := range strings.Lines(policyJS + laterJS + foldJS + contentsJS + tablesJS + searchJS + linksJS + markdownJS + rowsJS + addressJS + keysJS) {
		if strings.HasSuffix(line, "\\\n") || strings.Contains(line, "${") || strings.Count(line, "`")%2 != 0 && !strings.Contains(line, "[\\\\`") {
			t.Errorf("a text may go on after %q", line)
		}
	}
}
