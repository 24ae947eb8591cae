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
	"runreport/unit"
)

var problemNewFlake = &Kind{
	Name: "new-flake", Key: "flake", Names: "system/subject/step", Section: "flakes", Urgency: "warning",
	Means: "A step that was flaky for the first time on its last run date, though it ran on earlier ones. From the next run date on it is a flake like others, under the same key.",
	Do:    "Look at what changed on that date.",
	find:  func(in *Input, say func(report.Problem)) { in.flakeProblems(true, say) },
	seen:  (*Input).flakeNow,
}

var problemFlake = &Kind{
	Name: "flake", Names: "system/subject/step", Section: "flakes", Urgency: "warning; info where it was only once",
	Means: "A step that passed only after a failed attempt. Its rate is over the times it passed.",
	Do:    "Start with the most expensive one. Where retries are wanted, acknowledge it with a reason.",
	find:  func(in *Input, say func(report.Problem)) { in.flakeProblems(false, say) },
	seen:  (*Input).flakeNow,
}

func (in *Input) flakeProblems(fresh bool, say func(report.Problem)) {
	for _, n := range in.Data.Flakes.ByNode {
		if n.Rate.Num == 0 || n.New != fresh {
			continue
		}
		p := report.Problem{Names: []string{n.System, in.Stable(n.System, n.Subject), n.Node}, Rate: &n.Rate, Since: n.FirstSeen, At: n.LastSeen, Evidence: n.Evidence,
			Severity: either(fresh || n.Rate.Num > 1, report.SeverityWarning, report.SeverityInfo), Title: fmt.Sprintf("%s of %s is flaky", n.Node, cmp.Or(n.Subject, n.System)),
			Text: words.Upper(FlakeSentence(n, in.Data.Flakes))}
		if fresh {
			p.Title = fmt.Sprintf("%s of %s is flaky for the first time", n.Node, cmp.Or(n.Subject, n.System))
			p.Text = fmt.Sprintf("%s is flaky for the first time on its last run date (%s).", words.Upper(StepName(n)), words.Rate(n.Rate))
		}
		say(p)
	}
}

// flakeNow is the rate of a step that flaked before.
func (in *Input) flakeNow(names []string) string {
	for _, n := range in.Data.Flakes.ByNode {
		if n.Rate.Den > 0 && slices.Equal(names, []string{n.System, in.Stable(n.System, n.Subject), n.Node}) {
			return "flaky in " + words.Rate(n.Rate)
		}
	}
	return ""
}

var problemSlower = &Kind{
	Name: "slower", Names: "system/subject/step", Section: "durations", Urgency: "warning",
	Means: "A step that takes longer in its new runs, those since the baseline or else of the last run date, than in the 20 runs before: by 10 % and 1 s at least, and significantly, corrected for the number of steps compared.",
	Do:    "Look at what changed between the two windows.",
	find: func(in *Input, say func(report.Problem)) {
		for _, s := range in.Data.Durations.Shifts {
			if s.Call != "slower" {
				continue
			}
			p := report.Problem{Names: []string{s.System, in.Stable(s.System, s.Subject), s.Step}, Severity: report.SeverityWarning,
				Title: fmt.Sprintf("%s of %s became slower", s.Step, cmp.Or(s.Subject, s.System)),
				Text: fmt.Sprintf("%s takes %s longer %s (%s to %s; %s against the %s before).", s.Step, unit.Seconds.Format(s.ShiftS.Value), change.WindowWords[s.Window],
					unit.Seconds.Format(s.LoS.Value), unit.Seconds.Format(s.HiS.Value), words.Plural(int(s.NNew), "attempt"), unit.Number(float64(s.NOld)))}
			// The latest attempts are the new ones.
			for _, m := range slices.Backward(in.Samples.Of(metric.AttemptDuration)) {
				if m.System == s.System && m.Subject == s.Subject && m.Step == s.Step && len(p.Evidence) < min(int(s.NNew), metric.MaxEvidence) {
					p.Since, p.At = earliest(p.Since, m.At), latestOf(p.At, m.At)
					p.Evidence = append(p.Evidence, in.Samples.Cite(m))
				}
			}
			say(p)
		}
	},
	seen: func(in *Input, names []string) string {
		for _, d := range in.Data.Durations.Attempts {
			if d.Converged && slices.Equal(names, []string{d.System, in.Stable(d.System, d.Subject), d.Step}) {
				return fmt.Sprintf("median %s (n = %d), not called slower", unit.Seconds.Format(d.P50S.Value), d.N)
			}
		}
		return ""
	},
}

var problemStall = &Kind{
	Name: "stall", Names: "system/subject/runtime", Section: "stops", Urgency: "warning",
	Means: "How often attempts lose their heartbeat, by subject and runtime, over all runs. A run that stalled on the last run date is of the kind failure too, with its error.",
	Do:    "Look at the runtime first. Resuming helps the step, but not against the cause.",
	find: func(in *Input, say func(report.Problem)) {
		for _, g := range metric.Find(in.Data.Metrics, metric.Stall).Groups {
			if g.Rate.Num == 0 {
				continue
			}
			where := strings.TrimSpace(g.Step + " " + g.Subject)
			p := report.Problem{Names: []string{g.System, in.Stable(g.System, g.Subject), g.Step}, Rate: g.Rate, Severity: report.SeverityWarning,
				Title: fmt.Sprintf("Attempts stall: %s", cmp.Or(where, g.System)),
				Text:  fmt.Sprintf("%s lost the heartbeat (%s): %s of those that ended.", words.Plural(int(g.Rate.Num), "attempt"), cmp.Or(where, g.System), words.Rate(*g.Rate))}
			for _, m := range in.Samples.Of(metric.Stall) {
				if m.Hit && m.System == g.System && m.Subject == g.Subject && m.Step == g.Step {
					p.Since, p.At = earliest(p.Since, m.At), latestOf(p.At, m.At)
					p.Evidence = append(p.Evidence, in.Samples.Cite(m))
				}
			}
			say(p)
		}
	},
	seen: func(in *Input, names []string) string {
		for _, g := range metric.Find(in.Data.Metrics, metric.Stall).Groups {
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
	find: func(in *Input, say func(report.Problem)) {
		by := map[[3]string]*report.Problem{}
		units := map[[3]string][]string{}
		var order [][3]string
		for _, r := range in.Data.Runs {
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
			p.Evidence = append(p.Evidence, r.Evidence)
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
			say(*p)
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
	n := 0
	for _, r := range in.Data.Runs {
		if r.System == system && in.Stable(r.System, r.Subject) == subject {
			n++
		}
	}
	if n == 0 {
		return ""
	}
	return fmt.Sprintf("none of %s %s", words.Plural(n, "run"), did)
}
