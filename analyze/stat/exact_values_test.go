package stat

import (
	"fmt"
	"math/big"
	"testing"
)

// The p of a rise is the hypergeometric tail, and that of Fisher's exact test is the chance of all
// tables that are no likelier than this one. Both are added up here in whole numbers: of how many
// orderings of the hits so many fall into the second sample.
func TestRatesHaveExactP(t *testing.T) {
	const most = 6
	for m := 1; m <= most; m++ {
		for n := 1; n <= most; n++ {
			for a := range m + 1 {
				for b := range n + 1 {
					hits := a + b
					orderings := func(k int) int64 {
						one := new(big.Int).Binomial(int64(n), int64(k))
						return one.Mul(one, new(big.Int).Binomial(int64(m), int64(hits-k))).Int64()
					}
					all := float64(new(big.Int).Binomial(int64(m+n), int64(hits)).Int64())
					tail, unlikely := int64(0), int64(0)
					for k := max(0, hits-m); k <= min(n, hits); k++ {
						if k >= b {
							tail += orderings(k)
						}
						if orderings(k) <= orderings(b) {
							unlikely += orderings(k)
						}
					}
					table := fmt.Sprintf("%d of %d, then %d of %d", a, m, b, n)
					near(t, "p of a rise, "+table, RateRise(Fraction{a, m}, Fraction{b, n}), float64(tail)/all, 1e-12)
					near(t, "p of a difference, "+table, FisherExact(Fraction{a, m}, Fraction{b, n}).Value, float64(unlikely)/all, 1e-12)
				}
			}
		}
	}
}

// How many orderings of n values have 0, 1, 2 … inversions: the Mahonian numbers, OEIS A008302.
func TestInversionsAreTheMahonianNumbers(t *testing.T) {
	orderings := 1.0
	for n, want := range [][]float64{{1}, {1}, {1, 1}, {1, 2, 2, 1}, {1, 3, 5, 6, 5, 3, 1}, {1, 4, 9, 15, 20, 22, 20, 15, 9, 4, 1}} {
		orderings *= float64(max(n, 1))
		got := countInversions(n)
		equal(t, "numbers of inversions", len(got), len(want))
		for i := range got {
			near(t, fmt.Sprintf("%d inversions of %d values", i, n), got[i]*orderings, want[i], 1e-9)
		}
	}
}

// What would settle a comparison, by hand: 80 % power at 5 % takes 1.959964 + 0.841621 = 2.801585
// standard errors.
func TestSettleByHand(t *testing.T) {
	// Deviations from the medians of 1.5, 0.5, 0.5 and 1.5 a side: sd = sqrt(10/6) · sqrt(π/3) =
	// 1.321109. Visible is 2.801585 · sd · sqrt(1/4 + 1/4); needed are 2 · (2.801585 · sd / 1.5)² = 12.2.
	s := SettleShift([]float64{1, 2, 3, 4}, []float64{2.5, 3.5, 4.5, 5.5})
	near(t, "visible shift", s.Visible.Value, 2.617143, 1e-5)
	equal(t, "needed for a shift of 1.5", s.Needed.Value, 13)
	equal(t, "needed for a shift of 10", SettleShift([]float64{1, 2, 3, 4}, []float64{11, 12, 13, 14}).Needed.Value, 4)

	// Three moves of -0.3 and three of 0.5: mean 0.1, sd sqrt(6 · 0.16 / 5) = 0.438178. Visible is
	// 2.801585 · sd / sqrt(6); needed are (2.801585 · sd / 0.1)² = 150.7.
	moves := []float64{-0.3, 0.5, -0.3, 0.5, -0.3, 0.5}
	s = SettleMoves(moves, 1)
	near(t, "visible move", s.Visible.Value, 0.501163, 1e-5)
	equal(t, "needed for a move of 0.1", s.Needed.Value, 151)
	equal(t, "what no move can be is not visible", SettleMoves(moves, 0.5).Visible.OK, false)
	equal(t, "what a move can just be is", SettleMoves(moves, 0.502).Visible.OK, true)
	equal(t, "five moves show nothing", SettleMoves(moves[:5], 1).Visible.OK, false)
	equal(t, "one move says nothing", SettleMoves(moves[:1], 1).Needed.Reason, ReasonTooFew)
	equal(t, "equal moves say nothing", SettleMoves([]float64{0.5, 0.5}, 1).Needed.Reason, ReasonNotMeasured)
	equal(t, "the fewest that are asked for", SettleMoves([]float64{0.5, 0.5, 0.5, 0.6}, 1).Needed.Value, LeastPairs)

	// Items by their shares, before and now; one that was not tried on both sides is none.
	up, down, fresh := RepeatedBug{Pre: Fraction{1, 5}, Post: Fraction{7, 10}}, RepeatedBug{Pre: Fraction{3, 5}, Post: Fraction{3, 10}}, RepeatedBug{Post: Fraction{1, 1}}
	equal(t, "moves of items", SettlePairs([]RepeatedBug{down, up, fresh, down, up, down, up, {Pre: Fraction{1, 1}}}).Needed.Value, 151)
	near(t, "moves of items", SettlePairs([]RepeatedBug{down, up, fresh, down, up, down, up}).Visible.Value, 0.501163, 1e-5)

	for _, c := range []struct{ before, now Fraction }{{Fraction{0, 0}, Fraction{1, 2}}, {Fraction{1, 2}, Fraction{0, 0}}} {
		got := SettleRates(c.before, c.now)
		equal(t, "a side without runs", got.Needed.Reason, ReasonNoData)
		equal(t, "a side without runs", got.Visible.Reason, ReasonNoData)
	}
	equal(t, "one run a side", SettleRates(Fraction{0, 1}, Fraction{1, 1}).Needed.OK, true)
}

// The p of moves under flips of their signs is that of all patterns of signs, tried one by one.
func TestSignsOfMovesAreAllTried(t *testing.T) {
	for _, moves := range [][]int{
		nil, {0}, {0, 0, 0}, {3}, {-3}, {1, 1}, {1, -1}, {2, 0, 1}, {1, 2, 3, 4}, {-1, -2, -3, 4}, {5, 5, 5, 5, 5, 5}, {5, 5, 5, 5, 5, -5},
		{1, 10, 100, -7}, {-4, 4, 2, 2, 0, 9, 1}, {-1, -1, -1, -1, -1, -1, -1, -1},
	} {
		sum, far, all := 0, 0, 1<<len(moves)
		for _, m := range moves {
			sum += m
		}
		for pattern := range all {
			flipped := 0
			for i, m := range moves {
				if pattern>>i&1 == 1 {
					m = -m
				}
				flipped += m
			}
			if abs(flipped) >= abs(sum) {
				far++
			}
		}
		near(t, fmt.Sprintf("p of %v", moves), SignFlipOf(moves), float64(far)/float64(all), 1e-12)
	}
	equal(t, "sums that are too large to be counted", SignFlipOf([]int{signFlipSums, 1}), 1)
}

// Without lists of bugs, a stated recall is used as it is where it can be a share.
func TestStatedRecallsWithoutLists(t *testing.T) {
	for literal, want := range map[string]string{
		"0": "0", "0.0": "0", "0.41": "0.41", "1": "1", "1.00": "1", "1.01": "-", "-0.01": "-", "40": "-", "": "-", "n/a": "-",
	} {
		got := "-"
		if r := Reconcile(BugLists{}, literal); r.Used.OK {
			got = fmt.Sprint(r.Used.Value)
		}
		equal(t, "recall of "+literal, got, want)
	}
}
