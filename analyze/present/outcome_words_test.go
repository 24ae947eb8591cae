package present

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// The title of the outcomes by run date says how many failed, and when most did; the chart has the latest 45.
func TestOutcomesOfRunDates(t *testing.T) {
	date := func(day int, failed, passed int64) metric.NightOutcomes {
		n := metric.NightOutcomes{Night: fmt.Sprintf("2026-03-%02d", day), Count: map[string]int64{}}
		if failed > 0 {
			n.Count["failed"] = failed
		}
		if passed > 0 {
			n.Count["passed"] = passed
		}
		return n
	}
	for _, c := range []struct {
		name     string
		all      []metric.NightOutcomes
		title, n string
	}{
		{"none", nil, "", ""},
		{"one", []metric.NightOutcomes{date(1, 1, 1)}, "", ""},
		{"none failed", []metric.NightOutcomes{date(1, 0, 2), date(2, 0, 3)}, "No run failed on any run date", "n = 5 that ended on 2 run dates"},
		{"one on a date", []metric.NightOutcomes{date(1, 1, 2), date(2, 1, 3)}, "2 of 7 failed, at most one on a run date", "n = 7 that ended on 2 run dates"},
		{"most on one", []metric.NightOutcomes{date(1, 1, 2), date(2, 3, 0), date(3, 2, 0)}, "6 of 8 failed, most on 2026-03-02: 3", "n = 8 that ended on 3 run dates"},
		{"as many on two, of which the first is named", []metric.NightOutcomes{date(1, 2, 0), date(2, 2, 0)}, "4 of 4 failed, most on 2026-03-01: 2", "n = 4 that ended on 2 run dates"},
	} {
		title, n := "", ""
		if chart := nightMixChart(c.all, nil); chart != nil {
			title, n = chart.Title, chart.N
			if len(chart.Table.Rows) != len(c.all) || len(chart.X.Categories) != len(c.all) {
				t.Errorf("%s: %d rows and %d dates of %d", c.name, len(chart.Table.Rows), len(chart.X.Categories), len(c.all))
			}
		}
		if title != c.title || n != c.n {
			t.Errorf("%s: %q, %q; want %q, %q", c.name, title, n, c.title, c.n)
		}
	}
	var many []metric.NightOutcomes
	for i := range 47 {
		many = append(many, metric.NightOutcomes{Night: fmt.Sprint("n", i), Count: map[string]int64{"passed": 1}})
	}
	got := nightMixChart(many, []string{"card"})
	n := "n = 45 that ended on 45 run dates; each attempt at a card counts"
	if len(got.X.Categories) != 45 || got.X.Categories[0] != "n2" || got.N != n {
		t.Errorf("%d dates from %s, %q", len(got.X.Categories), got.X.Categories[0], got.N)
	}
}

