package table

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// Of events that say only when and where they were, four columns are read; of other tables all.
func TestColumnsThatAreNeeded(t *testing.T) {
	for _, c := range []struct {
		detail      EventDetail
		name, needs string // the columns of those below
	}{
		{EventFields, "events", "source line run at text"},
		{EventTimes, "events", "source line run at"},
		{EventLatest, "events", "source line run at"},
		{EventTimes, "steps", "source line run at text"},
	} {
		var needs []string
		for _, column := range []string{"source", "line", "run", "at", "text"} {
			if c.detail.Needs(c.name, column) {
				needs = append(needs, column)
			}
		}
		if got := strings.Join(needs, " "); got != c.needs {
			t.Errorf("%s with detail %d: %s, want %s", c.name, c.detail, got, c.needs)
		}
		if e := (Events{Detail: c.detail}); e.Whole() != (c.detail == EventFields) {
			t.Errorf("events with detail %d are whole: %v", c.detail, e.Whole())
		}
	}
}

// eventsLike is a set with an event for each text, as run:text; a text before the colon only is a
// run whose event says nothing.
func eventsLike(all ...string) *Set {
	s := &Set{}
	s.Sources.Path.Set(s.Sources.Add(Place{}), "a.jsonl")
	for i, e := range all {
		run, text, _ := strings.Cut(e, ":")
		row := s.Events.Add(Place{Line: int64(i + 1)})
		s.Events.At.Set(row, time.Date(2026, 3, 1, 0, 0, i, 0, time.UTC))
		s.Events.Run.SetText(row, run)
		s.Events.Text.SetText(row, text)
	}
	return s
}

// told are the runs and texts of the events that partitions hold.
func told(parts []Partition) string {
	var out []string
	for _, p := range parts {
		p, _ = p.Made()
		if e, ok := p.table.(*Events); ok {
			for row := range e.Len() {
				out = append(out, e.Run.At(row)+":"+e.Text.At(row))
			}
		}
	}
	return strings.Join(out, " ")
}

// Stored events stand in for those of their unit that say nothing; all others stay.
func TestWholeEvents(t *testing.T) {
	stored := eventsLike("other:x", "one:a", "one:b", "old:e", "old:f")
	rows := func(from, to int32) Part {
		p := Part{Set: stored}
		p.From[tableOfEvents], p.To[tableOfEvents] = from, to
		return p
	}
	renamed := rows(3, 5)
	renamed.Renamed = map[string]string{"old": "three"}
	for _, c := range []struct {
		name  string
		whole map[string]Part
		want  string // or the error
	}{
		{"none is stored", nil, ": one: one: : two:own three: three:"},
		{"two are stored", map[string]Part{"one": rows(1, 3), "three": renamed}, ": one:a one:b : two:own three:e three:f"},
		{"one is not there", map[string]Part{"four": rows(0, 1), "one": rows(1, 3)}, ": one:a one:b : two:own three: three:"},
		{"the latest stands for all", map[string]Part{"two": rows(1, 3)}, ": one: one: : one:a one:b three: three:"},
		{"none is stored of one", map[string]Part{"two": rows(1, 1)}, `unit "two" has 1 events, 0 of them are stored`},
		{"more are stored", map[string]Part{"one": rows(0, 3)}, `unit "one" has 2 events, 3 of them are stored`},
		{"fewer are stored", map[string]Part{"three": rows(3, 4)}, `unit "three" has 2 events, 1 of them are stored`},
	} {
		brief := eventsLike("", "one", "one", "", "two:own", "three", "three")
		p := brief.Placing()
		before := told(p.Later(nil, nil))
		got := ""
		if err := p.WholeEvents(c.whole); err != nil {
			got = err.Error()
		} else {
			got = told(p.Later(nil, nil))
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		if after := told(brief.Partitions()); after != before {
			t.Errorf("%s: the events of the set are %s, they were %s", c.name, after, before)
		}
	}
}

// Each key of a unit is told once, in the order of tables and rows, of the rows of the part.
func TestKeysOfAPart(t *testing.T) {
	s := eventsLike("", "b", "b", "c", "b", "a")
	for _, key := range []string{"a", "b"} {
		s.Runs.Key.Set(s.Runs.Add(Place{}), key)
	}
	s.Cycles.Key.Set(s.Cycles.Add(Place{}), "cycle")
	some := s.Whole()
	some.From[tableOfRuns] = 1
	some.To[tableOfEvents] = 4
	for want, p := range map[string]Part{"[a b cycle c]": s.Whole(), "[b cycle c]": some, "[]": (&Set{}).Whole()} {
		if got := fmt.Sprint(p.Keys()); got != want {
			t.Errorf("the keys %s, want %s", got, want)
		}
	}
}

// Where there are no tables to be written, columns that nobody else reads stay null.
func TestColumnsForTablesAlone(t *testing.T) {
	names := []string{"from", "state", "", "reason"}
	for detail, want := range map[EventDetail]string{EventFields: "from state reason", EventTimes: "state", EventLatest: "state"} {
		s := &Set{}
		Need(s, detail)
		bound, _ := Bind(&s.Transitions, names).In(&s.Transitions)
		var taken []string
		for i, name := range names {
			if bound.Column(i) != nil {
				taken = append(taken, name)
			}
		}
		if got := strings.Join(taken, " "); got != want || s.Events.Detail != detail {
			t.Errorf("with detail %d (%d): %s are filled, want %s", detail, s.Events.Detail, got, want)
		}
	}
}
