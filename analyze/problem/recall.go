package problem

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
)

var problemVerdict = &Kind{
	Name: "verdict", Names: "cycle/iteration", Section: "recall", Urgency: "error",
	Means: "A cycle's logged verdict that is none of those that the cycle's own rule gives for its numbers.",
	Do:    "Ask who decided. A council may know what no log says: then acknowledge it; else decide again.",
	find: func(in *Input, emit func(report.Problem)) {
		for _, c := range in.Data.Cycles {
			if c.Verdict.Check != "not_supported" {
				continue
			}
			p := ofCycle(&c)
			p.Severity, p.Title = report.SeverityError, fmt.Sprintf("Cycle %s: logged verdict %s, the rule gives %s", words.CycleTitle(&c), c.Verdict.Logged, strings.Join(c.Verdict.Accepts, " or "))
			p.Text = fmt.Sprintf("Cycle %s: %s", words.CycleTitle(&c), c.Verdict.Reason)
			p.Evidence = []report.Evidence{c.Verdict.Evidence}
			emit(p)
		}
	},
	seen: func(in *Input, names []string) string {
		if c := in.cycleOf(names); c != nil {
			return c.Verdict.Reason
		}
		return ""
	},
}

var problemRegression = &Kind{
	Name: "recall-regression", Names: "cycle/iteration/benchmark", Section: "recall",
	Urgency: "error with strong or moderate evidence, warning with weak evidence, info within run-to-run noise, exactly at the floor, or where the cycle was reverted",
	Means:   "A benchmark whose recall fell by the noise floor or more from before a lever to after it. Its grade says how strong the evidence is.",
	Do:      "Look at the lost bugs, those first that were found in all earlier runs. With weak evidence run both sides again, three times each.",
	find: func(in *Input, emit func(report.Problem)) {
		for _, c := range in.Data.Cycles {
			for _, b := range c.Benchmarks {
				if b.Class != string(stat.DeltaRegressed) {
					continue
				}
				p := ofCycle(&c, b.Benchmark)
				p.Severity, p.Grade = regressionSeverity(b), b.Grade
				p.Title = fmt.Sprintf("%s lost recall in cycle %s", b.Benchmark, words.CycleTitle(&c))
				p.Text = fmt.Sprintf("Cycle %s: %s", words.CycleTitle(&c), b.Sentence)
				handled(&c, &p)
				p.Evidence = placesOf(b, p.Evidence)
				emit(p)
			}
		}
	},
	seen: (*Input).benchmarkNow,
}

func regressionSeverity(b report.Benchmark) string {
	switch {
	case b.AtFloor || b.Basis != "" || b.Grade == string(stat.GradeInsideNoise):
		return report.SeverityInfo
	case b.Grade == string(stat.GradeStrong) || b.Grade == string(stat.GradeModerate):
		return report.SeverityError
	}
	return report.SeverityWarning
}

// handled makes info of what a lever did that was reverted: its cycle says revert, and its log
// takes the change back.
func handled(c *report.Cycle, p *report.Problem) {
	if words.Reverted(c) {
		p.Severity = report.SeverityInfo
		p.Text += " The change was reverted."
	}
}

var problemLossAcross = &Kind{
	Name: "recall-loss-across", Names: "cycle/iteration", Section: "recall", Urgency: "error; info where the cycle was reverted",
	Means: "All benchmarks of a cycle together lost recall: the paired test of all changed bugs points down at p ≤ 0.01, and mean recall fell by the noise floor or more. No single benchmark need show it.",
	Do:    "Look at the bugs lost over all benchmarks. A lever that costs every benchmark a little is a loss.",
	find: func(in *Input, emit func(report.Problem)) {
		for _, c := range in.Data.Cycles {
			text := words.Across(&c)
			if text == "" {
				continue
			}
			p := ofCycle(&c)
			p.Severity, p.Title = report.SeverityError, fmt.Sprintf("Recall fell over all benchmarks of cycle %s", words.CycleTitle(&c))
			p.Text = fmt.Sprintf("Cycle %s: %s", words.CycleTitle(&c), text)
			handled(&c, &p)
			emit(p)
		}
	},
	seen: func(in *Input, names []string) string {
		if c := in.cycleOf(names); c != nil && c.Across.Benchmarks > 0 {
			return fmt.Sprintf("%s together: mean recall %s", words.Plural(int(c.Across.Benchmarks), "benchmark"), words.Points(c.Across.MacroDelta.Value))
		}
		return ""
	},
}

// placesOf are the places of the benchmark's runs after the lever, then of those
// before it.
func placesOf(b report.Benchmark, otherwise []report.Evidence) []report.Evidence {
	var at []report.Evidence
	for _, side := range [][]report.RecallRun{b.RecallPost.Runs, b.RecallPre.Runs} {
		for _, r := range side {
			at = append(at, r.Evidence)
		}
	}
	if len(at) == 0 {
		return otherwise
	}
	return at
}

