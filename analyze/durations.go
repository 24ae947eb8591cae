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
