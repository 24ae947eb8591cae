package stat

import "math"

// MeanInterval is the mean of the values with its 95 % interval by Student's distribution.
// It is not OK for fewer than three values.
func MeanInterval(values []float64) Estimate {
	v := finite(values)
	if len(v) < 3 {
		return Estimate{Reason: ReasonTooFew}
	}
	n := float64(len(v))
	m := mean(v)
	half := studentQuantile(1-Alpha/2, len(v)-1) * math.Sqrt(squaredDeviations(v)/(n-1)/n)
	return Estimate{Value: m, Lo: m - half, Hi: m + half, OK: true}
}
