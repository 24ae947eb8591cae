package metric

import (
	"cmp"
	"maps"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// survival estimates how long the attempts of each system take where some were cut off
// before they ended (STATISTICS 1.20). A system that tells stalls from other ends is
// always in it; elsewhere nothing is to be estimated unless an attempt was cut off.
func survival(units []*Unit) []report.Survival {
	lifetimes, attempts := map[string][]stat.Lifetime{}, attemptsBySystem(units)
	stallsVisible, nouns := map[string]bool{}, map[string]string{}
	kinds := namesOfUnits[string]{} // of steps
	for _, u := range units {
		stages := u.stages()
		for row := range u.steps().each {
			kinds.set(u, u.t.Steps.Step.At(row), u.t.Steps.Kind.At(row))
		}
		for row := range u.attempts().each {
			l, known := u.lifetime(row)
			if !known || stages[u.t.Attempts.Step.At(row)] {
				continue // a stage has its own metric
			}
			if lifetimes[u.System] == nil {
				lifetimes[u.System] = make([]stat.Lifetime, 0, attempts[u.System])
			}
			lifetimes[u.System] = append(lifetimes[u.System], l)
			stallsVisible[u.System] = stallsVisible[u.System] || u.t.Runs.StallsVisible.Is(u.Row)
			nouns[u.System] = OneNoun(nouns[u.System], u.attemptedKind(row, kinds))
		}
	}
	out := []report.Survival{}
	for _, system := range slices.Sorted(maps.Keys(lifetimes)) {
		s := survivalOf(system, lifetimes[system])
		if s.Censored > 0 || stallsVisible[system] {
			s.Noun, s.StallsVisible = nouns[system], stallsVisible[system]
			out = append(out, s)
		}
	}
	return out
}

// attemptedKind is what an attempt is one of, a noun: an agent where one is named, else the
// kind of its step.
func (u *Unit) attemptedKind(row int, kinds namesOfUnits[string]) string {
	at := &u.t.Attempts
	if at.Agent.At(row) != "" {
		return "agent"
	}
	kind, _ := kinds.of(u, at.Step.At(row))
	return cmp.Or(kind, several)
}

// several is the noun for things of several kinds.
const several = "step"

// OneNoun is the noun for all of what had a noun before and one more; "" is none yet.
// Example: "test" and "test" are tests, "test" and "task" are steps.
func OneNoun(before, one string) string {
	if before == "" || before == one {
		return one
	}
	return several
}

// lifetime is how long an attempt was seen, and whether it ended by itself then.
func (u *Unit) lifetime(row int) (l stat.Lifetime, known bool) {
	at := &u.t.Attempts
	l.Duration, known = at.DurationS.Get(row)
	switch at.Cut.At(row) {
	case "":
		l.Ending = stat.Ended
	case "stalled":
		l.Ending = stat.Stalled
	case "open":
		l.Ending = stat.CutOff
		l.Duration, known = u.span(at.StartedAt.At(row), u.cutoff)
	default:
		l.Ending = stat.CutOff
	}
	return l, known
}

// survivalOf sorts the lifetimes.
func survivalOf(system string, lifetimes []stat.Lifetime) report.Survival {
	slices.SortFunc(lifetimes, stat.Lifetime.Compare)
	s := stat.KaplanMeier(lifetimes)
	worst := s
	if slices.ContainsFunc(lifetimes, func(l stat.Lifetime) bool { return l.Ending == stat.Stalled }) {
		worst = stat.KaplanMeierIfStalledNeverEnd(lifetimes)
	}
	out := report.Survival{System: system, N: int64(s.N), Events: int64(s.Events), Censored: int64(s.Censored),
		P50S: Number(s.Quantile(0.5)), P90S: Number(s.Quantile(0.9)),
		P50IfNeverS: Number(worst.Quantile(0.5)), P90IfNeverS: Number(worst.Quantile(0.9)),
		Curve: make([][2]float64, 0, len(s.Curve)), CutOffs: []float64{}}
	for _, l := range lifetimes {
		if l.Ending != stat.Ended {
			out.CutOffs = append(out.CutOffs, l.Duration)
		}
	}
	out.P90FinishedS = Number(stat.EndedQuantile(lifetimes, 0.9))
	for _, step := range s.Curve {
		out.Curve = append(out.Curve, [2]float64{step.Time, step.Share})
	}
	return out
}
