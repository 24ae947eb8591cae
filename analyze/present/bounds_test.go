package present

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
	"runreport/analyze/stat"
)

// second is so many seconds into a day.
func second(n float64) time.Time {
	return time.Date(2026, 3, 10, 1, 0, 0, 0, time.UTC).Add(time.Duration(n * float64(time.Second)))
}

// laneOf is a step with bars "kind from to", in seconds; to ? is open.
func laneOf(title string, bars ...string) *lane {
	kinds := map[string]int{"ok": spanConverged, "failed": spanFailed, "stalled": spanStalled, "ended": spanEnded, "open": spanOpen, "blocked": spanBlocked, "wait": spanWait, "silent": spanWait}
	l := &lane{step: title, title: title}
	for i, text := range bars {
		var kind, to string
		var from, end float64
		if n, _ := fmt.Sscanf(text, "%s %g %g", &kind, &from, &end); n < 3 {
			fmt.Sscanf(text, "%s %g %s", &kind, &from, &to)
		}
		b := bar{as: kinds[kind], what: fmt.Sprint("attempt ", i+1), from: second(from)}
		if kind == "silent" {
			b.what = "no heartbeat"
		}
		if to != "?" {
			b.to = second(end)
		}
		l.bars = append(l.bars, b)
	}
	return l
}

