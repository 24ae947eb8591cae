package analyze

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// recallOf is a recall of found of so many bugs, in one run.
func recallOf(found, of int64) report.Recall {
	r := stat.NewRate(int(found), int(of))
	return report.Recall{Value: report.Known(r.Value), Num: report.Count(found), Den: report.Count(of), Lo: report.Known(r.Lo), Hi: report.Known(r.Hi), Runs: make([]report.RecallRun, 1)}
}

func compared12(name string, before, after int64, class stat.DeltaClass) report.Benchmark {
	return report.Benchmark{Benchmark: name, RunsPre: 1, RunsPost: 1, RecallPre: recallOf(before, 12), RecallPost: recallOf(after, 12),
		Delta: report.Known(float64(after-before) / 12), Class: string(class), Band: report.Missing("not_measured")}
}

func TestDumbbell(t *testing.T) {
	same, fell := compared12("same", 6, 6, stat.DeltaWithinNoise), compared12("fell", 9, 6, stat.DeltaRegressed)
	worse, rose := compared12("worse", 9, 3, stat.DeltaRegressed), compared12("rose", 3, 9, stat.DeltaImproved)
	noisy := same
	noisy.Band = report.Known(0.1)
	unmeasured := report.Benchmark{Benchmark: "unmeasured", RecallPre: report.Recall{Value: report.Missing("no_data")}, RecallPost: report.Recall{Value: report.Missing("no_data")}, Delta: report.Missing("no_data")}
	before := report.Benchmark{Benchmark: "half", RecallPre: recallOf(3, 12), RecallPost: report.Recall{Value: report.Missing("no_data")}, Delta: report.Missing("no_data")}
	for _, tt := range []struct {
		name       string
		benchmarks []report.Benchmark
		title      string
		series     []string // name: points
	}{
		{"nothing was measured", []report.Benchmark{unmeasured}, "", nil},
		{"one side", []report.Benchmark{before}, "No benchmark has a recall on both sides of the lever", []string{"before the lever: 1", "after the lever: 0"}},
		{"one, level", []report.Benchmark{same}, "The one benchmark compared moved by no more than the noise floor", []string{"before the lever: 1", "after the lever: 1", "within the floor of 0.05: 1"}},
		{"two, level, one with repeats", []report.Benchmark{same, noisy}, "None of 2 benchmarks moved by more than the noise floor",
			[]string{"before the lever: 2", "after the lever: 2", "within the floor of 0.05: 2", "within measured noise (95 %): 1"}},
		{"one fell", []report.Benchmark{same, fell}, "fell fell (−0.25); 1 of 2 moved by no more than the noise floor", []string{"before the lever: 2", "after the lever: 2", "within the floor of 0.05: 2"}},
		{"all moved", []report.Benchmark{fell, worse, rose}, "2 benchmarks fell, worse most (−0.50) and rose rose (+0.50)", []string{"before the lever: 3", "after the lever: 3", "within the floor of 0.05: 3"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := dumbbell(&report.Cycle{Key: "c", Cycle: "c", NoiseFloor: report.Known(0.05), Benchmarks: tt.benchmarks})
			if c == nil {
				if tt.series != nil {
					t.Error("not drawn")
				}
				return
			}
			if c.Title != tt.title {
				t.Errorf("title %q, want %q", c.Title, tt.title)
			}
			if got := drawnIn(c); !slices.Equal(got, tt.series) {
				t.Errorf("series %q, want %q", got, tt.series)
			}
			if len(c.Table.Rows) != len(c.Y.Categories) {
				t.Errorf("%d rows for %d benchmarks", len(c.Table.Rows), len(c.Y.Categories))
			}
		})
	}
}

func drawnIn(c *report.Chart) (out []string) {
	for _, s := range c.Series {
		out = append(out, fmt.Sprintf("%s: %d", s.Name, len(s.Points)))
	}
	return out
}

// cyclesOf is one cycle a day with the verdicts, each with its lever.
func cyclesOf(verdicts ...string) (all []report.Cycle) {
	for i, v := range verdicts {
		c := report.Cycle{Key: fmt.Sprint("c", i), Cycle: fmt.Sprint("cycle-", i), Lever: fmt.Sprint("lever-", i), StartedAt: time.Date(2026, 3, 1+i, 0, 0, 0, 0, time.UTC)}
		c.Verdict.Logged = v
		all = append(all, c)
	}
	return all
}