// One run alone is named as one, and a word for those that failed comes with how often. What is bad stands
// first.
func TestTitlesOfEndings(t *testing.T) {
	results := map[metric.EndedAs]map[string]int64{{System: "a", Category: "done"}: {"passed": 1}}
	m := report.MetricResult{Systems: []report.Group{{System: "a", Categories: []report.Share{{Category: "done", Rate: report.Rate{Num: 1, Den: 1}}}}}}
	if got := mixTitle(m, results); got != "The run that ended did not fail" {
		t.Errorf("%q", got)
	}
	bad := func(name string, n int64) outcomeCount {
		return outcomeCount{Name: name, Results: map[string]int64{"failed": n}}
	}
	good := outcomeCount{Name: "done", Results: map[string]int64{"passed": 2}}
	for _, c := range []struct {
		mix  []outcomeCount
		runs int
		want string
	}{
		{nil, 1, "The run did not fail"},
		{[]outcomeCount{good}, 1, "The run did not fail"},
		{[]outcomeCount{good}, 2, "None of 2 runs failed"},
		{[]outcomeCount{good, bad("broke", 1)}, 3, "1 of 3 runs failed: 1 broke"},
		{[]outcomeCount{bad("broke", 2), good, bad("cut", 1)}, 5, "3 of 5 runs failed: 2 broke and 1 cut"},
	} {
		if got := endingTitle(c.mix, c.runs); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
	for role, want := range map[report.Role]int{report.RoleBad: 0, report.RoleWarn: 1, report.RoleGood: 2, report.RoleUnknown: 2, "": 2} {
		if got := severity(role); got != want {
			t.Errorf("%q stands at %d, want %d", role, got, want)
		}
	}
}

// Runs of a date that failed stand first, then those that flaked, each in their own order.
func TestOrderOfTheRunsOfADate(t *testing.T) {
	var runs []*report.Run
	for i, result := range []string{"passed", "flaky", "failed", "canceled", "flaky", "failed"} {
		runs = append(runs, &report.Run{Unit: fmt.Sprint(result, i), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: result}})
	}
	var got []string
	for _, r := range nightRuns(runs).Rows {
		got = append(got, r.Cells[0].Text)
	}
	if s := strings.Join(got, " "); s != "failed2 failed5 flaky1 flaky4 passed0 canceled3" {
		t.Errorf("%s", s)
	}
}

// A cause that is not known yet is not drawn, and those behind it are; one without time is counted.
func TestCausesThatAreNotDrawn(t *testing.T) {
	cause := func(name string, n int64, lost report.Number) report.StopCause {
		return report.StopCause{Cause: name, Count: n, LostS: lost}
	}
	c := causeChart([]report.StopCause{
		cause(metric.CauseUnknown, 9, report.Known(50)), cause("stall", 2, report.Known(100)),
		cause("signal", 3, report.Missing("no_data")), cause("cut", 4, report.Known(0)), cause("budget", 1, report.Known(50)),
	})
	if got := strings.Join(c.Y.Categories, " "); got != "stall budget" {
		t.Errorf("drawn are %s", got)
	}
	if want := "n = 3 units that stopped early; 7 more have no time"; c.N != want {
		t.Errorf("%q, want %q", c.N, want)
	}
	if want := "Most time was lost to stall: 1 min 40 s of the 3 min 20 s that went into what stopped"; c.Title != want {
		t.Errorf("%q, want %q", c.Title, want)
	}
	if got := c.Series[0].Points[0].Label; got != "1 min 40 s, 2 units, 50 % of all" {
		t.Errorf("%q", got)
	}
}

// How often a benchmark rose and fell, what the latest lever did to it, and since when it has another level.
func TestSentencesOfABenchmark(t *testing.T) {
	at := func(class, sentence string, delta report.Number) benchmarkAt {
		return benchmarkAt{&report.Cycle{Cycle: "c"}, &report.Benchmark{Class: class, Sentence: sentence, Delta: delta}}
	}
	known, none := report.Known(0.25), report.Missing("no_data")
	counts := func(cycles string, up, down int) string {
		return fmt.Sprintf("Measured in %s: rose in %d and fell in %d by the noise floor or more.", cycles, up, down)
	}
	for _, c := range []struct {
		name string
		at   []benchmarkAt
		want []string
	}{
		{"one", []benchmarkAt{at("improved", "It rose.", known)}, []string{counts("1 cycle", 1, 0), "Latest, c: It rose."}},
		{"several", []benchmarkAt{at("improved", "a", known), at("regressed", "b", known), at("within_noise", "d", known), at("improved", "It rose again.", known)},
			[]string{counts("4 cycles", 2, 1), "Latest, c: It rose again."}},
		{"without a sentence", []benchmarkAt{at("regressed", "", known)}, []string{counts("1 cycle", 0, 1)}},
		{"not compared at last", []benchmarkAt{at("improved", "a", known), at("", "It was not measured.", none)}, []string{counts("2 cycles", 1, 0)}},
	} {
		same(t, c.name, benchmarkSentences(c.at, nil), c.want)
	}
	lines := []report.Trajectory{
		{Side: "pre", Changes: []report.Change{{Cycle: "c2", Step: report.Known(0.3)}}, QBH: report.Known(0.01)},
		{Side: "post", Changes: []report.Change{{Cycle: "c3", Step: report.Known(-0.2)}}, QBH: report.Known(0.01)},
		{Side: "post", Changes: []report.Change{{Cycle: "c9", Step: report.Known(0.1)}}, QBH: report.Known(0.5)}, // by chance
	}
	same(t, "levels", benchmarkSentences([]benchmarkAt{at("", "", none)}, lines), []string{counts("1 cycle", 0, 0),
		"Its recall before the lever changed its level with c2, by +0.30.", "Its recall after the lever changed its level with c3, by −0.20."})
}

