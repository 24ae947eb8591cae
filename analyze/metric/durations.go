package metric

import (
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Durations is the family of how long things take. What changed is no part of it.
func Durations(units []*Unit, results []report.MetricResult) report.Durations {
	return report.Durations{
		Attempts: attemptRows(groupsForFamily(results, AttemptDuration), groupsForFamily(results, failedDuration)),
		Commands: attemptRows(groupsForFamily(results, commandDuration), nil),
		Survival: survival(units), Phases: phases(units, groupsForFamily(results, PhaseDuration)),
	}
}

// attemptRows are the groups of attempts that converged, and then of those that did not.
func attemptRows(converged, failed []report.Group) []report.AttemptDuration {
	out := make([]report.AttemptDuration, 0, len(converged)+len(failed))
	for _, groups := range [][]report.Group{converged, failed} {
		for i := range groups {
			g := &groups[i]
			s := g.Distribution
			out = append(out, report.AttemptDuration{
				System: g.System, Subject: g.Subject, Step: g.Step, Converged: len(out) < len(converged),
				N: s.N, P50S: s.P50, P90S: s.P90, P95S: s.P95, P99S: s.P99, MaxS: s.Max, SumS: s.Sum,
				Evidence: g.Evidence[0]})
		}
	}
	return out
}

// phases adds the phases that are still open to the durations of those that ended.
func phases(units []*Unit, closed []report.Group) []report.PhaseDuration {
	open := map[StepName]int64{}
	var unseen []StepName
	for _, u := range units {
		s := &u.t.Steps
		for row := range u.steps().each {
			if !s.Stage.Is(row) {
				continue
			}
			_, started := s.StartedAt.Get(row)
			_, ended := s.EndedAt.Get(row)
			if started && !ended {
				k := StepName{u.System, u.Subject, s.StableStep.At(row)}
				if open[k] == 0 {
					unseen = append(unseen, k)
				}
				open[k]++
			}
		}
	}
	out := []report.PhaseDuration{}
	ran := map[StepName]bool{}
	for _, g := range closed {
		k := StepName{g.System, g.Subject, g.Step}
		out = append(out, report.PhaseDuration{System: g.System, Subject: g.Subject, Phase: g.Step, N: g.Distribution.N,
			P50S: g.Distribution.P50, P90S: g.Distribution.P90, MaxS: g.Distribution.Max, SumS: g.Distribution.Sum, Open: open[k]})
		ran[k] = true
	}
	unseen = slices.DeleteFunc(unseen, func(k StepName) bool { return ran[k] })
	none := report.Missing(string(stat.ReasonOpen))
	for _, k := range unseen {
		out = append(out, report.PhaseDuration{System: k.System, Subject: k.Subject, Phase: k.Step, P50S: none, P90S: none, MaxS: none, SumS: none, Open: open[k]})
	}
	return out
}
