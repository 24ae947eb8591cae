package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

// minBlocks is the fewest values of a null distribution that calls rest on.
const minBlocks = 30

// noGuess lets every block pass.
var noGuess = math.Inf(-1)

// null is the distribution of z under no change, for one group, window and date.
type null struct {
	up, down stat.Tail // of z and of -z
	n        int
}

// pool gathers the z of all contiguous blocks of a window's length inside the references
// of the tracks, each at its index: what z does when nothing changes. Blocks of
// neighbouring dates keep the autocorrelation.
//
// Of the replay's past dates only the largest and smallest two of a hundred are needed. A
// guess from the date before, kept in the group, sifts them out in one pass over the
// blocks.
func (g *group) pool(members []member, window int, whole bool) (null, bool) {
	guess := g.guess[window]
	if whole || guess == [2]float64{} {
		guess = [2]float64{noGuess, noGuess}
	}
	up, down, n := sift(members, window, guess)
	if n < minBlocks {
		return null{n: n}, false
	}
	k := stat.TailSize(n)
	if len(up) <= k || len(down) <= k {
		up, down, n = sift(members, window, [2]float64{noGuess, noGuess})
	}
	return newNull(up, down, n, k, whole, &g.guess[window]), true
}

// newNull fits both tails, as a whole or above their 98th percentile alone, and sets the
// guess for the next date: a bound that a few more than the k largest values pass.
func newNull(up, down []float64, n, k int, whole bool, guess *[2]float64) null {
	if whole {
		slices.Sort(up)
		for i, v := range up { // of all values, the one sample is the other backwards
			down[len(down)-1-i] = -v
		}
		return null{up: stat.TopTail(up, n, k), down: stat.TopTail(down, n, k), n: n}
	}
	more := k + 6 + k/8
	*guess = [2]float64{stat.Largest(up, more), stat.Largest(down, more)}
	return null{up: stat.HighTail(up, n, k), down: stat.HighTail(down, n, k), n: n}
}

// sift counts the blocks and returns the z of those that are at least guess[0], and the -z
// of those that are at least guess[1].
func sift(members []member, window int, guess [2]float64) (up, down []float64, n int) {
	size := durationWindows[window]
	for _, m := range members {
		r, ok := m.t.before(m.i, size)
		if !ok {
			continue
		}
		// Compare in the step's own unit, divide only what passes. The slack keeps a value
		// that rounding moves across the guess; it is harmless to have one too many.
		high := r.centre + guess[0]*r.scale - 1e-12
		low := r.centre - guess[1]*r.scale + 1e-12
		n += r.n() - size + 1 - m.t.gaps(window, *r)
		for _, b := range m.t.blocks[window][r.from : r.to-size+1] {
			if b >= high {
				up = append(up, (b-r.centre)/r.scale)
			}
			if b <= low {
				down = append(down, -((b - r.centre) / r.scale))
			}
		}
	}
	return up, down, n
}

// leaveOut takes the blocks that hold one of the dates from:to out of the null and out of
// the windows: they were another level, now ended, and would hide later changes of all
// steps of the group.
func (t *track) leaveOut(from, to int) {
	for w, size := range durationWindows {
		for k := max(0, from-size+1); k < to && k < len(t.blocks[w]); k++ {
			t.blocks[w][k] = math.NaN()
		}
	}
	t.left = true
}

// gaps counts the blocks inside a reference that are left out.
func (t *track) gaps(window int, r reference) int {
	n := 0
	if t.left {
		for _, b := range t.blocks[window][r.from : r.to-durationWindows[window]+1] {
			if math.IsNaN(b) {
				n++
			}
		}
	}
	return n
}
