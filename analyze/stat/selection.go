package stat

import (
	"math"
	"slices"
)

// differences stands for all later - earlier of two ascending samples, without holding them.
type differences struct {
	earlier, later []float64
}

// kth is the k-th smallest difference, 1-based. It bisects the float64 numbers
// themselves, at most 64 passes over the samples, so the result is exactly one of the
// differences.
func (d differences) kth(k int) float64 {
	lo := position(d.later[0] - d.earlier[len(d.earlier)-1])
	hi := position(d.later[len(d.later)-1] - d.earlier[0])
	for lo < hi {
		middle := lo + (hi-lo)/2
		if d.atMost(atPosition(middle)) >= k {
			hi = middle
		} else {
			lo = middle + 1
		}
	}
	v := atPosition(lo)
	if v == 0 {
		return 0 // of the two zeros, the one that prints without a sign
	}
	return v
}

// atMost counts the differences that are at most v. For rising later values those
// are ever shorter tails of earlier; rounding a difference does not change that order.
func (d differences) atMost(v float64) int {
	count, from := 0, 0
	for _, value := range d.later {
		for from < len(d.earlier) && value-d.earlier[from] > v {
			from++
		}
		count += len(d.earlier) - from
	}
	return count
}

const signBit = 1 << 63

// position numbers the float64 values in ascending order.
func position(v float64) uint64 {
	bits := math.Float64bits(v)
	if bits&signBit != 0 {
		return ^bits
	}
	return bits | signBit
}

// atPosition is the inverse of position.
func atPosition(n uint64) float64 {
	if n&signBit != 0 {
		return math.Float64frombits(n &^ signBit)
	}
	return math.Float64frombits(^n)
}

// kthSmallest is the k-th smallest value, 0-based, in expected linear time whatever
// the input; any of them where one is no number. It re-orders values: what stands before the k-th is at most as large, what stands behind it at
// least.
func kthSmallest(values []float64, k int) float64 {
	pivots := splitMix(1)
	left := values // among which it is the k-th
	for len(left) > fewValues {
		pivot := pivots.medianOfThree(left)
		less := moveBelow(left, pivot)
		if k < less {
			left = left[:less]
			continue
		}
		left, k = left[less:], k-less
		same := moveUpTo(left, pivot)
		if k < same || less+same == 0 { // the latter where the pivot is no number
			return pivot
		}
		left, k = left[same:], k-same
	}
	slices.Sort(left)
	return left[k]
}

// fewValues are sorted sooner than parted.
const fewValues = 12

// medianOfThree is the middle one of three values that are drawn.
func (s *splitMix) medianOfThree(values []float64) float64 {
	a, b, c := values[s.below(len(values))], values[s.below(len(values))], values[s.below(len(values))]
	return max(min(a, b), min(max(a, b), c))
}

// moveBelow puts the values below the limit before all others, and says how many they are. Whether a value is
// moves nothing but a number: which way a branch goes that depends on it no processor can foresee,
// and it would be wrong half the time.
func moveBelow(values []float64, limit float64) (n int) {
	for i, v := range values {
		values[i], values[n] = values[n], v
		ahead := 0
		if v < limit {
			ahead = 1
		}
		n += ahead
	}
	return n
}

// moveUpTo is moveBelow for the values up to the limit.
func moveUpTo(values []float64, limit float64) (n int) {
	for i, v := range values {
		values[i], values[n] = values[n], v
		ahead := 0
		if v <= limit {
			ahead = 1
		}
		n += ahead
	}
	return n
}
