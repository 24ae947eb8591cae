package problem

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
)

var problemFlake = &Kind{
	Name: "flake", Names: "system/subject/step", Section: "flakes", Urgency: "warning; info where it was only once",
	Means: "A step that passed only after a failed attempt. Its rate is over the times it passed.",
	Do:    "Start with the most expensive one. Where retries are wanted, acknowledge it with a reason.",
	find:  (*Input).flakeProblems,
	seen:  (*Input).flakeNow,
}

func (in *Input) flakeProblems(emit func(report.Problem)) {
	fresh := map[metric.StepName]bool{} // they are new flakes
	for _, c := range in.worse(change.FlakeRate) {
		fresh[metric.Step(c.System, c.Subject, c.Step)] = true
	}
	for i := range in.Data.Flakes.ByNode {
		n := &in.Data.Flakes.ByNode[i]
		if n.Rate.Num == 0 || fresh[metric.Step(n.System, in.Stable(n.System, n.Subject), n.Node)] {
			continue
		}
		emit(report.Problem{Names: []string{n.System, in.Stable(n.System, n.Subject), n.Node}, Rate: &n.Rate, RateNow: n.RateNow, Since: n.FirstSeen, At: n.LastSeen, Evidence: n.Evidence,
			Severity: either(n.Rate.Num > 1, report.SeverityWarning, report.SeverityInfo), Title: fmt.Sprintf("%s of %s is flaky", n.Node, cmp.Or(n.Subject, n.System)),
			Text: FlakeSentence(*n, in.Data.Flakes)})
	}
}

// flakeNow is the rate of a step that flaked before.
func (in *Input) flakeNow(names []string) string {
	for i := range in.Data.Flakes.ByNode {
		n := &in.Data.Flakes.ByNode[i]
		if n.Rate.Den > 0 && slices.Equal(names, []string{n.System, in.Stable(n.System, n.Subject), n.Node}) {
			return "flaky in " + words.Rate(n.Rate)
		}
	}
	return ""
}

var problemStall = &Kind{
	Name: "stall", Names: "system/subject/runtime", Section: "stops", Urgency: "warning",
	Means: "How often attempts lose their heartbeat, by subject and runtime, over all runs. A run that stalled on the last run date is of the kind failure too, with its error.",
	Do:    "Look at the runtime first. Resuming helps the step, but not against the cause.",
	find: func(in *Input, emit func(report.Problem)) {
		stalled := map[metric.StepName][]metric.Measured{}
		for _, m := range in.Samples.Of(metric.Stall).All() {
			if k := metric.Step(m.System, m.Subject, m.Step); m.Hit {
				stalled[k] = append(stalled[k], m)
			}
		}
		for _, g := range metric.Groups(in.Data.Metrics, metric.Stall) {
			if g.Rate.Num == 0 {
				continue
			}
			where := strings.TrimSpace(g.Step + " " + g.Subject)
			p := report.Problem{Names: []string{g.System, in.Stable(g.System, g.Subject), g.Step}, Rate: g.Rate, Severity: report.SeverityWarning,
				Title: fmt.Sprintf("Attempts stall: %s", cmp.Or(where, g.System)),
				Text:  fmt.Sprintf("%s lost the heartbeat (%s): %s of those that ended.", words.Plural(int(g.Rate.Num), "attempt"), cmp.Or(where, g.System), words.Rate(*g.Rate))}
			for _, m := range stalled[metric.Step(g.System, g.Subject, g.Step)] {
				p.Since, p.At = earliest(p.Since, m.At), latestOf(p.At, m.At)
				p.Evidence = append(p.Evidence, in.Samples.Cite(m))
			}
			emit(p)
		}
	},
	seen: func(in *Input, names []string) string {
		for _, g := range metric.Groups(in.Data.Metrics, metric.Stall) {
			if slices.Equal(names, []string{g.System, in.Stable(g.System, g.Subject), g.Step}) {
				return words.Rate(*g.Rate) + " stalled"
			}
		}
		return ""
	},
}

// failing are the results that failures tell of.
var failing = map[string]bool{"failed": true, "stalled": true, "blocked": true}

var problemStopped = &Kind{
	Name: "stopped", Names: "system/subject/cause", Section: "stops",
	Urgency: "warning; info where somebody asked for it",
	Means:   "Runs that stopped without a failure, by cause: canceled or interrupted; of cause unknown those without an end record, which may still run. Runs that failed, stalled or were blocked are of the kind failure, as long as they are the last of their subject.",
	Do:      "Resume what is still needed.",
	find: func(in *Input, emit func(report.Problem)) {
		by := map[[3]string]*report.Problem{}
		units := map[[3]string][]string{}
		var order [][3]string
		for i := range in.Data.Runs {
			r := &in.Data.Runs[i]
			cause := r.Cause
			if cause == "" || failing[r.Result] {
				continue
			}
			k := [3]string{r.System, r.Subject, cause}
			if by[k] == nil {
				by[k] = &report.Problem{Names: []string{r.System, in.Stable(r.System, r.Subject), cause}, Title: fmt.Sprintf("Runs of %s stop: %s", cmp.Or(r.Subject, r.System), cause),
					Severity: either(metric.Unasked(cause), report.SeverityInfo, report.SeverityWarning)}
				order = append(order, k)
			}
			p := by[k]
			started := r.StartedAt
			p.Since, p.At = earliest(p.Since, started), latestOf(p.At, started)
			p.Evidence = append(p.Evidence, in.Place(i))
			units[k] = append(units[k], r.Unit)
		}
		for _, k := range order {
			p, names := by[k], units[k]
			which := words.SomeOf(names[:min(len(names), metric.MaxEvidence)], len(names))
			p.Text = fmt.Sprintf("Stopped (%s): %s. Resume: %s.", k[2], which, metric.ResumeAdvice(k[2]))
			if k[2] == metric.CauseUnknown {
				p.Title = fmt.Sprintf("Runs of %s are unfinished", cmp.Or(k[1], k[0]))
				p.Text = fmt.Sprintf("No end record and no reason: %s.", which)
			}
			emit(*p)
		}
	},
	seen: func(in *Input, names []string) string {
		if len(names) != 3 {
			return ""
		}
		return in.runsNow(names[0], names[1], "stopped so")
	},
}

// runsNow says that there were runs of a system and subject, and that none did what
// one of them did before.
func (in *Input) runsNow(system, subject, did string) string {
	if in.ran == nil {
		in.ran = map[[2]string]int{}
		for i := range in.Data.Runs {
			r := &in.Data.Runs[i]
			in.ran[[2]string{r.System, in.Stable(r.System, r.Subject)}]++
		}
	}
	n := in.ran[[2]string{system, subject}]
	if n == 0 {
		return ""
	}
	return words.NoneOf(n, "run") + " " + did
}
