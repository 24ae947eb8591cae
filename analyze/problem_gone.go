package analyze

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

var problemGone = &ProblemKind{
	Name: "gone", Names: "system, benchmark, runs, cycle or step/its names", Section: "baseline", Urgency: "act; look for a step",
	Means: "A system, a benchmark of the latest cycle, runs, a cycle, or a step of a workflow that the baseline has and this report has not. Nothing can go wrong with what no longer runs. Runs and cycles count that are not older than all that both reports have: the oldest logs may go.",
	Do:    "Look whether it was meant to go. If so, acknowledge it or take a new baseline.",
	find: func(a *analysis, say func(report.Problem)) {
		e := a.comparable()
		if e == nil {
			return
		}
		gone := func(s table.Severity, title string, names ...string) {
			say(report.Problem{Names: names, Severity: string(s), Title: title, Since: e.Data.AsOf, At: a.d.AsOf,
				Text: fmt.Sprintf("%s: the baseline (%s) has it, and nothing of it is here.", title, a.d.Baseline.Label)})
		}
		for _, system := range minus(systemsOf(e.Data), systemsOf(&a.d)) {
			gone(table.Act, fmt.Sprintf("No log of %s any more", system), "system", system)
		}
		for _, name := range minus(measuredLatest(e.Data.Cycles), measuredLatest(a.d.Cycles)) {
			gone(table.Act, fmt.Sprintf("Benchmark %s is no longer measured", name), "benchmark", name)
		}
		a.goneUnits(e, func(title, text string, names ...string) {
			say(report.Problem{Names: names, Severity: string(table.Act), Title: title, Text: text, Since: e.Data.AsOf, At: a.d.AsOf})
		})
		a.goneSteps(e, func(n report.FlakeNode, subject string) {
			gone(table.Look, fmt.Sprintf("Step %s of %s no longer runs", n.Node, cmp.Or(subject, n.System)), "step", n.System, subject, n.Node)
		})
	},
	seen: func(a *analysis, names []string) string {
		switch {
		case len(names) == 2 && names[0] == "system" && slices.Contains(systemsOf(&a.d), names[1]),
			len(names) == 2 && names[0] == "benchmark" && slices.Contains(measuredLatest(a.d.Cycles), names[1]),
			len(names) == 2 && names[0] == "runs" && slices.Contains(systemsOf(&a.d), names[1]),
			len(names) == 3 && names[0] == "cycle" && a.cycleOf(names[1:]) != nil,
			len(names) == 4 && names[0] == "step" && a.stepsHere()[groupKey{names[1], names[2], names[3]}]:
			return "it is back"
		}
		return ""
	},
}

// goneSteps are the steps that ran in the baseline and do not in this report, of
// subjects that still run. Ids of one run only, as of cards, are no steps.
func (a *analysis) goneSteps(e *earlier, say func(n report.FlakeNode, subject string)) {
	here := a.stepsHere()
	for _, n := range e.Data.Flakes.ByNode {
		subject := e.lasting(n.System, n.Subject)
		if !here[groupKey{n.System, subject, n.Node}] && here[groupKey{n.System, subject, ""}] && !anonymous[n.Node] {
			say(n, subject)
		}
	}
}

// stepsHere are all steps that ran, whether or not they converged, and under no name
// the subjects that have any.
func (a *analysis) stepsHere() map[groupKey]bool {
	here := map[groupKey]bool{}
	for _, u := range a.units {
		for _, y := range u.tries() {
			subject := a.lasting(u.System, u.Subject)
			here[groupKey{u.System, subject, y.node}], here[groupKey{u.System, subject, ""}] = true, true
		}
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
	if len(d.Cycles) > 0 && !slices.Contains(out, "playbook") {
		out = append(out, "playbook")
	}
	slices.Sort(out)
	return out
}
