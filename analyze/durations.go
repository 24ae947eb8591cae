package analyze

import (
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// durations is the family of how long things take.
func (a *analysis) durations() report.Durations {
	d := report.Durations{
		Attempts: append(attemptRows(a.metric(attemptDuration), true), attemptRows(a.metric(failedDuration), false)...),
		Commands: attemptRows(a.metric(commandDuration), true),
		Survival: a.survival(), Phases: a.phases(), Shifts: a.shifts(),
	}
	trends, recent := a.trends(), a.recentOf()
	for i := range d.Attempts {
		if r := &d.Attempts[i]; r.Converged {
			k := groupKey{r.System, r.Subject, r.Step}
			r.Trend, r.RecentS = trends[k], recent[k]
		}
	}
	return d
}

func attemptRows(m report.MetricResult, converged bool) []report.AttemptDuration {
	out := []report.AttemptDuration{}
	for _, g := range m.Groups {
		s := g.Spread
		out = append(out, report.AttemptDuration{System: g.System, Subject: g.Subject, Step: g.Step, Converged: converged,
			N: s.N, P50S: s.P50, P90S: s.P90, P95S: s.P95, P99S: s.P99, MaxS: s.Max, SumS: s.Sum, Evidence: g.Evidence[0]})
	}
	return out
}

// phases adds the phases that are still open to the durations of those that ended.
func (a *analysis) phases() []report.PhaseDuration {
	open := map[groupKey]int64{}
	var unseen []groupKey
	s := &a.t.Steps
	for _, u := range a.units {
		for _, row := range u.steps {
			_, started := s.StartedAt.Get(row)
			_, ended := s.EndedAt.Get(row)
			if s.Kind.At(row) == "phase" && started && !ended {
				k := groupKey{u.System, u.Subject, s.Step.At(row)}
				if open[k] == 0 {
					unseen = append(unseen, k)
				}
				open[k]++
			}
		}
	}
	out := []report.PhaseDuration{}
	for _, g := range a.metric(phaseDuration).Groups {
		k := groupKey{g.System, g.Subject, g.Step}
		out = append(out, report.PhaseDuration{System: g.System, Subject: g.Subject, Phase: g.Step, N: g.Spread.N,
			P50S: g.Spread.P50, P90S: g.Spread.P90, MaxS: g.Spread.Max, SumS: g.Spread.Sum, Open: open[k]})
		unseen = slices.DeleteFunc(unseen, func(x groupKey) bool { return x == k })
	}
	none := report.Missing(string(stat.ReasonOpen))
	for _, k := range unseen {
		out = append(out, report.PhaseDuration{System: k.system, Subject: k.subject, Phase: k.step, P50S: none, P90S: none, MaxS: none, SumS: none, Open: open[k]})
	}
	return out
}

// survival estimates how long attempts take where some were cut off before they
// ended: only Crabyard logs signs of life.
func (a *analysis) survival() []report.Survival {
	var lifetimes []stat.Lifetime
	var finished []float64
	for _, u := range a.units {
		if u.Kind != "card" {
			continue
		}
		at := &a.t.Attempts
		for _, row := range u.attempts {
			l := stat.Lifetime{Duration: at.DurationS.At(row)}
			_, timed := at.DurationS.Get(row)
			switch at.Cut.At(row) {
			case "":
				l.Ending = stat.Ended
			case "stalled":
				l.Ending = stat.Stalled
			case "open":
				start, ok := at.StartedAt.Get(row)
				if !ok || u.cutoff.Before(start) {
					continue
				}
				l.Duration, timed, l.Ending = u.cutoff.Sub(start).Seconds(), true, stat.CutOff
			default:
				l.Ending = stat.CutOff
			}
			if !timed {
				continue
			}
			lifetimes = append(lifetimes, l)
			if l.Ending == stat.Ended {
				finished = append(finished, l.Duration)
			}
		}
	}
	if len(lifetimes) == 0 {
		return []report.Survival{}
	}
	s, worst := stat.KaplanMeier(lifetimes), stat.KaplanMeierIfStalledNeverEnd(lifetimes)
	out := report.Survival{System: "crabyard", N: int64(s.N), Events: int64(s.Events), Censored: int64(s.Censored),
		P50S: number(s.Quantile(0.5)), P90S: number(s.Quantile(0.9)),
		P50IfNeverS: number(worst.Quantile(0.5)), P90IfNeverS: number(worst.Quantile(0.9)),
		P90FinishedS: number(stat.Quantile(finished, 0.9)), Curve: [][2]float64{}}
	out.CutOffs = []float64{}
	for _, l := range lifetimes {
		if l.Ending != stat.Ended {
			out.CutOffs = append(out.CutOffs, l.Duration)
		}
	}
	slices.Sort(out.CutOffs)
	for _, step := range s.Curve {
		out.Curve = append(out.Curve, [2]float64{step.Time, step.Share})
	}
	return []report.Survival{out}
}
