package stat

import (
	"math"
	"testing"
)

// The p of a mean does not depend on the unit of the moves, on their order or on which way is up,
// whether all signs are counted or, of very many moves, their distribution is approximated.
func TestMeanFlipPHasNoUnit(t *testing.T) {
	many := make([]float64, 20_000)
	for i := range many {
		many[i] = float64(i%7-3) + 0.02
	}
	for name, moves := range map[string][]float64{"few": {0.5, 1, -0.25, 0.75, 0.125, 1, 0.5, -0.5}, "many": many} {
		want := MeanFlipP(moves)
		if !want.OK || want.Value <= 0 || want.Value >= 1 {
			t.Fatalf("%s: %+v", name, want)
		}
		for _, by := range []float64{-1, 2, -8, 1.0 / 16} {
			scaled := make([]float64, len(moves))
			for i, d := range moves {
				scaled[len(moves)-1-i] = d * by
			}
			if got := MeanFlipP(scaled); !got.OK || math.Abs(got.Value-want.Value) > 1e-9 {
				t.Errorf("%s, times %g: %v, want %v", name, by, got.Value, want.Value)
			}
		}
	}
}
