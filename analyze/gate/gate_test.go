package gate

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

var night = time.Date(2026, 4, 14, 1, 0, 0, 0, time.UTC)

// compared is a benchmark that was measured on both sides.
func compared(name string, pairs int64, band report.Number) report.Benchmark {
	return report.Benchmark{Benchmark: name, Pinned: true, Delta: report.Known(-0.1), NPairs: pairs, Band: band, RunsPre: 3, RunsPost: 3,
		RecallPre:  report.Recall{Value: report.Known(0.9), Runs: []report.RecallRun{{}}},
		RecallPost: report.Recall{Value: report.Known(0.8), Runs: []report.RecallRun{{}}}}
}

// cycle is one that ended some hours before the night.
func cycle(name string, hours int, check string, benchmarks ...report.Benchmark) report.Cycle {
	return report.Cycle{Cycle: name, Iteration: report.Count(1), EndedAt: night.Add(-time.Duration(hours) * time.Hour), Verdict: report.CycleVerdict{Check: check}, Benchmarks: benchmarks}
}

func problem(kind, grade string, names ...string) report.Problem {
	return report.Problem{Key: kind + "/" + strings.Join(names, "/"), Kind: kind, Grade: grade, Severity: "warning", Names: names}
}

func urgent(p report.Problem) report.Problem {
	p.Severity = "error"
	return p
}

func informed(p report.Problem) report.Problem {
	p.Severity = "info"
	return p
}

func rated(num, den int64, lo float64) *report.Rate {
	return &report.Rate{Num: num, Den: den, Lo: report.Known(lo)}
}

