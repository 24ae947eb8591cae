package stat

// Quantile is the type 7 quantile at p: linear interpolation at (n-1)p between the
// sorted values, the default of R and NumPy. Values that are not finite are left out.
// No values are ReasonNoData, a p outside 0..1 ReasonUncheckable.
//
// Source: R. J. Hyndman, Y. Fan, "Sample quantiles in statistical packages", The
// American Statistician 50 (1996).
func Quantile(values []float64, p float64) Number {
	if !(p >= 0 && p <= 1) {
		return Missing(ReasonUncheckable)
	}
	sorted := sortedFinite(values)
	if len(sorted) == 0 {
		return Missing(ReasonNoData)
	}
	return Known(quantile7(sorted, p))
}

// Summary describes a sample of durations. Quantiles are in the unit of the sample.
type Summary struct {
	N        int // durations used
	Excluded int // left out: negative or not finite

	Min, Max           Number // ReasonNoData without durations
	P50, P90, P95, P99 Number // the last three ReasonTooFew below 1/(1-p) durations
}

// Summarize describes durations. A quantile p is given only from 1/(1-p) durations
// on, that is from 10, 20 and 100 for P90, P95 and P99: below, it would be an
// interpolation towards the maximum, so read Max and N instead. The median of a
// single duration is that duration.
func Summarize(durations []float64) Summary {
	sorted := sortedFinite(durations)
	for len(sorted) > 0 && sorted[0] < 0 {
		sorted = sorted[1:]
	}
	s := Summary{N: len(sorted), Excluded: len(durations) - len(sorted)}
	if s.N == 0 {
		none := Missing(ReasonNoData)
		s.Min, s.Max, s.P50, s.P90, s.P95, s.P99 = none, none, none, none, none, none
		return s
	}
	s.Min, s.Max = Known(sorted[0]), Known(sorted[s.N-1])
	s.P50 = Known(quantile7(sorted, 0.5))
	s.P90, s.P95, s.P99 = tail(sorted, 0.90), tail(sorted, 0.95), tail(sorted, 0.99)
	return s
}

func tail(sorted []float64, p float64) Number {
	if float64(len(sorted))*(1-p) < 1-Eps {
		return Missing(ReasonTooFew)
	}
	return Known(quantile7(sorted, p))
}
