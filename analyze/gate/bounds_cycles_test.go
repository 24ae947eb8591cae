package gate

import (
	"testing"

	"runreport/analyze/report"
	"runreport/analyze/report/reporttest"
)

// withBenchmarks is a report of one cycle.
func withBenchmarks(benchmarks ...report.Benchmark) report.Data {
	return report.Data{Cycles: []report.Cycle{cycle("new", 0, "supported", benchmarks...)}}
}

// A loss can be strong where the measured noise lies below the recall that there is to lose,
// and moderate where 6 bugs of the list were found before: 2 of 2⁶ is 3 %, of 2⁵ it is 6 %.
func TestCouldFail(t *testing.T) {
	none := report.Missing("not_measured")
	for _, c := range []struct {
		name             string
		band             report.Number
		recall           float64
		pairs            int64
		basis            string
		strong, moderate bool
	}{
		{"noise below the recall", report.Known(0.11), 0.9, 10, "", true, true},
		{"noise as large as the recall", report.Known(0.5), 0.5, 10, "", false, false},
		{"noise below the recall of few bugs", report.Known(0.11), 0.5, 2, "", true, true},
		{"not measured, six found of twelve", none, 0.5, 12, "", false, true},
		{"five found of twelve", none, 5.0 / 12, 12, "", false, false},
		{"5.5 found in the mean", none, 5.5 / 12, 12, "", false, true},
		{"all of six", none, 1, 6, "", false, true},
		{"all of five", none, 1, 5, "", false, false},
		{"none of twelve", none, 0, 12, "", false, false},
		{"argued, not measured", report.Known(0.11), 0.9, 10, "projected", false, false},
	} {
		b := compared("chi", c.pairs, c.band)
		b.RecallPre.Value, b.Basis = report.Known(c.recall), c.basis
		for evidence, want := range map[string]bool{"strong": c.strong, "moderate": c.moderate, "weak": c.basis == ""} {
			if got := couldFail(b, evidence); got != want {
				t.Errorf("%s, %s: %t, want %t", c.name, evidence, got, want)
			}
		}
	}
}

func TestRecallRegressionReasons(t *testing.T) {
	none := report.Missing("not_measured")
	one, few := measured(), compared("gin", 5, none)
	open := compared("echo", 10, none)
	open.Delta = report.Missing("missing_post")
	of := func(severity, grade string, benchmarks ...report.Benchmark) report.Data {
		d := withBenchmarks(benchmarks...)
		p := problem("recall-regression", grade, "new", "1", "chi")
		p.Severity = severity
		d.Problems = []report.Problem{p}
		return d
	}
	second := of("error", "strong", one)
	second.Problems[0].Names = []string{"new", "2", "chi"}
	unnumbered := of("error", "strong", one)
	unnumbered.Cycles[0].Iteration = report.Whole{}
	unnumbered.Problems[0].Names = []string{"new", "", "chi"}
	unmeasured := withBenchmarks(open)
	checkBounds(t, "recall-regression", []bound{
		{"one of one", of("error", "strong", one), nil, "fail: 1 regression in 1 benchmark"},
		{"one cannot show one", of("error", "strong", one, few), nil,
			"fail: 1 regression in 2 benchmarks, of which 1 could not have shown one"},
		{"one is not compared", of("error", "moderate", one, open), nil, "fail: 1 regression in 1 benchmark"},
		{"weaker", of("warning", "weak", one), nil, "pass: no such regression in 1 benchmark; 1 with weaker evidence"},
		{"handled", of("info", "strong", one), nil, "pass: no such regression in 1 benchmark"},
		{"of another iteration", second, nil, "pass: no such regression in 1 benchmark"},
		{"of a cycle without iterations", unnumbered, nil, "fail: 1 regression in 1 benchmark"},
		{"nothing compared", unmeasured, nil, "not_evaluated: no benchmark was measured on both sides of a lever"},
		{"none could fail", withBenchmarks(few, few), nil, "not_evaluated: none of 2 benchmarks could have failed: " +
			"run-to-run noise was not measured, and too few bugs are in their reference lists for a test. Run each side three times"},
	})
}

