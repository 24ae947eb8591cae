package stat

import "math"

// RateRise is the one-sided exact p of a rate having risen: the chance that, of all things
// of before and after together, at least so many of the hits fall into after by chance.
// It is 1 where either side is empty or impossible.
//
// Source: R. A. Fisher, The Design of Experiments (1935): the hypergeometric tail
// P(X >= a) with margins a+b hits, n after, m before. It is summed from the observed table
// outwards by the ratio of neighbours, so nothing cancels.
func RateRise(before, after Fraction) float64 {
	if !before.possible() || !after.possible() {
		return 1
	}
	if after.Num == 0 {
		return 1
	}
	hits, all := before.Num+after.Num, before.Den+after.Den
	x := after.Num
	term := math.Exp(logChoose(after.Den, x) + logChoose(before.Den, hits-x) - logChoose(all, hits))
	p := 0.0
	for ; x <= min(hits, after.Den) && term > 0; x++ {
		p += term
		if term < p*1e-17 {
			break
		}
		term *= float64(after.Den-x) * float64(hits-x) / (float64(x+1) * float64(before.Den-hits+x+1))
	}
	return min(1, p)
}

// RateDifference is Newcombe's 95 % interval of the difference of two independent rates,
// after less before, in points; missing where either is impossible.
//
// Source: R. G. Newcombe, "Interval estimation for the difference between independent
// proportions", Statistics in Medicine 17 (1998), method 10.
func RateDifference(before, after Fraction) (lo, hi Number) {
	if !before.possible() || !after.possible() {
		return Missing(ReasonNoData), Missing(ReasonNoData)
	}
	was, is := NewRate(before.Num, before.Den), NewRate(after.Num, after.Den)
	d := is.Value - was.Value
	return Known(d - math.Hypot(is.Value-is.Lo, was.Hi-was.Value)), Known(d + math.Hypot(is.Hi-is.Value, was.Value-was.Lo))
}

// Mean is the mean of a sample that is not empty.
func Mean(values []float64) float64 { return mean(values) }
