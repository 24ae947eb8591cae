package stat

import "math"

// PairedInterval is the change of recall over paired bugs, (gained - lost)/n in
// points, with its 95 % interval: what other bugs like these would show, not what
// the same runs would show again. The interval is never of zero width and stays
// within -1..1. Without pairs, or with a negative count, it is not OK.
//
// Source: R. G. Newcombe, "Improved confidence intervals for the difference between
// binomial proportions based on paired data", Statistics in Medicine 17 (1998),
// method 10: square-and-add of Wilson limits with a corrected correlation.
func PairedInterval(p Pairs) Estimate {
	n := p.N()
	if min(p.Both, p.Lost, p.Gained, p.Neither) < 0 {
		return Estimate{Reason: ReasonUncheckable}
	}
	if n == 0 {
		return Estimate{Reason: ReasonNoData}
	}
	after, before := p.Both+p.Gained, p.Both+p.Lost
	rateAfter, rateBefore := float64(after)/float64(n), float64(before)/float64(n)
	afterLo, afterHi := wilson(after, n)
	beforeLo, beforeHi := wilson(before, n)
	phi := p.correlation()

	d := float64(p.Gained-p.Lost) / float64(n)
	return Estimate{
		Value: d,
		Lo:    max(-1, d-squareAndAdd(rateAfter-afterLo, beforeHi-rateBefore, phi)),
		Hi:    min(1, d+squareAndAdd(rateBefore-beforeLo, afterHi-rateAfter, phi)),
		OK:    true,
	}
}

func squareAndAdd(a, b, phi float64) float64 {
	return math.Sqrt(max(0, a*a-2*phi*a*b+b*b))
}

// correlation is the phi coefficient of the pairs; a positive one is pulled towards
// zero by half a pair for every pair, as method 10 asks.
func (p Pairs) correlation() float64 {
	n := float64(p.N())
	margins := float64(p.Both+p.Lost) * float64(p.Gained+p.Neither) *
		float64(p.Both+p.Gained) * float64(p.Lost+p.Neither)
	if margins == 0 {
		return 0
	}
	t := float64(p.Both)*float64(p.Neither) - float64(p.Lost)*float64(p.Gained)
	if t > 0 {
		t = max(0, t-n/2)
	}
	return t / math.Sqrt(margins)
}
