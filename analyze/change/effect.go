package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

const (
	referenceDates = 60 // run dates that a window is held against, at most
	minReference   = 10 // and at least
	minGroup       = 5  // steps from which a common effect is estimated
)

// group is the series of one key group, which share their machine.
type group struct {
	name   string
	tracks []*track
	dates  []int // on which any of them has a value
	common dated[commonEffect]

	nulls, scoreNulls nulls // of the two rules
	on                int   // the date of present
	present           []member
}

// commonEffect is what a date did to all steps of a group.
type commonEffect struct {
	effect float64 // 0 where it is not estimated
	steps  int     // with a value on the date, 0 where it is not estimated
	same   int     // of these, that moved the way of the effect
	moved  int     // of these, by 5 % at least
}

// dated holds something for each date from the first to the last of a group, which may have run
// for a week of the years that all series span.
type dated[T any] struct {
	from int // date of the first
	of   []T
}

// newDated is for the dates from the first to the last of those given, which are in order. A
// group has one date at least.
func newDated[T any](dates []int) dated[T] {
	return dated[T]{dates[0], make([]T, dates[len(dates)-1]-dates[0]+1)}
}

// at is what is held for a date of the group.
func (x *dated[T]) at(d int) *T { return &x.of[d-x.from] }

// window is the last values of a series, sorted.
type window struct{ sorted []float64 }

func (w *window) add(v float64) {
	i, _ := slices.BinarySearch(w.sorted, v)
	w.sorted = slices.Insert(w.sorted, i, v)
}

func (w *window) remove(v float64) {
	i, _ := slices.BinarySearch(w.sorted, v)
	w.sorted = slices.Delete(w.sorted, i, i+1)
}

// takeOutCommonEffects estimates how much slower each date made all steps, and leaves it
// out of their values (STATISTICS 1.26): the median over the steps of the distance of each
// from the median of its up to 60 values before. The first ten dates of a step are held
// against their own median. Values are logs of seconds, so an effect e is exp(e)-1 as a
// share. On a date with fewer than five steps nothing is taken out.
func (g *group) takeOutCommonEffects() {
	g.common = newDated[commonEffect](g.dates)
	before := make([]window, len(g.tracks))
	first := make([]float64, len(g.tracks))
	next := make([]int, len(g.tracks))
	for i, t := range g.tracks {
		t.value = make([]float64, len(t.raw))
		start := slices.Clone(t.raw[:min(minReference, len(t.raw))])
		slices.Sort(start)
		if len(start) > 0 {
			first[i] = stat.MedianOf(start)
		}
	}
	var distance []float64
	for _, d := range g.dates {
		distance = distance[:0]
		for i, t := range g.tracks {
			if j := next[i]; j < len(t.date) && t.date[j] == d {
				centre := first[i]
				if len(before[i].sorted) >= minReference {
					centre = stat.MedianOf(before[i].sorted)
				}
				distance = append(distance, t.raw[j]-centre)
			}
		}
		if len(distance) >= minGroup {
			g.common.at(d).describe(distance)
		}
		for i, t := range g.tracks {
			if j := next[i]; j < len(t.date) && t.date[j] == d {
				t.value[j] = t.raw[j] - g.common.at(d).effect
				before[i].add(t.value[j])
				if j >= referenceDates {
					before[i].remove(t.value[j-referenceDates])
				}
				next[i]++
			}
		}
	}
}

// describe sets the effect of a date and how many steps went along. It sorts distance.
func (c *commonEffect) describe(distance []float64) {
	slices.Sort(distance)
	c.effect, c.steps = stat.MedianOf(distance), len(distance)
	for _, v := range distance {
		if v*c.effect <= 0 {
			continue
		}
		c.same++
		if math.Abs(math.Expm1(v)) >= commonShare {
			c.moved++
		}
	}
}

const commonShare = 0.05 // of a common effect worth telling
