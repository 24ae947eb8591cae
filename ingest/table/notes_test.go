package table

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Of events that are not kept, each has a row; or a run has one for its records that follow each
// other in a file, at the place of the latest.
func TestNotedEvents(t *testing.T) {
	type note struct {
		run          string
		source, line int
		minute       int
	}
	for name, c := range map[string]struct {
		latest bool
		notes  []note
		want   string // source:line at minute
	}{
		"each":                     {false, []note{{"a", 0, 1, 1}, {"a", 0, 2, 2}}, "0:1 at 1, 0:2 at 2"},
		"the latest":               {true, []note{{"a", 0, 1, 1}, {"a", 0, 2, 3}, {"a", 0, 3, 2}}, "0:2 at 3"},
		"at one time":              {true, []note{{"a", 0, 1, 1}, {"a", 0, 2, 1}}, "0:1 at 1"},
		"of another run":           {true, []note{{"a", 0, 1, 1}, {"b", 0, 2, 2}, {"b", 0, 3, 3}, {"a", 0, 4, 4}}, "0:1 at 1, 0:3 at 3, 0:4 at 4"},
		"of another file":          {true, []note{{"a", 0, 1, 1}, {"a", 1, 1, 2}, {"a", 1, 2, 3}, {"a", 0, 2, 4}}, "0:1 at 1, 1:2 at 3, 0:2 at 4"},
		"one":                      {true, []note{{"a", 0, 7, 1}}, "0:7 at 1"},
		"of a run without an id":   {true, []note{{"", 0, 1, 1}, {"", 0, 2, 2}}, "0:2 at 2"},
		"earlier ones of one file": {true, []note{{"a", 0, 5, 9}, {"a", 0, 6, 2}, {"a", 0, 7, 3}}, "0:5 at 9"},
	} {
		var e Events
		if c.latest {
			e.Detail = EventLatest
		}
		for _, n := range c.notes {
			e.Note(n.run, Place{Source: n.source, Line: int64(n.line)}, time.Date(2026, 3, 1, 0, n.minute, 0, 0, time.UTC))
		}
		var got []string
		for row := range e.Len() {
			p := e.Place(row)
			got = append(got, fmt.Sprintf("%d:%d at %d", p.Source, p.Line, e.At.At(row).Minute()))
		}
		if joined := strings.Join(got, ", "); joined != c.want {
			t.Errorf("%s: %s, want %s", name, joined, c.want)
		}
	}
}
