package words

import (
	"math"

	"runreport/analyze/report"
	"runreport/unit"
)

// ScoreDigits are how many digits behind the point a score is written with: two, and more where
// the interval of the mean or of the difference is narrower than they tell. The difference
// itself decides where it has no interval. Example: of −0.004 to −0.002 it is three.
func ScoreDigits(delta, lo, hi report.Number) int {
	width := 0.0
	if delta.OK {
		width = math.Abs(delta.Value)
	}
	if lo.OK && hi.OK && hi.Value > lo.Value {
		width = hi.Value - lo.Value
	}
	if width <= 1e-9 { // what is left of it is rounding
		return 2
	}
	return max(2, min(6, -int(math.Floor(math.Log10(width)))))
}

// SignedScore is a difference of scores with its sign; 0 has none.
func SignedScore(v float64, digits int) string {
	if zero := unit.Fixed(0, digits); unit.Fixed(math.Abs(v), digits) == zero {
		return zero
	}
	return unit.Signed(v, digits)
}
