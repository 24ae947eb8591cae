package stat

import (
	"math"
	"slices"
)

// largest bounds what counts as a finite observation. No duration or rate comes
// near it, and squares and sums of squares of anything below stay finite.
const largest = 1e100

func usable(v float64) bool {
	return math.Abs(v) <= largest // false for NaN
}

// finite copies the usable values, in order.
func finite(values []float64) []float64 {
	kept := make([]float64, 0, len(values))
	for _, v := range values {
		if usable(v) {
			kept = append(kept, v)
		}
	}
	return kept
}

// sortedFinite copies the usable values, ascending.
func sortedFinite(values []float64) []float64 {
	kept := finite(values)
	slices.Sort(kept)
	return kept
}

// mean of a non-empty sample. Summing distances from the first value makes the
// mean of equal values exactly that value.
func mean(values []float64) float64 {
	first, sum := values[0], 0.0
	for _, v := range values {
		sum += v - first
	}
	return first + sum/float64(len(values))
}

// squaredDeviations is Σ(v - mean)², exactly 0 when all values are equal.
func squaredDeviations(values []float64) float64 {
	m, sum := mean(values), 0.0
	for _, v := range values {
		sum += (v - m) * (v - m)
	}
	return sum
}

// quantile7 is the type 7 quantile of a non-empty ascending sample.
func quantile7(sorted []float64, p float64) float64 {
	return interpolated(len(sorted), p, func(k int) float64 { return sorted[k] })
}

// interpolated is the type 7 quantile of n values, of which at gives the k-th smallest, 0-based. It asks
// for the smaller one first.
func interpolated(n int, p float64, at func(k int) float64) float64 {
	h := float64(n-1) * p
	i := int(h)
	if i >= n-1 {
		return at(n - 1)
	}
	low := at(i)
	return low + (h-float64(i))*(at(i+1)-low)
}
