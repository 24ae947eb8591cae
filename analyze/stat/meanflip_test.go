package stat

import (
	"math"
	"testing"
)

// Small cases by counting patterns of signs by hand; of yes and no it is the exact paired test.
func TestMeanFlipP(t *testing.T) {
	same := func(n int, d float64) (out []float64) {
		for range n {
			out = append(out, d)
		}
		return out
	}
	for _, c := range []struct {
		name  string
		moves []float64
		p     float64
	}{
		{"all one way", []float64{-0.1, -0.2, -0.3, -0.25, -0.4, -0.05}, 2.0 / 64},
		{"items that did not move", []float64{-0.1, -0.2, 0, 0, 0, -0.3, -0.25, -0.4, -0.05}, 2.0 / 64},
		// +++, +-- and their opposites are as far from 0 as 0.3 - 0.1 - 0.2 = 0: all 8.
		{"a sum of 0", []float64{0.3, -0.1, -0.2}, 1},
		// of 8 patterns, |sum| is at least 0.4 for ±(1+2+3), ±(-1+2+3) in tenths
		{"one against two", []float64{-0.1, 0.2, 0.3}, 0.5},
		{"lost and gained", []float64{1, 1, 1, 1, 1, 1, 1, -1}, PairedTest(1, 7).P},
		{"nothing moved", same(5, 0), 1},
		{"so many that the sum is normal", append(same(1200, 1), same(1000, -1)...), 2 * normalCDF(-200/math.Sqrt(2200))},
	} {
		if got := MeanFlipP(c.moves); !got.OK || math.Abs(got.Value-c.p) > 1e-9 {
			t.Errorf("%s: %v, want %v", c.name, got, c.p)
		}
	}
	if got := MeanFlipP(nil); got.OK || got.Reason != ReasonNoData {
		t.Errorf("without a move: %v", got)
	}
}
