package gate

import (
	"slices"
	"strings"
	"testing"

	"runreport/analyze/report"
)

// failedReport is a report of one passed run and of failures in the given states.
func failedReport(states ...string) report.Data {
	d := report.Data{Runs: []report.Run{{StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "passed"}}}}
	d.Ledger.Total.Claimed = 1
	for i, s := range states {
		p := urgent(problem("failure", "", "kahn", "shop", string(rune('a'+i))))
		if s == report.FailureAcknowledged {
			p.Acknowledged = "failure/**"
		}
		if s != report.FailureEnded {
			d.Problems = append(d.Problems, p)
		}
		d.Runs = append(d.Runs, report.Run{StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "failed"}})
		d.Failures = append(d.Failures, report.Failure{Problem: p.Key, State: s})
	}
	return d
}

// failedOn is a report with a new failure on each date, and one that is acknowledged.
func failedOn(dates ...string) report.Data {
	states := make([]string, len(dates), len(dates)+1)
	for i := range states {
		states[i] = report.FailureNew
	}
	d := failedReport(append(states, report.FailureAcknowledged)...)
	for i, date := range append(dates, "2026-01-01") {
		d.Failures[i].Date = date
	}
	return d
}

func TestFailedRun(t *testing.T) {
	for _, c := range []struct {
		name   string
		d      report.Data
		set    map[string]string
		status string
		reason string
	}{
		{"no failure", failedReport(), nil, Pass, "no failure on the last run dates, 1 run in all"},
		{"none, and one run goes on", report.Data{Runs: []report.Run{{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "passed"}}, {RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "open"}}}}, nil, Pass, "no failure on the last run dates, 2 runs in all; 1 not ended"},
		{"a new one", failedReport(report.FailureNew), nil, Fail, "1 failure"},
		{"a known one", failedReport(report.FailureKnownFlaky), nil, Fail, "1 failure"},
		{"a known one, where new ones count", failedReport(report.FailureKnownFlaky), map[string]string{"failures": "new"}, Pass, "no new failure on the last run dates, 2 runs in all"},
		{"a new one, where new ones count", failedReport(report.FailureNew, report.FailureBefore), map[string]string{"failures": "new"}, Fail, "1 new failure"},
		{"of one date", failedOn("2026-03-10", "2026-03-10"), nil, Fail, "2 failures on 2026-03-10"},
		{"of several dates, and none", failedOn("2026-03-10", "", "2026-03-08", "2026-03-09"), nil, Fail, "4 failures, 2026-03-08 to 2026-03-10"},
		{"an acknowledged one", failedReport(report.FailureAcknowledged), nil, Pass, "not counted: 1 acknowledged"},
		{"one that ended", failedReport(report.FailureEnded), nil, Pass, "no failure"},
		{"one is allowed", failedReport(report.FailureNew), map[string]string{"allowed": "1"}, Pass, "1 failure, 1 allowed"},
		{"two, one is allowed", failedReport(report.FailureNew, report.FailureNew), map[string]string{"allowed": "1"}, Fail, "2 failures"},
		{"no run has ended", report.Data{Runs: []report.Run{{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "open"}}}}, nil, NotEvaluated, "no run has ended"},
		{"no run", report.Data{}, nil, NotEvaluated, "no run has ended"},
	} {
		values := Defaults()
		for s, text := range c.set {
			values["failed-run."+s] = Value{text, "test"}
		}
		g := Evaluate(&c.d, values, Options{})
		if r := g.Rules[0]; r.Name != "failed-run" || r.Status != c.status || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s: %s (%s), want %s (%s)", c.name, r.Status, r.Reason, c.status, c.reason)
		}
	}
}