var problemMissing = &Kind{
	Name: "missing-benchmark", Names: "cycle/iteration/benchmark", Section: "recall", Urgency: "warning; info where the log says that recall cannot be computed",
	Means: "A benchmark that a cycle pins and that has no recall on both sides of the lever. Nothing is known about it, which is not the same as nothing changed.",
	Do:    "Measure the missing side, or unpin the benchmark and say why.",
	find: func(in *Input, emit func(report.Problem)) {
		for _, c := range in.Data.Cycles {
			for _, b := range c.Benchmarks {
				if !slices.Contains(c.Incomplete, b.Benchmark) {
					continue
				}
				p := ofCycle(&c, b.Benchmark)
				p.Severity, p.Title = report.SeverityWarning, fmt.Sprintf("%s was not measured on both sides of cycle %s", b.Benchmark, words.CycleTitle(&c))
				if words.NotComputable(b) {
					p.Severity, p.Title = report.SeverityInfo, fmt.Sprintf("Recall of %s is not computable in cycle %s", b.Benchmark, words.CycleTitle(&c))
				}
				p.Text = fmt.Sprintf("Cycle %s pins %s: %s.", words.CycleTitle(&c), b.Benchmark, words.NoDelta(b))
				p.Evidence = placesOf(b, p.Evidence)
				emit(p)
			}
		}
	},
	seen: (*Input).benchmarkNow,
}

var problemDrift = &Kind{
	Name: "drift", Names: "benchmark/cycle", Section: "recall", Urgency: "error",
	Means: "Recall before the lever changed its level at a cycle, where no lever was pulled and nothing should have changed.",
	Do:    "Look for a change of model, runner or reference list near that cycle; deltas across it do not compare.",
	find: func(in *Input, emit func(report.Problem)) {
		in.levelChanges(recall.Drifted, func(t report.Trajectory, ch report.Change, p report.Problem) {
			p.Severity, p.Title = report.SeverityError, fmt.Sprintf("%s drifts: recall before the lever changed its level", t.Benchmark)
			p.Text = fmt.Sprintf("%s: recall before the lever changed by %s somewhere near cycle %s, where nothing should have changed it.", t.Benchmark, words.Points(ch.Step.Value), ch.Cycle)
			emit(p)
		})
	},
	seen: (*Input).levelNow,
}

var problemLevel = &Kind{
	Name: "level-change", Names: "benchmark/cycle", Section: "recall", Urgency: "warning where recall fell, info where it rose",
	Means: "Recall after the lever changed its level at a cycle and stayed there.",
	Do:    "Look at what was shipped near that cycle.",
	find: func(in *Input, emit func(report.Problem)) {
		in.levelChanges(func(t report.Trajectory) bool { return t.Side == "post" && recall.BeyondChance(t) }, func(t report.Trajectory, ch report.Change, p report.Problem) {
			p.Severity, p.Title = either(ch.Step.Value < 0, report.SeverityWarning, report.SeverityInfo), fmt.Sprintf("%s: recall after the lever changed its level", t.Benchmark)
			p.Text = fmt.Sprintf("%s: recall after the lever changed by %s somewhere near cycle %s and stayed there.", t.Benchmark, words.Points(ch.Step.Value), ch.Cycle)
			emit(p)
		})
	},
	seen: (*Input).levelNow,
}

// levelChanges hands on the changes of the trajectories that fit.
func (in *Input) levelChanges(fits func(report.Trajectory) bool, emit func(report.Trajectory, report.Change, report.Problem)) {
	for _, t := range in.Data.Trajectory {
		if !fits(t) {
			continue
		}
		for _, ch := range t.Changes {
			p := report.Problem{}
			for _, c := range in.Data.Cycles {
				if words.CycleTitle(&c) == ch.Cycle {
					p = ofCycle(&c)
					break
				}
			}
			p.Names = []string{t.Benchmark, ch.Cycle}
			emit(t, ch, p)
		}
	}
}

// ofCycle is a problem of a cycle, or of something in it.
func ofCycle(c *report.Cycle, more ...string) report.Problem {
	iteration := ""
	if c.Iteration.OK {
		iteration = strconv.FormatInt(c.Iteration.Value, 10)
	}
	return report.Problem{Names: append([]string{c.Cycle, iteration}, more...), Since: c.StartedAt,
		At: latestOf(c.StartedAt, c.EndedAt), Evidence: []report.Evidence{c.Evidence}}
}

// cycleOf is the cycle that the first two names are of.
func (in *Input) cycleOf(names []string) *report.Cycle {
	for i := range in.Data.Cycles {
		if c := &in.Data.Cycles[i]; len(names) >= 2 && slices.Equal(names[:2], ofCycle(c).Names) {
			return c
		}
	}
	return nil
}

// benchmarkNow is the comparison of a benchmark in a cycle, where there is one.
func (in *Input) benchmarkNow(names []string) string {
	c := in.cycleOf(names)
	if c == nil || len(names) < 3 {
		return ""
	}
	for _, b := range c.Benchmarks {
		if b.Benchmark == names[2] && b.Delta.OK {
			return strings.TrimSuffix(b.Sentence, ".")
		}
	}
	return ""
}

// levelNow says that a benchmark is still followed.
func (in *Input) levelNow(names []string) string {
	for _, t := range in.Data.Trajectory {
		if len(names) > 0 && t.Benchmark == names[0] {
			return fmt.Sprintf("no change of level at %s over %s", names[len(names)-1], words.Plural(len(t.Cycles), "cycle"))
		}
	}
	return ""
}