func TestTrajectoryShowsLeversAndChanges(t *testing.T) {
	cycles := cyclesOf("ship", "revert", "ship", "iterate")
	value := func(v float64) report.Number { return report.Known(v) }
	all := []report.Trajectory{
		{Benchmark: "router", Side: "pre", Status: string(stat.ChangeOK), Cycles: []string{"cycle-0", "cycle-1", "cycle-3"}, Values: []report.Number{value(0.4), value(0.4), value(0.7)},
			Changes: []report.Change{{Cycle: "cycle-3", Step: value(0.3)}}, QBH: value(0.04)},
		{Benchmark: "router", Side: "post"},
	}
	c := trajectoryChart(cycles, all)
	if c == nil {
		t.Fatal("not drawn")
	}
	if want := "Recall before the lever changed its level once: router +0.30"; c.Title != want {
		t.Errorf("title %q, want %q", c.Title, want)
	}
	var marks []string
	for _, m := range c.Marks {
		marks = append(marks, fmt.Sprintf("%s at %g", m.Name, m.At))
		if !m.OnX {
			t.Errorf("%s is not a moment", m.Name)
		}
	}
	if want := []string{"shipped lever-0 at 0.5", "shipped lever-2 at 2.5", "level: router +0.30 at 2.5"}; !slices.Equal(marks, want) {
		t.Errorf("marks %q, want %q", marks, want)
	}
	if len(c.Series) != 1 || len(c.Series[0].Points) != 4 || c.Series[0].Points[2].Value != nil {
		t.Errorf("a cycle without a run has to break the line: %+v", c.Series)
	}
	if got := c.Table.Rows[2].Cells; got[len(got)-1].Reason == "" {
		t.Errorf("a cycle without a run has no reason: %+v", got)
	}
	all[0].QBH = value(0.2) // of several series, one changes by chance
	if got := trajectoryChart(cycles, all).Title; got != "No change of level was found in recall before the lever" {
		t.Errorf("title %q", got)
	}
	all = append(all, report.Trajectory{Benchmark: "queue", Side: "pre", Status: string(stat.ChangeTooFew), Cycles: []string{"cycle-0"}, Values: []report.Number{value(0.4)}})
	if got := trajectoryChart(cycles, all).Title; got != "No change of level was found in recall before the lever; 1 of 2 benchmarks have too few cycles to tell" {
		t.Errorf("title %q", got)
	}
	if trajectoryChart(cyclesOf("ship", "ship"), all) != nil {
		t.Error("two cycles are no trajectory")
	}
}

func TestManyMarksHaveNoRoomForNames(t *testing.T) {
	cycles := cyclesOf("ship", "ship", "ship", "ship", "ship", "ship", "ship")
	all := []report.Trajectory{{Benchmark: "router", Side: "pre", Status: "too_few", Cycles: []string{"cycle-0"}, Values: []report.Number{report.Known(0.5)}}}
	for _, m := range trajectoryChart(cycles, all).Marks {
		if m.Name != "shipped" {
			t.Errorf("a mark of six is called %q", m.Name)
		}
	}
}

// More benchmarks than there are looks: those that changed are drawn, and it is said.
func TestTrajectoryDrawsWhatChanged(t *testing.T) {
	cycles, all := cyclesOf("", "", ""), []report.Trajectory(nil)
	for i := range 9 {
		tr := report.Trajectory{Benchmark: fmt.Sprint("b", i), Side: "pre", Status: string(stat.ChangeOK), Cycles: []string{"cycle-0"}, Values: []report.Number{report.Known(0.5)}}
		if i == 8 {
			tr.Changes, tr.QBH = []report.Change{{Cycle: "cycle-1", Step: report.Known(-0.2)}}, report.Known(0.01)
		}
		all = append(all, tr)
	}
	c := trajectoryChart(cycles, all)
	if len(c.Series) != len(trajectoryRoles) || c.Series[0].Name != "b8" || !strings.Contains(c.N, "6 of 9 benchmarks") {
		t.Errorf("%d lines, the first %s, %s", len(c.Series), c.Series[0].Name, c.N)
	}
}

