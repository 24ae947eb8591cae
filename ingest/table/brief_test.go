package table

import (
	"cmp"
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
		if c.detail.NeedsOfUnit(c.name, "source") || c.detail.NeedsOfUnit(c.name, "run") != (c.name != "events" || c.detail != EventLatest) ||
			!c.detail.NeedsOfUnit(SealedName, "source") {
			t.Errorf("%s of units with detail %d: source %v, run %v", c.name, c.detail, c.detail.NeedsOfUnit(c.name, "source"), c.detail.NeedsOfUnit(c.name, "run"))
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
		brief string // or the error where the set has all times
	}{
		{"none is stored", nil, ": one: one: : two:own three: three:", ""},
		{"two are stored", map[string]Part{"one": rows(1, 3), "three": renamed}, ": one:a one:b : two:own three:e three:f", ""},
		{"one is not there", map[string]Part{"four": rows(0, 1), "one": rows(1, 3)}, ": one:a one:b : two:own three: three:", ""},
		{"the latest stands for all", map[string]Part{"two": rows(1, 3)}, ": one: one: : one:a one:b three: three:", `unit "two" has 1 events, 2 of them are stored`},
		{"none is stored of one", map[string]Part{"two": rows(1, 1)}, `unit "two" has 1 events, 0 of them are stored`, ""},
		{"more are stored", map[string]Part{"one": rows(0, 3)}, `unit "one" has 2 events, 3 of them are stored`, ""},
		{"fewer are stored", map[string]Part{"three": rows(3, 4)}, `unit "three" has 2 events, 1 of them are stored`, ""},
	} {
		for detail, want := range map[EventDetail]string{EventLatest: c.want, EventTimes: cmp.Or(c.brief, c.want)} {
			brief := eventsLike("", "one", "one", "", "two:own", "three", "three")
			p := brief.Placing()
			before := told(p.Later(nil, nil))
			got := ""
			if err := p.WholeEvents(detail, c.whole); err != nil {
				got = err.Error()
			} else {
				got = told(p.Later(nil, nil))
			}
			if got != want {
				t.Errorf("%s, detail %d: %s, want %s", c.name, detail, got, want)
			}
			if after := told(brief.Partitions()); after != before {
				t.Errorf("%s: the events of the set are %s, they were %s", c.name, after, before)
			}
		}
	}
}

// The runs of rows in a row are visited with the latest of their times.
func TestEachRun(t *testing.T) {
	s := eventsLike("a", "a", "", "b", "a")
	s.Events.At.Set(0, time.Date(2026, 3, 1, 0, 1, 0, 0, time.UTC)) // time may go back
	undated := s.Events.Add(Place{})
	s.Events.Run.Set(undated, "c")
	var got []string
	s.Events.EachRun(func(run string, latest time.Time) {
		got = append(got, fmt.Sprint(run, " ", latest.Minute()*60+latest.Second(), latest.IsZero()))
	})
	if want := "[a 60 false  2 false b 3 false a 4 false c 0 true]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
	}
}

// A list of units has when their latest events were.
func TestEventsOfSealedUnits(t *testing.T) {
	units, s := &Sealed{}, &Set{}
	for i, run := range []string{"a", "b"} {
		row := units.Add(Place{Source: 7 + i, Line: 3})
		units.Run.Set(row, run)
		units.Latest.Set(row, time.Unix(int64(5*i), 0))
	}
	undated := units.Add(Place{Source: 9})
	units.Run.Set(undated, "c")
	units.Events(&s.Events)
	var got []string
	for row := range s.Events.Len() {
		at, dated := s.Events.At.Get(row)
		got = append(got, fmt.Sprint(s.Events.Run.At(row), s.Events.Place(row), at.Unix(), dated))
	}
	if want := "[a{7 0} 0 true b{8 0} 5 true c{9 0} -62135596800 false]"; fmt.Sprint(got) != want {
		t.Errorf("%v, want %s", got, want)
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
