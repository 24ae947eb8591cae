package stat

import "math"

// Fraction is "x of n": Num of Den things.
type Fraction struct {
	Num, Den int
}

// possible reports whether there is something to count and Num lies in 0..Den.
func (f Fraction) possible() bool {
	return f.Den > 0 && f.Num >= 0 && f.Num <= f.Den
}

// Rate is Num of Den things as a share from 0 to 1, with its 95 % Wilson interval.
// Without a denominator it is not OK, and its three floats mean nothing.
type Rate struct {
	Num, Den      int
	Value, Lo, Hi float64
	OK            bool
	Reason        Reason
}

// NewRate is the rate num of den. den = 0 gives ReasonNoData; a count outside
// 0..den gives ReasonUncheckable. Lo is exactly 0 when num is 0, Hi exactly 1
// when num is den, and the width is never zero.
//
// Source: E. B. Wilson, "Probable inference, the law of succession, and
// statistical inference", JASA 22 (1927), without continuity correction.
func NewRate(num, den int) Rate {
	rate := Rate{Num: num, Den: den}
	switch {
	case den == 0 && num == 0:
		rate.Reason = ReasonNoData
	case !(Fraction{num, den}).possible():
		rate.Reason = ReasonUncheckable
	default:
		rate.OK = true
		rate.Value = float64(num) / float64(den)
		rate.Lo, rate.Hi = wilson(num, den)
	}
	return rate
}

// wilson is the 95 % interval of x of n, n > 0.
func wilson(x, n int) (lo, hi float64) {
	p, size := float64(x)/float64(n), float64(n)
	z2 := Z95 * Z95
	centre := (p + z2/(2*size)) / (1 + z2/size)
	half := Z95 * math.Sqrt(p*(1-p)/size+z2/(4*size*size)) / (1 + z2/size)
	lo, hi = centre-half, centre+half
	if x == 0 {
		lo = 0
	}
	if x == n {
		hi = 1
	}
	return lo, hi
}