func TestEveryRule(t *testing.T) {
	measured, unmeasured := report.Known(0.11), report.Missing("not_measured")
	latest := cycle("new", 0, "supported", compared("chi", 10, measured))
	strong := problem("recall-regression", "strong", "new", "1", "chi")
	node := report.FlakeNode{System: "kahn", Node: "e2e", Rate: *rated(9, 38, 0.13)}
	flake := problem("flake", "", "kahn", "shop", "e2e")
	flake.Rate, flake.State = &node.Rate, "new"
	mended, recent := flake, flake // since the rate last changed
	mended.RateNow = rated(0, 42, 0)
	recent.Rate, recent.RateNow = rated(6, 84, 0.03), rated(6, 6, 0.61)
	stall := problem("stall", "", "crabyard", "", "container")
	stall.Rate = rated(9, 20, 0.26)
	with := func(change func(*report.Data)) report.Data {
		d := report.Data{Cycles: []report.Cycle{latest}, Flakes: report.Flakes{ByNode: []report.FlakeNode{node}}}
		d.Ledger.Total.Claimed = 3
		change(&d)
		return d
	}
	problems := func(all ...report.Problem) func(*report.Data) {
		return func(d *report.Data) { d.Problems = all }
	}
	against := func(all ...report.Problem) func(*report.Data) {
		return func(d *report.Data) {
			d.Baseline, d.Problems = &report.Baseline{Compared: []string{"flakes"}}, all
		}
	}
	across := func(recall, pairs int64, all ...report.Problem) func(*report.Data) {
		b := compared("chi", pairs, measured)
		b.RecallPre.Value = report.Known(float64(recall) / 10)
		c := cycle("new", 0, "supported", b)
		c.Across.Benchmarks = 1
		return func(d *report.Data) { d.Cycles, d.Problems = []report.Cycle{c}, all }
	}
	changed := func(what string, states ...string) func(*report.Data) {
		return func(d *report.Data) {
			d.ChangeTests = []report.ChangeTest{{What: what, Tested: 7, Last: "2026-04-14", Visible: []report.VisibleChange{
				{Dates: 1, Size: report.Known(0.8)}, {Dates: 3, Size: report.Known(0.3)}}}}
			for _, state := range states {
				d.Changes = append(d.Changes, report.SeriesChange{What: what, System: "kahn", Subject: "shop", Step: "build", State: state,
					From: report.Known(100), To: report.Known(130), Lo: report.Known(0.1), Hi: report.Known(0.5)})
			}
			d.Problems = []report.Problem{problem(map[string]string{"duration": "slower", "flake_rate": "new-flake"}[what], "", "kahn", "shop", "build")}
		}
	}
	slowDay := func(d *report.Data) {
		changed("duration")(d)
		d.Changes = []report.SeriesChange{{What: "common_duration", System: "kahn", Subject: "shop", State: report.ChangeNew, To: report.Known(0.15)}}
		d.Problems = []report.Problem{problem("common-slow-down", "", "kahn", "shop")}
	}
	silent := problem("stale", "", "kahn", "shop")
	silent.At = night.Add(-72 * time.Hour)
	asOf := func(change func(*report.Data)) func(*report.Data) {
		return func(d *report.Data) {
			d.AsOf, d.AsOfFrom, d.Runs = night, report.AsOfGiven, []report.Run{{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}
			change(d)
		}
	}
	for _, c := range []struct {
		rule, name string
		d          report.Data
		set        map[string]string
		status     string
		reason     string
	}{
		{"recall-regression", "none", with(problems()), nil, Pass, "no such regression in 1 benchmark"},
		{"recall-regression", "strong", with(problems(strong)), nil, Fail, "1 regression"},
		{"recall-regression", "weak", with(problems(problem("recall-regression", "weak", "new", "1", "chi"))), nil, Pass, "1 with weaker evidence"},
		{"recall-regression", "thin where thin fails", with(problems(problem("recall-regression", "weak", "new", "1", "chi"))), map[string]string{"evidence": "weak"}, Fail, "1 regression"},
		{"recall-regression", "moderate where only strong fails", with(problems(problem("recall-regression", "moderate", "new", "1", "chi"))), map[string]string{"evidence": "strong"}, Pass, "weaker"},
		{"recall-regression", "of an old cycle", with(func(d *report.Data) {
			d.Cycles, d.Problems = []report.Cycle{cycle("old", 25, "supported", compared("chi", 10, measured)), latest}, []report.Problem{problem("recall-regression", "strong", "old", "1", "chi")}
		}), nil, Pass, ""},
		{"recall-regression", "of a cycle that a document tells of, of days before", with(func(d *report.Data) {
			reported := cycle("new", 20, "supported", compared("chi", 10, measured))
			reported.StartedAt, reported.TimeToVerdictS = night.AddDate(0, 0, -3), report.Missing("not_reported")
			d.Cycles, d.Problems = []report.Cycle{reported, cycle("other", 0, "supported")}, []report.Problem{strong}
		}), nil, Fail, "1 regression"},
		{"recall-regression", "of any cycle", with(func(d *report.Data) {
			d.Cycles, d.Problems = []report.Cycle{cycle("old", 25, "supported", compared("chi", 10, measured)), latest}, []report.Problem{problem("recall-regression", "strong", "old", "1", "chi")}
		}), map[string]string{"cycles": "all"}, Fail, ""},
		{"recall-regression", "reverted, so handled", with(problems(informed(strong))), nil, Pass, "no such regression"},
		{"recall-loss-across", "none", with(across(9, 10)), nil, Pass, "none in 1 cycle"},
		{"recall-loss-across", "a loss", with(across(9, 10, urgent(problem("recall-loss-across", "", "new", "1")))), nil, Fail, "1 of 1 cycle"},
		{"recall-loss-across", "reverted, so handled", with(across(9, 10, informed(problem("recall-loss-across", "", "new", "1")))), nil, Pass, "none in 1 cycle"},
		{"recall-loss-across", "of another cycle", with(across(9, 10, urgent(problem("recall-loss-across", "", "old", "1")))), nil, Pass, "none in 1 cycle"},
		{"recall-loss-across", "too few bugs to lose", with(across(0, 8)), nil, NotEvaluated, "no cycle found 8 bugs"},
		{"recall-loss-across", "no cycle", with(func(d *report.Data) { d.Cycles = nil }), nil, NotEvaluated, "no calibration cycle"},
		{"recall-regression", "no cycle", with(func(d *report.Data) { d.Cycles = nil }), nil, NotEvaluated, "no calibration cycle"},
		{"recall-regression", "five bugs, no repeats", with(func(d *report.Data) {
			d.Cycles = []report.Cycle{cycle("new", 0, "supported", compared("chi", 5, unmeasured))}
		}), nil, NotEvaluated, "could have failed"},
		{"recall-regression", "ten bugs, no repeats, only strong fails", with(func(d *report.Data) {
			d.Cycles = []report.Cycle{cycle("new", 0, "supported", compared("chi", 10, unmeasured))}
		}), map[string]string{"evidence": "strong"}, NotEvaluated, "could have failed"},
		{"recall-regression", "noise as large as the recall", with(func(d *report.Data) {
			d.Cycles = []report.Cycle{cycle("new", 0, "supported", compared("chi", 10, report.Known(0.95)))}
		}), nil, NotEvaluated, "could have failed"},
		{"verdict-not-supported", "supported", with(problems()), nil, Pass, "the numbers support 1 verdict"},
		{"verdict-not-supported", "not", with(problems(problem("verdict", "", "new", "1"))), nil, Fail, "1 of 1"},
		{"verdict-not-supported", "none yet", with(func(d *report.Data) { d.Cycles[0].Verdict.Check = "no_log_verdict" }), nil, NotEvaluated, "no cycle has a verdict"},
		{"contradiction", "none", with(problems()), nil, Pass, "none in 2 measured runs"},
		{"contradiction", "one", with(problems(problem("contradiction", "", "logged_delta_conflict", "new", "1", "chi"))), nil, Fail, "1 contradiction"},
		{"contradiction", "nothing measured", with(func(d *report.Data) { d.Cycles = nil }), nil, NotEvaluated, ""},
		{"missing-benchmark", "none", with(problems()), nil, Pass, "0 missing of 1 pinned benchmark"},
		{"missing-benchmark", "pinned", with(problems(problem("missing-benchmark", "", "new", "1", "gin"))), nil, Fail, "1 missing"},
		{"missing-benchmark", "not computable, as the log says", with(problems(informed(problem("missing-benchmark", "", "new", "1", "gin")))), nil, Pass, "0 missing of 1 pinned benchmark"},
		{"missing-benchmark", "one is allowed", with(problems(problem("missing-benchmark", "", "new", "1", "gin"))), map[string]string{"allowed": "1"}, Pass, "1 missing"},
		{"missing-benchmark", "of the baseline, and no cycle is left", with(func(d *report.Data) {
			d.Cycles, d.Problems = nil, []report.Problem{problem("gone", "", "benchmark", "gin")}
		}), nil, Fail, "1 missing"},
		{"missing-benchmark", "nothing is pinned", with(func(d *report.Data) { d.Cycles = nil }), nil, NotEvaluated, ""},
		{"drift", "flat", with(func(d *report.Data) { d.Trajectory = []report.Trajectory{{Side: "pre", Status: "ok"}} }), nil, Pass, "none in 1 benchmark"},
		{"drift", "a step", with(func(d *report.Data) {
			d.Trajectory, d.Problems = []report.Trajectory{{Side: "pre", Status: "ok"}}, []report.Problem{problem("drift", "", "chi", "new")}
		}), nil, Fail, "1 change"},
		{"drift", "too few cycles", with(problems()), nil, NotEvaluated, "8 cycles"},
		{"flake-rate", "of tests", with(func(d *report.Data) { problems(flake)(d); d.Flakes.Noun = "test" }), nil, Fail, "1 of 1 test"},
		{"flake-rate", "of samples, which are not tried again", with(func(d *report.Data) { d.Flakes = report.Flakes{Noun: "sample"} }), nil, NotEvaluated, "no sample has attempts that would show a retry"},
		{"slower", "of tests", with(func(d *report.Data) { changed("duration")(d); d.ChangeTests[0].Noun = "test" }), nil, Pass, "none of 7 tests on 2026-04-14"},
		{"new-flake", "of tasks with too few dates", with(func(d *report.Data) {
			d.ChangeTests = []report.ChangeTest{{What: "flake_rate", Noun: "task", Untested: 3}}
		}), nil, NotEvaluated, "none of 3 tasks has enough run dates"},
		{"new-flake", "of samples without attempts", with(func(d *report.Data) { d.Flakes = report.Flakes{Noun: "sample"} }), nil, NotEvaluated, "no sample has attempts"},
		{"gone", "a test", with(func(d *report.Data) {
			against(problem("gone", "", "step", "junit", "shop", "e2e"))(d)
			d.Flakes.Noun = "test"
		}), nil, Pass, "1 test missing"},
		{"flake-rate", "likely above", with(problems(flake)), nil, Fail, "1 of 1 step"},
		{"flake-rate", "mended since", with(problems(mended)), nil, Pass, "0 of 1 step"},
		{"flake-rate", "clean until lately", with(problems(recent)), nil, Fail, "1 of 1 step"},
		{"flake-rate", "may lie below", with(problems(flake)), map[string]string{"allowed": "0.2"}, Pass, "0 of 1 step"},
		{"flake-rate", "could never show", with(problems(flake)), map[string]string{"allowed": "0.95"}, NotEvaluated, "often enough"},
		{"new-flake", "no baseline", with(problems(flake)), nil, NotEvaluated, "no baseline"},
		{"new-flake", "baseline that does not compare", with(func(d *report.Data) { d.Baseline = &report.Baseline{Why: "its definitions are old"} }), nil, NotEvaluated, "definitions are old"},
		{"new-flake", "none", with(against()), nil, Pass, "none since the baseline"},
		{"new-flake", "no change, and it says what would show", with(changed("flake_rate")), nil, Pass, "none of 7 steps on 2026-04-14; a flake rate of 80 % would be seen in 1 run date, of 30 % in 3"},
		{"new-flake", "called on the last date", with(changed("flake_rate", report.ChangeNew)), nil, Fail, "1 of 7 steps"},
		{"new-flake", "stands since earlier", with(changed("flake_rate", report.ChangeStanding)), nil, Pass, "none of 7 steps"},
		{"new-flake", "flakes for long, by its lifetime", with(func(d *report.Data) {
			changed("flake_rate")(d)
			d.Problems = []report.Problem{problem("flake", "", "kahn", "shop", "build")}
		}), nil, Pass, "none of 7 steps"},
		{"new-flake", "one", with(against(flake)), nil, Fail, "1 of 1 step"},
		{"slower", "no step", with(problems()), nil, NotEvaluated, "no baseline"},
		{"slower", "too few dates", with(func(d *report.Data) { d.ChangeTests = []report.ChangeTest{{What: "duration", Untested: 4}} }), nil, NotEvaluated, "none of 4 steps has enough run dates"},
		{"slower", "no change, and it says what would show", with(changed("duration")), nil, Pass, "none of 7 steps on 2026-04-14; a slow-down of 80 % would be seen in 1 run date, of 30 % in 3"},
		{"slower", "called on the last date", with(changed("duration", report.ChangeNew)), nil, Fail, "1 of 7 steps"},
		{"slower", "called, by less than is allowed", with(changed("duration", report.ChangeNew)), map[string]string{"allowed_s": "12"}, Pass, ""},
		{"slower", "suspected only", with(changed("duration", report.ChangeSuspected)), nil, Pass, "none of 7 steps"},
		{"common-slow-down", "too few steps", with(problems()), nil, NotEvaluated, "needs 5 steps"},
		{"common-slow-down", "none", with(changed("duration")), nil, Pass, "none on 2026-04-14"},
		{"common-slow-down", "one", with(slowDay), nil, Fail, "1 subject on 2026-04-14"},
		{"common-slow-down", "by less than is allowed", with(slowDay), map[string]string{"allowed": "0.2"}, Pass, ""},
		{"stale", "no --as-of", with(problems(silent)), nil, NotEvaluated, "--as-of"},
		{"stale", "a job that did not run", with(asOf(problems(silent))), nil, Fail, "1 subject without a run"},
		{"stale", "a pause that is allowed", with(asOf(problems(silent))), map[string]string{"allowed_days": "4"}, Pass, ""},
		{"stale", "everything ran", with(asOf(problems())), nil, Pass, "every subject"},
		{"slower", "one", with(func(d *report.Data) {
			d.Durations.Shifts = []report.Shift{{System: "kahn", Step: "build", Call: "slower", LoS: report.Known(3)}}
			d.Problems = []report.Problem{problem("slower", "", "kahn", "shop", "build")}
		}), nil, Fail, "1 of 1 step"},
		{"slower", "by less than is allowed", with(func(d *report.Data) {
			d.Durations.Shifts = []report.Shift{{System: "kahn", Step: "build", Call: "slower", LoS: report.Known(3)}}
			d.Problems = []report.Problem{problem("slower", "", "kahn", "shop", "build")}
		}), map[string]string{"allowed_s": "5"}, Pass, ""},
		{"stall-rate", "likely above", with(func(d *report.Data) { d.Stops.StallRate.Den, d.Problems = 20, []report.Problem{stall} }), nil, Fail, "1 place"},
		{"stall-rate", "no attempt", with(problems()), nil, NotEvaluated, "too few"},
		{"findings", "none", with(problems(problem("finding", "", "torn_line", "kahn", ""))), nil, Pass, "none in 3 logs"},
		{"findings", "by code", with(problems(problem("finding", "", "torn_line", "kahn", ""))), map[string]string{"codes": "bad_* torn_*"}, Fail, "1 log problem"},
		{"findings", "by severity", with(problems(problem("finding", "", "torn_line", "kahn", ""))), map[string]string{"severity": "warning"}, Fail, "1 log problem"},
		{"findings", "nothing read", report.Data{}, nil, NotEvaluated, "no log"},
		{"gone", "a step", with(against(problem("gone", "", "step", "kahn", "shop", "e2e"))), nil, Pass, "1 step missing"},
		{"gone", "a step where steps fail", with(against(problem("gone", "", "step", "kahn", "shop", "e2e"))), map[string]string{"severity": "warning"}, Fail, "1 missing"},
		{"gone", "a run", with(against(urgent(problem("gone", "", "runs", "kahn")))), nil, Fail, "1 missing"},
		{"gone", "old runs only", with(func(d *report.Data) {
			d.Baseline = &report.Baseline{Compared: []string{"flakes"}, Older: 2}
		}), nil, Pass, "2 runs of the baseline older"},
		{"complete-input", "all read", with(problems()), nil, Pass, "nothing is missing of 3 logs"},
		{"complete-input", "nothing read", report.Data{}, nil, NotEvaluated, "no log"},
		{"complete-input", "a torn last line", with(problems(problem("finding", "", "torn_line", "kahn", ""))), nil, Pass, "nothing is missing"},
		{"complete-input", "a log that no format claims", with(problems(problem("finding", "", "unknown_format", "", ""))), nil, Fail, "1 problem of missing input"},
		{"complete-input", "a log below node_modules", with(problems(problem("finding", "", "log_passed_over", "", "node_modules"))), nil, Fail, "1 problem of missing input"},
		{"complete-input", "a log that a flag leaves out", with(problems(problem("finding", "", "log_passed_over", "", "--exclude"))), nil, Pass, "not counted"},
		{"complete-input", "by pattern", with(problems(problem("finding", "", "torn_line", "kahn", ""))), map[string]string{"codes": "torn_*"}, Fail, "1 problem of missing input"},
		{"gone", "a benchmark is another rule's", with(against(problem("gone", "", "benchmark", "chi"))), nil, Pass, "nothing missing"},
		{"minimum-runs", "enough", with(problems()), map[string]string{"repeats": "3"}, Pass, "3"},
		{"minimum-runs", "too few repeats", with(problems()), map[string]string{"repeats": "4"}, Fail, "chi has fewest a side, 3"},
		{"minimum-runs", "too few runs", with(problems()), map[string]string{"runs": "7"}, Fail, "6 runs"},
		{"acknowledgements", "none", with(problems()), nil, NotEvaluated, "nothing is acknowledged"},
		{"acknowledgements", "one holds", with(func(d *report.Data) { d.Acknowledged = []report.Acknowledgement{{Key: "flake/**", Status: Used}} }), nil, Pass, "all of 1"},
		{"acknowledgements", "one is over", with(func(d *report.Data) { d.Acknowledged = []report.Acknowledgement{{Key: "flake/**", Status: Expired}} }), nil, Fail, "1 of 1"},
	} {
		values := Defaults()
		for setting, text := range c.set {
			full, s, ok := Find(c.rule + "." + setting)
			if err := s.Check(text); !ok || err != nil {
				t.Fatalf("%s.%s: %v, %v", c.rule, setting, ok, err)
			}
			values[full] = Value{text, "test"}
		}
		g := Evaluate(&c.d, values, Options{})
		i := slices.IndexFunc(g.Rules, func(r report.GateRule) bool { return r.Name == c.rule })
		if r := g.Rules[i]; r.Status != c.status || !strings.Contains(r.Reason, c.reason) {
			t.Errorf("%s, %s: %s (%s), want %s (%s)", c.rule, c.name, r.Status, r.Reason, c.status, c.reason)
		}
	}
}

func TestWhatTheGateComesTo(t *testing.T) {
	d := report.Data{Cycles: []report.Cycle{cycle("new", 0, "supported", compared("chi", 10, report.Known(0.11)))}}
	bad := report.Data{Cycles: d.Cycles, Problems: []report.Problem{problem("verdict", "", "new", "1")}}
	advisory := Defaults()
	advisory["verdict-not-supported.level"] = Value{Advisory, "test"}
	for _, c := range []struct {
		name   string
		d      *report.Data
		values Values
		o      Options
		want   string
	}{
		{"all pass", &d, Defaults(), Options{}, Passed},
		{"strict, with advisory rules open", &d, Defaults(), Options{Strict: true}, Undecided},
		{"one fails", &bad, Defaults(), Options{}, Failed},
		{"an advisory one fails", &bad, advisory, Options{}, Passed},
		{"nothing at all", &report.Data{}, Defaults(), Options{}, Undecided},
		{"a list that was cut", &d, Defaults(), Options{Cut: map[string]int64{"problems": 10}}, Undecided},
		{"a cut list that shows a failure", &bad, Defaults(), Options{Cut: map[string]int64{"problems": 10}}, Failed},
	} {
		if g := Evaluate(c.d, c.values, c.o); g.Status != c.want {
			t.Errorf("%s: %s, want %s", c.name, g.Status, c.want)
		}
	}
}

// What a list that was cut no longer holds is unknown: counts are those of the whole list, and
// no rule passes on the part that is left.
func TestListsThatWereCut(t *testing.T) {
	d := report.Data{Runs: reporttest.Runs(2), Cycles: []report.Cycle{cycle("new", 0, "supported", compared("chi", 10, report.Known(0.11)))}}
	for i := range d.Runs {
		d.Runs[i].Result = "passed"
	}
	values := Defaults()
	values["minimum-runs.runs"] = Value{"12", "test"}
	values["verdict-not-supported.cycles"] = Value{"all", "test"}
	for _, c := range []struct {
		rule   string
		cut    map[string]int64
		status string
		reason string
	}{
		{"minimum-runs", nil, Fail, ""},
		{"minimum-runs", map[string]int64{"runs": 9}, Pass, ""},
		{"failed-run", map[string]int64{"runs": 9}, Pass, "no failure on the last run dates, 9 runs in all"},
		{"verdict-not-supported", nil, Pass, ""},
		{"verdict-not-supported", map[string]int64{"cycles": 9}, NotEvaluated, "the report lists only the last 1 of its cycles"},
	} {
		for _, r := range Evaluate(&d, values, Options{Cut: c.cut}).Rules {
			if r.Name == c.rule && (r.Status != c.status || c.reason != "" && r.Reason != c.reason) {
				t.Errorf("%s with %v: %s, %q; want %s, %q", c.rule, c.cut, r.Status, r.Reason, c.status, c.reason)
			}
		}
	}
}

// Every rule is declared whole: a name of its own, words, and defaults that fit.
func TestRulesAreDeclaredWhole(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range Rules {
		if seen[r.Name] || r.Means == "" || r.Limit() == "" {
			t.Errorf("rule %q: stands twice, or says too little", r.Name)
		}
		seen[r.Name] = true
		for _, s := range r.All() {
			if err := s.Check(s.Default); err != nil || s.Means == "" {
				t.Errorf("%s.%s: default %q: %v", r.Name, s.Name, s.Default, err)
			}
			if full, _, ok := Find(r.Name + "." + s.Name); !ok || full != r.Name+"."+s.Name {
				t.Errorf("%s.%s is not found by its name", r.Name, s.Name)
			}
		}
	}
}

func TestAcknowledge(t *testing.T) {
	d := report.Data{AsOf: night, Problems: []report.Problem{
		problem("flake", "", "kahn", "shop", "e2e"), problem("flake", "", "kahn", "shop[1]", "build"), problem("slower", "", "kahn", "shop", "e2e"), problem("stall", "", "crabyard", "x", "y")}}
	Acknowledge(&d, []report.Acknowledgement{
		{Key: "flake/kahn/shop[1]/build"}, // the key itself, though it reads as a pattern
		{Key: "flake/**"},
		{Key: "flake/kahn/shop/e2e"}, // covered already
		{Key: "slower/*/e2e"},        // * is one name only
		{Key: "stall/**", Until: night.Add(-time.Second)},
	})
	want := []string{"flake/**", "flake/kahn/shop[1]/build", "", ""}
	for i, p := range d.Problems {
		if p.Acknowledged != want[i] {
			t.Errorf("%s is acknowledged by %q, want %q", p.Key, p.Acknowledged, want[i])
		}
	}
	status := []string{Used, Used, Unused, Unused, Expired}
	for i, a := range d.Acknowledged {
		if a.Status != status[i] {
			t.Errorf("%s: %s, want %s", a.Key, a.Status, status[i])
		}
	}
	if d.Acknowledged[4].Covers != 1 {
		t.Errorf("an expired entry covers %d, want 1", d.Acknowledged[4].Covers)
	}
	Acknowledge(&d, nil)
	if d.Problems[0].Acknowledged != "" || len(d.Acknowledged) != 0 {
		t.Error("what was acknowledged before still is")
	}
}

// A rule about cycles is marked as absent where the input has none, so that a reader of tests
// alone is not told of levers; switched off or with a cycle it is as any other.
func TestRulesAboutCyclesAreAbsentWithoutOne(t *testing.T) {
	for _, c := range []struct {
		name string
		d    *report.Data
		want int
	}{
		{"no cycle", &report.Data{}, 6},
		{"a cycle without measurements", &report.Data{Cycles: []report.Cycle{{}}}, 0},
	} {
		n := 0
		for _, r := range Evaluate(c.d, Defaults(), Options{}).Rules {
			if r.Absent {
				n++
				if r.Status != NotEvaluated || r.Reason != "this input has no calibration cycle" {
					t.Errorf("%s: %+v", c.name, r)
				}
			}
		}
		if n != c.want {
			t.Errorf("%s: %d rules are absent, want %d", c.name, n, c.want)
		}
	}
}
