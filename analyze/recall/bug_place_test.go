package recall

import (
	"slices"
	"testing"
)

func TestPathParts(t *testing.T) {
	for _, c := range []struct {
		path string
		want []string
	}{
		{"", []string{}},
		{".", []string{}},
		{"BUGS.md", []string{"BUGS.md"}},
		{"./a//b/../c.go", []string{"a", "c.go"}},
		{"../../archive/x/BUGS.md", []string{"archive", "x", "BUGS.md"}},
		{`C:\work\a.go`, []string{"work", "a.go"}},
		{"~/logs/a", []string{"logs", "a"}},
		{"/srv/a", []string{"srv", "a"}},
	} {
		if got := pathParts(c.path); !slices.Equal(got, c.want) {
			t.Errorf("pathParts(%q) = %q, want %q", c.path, got, c.want)
		}
	}
}

func TestSameFile(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want fileMatch
	}{
		{"lib/queue.go", "lib/queue.go", samePath},
		{"queue.go", "queue.go", samePath},
		{"queue.go", "lib/queue.go", sameEnd},
		{"src/lib/queue.go", "lib/queue.go", sameEnd},
		{"src/lib/queue.go", "pkg/lib/queue.go", sameName},
		{"api/users/route.ts", "api/orders/route.ts", otherFile},
		{"lib/queue.go", "lib/stack.go", otherFile},
		{"", "lib/queue.go", otherFile},
		{"", "", otherFile},
	} {
		for _, got := range []fileMatch{sameFile(pathParts(c.a), pathParts(c.b)), sameFile(pathParts(c.b), pathParts(c.a))} {
			if got != c.want {
				t.Errorf("%q and %q: %d, want %d", c.a, c.b, got, c.want)
			}
		}
	}
}

func TestLinesApart(t *testing.T) {
	for _, c := range []struct {
		a, b      lineSpan
		lineGap   int64
		closeness float64
	}{
		{lineSpan{10, 20}, lineSpan{10, 20}, 0, 1},
		{lineSpan{10, 19}, lineSpan{15, 24}, 0, 0.5 + 0.5*5/15},
		{lineSpan{10, 20}, lineSpan{20, 20}, 0, 0.5 + 0.5/11},
		{lineSpan{10, 20}, lineSpan{21, 30}, 1, 0.375},
		{lineSpan{10, 20}, lineSpan{23, 30}, 3, 0.125},
	} {
		if c.a.gap(c.b) != c.lineGap || c.b.gap(c.a) != c.lineGap || c.a.closeness(c.b) != c.closeness || c.b.closeness(c.a) != c.closeness {
			t.Errorf("%v and %v: %d apart, closeness %v; want %d and %v", c.a, c.b, c.a.gap(c.b), c.a.closeness(c.b), c.lineGap, c.closeness)
		}
	}
}