func TestVerdict(t *testing.T) {
	changed := failedReport()
	changed.Changes = []report.SeriesChange{{State: report.ChangeStanding}, {State: report.ChangeNew}, {State: report.ChangeEnded}, {State: report.ChangeNew}}
	standing := failedReport()
	standing.Changes = changed.Changes[:1]
	reverted := failedReport() // what the lever did is taken back: nobody has to look at it
	reverted.Changes = []report.SeriesChange{{What: "recall", State: report.ChangeEnded}}
	compared := failedReport()
	compared.Baseline = &report.Baseline{Compared: []string{"flakes"}}
	lost := failedReport(report.FailureNew, report.FailureNew, report.FailureKnownFlaky, report.FailureInfrastructure, report.FailureBefore)
	lost.Problems = append(lost.Problems, problem("recall-regression", "strong", "new", "1", "chi"))
	lost.Problems = append(lost.Problems, urgent(problem("finding", "", "logged_total", "kahn", "shop")))
	lost.Cycles = []report.Cycle{cycle("new", 0, "supported", measured())}
	unended := report.Data{Runs: []report.Run{{StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "open"}}}}
	unended.Ledger.Total.Claimed = 1
	running := func(n int, states ...string) report.Data {
		d := failedReport(states...)
		for range n {
			d.Runs = append(d.Runs, report.Run{StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "open"}})
		}
		return d
	}
	short := failedReport()
	short.Cycles = []report.Cycle{cycle("new", 0, "supported")}
	for _, c := range []struct {
		name           string
		d              report.Data
		o              Options
		state          string
		reasons, notes []string
	}{
		{"a first report without failures", failedReport(), Options{}, report.VerdictPassed, nil, []string{"no baseline"}},
		{"compared", compared, Options{}, report.VerdictPassed, nil, nil},
		{"a reverted lever", reverted, Options{}, report.VerdictPassed, nil, []string{"no baseline"}},
		{"changes", changed, Options{}, report.VerdictChanged, []string{"2 new changes", "1 change ended"}, []string{"no baseline"}},
		{"changes that stand", standing, Options{}, report.VerdictPassed, nil, []string{"no baseline"}},
		{"failures and a regression", lost, Options{}, report.VerdictFailed,
			[]string{"2 new failures", "1 failure as before", "1 known flaky failure", "1 infrastructure failure", "1 recall regression"},
			[]string{"no baseline", "1 log problem (advisory)"}},
		{"an acknowledged failure", failedReport(report.FailureAcknowledged), Options{}, report.VerdictPassed, nil, []string{"no baseline"}},
		{"nothing ended", report.Data{Runs: []report.Run{{StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "open"}}}}, Options{}, report.VerdictNothingToCompare,
			[]string{"no run has ended"}, []string{"1 run has not ended", "no baseline"}},
		{"some have not ended", running(2), Options{}, report.VerdictPassed, nil, []string{"2 runs have not ended", "no baseline"}},
		{"of a list that was cut", running(2), Options{Cut: map[string]int64{"runs": 12_000}}, report.VerdictPassed, nil, []string{"at least 2 runs have not ended", "no baseline"}},
		{"some have not ended, one failed", running(1, report.FailureNew), Options{}, report.VerdictFailed, []string{"1 new failure"}, []string{"1 run has not ended", "no baseline"}},
		{"strict", failedReport(), Options{Strict: true}, report.VerdictNothingToCompare, nil, []string{"no baseline"}},
		{"cycles without measurements", short, Options{}, report.VerdictPassed, nil,
			[]string{"no baseline", "not evaluated: recall-regression, contradiction, missing-benchmark"}},
		{"nothing ended, all read", unended, Options{}, report.VerdictNothingToCompare, []string{"no run has ended"}, []string{"1 run has not ended", "no baseline"}},
	} {
		Apply(&c.d, nil, c.o)
		v := c.d.Verdict
		if v.State != c.state || c.reasons != nil && !slices.Equal(v.Reasons, c.reasons) || !slices.Equal(v.Notes, append([]string{}, c.notes...)) || v.About != "2026-04-14" {
			t.Errorf("%s: %+v, want %s for %q with %q", c.name, v, c.state, c.reasons, c.notes)
		}
		if failed := c.d.Gate.Status == Failed; failed != (v.State == report.VerdictFailed) {
			t.Errorf("%s: the gate is %s, the verdict %s", c.name, c.d.Gate.Status, v.State)
		}
		if undecided := c.d.Gate.Status == Undecided; undecided != (v.State == report.VerdictNothingToCompare) {
			t.Errorf("%s: the gate is %s, the verdict %s", c.name, c.d.Gate.Status, v.State)
		}
	}
}