// Means that logs state have no items, and the caption says so.
func TestStatedScores(t *testing.T) {
	d := func(stated bool) report.ScoreDifference {
		return report.ScoreDifference{Benchmark: "b", Scorer: "s", Items: 7, Stated: stated, Before: report.Known(0.5), After: report.Known(0.75), Delta: report.Known(0.25),
			Lo: report.Known(0.1), Hi: report.Known(0.4), P: report.Known(0.01), QBH: report.Known(0.02), Evidence: "weak"}
	}
	for _, c := range []struct {
		scores []report.ScoreDifference
		items  string
		stated bool
	}{
		{[]report.ScoreDifference{d(false)}, "7", false},
		{[]report.ScoreDifference{d(true)}, "–", true},
		{[]report.ScoreDifference{d(true), d(false)}, "– 7", true},
	} {
		table := differenceTable(0, report.ItemComparison{Scores: c.scores})
		var items []string
		for _, r := range table.Rows {
			items = append(items, r.Cells[2].Text)
		}
		if got := strings.Join(items, " "); got != c.items {
			t.Errorf("items %s, want %s", got, c.items)
		}
		begins := strings.HasPrefix(table.Caption, "Mean scores of the items of both")
		if !begins || strings.Contains(table.Caption, "without items") != c.stated {
			t.Errorf("%s: the caption is %q", c.items, table.Caption)
		}
	}
}

// The section of items is called what its items are.
func TestNameOfTheItems(t *testing.T) {
	for noun, want := range map[string]string{"": "Tasks and samples", report.ItemNoun: "Tasks and samples", "task": "Tasks", "sample": "Samples"} {
		if got := itemSection(&report.Items{Noun: noun}).Title; got != want {
			t.Errorf("%q: %q, want %q", noun, got, want)
		}
	}
}

// A run whose rows cannot be read has no page, and the error says why.
func TestPageOfARunThatCannotBeRead(t *testing.T) {
	broken := errors.New("the disk is broken")
	d := &report.Data{Runs: []report.Run{{Key: "r", Unit: "u", System: "kahn", StartedAt: on26(1), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{Subject: "s"}, RunEnd: &report.RunEnd{Result: "failed"}}}}
	pages := Pages(&View{Data: d, Detail: func(int) (metric.Detail, error) { return metric.Detail{}, broken }})
	for i, ref := range pages.Refs {
		if p, err := pages.Make(i); (ref.Kind == report.PageRun) != errors.Is(err, broken) || (p == nil) != (err != nil) {
			t.Errorf("%s: %v", ref.Kind, err)
		}
	}
}

// A date names the six most frequent results, and counts the others.
func TestResultsOfADate(t *testing.T) {
	var runs []*report.Run
	for n, result := range []string{"unknown", "skipped", "blocked", "open", "canceled", "stalled", "failed", "passed"} {
		for range n + 1 {
			runs = append(runs, &report.Run{RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: result}})
		}
	}
	got := nightSentences(runs)
	if want := "36 runs started on this date (UTC): 8 passed, 7 failed, 6 stalled, 5 canceled, 4 open, 3 blocked and 2 more."; got[0] != want {
		t.Errorf("%q, want %q", got[0], want)
	}
}
