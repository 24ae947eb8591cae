package stat

import (
	"cmp"
	"math"
	"slices"
)

const (
	minTail  = 20   // values that a tail is fitted to
	tailPart = 0.02 // of a sample, if that is more
	maxShape = 0.35 // of the fitted tail
)

// Tail is the chance that a value of a null sample is at least z: counted in the sample
// up to its 98th percentile u, above it by a generalised Pareto tail
//
//	P(Z >= z) = k/n · (1 + xi·(z-u)/beta)^(-1/xi)
//
// fitted by moments to the k values above u. The shape xi is clipped to 0..0.35: what is
// bounded is taken as exponential, which errs towards no call. It has the unit of the
// sample. A tail of equal values cannot be fitted; there the values are counted too.
//
// Source: J. R. M. Hosking, J. R. Wallis, "Parameter and quantile estimation for the
// generalized Pareto distribution", Technometrics 29 (1987), method of moments.
type Tail struct {
	top  []float64 // ascending: the whole sample or its largest values; none: only the tail is known
	n, k int
	u    float64

	shape, scale float64
}

// TailSize returns how many of n values a tail is fitted to: two of a hundred, at least
// 20, at most half of them.
func TailSize(n int) int {
	return min(max(minTail, int(tailPart*float64(n))), n/2)
}

// NewTail fits the tail of a sample of at least two finite values.
func NewTail(sample []float64) Tail {
	sorted := slices.Clone(sample)
	slices.Sort(sorted)
	return TopTail(sorted, len(sorted), TailSize(len(sorted)))
}

// TopTail fits the tail of a sample of n values to its k largest, given at least its k+1
// largest ones in ascending order. It takes over the slice. What lies below all of them
// has the chance of the smallest of them at least; see [Tail.P].
func TopTail(top []float64, n, k int) Tail {
	t := Tail{top: top, n: n, k: k, u: top[len(top)-k-1]}
	t.fit(top[len(top)-k:])
	return t
}

// HighTail is [TopTail] for who asks for nothing below the tail, with the values in any
// order, which it changes: what is not above u has the chance 1. They are summed up in ascending order, so that
// the last digits do not depend on how the largest were found.
func HighTail(values []float64, n, k int) Tail {
	t := Tail{n: n, k: k, u: Largest(values, k+1)}
	above := values[len(values)-k:]
	slices.Sort(above)
	t.fit(above)
	return t
}

// fit fits the tail to the k values above u.
func (t *Tail) fit(above []float64) {
	sum := 0.0
	for _, x := range above {
		sum += x - t.u
	}
	m := sum / float64(t.k)
	v := 0.0
	for _, x := range above {
		v += (x - t.u - m) * (x - t.u - m)
	}
	v /= float64(t.k)
	if v > 0 {
		t.shape = min(max(0.5*(1-m*m/v), 0), maxShape)
	}
	t.scale = m * (1 - t.shape)
}

// P returns the chance of a value of at least z. A counted chance is (count+1)/(n+1), so
// that it is never 0. Where only the largest values of the sample are known and z is below
// all of them it returns 1.
func (t *Tail) P(z float64) float64 {
	if z > t.u && t.scale > 0 {
		return float64(t.k) / float64(t.n) * t.beyond((z-t.u)/t.scale)
	}
	if len(t.top) == 0 || len(t.top) < t.n && z < t.top[0] {
		return 1
	}
	below, _ := slices.BinarySearch(t.top, z)
	return float64(len(t.top)-below+1) / float64(t.n+1)
}

// beyond is the chance that an excess is larger than x scales.
func (t *Tail) beyond(x float64) float64 {
	if t.shape < 1e-6 {
		return math.Exp(-x)
	}
	return math.Pow(1+t.shape*x, -1/t.shape)
}

// Value returns the smallest z with P(z) <= p, for p in 0..1. Without a fitted tail there
// may be none: then it is +Inf.
func (t *Tail) Value(p float64) float64 {
	if limit := float64(t.k) / float64(t.n); p < limit && t.scale > 0 {
		x := math.Log(limit / p)
		if t.shape >= 1e-6 {
			x = (math.Pow(limit/p, t.shape) - 1) / t.shape
		}
		return t.u + t.scale*x
	}
	i := len(t.top) - (int(p*float64(t.n+1)) - 1) // the first index whose counted chance is at most p
	switch {
	case i >= len(t.top) && t.scale > 0:
		return t.u
	case i >= len(t.top):
		return math.Inf(1)
	}
	return t.top[max(i, 0)]
}

// Quantile returns the type 7 quantile of the sample at p. The sample has to be known as
// a whole.
func (t *Tail) Quantile(p float64) float64 { return quantile7(t.top, p) }

// N returns the size of the sample.
func (t *Tail) N() int { return t.n }

// StepUp makes p-values that are all known their Benjamini-Hochberg q, and returns them; see
// [BenjaminiHochberg].
func StepUp(p []float64) []float64 {
	var order []int32
	for i, v := range p {
		if v < 1 {
			order = append(order, int32(i))
		} else { // which stands behind all others
			p[i] = 1
		}
	}
	// Equal p get equal q, so their order does not matter.
	slices.SortFunc(order, func(i, j int32) int { return cmp.Compare(p[i], p[j]) })
	least := 1.0
	for rank := len(order); rank >= 1; rank-- {
		i := order[rank-1]
		least = min(least, p[i]*float64(len(p))/float64(rank))
		p[i] = least
	}
	return p
}

// MedianOf returns the middle of an ascending sample that is not empty: the mean of the
// two middle values where their number is even.
func MedianOf(sorted []float64) float64 {
	n := len(sorted)
	if n%2 == 1 {
		return sorted[n/2]
	}
	return (sorted[n/2-1] + sorted[n/2]) / 2
}

// MADOf returns the median distance of an ascending, not empty sample from centre. The
// distances are merged from both sides of centre, so nothing is sorted again.
func MADOf(sorted []float64, centre float64) float64 {
	n := len(sorted)
	right, _ := slices.BinarySearch(sorted, centre)
	left := right - 1
	last, before := 0.0, 0.0
	for range n/2 + 1 {
		before = last
		if right >= n || left >= 0 && centre-sorted[left] <= sorted[right]-centre {
			last = centre - sorted[left]
			left--
		} else {
			last = sorted[right] - centre
			right++
		}
	}
	if n%2 == 1 {
		return last
	}
	return (before + last) / 2
}
