package gate

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// cyclesSetting says which cycles a rule looks at: an old regression would else fail
// every gate after it.
var cyclesSetting = Setting{Name: "cycles", Kind: Word, Of: []string{"latest", "all"}, Default: "latest",
	Means: "latest: the cycles that ended within 24 hours of the newest one; all: every cycle of the report"}

// cyclesOf are the cycles that the rule looks at.
func (in *input) cyclesOf(v ruleValues) []report.Cycle {
	if v.text("cycles") == "all" {
		return in.d.Cycles
	}
	return words.LatestCycles(in.d.Cycles)
}

// within are the problems of the cycles. The names of a problem of a cycle hold the
// cycle and its iteration from the place on.
func within(cycles []report.Cycle, place int) func(report.Problem) bool {
	return func(p report.Problem) bool {
		return slices.ContainsFunc(cycles, func(c report.Cycle) bool {
			iteration := ""
			if c.Iteration.OK {
				iteration = fmt.Sprint(c.Iteration.Value)
			}
			return name(p, place) == c.Cycle && name(p, place+1) == iteration
		})
	}
}

func inCycles(v ruleValues) string {
	if v.text("cycles") == "all" {
		return "in any cycle"
	}
	return "in the latest cycles"
}

// grades by the strength of the evidence, the strongest first.
var grades = []string{"strong", "moderate", "weak"}

var recallRegression = &Rule{
	Name: "recall-regression", Default: Blocking, cycles: true,
	Means: "A lever must not lose recall. How sure that has to be is a choice: strong is more than the measured run-to-run noise, moderate is more bugs moving one way than chance makes likely, weak is anything beyond the noise floor, which single runs of one setup cross all the time. A cycle that was reverted, and whose log takes the change back, is handled and not counted.",
	Settings: []Setting{{Name: "evidence", Kind: Word, Of: grades, Default: "moderate", Means: "the weakest evidence that fails"},
		cyclesSetting},
	limit: func(v ruleValues) string {
		return fmt.Sprintf("no regression with %s evidence %s", strings.Join(failing(v), " or "), inCycles(v))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		cycles := in.cyclesOf(v)
		compared, able := 0, 0
		for _, c := range cycles {
			for _, b := range c.Benchmarks {
				if b.Delta.OK {
					compared++
					if couldFail(b, v.text("evidence")) {
						able++
					}
				}
			}
		}
		switch {
		case compared == 0:
			return notEvaluated("no benchmark was measured on both sides of a lever")
		case able == 0:
			return notEvaluated("none of %s could have failed: run-to-run noise was not measured, and too few bugs are in their reference lists for a test. Run each side three times", count(compared, "benchmark"))
		}
		weaker := 0
		bad := in.problems(func(p report.Problem) bool {
			if !within(cycles, 0)(p) || p.Severity == report.SeverityInfo {
				return false
			}
			if !slices.Contains(failing(v), p.Grade) {
				weaker++
				return false
			}
			return true
		}, "recall-regression")
		looked := count(compared, "benchmark")
		if able < compared {
			looked += fmt.Sprintf(", of which %s could not have shown one", words.Count(compared-able))
		}
		pass := fmt.Sprintf("no such regression in %s", looked)
		if weaker > 0 {
			pass += fmt.Sprintf("; %s with weaker evidence", words.Count(weaker))
		}
		return verdict(bad, pass, fmt.Sprintf("%s in %s", count(len(bad), "regression"), looked))
	},
}

// failing are the grades on which the rule fails.
func failing(v ruleValues) []string { return grades[:slices.Index(grades, v.text("evidence"))+1] }

// fewestBugs is how many bugs have to move one way before the exact test can call it.
const fewestBugs = 6

// couldFail reports whether a loss of the benchmark could have reached the evidence.
func couldFail(b report.Benchmark, evidence string) bool {
	strong := b.Band.OK && b.Band.Value < b.RecallPre.Value.Value
	moderate := !b.Band.OK && b.NPairs >= fewestBugs && math.Round(b.RecallPre.Value.Value*float64(b.NPairs)) >= fewestBugs
	if b.Basis != "" { // argued, not measured
		return false
	}
	switch evidence {
	case "strong":
		return strong
	case "moderate":
		return strong || moderate
	}
	return true
}

// fewestAcross is how many bugs have to move one way before a loss over all benchmarks can
// show: the exact test of 8 gives p 2/2^8, of 7 more than 0.01.
const fewestAcross = 8

var recallLossAcross = &Rule{
	Name: "recall-loss-across", Default: Blocking, cycles: true, Settings: []Setting{cyclesSetting},
	Means: "A lever must not lose recall over all benchmarks together, whatever the single ones show: the paired test of all changed bugs must not point down at p ≤ 0.01 while mean recall falls by the noise floor or more.",
	limit: func(v ruleValues) string { return "no loss over all benchmarks together " + inCycles(v) },
	evaluate: func(in *input, v ruleValues) outcome {
		cycles := in.cyclesOf(v)
		compared, able := 0, 0
		for _, c := range cycles {
			found := 0.0
			for _, b := range c.Benchmarks {
				if b.Delta.OK {
					found += b.RecallPre.Value.Value * float64(b.NPairs)
				}
			}
			if c.Across.Benchmarks > 0 {
				compared++
			}
			if math.Round(found) >= fewestAcross {
				able++
			}
		}
		switch {
		case compared == 0:
			return notEvaluated("no benchmark was measured on both sides of a lever")
		case able == 0:
			return notEvaluated("no cycle found %d bugs before its lever, which a loss needs to show", fewestAcross)
		}
		bad := in.problems(func(p report.Problem) bool { return p.Severity != report.SeverityInfo && within(cycles, 0)(p) }, "recall-loss-across")
		return verdict(bad, fmt.Sprintf("none in %s", count(able, "cycle")), fmt.Sprintf("%s of %s", words.Count(len(bad)), count(able, "cycle")))
	},
}

