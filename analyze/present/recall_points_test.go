package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// orDash is a number that may not be there: "-".
func orDash(x *float64) string {
	if x == nil {
		return "-"
	}
	return fmt.Sprint(*x)
}

// pointText is where a point is, its interval, and its label.
func pointText(p report.Point) string {
	return fmt.Sprintf("x %g, y %g, value %s, from %s to %s: %s", p.X, p.Y, orDash(p.Value), orDash(p.Lo), orDash(p.Hi), p.Label)
}

// A recall is drawn where it is known, with its interval where one run has one, and with what it rests on.
func TestPointOfARecall(t *testing.T) {
	none := report.Missing("no_data")
	mean := report.Recall{Value: report.Known(0.5), Num: report.Whole{Reason: "no_data"}, Lo: none, Hi: none, Runs: make([]report.RecallRun, 2)}
	counted := report.Recall{Value: report.Known(0.25), Num: report.Count(3), Den: report.Count(12),
		Lo: report.Known(0.125), Hi: report.Known(0.5), Runs: make([]report.RecallRun, 1)}
	noHigh, noLow := counted, counted
	noHigh.Hi, noLow.Lo = none, none
	projected := counted
	projected.Runs = []report.RecallRun{{Basis: "argued"}, {Basis: "projected", Value: report.Known(0.25)}}
	for _, c := range []struct {
		name     string
		r        report.Recall
		want     string
		interval string
	}{
		{"none", report.Recall{Value: none, Lo: none, Hi: none}, "", "n/a"},
		{"a mean", mean, "x 0.5, y 2, value 0.5, from - to -: 0.50, mean of 2 runs", "n/a"},
		{"one run", counted, "x 0.25, y 2, value 0.25, from 0.125 to 0.5: 3 of 12 bugs (0.25)", "0.13 to 0.50"},
		{"no upper bound", noHigh, "x 0.25, y 2, value 0.25, from - to -: 3 of 12 bugs (0.25)", "n/a"},
		{"no lower bound", noLow, "x 0.25, y 2, value 0.25, from - to -: 3 of 12 bugs (0.25)", "n/a"},
		{"projected", projected, "x 0.25, y 2, value 0.25, from 0.125 to 0.5: 3 of 12 bugs (0.25), projected", "0.13 to 0.50"},
	} {
		var got []string
		for _, p := range recallPoint(c.r, 2) {
			got = append(got, pointText(p))
		}
		if s := strings.Join(got, "; "); s != c.want {
			t.Errorf("%s: %s, want %s", c.name, s, c.want)
		}
		if cell := recallInterval(c.r); cell.Text != c.interval || (cell.Sort != nil) != (c.interval != "n/a") {
			t.Errorf("%s: interval %+v, want %s", c.name, cell, c.interval)
		}
	}
}

