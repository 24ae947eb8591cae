package gate

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// A verdict is about the last UTC date on which a run started, of cycles only where there is no run.
func TestVerdictIsAboutTheLastRunDate(t *testing.T) {
	at := func(hours ...int) (out []report.Run) {
		for _, h := range hours {
			out = append(out, report.Run{StartedAt: night.Add(time.Duration(h) * time.Hour), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}})
		}
		return out
	}
	later := cycle("new", -72, "") // ends three days after the night
	later.StartedAt, later.TimeToVerdictS = night, report.Known(72*3600)
	for _, c := range []struct {
		name string
		d    report.Data
		want string
	}{
		{"nothing", report.Data{}, ""},
		{"runs without a start", report.Data{Runs: reporttest.Runs(2)}, ""},
		{"the latest of three", report.Data{Runs: at(-24, 0, -48)}, "2026-04-14"},
		{"just after midnight in UTC", report.Data{Runs: []report.Run{{StartedAt: night.In(time.FixedZone("", -5*3600)), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}}, "2026-04-14"},
		{"a cycle alone", report.Data{Cycles: []report.Cycle{later}}, "2026-04-17"},
		{"a cycle beside a run", report.Data{Runs: at(0), Cycles: []report.Cycle{later}}, "2026-04-14"},
	} {
		if got := lastRunDate(&c.d); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A failed rule is named by what it fails on and how many there are.
func TestReasonsOfRules(t *testing.T) {
	states := report.Data{Failures: []report.Failure{
		{Problem: "a", State: report.FailureNew}, {Problem: "b", State: report.FailureNew}, {Problem: "c", State: report.FailureBefore},
		{Problem: "d", State: report.FailureInfrastructure}, {Problem: "e", State: report.FailureKnownFlaky}, {Problem: "e", State: report.FailureKnownFlaky},
		{Problem: "f", State: report.FailureAcknowledged}}}
	tests := report.Data{Flakes: report.Flakes{Noun: "test"}}
	for _, c := range []struct {
		name, rule string
		d          report.Data
		problems   string
		want       string
	}{
		{"failures by their state, each behind a problem of the rule", "failed-run", states, "a b c e",
			"2 new failures, 1 failure as before, 2 known flaky failures"},
		{"one of each", "failed-run", states, "a d", "1 new failure, 1 infrastructure failure"},
		{"failures in no state that counts", "failed-run", states, "f", "1 failed run"},
		{"failures that nothing is known of", "failed-run", report.Data{}, "a b", "2 failed runs"},
		{"by the noun of the rule", "findings", report.Data{}, "a b c", "3 log problems"},
		{"by the name of the rule", "recall-regression", report.Data{}, "a", "1 recall regression"},
		{"without problems", "minimum-runs", report.Data{}, "", "too few runs"},
		{"slower steps", "slower", report.Data{}, "a", "1 slower step"},
		{"slower tests", "slower", tests, "a b", "2 slower tests"},
		{"a rule of another version", "no-such-rule", report.Data{}, "a b", "2 no such rules"},
	} {
		r := report.GateRule{Name: c.rule, Problems: strings.Fields(c.problems)}
		if got := strings.Join(reasonsOf(&c.d, r), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestScoreReasons(t *testing.T) {
	score := func(model string, mean report.Number) report.ScoreGroup {
		return report.ScoreGroup{Benchmark: "sums", Model: model, Scorer: "judge", Mean: mean}
	}
	n := report.Known
	one, named, none := score("", n(0.5)), score("a", n(0.25)), score("b", report.Missing("no_data"))
	const half = "mean judge of sums 0.50"
	for _, c := range []struct {
		scores []report.ScoreGroup
		want   string
	}{
		{nil, ""},
		{[]report.ScoreGroup{none}, ""},
		{[]report.ScoreGroup{named}, "mean judge of sums 0.25"}, // of one model, which needs no name
		{[]report.ScoreGroup{named, one}, "mean judge of sums 0.25 (a)|" + half},
		{[]report.ScoreGroup{one, none, one, one}, half + "|" + half + "|" + half},
		{[]report.ScoreGroup{one, one, one, one}, half + "|" + half + "|" + half + "|" + half}, // naming the last is as short
		{[]report.ScoreGroup{one, one, one, one, named}, half + "|" + half + "|" + half + "|2 more mean scores"},
	} {
		if got := strings.Join(scoreReasons(c.scores), "|"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// The score of an eval is its key figure, where that is known, else its mean scores.
func TestItemReasons(t *testing.T) {
	of := func(name string, num, den report.Whole) *report.Data {
		return &report.Data{KeyFigures: []report.KeyFigure{{Name: name, Num: num, Den: den}},
			Items: report.Items{Scores: []report.ScoreGroup{{Benchmark: "sums", Scorer: "judge", Mean: report.Known(0.5)}}}}
	}
	for _, c := range []struct {
		d    *report.Data
		want string
	}{
		{of("item_pass_rate", report.Count(1), report.Count(1)), "1 of 1 item passed"},
		{of("item_pass_rate", report.Count(3), report.Count(8)), "3 of 8 items passed"},
		{counting(of("item_pass_rate", report.Count(0), report.Count(100000)), "sample"), "0 of 100,000 samples passed"},
		{of("item_pass_rate", report.Count(3), report.Whole{}), "mean judge of sums 0.50"},
		{of("item_pass_rate", report.Whole{}, report.Count(8)), "mean judge of sums 0.50"},
		{of("pass_rate", report.Count(3), report.Count(8)), "mean judge of sums 0.50"},
	} {
		if got := strings.Join(itemReasons(c.d), "|"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// A comparison without a change of its mean counts as one that did not rise.
func TestComparisonReasons(t *testing.T) {
	of := func(evidence string, delta float64, scores ...report.ScoreDifference) report.ItemComparison {
		return report.ItemComparison{Evidence: evidence, Delta: report.Known(delta), Scores: scores}
	}
	score := func(evidence string, delta float64) report.ScoreDifference {
		return report.ScoreDifference{Evidence: evidence, Delta: report.Known(delta)}
	}
	weak, none := report.ItemsWeak, report.ItemsInconclusive
	of2 := func(evidence string, deltas ...float64) report.ItemComparison {
		c := of(evidence, 0)
		for _, d := range deltas {
			c.Benchmarks = append(c.Benchmarks, report.ItemStratum{Evidence: weak, Delta: report.Known(d)})
		}
		return c
	}
	equal := func(c report.ItemComparison) report.ItemComparison {
		c.Order = report.OrderNone
		return c
	}
	for _, c := range []struct {
		all  []report.ItemComparison
		want string
	}{
		{nil, ""},
		{[]report.ItemComparison{of(none, 0.5, score(none, 0.5))}, ""},
		{[]report.ItemComparison{of(weak, 0.5)}, "more items pass in 1 comparison"},
		{[]report.ItemComparison{of(weak, -0.5), of(weak, 0)}, "fewer items pass in 2 comparisons"},
		{[]report.ItemComparison{of2(none, 0.2, -0.2, 0.1)}, "fewer items of 1 benchmark pass|more items of 2 benchmarks pass"},
		{[]report.ItemComparison{of2(none, 0.2)}, ""}, // the one benchmark is what all items are of
		{[]report.ItemComparison{of2(weak, 0.2, -0.2)}, "fewer items pass in 1 comparison"},
		{[]report.ItemComparison{of(none, 0, score(weak, 0), score(weak, 1))}, "1 mean score fell|1 mean score rose"},
		{[]report.ItemComparison{of(weak, -1, score(weak, 1), score(weak, 2)), of(weak, 1, score(weak, 3))},
			"fewer items pass in 1 comparison|more items pass in 1 comparison|3 mean scores rose"},
		{[]report.ItemComparison{equal(of(weak, -1, score(weak, 1))), equal(of2(none, 0.2, -0.2)), equal(of(none, 1, score(none, 1)))},
			"pass rates differ in 2 comparisons|1 mean score differs"},
		{[]report.ItemComparison{equal(of(none, 1, score(weak, 1), score(weak, -1)))}, "2 mean scores differ"},
	} {
		if got := strings.Join(comparisonReasons(&report.Items{Comparisons: c.all}), "|"); got != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Why nothing is decided: no run ended, no rule could look, or a strict gate has open rules.
func TestUndecidedReason(t *testing.T) {
	rule := func(name, level, status string) report.GateRule {
		return report.GateRule{Name: name, Level: level, Status: status}
	}
	absent := rule("drift", Blocking, NotEvaluated)
	absent.Absent = true
	open := func(results ...string) (out []report.Run) {
		for _, r := range results {
			out = append(out, report.Run{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: r}})
		}
		return out
	}
	failed := rule("failed-run", Blocking, Pass)
	for _, c := range []struct {
		name   string
		runs   []report.Run
		cycles int
		rules  []report.GateRule
		want   string
	}{
		{"all runs go on", open("open", "open"), 0, nil, "no run has ended"},
		{"one ended", open("open", "passed"), 0, nil, "no blocking rule could be evaluated"},
		{"all go on beside a cycle", open("open"), 1, nil, "no blocking rule could be evaluated"},
		{"no run", nil, 0, nil, "no blocking rule could be evaluated"},
		{"open rules beside one that passed", nil, 0, []report.GateRule{failed, rule("slower", Advisory, NotEvaluated), rule("stale", Blocking, NotEvaluated)},
			"not evaluated: slower, stale"},
		{"one that is off is not open", nil, 0, []report.GateRule{failed, rule("cost", Off, NotEvaluated)}, "no blocking rule could be evaluated"},
		{"one that has nothing to look at is not open", nil, 0, []report.GateRule{failed, absent}, "no blocking rule could be evaluated"},
		{"an advisory one decides nothing", nil, 0, []report.GateRule{rule("slower", Advisory, Pass), rule("stale", Advisory, NotEvaluated)},
			"no blocking rule could be evaluated"},
		{"a guard decides nothing", nil, 0, []report.GateRule{rule("complete-input", Blocking, Pass), rule("failed-run", Blocking, NotEvaluated)},
			"no blocking rule could be evaluated"},
	} {
		d := report.Data{Runs: c.runs, Cycles: make([]report.Cycle, c.cycles), Gate: &report.Gate{Rules: c.rules}}
		if got := undecidedReason(&d); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestNotes(t *testing.T) {
	rule := func(name, level, status string, problems ...string) report.GateRule {
		return report.GateRule{Name: name, Level: level, Status: status, Problems: problems}
	}
	advisory := rule("findings", Advisory, Fail, "a", "b")
	open := []report.GateRule{rule("contradiction", Blocking, NotEvaluated), rule("stale", Blocking, NotEvaluated),
		rule("missing-benchmark", Advisory, NotEvaluated), rule("recall-regression", Blocking, Pass)}
	on := &report.Baseline{Compared: []string{"flakes"}}
	for _, c := range []struct {
		name     string
		baseline *report.Baseline
		cycles   int
		status   string
		rules    []report.GateRule
		want     string
	}{
		{"no baseline", nil, 0, Passed, nil, "no baseline"},
		{"a baseline", on, 0, Passed, nil, ""},
		{"a baseline of something else", &report.Baseline{}, 0, Passed, nil, "baseline not comparable"},
		{"advisory rules", on, 0, Passed, []report.GateRule{advisory, rule("drift", Advisory, Pass), rule("failed-run", Blocking, Fail, "c")},
			"2 log problems (advisory)"},
		{"open rules about cycles", on, 1, Passed, open, "not evaluated: contradiction"},
		{"open rules without cycles", on, 0, Passed, open, ""},
		{"open rules of an undecided gate, whose reason names them", on, 1, Undecided, open, ""},
	} {
		d := report.Data{Baseline: c.baseline, Cycles: make([]report.Cycle, c.cycles), Gate: &report.Gate{Status: c.status, Rules: c.rules}}
		if got := strings.Join(notes(&d, Options{}), "|"); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestChangeReasons(t *testing.T) {
	change := func(what, state string) report.SeriesChange { return report.SeriesChange{What: what, State: state} }
	lost, ended := change("recall", report.ChangeNew), change("duration", report.ChangeEnded)
	for _, c := range []struct {
		all  []report.SeriesChange
		want string
	}{
		{nil, ""},
		{[]report.SeriesChange{lost}, "1 new change"},
		{[]report.SeriesChange{lost, ended, ended}, "1 new change|2 changes ended"},
		{[]report.SeriesChange{change("recall", report.ChangeEnded)}, ""},
		{[]report.SeriesChange{ended, change("duration", report.ChangeStanding)}, "1 change ended"},
	} {
		if got := changeReasons(c.all); strings.Join(got, "|") != c.want {
			t.Errorf("%q, want %q", got, c.want)
		}
	}
}

// Failures count on the last run date; a run of an eval is no test that passed.
func TestFailedRunBounds(t *testing.T) {
	runs := func(system string, results ...string) (out []report.Run) {
		for _, r := range results {
			out = append(out, report.Run{System: system, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{Result: r}})
		}
		return out
	}
	evals := func(items int64, scored bool) report.Data {
		d := report.Data{Runs: runs("sums", "passed", "passed")}
		c := report.ItemComparison{Items: items}
		if scored {
			d.Items.Scores, c = []report.ScoreGroup{{System: "sums"}}, report.ItemComparison{Scores: []report.ScoreDifference{{Items: items}}}
		} else {
			d.Items.Groups = []report.ItemGroup{{System: "sums"}}
		}
		d.Items.Comparisons = []report.ItemComparison{{}, c}
		return d
	}
	const few = "not_evaluated: no failure on the last run dates, 2 runs of evals in all, and too few items on two sides to compare"
	running := report.Data{Runs: runs("kahn", "passed", "open", "open")}
	stopped := failedReport(report.FailureNew)
	stopped.Runs = runs("kahn", "open")
	canceled := report.Data{Runs: runs("kahn", "canceled", "skipped", "unknown")}
	based := evals(6, false)
	based.Items.Comparisons, based.Items.NotCompared = nil, "the baseline has none of these items"
	checkBounds(t, "failed-run", []bound{
		{"a baseline, whose items are not compared", based, nil, "not_evaluated: no failure on the last run dates, 2 runs of evals in all; not compared: the baseline has none of these items"},
		{"six items", evals(6, false), nil, "pass: no failure on the last run dates, 2 runs in all"},
		{"five items", evals(5, false), nil, few},
		{"scores of six items", evals(6, true), nil, "pass: no failure on the last run dates, 2 runs in all"},
		{"scores of five items", evals(5, true), nil, few},
		{"two go on", running, nil, "pass: no failure on the last run dates, 3 runs in all; 2 not ended"},
		{"a failure before the end", stopped, nil, "fail: 1 failure"},
		{"no end that tells", canceled, nil, "not_evaluated: no run has ended"},
	})
	for _, result := range []string{"passed", "flaky", "failed", "stalled", "blocked"} {
		d := report.Data{Runs: runs("kahn", result)}
		if got := said(d, "failed-run", nil); got != "pass: no failure on the last run dates, 1 run in all" {
			t.Errorf("%s: %s", result, got)
		}
	}
	if !slices.Equal(failureReasons(&stopped, nil), nil) {
		t.Error("failures behind no problem are counted")
	}
}

// counting says what the key figures count.
func counting(d *report.Data, noun string) *report.Data {
	for i := range d.KeyFigures {
		d.KeyFigures[i].Noun = noun
	}
	return d
}
