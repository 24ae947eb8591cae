package stat

import (
	"math"
	"slices"
)

// Shift is how much later or larger the new values are than the old ones, in their
// unit, with an interval that says itself how often it covers.
type Shift struct {
	OK     bool // both samples have values; else Reason is ReasonNoData
	Reason Reason

	Value, Lo, Hi float64
	Confidence    float64 // of Lo..Hi, at least 0.95 if the sample sizes allow that
	Approximate   bool    // Confidence is not exact: there are ties, or more than 20 values on a side
	// Relative is Value as a share of the median of the old values;
	// ReasonUncheckable if that is not positive.
	Relative Number
}

// A change of duration smaller than both of these is of no interest, however certain.
const (
	relevantShare   = 0.10
	relevantSeconds = 1
)

// HodgesLehmann estimates the shift from before to after as the median of all differences
// after - before. The interval runs from the k-th smallest to the k-th largest difference, k
// being the 2.5 % point of the Mann-Whitney distribution, at least 1: of 3 and 3 values
// it covers 90 %, of 4 and 4 97 %. Values that are not finite are left out.
//
// Source: J. L. Hodges, E. L. Lehmann, "Estimates of location based on rank tests",
// Annals of Mathematical Statistics 34 (1963).
func HodgesLehmann(before, after []float64) Shift {
	was, is := sortedFinite(before), sortedFinite(after)
	m, n := len(was), len(is)
	if m == 0 || n == 0 {
		return Shift{Reason: ReasonNoData}
	}
	pairs := differences{was, is}
	total := m * n
	k, confidence := intervalRank(m, n)
	s := Shift{
		OK:         true,
		Value:      pairs.kth((total + 1) / 2),
		Lo:         pairs.kth(k),
		Hi:         pairs.kth(total + 1 - k),
		Confidence: confidence,
		Relative:   Missing(ReasonUncheckable),
	}
	if total%2 == 0 {
		s.Value += (pairs.kth(total/2+1) - s.Value) / 2
	}
	s.Approximate = m > exactTo || n > exactTo || tied(was, is)
	if median := quantile7(was, 0.5); median > 0 {
		s.Relative = Known(s.Value / median)
	}
	return s
}

// Slower reports whether the shift of durations in seconds is to be called: q, the p of
// its [MannWhitney] test after [BenjaminiHochberg], is at most Alpha, and the shift is at
// least a second and a tenth of the old median.
func (s Shift) Slower(q Number) bool {
	return s.OK && q.OK && q.Value <= Alpha+Eps &&
		s.Value >= relevantSeconds-Eps && s.Relative.OK && s.Relative.Value >= relevantShare-Eps
}

// Faster is Slower in the other direction.
func (s Shift) Faster(q Number) bool {
	return s.OK && q.OK && q.Value <= Alpha+Eps &&
		s.Value <= -relevantSeconds+Eps && s.Relative.OK && s.Relative.Value <= -relevantShare+Eps
}

// intervalRank is the smallest k, at least 1, with P(U <= k) >= Alpha/2 for m and n
// distinct values, and the confidence 1 - 2·P(U <= k-1) of the interval it gives.
func intervalRank(m, n int) (k int, confidence float64) {
	if m > exactTo || n > exactTo {
		pairs := float64(m) * float64(n)
		sd := math.Sqrt(pairs * float64(m+n+1) / 12)
		k = max(1, int(math.Ceil(pairs/2-Z95*sd-0.5)))
		return k, 1 - 2*normalCDF((float64(k)-0.5-pairs/2)/sd)
	}
	counts := uCounts(m, n)
	all := 0.0
	for _, ways := range counts {
		all += ways
	}
	below, upTo := 0.0, counts[0]
	for k = 0; upTo < all*Alpha/2; k++ {
		below, upTo = upTo, upTo+counts[k+1]
	}
	if k == 0 {
		k, below = 1, counts[0]
	}
	return k, max(0, 1-2*below/all)
}

// tied reports whether any value of the two ascending samples occurs twice.
func tied(x, y []float64) bool {
	all := slices.Concat(x, y)
	slices.Sort(all)
	return len(slices.Compact(all)) < len(x)+len(y)
}
