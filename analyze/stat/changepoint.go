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
	c := ChangePoint{Status: ChangeOK, N: len(series)}
	if len(series) < MinSeries {
		c.Status = ChangeTooFew
		return c
	}
	for _, v := range series {
		if !usable(v) {
			c.Status = ChangeUncheckable
			return c
		}
	}
	e, classes := newEnergy(series)
	c.Index, c.Q = e.bestSplit(classes, minSegment)
	c.MeanBefore, c.MeanAfter = mean(series[:c.Index]), mean(series[c.Index:])
	c.Step = c.MeanAfter - c.MeanBefore
	if c.N <= enumerateTo {
		c.Method, c.P = MethodExact, e.exactP(classes, c.Q)
	} else {
		c.Method, c.P = MethodPermutation, e.shuffledP(classes, c.Q)
	}
	return c
}

// exactP is the share of all distinct orderings that split at least as well.
func (e *energy) exactP(classes []int, observed float64) float64 {
	order := slices.Clone(classes)
	slices.Sort(order)
	count, all := 0, 0
	for more := true; more; more = nextOrdering(order) {
		if _, q := e.bestSplit(order, minSegment); q >= observed-slack(observed) {
			count++
		}
		all++
	}
	return float64(count) / float64(all)
}

// shuffledP estimates that share. Each shuffle starts from the series as it is, and
// one generator runs through all of them.
func (e *energy) shuffledP(classes []int, observed float64) float64 {
	generator := splitMix(shuffleSeed)
	order := make([]int, len(classes))
	count := 0
	for range shuffles {
		copy(order, classes)
		generator.shuffle(order)
		if _, q := e.bestSplit(order, minSegment); q >= observed-slack(observed) {
			count++
		}
	}
	return float64(1+count) / (1 + shuffles)
}

// nextOrdering steps to the next distinct ordering in lexicographic order and
// reports whether there was one.
func nextOrdering(order []int) bool {
	i := len(order) - 2
	for i >= 0 && order[i] >= order[i+1] {
		i--
	}
	if i < 0 {
		return false
	}
	j := len(order) - 1
	for order[j] <= order[i] {
		j--
	}
	order[i], order[j] = order[j], order[i]
	slices.Reverse(order[i+1:])
	return true
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
