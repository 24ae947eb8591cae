package problem

import (
	"fmt"
	"testing"

	"runreport/analyze/gate"
	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// banner is the sentences of the banner, each as "severity section: text".
func banner(in *Input) (out []string) {
	for _, a := range Attention(in) {
		out = append(out, fmt.Sprintf("%s %s: %s", a.Severity, a.Section, a.Text))
	}
	return out
}

func claimed(n int64) report.Ledger {
	var l report.Ledger
	l.Total.Claimed = n
	return l
}

func TestNothingToAttendTo(t *testing.T) {
	warning := report.Problem{Severity: report.SeverityWarning, Kind: "stale", Title: "shop did not run", Section: "runs", At: day(1)}
	later, info, accepted, finding, unsure := warning, warning, warning, warning, warning
	later.Title, later.At, later.Section = "api did not run", day(2), "later"
	info.Severity, accepted.Acknowledged, finding.Kind, unsure.Title = report.SeverityInfo, "stale/*", "finding", "third"
	for _, c := range []struct {
		name string
		d    report.Data
		want string
	}{
		{"nothing", report.Data{Runs: reporttest.Runs(1), Ledger: claimed(2)}, "info runs: No errors and no warnings: 1 run and 2 logs were read."},
		{"with cycles", report.Data{Runs: reporttest.Runs(2), Cycles: make([]report.Cycle, 1), Ledger: claimed(1)}, "info runs: No errors and no warnings: 2 runs, 1 cycle and 1 log were read."},
		{"findings", report.Data{Findings: make([]report.Finding, 2), Ledger: claimed(2)}, "info findings: No errors: 0 runs and 2 logs were read, with 2 format findings."},
		{"warnings, the newest first", report.Data{Problems: []report.Problem{warning, later, unsure}, Findings: make([]report.Finding, 1)},
			"warning later: No errors: 0 runs and 0 logs were read. Warnings: api did not run, shop did not run and 1 more."},
		{"no warning that counts", report.Data{Problems: []report.Problem{info, accepted, finding}}, "info runs: No errors and no warnings: 0 runs and 0 logs were read."},
	} {
		for i := range c.d.Findings {
			c.d.Findings[i].Severity = report.SeverityWarning
		}
		compare(t, c.name, banner(input(&c.d)), []string{c.want})
	}
}

// A failed verdict is never without an error.
func TestAFailedVerdict(t *testing.T) {
	d := report.Data{
		Verdict: report.Verdict{State: report.VerdictFailed, Reasons: []string{"1 missing benchmark"}},
		Problems: []report.Problem{
			{Key: "a", Title: "chi was not measured", Section: "recall", At: day(1)}, {Key: "b", Title: "other", At: day(3)}, {Key: "c", Title: "gin was not measured", Section: "latest", At: day(2)},
		},
		Gate: &report.Gate{Rules: []report.GateRule{
			{Level: gate.Blocking, Status: gate.Fail, Problems: []string{"a", "c"}}, {Level: "advisory", Status: gate.Fail, Problems: []string{"b"}}, {Level: gate.Blocking, Status: "pass", Problems: []string{"b"}},
		}},
	}
	compare(t, "rules that no error stands for", banner(input(&d)), []string{"error latest: Failed: 1 missing benchmark (gin was not measured and chi was not measured)."})
	d.Gate.Rules = nil
	compare(t, "rules without problems", banner(input(&d)), []string{"error gate: Failed: 1 missing benchmark."})
	for i := range 6 {
		d.Problems = append(d.Problems, report.Problem{Kind: "slower", Severity: report.SeverityWarning, Section: "durations", Text: fmt.Sprint("Slower ", i)})
	}
	d.Failures = []report.Failure{{System: "kahn", Runs: 1, State: report.FailureNew}}
	compare(t, "with an error of its own", banner(input(&d)), []string{
		"error runs: 1 run failed (kahn). The log gives no reason.", "warning durations: Slower 0", "warning durations: Slower 1",
	})
}

func TestFailuresInTheBanner(t *testing.T) {
	var d report.Data
	for i := range 5 {
		d.Failures = append(d.Failures, report.Failure{System: "kahn", Step: fmt.Sprint("s", i), Runs: 1, State: report.FailureNew})
	}
	d.Failures = append(d.Failures, report.Failure{System: "kahn", Step: "ended", Runs: 1, State: report.FailureEnded}, report.Failure{System: "kahn", Step: "known", Runs: 1, State: report.FailureAcknowledged})
	compare(t, "five", banner(input(&d)), []string{
		"error runs: 1 run failed (s0, kahn). The log gives no reason.", "error runs: 1 run failed (s1, kahn). The log gives no reason.",
		"error runs: 1 run failed (s2, kahn). The log gives no reason.", "error runs: 2 more failures: s3 of kahn failed and s4 of kahn failed.",
	})
	d.Failures = d.Failures[:3]
	if got := banner(input(&d)); len(got) != 3 {
		t.Errorf("three failures: %q", got)
	}
}

func TestCyclesInTheBanner(t *testing.T) {
	verdict := func(name string, check string) report.Cycle {
		return report.Cycle{Key: name, Cycle: name, Verdict: report.CycleVerdict{Check: check, Reason: "the rule gives revert."}}
	}
	regressed := func(name, grade string) report.Benchmark {
		return report.Benchmark{Benchmark: name, Class: "regressed", Grade: grade, Sentence: name + " fell."}
	}
	floor, lost, reverted := regressed("floor", "strong"), verdict("lost", "supported"), verdict("reverted", "supported")
	floor.AtFloor = true
	lost.Across = report.Across{Loss: true, Benchmarks: 3, MacroDelta: report.Known(-0.2), Lost: 4, P: report.Known(0.001)}
	lost.Benchmarks = []report.Benchmark{regressed("strong", "strong"), regressed("moderate", "moderate"), regressed("weak", "weak"), floor, {Benchmark: "improved", Class: "improved", Grade: "strong"}}
	reverted.Verdict.Decision, reverted.RevertedAt, reverted.Across = "revert", day(3), lost.Across
	d := report.Data{Cycles: []report.Cycle{verdict("one", "not_supported"), verdict("two", "not_supported"), reverted, verdict("three", "not_supported")}}
	compare(t, "verdicts", banner(input(&d)), []string{
		"error recall: Cycle three: the rule gives revert.", "error recall: 2 cycles before it with a logged verdict that the rule does not give.",
	})
	d.Problems = []report.Problem{{Key: Key("verdict", "three", ""), Acknowledged: "x"}}
	compare(t, "an accepted verdict", banner(input(&d)), []string{
		"error recall: Cycle two: the rule gives revert.", "error recall: 1 cycle before it with a logged verdict that the rule does not give.",
	})
	d = report.Data{Cycles: []report.Cycle{lost}}
	compare(t, "regressions", banner(input(&d)), []string{
		"error recall: Cycle lost: 3 benchmarks together: mean recall −0.20, 4 bugs lost, 0 gained. Evidence: strong (p = 0.001).",
		"error recall: Cycle lost: strong fell.", "error recall: Cycle lost: moderate fell.",
	})
	d.Problems = []report.Problem{{Key: Key("recall-loss-across", "lost", ""), Acknowledged: "x"}, {Key: Key("recall-regression", "lost", "", "strong"), Acknowledged: "x"}}
	compare(t, "accepted regressions", banner(input(&d)), []string{"error recall: Cycle lost: moderate fell."})
}

func TestLogsInTheBanner(t *testing.T) {
	one := func(code, run string, n int64) report.Finding {
		return report.Finding{Code: code, Severity: report.SeverityError, File: code + ".jsonl", Message: "no end of " + code, Seen: "s", Run: run, Count: n}
	}
	quiet := one("quiet", "", 1)
	quiet.Severity = report.SeverityWarning
	d := report.Data{
		Cycles:   []report.Cycle{{Key: "told", Cycle: "told", Verdict: report.CycleVerdict{Check: "not_supported", Reason: "r"}}},
		Findings: []report.Finding{one("a", "", 1), quiet, one(recall.CodeRecall.Name, "told", 1), one("a", "", 2), one("b", "", 1), one("accepted", "", 1)},
		Problems: []report.Problem{{Key: Key("finding", "accepted", "", ""), Acknowledged: "x"}},
	}
	d.Ledger.Total.Rejected, d.Ledger.Total.Lines = 1, 862
	d.Ledger.Files = []report.LedgerFile{{Path: "x", Fates: report.Fates{Rejected: 1}}, {Path: "y"}}
	compare(t, "logs", banner(input(&d)), []string{
		"error recall: Cycle told: r", "error findings: No end of a (3 times), as in a.jsonl: s.", "error findings: No end of b (once), as in b.jsonl: s.",
		"warning ledger: 1 record of 862 lines could not be parsed and were excluded.",
	})
}

func TestChangesInTheBanner(t *testing.T) {
	p := func(kind, text string) report.Problem {
		return report.Problem{Kind: kind, Severity: report.SeverityWarning, Section: "s", Text: text, Names: []string{"kahn", "shop", text}}
	}
	accepted, gone, step := p("common-slow-down", "accepted"), p("gone", "kahn"), p("gone", "step")
	accepted.Acknowledged = "x"
	gone.Severity, gone.Names = report.SeverityError, []string{"system", "cadre"}
	node := report.FlakeNode{System: "kahn", Subject: "shop", Node: "e2e", Rate: rate(2, 10)}
	flakes := report.Flakes{ByNode: []report.FlakeNode{node}}
	const flaky = "warning flakes: e2e needed a retry in 2 of the 10 times it passed (20 %, 95 % CI 10–90 %)."
	compare(t, "changes", banner(input(&report.Data{Problems: []report.Problem{p("new-flake", "new"), accepted, p("slower", "slow"), p("common-slow-down", "all"), gone, step}, Flakes: flakes})),
		[]string{"error baseline: Missing since the baseline: system cadre.", "warning s: all", "warning s: slow"})
	compare(t, "flakes", banner(input(&report.Data{Flakes: flakes})), []string{flaky})
	once := report.FlakeNode{System: "kahn", Subject: "shop", Node: "once", Rate: rate(1, 10)}
	compare(t, "a flake that was only once", banner(input(&report.Data{Flakes: report.Flakes{ByNode: []report.FlakeNode{once, node}}})),
		[]string{"info runs: No errors and no warnings: 0 runs and 0 logs were read."})
	known := []report.Problem{{Key: Key("flake", "kahn", "shop", "once"), Acknowledged: "x"}}
	compare(t, "an accepted flake", banner(input(&report.Data{Problems: known, Flakes: report.Flakes{ByNode: []report.FlakeNode{once, node}}})), []string{flaky})
	stops := report.Stops{StallRate: rate(3, 30)}
	stall := []report.Problem{{Kind: "stall", Names: []string{"kahn"}}}
	const stalled = "warning stops: 3 attempts lost the heartbeat: 3 of 30 (10 %, 95 % CI 10–90 %) of those that ended."
	failed := report.Failure{System: "kahn", Result: "stalled", State: report.FailureEnded}
	compare(t, "stalls", banner(input(&report.Data{Stops: stops, Problems: stall, Failures: []report.Failure{failed}})), []string{stalled})
	failed.State, failed.Runs = report.FailureNew, 1
	compare(t, "stalls that a failure tells of", banner(input(&report.Data{Stops: stops, Problems: stall, Failures: []report.Failure{failed}})),
		[]string{"error runs: 1 run stalled (kahn). The log gives no reason."})
	stall[0].Acknowledged = "x"
	compare(t, "accepted stalls", banner(input(&report.Data{Stops: stops, Problems: stall})), []string{"info runs: No errors and no warnings: 0 runs and 0 logs were read."})
}
