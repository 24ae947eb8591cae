package stat

import "slices"

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
func Summarize(durations []float64) Summary { return SummarizeInPlace(slices.Clone(durations)) }

// SummarizeInPlace is [Summarize] for durations that nobody needs any more: it moves them about.
func SummarizeInPlace(durations []float64) Summary {
	kept := durations[:0]
	for _, v := range durations {
		if v >= 0 && usable(v) {
			kept = append(kept, v)
		}
	}
	s := Summary{N: len(kept), Excluded: len(durations) - len(kept)}
	if s.N == 0 {
		none := Missing(ReasonNoData)
		s.Min, s.Max, s.P50, s.P90, s.P95, s.P99 = none, none, none, none, none, none
		return s
	}
	s.Min, s.Max = Known(slices.Min(kept)), Known(slices.Max(kept))
	r := ranked{values: kept}
	s.P50 = Known(r.quantile7(0.5))
	s.P90, s.P95, s.P99 = r.tail(0.90), r.tail(0.95), r.tail(0.99)
	return s
}

// ranked is a sample that is sorted only as far as it is asked for: of a million durations four
// quantiles are told.
type ranked struct {
	values []float64
	from   int // what stands before is no larger than what stands from here on
}

// at is the k-th smallest value, 0-based. Each k is larger than those that were asked for before, or one
// of the last two.
func (r *ranked) at(k int) float64 {
	if k >= r.from {
		kthSmallest(r.values[r.from:], k-r.from)
		r.from = k + 1
	}
	return r.values[k]
}

func (r *ranked) quantile7(p float64) float64 { return interpolated(len(r.values), p, r.at) }

func (r *ranked) tail(p float64) Number {
	if float64(len(r.values))*(1-p) < 1-Eps {
		return Missing(ReasonTooFew)
	}
	return Known(r.quantile7(p))
}
