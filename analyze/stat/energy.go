package stat

import (
	"math"
	"slices"
	"sync"
)

// energy finds the best split of any re-ordering of one series in O(n log n). An
// ordering is a list of classes: class c stands for the c-th smallest distinct value.
type energy struct {
	values    []float64 // of each class, ascending, less the median to keep digits
	distances []float64 // of each class: Σ|value - x| over the whole series
	total     float64   // Σ|x - y| over all pairs of the series
	before    prefixes  // what stands before the current split
	weigh     []weights // of the sums at each split

	sorted, best            []float64 // of the series; of its shuffles
	classes, order, shifted []int     // of the series, of a shuffle, and the numbers of its blocks
}

// energies are those that are looked at no more, whose lists the next ones take: a thousand series have
// six lists each.
var energies = sync.Pool{New: func() any { return new(energy) }}

// sized is a list of n elements in the room of another.
func sized[T any](room []T, n int) []T { return slices.Grow(room[:0], n)[:n] }

// weights are what the sums over pairs within the left and the right side of a split are divided
// by in Q, as factors.
type weights struct{ left, right float64 }

// newEnergy takes a non-empty series and returns it as classes too.
func newEnergy(series []float64) (e *energy, classes []int) {
	e = energies.Get().(*energy)
	e.sorted = append(e.sorted[:0], series...)
	slices.Sort(e.sorted)
	median := e.sorted[len(e.sorted)/2]
	distinct := slices.Compact(e.sorted)
	e.classes = sized(e.classes, len(series))
	classes = e.classes
	for i, v := range series {
		classes[i], _ = slices.BinarySearch(distinct, v)
	}
	e.values, e.distances = sized(e.values, len(distinct)), sized(e.distances, len(distinct))
	e.weigh = sized(e.weigh, len(series))
	e.before.tree = sized(e.before.tree, len(distinct)+1)
	e.before.clear()
	e.total = 0
	n := float64(len(series))
	for i := range e.weigh {
		left, right := float64(i+1), n-float64(i+1)
		e.weigh[i] = weights{2 * right / (n * (left - 1)), 2 * left / (n * (right - 1))}
	}
	for c, v := range distinct {
		e.values[c] = v - median
	}
	for _, c := range classes {
		e.before.add(c, e.values[c])
	}
	for c := range distinct {
		e.distances[c] = e.before.distance(c, e.values[c])
	}
	for _, c := range classes {
		e.total += e.distances[c] / 2
	}
	return e, classes
}

// bestSplit returns the split t with at least shortest values on each side that has
// the largest energy statistic
//
//	Q(t) = t·m/n · (2·mean|x-y| - mean|x-x'| - mean|y-y'|),  m = n - t,
//
// the means taken over pairs across the split and within each side. Of equal
// maxima it is the first. Source: G. J. Székely, M. L. Rizzo, "Energy statistics",
// JSPI 143 (2013); as a change point in D. S. Matteson, N. A. James, "A nonparametric
// approach for multiple change point analysis", JASA 109 (2014).
func (e *energy) bestSplit(order []int, shortest int) (t int, q float64) {
	return e.split(order, shortest, math.Inf(1))
}

// split is bestSplit, or the first split found on the way whose Q is at least enough.
func (e *energy) split(order []int, shortest int, enough float64) (t int, q float64) {
	e.before.clear()
	n := len(order)
	weigh, across := e.weigh[:n], 2/float64(n)
	q = math.Inf(-1)
	over := q                    // what a better split exceeds
	within, touching := 0.0, 0.0 // pairs on the left; pairs with an end on the left, left ones twice
	for i, c := range order {
		within += e.before.distance(c, e.values[c])
		touching += e.distances[c]
		e.before.add(c, e.values[c])
		if i+1 < shortest || n-i-1 < shortest {
			continue
		}
		// As clearness has it, without its divisions: this is done for each split of a thousand
		// shuffles of each series.
		w := &weigh[i]
		at := across*(touching-2*within) - w.left*within - w.right*(e.total-touching+within)
		if at > over {
			if t, q = i+1, at; q >= enough {
				break
			}
			over = q + slack(q)
		}
	}
	return t, q
}

// clearness is Q of a split with so many values on each side. within is the sum over pairs on
// the left, touching that over pairs with an end on the left, pairs on the left twice.
func (e *energy) clearness(left, right, within, touching float64) float64 {
	across := touching - 2*within
	rest := e.total - within - across
	return left * right / (left + right) * (2*across/(left*right) -
		within/(left*(left-1)/2) - rest/(right*(right-1)/2))
}

// clearnessOf is Q of the split between the values of a set, bit i for the i-th of the series,
// and all others; -Inf with fewer than shortest values on a side.
func (e *energy) clearnessOf(classes []int, set uint, shortest int) float64 {
	e.before.clear()
	within, touching, left := 0.0, 0.0, 0
	for i, c := range classes {
		if set>>i&1 == 0 {
			continue
		}
		within += e.before.distance(c, e.values[c])
		touching += e.distances[c]
		e.before.add(c, e.values[c])
		left++
	}
	right := len(classes) - left
	if left < shortest || right < shortest {
		return math.Inf(-1)
	}
	return e.clearness(float64(left), float64(right), within, touching)
}

// slack is how far two values of Q may lie apart and still count as equal: what the
// order of summation can change.
func slack(q float64) float64 {
	if math.IsInf(q, 0) {
		return 0
	}
	return max(Eps, 1e-12*math.Abs(q))
}

// prefixes counts and sums values by class, in a Fenwick tree: how many values of
// the classes below c are there, and what do they add up to?
//
// Source: P. M. Fenwick, "A new data structure for cumulative frequency tables",
// Software: Practice and Experience 24 (1994).
type prefixes struct {
	tree  []prefix // 1-based
	total prefix   // over all classes
}

// prefix is how many values there are and what they add up to.
type prefix struct{ count, sum float64 }

func (p *prefixes) clear() {
	clear(p.tree)
	p.total = prefix{}
}

func (p *prefixes) add(class int, value float64) {
	p.total.count++
	p.total.sum += value
	for i := uint(class) + 1; i < uint(len(p.tree)); i += i & -i {
		at := &p.tree[i]
		at.count++
		at.sum += value
	}
}

// distance is Σ|value - x| over the values added so far; value is that of class.
func (p *prefixes) distance(class int, value float64) float64 {
	var below prefix
	tree := p.tree[:class+1]
	for i := uint(class); i > 0 && i < uint(len(tree)); i &= i - 1 {
		below.count += tree[i].count
		below.sum += tree[i].sum
	}
	return value*below.count - below.sum + (p.total.sum - below.sum) - value*(p.total.count-below.count)
}
