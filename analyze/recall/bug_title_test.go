package recall

import (
	"slices"
	"testing"
)

func TestTitleWords(t *testing.T) {
	for _, c := range []struct {
		title string
		want  []string
	}{
		{"", nil},
		{"it does not", nil},
		{"The queue drops messages", []string{"drop", "messag", "queu"}},
		{"Queue dropped a message", []string{"drop", "messag", "queu"}},
		{"`PathRewrite` isn't applied — ever", []string{"appli", "ever", "isnt", "path", "rewrit"}},
		{"retries, retry, RETRY!", []string{"retry"}},
		{"q=0 in Accept-Encoding", []string{"0", "accept", "encod", "q"}},
		{"σ shrinks", []string{"shrink", "σ"}},
	} {
		if got := titleWords(c.title); !slices.Equal(got, c.want) {
			t.Errorf("titleWords(%q) = %q, want %q", c.title, got, c.want)
		}
	}
}

func TestStem(t *testing.T) {
	for _, family := range [][]string{
		{"ignore", "ignores", "ignored", "ignoring"},
		{"drop", "drops", "dropped", "dropping"},
		{"match", "matches", "matched", "matching"},
		{"pass", "passes", "passed", "passing"},
		{"query", "queries"},
		{"run", "runs"},
	} {
		for _, w := range family[1:] {
			if stem(w) != stem(family[0]) {
				t.Errorf("%s becomes %s, %s becomes %s", w, stem(w), family[0], stem(family[0]))
			}
		}
	}
	for _, w := range []string{"status", "class", "string", "need", "is", "s", "ed", "ing"} {
		if got := stem(w); got != w {
			t.Errorf("%s becomes %s", w, got)
		}
	}
}

func TestSimilarTitles(t *testing.T) {
	for _, c := range []struct {
		a, b  string
		alike bool
	}{
		{"Queue drops the last message", "The last message is dropped by the queue", true},
		{"Accept-Encoding q=0 is taken as accepted", "q=0 ignored in Accept-Encoding", true},
		{"Wildcard mount drops the route context", "Route context is lost", false},
		{"Encoder ignores q=0", "Encoder ignores wildcards", false}, // two of four words
		{"Encoder ignores zero weights of clients", "Encoder ignores wildcard hosts", false},
		{"Lock leak", "Lock leak", true},
		{"leak", "leak", false}, // one word is too little to be sure of
		{"", "", false},
		{"Anything", "", false},
	} {
		score, alike := similarity(titleWords(c.a), titleWords(c.b))
		back, alikeBack := similarity(titleWords(c.b), titleWords(c.a))
		if alike != c.alike || alikeBack != alike || back != score || score < 0 || score > 1 {
			t.Errorf("%q and %q: %v (%.2f), the other way %v (%.2f); want %v", c.a, c.b, alike, score, alikeBack, back, c.alike)
		}
	}
}
