package metric

import (
	"cmp"
	"maps"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit/spill"
)

// survival estimates how long the attempts of each system take where some were cut off
// before they ended (STATISTICS 1.20). A system that tells stalls from other ends is
// always in it; elsewhere nothing is to be estimated unless an attempt was cut off.
func survival(units []*Unit) []report.Survival {
	if len(units) == 0 {
		return []report.Survival{}
	}
	room := units[0].t.Room.Like()
	defer room.Close()
	all, attempts := map[string]*lifetimes{}, attemptsBySystem(units)
	for _, u := range units {
		of := all[u.System]
		for row := range u.attempts().each {
			l, known := u.lifetime(row)
			if !known || u.all.ofStage[row] {
				continue // a stage has its own metric
			}
			if of == nil {
				of = &lifetimes{list: spill.Make[stat.Lifetime](room, attempts[u.System])[:0]}
				all[u.System] = of
			}
			of.list = append(of.list, l)
			of.stallsVisible = of.stallsVisible || u.t.Runs.StallsVisible.Is(u.Row)
			if of.noun != several { // else it stays that
				of.noun = OneNoun(of.noun, u.attemptedKind(row))
			}
		}
	}
	out := []report.Survival{}
	for _, system := range slices.Sorted(maps.Keys(all)) {
		of := all[system]
		s := survivalOf(system, of.list)
		if s.Censored > 0 || of.stallsVisible {
			s.Noun, s.StallsVisible = of.noun, of.stallsVisible
			out = append(out, s)
		}
	}
	return out
}

// lifetimes are those of the attempts of one system.
type lifetimes struct {
	list          []stat.Lifetime
	noun          string // what all of them are attempts at
	stallsVisible bool
}

// attemptedKind is what an attempt is one of, a noun: an agent where one is named, else the
// kind of its step.
func (u *Unit) attemptedKind(row int) string {
	if u.t.Attempts.Agent.At(row) != "" {
		return "agent"
	}
	step := u.all.stepOf[row]
	if step == noOwner {
		return several
	}
	return cmp.Or(u.t.Steps.Kind.At(int(step)), several)
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
