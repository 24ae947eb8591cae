package stat

import (
	"math"
	"slices"
	"sync"
)

// slopes compares all pairs of points: how many rise and fall, and the median of their slopes.
// Its lists keep their memory, most of which is needed for the next series.
type slopes struct {
	points []point
	even   bool    // no two x are equal, so that every pair has a slope
	gap    float64 // the least between two x that are not equal

	order, moved []int32   // indexes of points
	keys         []float64 // what the points are sorted by
	found        []float64 // slopes, among them the median
}

var slopesRoom = sync.Pool{New: func() any { return new(slopes) }}

// comparePairs returns S and the median of the slopes of all pairs of points with different x.
// The points are sorted by x.
//
// A thousand points have half a million slopes. Every fifty-first, in their order, says
// between which two the median lies, so that of the others only those between are found and
// searched. Where the median is not between them, all are.
func comparePairs(points []point) (s int, median Number) {
	c := slopesRoom.Get().(*slopes)
	defer slopesRoom.Put(c)
	c.reset(points)
	s = c.rises()
	if c.level() {
		return s, Known(0)
	}
	low, high := c.bracket()
	for {
		below, all := c.between(low, high)
		first, last := (all-1)/2-below, all/2-below // of the median, among those between
		switch {
		case all == 0:
			return s, Missing(ReasonUncheckable)
		case first < 0 || last >= len(c.found):
			low, high = math.Inf(-1), math.Inf(1)
			continue
		}
		m := kthSmallest(c.found, last)
		if first != last {
			m += (slices.Max(c.found[:last]) - m) / 2 // the smaller ones stand before it now
		}
		return s, Known(m)
	}
}

func (c *slopes) reset(points []point) {
	c.points, c.even, c.gap = points, true, math.Inf(1)
	for i := range points[1:] {
		if apart := points[i+1].x - points[i].x; apart > 0 {
			c.gap = min(c.gap, apart)
		} else {
			c.even = false
		}
	}
}

// rises is how many pairs of points with different x rise, less those that fall.
//
// Where no x are equal, the pairs that fall are those that change places when the points are
// sorted by y, and those that are level have one y. Source: W. R. Knight, "A computer method
// for calculating Kendall's tau with ungrouped data", JASA 61 (1966).
func (c *slopes) rises() (s int) {
	if c.even {
		falls := c.sort(func(p point) float64 { return p.y })
		for i := 0; i < len(c.order); { // groups of one y lie side by side
			j := i
			for j < len(c.order) && c.points[c.order[j]].y == c.points[c.order[i]].y {
				j++
			}
			s -= (j - i) * (j - i - 1) / 2
			i = j
		}
		n := len(c.points)
		return s + n*(n-1)/2 - 2*falls
	}
	for i, a := range c.points {
		for _, b := range c.points[i+1:] {
			if b.x == a.x {
				continue
			}
			up, down := 0, 0 // without a branch: no processor foresees which way a pair goes
			if b.y > a.y {
				up = 1
			}
			if b.y < a.y {
				down = 1
			}
			s += up - down
		}
	}
	return s
}

// level reports whether all y are one, at different x.
func (c *slopes) level() bool {
	return c.even && !slices.ContainsFunc(c.points, func(p point) bool { return p.y != c.points[0].y })
}

// between finds the slopes from low to high. below is how many are less, all how many there
// are. Pairs with one x have none, nor has one that is too steep for a number.
func (c *slopes) between(low, high float64) (below, all int) {
	c.found = c.found[:0]
	if slack, ok := c.slack(low, high); ok {
		return c.sweep(low, high, low-slack, high+slack)
	}
	for i, a := range c.points {
		for _, b := range c.points[i+1:] {
			slope := (b.y - a.y) / (b.x - a.x)
			if b.x == a.x || math.Abs(slope) > math.MaxFloat64 {
				continue
			}
			all++
			less := 0 // as in rises
			if slope < low {
				less = 1
			}
			below += less
			if slope >= low && slope <= high { // few are
				c.found = append(c.found, slope)
			}
		}
	}
	return below, all
}

