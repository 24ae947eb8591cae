package testrun

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// plainJoin is Join as its comment says it, without any thought of time.
func plainJoin(parts []string) string {
	var filled, kept []string
	for _, p := range parts {
		if p = strings.Join(strings.Fields(p), " "); p != "" {
			filled = append(filled, p)
		}
	}
	for i, p := range filled {
		if i+1 < len(filled) {
			if rest, begins := strings.CutPrefix(filled[i+1], p); begins && (rest == "" || strings.Contains("./:$# ›", string([]rune(rest)[0]))) {
				continue
			}
		}
		kept = append(kept, p)
	}
	name := strings.Join(kept, " › ")
	if len(name) > maxName {
		runes := []rune(name)
		for len(string(runes)) > maxName {
			runes = runes[:len(runes)-1]
		}
		name = string(runes) + "…"
	}
	return name
}

// A prefix gives the names that all of their parts give.
func TestPrefixes(t *testing.T) {
	words := []string{"", " ", "a", "a.b", "ab", "a b", "a  b", "b", "a.b.c", "a › b", "›", "a ›", "x$y", "x", strings.Repeat("é", 150), strings.Repeat("z", 399)}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		parts := make([]string, 1+r.IntN(4))
		for i := range parts {
			parts[i] = words[r.IntN(len(words))]
		}
		want := plainJoin(parts)
		if got := Join(parts...); got != want {
			t.Fatalf("%q: %q, want %q", parts, got, want)
		}
		p := NewPrefix(parts[:len(parts)-1]...)
		if got := string(p.AppendJoin([]byte("before "), parts[len(parts)-1])); got != "before "+want {
			t.Fatalf("%q, appended: %q, want %q", parts, got, want)
		}
	}
}
