package stat

import "math"

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
// the input. It re-orders values: what stands behind the k-th is at least as large.
func kthSmallest(values []float64, k int) float64 {
	pivots := splitMix(1)
	lo, hi := 0, len(values)-1
	for lo < hi {
		pivot := values[lo+pivots.below(hi-lo+1)]
		i, j := lo, hi
		for i <= j { // Hoare's partition
			for values[i] < pivot {
				i++
			}
			for values[j] > pivot {
				j--
			}
			if i <= j {
				values[i], values[j] = values[j], values[i]
				i, j = i+1, j-1
			}
		}
		switch {
		case k <= j:
			hi = j
		case k >= i:
			lo = i
		default:
			return values[k]
		}
	}
	return values[k]
}
