package tie

import (
	"testing"
	"time"
)

// The times of several units of a file are those that one Span of all of them has.
func TestSpansJoin(t *testing.T) {
	at := func(day int) time.Time {
		if day == 0 {
			return time.Time{}
		}
		return time.Date(2026, 5, day, 0, 0, 0, 0, time.UTC)
	}
	of := func(last, first, lone int) Span { return Span{at(last), at(first), at(lone)} }
	for _, c := range []struct{ a, b, want Span }{
		{of(0, 0, 0), of(0, 0, 0), of(0, 0, 0)},
		{of(3, 0, 0), of(5, 0, 0), of(5, 0, 0)},
		{of(3, 2, 4), of(0, 0, 0), of(3, 2, 4)},
		{of(0, 2, 4), of(0, 1, 3), of(0, 1, 4)},
		{of(0, 2, 2), of(9, 5, 7), of(9, 2, 7)},
	} {
		for _, pair := range [][2]Span{{c.a, c.b}, {c.b, c.a}} {
			got := pair[0]
			if got.Join(pair[1]); got != c.want {
				t.Errorf("%v and %v: %v, want %v", pair[0], pair[1], got, c.want)
			}
		}
	}
}

func TestNearSpans(t *testing.T) {
	day := func(text string) time.Time {
		at, err := time.Parse(time.DateOnly, text)
		if err != nil && text != "" {
			t.Fatal(err)
		}
		return at
	}
	lone := func(first, last string) Span { return Span{First: day(first), Lone: day(last)} }
	for _, c := range []struct {
		name   string
		latest string
		all    []Span
		want   bool
	}{
		{"nothing", "", nil, true},
		{"one after the other", "", []Span{lone("2025-10-02", "2025-10-02"), lone("2024-03-01", "2024-03-01"),
			lone("2024-11-20", "2024-11-21")}, true},
		{"one far away", "", []Span{lone("2024-03-01", "2024-03-01"), lone("2093-11-20", "2093-11-20")}, false},
		{"a unit that lasts for years", "", []Span{lone("2024-03-01", "2026-03-01")}, false},
		{"near the units that can tell", "2026-01-01",
			[]Span{lone("2024-03-01", "2024-03-01"), lone("2026-11-20", "2026-11-20")}, true},
		{"near the units that can tell of another file", "",
			[]Span{{Last: day("2026-01-01")}, lone("2024-03-01", "2026-11-20")}, true},
		{"far from them", "2024-01-01", []Span{lone("2026-11-20", "2026-11-20")}, false},
		// A unit of the first file may end before the second begins, or after it.
		{"behind a file that goes on", "", []Span{lone("2024-01-01", "2024-12-01"), lone("2024-06-01", "2025-10-01")}, false},
	} {
		if got := Near(day(c.latest), c.all); got != c.want {
			t.Errorf("%s: %v", c.name, got)
		}
	}
}
