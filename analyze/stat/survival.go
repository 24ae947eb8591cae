package stat

import (
	"cmp"
	"math"
	"slices"
)

// Ending says why an observation of something that takes time stopped.
type Ending uint8

// The endings.
const (
	Ended   Ending = iota // it ended by itself: its duration is known
	CutOff                // it was still going when observation stopped: it takes longer than that
	Stalled               // cut off too, after a last sign of life: it may never end
)

// Lifetime is how long something was observed, and why no longer.
type Lifetime struct {
	Duration float64
	Ending   Ending
}

// Survival is the Kaplan-Meier estimate of how long things take when some were cut
// off before they ended. Times are in the unit of the durations.
type Survival struct {
	N        int // observations used
	Events   int // of these, ended by themselves
	Censored int // of these, cut off or stalled
	Excluded int // observations left out: duration negative or not finite

	Curve []SurvivalStep // by time, one step per distinct time of an event
}

// SurvivalStep is the estimate from one time of an event on.
type SurvivalStep struct {
	Time   float64
	AtRisk int     // still observed just before Time, those cut off at Time included
	Events int     // ended at Time
	Share  float64 // estimated share that takes longer than Time

	greenwood float64 // variance of log(Share), by Greenwood
}

// Interval is the 95 % interval of Share; ReasonUncheckable where Share is 0, for which it is
// not defined.
func (s SurvivalStep) Interval() (lo, hi Number) { return logLogInterval(s.Share, s.greenwood) }

// KaplanMeier estimates how long things take, counting cut-off observations for as
// long as they were seen. Something cut off at the time of an event was at risk of
// that event. The interval is log-log with Greenwood's variance.
//
// Source: E. L. Kaplan, P. Meier, "Nonparametric estimation from incomplete
// observations", JASA 53 (1958); J. D. Kalbfleisch, R. L. Prentice, "The Statistical
// Analysis of Failure Time Data" (1980) for the interval.
func KaplanMeier(observed []Lifetime) Survival {
	return productLimit(observed, false)
}

// KaplanMeierIfStalledNeverEnd is KaplanMeier with everything that stalled taken to go
// on forever: the worst case, where KaplanMeier assumes that the stalled would have
// gone on like the others.
func KaplanMeierIfStalledNeverEnd(observed []Lifetime) Survival {
	return productLimit(observed, true)
}

// Compare orders lifetimes by their durations.
func (l Lifetime) Compare(o Lifetime) int { return cmp.Compare(l.Duration, o.Duration) }

func productLimit(observed []Lifetime, stalledForever bool) Survival {
	if !slices.IsSortedFunc(observed, Lifetime.Compare) {
		observed = slices.SortedFunc(slices.Values(observed), Lifetime.Compare)
	}
	lifetimes := observed // what is no number comes first, then what is negative, and what is not finite last
	for len(lifetimes) > 0 && !(lifetimes[0].Duration >= 0) {
		lifetimes = lifetimes[1:]
	}
	for len(lifetimes) > 0 && !usable(lifetimes[len(lifetimes)-1].Duration) {
		lifetimes = lifetimes[:len(lifetimes)-1]
	}

	s := Survival{N: len(lifetimes), Excluded: len(observed) - len(lifetimes)}
	s.Curve = slices.Grow(s.Curve, distinctEnds(lifetimes))
	share, greenwood := 1.0, 0.0
	forever := 0 // of those before, what goes on forever
	for i := 0; i < len(lifetimes); {
		step := SurvivalStep{Time: lifetimes[i].Duration, AtRisk: len(lifetimes) - i + forever}
		for ; i < len(lifetimes) && lifetimes[i].Duration == step.Time; i++ {
			if lifetimes[i].Ending == Ended {
				step.Events++
			} else if stalledForever && lifetimes[i].Ending == Stalled {
				forever++
			}
		}
		if step.Events == 0 {
			continue
		}
		s.Events += step.Events
		left := step.AtRisk - step.Events
		share *= float64(left) / float64(step.AtRisk)
		if left > 0 { // else Share is 0, which has no interval
			greenwood += float64(step.Events) / (float64(step.AtRisk) * float64(left))
		}
		step.Share, step.greenwood = share, greenwood
		s.Curve = append(s.Curve, step)
	}
	s.Censored = s.N - s.Events
	return s
}

// EndedQuantile is [Quantile] of the durations of those lifetimes that ended by themselves. The list is
// sorted.
func EndedQuantile(sorted []Lifetime, p float64) Number {
	ended := func(l Lifetime) bool { return l.Ending == Ended && usable(l.Duration) }
	n := 0
	for _, l := range sorted {
		if ended(l) {
			n++
		}
	}
	if n == 0 {
		return Missing(ReasonNoData)
	}
	next, passed := 0, 0 // lifetime that is looked at, and how many before it ended
	return Known(interpolated(n, p, func(k int) float64 {
		for ; passed <= k; next++ {
			if ended(sorted[next]) {
				passed++
			}
		}
		return sorted[next-1].Duration
	}))
}

// distinctEnds counts the distinct times of events in lifetimes that are sorted by duration.
func distinctEnds(lifetimes []Lifetime) int {
	n, last := 0, math.NaN()
	for _, l := range lifetimes {
		if l.Ending == Ended && l.Duration != last {
			n, last = n+1, l.Duration
		}
	}
	return n
}

// logLogInterval is the 95 % interval of a share whose log(-log) is taken as normal;
// it stays within 0..1.
func logLogInterval(share, greenwood float64) (lo, hi Number) {
	if share <= 0 {
		return Missing(ReasonUncheckable), Missing(ReasonUncheckable)
	}
	factor := math.Exp(Z95 * math.Sqrt(greenwood) / -math.Log(share))
	return Known(math.Pow(share, factor)), Known(math.Pow(share, 1/factor))
}

// Quantile is the first time by which the share p has ended, without interpolation.
// ReasonCensored if that many were not seen to end, ReasonNoData without observations,
// ReasonUncheckable for a p outside 0..1 or equal to either.
func (s Survival) Quantile(p float64) Number {
	if !(p > 0 && p < 1) {
		return Missing(ReasonUncheckable)
	}
	if s.N == 0 {
		return Missing(ReasonNoData)
	}
	for _, step := range s.Curve {
		if step.Share <= 1-p+Eps {
			return Known(step.Time)
		}
	}
	return Missing(ReasonCensored)
}
