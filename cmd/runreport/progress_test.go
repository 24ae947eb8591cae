package main

import (
	"strings"
	"testing"
	"time"
)

// The bar is drawn on a terminal once the work has taken a second, ten times a second at most,
// and taken away at the end.
func TestProgress(t *testing.T) {
	long, now := time.Now().Add(-time.Hour), time.Now()
	bar := func(full int, counted string) string {
		return "\rreading            [" + strings.Repeat("=", full) + strings.Repeat(" ", barLength-full) + "] " + counted + "\x1b[K"
	}
	for _, c := range []struct {
		name        string
		start, last time.Time
		done, total int
		want        string
	}{
		{"at its beginning", long, time.Time{}, 0, 4, bar(0, "0 of 4")},
		{"half", long, time.Time{}, 2, 4, bar(15, "2 of 4")},
		{"less than a piece of the bar", long, time.Time{}, 1, 100, bar(0, "1 of 100")},
		{"whole", long, time.Time{}, 4, 4, bar(30, "4 of 4")},
		{"nothing to do", long, time.Time{}, 0, 0, ""},
		{"just begun", now, time.Time{}, 2, 4, ""},
		{"just drawn", long, now, 2, 4, ""},
	} {
		var b strings.Builder
		p := &progress{w: &b, start: c.start, last: c.last}
		p.step("reading", c.done, c.total)
		if b.String() != c.want {
			t.Errorf("%s: %q, want %q", c.name, b.String(), c.want)
		}
		b.Reset()
		p.clear()
		p.clear()
		if want := map[bool]string{true: "\r\x1b[K"}[c.want != ""]; b.String() != want {
			t.Errorf("%s: cleared by %q, want %q", c.name, b.String(), want)
		}
	}
	var b strings.Builder
	p := newProgress(&b) // no terminal
	p.start = long
	p.step("reading", 2, 4)
	p.clear()
	if b.Len() > 0 {
		t.Errorf("drawn where there is no terminal: %q", b.String())
	}
}
