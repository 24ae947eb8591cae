package present

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
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
		{"one, level", []report.Benchmark{same}, "The one benchmark compared moved by no more than the noise floor", []string{"before the lever: 1", "after the lever: 1", "within the noise floor of 0.05: 1"}},
		{"two, level, one with repeats", []report.Benchmark{same, noisy}, "None of 2 benchmarks moved by more than the noise floor",
			[]string{"before the lever: 2", "after the lever: 2", "within the noise floor of 0.05: 2", "run-to-run noise (95 %): 1"}},
		{"one fell", []report.Benchmark{same, fell}, "fell fell (−0.25); 1 of 2 moved by no more than the noise floor", []string{"before the lever: 2", "after the lever: 2", "within the noise floor of 0.05: 2"}},
		{"all moved", []report.Benchmark{fell, worse, rose}, "2 benchmarks fell, worse most (−0.50) and rose rose (+0.50)", []string{"before the lever: 3", "after the lever: 3", "within the noise floor of 0.05: 3"}},
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
		c.Verdict.Logged, c.Verdict.Decision = v, v
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
	c := trajectoryChart(cycles, all, beforeLever)
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
	all[1] = report.Trajectory{Benchmark: "router", Side: "post", Status: string(stat.ChangeTooFew), Cycles: []string{"cycle-0", "cycle-3"}, Values: []report.Number{value(0.5), value(0.8)}}
	after := trajectoryChart(cycles, all, afterLever)
	if after.ID == c.ID || after.Title != "Recall after the lever: no benchmark was measured in the 8 cycles that it takes to look for changes" || after.Series[0].Points[3].Y != 0.8 || strings.Contains(after.N, "control") {
		t.Errorf("after the lever: %s, %q, %s, %+v", after.ID, after.Title, after.N, after.Series)
	}
	all[0].QBH = value(0.2) // of several series, one changes by chance
	if got := trajectoryChart(cycles, all, beforeLever).Title; got != "No change of level was found in recall before the lever" {
		t.Errorf("title %q", got)
	}
	all = append(all, report.Trajectory{Benchmark: "queue", Side: "pre", Status: string(stat.ChangeTooFew), Cycles: []string{"cycle-0"}, Values: []report.Number{value(0.4)}})
	if got := trajectoryChart(cycles, all, beforeLever).Title; got != "No change of level was found in recall before the lever; 1 of 2 benchmarks have too few cycles" {
		t.Errorf("title %q", got)
	}
	all[0].QBH, all[0].Changes = value(0.04), []report.Change{{Cycle: "cycle-9", Step: value(0.3)}}
	if got := trajectoryChart(cycles, all[:1], beforeLever); got.Title != "Recall before the lever changed its level once, before what is drawn" || len(got.Marks) != 2 {
		t.Errorf("a change in a cycle that is not drawn: title %q, marks %+v", got.Title, got.Marks)
	}
	all[0].Changes = []report.Change{{Cycle: "cycle-1", Step: value(0.3)}, {Cycle: "cycle-3", Step: value(-0.2)}}
	if got := trajectoryChart(cycles, all[:1], beforeLever); got.Title != "Recall before the lever changed its level 2 times" || len(got.Marks) != 4 {
		t.Errorf("two changes: title %q, marks %+v", got.Title, got.Marks)
	}
	if trajectoryChart(cyclesOf("ship", "ship"), all, beforeLever) != nil {
		t.Error("two cycles are no trajectory")
	}
}