// A loss over all benchmarks needs 8 bugs found before the lever: 2 of 2⁸ is below 1 %, of 2⁷ it is not.
func TestRecallLossAcrossBounds(t *testing.T) {
	of := func(benchmarks int64, recalls ...float64) report.Data {
		var all []report.Benchmark
		for _, r := range recalls {
			b := measured()
			b.RecallPre.Value = report.Known(r)
			all = append(all, b)
		}
		d := withBenchmarks(all...)
		d.Cycles[0].Across.Benchmarks = benchmarks
		return d
	}
	half := of(2, 0.7, 0.7)
	half.Cycles[0].Benchmarks[1].Delta = report.Missing("missing_post")
	two := of(2, 0.8, 0.8)
	two.Cycles = append(two.Cycles, of(1, 0.3).Cycles...)
	const few = "not_evaluated: no cycle found 8 bugs before its lever, which a loss needs to show"
	checkBounds(t, "recall-loss-across", []bound{
		{"seven of ten", of(1, 0.7), nil, few},
		{"7.5 of ten in the mean", of(1, 0.75), nil, "pass: none in 1 cycle"},
		{"four and four", of(2, 0.4, 0.4), nil, "pass: none in 1 cycle"},
		{"seven and seven, one not compared", half, nil, few},
		{"two cycles, one with few bugs", two, nil, "pass: none in 1 cycle"},
		{"nothing compared", of(0, 0.9), nil, "not_evaluated: no benchmark was measured on both sides of a lever"},
	})
}

func TestRulesOfCyclesCount(t *testing.T) {
	checks := report.Data{}
	for _, check := range []string{"supported", "supported_incomplete", "more_cautious_than_numbers", "not_supported", "no_log_verdict", ""} {
		checks.Cycles = append(checks.Cycles, cycle(check, 0, check))
	}
	checks.Problems = []report.Problem{problem("verdict", "", "not_supported", "1"), problem("verdict", "", "older", "1")}
	checkBounds(t, "verdict-not-supported", []bound{
		{"four of six can be checked", checks, nil, "fail: 1 of 4 verdicts without support"},
		{"none can", withBenchmarks(), nil, "pass: the numbers support 1 verdict"},
	})

	runs := withBenchmarks(measured(), report.Benchmark{RecallPost: report.Recall{Runs: make([]report.RecallRun, 3)}})
	checkBounds(t, "contradiction", []bound{
		{"runs of both sides", runs, nil, "pass: none in 5 measured runs"},
		{"no run", withBenchmarks(report.Benchmark{}), nil, "not_evaluated: no cycle holds a measured run"},
	})

	pinned := withBenchmarks(measured(), measured(), report.Benchmark{Benchmark: "loose"})
	pinned.Problems = []report.Problem{problem("missing-benchmark", "", "new", "1", "gin"), problem("missing-benchmark", "", "old", "1", "gin"),
		problem("gone", "", "benchmark", "echo"), problem("gone", "", "step", "echo")}
	loose := withBenchmarks(report.Benchmark{Benchmark: "loose"})
	checkBounds(t, "missing-benchmark", []bound{
		{"of the cycle and of the baseline", pinned, nil, "fail: 2 missing, 2 pinned"},
		{"two are allowed", pinned, map[string]string{"allowed": "2"}, "pass: 2 missing of 2 pinned benchmarks"},
		{"one is allowed", pinned, map[string]string{"allowed": "1"}, "fail: 2 missing, 2 pinned"},
		{"none is pinned", loose, nil, "not_evaluated: no cycle pins a benchmark"},
	})

	drift := withBenchmarks(measured())
	drift.Trajectory = []report.Trajectory{{Side: "pre", Status: "ok"}, {Side: "post", Status: "ok"}, {Side: "pre", Status: "too_few"}}
	moved := drift
	moved.Problems = []report.Problem{problem("drift", "", "chi", "new"), problem("drift", "", "chi", "newer")}
	after := withBenchmarks(measured())
	after.Trajectory = drift.Trajectory[1:]
	checkBounds(t, "drift", []bound{
		{"one of three is followed before the lever", drift, nil, "pass: none in 1 benchmark"},
		{"it changed twice", moved, nil, "fail: 2 changes in 1 benchmark"},
		{"none is followed before the lever", after, nil,
			"not_evaluated: no benchmark was measured in 8 cycles, which a change of level needs to show"},
	})
}

// The runs of a report are its runs and its measurements on both sides.
func TestMinimumRunsBounds(t *testing.T) {
	few := measured()
	few.Benchmark, few.RunsPre, few.RunsPost = "gin", 1, 4
	d := withBenchmarks(measured(), few, few)
	d.Cycles[0].Benchmarks[2].Benchmark = "echo" // as few a side as the one before it
	d.Runs = reporttest.Runs(2)
	alone := report.Data{Runs: reporttest.Runs(1)}
	const seen = "18 runs and measurements; gin has fewest a side, 1"
	checkBounds(t, "minimum-runs", []bound{
		{"as many as needed", d, map[string]string{"runs": "18"}, "pass: " + seen},
		{"one run too few", d, map[string]string{"runs": "19"}, "fail: " + seen},
		{"a side has one run too few", d, map[string]string{"repeats": "2"}, "fail: " + seen},
		{"no benchmark, so no side", alone, map[string]string{"repeats": "2"}, "pass: 1 run and measurements"},
		{"no run", report.Data{}, nil, "fail: 0 runs and measurements"},
	})
}
