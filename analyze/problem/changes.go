package problem

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// freshDays is how long a change that lasts is a problem. Later it is the level that the
// series has.
const freshDays = 30

// fresh reports whether a change is a problem still: one that is called on the last run
// date, or that stands and began in the 30 days before it.
func (in *Input) fresh(c report.SeriesChange) bool {
	last := words.TestOf(in.Data, c.What).Last
	if c.What == string(change.CommonDuration) {
		last = words.TestOf(in.Data, string(change.Duration)).Last
	}
	since, err1 := time.Parse(time.DateOnly, c.Since)
	until, err2 := time.Parse(time.DateOnly, last)
	return c.State == report.ChangeNew || c.State == report.ChangeStanding && err1 == nil && err2 == nil && until.Sub(since) <= freshDays*24*time.Hour
}

// worse are the changes of a figure to the worse that are problems.
func (in *Input) worse(what change.What) (out []report.SeriesChange) {
	for _, c := range in.Data.Changes {
		if c.What == string(what) && words.Higher(c) && in.fresh(c) {
			out = append(out, c)
		}
	}
	return out
}

// startOf is the start of a run date; the zero time where there is none.
func startOf(date string) time.Time {
	t, err := time.Parse(time.DateOnly, date)
	if err != nil {
		return time.Time{}
	}
	return t
}

// cite gives problems of steps their latest samples since they began.
func (in *Input) cite(all []report.Problem, of *metric.Metric, fits func(metric.Measured) bool) {
	at := map[metric.StepName]*report.Problem{}
	for i := range all {
		at[metric.Step(all[i].Names[0], all[i].Names[1], all[i].Names[2])] = &all[i]
	}
	samples := in.Samples.Of(of)
	if len(at) == 0 {
		return
	}
	about := make([]*report.Problem, in.Samples.Names()) // by the names of samples
	looked := make([]bool, in.Samples.Names())
	for i := samples.Len() - 1; i >= 0; i-- {
		name := samples.Name(i)
		if looked[name] && about[name] == nil {
			continue
		}
		m := samples.At(i)
		if !looked[name] {
			looked[name] = true
			about[name] = at[metric.Step(m.System, in.Stable(m.System, m.Subject), m.Step)]
		}
		p := about[name]
		if p == nil || !fits(m) || m.At.Before(p.Since) || len(p.Evidence) >= metric.MaxEvidence {
			continue
		}
		p.At = latestOf(p.At, m.At)
		p.Evidence = append(p.Evidence, in.Samples.Cite(m))
	}
}

var problemNewFlake = &Kind{
	Name: "new-flake", Key: "flake", Names: "system/subject/step", Section: "flakes", Urgency: "warning",
	Means: "A step that needs retries since one of the last run dates, and needed fewer or none before: by more than chance, over all steps looked at. Thirty days later it is a flake like others, under the same key.",
	Do:    "Look at what changed on that date: it is the cheapest moment to find the cause.",
	find: func(in *Input, emit func(report.Problem)) {
		worse := in.worse(change.FlakeRate)
		if len(worse) == 0 {
			return
		}
		var all []report.Problem
		for _, c := range worse {
			all = append(all, report.Problem{Names: []string{c.System, c.Subject, c.Step}, Severity: report.SeverityWarning, Since: startOf(c.Since),
				Title: fmt.Sprintf("%s of %s became flaky", c.Step, cmp.Or(c.Subject, c.System)), Text: c.Text})
		}
		in.cite(all, metric.StepFlake, func(m metric.Measured) bool { return m.Hit })
		nodes := map[metric.StepName]*report.FlakeNode{}
		for i := range in.Data.Flakes.ByNode {
			n := &in.Data.Flakes.ByNode[i]
			nodes[metric.Step(n.System, in.Stable(n.System, n.Subject), n.Node)] = n
		}
		for _, p := range all {
			if n := nodes[metric.Step(p.Names[0], p.Names[1], p.Names[2])]; n != nil {
				p.Rate, p.RateNow = &n.Rate, n.RateNow
			}
			emit(p)
		}
	},
	seen: (*Input).flakeNow,
}

var problemSlower = &Kind{
	Name: "slower", Names: "system/subject/step", Section: "durations", Urgency: "warning",
	Means: "A step that takes longer since one of the last 30 run dates than on the dates before, or since the baseline than in the last 20 runs that it knew: by a tenth and a second at least, and by more than chance, corrected for the number of steps looked at.",
	Do:    "Look at what changed on that date; the interval says how much slower it may be.",
	find: func(in *Input, emit func(report.Problem)) {
		var all []report.Problem
		known := map[metric.StepName]bool{}
		for _, c := range in.worse(change.Duration) {
			known[metric.Step(c.System, c.Subject, c.Step)] = true
			all = append(all, report.Problem{Names: []string{c.System, c.Subject, c.Step}, Severity: report.SeverityWarning, Since: startOf(c.Since),
				Title: fmt.Sprintf("%s of %s became slower", c.Step, cmp.Or(c.Subject, c.System)), Text: c.Text})
		}
		for _, s := range in.Data.Durations.Shifts {
			subject := in.Stable(s.System, s.Subject)
			if s.Call != "slower" || known[metric.Step(s.System, subject, s.Step)] {
				continue
			}
			p := report.Problem{Names: []string{s.System, subject, s.Step}, Severity: report.SeverityWarning,
				Title: fmt.Sprintf("%s of %s became slower", s.Step, cmp.Or(s.Subject, s.System)),
				Text: fmt.Sprintf("%s is slower since the baseline: by %s (%s CI %s to %s), %s against %s before.", s.Step, unit.Seconds.Format(s.ShiftS.Value),
					unit.Ratio.Format(s.Confidence.Value), unit.Seconds.Format(s.LoS.Value), unit.Seconds.Format(s.HiS.Value), words.Plural(int(s.NNew), "attempt"), words.Count(s.NOld))}
			if e := in.Earlier.Comparable(); e != nil {
				p.Since = e.Data.AsOf
			}
			all = append(all, p)
		}
		in.cite(all, metric.AttemptDuration, func(metric.Measured) bool { return true })
		for _, p := range all {
			emit(p)
		}
	},
	seen: func(in *Input, names []string) string {
		for _, d := range in.Data.Durations.Attempts {
			if d.Converged && slices.Equal(names, []string{d.System, in.Stable(d.System, d.Subject), d.Step}) {
				return fmt.Sprintf("its median is %s (n = %s), and it is not called slower", unit.Seconds.Format(d.P50S.Value), words.Count(d.N))
			}
		}
		return ""
	},
}

var problemCommonSlowDown = &Kind{
	Name: "common-slow-down", Names: "system/subject", Section: "changes", Urgency: "warning",
	Means: "All steps of a subject take longer on the last run date, as on a loaded machine. The single steps are judged on what is left.",
	Do:    "Look at the machine before the steps.",
	find: func(in *Input, emit func(report.Problem)) {
		for _, c := range in.Data.Changes {
			if c.What == string(change.CommonDuration) && c.To.Value > 0 && in.fresh(c) {
				emit(report.Problem{Names: []string{c.System, c.Subject}, Severity: report.SeverityWarning, Since: startOf(c.Since),
					At: startOf(words.TestOf(in.Data, string(change.Duration)).Last), Text: c.Text,
					Title: fmt.Sprintf("All steps of %s became slower", cmp.Or(c.Subject, c.System))})
			}
		}
	},
	seen: func(in *Input, names []string) string {
		return in.runsNow(names[0], names[1], "made all its steps slower")
	},
}
