package problem

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
)

func TestFlakeClause(t *testing.T) {
	n := report.Known
	of := func(change func(*report.FlakeNode)) report.FlakeNode {
		x := report.FlakeNode{System: "kahn", Subject: "shop", Node: "e2e", Rate: rate(2, 10)}
		change(&x)
		return x
	}
	const clause = "e2e needed a retry in 2 of the 10 times it passed (20 %, 95 % CI 10–90 %)"
	for _, c := range []struct {
		n    report.FlakeNode
		all  report.Number // what flakes cost in all
		want string
	}{
		{of(func(*report.FlakeNode) {}), n(90), clause + "."},
		{of(func(x *report.FlakeNode) { x.Rate = rate(1, 1) }), n(0), "e2e needed a retry the one time it passed."},
		{of(func(x *report.FlakeNode) { x.Rate = rate(1, 2) }), n(0), "e2e needed a retry in 1 of the 2 times it passed (50 %, 95 % CI n/a)."},
		{of(func(x *report.FlakeNode) { x.Changed, x.RateNow = "2026-03-09", &report.Rate{Num: 1, Den: 4} }), n(0), clause + ", since 2026-03-09 in 1 of 4."},
		{of(func(x *report.FlakeNode) { x.CostS = n(90) }), n(90), clause + ", costing 1 min 30 s."},
		{of(func(x *report.FlakeNode) { x.CostS = n(90) }), n(120), clause + ", costing 1 min 30 s of the 2 min that flakes cost in all."},
		{of(func(x *report.FlakeNode) { x.CostS, x.Untimed = n(90), 1 }), report.Missing("no_data"), clause + ", costing at least 1 min 30 s."},
		{of(func(x *report.FlakeNode) { x.CostS = n(0) }), n(120), clause + "."},
		{of(func(x *report.FlakeNode) { x.CostS = report.Missing("no_data") }), n(120), clause + "."},
		{of(func(x *report.FlakeNode) { x.Collective, x.Node = true, "agent" }), n(0), "2 of the 10 agents of shop that passed needed a retry (20 %, 95 % CI 10–90 %)."},
		{of(func(x *report.FlakeNode) { x.Collective, x.Node, x.Rate = true, "agent", rate(1, 1) }), n(0), "an agent of shop needed a retry the one time it passed."},
		{of(func(x *report.FlakeNode) { x.Collective, x.Node, x.Subject = true, "card", "" }), n(0), "2 of the 10 cards of kahn that passed needed a retry (20 %, 95 % CI 10–90 %)."},
	} {
		f := report.Flakes{CostS: c.all}
		if got := FlakeClause(c.n, f); got != c.want {
			t.Errorf("%s, want\n%s", got, c.want)
		}
		whole := c.want
		if c.n.Collective {
			whole = strings.ToUpper(whole[:1]) + whole[1:]
		}
		if got := FlakeSentence(c.n, f); got != whole {
			t.Errorf("%s, want\n%s", got, whole)
		}
	}
	if got := CostOf(report.FlakeNode{CostS: report.Missing("no_data"), Untimed: 1}); got != "" {
		t.Errorf("a cost that nobody knows is %q", got)
	}
}

