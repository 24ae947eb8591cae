package change

import (
	"slices"

	"runreport/analyze/stat"
	"runreport/unit/parallel"
)

const (
	// The scores contradict the calls of a date where their p, times the number of tests and
	// over the number of calls, is above contradictQ. mostContradictP keeps that p within the
	// fitted tail, which is all that is computed of past dates.
	contradictQ     = 0.1
	mostContradictP = 0.04

	// scoreHistory is how many dates a series needs before the scores call anything: until then
	// most of their null comes from references of ten to sixty dates, whose scale is rough.
	// For the same reason they contradict fifty times as reluctantly. After calmHistory dates
	// they do so only beyond earlyContradictP, which still lies within the fitted tail: 2 % of
	// each of four windows, rounded down. Held to mostContradictP they withheld 8 of 248 planted
	// changes that 1.21 calls, now 4. With no contradiction after calmHistory dates there are 14
	// false calls in one of the simulated years, more than promised.
	scoreHistory     = referenceDates + minReference
	earlyContradict  = 50
	calmHistory      = 20
	earlyContradictP = 0.075
)

// judgeDurations is the rule that calls the durations of a date for every group with a value
// on it, by two rules together:
//
//   - that of STATISTICS 1.21, whose p and q every verdict carries, and
//   - the rule on scores (score.go), which knows the tail of each step's own noise and
//     takes its null from earlier windows as they were judged, not from within the reference.
//
// A series is called if 1.21 calls it and the scores do not contradict (p times tests over
// calls at most 0.1, and p at most 0.04; looser in a short history), or if the scores call it.
// In the simulations 1.21 alone makes up to 26 false calls a year, since a window lies further
// from its reference than the blocks within do. Both rules are simulated in simulation_test.go.
//
// Verdicts are in the order of groups and their tracks; only those called or suspected are
// returned, at most one a series. With whole unset, for past dates, those suspected may be
// missing.
//
// Groups are judged at once, and by both rules at once: each has its own nulls. It keeps its
// room for the verdicts from date to date.
func judgeDurations() func(groups []*group, d int, whole bool) []verdict {
	var all, scored []verdict
	var of [][2][]verdict // by group and rule
	return func(groups []*group, d int, whole bool) []verdict {
		of = slices.Grow(of[:0], len(groups))[:len(groups)]
		for _, g := range groups {
			g.members(d) // which both rules look at
		}
		parallel.Each(2*len(groups), func(i int) {
			g, out := groups[i/2], &of[i/2][i%2]
			if i%2 == 0 {
				*out = g.judge((*out)[:0], d, whole)
			} else {
				*out = g.judgeScores((*out)[:0], d, whole)
			}
		})
		all, scored = all[:0], scored[:0]
		for i := range of {
			all, scored = append(all, of[i][0]...), append(scored, of[i][1]...)
		}
		correct(all)
		correct(scored)
		return combine(all, scored)
	}
}

// judgeDefinition is judgeDurations by 1.21 alone, for comparison.
func judgeDefinition() func(groups []*group, d int, whole bool) []verdict {
	return func(groups []*group, d int, whole bool) []verdict {
		var all []verdict
		for _, g := range groups {
			all = g.judge(all, d, whole)
		}
		correct(all)
		return combine(all, nil)
	}
}

// correct sets the q of all verdicts of one rule: every series in both directions.
func correct(all []verdict) {
	ps := make([]float64, len(all))
	for i, v := range all {
		ps[i] = v.p
	}
	for i, q := range stat.StepUp(ps) {
		all[i].q = q
	}
}

// combine decides the verdicts of 1.21 with those of the scores. Both are in the same
// order; either may lack a series.
func combine(all, scored []verdict) []verdict {
	var out []verdict
	calls := 0
	for i := range all {
		if all[i].q <= callQ && all[i].big() {
			calls++
		}
	}
	bound := contradictQ * float64(calls) / float64(max(1, len(scored)))
	next := 0
	for i := range all {
		v := all[i]
		var s *verdict
		for j := next; j < len(scored); j++ {
			if scored[j].t == v.t && scored[j].way == v.way {
				s, next = &scored[j], j+1
				break
			}
		}
		v.decide(s, bound)
		if v.state == "" {
			continue
		}
		if n := len(out); n > 0 && out[n-1].t == v.t {
			if out[n-1].state != New && v.state == New {
				out[n-1] = v
			}
			continue
		}
		out = append(out, v)
	}
	return out
}

// decide sets the state by the q of 1.21 in v and that of the scores in s, nil where there
// are none yet. The scores contradict a call if their p is above bound, or above what holds
// for the length of the history.
func (v *verdict) decide(s *verdict, bound float64) {
	early, most := v.i < scoreHistory, mostContradictP
	if early {
		bound *= earlyContradict
		if v.i >= calmHistory {
			most = earlyContradictP
		}
	}
	bound = min(most, bound)
	switch {
	case v.q <= callQ && v.big() && (s == nil || s.p <= bound):
		v.state = New
	case !early && s != nil && s.q <= callQ && s.big():
		*v = *s
		v.state = New
	case v.q <= suspectedQ && v.big():
		v.state = Suspected
	}
}