// A run of an eval passes by ending. Its verdict is what a comparison of its items comes to,
// and its score alone is neither a pass nor a failure.
func TestVerdictOfEvals(t *testing.T) {
	eval := func(comparisons ...report.ItemComparison) report.Data {
		d := failedReport()
		d.Runs[0].System = "sums"
		d.Items = report.Items{Groups: []report.ItemGroup{{System: "sums"}}, Comparisons: comparisons}
		d.KeyFigures = []report.KeyFigure{{Name: "item_pass_rate", Num: report.Count(0), Den: report.Count(10)}}
		return d
	}
	scored := eval()
	scored.Items.Groups, scored.Items.Scores, scored.KeyFigures = nil, []report.ScoreGroup{{System: "sums"}}, nil
	beside := eval()
	beside.Runs = append(beside.Runs, report.Run{System: "tests", StartedAt: night, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: "passed"}})
	broken := eval()
	broken.Problems, broken.Failures = failedReport(report.FailureNew).Problems, failedReport(report.FailureNew).Failures
	of := func(items int64, evidence string, delta float64) report.ItemComparison {
		return report.ItemComparison{Items: items, Evidence: evidence, Delta: report.Known(delta)}
	}
	// scores are compared over 6 items each, or over those given
	graded := func(deltas ...float64) report.Data {
		c := report.ItemComparison{Evidence: report.ItemsInconclusive}
		for _, d := range deltas {
			x := report.ScoreDifference{Items: 6, Delta: report.Known(d), Evidence: report.ItemsWeak}
			if d == 0 {
				x.Evidence = report.ItemsInconclusive
			}
			c.Scores = append(c.Scores, x)
		}
		d := eval(c)
		d.Items.Groups, d.Items.Scores, d.KeyFigures = nil, []report.ScoreGroup{{System: "sums"}}, nil
		return d
	}
	means := func(n int) report.Data {
		d := graded()
		d.Items.Comparisons = nil
		for d.Items.Scores = nil; n > 0; n-- {
			d.Items.Scores = append(d.Items.Scores, report.ScoreGroup{System: "sums", Benchmark: "sums", Scorer: "judge", Mean: report.Known(0.5)})
		}
		return d
	}
	below := means(1)
	below.Items.Scores[0].Mean = report.Known(-0.35)
	fewScores := graded(0)
	fewScores.Items.Comparisons[0].Scores[0].Items = 5
	tested := means(1)
	tested.Flakes.BySystem = []report.FlakeSystem{{System: "sums"}}
	stated, unknown := graded(0), graded(0)
	stated.Items.Comparisons[0].Scores[0] = report.ScoreDifference{Stated: true, P: report.Known(0.5), Evidence: report.ItemsInconclusive}
	unknown.Items.Comparisons[0].Scores[0] = report.ScoreDifference{Stated: true, Evidence: report.ItemsInconclusive}
	none, worse, better := of(6, report.ItemsInconclusive, 0), of(20, report.ItemsWeak, -0.5), of(20, report.ItemsStrong, 0.2)
	for _, c := range []struct {
		name    string
		d       report.Data
		state   string
		reasons string
	}{
		{"an eval alone", eval(), report.VerdictNothingToCompare, "0 of 10 items passed"},
		{"scores alone", scored, report.VerdictNothingToCompare, "no blocking rule could be evaluated"},
		{"too few items", eval(of(5, report.ItemsInconclusive, -1)), report.VerdictNothingToCompare, "0 of 10 items passed, too few items to compare"},
		{"no difference", eval(none), report.VerdictPassed, ""},
		{"differences", eval(none, worse, better, better), report.VerdictChanged, "fewer items pass in 1 comparison, more items pass in 2 comparisons"},
		{"mean scores alone", means(1), report.VerdictNothingToCompare, "mean judge of sums 0.50"},
		{"a mean score below 0", below, report.VerdictNothingToCompare, "mean judge of sums −0.35"},
		{"many mean scores alone", means(5), report.VerdictNothingToCompare, "mean judge of sums 0.50, mean judge of sums 0.50, mean judge of sums 0.50, 2 more mean scores"},
		{"scores of steps that pass or fail", tested, report.VerdictPassed, ""},
		{"stated means", stated, report.VerdictPassed, ""},
		{"stated means without variation", unknown, report.VerdictNothingToCompare, "too few items to compare"},
		{"scores without a difference", graded(0, 0), report.VerdictPassed, ""},
		{"a lower score", graded(-0.3, 0), report.VerdictChanged, "1 mean score fell"},
		{"lower and higher scores", graded(-0.3, 0.1, 2), report.VerdictChanged, "1 mean score fell, 2 mean scores rose"},
		{"too few scores", fewScores, report.VerdictNothingToCompare, "too few items to compare"},
		{"an eval beside tests that passed", beside, report.VerdictPassed, ""},
		{"an eval that broke", broken, report.VerdictFailed, "1 new failure"},
	} {
		Apply(&c.d, nil, Options{})
		if v := c.d.Verdict; v.State != c.state || strings.Join(v.Reasons, ", ") != c.reasons {
			t.Errorf("%s: %s for %q, want %s for %q", c.name, v.State, v.Reasons, c.state, c.reasons)
		}
	}
	alone := eval()
	g := Evaluate(&alone, Defaults(), Options{})
	i := slices.IndexFunc(g.Rules, func(r report.GateRule) bool { return r.Name == "failed-run" })
	if want := "no failure on the last run dates, 1 run of evals in all, and too few items on two sides to compare"; i < 0 || g.Rules[i].Reason != want {
		t.Errorf("rule %d of %+v, want %q", i, g.Rules, want)
	}
}

func measured() report.Benchmark { return compared("chi", 10, report.Known(0.11)) }