func TestCausesAddUp(t *testing.T) {
	cause := func(name string, n int64, lost float64) report.StopCause {
		c := report.StopCause{Cause: name, Count: n, LostS: report.Missing("no_data")}
		if lost > 0 {
			c.LostS = report.Known(lost)
		}
		return c
	}
	if causeChart(nil) != nil || causeChart([]report.StopCause{cause("stall", 2, 0)}) != nil {
		t.Error("a chart of no time")
	}
	one := causeChart([]report.StopCause{cause("stall", 2, 600)})
	if want := "All of the 10 min that went into what stopped was lost to stall"; one.Title != want {
		t.Errorf("title %q, want %q", one.Title, want)
	}
	c := causeChart([]report.StopCause{cause("budget", 2, 5400), cause("stall", 1, 1800), cause("signal", 3, 0)})
	var labels []string
	for _, p := range c.Series[0].Points {
		labels = append(labels, p.Label)
	}
	if want := []string{"1 h 30 min, 2 units, 75 % of all", "30 min, 1 unit, 100 % so far"}; !slices.Equal(labels, want) {
		t.Errorf("labels %q, want %q", labels, want)
	}
	if !strings.HasSuffix(c.N, "3 more have no time") {
		t.Errorf("what has no time is not counted: %s", c.N)
	}
}

