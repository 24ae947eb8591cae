package stat

import "math"

// maxFisher is the largest denominator that is tested. An earlier report may state any.
const maxFisher = 1_000_000

// FisherExact is the two-sided p of two rates being one and the same: the share of
// all tables with these margins that are no likelier than the one seen. It is missing
// where either rate is impossible, or has no denominator or one above a million.
//
// Source: R. A. Fisher, The Design of Experiments (1935), chapter 2; two-sided by the
// sum of small probabilities, with the relative slack of 1e-7 that R uses for ties.
func FisherExact(before, after Fraction) Number {
	if !before.possible() || !after.possible() {
		return Missing(ReasonNoData)
	}
	if max(before.Den, after.Den) > maxFisher {
		return Missing(ReasonUncheckable)
	}
	hits, n := before.Num+after.Num, before.Den+after.Den
	lowest, highest := max(0, hits-after.Den), min(hits, before.Den)
	log := func(x int) float64 {
		return logChoose(before.Den, x) + logChoose(after.Den, hits-x) - logChoose(n, hits)
	}
	seen, p := log(before.Num), 0.0
	for x := lowest; x <= highest; x++ {
		if l := log(x); l <= seen+math.Log1p(1e-7) {
			p += math.Exp(l)
		}
	}
	return Known(min(1, p))
}

func logChoose(n, k int) float64 { return logFactorial(n) - logFactorial(k) - logFactorial(n-k) }

// logFactorials are those of small numbers, which are asked for again and again: rates are of hundreds
// of runs.
var logFactorials = func() (of [1024]float64) {
	for n := range of {
		of[n], _ = math.Lgamma(float64(n + 1))
	}
	return of
}()

func logFactorial(n int) float64 {
	if n >= 0 && n < len(logFactorials) {
		return logFactorials[n]
	}
	log, _ := math.Lgamma(float64(n + 1))
	return log
}