// slack is by how much limits of slopes have to be moved apart for sweep to miss none between
// them that is rounded; false where sweep cannot tell: where two x are equal, or so close
// beside the range of all, or values so small or large, that the slack itself is rounded away.
func (c *slopes) slack(low, high float64) (slack float64, ok bool) {
	first, last := c.points[0], c.points[len(c.points)-1]
	most := 0.0
	for _, p := range c.points {
		most = max(most, math.Abs(p.y))
	}
	steepest := max(math.Abs(low), math.Abs(high))
	size := most + steepest*(last.x-first.x)
	// Keys of sweep are off by a few roundings of their size, and a slope by as many of its own.
	slack = 16*epsilon*size/c.gap + 16*epsilon*steepest
	fits := (last.x-first.x)/c.gap < 1<<40 && slack > 1e-290 && size/c.gap < 1e290
	return slack, c.even && fits
}

// epsilon is how much a float64 of size 1 is rounded at most.
const epsilon = 0x1p-53

// sweep is between for points of different x. Pairs whose slope is below from change places when
// the points are sorted by y - from·x, which is where a line of that slope through them starts.
// Those that change places only when they are sorted by y - to·x are between from and to, and
// these alone are looked at.
//
//	points (0, 0), (1, 3), (2, 4)    slopes 3, 2, 1    from 1.5 to 2.5
//	y - 1.5x    0, 1.5, 1            the last two are changed: 1 is below
//	y - 2.5x    0, 0.5, -1           the first and the last change: 2 is between
//
// Source: R. Cole, J. S. Salowe, W. L. Steiger, E. Szemerédi, "An optimal-time algorithm for
// slope selection", SIAM J. Comput. 18 (1989), of which this is the idea alone.
func (c *slopes) sweep(low, high, from, to float64) (below, all int) {
	n, start := len(c.points), c.points[0].x
	below = c.sort(func(p point) float64 { return p.y - from*(p.x-start) })
	for i, p := range c.points {
		c.keys[i] = p.y - to*(p.x-start)
	}
	order := c.order
	for k, b := range order {
		key, at := c.keys[b], k
		for ; at > 0 && c.keys[order[at-1]] > key; at-- {
			a := order[at-1]
			order[at] = a
			if a > b { // it was below, and is again
				continue
			}
			p, q := c.points[a], c.points[b]
			switch slope := (q.y - p.y) / (q.x - p.x); {
			case slope < low:
				below++
			case slope <= high:
				c.found = append(c.found, slope)
			}
		}
		order[at] = b
	}
	return below, n * (n - 1) / 2
}

// sort sorts order by the key of each point, equal ones as they stand among points, and returns
// how many pairs changed places.
func (c *slopes) sort(key func(point) float64) (changed int) {
	n := len(c.points)
	c.order, c.moved = slices.Grow(c.order[:0], n)[:n], slices.Grow(c.moved[:0], n)[:n]
	c.keys = slices.Grow(c.keys[:0], n)[:n]
	for i, p := range c.points {
		c.order[i], c.keys[i] = int32(i), key(p)
	}
	for width := 1; width < n; width *= 2 {
		for from := 0; from < n; from += 2 * width {
			middle, to := min(from+width, n), min(from+2*width, n)
			left, right, into := c.order[from:middle], c.order[middle:to], c.moved[from:to]
			for i := range into {
				if len(right) == 0 || len(left) > 0 && c.keys[left[0]] <= c.keys[right[0]] {
					into[i], left = left[0], left[1:]
					continue
				}
				into[i], right = right[0], right[1:]
				changed += len(left)
			}
		}
		c.order, c.moved = c.moved, c.order
	}
	return changed
}

// bracket returns two slopes that the median of all very likely lies between.
func (c *slopes) bracket() (low, high float64) {
	const (
		least = 500 // slopes; fewer say too little
		wide  = 8   // standard deviations of the middle of as many independent slopes; these share points
	)
	each := 51 // shares no factor with weeks and round numbers, in which series repeat themselves; nor does 11
	if len(c.points) < 320 {
		each = 11
	}
	sample := c.found[:0]
	next := each // of the pairs that are left, the next that is looked at
	for i, a := range c.points {
		rest := c.points[i+1:]
		for ; next <= len(rest); next += each {
			b := rest[next-1]
			if slope := (b.y - a.y) / (b.x - a.x); math.Abs(slope) <= math.MaxFloat64 {
				sample = append(sample, slope)
			}
		}
		next -= len(rest)
	}
	c.found = sample
	if len(sample) < least {
		return math.Inf(-1), math.Inf(1)
	}
	middle := float64(len(sample)) / 2
	reach := wide * math.Sqrt(float64(len(sample))) / 2
	high = kthSmallest(sample, int(middle+reach))
	return kthSmallest(sample[:int(middle+reach)], int(middle-reach)), high // the smaller ones stand before it now
}
