package stat

import (
	"cmp"
	"math"
	"slices"
)

// MinSeries is the fewest values searched for a change: 8 can reach p = 0.029, 6 only 0.10.
const MinSeries = 8

const (
	minSegment  = 3   // values on each side of a split
	enumerateTo = 8   // longest series whose orderings are all tried
	shuffles    = 999 // orderings tried of longer ones
	shuffleSeed = 1
)

// ChangeStatus says whether a series could be searched for a change.
type ChangeStatus string

// The statuses of a search.
const (
	ChangeOK          ChangeStatus = "ok"
	ChangeTooFew      ChangeStatus = "too_few"     // fewer than MinSeries values
	ChangeUncheckable ChangeStatus = "uncheckable" // a value is not finite
)

// Method names how a p-value was computed.
type Method string

// The methods.
const (
	MethodExact       Method = "exact"       // every arrangement counted
	MethodPermutation Method = "permutation" // a seeded sample of the arrangements
	MethodNormal      Method = "normal"      // normal approximation, corrected for ties and continuity
)

// ChangePoint is the most likely point at which a series changed its level, and how
// likely chance alone produces one that clear. From, N and Status are always set, the
// rest only if Status is ChangeOK.
type ChangePoint struct {
	Status ChangeStatus
	From   int // index of the first value examined
	N      int // number of values examined

	Index                       int     // index of the first value after the change
	Q                           float64 // energy statistic, in the unit of the values
	P                           float64
	Method                      Method
	MeanBefore, MeanAfter, Step float64 // Step = MeanAfter - MeanBefore
}

// FindChange looks for one change of level in a series, oldest first, whose time of
// change is unknown. P is the share of re-orderings of the series whose best split is
// at least as clear: over all distinct orderings up to eight values, beyond that over
// the series itself and 999 shuffles of it by SplitMix64 from seed 1. Whatever was
// selected to look best is thus compared with what selection finds in noise.
//
// Source: statistic as in [E-divisive], test by permutation; (1+count)/(1+999) as in
// B. Phipson, G. K. Smyth, "Permutation p-values should never be zero" (2010).
//
// [E-divisive]: https://doi.org/10.1080/01621459.2013.849605
func FindChange(series []float64) ChangePoint {
	c, e, classes := bestChange(series)
	switch {
	case c.Status != ChangeOK:
	case c.N <= enumerateTo:
		c.Method, c.P = MethodExact, e.exactP(classes, c.Q)
	default:
		c.Method, c.P = MethodPermutation, e.shuffledP(classes, c.Q)
	}
	return c
}

// bestChange is the change at the best split of the series, without P and Method.
func bestChange(series []float64) (c ChangePoint, e *energy, classes []int) {
	c = ChangePoint{Status: ChangeOK, N: len(series)}
	switch {
	case len(series) < MinSeries:
		c.Status = ChangeTooFew
		return c, nil, nil
	case slices.ContainsFunc(series, func(v float64) bool { return !usable(v) }):
		c.Status = ChangeUncheckable
		return c, nil, nil
	}
	e, classes = newEnergy(series)
	c.Index, c.Q = e.bestSplit(classes, minSegment)
	c.MeanBefore, c.MeanAfter = mean(series[:c.Index]), mean(series[c.Index:])
	c.Step = c.MeanAfter - c.MeanBefore
	return c, e, classes
}

// exactP is the share of all orderings that split at least as well. The clearness of a split
// depends on which values stand before it, not on their order: so the orderings without such
// a split are counted by the sets of values that they begin with, and of 8 values 256 sets are
// looked at instead of 40,320 orderings.
func (e *energy) exactP(classes []int, observed float64) float64 {
	n := len(classes)
	all := 1
	for i := range n {
		all *= i + 1
	}
	unclear := make([]int, 1<<n) // orderings of the values of a set, none of whose splits is as clear
	unclear[0] = 1
	least := observed - slack(observed)
	for set := uint(1); set < 1<<n; set++ {
		if e.clearnessOf(classes, set, minSegment) >= least {
			continue
		}
		for i := range n { // the value that comes last
			if last := uint(1) << i; set&last != 0 {
				unclear[set] += unclear[set&^last]
			}
		}
	}
	return float64(all-unclear[len(unclear)-1]) / float64(all)
}

// shuffledP estimates that share. Each shuffle starts from the series as it is, and
// one generator runs through all of them.
func (e *energy) shuffledP(classes []int, observed float64) float64 {
	generator := splitMix(shuffleSeed)
	order := make([]int, len(classes))
	count, enough := 0, observed-slack(observed)
	for range shuffles {
		copy(order, classes)
		generator.shuffle(order)
		if _, q := e.split(order, minSegment, enough); q >= enough {
			count++
		}
	}
	return float64(1+count) / (1 + shuffles)
}

// Trajectory is all changes of level found in a series.
type Trajectory struct {
	Whole   ChangePoint   // the search over the whole series; its P is the series' p in a family of series
	Changes []ChangePoint // accepted changes, by Index
}

// FindChanges looks for a change in the whole series and, where one is accepted, again
// on both sides of it. A change is accepted if P <= Alpha and the step is at least
// floor, in the unit of the values. Parts of fewer than MinSeries values are not searched.
func FindChanges(series []float64, floor float64) Trajectory {
	t := Trajectory{Whole: FindChange(series)}
	t.split(series, t.Whole, floor)
	slices.SortFunc(t.Changes, func(a, b ChangePoint) int { return cmp.Compare(a.Index, b.Index) })
	return t
}

func (t *Trajectory) split(series []float64, c ChangePoint, floor float64) {
	if c.Status != ChangeOK || c.P > Alpha+Eps || math.Abs(c.Step) < floor-Eps {
		return
	}
	t.Changes = append(t.Changes, c)
	for _, part := range [2][2]int{{c.From, c.Index}, {c.Index, c.From + c.N}} {
		found := FindChange(series[part[0]:part[1]])
		found.From += part[0]
		found.Index += part[0]
		t.split(series, found, floor)
	}
}
