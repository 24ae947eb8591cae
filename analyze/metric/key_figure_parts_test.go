package metric

import (
	"fmt"
	"testing"
	"time"

	"runreport/ingest/table"
)

// Key figures of evals say what each model, or each agent of one model, came to on the last date.
func TestKeyFigureParts(t *testing.T) {
	type run struct {
		day          int
		model, agent string
		passed       int // of 4 items; -1: a run without items
	}
	for _, c := range []struct {
		name string
		runs []run
		want string
	}{
		{"one model", []run{{1, "a", "g", 3}, {1, "a", "g", 2}}, ""},
		{"models", []run{{1, "b", "g", 1}, {1, "a", "h", 3}, {1, "a", "h", 4}}, "a 7/8 b 1/4 "},
		{"agents", []run{{1, "a", "h", 1}, {1, "a", "g", 3}}, "g 3/4 h 1/4 "},
		{"a model of another date", []run{{1, "b", "g", 1}, {2, "a", "g", 3}}, ""},
		{"one without a name", []run{{1, "", "", 1}, {1, "a", "", 3}}, ""},
	} {
		s := &table.Set{}
		for i, r := range c.runs {
			key := fmt.Sprintf("r%d", i)
			row := s.Runs.Add(table.Place{})
			s.Runs.Key.Set(row, key)
			s.Runs.System.Set(row, "mill")
			s.Runs.Subject.Set(row, r.model+r.agent)
			s.Runs.Model.SetText(row, r.model)
			s.Runs.Runner.SetText(row, r.agent)
			s.Runs.Result.Set(row, string(table.Passed))
			s.Runs.StartedAt.Set(row, time.Date(2026, 3, r.day, 2, 0, 0, 0, time.UTC))
			for n := range 4 {
				b := s.Bugs.Add(table.Place{})
				s.Bugs.Run.Set(b, key)
				s.Bugs.List.Set(b, itemList)
				s.Bugs.Benchmark.Set(b, "b")
				s.Bugs.Bug.Set(b, fmt.Sprint(n))
				s.Bugs.Found.Set(b, n < r.passed)
			}
		}
		units := Units(s, NewCutoffs(s, time.Time{}, time.Hour), time.Hour)
		got := ""
		for _, f := range KeyFigures(units, &Samples{}, nil, nil) {
			if f.Name == "item_pass_rate" {
				for _, p := range f.Parts {
					got += fmt.Sprintf("%s %d/%d ", p.Name, p.Num.Value, p.Den.Value)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	// Runs that are no evals are of no model.
	k := keyFigure{of: rateOfDated}
	if parts := k.parts([]dated{{datedUnit: &datedUnit{job: 1}}, {datedUnit: &datedUnit{job: 2}}}, []job{{}, {setup: &setup{"a", ""}}, {}}); len(parts) != 0 {
		t.Errorf("%v", parts)
	}
}
