package change

import (
	"math"

	"runreport/analyze/stat"
)

// durationWindows are the numbers of last run dates that are held against the reference.
var durationWindows = [4]int{1, 2, 3, 5}

const (
	leastScale = 0.02 // of a reference, in logs: steps that hardly vary are not judged by nanoseconds
	madScale   = 1.4826
	afterCut   = 20 // values behind a change of level that make it the end of references
)

// reference describes the values from:to of a track, which lie just before a window.
type reference struct {
	from, to      int
	centre, scale float64 // median; 1.4826·MAD, at least 0.02
}

func (r reference) n() int { return r.to - r.from }

// setReferences computes the reference before every value of the track and the means of
// all its windows. One pass with a sorted window: O(n·60) moves of eight bytes.
//
// cuts are the indexes of first values after a change of level. A reference does not reach
// back over one, as soon as twenty values lie behind it; until then the level before the
// change stays the reference. By then the change point has been found on every later day
// too, so that replaying a date gives the same on all of them.
func (t *track) setReferences(cuts []int) {
	n := len(t.value)
	t.refs = make([]reference, n+1)
	var w window
	w.sorted = make([]float64, 0, referenceDates+1)
	from := 0
	for to := range n + 1 {
		if to > 0 {
			w.add(t.value[to-1])
		}
		start := max(0, to-referenceDates)
		for _, c := range cuts {
			if c > start && c <= to-afterCut {
				start = c
			}
		}
		for ; from < start; from++ {
			w.remove(t.value[from])
		}
		r := reference{from: from, to: to}
		if r.n() > 0 {
			r.centre = stat.MedianOf(w.sorted)
			r.scale = max(madScale*stat.MADOf(w.sorted, r.centre), leastScale)
		}
		t.refs[to] = r
	}
	t.blocks = blockMeans(t.value)
}

// windowMeans are the means of the windows that end on one date; NaN where there are fewer dates.
type windowMeans [len(durationWindows)]float64

// blockMeans returns the means of the windows that end on every value.
func blockMeans(values []float64) []windowMeans {
	means := make([]windowMeans, len(values))
	for last := range means {
		for w, size := range durationWindows {
			sum := math.NaN()
			if last+1 >= size {
				sum = 0
				for _, v := range values[last+1-size : last+1] {
					sum += v
				}
			}
			means[last][w] = sum / float64(size)
		}
	}
	return means
}

// before returns the reference of the window of the last size values up to index i.
func (t *track) before(i, size int) (r *reference, ok bool) {
	if i+1-size < 0 {
		return nil, false
	}
	r = &t.refs[i+1-size]
	return r, r.to-r.from >= minReference
}