func TestInstants(t *testing.T) {
	at := func(s int) time.Time { return time.Date(2026, 3, 1, 0, 0, s, 0, time.UTC) }
	got := instants([]change{{at(0), 1}, {at(10), -1}, {at(5), 1}, {at(10), 1}, {at(20), -1}, {at(20), -1}})
	want := []Instant{{at(0), 1}, {at(5), 2}, {at(10), 2}, {at(20), 0}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var many []change
	for i := range 5 * maxInstants {
		many = append(many, change{at(2 * i), 1}, change{at(2*i + 3), -1})
	}
	reduced := instants(many)
	if len(reduced) > maxInstants+1 {
		t.Errorf("%d instants", len(reduced))
	}
	for _, x := range reduced[1 : len(reduced)-1] {
		if x.N != 2 {
			t.Fatalf("the most at %s is %d, want 2", x.At, x.N)
		}
	}
}

func TestConcurrencyAgainstTheCap(t *testing.T) {
	for _, tt := range []struct {
		peak int64
		cap  report.Whole
		want string
	}{
		{1, none("not_reported"), "kahn ran at most 1 attempt at once, first on 2026-03-01"},
		{3, report.Count(2), "kahn ran at most 3 attempts at once, first on 2026-03-01: more than the 2 that its settings allow"},
		{2, report.Count(2), "kahn ran at most 2 attempts at once, first on 2026-03-01: all that its settings allow"},
		{2, report.Count(4), "kahn ran at most 2 attempts at once, first on 2026-03-01, of 4 that its settings allow"},
	} {
		got := concurrencyTitle(report.Concurrency{System: "kahn", Peak: tt.peak, PeakAt: time.Date(2026, 3, 1, 5, 0, 0, 0, time.UTC), Cap: tt.cap})
		if got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestAttemptsThatConvergedStandBesideThoseThatFailed(t *testing.T) {
	row := func(step string, converged bool, p50, longest float64) report.AttemptDuration {
		return report.AttemptDuration{System: "kahn", Subject: "ci", Step: step, Converged: converged, N: 3, P50S: report.Known(p50), MaxS: report.Known(longest)}
	}
	if attemptChart(nil) != nil || commandChart(nil) != nil {
		t.Error("a chart of nothing")
	}
	c := attemptChart([]report.AttemptDuration{row("test", true, 60, 90), row("build", true, 30, 40), row("build", false, 10, 20), row("lint", false, 5, 6)})
	if want := []string{"test", "build", "lint"}; !slices.Equal(c.Y.Categories, want) {
		t.Errorf("rows %q, want %q", c.Y.Categories, want)
	}
	if want := []string{"converged: 2", "failed: 2"}; !slices.Equal(drawnIn(c), want) {
		t.Errorf("series %q, want %q", drawnIn(c), want)
	}
	if c.X.Log {
		t.Error("a logarithm for numbers that are near each other")
	}
	failed := attemptChart([]report.AttemptDuration{row("lint", false, 5, 6)})
	if want := "No attempt converged; half of those at lint failed after more than 5 s"; !strings.HasPrefix(failed.Title, "No attempt converged") {
		t.Errorf("title %q, want %q", failed.Title, want)
	}
	if apart := attemptChart([]report.AttemptDuration{row("test", true, 7200, 9000), row("lint", true, 2, 3)}); !apart.X.Log {
		t.Error("no logarithm for numbers that are thousands of times apart")
	}
}

func TestFindingsByCode(t *testing.T) {
	find := func(code, severity string, times int64) report.Finding {
		return report.Finding{Code: code, Severity: severity, Count: times, File: code + ".jsonl", Message: "a " + code}
	}
	one := codeChart(byCode([]report.Finding{find("torn_line", "look", 1)}))
	if want := "One kind of finding: a torn_line, once"; one.Title != want {
		t.Errorf("title %q, want %q", one.Title, want)
	}
	var all []report.Finding
	for i := range 2 * maxCodes {
		all = append(all, find(fmt.Sprintf("code_%02d", i), []string{"act", "look", "know"}[i%3], int64(i+1)))
	}
	c := codeChart(byCode(all))
	if len(c.Y.Categories) != maxCodes || c.Y.Categories[0] != "code_39" || !strings.Contains(c.N, "the most urgent 20") {
		t.Errorf("%d codes, the first %s, %s", len(c.Y.Categories), c.Y.Categories[0], c.N)
	}
	if row := codeTable(byCode(all)).Rows[0]; row.Cells[0].Text != c.Y.Categories[0] || !row.Cells[0].Code {
		t.Errorf("the chart calls %q what the table calls %q", c.Y.Categories[0], row.Cells[0].Text)
	}
	if want := []string{"to act on: 14", "to look at: 6"}; !slices.Equal(drawnIn(c), want) {
		t.Errorf("series %q, want %q", drawnIn(c), want)
	}
}

func TestNightsThatEndedBadly(t *testing.T) {
	ended := func(night, outcome string) *Measured {
		return &Measured{Sample: Sample{Category: outcome}, System: "kahn", Night: night}
	}
	for _, tt := range []struct {
		name    string
		samples []*Measured
		title   string
		series  []string
	}{
		{"one night is no mix by night", []*Measured{ended("2026-03-01", "clean")}, "", nil},
		{"no start, no night", []*Measured{ended("", "clean"), ended("2026-03-01", "clean")}, "", nil},
		{"all well", []*Measured{ended("2026-03-01", "clean"), ended("2026-03-02", "clean")}, "No night is known to have ended badly", []string{"ended well: 2"}},
		{"one a night", []*Measured{ended("2026-03-02", "stuck"), ended("2026-03-01", "failed"), ended("2026-03-01", "clean_with_flake")},
			"2 of 3 ended badly, no more than one a night", []string{"with a retry, in part or out of budget: 1", "ended badly: 2"}},
		{"a bad night", []*Measured{ended("2026-03-01", "a word of its own"), ended("2026-03-02", "stuck"), ended("2026-03-02", "stuck")},
			"2 of 3 ended badly, most in the night of 2026-03-02: 2", []string{"ended badly: 1", "neither: 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := nightMixChart(OutcomesByNight(&Samples{by: map[string][]*Measured{outcomeMix.Name: tt.samples}}), nil)
			if c == nil {
				if tt.series != nil {
					t.Error("not drawn")
				}
				return
			}
			if c.Title != tt.title || !slices.Equal(drawnIn(c), tt.series) {
				t.Errorf("%q with %q, want %q with %q", c.Title, drawnIn(c), tt.title, tt.series)
			}
		})
	}
}

func TestLeversAreNamedWhereTheyDiffer(t *testing.T) {
	at := func(day int, lever string) *report.Cycle {
		return &report.Cycle{Cycle: "c", Lever: lever, StartedAt: time.Date(2026, 3, day, 0, 0, 0, 0, time.UTC)}
	}
	for _, tt := range []struct {
		cycles []*report.Cycle
		want   []string
	}{
		{[]*report.Cycle{at(1, "depth"), at(2, "breadth")}, []string{"depth", "breadth"}},
		{[]*report.Cycle{at(1, "depth"), at(2, "depth"), at(3, "breadth")}, []string{"2026-03-01", "2026-03-02", "2026-03-03"}},
		{[]*report.Cycle{at(1, ""), at(2, "breadth")}, []string{"2026-03-01", "2026-03-02"}},
	} {
		if got := leverNames(tt.cycles); !slices.Equal(got, tt.want) {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestOneWinOfOneIsNoRecord(t *testing.T) {
	of := func(won, n int) report.Rate { return rate(won, n) }
	if got := winTitle([]string{"a", "b"}, []report.Rate{of(1, 1), of(6, 8)}); got != "b won most often: 6 of 8" {
		t.Errorf("got %q", got)
	}
	if got := winTitle([]string{"a", "b", "c"}, []report.Rate{of(0, 2), of(1, 2), of(1, 2)}); got != "2 competitors won as often as each other, and none more for certain: 1 of 2 each" {
		t.Errorf("got %q", got)
	}
}

func TestBugMatrixHasAColumnForEachRun(t *testing.T) {
	of := func(found, missed string) measured {
		var m measured
		m.lists.Found, m.lists.Missed = strings.Fields(found), strings.Fields(missed)
		return m
	}
	cycles := []*cycle{{}, {}}
	for i, c := range cyclesOf("ship", "") {
		cycles[i].out = c
	}
	cycles[0].benchmarks = []*compared{{name: "router", pre: side{runs: []measured{of("B1 B2", "B3"), of("B2", "B1 B3")}}, post: side{runs: []measured{of("B1 B3", "B2")}}}}
	cycles[1].benchmarks = []*compared{{name: "router", pre: side{runs: []measured{of("B1 B2", "B9")}}}}
	c := bugMatrix(bugGrid(cycles), nil)
	if c == nil {
		t.Fatal("not drawn")
	}
	if want := []string{"2026-03-01 before 1", "2026-03-01 before 2", "2026-03-01 after", "2026-03-02 before"}; !slices.Equal(c.X.Categories, want) {
		t.Errorf("columns %q, want %q", c.X.Categories, want)
	}
	rows := make([][]string, len(c.Y.Categories))
	for _, p := range c.Series[0].Points {
		rows[int(p.Y)] = append(rows[int(p.Y)], p.State)
	}
	want := map[string]string{"router / B1": "found lost gained found", "router / B2": "found found lost gained", "router / B3": "missed missed gained unknown"}
	for y, name := range c.Y.Categories {
		if got := strings.Join(rows[y], " "); got != want[name] {
			t.Errorf("%s: %s, want %s", name, got, want[name])
		}
		delete(want, name)
	}
	if len(want) > 0 {
		t.Errorf("not drawn: %v", want)
	}
	if len(c.Table.Rows) != len(c.Y.Categories) || len(c.Table.Rows[0].Cells) != 5 {
		t.Errorf("the table has %d rows of %d cells", len(c.Table.Rows), len(c.Table.Rows[0].Cells))
	}
}

// A matrix draws whole cycles, as many of the latest as it has room for.
func TestBugMatrixKeepsToItsRoom(t *testing.T) {
	var cycles []*cycle
	for _, c := range cyclesOf("", "", "") {
		cycles = append(cycles, &cycle{out: c, benchmarks: []*compared{{name: "router", pre: side{runs: make([]measured, maxMatrixRuns/2-1)}}}})
	}
	if g := bugGrid(cycles); g.Cycles != 2 || len(g.Columns) != maxMatrixRuns-2 || g.Columns[0] != "2026-03-02 before 1" {
		t.Errorf("%d cycles in %d columns from %s on", g.Cycles, len(g.Columns), g.Columns[0])
	}
}

// What differences fit is sorted as a number, whatever its words are.
func TestReachesAreSorted(t *testing.T) {
	shifts := shiftTable([]report.Shift{{Step: "lint", Subject: "shop", LoS: report.Known(14), HiS: report.Known(122)}, {Step: "build", Subject: "shop", LoS: report.Known(-6), HiS: report.Known(6)}})
	for i, want := range []float64{122, 6} {
		if c := shifts.Rows[i].Cells[5]; c.Sort == nil || *c.Sort != want {
			t.Errorf("%q is sorted by %v, want %v", c.Text, c.Sort, want)
		}
	}
	if c := fits(report.Benchmark{DeltaLo: report.Known(-0.49), DeltaHi: report.Known(0.04)}); c.Text != "−0.49 to +0.04" || c.Sort == nil || *c.Sort != 0.04 {
		t.Errorf("%q is sorted by %v", c.Text, c.Sort)
	}
}

func TestTheLeverChartSaysNoMoreThanItDraws(t *testing.T) {
	cycles := func(n int, delta float64, class string) (all []report.Cycle) {
		for day := range n {
			all = append(all, report.Cycle{Lever: fmt.Sprint("lever-", day), StartedAt: time.Date(2026, 3, 1+day, 0, 0, 0, 0, time.UTC),
				Benchmarks: []report.Benchmark{{Benchmark: "up", Delta: report.Known(0.1), Class: "improved"}, {Benchmark: "down", Delta: report.Known(delta), Class: class}}})
		}
		return all
	}
	for _, c := range []struct {
		cycles []report.Cycle
		want   string
	}{
		{cycles(2, -0.01, "within_noise"), "No lever lowered a benchmark by the noise floor or more"},
		{cycles(2, -0.2, "regressed"), "The largest fall was down with lever-0 (−0.20); 2 of 4 comparisons fell by the noise floor or more"},
		{cycles(11, -0.01, "within_noise"), "No lever of the latest 10 cycles lowered a benchmark by the noise floor or more"},
	} {
		if got := leverChart(c.cycles).Title; got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}