// Of what was missing each report says whether it is there again, by all names of its key.
func TestSeenAgain(t *testing.T) {
	in := input(&report.Data{
		Runs: []report.Run{{System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}},
		Cycles: []report.Cycle{{Cycle: "wide", Iteration: whole(12), System: "cadre", Benchmarks: []report.Benchmark{
			{Benchmark: "chi", Delta: report.Known(0), Sentence: "chi stayed.", RecallPre: report.Recall{Value: report.Known(0.5)}}},
			Across: report.Across{Benchmarks: 1, MacroDelta: report.Known(0.1)}}, {Cycle: "plain", Across: report.Across{}}},
		Trajectory: []report.Trajectory{{Benchmark: "gin", Cycles: []string{"a"}}, {Benchmark: "chi", Cycles: []string{"a", "b"}}},
	})
	in.Steps = func() []metric.StepRun { return []metric.StepRun{{StepName: metric.Step("kahn", "shop", "e2e")}} }
	const again = "it is in the report again"
	for _, c := range []struct {
		kind  *Kind
		names string
		want  string
	}{
		{problemGone, "system kahn", again}, {problemGone, "system cadre", again}, {problemGone, "system other", ""}, {problemGone, "system", ""},
		{problemGone, "system kahn shop", ""}, {problemGone, "runs kahn", again}, {problemGone, "runs other", ""}, {problemGone, "runs kahn shop", ""},
		{problemGone, "benchmark chi", again}, {problemGone, "benchmark kahn", ""}, {problemGone, "benchmark", ""}, {problemGone, "kahn kahn", ""},
		{problemGone, "cycle wide 12", again}, {problemGone, "cycle wide 11", ""}, {problemGone, "cycle wide", ""}, {problemGone, "x wide 12", ""},
		{problemGone, "step kahn shop e2e", again}, {problemGone, "step kahn shop other", ""}, {problemGone, "step shop kahn e2e", ""},
		{problemGone, "step kahn shop", ""}, {problemGone, "subject kahn shop", again}, {problemGone, "subject kahn other", ""}, {problemGone, "x kahn shop e2e", ""}, {problemGone, "", ""},
		{problemLossAcross, "wide 12", "1 benchmark together: mean recall +0.10"}, {problemLossAcross, "plain ", ""},
		{problemLossAcross, "other 1", ""}, {problemRegression, "wide 12 chi", "chi stayed"}, {problemRegression, "wide 12 kahn", ""},
		{problemRegression, "wide 12", ""}, {problemDrift, "chi 2026-03-09", "no change of level at 2026-03-09 over 2 cycles"},
		{problemDrift, "gin x", "no change of level at x over 1 cycle"}, {problemLevel, "none x", ""}, {problemLevel, "", ""},
		{problemFailure, "kahn shop e2e", "0 of 1 run failed so"}, {problemFailure, "kahn shop", ""}, {problemFailure, "kahn shop e2e x", ""},
		{problemFailure, "kahn other e2e", ""},
	} {
		if got := c.kind.seen(in, strings.Split(c.names, " ")); got != c.want && c.names != "" {
			t.Errorf("%s %q: %q, want %q", c.kind.Name, c.names, got, c.want)
		}
		if got := c.kind.seen(in, nil); got != "" {
			t.Errorf("%s of no names: %q", c.kind.Name, got)
		}
	}
}

// A step is gone where its subject still runs, else the subject is, once. Steps without names of their own never are.
func TestGoneSteps(t *testing.T) {
	node := func(subject, name string, collective bool) report.FlakeNode {
		return report.FlakeNode{System: "kahn", Subject: subject, Node: name, Collective: collective}
	}
	before := &report.Data{Definitions: report.Definitions, AsOf: day(1), Runs: []report.Run{{System: "kahn", Key: "r", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}, {System: "old", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}},
		Flakes: report.Flakes{ByNode: []report.FlakeNode{node("shop", "here", false), node("shop", "gone", false), node("api", "other", false), node("api", "another", false), node("cards", "card", true),
			node("shop", "card", true), node("shop", "kind", false), node("", "alone", false), node("shop", "also gone", false)}}}
	d := &report.Data{AsOf: day(2), Definitions: report.Definitions, Runs: []report.Run{{System: "kahn", Key: "r", RunSetup: &report.RunSetup{Subject: "shop"}, RunEnd: &report.RunEnd{}}}, Baseline: &report.Baseline{Label: "main"}}
	in := input(d)
	in.Steps = func() []metric.StepRun {
		return []metric.StepRun{{StepName: metric.Step("kahn", "shop", "here")}, {StepName: metric.Step("kahn", "", "now")}, {StepName: metric.Step("kahn", "x", "kind"), Collective: true}}
	}
	if got := found(in, problemGone); got != nil {
		t.Errorf("gone without a baseline: %q", got)
	}
	in.Earlier = change.NewEarlier(&change.Baseline{Data: before})
	compare(t, "gone", found(in, problemGone), []string{
		`error ["system" "old"]: No log of old | No log of old. The baseline (main) has it.`,
		`warning ["subject" "kahn" "api"]: api of kahn did not run | api of kahn did not run. The baseline (main) has it.`,
		`warning ["step" "kahn" "shop" "gone"]: Step gone of shop did not run | Step gone of shop did not run. The baseline (main) has it.`,
		`warning ["step" "kahn" "" "alone"]: Step alone of kahn did not run | Step alone of kahn did not run. The baseline (main) has it.`,
		`warning ["step" "kahn" "shop" "also gone"]: Step also gone of shop did not run | Step also gone of shop did not run. The baseline (main) has it.`,
	})
	problemGone.find(in, func(p report.Problem) {
		if p.Since != day(1) || p.At != day(2) {
			t.Errorf("%s: since %s at %s", p.Title, p.Since, p.At)
		}
	})
}

