package metric_test

import (
	"fmt"
	"slices"
	"testing"

	"runreport/analyze/metric"
)

// attempt adds an attempt of the run, with what its log says of how it ended.
func (l *logs) attempt(result, cut, converged string, ended bool) {
	row := l.Attempts.Add(l.place())
	l.Attempts.Run.Set(row, l.run)
	l.Attempts.Result.SetText(row, result)
	l.Attempts.Cut.SetText(row, cut)
	if converged != "" {
		l.Attempts.Converged.Set(row, converged == "yes")
	}
	if ended {
		l.Attempts.EndedAt.Set(row, clock(1))
	}
}

// An attempt that failed or stalled is a failed one.
func TestFailedAttempts(t *testing.T) {
	for _, c := range []struct {
		results []string
		want    bool
	}{
		{nil, false}, {[]string{"passed"}, false}, {[]string{"passed", "canceled", "open"}, false},
		{[]string{"passed", "failed"}, true}, {[]string{"stalled", "passed"}, true},
	} {
		l := newLogs()
		l.start("kahn shop", "passed", 0)
		for _, r := range c.results {
			l.attempt(r, "", "", true)
		}
		if got := l.units()[0].FailedAttempts(); got != c.want {
			t.Errorf("attempts that %v: failed %t", c.results, got)
		}
	}
}

// Where each attempt counts as a run, those count that are over: their log says how or when they
// ended. One that is open is not over, whatever else is said of it.
func TestAttemptsThatCountAsRuns(t *testing.T) {
	l := newLogs()
	card := func(kind string, byAttempt bool) {
		row := l.start("board cards", "passed", 0)
		l.Runs.Kind.Set(row, kind)
		l.Runs.ByAttempt.Set(row, byAttempt)
	}
	card("card", true)
	l.attempt("passed", "", "yes", false)
	l.attempt("failed", "", "no", true)
	l.attempt("stalled", "stalled", "", false)
	l.attempt("canceled", "", "", true)
	l.attempt("open", "open", "no", true)
	l.attempt("open", "", "", false)
	card("note", true) // without an attempt
	card("ticket", true)
	l.attempt("passed", "", "yes", true)
	card("card", true)
	l.attempt("passed", "", "yes", true)
	card("run", false)
	l.attempt("failed", "", "no", true)
	units, samples, _ := l.measured()
	if got, want := metric.CountedByAttempt(units), []string{"card", "ticket"}; !slices.Equal(got, want) {
		t.Errorf("counted by attempt are %v, want %v", got, want)
	}
	var got []string
	for _, n := range metric.OutcomesByNight(samples) {
		got = append(got, fmt.Sprint(n.Count))
	}
	want(t, "ended", got, "map[canceled:1 failed:1 passed:4 stalled:1]")
}

