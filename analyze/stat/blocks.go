package stat

import "math"

// BlockLength is how many neighbours of a series have to stay together when it is shuffled:
// 1, or ceil(n^(1/3))+1 where its lag-1 autocorrelation is above [MaxCorrelation].
func BlockLength(series []float64) int {
	if len(series) < 2 {
		return 1
	}
	residuals, m := make([]float64, len(series)), mean(series)
	for i, v := range series {
		residuals[i] = v - m
	}
	if correlation(residuals) <= MaxCorrelation {
		return 1
	}
	return int(math.Ceil(math.Cbrt(float64(len(series)))-Eps)) + 1
}

// PoissonRate is the rate of events that were counted over an exposure, with its exact 95 %
// interval; missing without exposure.
//
// Source: F. Garwood, "Fiducial limits for the Poisson distribution", Biometrika 28 (1936).
func PoissonRate(events int, exposure float64) (rate, lo, hi Number) {
	if !(exposure > 0) || events < 0 {
		return Missing(ReasonNoData), Missing(ReasonNoData), Missing(ReasonNoData)
	}
	lo = Known(0)
	if events > 0 {
		lo = Known(chiSquareQuantile(Alpha/2, 2*events) / 2 / exposure)
	}
	return Known(float64(events) / exposure), lo, Known(chiSquareQuantile(1-Alpha/2, 2*events+2) / 2 / exposure)
}