// Runs and cycles are missing where the reports have others in common, and older ones are not.
func TestGoneUnits(t *testing.T) {
	run := func(n int) report.Run {
		return report.Run{System: "kahn", Unit: fmt.Sprint("b", n), Key: fmt.Sprint("b", n), StartedAt: day(n), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	before := &report.Data{Definitions: report.Definitions}
	for n := 1; n <= 9; n++ {
		before.Runs = append(before.Runs, run(n))
	}
	for i, title := range []string{"one", "two", "three"} {
		before.Cycles = append(before.Cycles, report.Cycle{Key: title, Cycle: title, Iteration: whole(1), StartedAt: day(i + 1)})
	}
	for _, c := range []struct {
		name string
		runs []int
		want []string
	}{
		{"one", []int{1, 2, 3, 5, 6, 7, 8, 9}, []string{`error ["runs" "kahn"]: A run of kahn in the baseline is missing | ` +
			`A run of kahn in the baseline is missing: b4. Older runs of the baseline are here.`}},
		{"seven", []int{1, 9}, []string{`error ["runs" "kahn"]: 7 runs of kahn in the baseline are missing | ` +
			`7 runs of kahn in the baseline are missing: b2, b3, b4, b5, b6 and 2 more. Older runs of the baseline are here.`}},
		{"five", []int{1, 2, 3, 4}, []string{`error ["runs" "kahn"]: 5 runs of kahn in the baseline are missing | ` +
			`5 runs of kahn in the baseline are missing: b5, b6, b7, b8 and b9. Older runs of the baseline are here.`}},
		{"old ones", []int{8, 9}, nil},
	} {
		d := &report.Data{Definitions: report.Definitions, Baseline: &report.Baseline{}, Cycles: before.Cycles}
		for _, n := range c.runs {
			d.Runs = append(d.Runs, run(n))
		}
		in := input(d)
		in.Earlier = change.NewEarlier(&change.Baseline{Data: before})
		compare(t, c.name, found(in, problemGone), c.want)
	}
	d := &report.Data{Definitions: report.Definitions, Baseline: &report.Baseline{}, Runs: before.Runs, Cycles: []report.Cycle{before.Cycles[0], before.Cycles[2]}}
	in := input(d)
	in.Earlier = change.NewEarlier(&change.Baseline{Data: before})
	compare(t, "a cycle", found(in, problemGone), []string{
		`error ["cycle" "two" "1"]: Cycle two, iteration 1 of the baseline is missing | Cycle two, iteration 1 of the baseline is missing.`})
}

// The latest cycle that measured something decides whether benchmarks are pinned.
func TestTheLatestMeasuredCycleDecides(t *testing.T) {
	both := []string{"chi", "gin"}
	before := []report.Cycle{latestCycle(both, nil)}
	pinned, loose, empty := latestCycle([]string{"chi"}, []string{"chi"}), latestCycle([]string{"chi"}, nil), report.Cycle{Cycle: "open"}
	for _, c := range []struct {
		name string
		now  []report.Cycle
		want []string
	}{
		{"pinned, and later one that is not", []report.Cycle{pinned, loose}, []string{"gin"}},
		{"pinned, and later one without measurements", []report.Cycle{pinned, empty}, nil},
		{"not pinned, and later one without measurements", []report.Cycle{loose, empty}, []string{"gin"}},
	} {
		compare(t, c.name, goneBenchmarks(before, c.now), c.want)
	}
}

// Two things of one name are one problem: the more urgent counts, and each text stands once.
func TestMergeAtItsBounds(t *testing.T) {
	at := func(files string) (out []report.Evidence) {
		for f := range strings.FieldsSeq(files) {
			out = append(out, report.Evidence{File: f})
		}
		return out
	}
	first := report.Problem{Severity: report.SeverityWarning, Grade: "weak", Text: "One.", Since: day(3), At: day(4), Evidence: at("a b c")}
	long := strings.Repeat("x", maxProblemText-len(first.Text)-1)
	for _, c := range []struct {
		name      string
		p         report.Problem
		want      string
		text      string
		since, at time.Time
	}{
		{"more urgent", report.Problem{Severity: report.SeverityError, Grade: "strong", Text: "Two.", Since: day(2), At: day(5), Evidence: at("d")},
			"error strong a b c d", "One. Two.", day(2), day(5)},
		{"as urgent", report.Problem{Severity: report.SeverityWarning, Grade: "moderate", Text: "One.", Since: day(5), At: day(2), Evidence: at("d e f")},
			"warning weak a b c d e", "One.", day(3), day(4)},
		{"less urgent", report.Problem{Severity: report.SeverityInfo, Grade: "moderate", Text: long}, "warning weak a b c", "One. " + long, day(3), day(4)},
		{"too long", report.Problem{Severity: report.SeverityInfo, Text: long + "x"}, "warning weak a b c", "One.", day(3), day(4)},
	} {
		p := first
		p.Evidence = slices.Clone(first.Evidence)
		merge(&p, c.p)
		got := p.Severity + " " + p.Grade
		for _, e := range p.Evidence {
			got += " " + e.File
		}
		if got != c.want || p.Text != c.text || p.Since != c.since || p.At != c.at {
			t.Errorf("%s: %s, %q, since %s at %s", c.name, got, p.Text, p.Since, p.At)
		}
	}
	for _, c := range []struct{ x, y, first, last time.Time }{
		{day(1), day(2), day(1), day(2)}, {day(2), day(1), day(1), day(2)}, {day(1), day(1), day(1), day(1)},
		{time.Time{}, day(1), day(1), day(1)}, {day(1), time.Time{}, day(1), day(1)},
	} {
		if earliest(c.x, c.y) != c.first || latestOf(c.x, c.y) != c.last {
			t.Errorf("%s and %s: from %s to %s", c.x, c.y, earliest(c.x, c.y), latestOf(c.x, c.y))
		}
	}
}

// The banner holds five sentences, errors first, and else keeps their order.
func TestOrderOfTheBanner(t *testing.T) {
	d := &report.Data{}
	d.Ledger.Total.Rejected, d.Ledger.Total.Lines = 2, 3
	for i := range 3 {
		d.Findings = append(d.Findings, report.Finding{Code: fmt.Sprint("c", i), Severity: report.SeverityError, File: "f", Message: fmt.Sprint("m", i), Seen: "s", Count: 1})
	}
	for _, severity := range []string{report.SeverityInfo, report.SeverityWarning} {
		d.Problems = append(d.Problems, report.Problem{Kind: "slower", Severity: severity, Section: "s", Text: severity})
	}
	all := []string{"error findings: m0 (once), as in f: s.", "error findings: m1 (once), as in f: s.", "error findings: m2 (once), as in f: s.",
		"warning ledger: 2 records of 3 lines could not be parsed and were excluded.", "warning s: warning", "info s: info"}
	compare(t, "five of six", banner(input(d)), all[:5])
	d.Findings = d.Findings[1:]
	compare(t, "all five", banner(input(d)), all[1:])
	d.Verdict.State = report.VerdictFailed
	compare(t, "an error is there already", banner(input(d)), all[1:])
	d.Findings, d.Gate = nil, &report.Gate{}
	d.Verdict.Reasons = []string{"1 x"}
	compare(t, "no error", banner(input(d)), []string{"error gate: Failed: 1 x.", all[3], all[4], all[5]})
}

func TestCountsInTheBanner(t *testing.T) {
	warning := report.Problem{Severity: report.SeverityWarning, Kind: "stale", Title: "shop did not run", Section: "runs", Evidence: []report.Evidence{evidence("log", 3)}}
	for _, c := range []struct {
		name string
		d    report.Data
		want string
	}{
		{"one finding", report.Data{Findings: []report.Finding{{Severity: report.SeverityWarning}}, Ledger: claimed(1)},
			"info findings: No errors: 0 runs and 1 log were read, with 1 format finding."},
		{"one warning", report.Data{Problems: []report.Problem{warning}}, "warning runs: No errors: 0 runs and 0 logs were read. Warnings: shop did not run."},
	} {
		compare(t, c.name, banner(input(&c.d)), []string{c.want})
	}
	if at := Attention(input(&report.Data{Problems: []report.Problem{warning}}))[0].Evidence; len(at) != 1 || at[0].File != "log" {
		t.Errorf("the warning is shown at %+v", at)
	}
	var d report.Data
	for i := range 10 {
		d.Failures = append(d.Failures, report.Failure{System: "kahn", Step: fmt.Sprint("s", i), Runs: 1, State: report.FailureNew, Evidence: report.Evidence{File: fmt.Sprint(i)}})
	}
	got := Attention(input(&d))
	if want := "7 more failures: s3 of kahn failed, s4 of kahn failed, s5 of kahn failed, s6 of kahn failed, s7 of kahn failed and 2 more."; got[3].Text != want {
		t.Errorf("%s, want %s", got[3].Text, want)
	}
	if at := got[3].Evidence; len(at) != metric.MaxEvidence || at[0].File != "3" || at[4].File != "7" {
		t.Errorf("they are shown at %+v", at)
	}
	gone := &report.Data{}
	for i := range 7 {
		gone.Problems = append(gone.Problems, report.Problem{Kind: "gone", Severity: report.SeverityError, Names: []string{"system", fmt.Sprint(i)}})
	}
	compare(t, "gone", banner(input(gone)), []string{"error baseline: Missing since the baseline: system 0, system 1, system 2, system 3, system 4 and 2 more."})
}

// What is passed over hides nothing that comes after it.
func TestWhatComesAfterIsFound(t *testing.T) {
	in := input(&report.Data{
		Failures: []report.Failure{{System: "kahn", Step: "ended", State: report.FailureEnded}, {System: "kahn", Step: "open", Runs: 1, State: report.FailureNew}},
		Cycles: []report.Cycle{{Cycle: "level", Across: report.Across{Benchmarks: 2}},
			{Cycle: "loss", Across: report.Across{Loss: true, Benchmarks: 2, MacroDelta: report.Known(-0.1), P: report.Known(0.01)}}},
		ChangeTests: []report.ChangeTest{{What: "flake_rate", Last: "2026-03-31"}, {What: "duration", Last: "2026-03-01"}},
		Changes: []report.SeriesChange{{What: "flake_rate", System: "kahn", Step: "flaky", State: report.ChangeStanding, Since: "2026-02-27",
			From: report.Known(0), To: report.Known(1)}},
		Trajectory: []report.Trajectory{{Benchmark: "flat", Side: "post", Status: "ok", P: report.Known(1), QBH: report.Known(1), Changes: []report.Change{{Cycle: "x"}}},
			{Benchmark: "fell", Side: "post", Status: "ok", P: report.Known(0.001), QBH: report.Known(0.001), Changes: []report.Change{{Cycle: "level", Step: report.Known(-0.2)}}}},
	})
	if got := found(in, problemFailure); len(got) != 1 || !strings.Contains(got[0], "open of kahn failed") {
		t.Errorf("%q", got)
	}
	if got := found(in, problemLossAcross); len(got) != 1 || !strings.Contains(got[0], "cycle loss") {
		t.Errorf("%q", got)
	}
	if got := found(in, problemLevel); len(got) != 1 || !strings.HasPrefix(got[0], `warning ["fell" "level"]: fell: recall after the lever`) {
		t.Errorf("%q", got)
	}
	if got := found(in, problemNewFlake); got != nil { // 32 days before its own last run date
		t.Errorf("%q", got)
	}
	runs := func(subject string, last int) (out []report.Run) {
		for n := 1; n <= 3; n++ {
			out = append(out, report.Run{Key: fmt.Sprint(subject, n), System: "kahn", StartedAt: day(last - 3 + n), RunSetup: &report.RunSetup{Subject: subject}, RunEnd: &report.RunEnd{}})
		}
		return out
	}
	stale := &report.Data{Runs: append(runs("a", 8), runs("b", 3)...), AsOf: day(8).Add(time.Hour), AsOfFrom: report.AsOfGiven}
	if got := found(input(stale), problemStale); len(got) != 1 || !strings.Contains(got[0], "b did not run") {
		t.Errorf("%q", got)
	}
	problemStale.find(input(stale), func(p report.Problem) {
		if len(p.Evidence) != 1 || p.Evidence[0].File != "b3" {
			t.Errorf("%+v, want the last run of b", p.Evidence)
		}
	})
}
