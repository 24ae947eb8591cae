package problem

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

var problemGone = &Kind{
	Name: "gone", Names: "system, benchmark, runs, cycle, subject or step/its names", Section: "baseline", Urgency: "error; warning for a subject or a step",
	Means: "A system, a benchmark of the latest cycle where cycles are pinned to none, runs, a cycle, a subject, or a step of a workflow that the baseline has and this report does not have. Runs and cycles that are older than all that both reports have do not count.",
	Do:    "If it was removed on purpose, acknowledge it or take a new baseline. If it has another name now, as that of another folder, an alias joins both. Else look for the missing logs.",
	find: func(in *Input, emit func(report.Problem)) {
		e := in.Earlier.Comparable()
		if e == nil {
			return
		}
		gone := func(s string, title string, names ...string) {
			emit(report.Problem{Names: names, Severity: s, Title: title, Since: e.Data.AsOf, At: in.Data.AsOf,
				Text: fmt.Sprintf("%s. The baseline (%s) has it.", title, in.Data.Baseline.Label)})
		}
		for _, system := range words.Without(systemsOf(e.Data), systemsOf(in.Data)) {
			gone(report.SeverityError, fmt.Sprintf("No log of %s", system), "system", system)
		}
		for _, name := range goneBenchmarks(e.Data.Cycles, in.Data.Cycles) {
			gone(report.SeverityError, fmt.Sprintf("Benchmark %s was not measured", name), "benchmark", name)
		}
		in.goneUnits(e, func(title, text string, names ...string) {
			emit(report.Problem{Names: names, Severity: report.SeverityError, Title: title, Text: text, Since: e.Data.AsOf, At: in.Data.AsOf})
		})
		for _, n := range in.goneSubjects(e) {
			gone(report.SeverityWarning, fmt.Sprintf("%s of %s did not run", n.Subject, n.System), "subject", n.System, n.Subject)
		}
		in.goneSteps(e, func(n report.FlakeNode, subject string) {
			gone(report.SeverityWarning, fmt.Sprintf("Step %s of %s did not run", n.Node, cmp.Or(subject, n.System)), "step", n.System, subject, n.Node)
		})
	},
	seen: func(in *Input, names []string) string {
		switch {
		case len(names) == 2 && names[0] == "system" && slices.Contains(systemsOf(in.Data), names[1]),
			len(names) == 2 && names[0] == "benchmark" && slices.Contains(change.MeasuredLatest(in.Data.Cycles), names[1]),
			len(names) == 2 && names[0] == "runs" && slices.Contains(systemsOf(in.Data), names[1]),
			len(names) == 3 && names[0] == "cycle" && in.cycleOf(names[1:]) != nil,
			len(names) == 3 && names[0] == "subject" && in.stepsHere()[metric.Step(names[1], names[2], "")],
			len(names) == 4 && names[0] == "step" && in.stepsHere()[metric.Step(names[1], names[2], names[3])]:
			return "it is in the report again"
		}
		return ""
	},
}

// goneBenchmarks are those that the baseline's latest cycle measured and this report's latest
// does not. A cycle says itself which benchmarks it is pinned to: then one that it leaves out
// is not missing, and for one that it names the kind missing-benchmark speaks.
func goneBenchmarks(before, now []report.Cycle) []string {
	for _, c := range slices.Backward(now) {
		if slices.ContainsFunc(c.Benchmarks, func(b report.Benchmark) bool { return b.Pinned }) {
			return nil
		}
		if len(change.MeasuredLatest([]report.Cycle{c})) > 0 {
			break
		}
	}
	return words.Without(change.MeasuredLatest(before), change.MeasuredLatest(now))
}

// goneSubjects are the subjects of the baseline of which no step ran, though others of their
// system did. Those of which only ids of one run are known, as of cards, come and go.
func (in *Input) goneSubjects(e *change.Earlier) (out []metric.StepName) {
	if len(e.Data.Flakes.ByNode) == 0 {
		return nil
	}
	here, systems := in.stepsHere(), systemsOf(in.Data)
	for _, n := range e.Data.Flakes.ByNode {
		k := metric.Step(n.System, e.Stable(n.System, n.Subject), "")
		if k.Subject != "" && !n.Collective && !here[k] && slices.Contains(systems, n.System) && !slices.Contains(out, k) {
			out = append(out, k)
		}
	}
	return out
}

// goneSteps are the steps that ran in the baseline and do not in this report, of
// subjects that still run. Ids of one run only, as of cards, are no steps.
func (in *Input) goneSteps(e *change.Earlier, emit func(n report.FlakeNode, subject string)) {
	if len(e.Data.Flakes.ByNode) == 0 {
		return
	}
	here, collective := in.stepsHere(), map[[2]string]bool{}
	for _, s := range in.Steps() {
		if s.Collective {
			collective[[2]string{s.System, s.Step}] = true
		}
	}
	for _, n := range e.Data.Flakes.ByNode {
		subject := e.Stable(n.System, n.Subject)
		if !here[metric.Step(n.System, subject, n.Node)] && here[metric.Step(n.System, subject, "")] && !n.Collective && !collective[[2]string{n.System, n.Node}] {
			emit(n, subject)
		}
	}
}

// stepsHere are all steps that ran, whether or not they converged, and under no name
// the subjects that have any.
func (in *Input) stepsHere() map[metric.StepName]bool {
	here := map[metric.StepName]bool{}
	for _, s := range in.Steps() {
		subject := in.Stable(s.System, s.Subject)
		here[metric.Step(s.System, subject, s.Step)], here[metric.Step(s.System, subject, "")] = true, true
	}
	return here
}

// systemsOf are the systems that a report has runs of, and cycles for those that only
// have cycles.
func systemsOf(d *report.Data) []string {
	var out []string
	for _, r := range d.Runs {
		if !slices.Contains(out, r.System) {
			out = append(out, r.System)
		}
	}
	for _, c := range d.Cycles {
		if c.System != "" && !slices.Contains(out, c.System) {
			out = append(out, c.System)
		}
	}
	slices.Sort(out)
	return out
}

// goneUnits tells of the runs, by system, and of the cycles that are missing.
func (in *Input) goneUnits(e *change.Earlier, emit func(title, text string, names ...string)) {
	bySystem := e.MissingRuns(in.Data)
	for _, system := range slices.Sorted(maps.Keys(bySystem)) {
		names := bySystem[system]
		title := fmt.Sprintf("%s of %s in the baseline are missing", words.Plural(len(names), "run"), system)
		if len(names) == 1 {
			title = fmt.Sprintf("A run of %s in the baseline is missing", system)
		}
		emit(title, fmt.Sprintf("%s: %s. Older runs of the baseline are here.", title, words.List(names, 5)), "runs", system)
	}
	for _, c := range e.MissingCycles(in.Data) {
		title := fmt.Sprintf("Cycle %s of the baseline is missing", words.CycleTitle(c))
		emit(title, title+".", slices.Concat([]string{"cycle"}, ofCycle(c).Names)...)
	}
}
