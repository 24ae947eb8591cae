package metric

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// measuredUnits are the units of tables without a cutoff.
func measuredUnits(s *table.Set) []*Unit {
	return Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
}

// Gates that fail are counted by system and name, of the verdicts that decide. Those that were
// skipped every time have no rate, and are there once.
func TestGateChecks(t *testing.T) {
	s := &table.Set{}
	for i, checks := range [][]string{
		{"lint pass", "lint fail", "size skip", "size skip", "test warn", "test skip", "odd maybe"},
		{"lint fail", "size skip", "lint skip"},
	} {
		run := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(run, fmt.Sprint("r", i))
		s.Runs.System.Set(run, []string{"kahn", "toy"}[i])
		for _, c := range append(checks, "unit fail command") {
			f := append(strings.Fields(c), "gate")
			row := s.Checks.Add(table.Place{})
			s.Checks.Run.Set(row, fmt.Sprint("r", i))
			s.Checks.Name.Set(row, f[0])
			s.Checks.Verdict.Set(row, f[1])
			s.Checks.Kind.Set(row, f[2])
		}
	}
	units := measuredUnits(s)
	samples := Measure(context.Background(), s, units, []*Metric{GateFailure})
	g := Gates(units, samples, Summarize([]*Metric{GateFailure}, samples))
	var got []string
	for _, x := range g.ByGate {
		got = append(got, fmt.Sprintf("%s %s %d of %d, %d warned, %d skipped", x.System, x.Gate, x.Failure.Num, x.Failure.Den, x.Warned, x.Skipped))
	}
	slices.Sort(got)
	want := []string{"kahn lint 1 of 2, 0 warned, 0 skipped", "kahn size 0 of 0, 0 warned, 2 skipped", "kahn test 0 of 1, 1 warned, 1 skipped",
		"toy lint 1 of 1, 0 warned, 1 skipped", "toy size 0 of 0, 0 warned, 1 skipped"}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if g.Skipped != 5 || g.Failure.Num != 2 || g.Failure.Den != 4 {
		t.Errorf("%d skipped, %d of %d failed", g.Skipped, g.Failure.Num, g.Failure.Den)
	}
}

// A score of a trial is of its item's benchmark, and one that the log states is of all items;
// one without a number is none. Of a scorer that says yes and no alone the pass rate is told.
func TestScoresOfAUnit(t *testing.T) {
	s := &table.Set{}
	for _, key := range []string{"r", "without"} {
		run := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(run, key)
		s.Runs.Subject.Set(run, "whole")
	}
	for _, item := range []string{"one", "two"} {
		row := s.Bugs.Add(table.Place{})
		s.Bugs.Run.Set(row, "r")
		s.Bugs.List.Set(row, "items")
		s.Bugs.Bug.Set(row, item)
		s.Bugs.Benchmark.Set(row, "bench "+item)
	}
	for _, x := range []struct {
		step, scorer string
		trial        bool
		value, err   float64 // -1: none
	}{{"one", "match", true, 0.5, -1}, {"two", "match", true, 1, -1}, {"other", "match", true, 0, -1}, {"one", "exact", true, 1, -1}, {"one", "empty", true, -1, -1},
		{"", "mean", false, 0.7, 0.1}, {"bench x", "mean", false, 0.8, -1}} {
		row := s.Scores.Add(table.Place{})
		s.Scores.Run.Set(row, "r")
		s.Scores.Scorer.Set(row, x.scorer)
		s.Scores.Step.SetText(row, x.step)
		if x.trial {
			s.Scores.Attempt.Set(row, 1)
		}
		if x.value >= 0 {
			s.Scores.Value.Set(row, x.value)
		}
		if x.err >= 0 {
			s.Scores.StdErr.Set(row, x.err)
		}
	}
	units := measuredUnits(s)
	var got []string
	for _, x := range units[0].Scores() {
		got = append(got, fmt.Sprintf("%s %q of %s: %g ±%v", x.Name, x.Item, x.Benchmark, x.Value, errorOf(x.StdErr)))
	}
	want := []string{`match "one" of bench one: 0.5 ±n/a`, `match "two" of bench two: 1 ±n/a`, `match "other" of bench two: 0 ±n/a`, `exact "one" of bench one: 1 ±n/a`,
		`mean "" of bench two: 0.7 ±0.1`, `mean "" of bench x: 0.8 ±n/a`}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	graded := Graded(units)
	for scorer, want := range map[Scorer]bool{{"bench one", "match", ""}: true, {"bench two", "match", ""}: false, {"bench one", "exact", ""}: false, {"bench two", "mean", ""}: false} {
		if graded[scorer] != want {
			t.Errorf("%v is graded: %v", scorer, !want)
		}
	}
	if all := units[1].Scores(); all != nil {
		t.Errorf("a unit without scores has %v", all)
	}
}

func errorOf(n report.Number) string {
	if !n.OK {
		return "n/a"
	}
	return fmt.Sprint(n.Value)
}

// Trials of one item count as their mean, in the order of the items' names.
func TestMeansOfItems(t *testing.T) {
	m := MeanScores{}
	for _, x := range []struct {
		item  string
		value float64
	}{{"b", 1}, {"a", 0.2}, {"b", 0}, {"a", 0.4}, {"c", 0.9}} {
		m.Add(x.item, x.value)
	}
	got := m.Values()
	for i, want := range []float64{0.3, 0.5, 0.9} {
		if len(got) != 3 || math.Abs(got[i]-want) > 1e-12 {
			t.Fatalf("%v", got)
		}
	}
}
