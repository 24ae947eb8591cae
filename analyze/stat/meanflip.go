package stat

import "math"

// meanFlipSteps bounds the dynamic program of [MeanFlipP] to about a tenth of a second, and
// leastGrid is the coarsest grid that it may round to.
const (
	meanFlipSteps = 1 << 27
	finestGrid    = 10_080 // a multiple of 2 to 10: thirds and tenths stay exact
	leastGrid     = 100
)

// MeanFlipP is the two-sided p of the sign-flip test of measured moves, one an item: the
// share of all patterns of signs whose sum is at least as far from zero as the sum of the
// moves. Moves are counted in parts of the largest one: in 10,080 of them up to 115 items, in
// fewer of more items, and beyond 1,158 items the normal approximation is used. Moves that
// are 0 do not matter. It is ReasonNoData without a move, and 1 where none differs from 0.
//
// Example: six items that all fell have p = 2/2^6 = 0.031, however far they fell.
//
// Source: as [SignFlip].
func MeanFlipP(moves []float64) Number {
	moves = finite(moves)
	if len(moves) == 0 {
		return Missing(ReasonNoData)
	}
	largest, sum, squares := 0.0, 0.0, 0.0
	for _, d := range moves {
		largest, sum, squares = max(largest, math.Abs(d)), sum+d, squares+d*d
	}
	if largest <= Eps {
		return Known(1)
	}
	grid := min(finestGrid, meanFlipSteps/(len(moves)*len(moves)))
	if grid < leastGrid {
		return Known(min(1, 2*normalCDF(-math.Abs(sum)/math.Sqrt(squares))))
	}
	whole := make([]int, len(moves))
	for i, d := range moves {
		whole[i] = int(math.Round(d / largest * float64(grid)))
	}
	return Known(SignFlipOf(whole))
}