// What is within a width of the recall before is drawn where both sides are known, and never beyond 0 and 1.
func TestBandAroundBefore(t *testing.T) {
	none := report.Missing("no_data")
	known := func(v float64) report.Recall { return report.Recall{Value: report.Known(v)} }
	for _, c := range []struct {
		name          string
		before, after report.Recall
		width         report.Number
		want          string
	}{
		{"both sides", known(0.5), known(0.75), report.Known(0.125), "y 3 from 0.375 to 0.625: 0.38 to 0.63"},
		{"near 0", known(0.0625), known(0.75), report.Known(0.125), "y 3 from 0 to 0.1875: 0.00 to 0.19"},
		{"near 1", known(1), known(0.75), report.Known(0.125), "y 3 from 0.875 to 1: 0.88 to 1.00"},
		{"no width", known(0.5), known(0.75), none, ""},
		{"a width of 0", known(0.5), known(0.75), report.Known(0), ""},
		{"nothing before", report.Recall{Value: none}, known(0.75), report.Known(0.125), ""},
		{"nothing after", known(0.5), report.Recall{Value: none}, report.Known(0.125), ""},
	} {
		got := ""
		for _, p := range aroundBefore(report.Benchmark{RecallPre: c.before, RecallPost: c.after}, c.width, 3) {
			got += fmt.Sprintf("y %g from %g to %g: %s", p.Y, *p.Lo, *p.Hi, p.Label)
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A benchmark that nobody measured is passed over, and those behind it are drawn. Runs count that were
// measured, not those that somebody projected.
func TestDumbbellPassesOver(t *testing.T) {
	none := report.Recall{Value: report.Missing("no_data")}
	measured, projected := report.RecallRun{Value: report.Known(0.5)}, report.RecallRun{Value: report.Known(0.5), Basis: "projected"}
	a, b := compared12("a", 6, 9, stat.DeltaImproved), compared12("b", 6, 6, stat.DeltaWithinNoise)
	a.RecallPre.Runs, a.RecallPost.Runs = []report.RecallRun{measured, measured}, []report.RecallRun{projected, {Value: report.Missing("no_data")}}
	b.RecallPre.Runs, b.RecallPost.Runs = []report.RecallRun{measured}, nil
	unmeasured := report.Benchmark{Benchmark: "unmeasured", RecallPre: none, RecallPost: none, Delta: report.Missing("no_data")}
	after := report.Benchmark{Benchmark: "after", RecallPre: none, RecallPost: recallOf(3, 12), Delta: report.Missing("no_data")}
	c := dumbbell(&report.Cycle{Key: "c", Cycle: "c", NoiseFloor: report.Known(0.05),
		Benchmarks: []report.Benchmark{unmeasured, a, unmeasured, after, b}})
	if want := []string{"a", "after", "b"}; !slices.Equal(c.Y.Categories, want) {
		t.Errorf("drawn are %q, want %q", c.Y.Categories, want)
	}
	var at []string
	for _, p := range c.Series[1].Points {
		at = append(at, fmt.Sprintf("%g at %g", p.X, p.Y))
	}
	if got := strings.Join(at, ", "); got != "0.75 at 0, 0.25 at 1, 0.5 at 2" {
		t.Errorf("after the lever: %s", got)
	}
	if !strings.Contains(c.N, "; n = 3 measured runs;") {
		t.Errorf("%q, want 3 measured runs", c.N)
	}
	if *c.X.Min != 0 || *c.X.Max != 1 || c.ID != "recall-"+identifier("c") || c.Table.ID != c.ID+"-data" {
		t.Errorf("from %g to %g, %s, %s", *c.X.Min, *c.X.Max, c.ID, c.Table.ID)
	}
}

// The title names the largest move of each direction, by its size.
func TestTitleOfMoves(t *testing.T) {
	moved := func(name string, class stat.DeltaClass, delta float64) report.Benchmark {
		return report.Benchmark{Benchmark: name, Class: string(class), Delta: report.Known(delta)}
	}
	fell := func(name string, by float64) report.Benchmark { return moved(name, stat.DeltaRegressed, -by) }
	rose := func(name string, by float64) report.Benchmark { return moved(name, stat.DeltaImproved, by) }
	still := moved("still", stat.DeltaWithinNoise, 0)
	for _, c := range []struct {
		all  []report.Benchmark
		want string
	}{
		{nil, "No benchmark has a recall on both sides of the lever"},
		{[]report.Benchmark{still}, "The one benchmark compared moved by no more than the noise floor"},
		{[]report.Benchmark{still, still, still}, "None of 3 benchmarks moved by more than the noise floor"},
		{[]report.Benchmark{fell("a", 0.25)}, "a fell (−0.25)"},
		{[]report.Benchmark{rose("a", 0.25)}, "a rose (+0.25)"},
		{[]report.Benchmark{fell("a", 0.25), fell("b", 0.5), fell("c", 0.125)}, "3 benchmarks fell, b most (−0.50)"},
		{[]report.Benchmark{rose("a", 0.25), rose("b", 0.25)}, "2 benchmarks rose, a most (+0.25)"}, // of two alike the first
		{[]report.Benchmark{rose("a", 0.25), still, still}, "a rose (+0.25); 2 of 3 moved by no more than the noise floor"},
		{[]report.Benchmark{rose("a", 0.25), fell("b", 0.125)}, "b fell (−0.13) and a rose (+0.25)"},
	} {
		if got := dumbbellTitle(&report.Cycle{Benchmarks: c.all}); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Over cycles a recall that was not measured breaks the line; the title says the first and the last.
func TestRecallOverCycles(t *testing.T) {
	none := report.Recall{Value: report.Missing("no_data")}
	at := func(before, after report.Recall, pre, post int64) benchmarkAt {
		return benchmarkAt{&report.Cycle{Cycle: "c"}, &report.Benchmark{RecallPre: before, RecallPost: after, RunsPre: pre, RunsPost: post}}
	}
	if recallLines(nil) != nil || recallLines([]benchmarkAt{at(recallOf(3, 12), recallOf(6, 12), 1, 1)}) != nil {
		t.Error("one cycle makes no line")
	}
	for _, c := range []struct {
		name     string
		at       []benchmarkAt
		title, N string
		after    string
	}{
		{"two", []benchmarkAt{at(recallOf(3, 12), recallOf(6, 12), 1, 2), at(recallOf(6, 12), recallOf(9, 12), 3, 4)}, "Recall went from 0.25 to 0.75 over 2 cycles", "n = 10 measured runs",
			"0: 6 of 12 (0.50), 1: 9 of 12 (0.75)"},
		{"the first is not measured", []benchmarkAt{at(none, recallOf(6, 12), 0, 1), at(recallOf(6, 12), recallOf(9, 12), 0, 0)}, "Recall over 2 cycles", "n = 1 measured run", "0: 6 of 12 (0.50), 1: 9 of 12 (0.75)"},
		{"the last is not measured", []benchmarkAt{at(recallOf(3, 12), recallOf(6, 12), 1, 1), at(recallOf(6, 12), none, 1, 0)}, "Recall over 2 cycles", "n = 3 measured runs", "0: 6 of 12 (0.50), 1: not measured"},
	} {
		chart := recallLines(c.at)
		var after []string
		for _, p := range chart.Series[1].Points {
			after = append(after, fmt.Sprintf("%g: %s", p.X, p.Label))
			if known := p.Label != "not measured"; (p.Value != nil) != known || p.Value != nil && *p.Value != p.Y {
				t.Errorf("%s: %+v", c.name, p)
			}
		}
		if got := strings.Join(after, ", "); chart.Title != c.title || chart.N != c.N || got != c.after || *chart.Y.Min != 0 || *chart.Y.Max != 1 {
			t.Errorf("%s: %q, %q, %q; want %q, %q, %q", c.name, chart.Title, chart.N, got, c.title, c.N, c.after)
		}
	}
}

// What the latest lever lost and gained stands before what ever changed.
func TestTitleOfTheMatrix(t *testing.T) {
	cycle := func(lost, gained []string) report.Cycle {
		return report.Cycle{Benchmarks: []report.Benchmark{{Lost: lost}, {Gained: gained}}}
	}
	two := []string{"B1", "B2"}
	for _, c := range []struct {
		cycles  []report.Cycle
		changed int
		want    string
	}{
		{nil, 1, "1 bug changed between found and missed at some time"},
		{[]report.Cycle{cycle(nil, nil)}, 3, "3 bugs changed between found and missed at some time"},
		{[]report.Cycle{cycle(two, nil)}, 3, "Latest cycle: 2 bugs lost, 0 gained; 3 bugs changed between found and missed at some time"},
		{[]report.Cycle{cycle(nil, two[:1])}, 3, "Latest cycle: 0 bugs lost, 1 gained; 3 bugs changed between found and missed at some time"},
		{[]report.Cycle{cycle(two[:1], two[:1])}, 3, "Latest cycle: 1 bug lost, 1 gained; 3 bugs changed between found and missed at some time"},
		{[]report.Cycle{cycle(two, two), cycle(nil, nil)}, 3, "3 bugs changed between found and missed at some time"},
	} {
		if got := matrixTitle(c.cycles, c.changed); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A row of a recomputed recall names the lists and the first thirty matches, and is a warning where the log
// reports another recall.
func TestRowOfARecomputedRecall(t *testing.T) {
	row := func(m report.RecallRun) (string, int) {
		r := recomputedRow("bench", "before", m)
		return strings.Join(toldRows(&report.Table{Rows: []report.Row{{Role: r.Role, Cells: r.Cells}}}), ""), len(r.Evidence)
	}
	with := func(check string, more func(*report.Recomputed)) report.RecallRun {
		x := &report.Recomputed{Rate: rateOf(3, 12), Check: check}
		if more != nil {
			more(x)
		}
		return report.RecallRun{Reported: report.Known(0.25), Runner: " goose ", Version: "1.2", Recomputed: x}
	}
	uncounted := func(den int64) func(*report.Recomputed) {
		return func(x *report.Recomputed) {
			x.Rate = report.Rate{Den: den, Value: report.Missing("no_list"), Lo: report.Missing("no_list"), Hi: report.Missing("no_list")}
		}
	}
	for _, c := range []struct {
		name  string
		m     report.RecallRun
		want  string
		cited int // the measurement, the lists that have a name, and two for each match
	}{
		{"no log", report.RecallRun{Reported: report.Missing("no_data")}, "bench|before|n/a (nothing was observed)|n/a||||", 1},
		{"it agrees", with(recall.RecallAgrees, nil), "bench|before|0.25|3 of 12 (25 %)|13–63 %|||goose 1.2", 1},
		{"it differs", with(recall.RecallDiffers, nil), "warn: bench|before|0.25|3 of 12 (25 %)|13–63 %|||goose 1.2", 1},
		{"its lists have names", with(recall.RecallAgrees, func(x *report.Recomputed) { x.Reference.File, x.Own.File = "ref", "own" }), "bench|before|0.25|3 of 12 (25 %)|13–63 %|||goose 1.2", 3},
		{"matches", with(recall.RecallAgrees, func(x *report.Recomputed) { x.Matches = make([]report.BugMatch, 2) }), "bench|before|0.25|3 of 12 (25 %)|13–63 %|||goose 1.2", 5},
		{"many matches", with(recall.RecallAgrees, func(x *report.Recomputed) { x.Matches = make([]report.BugMatch, 31) }), "bench|before|0.25|3 of 12 (25 %)|13–63 %|||goose 1.2", 61},
		{"not counted", with("", uncounted(12)), "bench|before|0.25|n/a of 12||||goose 1.2", 1},
		{"not counted, of nobody knows how many", with("", uncounted(0)), "bench|before|0.25|n/a||||goose 1.2", 1},
	} {
		if got, cited := row(c.m); got != c.want || cited != c.cited {
			t.Errorf("%s: %s citing %d, want %s citing %d", c.name, got, cited, c.want, c.cited)
		}
	}
}

// Recalls are recomputed where some run is linked with its log; runs of one side are numbered.
func TestRecomputedBlocks(t *testing.T) {
	cycle := func(before, after []report.RecallRun) *report.Cycle {
		return &report.Cycle{Key: "c", Cycle: "c", Benchmarks: []report.Benchmark{
			{Benchmark: "b", RecallPre: report.Recall{Runs: before}, RecallPost: report.Recall{Runs: after}},
		}}
	}
	linked, alone := report.RecallRun{Run: "playbook:1"}, report.RecallRun{}
	for _, c := range []struct {
		c    *report.Cycle
		want string
	}{
		{cycle(nil, nil), ""},
		{cycle([]report.RecallRun{alone}, []report.RecallRun{alone}), ""},
		{cycle([]report.RecallRun{linked}, []report.RecallRun{alone}), "before, after"},
		{cycle([]report.RecallRun{alone}, []report.RecallRun{linked, alone}), "before, after, run 1, after, run 2"},
	} {
		var sides []string
		for _, b := range recomputedBlocks(c.c) {
			for _, r := range b.Table.Rows {
				sides = append(sides, r.Cells[1].Text)
			}
		}
		if got := strings.Join(sides, ", "); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Rates that are not known leave their place empty; too few runs have no interval.
func TestDots(t *testing.T) {
	names := []string{"a", "b", "c", "d"}
	rates := []report.Rate{rateOf(1, 2), {Value: report.Missing("no_data")}, rateOf(1, 3), rateOf(2, 4)}
	c := dots("id", "title", "n = 4", report.Axis{Title: "Rate"}, names, rates, report.RoleBad)
	var got []string
	for _, p := range c.Series[0].Points {
		got = append(got, fmt.Sprintf("%g %.2f %v %v", p.Y, p.X, p.Lo != nil, p.Hi != nil))
	}
	if s := strings.Join(got, ", "); s != "0 0.50 false false, 2 0.33 true true, 3 0.50 true true" {
		t.Errorf("%s", s)
	}
	if *c.X.Min != 0 || c.Series[0].Name != "Rate" || c.Series[0].Role != report.RoleBad {
		t.Errorf("%+v", c)
	}
}
