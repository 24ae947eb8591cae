package stat

import "math"

// Stated is a mean with its standard error, as a log states them.
type Stated struct{ Mean, StdErr float64 }

// StatedDifference is how far the mean of b is from that of a, with its 95 % interval, and the
// two-sided p of no difference, by the normal distribution and as if the two were independent.
// Means over the same items are not: they tend to rise and fall together, so that the interval is
// too wide rather than too narrow. Where neither mean varies p is 1 for the same mean, else
// ReasonNotMeasured.
//
// Example: 0.50 ± 0.05 and 0.30 ± 0.05 differ by 0.20 with a standard error of 0.07, p = 0.005.
func StatedDifference(a, b Stated) (Estimate, Number) {
	d, e := b.Mean-a.Mean, math.Hypot(a.StdErr, b.StdErr)
	switch {
	case math.IsNaN(d) || math.IsInf(d, 0) || math.IsNaN(e) || math.IsInf(e, 0) || a.StdErr < 0 || b.StdErr < 0:
		return Estimate{Reason: ReasonUncheckable}, Missing(ReasonUncheckable)
	case e <= Eps && math.Abs(d) <= Eps:
		return Estimate{Reason: ReasonNotMeasured}, Known(1)
	case e <= Eps:
		return Estimate{Reason: ReasonNotMeasured}, Missing(ReasonNotMeasured)
	}
	half := Z95 * e
	return Estimate{Value: d, Lo: d - half, Hi: d + half, OK: true}, Known(min(1, 2*normalCDF(-math.Abs(d)/e)))
}