func TestManyMarksHaveNoRoomForNames(t *testing.T) {
	cycles := cyclesOf("ship", "ship", "ship", "ship", "ship", "ship", "ship")
	all := []report.Trajectory{{Benchmark: "router", Side: "pre", Status: "too_few", Cycles: []string{"cycle-0"}, Values: []report.Number{report.Known(0.5)}}}
	for _, m := range trajectoryChart(cycles, all, beforeLever).Marks {
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
	c := trajectoryChart(cycles, all, beforeLever)
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

func TestConcurrencyAgainstTheCap(t *testing.T) {
	for _, tt := range []struct {
		peak int64
		cap  report.Whole
		want string
	}{
		{1, metric.None("not_reported"), "kahn ran at most 1 attempt at once, first on 2026-03-01"},
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
	if attemptChart(nil, nil) != nil || commandChart(nil) != nil {
		t.Error("a chart of nothing")
	}
	c := attemptChart([]report.AttemptDuration{row("test", true, 60, 90), row("build", true, 30, 40), row("build", false, 10, 20), row("lint", false, 5, 6)}, nil)
	if want := []string{"test", "build", "lint"}; !slices.Equal(c.Y.Categories, want) {
		t.Errorf("rows %q, want %q", c.Y.Categories, want)
	}
	if want := []string{"passed: 2", "failed: 2"}; !slices.Equal(drawnIn(c), want) {
		t.Errorf("series %q, want %q", drawnIn(c), want)
	}
	if c.X.Log {
		t.Error("a logarithm for numbers that are near each other")
	}
	failed := attemptChart([]report.AttemptDuration{row("lint", false, 5, 6)}, nil)
	if want := "No attempt passed; half of those at lint failed after more than 5 s"; !strings.HasPrefix(failed.Title, "No attempt passed") {
		t.Errorf("title %q, want %q", failed.Title, want)
	}
	if notCounted := attemptChart([]report.AttemptDuration{row("test", true, 7200, 9000), row("lint", true, 2, 3)}, nil); !notCounted.X.Log {
		t.Error("no logarithm for numbers that are thousands of times apart")
	}
}

func TestFindingsByCode(t *testing.T) {
	find := func(code, severity string, times int64) report.Finding {
		return report.Finding{Code: code, Severity: severity, Count: times, File: code + ".jsonl", Message: "a " + code}
	}
	one := codeChart(byCode([]report.Finding{find("torn_line", "warning", 1)}))
	if want := "One kind of finding: a torn_line, once"; one.Title != want {
		t.Errorf("title %q, want %q", one.Title, want)
	}
	var all []report.Finding
	for i := range 2 * maxCodes {
		all = append(all, find(fmt.Sprintf("code_%02d", i), []string{"error", "warning", "info"}[i%3], int64(i+1)))
	}
	c := codeChart(byCode(all))
	if len(c.Y.Categories) != maxCodes || c.Y.Categories[0] != "code_39" || !strings.Contains(c.N, "the most urgent 20") {
		t.Errorf("%d codes, the first %s, %s", len(c.Y.Categories), c.Y.Categories[0], c.N)
	}
	if row := codeTable(byCode(all)).Rows[0]; row.Cells[0].Text != c.Y.Categories[0] || !row.Cells[0].Code {
		t.Errorf("the chart calls %q what the table calls %q", c.Y.Categories[0], row.Cells[0].Text)
	}
	if want := []string{"errors: 14", "warnings: 6"}; !slices.Equal(drawnIn(c), want) {
		t.Errorf("series %q, want %q", drawnIn(c), want)
	}
}

func TestOutcomesByRunDate(t *testing.T) {
	type ended struct{ night, result string }
	count := func(all []ended) (nights []metric.NightOutcomes) {
		for _, e := range all {
			i := slices.IndexFunc(nights, func(n metric.NightOutcomes) bool { return n.Night == e.night })
			if i < 0 {
				i = len(nights)
				nights = append(nights, metric.NightOutcomes{Night: e.night, Count: map[string]int64{}})
			}
			nights[i].Count[e.result]++
		}
		return nights
	}
	for _, tt := range []struct {
		name   string
		runs   []ended
		title  string
		series []string
	}{
		{"one date is no mix by date", []ended{{"2026-03-01", "passed"}}, "", nil},
		{"all well", []ended{{"2026-03-01", "passed"}, {"2026-03-02", "passed"}}, "No run failed on any run date", []string{"passed: 2"}},
		{"one a date", []ended{{"2026-03-01", "failed"}, {"2026-03-01", "flaky"}, {"2026-03-02", "stalled"}},
			"1 of 3 failed, at most one on a run date", []string{"flaky: 1", "failed: 1", "other: 1"}},
		{"a bad date", []ended{{"2026-03-01", "canceled"}, {"2026-03-02", "failed"}, {"2026-03-02", "failed"}},
			"2 of 3 failed, most on 2026-03-02: 2", []string{"failed: 1", "other: 1"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := nightMixChart(count(tt.runs), nil)
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
	of := func(won, n int) report.Rate { return metric.RateOf(won, n) }
	if got := winTitle([]string{"a", "b"}, []report.Rate{of(1, 1), of(6, 8)}); got != "b won most often: 6 of 8" {
		t.Errorf("got %q", got)
	}
	if got := winTitle([]string{"a", "b", "c"}, []report.Rate{of(0, 2), of(1, 2), of(1, 2)}); got != "2 competitors won as often as each other, and none more for certain: 1 of 2 each" {
		t.Errorf("got %q", got)
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
	if c := deltaInterval(report.Benchmark{DeltaLo: report.Known(-0.49), DeltaHi: report.Known(0.04)}); c.Text != "−0.49 to +0.04" || c.Sort == nil || *c.Sort != 0.04 {
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
		{cycles(2, -0.01, "within_noise"), "No benchmark fell by the noise floor or more"},
		{cycles(2, -0.2, "regressed"), "Largest fall: down with lever-0 (−0.20); 2 of 4 comparisons fell by the noise floor or more"},
		{cycles(11, -0.01, "within_noise"), "No benchmark fell by the noise floor or more in the latest 10 cycles"},
	} {
		if got := leverChart(c.cycles).Title; got != c.want {
			t.Errorf("%s\nwant %s", got, c.want)
		}
	}
}

func TestBugMatrixShowsLossesAndGains(t *testing.T) {
	const found, missed, unknown = stat.Found, stat.Missed, stat.Unknown
	grid := recall.BugGrid{Columns: []string{"a", "b", "c", "d"}, Cycles: 2, Bugs: []recall.BugRow{
		{Benchmark: "router", Bug: "B1", Results: []stat.Result{found, missed, found, found}},
		{Benchmark: "router", Bug: "B2", Results: []stat.Result{found, found, missed, found}},
		{Benchmark: "router", Bug: "B3", Results: []stat.Result{missed, missed, found, unknown}},
		{Benchmark: "router", Bug: "B9", Results: []stat.Result{unknown, unknown, unknown, missed}},
	}}
	c := bugMatrix(grid, nil)
	if c == nil {
		t.Fatal("not drawn")
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

func TestBugMatrixOfBugsThatNeverChanged(t *testing.T) {
	grid := recall.BugGrid{Columns: []string{"a", "b"}, Cycles: 2, Bugs: []recall.BugRow{
		{Benchmark: "router", Bug: "B1", Results: []stat.Result{stat.Found, stat.Found}},
		{Benchmark: "router", Bug: "B2", Results: []stat.Result{stat.Missed, stat.Unknown}},
	}}
	c := bugMatrix(grid, nil)
	if c == nil || c.Title != "No bug changed between found and missed: 1 always found, 1 always missed" || len(c.Y.Categories) != 2 {
		t.Errorf("drawn as %+v", c)
	}
	grid.Columns = grid.Columns[:1]
	if bugMatrix(grid, nil) != nil {
		t.Error("one run has nothing to compare")
	}
}

// The chart of a night answers how many ended badly, and every bar has the look of what
// its outcome is summed up to.
func TestEndingChart(t *testing.T) {
	for _, tt := range []struct {
		name, title, bars string
		outcomes          []string
	}{
		{"some failed", "2 of 6 runs failed: 2 broken", "passed: fine; failed: broken; other: held up, not said, stuck",
			[]string{"broken failed", "fine passed", "broken failed", "stuck stalled", "held up blocked", " unknown"}},
		{"none failed", "None of 3 runs failed", "passed: fine; other: unfinished", []string{"fine passed", "fine passed", "unfinished open"}},
		{"a word for two ends", "1 of 3 runs failed: 1 fine", "passed: fine, odd; failed: fine", []string{"fine passed", "fine failed", "odd passed"}},
		{"all alike", "", "", []string{"broken failed", "broken failed"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var runs []*report.Run
			for _, o := range tt.outcomes {
				at := strings.LastIndex(o, " ")
				runs = append(runs, &report.Run{RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Outcome: o[:at], Result: o[at+1:]}})
			}
			title, bars := "", []string(nil)
			if c := endingChart(runs); c != nil {
				title = c.Title
				for _, s := range c.Series {
					var names []string
					for _, p := range s.Points {
						names = append(names, c.Y.Categories[int(p.Y)])
					}
					bars = append(bars, s.Name+": "+strings.Join(names, ", "))
				}
			}
			if got := strings.Join(bars, "; "); title != tt.title || got != tt.bars {
				t.Errorf("%q with %q, want %q with %q", title, got, tt.title, tt.bars)
			}
		})
	}
}

func TestEveryReasonHasWords(t *testing.T) {
	for _, why := range []string{recall.UnlinkedNoWindow, recall.UnlinkedNoLog, recall.UnlinkedElsewhen, recall.UnlinkedState, recall.UnlinkedSeveral, recall.UnlinkedShared,
		recall.ReferenceNotNamed, recall.ReferenceNotRead, recall.ReferenceAmbiguous, recall.ReferenceLater, recall.ReferenceIsOwn, recall.ReferenceEmpty, recall.NoOwnList, recall.ListTooLong,
		recall.BugNoFile, recall.OwnNoFile, recall.BugNoLines, recall.BugNoTitle, recall.BugOtherFile, recall.BugAllMatched, recall.BugNotSimilar} {
		if joinWords[why] == "" {
			t.Errorf("no words for %s", why)
		}
	}
	for _, key := range recall.MatchKeys {
		if keyWords[key] == "" {
			t.Errorf("no words for the key %s", key)
		}
	}
	if got := unmatchedWords([]report.UnmatchedBug{{Reason: recall.BugNoFile}, {Reason: recall.BugOtherFile}, {Reason: recall.BugNoFile}}); got != "1: no bug of the run in its file; 2: the reference list names no file" {
		t.Error(got)
	}
}

// Passed, flaky and failed have a look of their own, every other result shares one.
func TestEveryResultHasALook(t *testing.T) {
	for _, r := range table.Results() {
		result := string(r)
		want := map[table.Result]report.Role{table.Passed: report.RoleGood, table.Flaky: report.RoleWarn, table.Failed: report.RoleBad}[r]
		if role := look(result); role != cmp.Or(want, report.RoleUnknown) {
			t.Errorf("what is %s looks %q", result, role)
		}
	}
}