// Items have the noun of their steps where all are of one kind. Steps of runs without items do not count.
func TestNounOfItems(t *testing.T) {
	type run struct{ list, kind string }
	for _, c := range []struct {
		name string
		runs []run
		want string
	}{
		{"one", []run{{"items", "task"}}, "task"},
		{"beside tests that are no items", []run{{"items", "task"}, {"", "test"}, {"BUGS.md", "test"}}, "task"},
		{"of two kinds", []run{{"items", "task"}, {"items", "sample"}}, "item"},
		{"none", []run{{"", "test"}}, "item"},
	} {
		l := newLogs()
		for i, r := range c.runs {
			l.start("mill sums", "passed", float64(i))
			l.step("a", "passed", "")
			l.Steps.Kind.Set(l.Steps.Len()-1, r.kind)
			if r.list == "" {
				continue
			}
			row := l.Bugs.Add(l.place())
			l.Bugs.Run.Set(row, l.run)
			l.Bugs.List.Set(row, r.list)
			l.Bugs.Bug.Set(row, "a")
		}
		if got := metric.ItemNoun(l.units()); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// What a run used that has items of two benchmarks cannot be told apart, so that of neither is known
// what a passed trial took, also where another run has items of one alone.
func TestSpendingOfMixedRuns(t *testing.T) {
	l := newLogs()
	item := func(benchmark string) {
		row := l.Bugs.Add(l.place())
		l.Bugs.Run.Set(row, l.run)
		l.Bugs.List.Set(row, "items")
		l.Bugs.Benchmark.Set(row, benchmark)
		l.Bugs.Bug.Set(row, "a")
		l.Bugs.Found.Set(row, true)
	}
	for i, benchmarks := range [][]string{{"core"}, {"core", "more"}, {"other"}} {
		l.Runs.Tokens.Set(l.start("mill sums", "passed", float64(i)), 10)
		for _, b := range benchmarks {
			item(b)
		}
	}
	var got []string
	for _, g := range metric.ItemGroups(l.units()) {
		got = append(got, fmt.Sprintf("%s: %g %s", g.Benchmark, g.TokensPer.Value, g.TokensPer.Reason))
	}
	want(t, "tokens", got, "core: 0 not_reported", "more: 0 not_reported", "other: 10 ")
}

// A step that flaked is cited five times at most. Runs without a start are of no night, and where no
// attempt has a time the cost is not known.
func TestFlakesWithoutTimes(t *testing.T) {
	l := newLogs()
	for i := range 7 {
		l.start("kahn shop", "flaky", []float64{5, 9, 3, 2, 7, 6, -1}[i])
		l.step("e2e", "flaky", "-+")
	}
	units, samples, results := l.measured()
	f := metric.Flakes(units, samples, results)
	n := f.ByNode[0]
	if len(n.Evidence) != metric.MaxEvidence || !n.LastSeen.Equal(clock(9)) {
		t.Errorf("%d places, last seen at %v", len(n.Evidence), n.LastSeen)
	}
	if len(f.ByNight) != 1 || f.ByNight[0].Night != "2026-03-01" || f.ByNight[0].Rate.Den != 6 {
		t.Errorf("nights %+v", f.ByNight)
	}
	if f.CostS.OK || f.CostShare.OK || f.RetriesPerStep.Value != 1 {
		t.Errorf("cost %v of %v, retries %v", f.CostS, f.CostShare, f.RetriesPerStep)
	}
	if samples.Nights() != 1 {
		t.Errorf("%d run dates", samples.Nights())
	}
	nights := metric.StepNights(samples, map[metric.StepName]bool{metric.Step("kahn", "shop", "e2e"): true})
	if all := nights[metric.Step("kahn", "shop", "e2e")]; len(all) != 1 || all[0].Passed != 6 {
		t.Errorf("%v", all)
	}
	l = newLogs()
	l.start("kahn shop", "flaky", 0)
	l.step("e2e", "flaky", "-+", 0, 0)
	if f := metric.Flakes(l.measured()); f.CostShare.OK {
		t.Errorf("the share of no time is %v", f.CostShare)
	}
}

// Turns to a winner count where the final result states them. A result behind it that is not final
// changes nothing, and seats that cannot win are no competitors.
func TestFinalResults(t *testing.T) {
	l := newLogs()
	verdict := func(final bool, winner string, turns int64) {
		row := l.Verdicts.Add(l.place())
		l.Verdicts.Run.Set(row, l.run)
		l.Verdicts.Final.Set(row, final)
		l.Verdicts.Winner.SetText(row, winner)
		l.Verdicts.WinnerKind.Set(row, "agent")
		if turns >= 0 {
			l.Verdicts.Turns.Set(row, turns)
		}
	}
	for i, turns := range []int64{4, -1, 0} {
		l.Runs.Competition.Set(l.start("duel easy", "passed", float64(i)), true)
		for _, seat := range []string{"judge", "a", "b"} {
			row := l.Seats.Add(l.place())
			l.Seats.Run.Set(row, l.run)
			l.Seats.Seat.Set(row, seat)
			l.Seats.Competes.Set(row, seat != "judge")
		}
		verdict(true, "a", turns)
		verdict(false, "b", 99)
	}
	units, samples, results := l.measured()
	if d := metric.Turns(samples); d.N != 2 || d.Sum.Value != 4 {
		t.Errorf("turns %+v", d)
	}
	var got []string
	for _, w := range metric.Competitions(units, results).Wins {
		got = append(got, fmt.Sprintf("%s %s %d of %d", w.Kind, w.Name, w.Rate.Num, w.Rate.Den))
	}
	want(t, "wins", got, "agent a 3 of 3", "agent b 0 of 3")
}

// All of a job's checks are looked at, gates and others: one that is skipped and one that warns.
func TestGatesBesideCommands(t *testing.T) {
	l := newLogs()
	l.start("kahn shop", "passed", 0)
	for _, c := range [][3]string{{"command", "go test", "fail"}, {"gate", "size", "skip"}, {"gate", "lint", "warn"},
		{"command", "go test", "pass"}} {
		row := l.Checks.Add(l.place())
		l.Checks.Run.Set(row, l.run)
		l.Checks.Kind.Set(row, c[0])
		l.Checks.Name.Set(row, c[1])
		l.Checks.Verdict.Set(row, c[2])
	}
	units, samples, results := l.measured()
	var got []string
	for _, g := range metric.Gates(units, samples, results).ByGate {
		got = append(got, fmt.Sprintf("%s %d of %d, %d warned, %d skipped", g.Gate, g.Failure.Num, g.Failure.Den,
			g.Warned, g.Skipped))
	}
	want(t, "gates", got, "lint 0 of 1, 1 warned, 0 skipped", "size 0 of 0, 0 warned, 1 skipped")
	got = nil
	for _, n := range metric.Flakes(units, samples, results).ByCommand {
		got = append(got, fmt.Sprintf("%s %d of %d", n.Node, n.Rate.Num, n.Rate.Den))
	}
	want(t, "commands", got, "go test 1 of 1")
	if metric.NotNil(nil) == nil || len(metric.NotNil([]string{"a"})) != 1 {
		t.Error("an empty list is none")
	}
	for unit, want := range map[string]string{"ratio": "0 1", "percent": "0 100", "": "-Inf +Inf"} {
		least, most := metric.Scale(unit)
		if got := fmt.Sprint(least, " ", most); got != want {
			t.Errorf("scores in %q go from %s, want %s", unit, got, want)
		}
	}
}