var verdictNotSupported = &Rule{
	Name: "verdict-not-supported", Default: Blocking, cycles: true, Noun: "unsupported verdict", Settings: []Setting{cyclesSetting},
	Means: "A cycle's logged verdict must follow from its numbers by the cycle's own rule. Where a council knew better, acknowledge it and say who.",
	limit: func(v ruleValues) string { return "no verdict that the numbers do not support " + inCycles(v) },
	evaluate: func(in *input, v ruleValues) outcome {
		cycles := in.cyclesOf(v)
		checked := 0
		for _, c := range cycles {
			switch c.Verdict.Check {
			case "supported", "supported_incomplete", "more_cautious_than_numbers", "not_supported":
				checked++
			}
		}
		if checked == 0 {
			return notEvaluated("no cycle has a verdict that numbers could support")
		}
		bad := in.problems(within(cycles, 0), "verdict")
		return verdict(bad, fmt.Sprintf("the numbers support %s", count(checked, "verdict")), fmt.Sprintf("%s of %s without support", words.Count(len(bad)), count(checked, "verdict")))
	},
}

var contradiction = &Rule{
	Name: "contradiction", Default: Blocking, cycles: true, Settings: []Setting{cyclesSetting},
	Means: "A cycle's log must not contradict its own bug lists: a recall, a delta, or the check across benchmarks.",
	limit: func(v ruleValues) string { return "no log that contradicts its own bug lists " + inCycles(v) },
	evaluate: func(in *input, v ruleValues) outcome {
		cycles := in.cyclesOf(v)
		measured := 0
		for _, c := range cycles {
			for _, b := range c.Benchmarks {
				measured += len(b.RecallPre.Runs) + len(b.RecallPost.Runs)
			}
		}
		if measured == 0 {
			return notEvaluated("no cycle holds a measured run")
		}
		bad := in.problems(within(cycles, 1), "contradiction")
		return verdict(bad, fmt.Sprintf("none in %s", count(measured, "measured run")), count(len(bad), "contradiction"))
	},
}

var missingBenchmark = &Rule{
	Name: "missing-benchmark", Default: Blocking, cycles: true,
	Settings: []Setting{{Name: "allowed", Kind: Count, Default: "0", Means: "how many may be missing"}, cyclesSetting},
	Means:    "A benchmark that a cycle is pinned to must have a recall on both sides of the lever: nothing can get worse on what is not measured. One that the log calls not computable is not counted. Where cycles are pinned to none, a benchmark that the baseline's latest cycle measured must be measured.",
	limit: func(v ruleValues) string {
		return fmt.Sprintf("at most %s missing benchmarks %s", v.text("allowed"), inCycles(v))
	},
	evaluate: func(in *input, v ruleValues) outcome {
		cycles := in.cyclesOf(v)
		pinned := 0
		for _, c := range cycles {
			for _, b := range c.Benchmarks {
				if b.Pinned {
					pinned++
				}
			}
		}
		bad := append(in.problems(func(p report.Problem) bool { return p.Severity != report.SeverityInfo && within(cycles, 0)(p) }, "missing-benchmark"),
			in.problems(func(p report.Problem) bool { return name(p, 0) == "benchmark" }, "gone")...)
		switch {
		case pinned == 0 && len(bad) == 0:
			return notEvaluated("no cycle pins a benchmark")
		case float64(len(bad)) <= v.number("allowed"):
			return outcome{status: Pass, reason: fmt.Sprintf("%s missing of %s", words.Count(len(bad)), count(pinned, "pinned benchmark"))}
		}
		return outcome{Fail, fmt.Sprintf("%s missing, %s pinned", words.Count(len(bad)), words.Count(pinned)), bad}
	},
}

var drift = &Rule{
	Name: "drift", Default: Advisory, cycles: true,
	Means: "Recall before the lever should be flat from cycle to cycle. A step there means that something else than the lever changed, and deltas across it do not compare.",
	limit: func(ruleValues) string { return "no change of level before the lever" },
	evaluate: func(in *input, v ruleValues) outcome {
		followed := 0
		for _, t := range in.d.Trajectory {
			if t.Side == "pre" && t.Status == "ok" {
				followed++
			}
		}
		if followed == 0 {
			return notEvaluated("no benchmark was measured in 8 cycles, which a change of level needs to show")
		}
		bad := in.problems(every, "drift")
		return verdict(bad, fmt.Sprintf("none in %s", count(followed, "benchmark")), fmt.Sprintf("%s in %s", count(len(bad), "change"), count(followed, "benchmark")))
	},
}

// count writes a number of things.
func count(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return words.Count(n) + " " + thing + "s"
}