// The title of a timeline is what a reader looks for: what failed and what it held up, before
// silence, what is open, retries, and the longest step.
func TestTimelineTitle(t *testing.T) {
	for _, c := range []struct {
		name  string
		lanes []*lane
		r     report.Run
		want  string
	}{
		{"failed and blocked", []*lane{laneOf("build", "failed 0 5"), laneOf("e2e", "blocked 5 5"), laneOf("deploy", "blocked 5 5")}, report.Run{}, "build failed and kept 2 steps from running"},
		{"failed", []*lane{laneOf("a", "failed 0 5"), laneOf("b", "ok 0 1", "failed 1 2"), laneOf("c", "failed 0 1")}, report.Run{}, "a, b and 1 more failed in the end"},
		{"blocked", []*lane{laneOf("e2e", "blocked 5 5"), laneOf("a", "ok 0 1")}, report.Run{}, "e2e never ran"},
		{"silent once", []*lane{laneOf("a", "stalled 0 5", "silent 5 65")}, report.Run{}, "no heartbeat for 1 min"},
		{"silent twice", []*lane{laneOf("a", "stalled 0 5", "silent 5 35", "stalled 40 50", "silent 50 110")}, report.Run{}, "no heartbeat 2 times, at most for 1 min"},
		{"open, the log ends", []*lane{laneOf("a", "open 0 ?"), laneOf("b", "ok 0 1")}, report.Run{}, "the log ends while a was running"},
		{"two open", []*lane{laneOf("a", "open 0 ?"), laneOf("b", "open 0 ?")}, report.Run{}, "the log ends while a and b were running"},
		{"open, the run ended", []*lane{laneOf("a", "open 0 ?")}, report.Run{EndedAt: second(9)}, "no end of a is logged"},
		{"a retry", []*lane{laneOf("a", "failed 0 5", "ok 5 9")}, report.Run{DurationS: report.Known(9)}, "a needed a retry"},
		{"a retry that cost", []*lane{laneOf("a", "failed 0 5", "ok 5 9")}, report.Run{DurationS: report.Known(9), RunDetails: &report.RunDetails{WithoutFlakesS: report.Known(4)}},
			"a needed a retry; without it the run would have taken 4.0 s at best instead of 9.0 s"},
		{"a retry that cost nothing", []*lane{laneOf("a", "failed 0 5", "ok 5 9")}, report.Run{DurationS: report.Known(9), RunDetails: &report.RunDetails{WithoutFlakesS: report.Known(9)}}, "a needed a retry"},
		{"the longest", []*lane{laneOf("a", "ok 0 5"), laneOf("b", "ok 0 9", "wait 9 90"), laneOf("c", "ok 1 10")}, report.Run{DurationS: report.Known(12)}, "longest step b, 9.0 s of 12 s"},
		{"the longest of no known time", []*lane{laneOf("a", "ok 0 5"), laneOf("b", "ok 0 9")}, report.Run{}, "longest step b, 9.0 s"},
		{"one step", []*lane{laneOf("a", "ok 0 5")}, report.Run{DurationS: report.Known(12)}, "no step failed"},
		{"a card that is its only step", []*lane{laneOf("card-7", "failed 0 5")}, report.Run{Unit: "card-7"}, "it failed in the end"},
	} {
		run := reporttest.Whole(c.r)
		if got := timelineTitle(c.lanes, &run); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
	for kind, want := range map[string]string{"run": "b7", "": "b7", "card": "card b7"} {
		if got := timelineName(&report.Run{Unit: "b7", RunSetup: &report.RunSetup{Kind: kind}}); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// A timeline reaches from the first to the last instant, whatever the order of the bars.
func TestTimelineSpan(t *testing.T) {
	for _, c := range []struct {
		lanes []*lane
		want  string
	}{
		{[]*lane{laneOf("a", "ok 5 9"), laneOf("b", "ok 2 3"), laneOf("c", "ok 7 20")}, "2 20"}, {[]*lane{laneOf("a", "open 5 ?"), laneOf("b", "ok 1 3")}, "1 5"}, {[]*lane{laneOf("a", "ok 9 5")}, "9 9"},
	} {
		from, to := timelineSpan(c.lanes)
		if got := fmt.Sprint(from.Sub(second(0)).Seconds(), " ", to.Sub(second(0)).Seconds()); got != c.want {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// Forty steps are drawn: those that failed, stalled or are open first, then those on the critical path
// or held up, then the others, in their own order.
func TestWhichStepsAreDrawn(t *testing.T) {
	var all []*lane
	for i := range 60 {
		kind := "ok"
		switch {
		case i >= 50:
			kind = []string{"failed", "stalled", "open"}[i%3]
		case i >= 45:
			kind = "blocked"
		}
		all = append(all, laneOf(fmt.Sprint("s", i), kind+" 0 1"))
	}
	r := &report.Run{RunDetails: &report.RunDetails{CriticalPath: []report.PathStep{{Step: "s44"}}}}
	got := shownLanes(all, r)
	if len(got) != 40 || got[0] != all[0] || got[23] != all[23] || got[24] != all[44] || got[25] != all[45] || got[39] != all[59] {
		t.Errorf("%d steps, %s and %s", len(got), got[24].title, got[25].title)
	}
	if len(shownLanes(all[:40], r)) != 40 || len(shownLanes(all[:41], r)) != 40 {
		t.Error("forty steps are not all drawn, or more than forty")
	}
	if l := all[44]; l.label(r) != "▸ s44" || all[0].label(r) != "s0" || !l.has(spanConverged) || l.has(spanFailed) {
		t.Errorf("%q", l.label(r))
	}
}

// The numbers of a timeline: a time that cannot be has none, and what is open has no end.
func TestTimelineTable(t *testing.T) {
	run := reporttest.Whole(report.Run{Unit: "b7", RunDetails: &report.RunDetails{CriticalPath: []report.PathStep{{Step: "a"}}}})
	rows := timelineTable([]*lane{laneOf("a", "ok 0 5", "failed 5 3", "open 6 ?", "wait 0 100", "stalled 0 101")}, &run, 100*time.Second).Rows
	var got []string
	for _, r := range rows {
		got = append(got, fmt.Sprintf("%s to %s: %s %s %s", r.Cells[2].Text, r.Cells[4].Text[max(0, len(r.Cells[4].Text)-4):], r.Cells[5].Text, r.Cells[5].Reason, r.Role)+" "+r.Cells[len(r.Cells)-1].Text)
	}
	want := []string{"passed to 0:05: 5.0 s   on it", "failed to 0:03: its clock steps back  bad on it", "open to open: open  unknown on it", "waiting to 1:40: 1 min 40 s   on it",
		"stalled to 1:41: n/a cannot be worked out from what is there unknown on it"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A page shows three timelines: of the latest run, then of each system's latest with a failure, then with a retry.
func TestPickedTimelines(t *testing.T) {
	run := func(system, unit string, failed int64, flaked ...string) report.Run {
		return reporttest.Whole(report.Run{Key: unit, Unit: unit, System: system, StartedAt: second(0), RunDetails: &report.RunDetails{Failed: report.Count(failed), Flaked: flaked}})
	}
	view := func(runs []report.Run, empty string, fault error, blocked ...int) *View {
		v := &View{Data: &report.Data{Runs: runs}, LongestDuration: time.Hour, Detail: func(i int) (metric.Detail, error) {
			if strings.Contains(empty, runs[i].Unit) {
				return metric.Detail{}, nil
			}
			return metric.Detail{Attempts: []metric.AttemptDetail{{Step: "a", Ending: metric.Ending{Result: "passed"}, Started: second(0), Ended: second(5)}}}, fault
		}}
		for _, i := range blocked {
			v.Blocked = append(v.Blocked, metric.BlockedStep{Run: i})
		}
		return v
	}
	for _, c := range []struct {
		name string
		v    *View
		want string // units, newest first
	}{
		{"the latest", view([]report.Run{run("a", "1", 0), run("a", "2", 0)}, "", nil), "2"}, {"the latest without times", view([]report.Run{run("a", "1", 0), run("a", "2", 0)}, "2", nil), "1"},
		{"with a failure", view([]report.Run{run("a", "1", 1), run("a", "2", 1), run("a", "3", 0)}, "", nil), "3 2"}, {"held up", view([]report.Run{run("a", "1", 0), run("a", "2", 0)}, "", nil, 0), "2 1"},
		{"the latest has a failure", view([]report.Run{run("a", "1", 1), run("a", "2", 1)}, "", nil), "2"},
		{"of two systems", view([]report.Run{run("a", "1", 1), run("b", "2", 1), run("a", "3", 0)}, "", nil), "3 2 1"},
		{"a retry", view([]report.Run{run("a", "1", 0, "x"), run("a", "2", 1), run("a", "3", 0)}, "", nil), "3 2 1"},
		{"no more than three", view([]report.Run{run("a", "1", 0, "x"), run("b", "2", 1), run("a", "3", 1), run("c", "4", 0)}, "", nil), "4 3 2"},
		{"none has times", view([]report.Run{run("a", "1", 1)}, "1", nil), ""}, {"no run", view(nil, "", nil), ""},
	} {
		blocks, err := timelines(c.v)
		var got []string
		for _, b := range blocks {
			if b.Chart != nil {
				name, _, _ := strings.Cut(b.Chart.Title, ":")
				got = append(got, name)
			}
		}
		if err != nil || strings.Join(got, " ") != c.want || (len(blocks) > 0) != (c.want != "") {
			t.Errorf("%s: %q, %v, want %s", c.name, got, err, c.want)
		}
	}
	fault := errors.New("gone")
	if _, err := timelines(view([]report.Run{run("a", "1", 0)}, "", fault)); !errors.Is(err, fault) {
		t.Errorf("%v, want %v", err, fault)
	}
}

// The slowest fifteen steps are drawn, and how many there are is said; numbers hundreds of times apart have a logarithm.
func TestDurationsAtTheirBounds(t *testing.T) {
	row := func(subject, step string, converged bool, p50, longest float64, n int64) report.AttemptDuration {
		return report.AttemptDuration{System: "kahn", Subject: subject, Step: step, Converged: converged, N: n, P50S: report.Known(p50), MaxS: report.Known(longest)}
	}
	many := func(n int) (out []report.AttemptDuration) {
		for i := range n {
			out = append(out, row("ci", fmt.Sprint("s", i), true, float64(100-i), 200, 2))
		}
		return out
	}
	for n, want := range map[int]string{15: "n = 30 attempts that passed and 0 that failed; tick: median, bar: to the longest", 16: "n = 32 attempts that passed and 0 that failed; tick: median, bar: to the longest; the slowest 15 of 16 steps"} {
		if c := attemptChart(many(n), nil); c.N != want || len(c.Y.Categories) != 15 || c.Y.Categories[0] != "s0" || c.Title != "Longest attempts: s0, median 1 min 40 s" {
			t.Errorf("%d: %q, %d rows, %q", n, c.N, len(c.Y.Categories), c.Title)
		}
	}
	for n, want := range map[int]string{15: "n = 30 runs of these commands; tick: median, bar: to the longest", 16: "n = 30 runs of these commands; tick: median, bar: to the longest; the slowest 15 of 16"} {
		if c := commandChart(many(n)); c.N != want || c.Title != "Slowest command: s0, median 1 min 40 s" {
			t.Errorf("%d: %q, %q", n, c.N, c.Title)
		}
	}
	for _, c := range []struct {
		rows []report.AttemptDuration
		log  bool
	}{
		{[]report.AttemptDuration{row("ci", "a", true, 1, 200, 2)}, false}, {[]report.AttemptDuration{row("ci", "a", true, 1, 200.5, 2)}, true}, {[]report.AttemptDuration{row("ci", "a", true, 0, 900, 2)}, false},
		{[]report.AttemptDuration{row("ci", "a", true, 0, 900, 2), row("ci", "b", true, 4, 5, 2)}, true}, {[]report.AttemptDuration{row("ci", "a", true, 5, 900, 2), row("ci", "b", true, 4, 5, 2)}, true},
		{[]report.AttemptDuration{row("ci", "a", true, 4, 5, 2), row("ci", "b", true, 5, 801, 2)}, true}, {[]report.AttemptDuration{row("ci", "a", true, 5, 6, 2), row("ci", "b", true, 4.2, 801, 2)}, false},
	} {
		if got := commandChart(c.rows).X.Log; got != c.log {
			t.Errorf("%+v: logarithm %t", c.rows, got)
		}
	}
	s := rangeSeries("x", report.RoleA, []report.AttemptDuration{row("ci", "a", true, 1, 2, 1), row("ci", "b", true, 1, 2, 3), {P50S: report.Known(1), MaxS: report.Missing("no_data")}})
	if len(s.Points) != 2 || s.Points[0].Label != "1.0 s, n = 1" || s.Points[1].Label != "1.0 s to 2.0 s, n = 3" || s.Points[1].Y != 1 {
		t.Errorf("%+v", s.Points)
	}
	failed := attemptChart([]report.AttemptDuration{row("ci", "agent", false, 5, 6, 2)}, map[[2]string]bool{{"kahn", "agent"}: true})
	if failed.Title != "No attempt passed; those at agents failed after a median of 5.0 s" || len(failed.Series) != 1 || failed.Series[0].Name != "failed" {
		t.Errorf("%q, %+v", failed.Title, failed.Series)
	}
	curve := [][2]float64{{10, 0.75}, {20, 0.5}}
	for at, want := range map[float64]float64{0: 1, 9.9: 1, 10: 0.75, 19: 0.75, 20: 0.5, 99: 0.5} {
		if got := stillGoing(curve, at); got != want {
			t.Errorf("after %g s: %g, want %g", at, got, want)
		}
	}
	c := survivalChart(report.Survival{System: "crab", Noun: "card", N: 4, Events: 2, Censored: 2, P50S: report.Known(20), Curve: curve, CutOffs: []float64{15, 30}})
	var points []string
	for _, p := range c.Series[0].Points {
		points = append(points, fmt.Sprintf("%g %g %s", p.X, p.Y, p.State))
	}
	if want := []string{"0 1 ", "10 0.75 ", "15 0.75 cut off", "20 0.5 ", "30 0.5 cut off"}; !slices.Equal(points, want) || c.Title != "Attempts of cards: median 20 s (Kaplan–Meier, 2 censored)" ||
		c.N != "n = 4, 2 ended by themselves, 2 cut off" || c.Table.Rows[0].Cells[2].Text != "" || c.Table.Rows[1].Cells[2].Text != "ended" {
		t.Errorf("%q, %q, %q", points, c.Title, c.N)
	}
}

// Results have a look each; several of one look share it.
func TestLooksOfResults(t *testing.T) {
	for result, want := range map[string]report.Role{"passed": report.RoleGood, "flaky": report.RoleWarn, "failed": report.RoleBad, "open": report.RoleUnknown, "": report.RoleUnknown} {
		if got := look(result); got != want {
			t.Errorf("%s: %s", result, got)
		}
	}
	for _, c := range []struct {
		results map[string]int64
		want    report.Role
	}{{nil, ""}, {map[string]int64{"passed": 2}, report.RoleGood}, {map[string]int64{"open": 1, "stalled": 1}, report.RoleUnknown}, {map[string]int64{"passed": 1, "failed": 1}, ""}} {
		if got := roleOf(c.results); got != c.want {
			t.Errorf("%v: %q, want %q", c.results, got, c.want)
		}
	}
	for kinds, want := range map[string]string{"": "", "card": "; each attempt at a card counts", "agent card": "; each attempt at an agent and a card counts"} {
		if got := amongThem(strings.Fields(kinds)); got != want {
			t.Errorf("%q: %q, want %q", kinds, got, want)
		}
	}
}

// How many failed of what ended, by system, from the results behind the words of the logs.
func TestMixOfOutcomes(t *testing.T) {
	system := func(name string, categories ...string) report.Group {
		g := report.Group{System: name}
		for _, c := range categories {
			var word string
			var n int64
			fmt.Sscan(c, &word, &n)
			g.Categories = append(g.Categories, report.Share{Category: word, Rate: report.Rate{Num: n}})
		}
		return g
	}
	results := map[metric.EndedAs]map[string]int64{{System: "a", Category: "done"}: {"passed": 2}, {System: "a", Category: "broke"}: {"failed": 3}, {System: "b", Category: "end"}: {"passed": 1, "failed": 1}, {System: "c", Category: "cut"}: {"canceled": 2}}
	a, b, c := system("a", "done 2", "broke 3"), system("b", "end 2"), system("c", "cut 2")
	for _, x := range []struct {
		systems []report.Group
		title   string
		n       string
		series  string
	}{
		{[]report.Group{a, b}, "4 of 7 failed, most of them of a", "n = 7 that ended", "passed: 2, failed: 2"}, {[]report.Group{a}, "3 of 5 failed, all of a", "n = 5 that ended", "passed: 1, failed: 1"},
		{[]report.Group{c}, "None of 2 that ended failed", "n = 2 that ended", "other: 1"}, {[]report.Group{c, b}, "1 of 4 failed, all of b", "n = 4 that ended", "passed: 1, failed: 1, other: 1"},
	} {
		chart := mixChart(report.MetricResult{Systems: x.systems}, results, nil)
		if chart.Title != x.title || chart.N != x.n || strings.Join(drawnIn(chart), ", ") != x.series {
			t.Errorf("%q, %q, %q, want %q, %q, %q", chart.Title, chart.N, drawnIn(chart), x.title, x.n, x.series)
		}
	}
	if mixChart(report.MetricResult{Systems: []report.Group{system("a", "done 0")}}, results, nil) != nil {
		t.Error("nothing that ended is drawn")
	}
}

// Of many categories the sixth and all after it are together, and a group's points of one look add up.
func TestSharesOfGroups(t *testing.T) {
	group := func(counts ...int64) (g report.Group) {
		for i, n := range counts {
			g.Categories = append(g.Categories, report.Share{Category: fmt.Sprint("c", i), Rate: report.Rate{Num: n}})
		}
		return g
	}
	var got []string
	for _, s := range groupShares([]report.Group{group(1, 2, 3, 4, 5, 6, 7, 8), group(1, 0, 0, 0, 0, 0, 9)}) {
		line := s.Name
		for _, p := range s.Points {
			line += fmt.Sprintf(" %g@%g", p.X, p.Y)
		}
		got = append(got, line)
	}
	if want := []string{"c0 1@0 1@1", "c1 2@0 0@1", "c2 3@0 0@1", "c3 4@0 0@1", "c4 5@0 0@1", "others 21@0 9@1"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	rate := metric.RateOf(1, 2)
	for _, c := range []struct {
		g    report.Group
		want int
	}{{report.Group{Rate: &rate}, 1}, {report.Group{Distribution: &report.Distribution{}}, 1}, {group(1, 2), 2}, {report.Group{}, 0}} {
		if got := metricRows(&c.g); got != c.want {
			t.Errorf("%+v: %d rows", c.g, got)
		}
	}
}

// A metric is drawn from four groups on, and six of them.
func TestMetricCharts(t *testing.T) {
	rates := func(n int) (out []report.Group) {
		for i := range n {
			r := metric.RateOf(i, 10)
			out = append(out, report.Group{System: "kahn", Subject: "shop", Step: fmt.Sprint("s", i), Rate: &r})
		}
		return out
	}
	for _, c := range []struct {
		n        int
		better   string
		title, N string
	}{
		{3, "", "", ""}, {4, "lower", "T: most often s0, 0 of 10", "n = 4 groups"}, {6, "higher", "T: least often s0, 0 of 10", "n = 6 groups"}, {7, "lower", "T: most often s0, 0 of 10", "n = 7 groups; the first 6"},
	} {
		chart := metricChart(report.MetricResult{Name: "m", Title: "T", Better: c.better, Groups: rates(c.n)})
		if (chart != nil) != (c.title != "") || chart != nil && (chart.Title != c.title || !strings.HasPrefix(chart.N, c.N) || strings.Contains(chart.N, "the first") != strings.Contains(c.N, "the first") || len(chart.Y.Categories) != min(c.n, 6)) {
			t.Errorf("%d groups: %+v", c.n, chart)
		}
	}
}

// A page can compare the latest 120 runs that have steps, and the sides of cycles with their bugs.
func TestCompared(t *testing.T) {
	v := &View{Data: &report.Data{}, Detail: func(i int) (metric.Detail, error) {
		switch i {
		case 5:
			return metric.Detail{}, nil
		case 6:
			return metric.Detail{Steps: []metric.StepDetail{{Step: "t1", Stable: "suite › adds", Name: "adds"}, {Step: "t2", Stable: "t2", Name: "x"}, {Step: "t3", Name: "y"}, {Step: "t4", Stable: "z"}}}, nil
		}
		return metric.Detail{Steps: []metric.StepDetail{{Step: "a", Stable: "a"}}}, nil
	}}
	for i := range 122 {
		v.Data.Runs = append(v.Data.Runs, reporttest.Whole(report.Run{Key: fmt.Sprint(i), System: "kahn", StartedAt: second(0)}))
	}
	v.Grid = recall.BugGrid{Columns: []string{"before", "after", "open"}, Bugs: []recall.BugRow{{Benchmark: "chi", Bug: "B1", Results: []stat.Result{stat.Found, stat.Missed, stat.Unknown}}}}
	all, err := Compared(v)
	if err != nil || len(all) != 119+2 || all[0].Key != "121" || all[118].Key != "2" || all[0].About != "kahn, 2026-03-10" {
		t.Fatalf("%d to compare, %v", len(all), err)
	}
	var names []string
	for _, x := range all[115].Items {
		names = append(names, x.Name)
	}
	if all[115].Key != "6" || !slices.Equal(names, []string{"adds", "t2", "t3", "t4"}) {
		t.Errorf("%s: %q", all[115].Key, names)
	}
	if a, b := all[119], all[120]; a.Key != "measured: after" || a.Items[0].Result != "missed" || b.Items[0].Result != "found" || b.Items[0].Name != "chi: B1" {
		t.Errorf("%+v, %+v", a, b)
	}
	fault := errors.New("gone")
	v.Detail = func(int) (metric.Detail, error) { return metric.Detail{}, fault }
	if _, err := Compared(v); !errors.Is(err, fault) {
		t.Errorf("%v", err)
	}
}

// How the verdict of a cycle looks on the list of pages, and which averages are told.
func TestCycleWords(t *testing.T) {
	for check, want := range map[string]report.Role{"supported": report.RoleGood, "not_supported": report.RoleBad, "supported_incomplete": report.RoleWarn, "more_cautious_than_numbers": report.RoleWarn, "cannot_check": ""} {
		if got := cycleRef(&report.Cycle{Verdict: report.CycleVerdict{Check: check}}); got.Role != want || got.Note != "no verdict yet" {
			t.Errorf("%s: %+v", check, got)
		}
	}
	for _, c := range []struct {
		accepts []string
		want    string
	}{{nil, "ship; not checked"}, {[]string{"ship"}, "ship; rule gives ship"}} {
		if got := verdictWords(&report.Cycle{Verdict: report.CycleVerdict{Logged: "ship", Accepts: c.accepts}}); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	n, none := report.Known, report.Missing("no_data")
	for _, c := range []struct {
		x    report.Averages
		want string
	}{{report.Averages{Pre: n(0.5), Post: n(0.75), Delta: n(0.25)}, "50 % before, 75 % after (+0.25)"}, {report.Averages{Pre: n(0.5), Post: none}, ""}, {report.Averages{Pre: none, Post: n(0.5)}, ""}} {
		if got := averaged(c.x); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for reported, want := range map[string]string{"": "", "log": "log of events", "document cells": "document about cycles, single measurements (cells)"} {
		if got := sourceWords(strings.Fields(reported)); got != want {
			t.Errorf("%q: %q, want %q", reported, got, want)
		}
	}
	for _, c := range []struct {
		settle *report.Settle
		want   string
	}{
		{nil, ""}, {&report.Settle{Visible: n(0.1), Needed: none}, "so many runs show a change of recall of 10 % or more"}, {&report.Settle{Visible: n(0.1), Needed: n(1)}, "so many runs show a change of recall of 10 % or more; one of the size seen takes 1 run a side"},
		{&report.Settle{Visible: none, Needed: n(8)}, "not known: nothing was observed; one of the size seen takes 8 runs a side"},
	} {
		got := ""
		for _, f := range settleFacts(&report.Cycle{Benchmarks: []report.Benchmark{{Benchmark: "chi", Settle: c.settle}}}) {
			got += f.Means
			if f.Name != "To settle chi" {
				t.Errorf("%q", f.Name)
			}
		}
		if got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Levers over benchmarks: the largest fall is told, and what is not drawn is not.
func TestLeverChart(t *testing.T) {
	cycle := func(i int, lever string, benchmarks ...report.Benchmark) report.Cycle {
		c := report.Cycle{Key: fmt.Sprint(i), Cycle: fmt.Sprint("c", i), Lever: lever, Benchmarks: benchmarks}
		return c
	}
	a, b, up := compared12("a", 9, 6, stat.DeltaRegressed), compared12("b", 9, 3, stat.DeltaRegressed), compared12("a", 3, 9, stat.DeltaImproved)
	none := report.Benchmark{Benchmark: "n", Delta: report.Missing("no_data")}
	for _, c := range []struct {
		cycles []report.Cycle
		title  string
		n      string
	}{
		{[]report.Cycle{cycle(0, "x", a)}, "", ""}, {[]report.Cycle{cycle(0, "x", a), cycle(1, "y", none)}, "", ""},
		{[]report.Cycle{cycle(0, "x", up), cycle(1, "y", up)}, "No benchmark fell by the noise floor or more", "n = 2 comparisons with both sides"},
		{[]report.Cycle{cycle(0, "x", a, b), cycle(1, "y", up, a)}, "Largest fall: b with x (−0.50); 3 of 4 comparisons fell by the noise floor or more", "n = 4 comparisons with both sides"},
		{[]report.Cycle{cycle(0, "x", up), cycle(1, "y", none), cycle(2, "z", a)}, "Largest fall: a with z (−0.25); 1 of 2 comparisons fell by the noise floor or more", "n = 2 comparisons with both sides"},
	} {
		chart := leverChart(c.cycles)
		if (chart != nil) != (c.title != "") || chart != nil && (chart.Title != c.title || chart.N != c.n) {
			t.Errorf("%+v, want %q", chart, c.title)
		}
	}
	var many []report.Cycle
	for i := range recall.MatrixCycles + 1 {
		many = append(many, cycle(i, fmt.Sprint("l", i), up))
	}
	if c := leverChart(many); c.Title != "No benchmark fell by the noise floor or more in the latest 10 cycles" || len(c.X.Categories) != 10 {
		t.Errorf("%q, %d cycles", c.Title, len(c.X.Categories))
	}
	if c := leverChart(many[:recall.MatrixCycles]); strings.Contains(c.Title, "latest") {
		t.Errorf("%q", c.Title)
	}
}

// The error rates of the report: what was not measured has no row, and n/a where a figure could not be.
func TestTrustTables(t *testing.T) {
	s := trustSection(&report.SelfTest{Sentences: []string{"a", "b", "c"}, FalseAlarm: metric.RateOf(20, 400), FloorAlarm: metric.RateOf(30, 400), Power: []report.Power{{What: "x", Called: metric.RateOf(3, 4), Noticed: metric.RateOf(4, 4)}, {What: "none"}},
		Alarms: []report.AlarmRate{{What: "flake_rate", Per30: report.Known(0.125), Lo: report.Known(0.05), Hi: report.Known(1.5)}, {What: "duration", Per30: report.Missing("too_few")}}})
	if len(s.Lead) != 2 || len(s.Blocks) != 2 || len(s.Blocks[0].Table.Rows) != 2 || s.Blocks[0].Table.Rows[1].Cells[0].Text != "Planted: x" {
		t.Errorf("%+v", s)
	}
	rows := s.Blocks[1].Table.Rows
	at := func(r report.Row, i int) string { return r.Cells[i].Text }
	last := len(rows[0].Cells) - 1
	if at(rows[0], 0) != "flake rate" || at(rows[0], last) != "0.05–1.50" || at(rows[0], last-1) != "0.13" || at(rows[1], last) != "n/a" {
		t.Errorf("%+v", rows)
	}
	if empty := trustSection(&report.SelfTest{}); len(empty.Blocks) != 0 || len(empty.Lead) != 0 {
		t.Errorf("%+v", empty)
	}
}

// Groups that are only counted are counted in the table and on the chart of their metric.
func TestGroupsThatAreOnlyCounted(t *testing.T) {
	m := report.MetricResult{Name: "m", Title: "T", Further: 20_000}
	for i := range groupRows + 1 {
		m.Groups = append(m.Groups, report.Group{Step: fmt.Sprint(i), Rate: &report.Rate{Num: 1, Den: 2}})
	}
	if got := metricTable(m); got.Total != groupRows+1+20_000 || len(got.Rows) != groupRows {
		t.Errorf("%d rows of %d", len(got.Rows), got.Total)
	}
	if got, want := metricChart(m).N, "n = 20,009 groups; the first 6; bars: 95 % interval"; got != want {
		t.Errorf("the chart says %q, want %q", got, want)
	}
}
