package change

import (
	"math"
	"slices"

	"runreport/analyze/stat"
)

// minBlocks is the fewest values of a null distribution that calls rest on.
const minBlocks = 30

// noGuess lets every value pass, nothing none.
var noGuess, nothing = math.Inf(-1), math.Inf(1)

// null is the distribution of z under no change, for one group, window and date.
type null struct {
	up, down stat.Tail // of z and of -z
	n        int
}

// sifted are, for each window, the values of a null that pass a guess, and how many there are.
type sifted struct {
	up, down [len(durationWindows)][]float64
	n        [len(durationWindows)]int
}

// emptied has no value, and room for as many as s.
func (s sifted) emptied() sifted {
	s.n = [len(durationWindows)]int{}
	for w := range s.up {
		s.up[w], s.down[w] = s.up[w][:0], s.down[w][:0]
	}
	return s
}

// guesses are bounds for each window: of values, and of values with the other sign.
type guesses [len(durationWindows)][2]float64

// sieve gathers the values of a rule's null in out, which has none yet.
type sieve func(members []member, guess guesses, out sifted) sifted

// sieveRoom is the memory of the values that were sifted on the date before.
type sieveRoom struct{ found, again sifted }

// pool makes the nulls of all windows from what the sieve lets pass.
//
// Of the replay's past dates only the largest and smallest two of a hundred are needed. A
// guess from the date before sifts them out in one pass over the tracks, for all windows: of
// many tracks the first have left the processor's cache when the last is looked at.
func (n *nulls) pool(members []member, whole bool, sift sieve) {
	bounds := n.guess
	for w := range bounds {
		if whole || bounds[w] == [2]float64{} {
			bounds[w] = [2]float64{noGuess, noGuess}
		}
	}
	var room sieveRoom
	if !whole { // whole nulls keep what was sifted
		room = n.room
	}
	found := sift(members, bounds, room.found.emptied())
	few, again := false, guesses{}
	for w, n := range found.n {
		k := stat.TailSize(n)
		again[w] = [2]float64{nothing, nothing}
		if n >= minBlocks && (len(found.up[w]) <= k || len(found.down[w]) <= k) {
			few, again[w] = true, [2]float64{noGuess, noGuess}
		}
	}
	all := room.again.emptied()
	if few {
		all = sift(members, again, all)
	}
	if !whole {
		n.room = sieveRoom{found, all}
	}
	for w := range n.of {
		count, up, down := found.n[w], found.up[w], found.down[w]
		if n.usable[w] = count >= minBlocks; !n.usable[w] {
			n.of[w] = null{n: count}
			continue
		}
		if again[w][0] == noGuess {
			up, down = all.up[w], all.down[w]
		}
		n.of[w] = newNull(up, down, count, stat.TailSize(count), whole, &n.guess[w])
	}
}

// newNull fits both tails, as a whole or above their 98th percentile alone, and sets the
// guess for the next date: a bound that a few more than the k largest values pass. Those few stand last then,
// and the tail is sought among them.
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
	return null{up: stat.HighTail(last(up, more), n, k), down: stat.HighTail(last(down, more), n, k), n: n}
}

// last are the last n values, or all where there are fewer.
func last(values []float64, n int) []float64 { return values[max(0, len(values)-n):] }

// sift gathers the z of all contiguous blocks of the windows' lengths inside the references
// of the tracks, each at its index: what z does when nothing changes. Blocks of
// neighbouring dates keep the autocorrelation. It counts the blocks and returns the z of those
// that are at least the first guess, and the -z of those that are at least the second.
func sift(members []member, guess guesses, out sifted) sifted {
	for _, m := range members {
		for w, size := range durationWindows {
			r, ok := m.t.before(m.i, size)
			if !ok {
				continue
			}
			// Compare in the step's own unit, divide only what passes. The slack keeps a value
			// that rounding moves across the guess; it is harmless to have one too many.
			high := r.centre + guess[w][0]*r.scale - 1e-12
			low := r.centre - guess[w][1]*r.scale + 1e-12
			blocks := m.t.blocks[r.from+size-1 : r.to]
			out.n[w] += len(blocks) - m.t.gaps(w, blocks)
			for k := range blocks {
				b := blocks[k][w]
				if b >= high {
					out.up[w] = append(out.up[w], (b-r.centre)/r.scale)
				}
				if b <= low {
					out.down[w] = append(out.down[w], -((b - r.centre) / r.scale))
				}
			}
		}
	}
	return out
}

// leaveOut takes the blocks that hold one of the dates from:to out of the null and out of
// the windows: they were another level, now ended, and would hide later changes of all
// steps of the group.
func (t *track) leaveOut(from, to int) {
	for w, size := range durationWindows {
		for last := max(from, size-1); last < min(to+size-1, len(t.blocks)); last++ {
			t.blocks[last][w] = math.NaN()
		}
	}
	t.left = true
}

// gaps counts the blocks of a window that are left out.
func (t *track) gaps(window int, blocks []windowMeans) int {
	n := 0
	if t.left {
		for k := range blocks {
			if math.IsNaN(blocks[k][window]) {
				n++
			}
		}
	}
	return n
}
