package stat

import (
	"math"
	"math/rand/v2"
	"testing"
)

// The sizes of samples come from SciPy, 2·((norm.ppf(0.975)+norm.ppf(0.8))/h)² with h by
// numpy.arcsin: 59.01 and 423.6.
func TestSettle(t *testing.T) {
	equal(t, "rates of 0.10 and 0.30", SettleRates(Fraction{10, 100}, Fraction{30, 100}).Needed.Value, 60)
	equal(t, "rates of 0.05 and 0.10", SettleRates(Fraction{5, 100}, Fraction{10, 100}).Needed.Value, 424)
	if got := SettleRates(Fraction{1, 4}, Fraction{1, 4}); got.Needed.OK || got.Needed.Reason != ReasonNotMeasured {
		t.Errorf("equal rates need %+v", got.Needed)
	}
	if got := SettleRates(Fraction{1, 2}, Fraction{2, 2}); got.Visible.OK {
		t.Errorf("two runs a side show a rise of %+v", got.Visible)
	}
	if got := SettleShift([]float64{1, 2, 3}, []float64{2, 3, 5}); got.Visible.OK || got.Needed.Value < 4 {
		t.Errorf("three runs a side: %+v", got)
	}
	for _, got := range []Settle{SettleShift(nil, []float64{1}), SettleShift([]float64{1, 1, 1}, []float64{1, 1, 1}), SettlePairs(nil), SettleRates(Fraction{}, Fraction{1, 2})} {
		if got.Visible.OK || got.Needed.OK {
			t.Errorf("said without a measure: %+v", got)
		}
	}
}

// The promise is 80 % power at the change that is said to be visible, and with as many runs as
// are said to be needed; the tests themselves are counted.
func TestSimulationSettleHasItsPower(t *testing.T) {
	if testing.Short() {
		t.Skip("thousands of exact tests")
	}
	r := rand.New(rand.NewPCG(8, 80))
	const trials = 400
	lognormal := func(n int, factor float64) []float64 {
		return every(n, func(int) float64 { return 60 * factor * math.Exp(0.1*r.NormFloat64()) })
	}
	binomial := func(n int, p float64) Fraction {
		f := Fraction{Den: n}
		for range n {
			if r.Float64() < p {
				f.Num++
			}
		}
		return f
	}
	check := func(what string, hits int) {
		if share := float64(hits) / trials; share < 0.68 || share > 0.92 {
			t.Errorf("%s: shown in %d of %d, about 80 %% were promised", what, hits, trials)
		}
	}
	for _, n := range []struct{ before, after int }{{20, 8}, {12, 12}, {20, 20}} {
		hits := 0
		for range trials {
			s := SettleShift(lognormal(n.before, 1), lognormal(n.after, 1))
			before, after := lognormal(n.before, 1), lognormal(n.after, 1)
			for i := range after {
				after[i] += s.Visible.Value
			}
			if MannWhitney(before, after).P <= Alpha {
				hits++
			}
		}
		check("shift", hits)
	}
	for _, before := range []Fraction{{10, 100}, {30, 100}, {40, 80}} {
		s := SettleRates(before, Fraction{0, 100})
		p := float64(before.Num) / float64(before.Den)
		hits := 0
		for range trials {
			if FisherExact(binomial(before.Den, p), binomial(100, p+s.Visible.Value)).Value <= Alpha {
				hits++
			}
		}
		check("rate", hits)
	}
	pairs := func(n int, gain float64) (all []RepeatedBug) {
		for range n {
			all = append(all, RepeatedBug{Pre: binomial(1, 0.5), Post: binomial(1, 0.5+gain)})
		}
		return all
	}
	hits, asked := 0, 0
	for range trials {
		s := SettlePairs(pairs(60, 0.2))
		if !s.Needed.OK || s.Needed.Value > 2000 {
			continue
		}
		asked++
		if SignFlip(pairs(60, SettlePairs(pairs(60, 0)).Visible.Value)).P.Value <= Alpha {
			hits++
		}
	}
	if asked < trials*9/10 {
		t.Errorf("needed is missing in %d of %d", trials-asked, trials)
	}
	check("pairs", hits*trials/max(1, asked))
}

// Within the noise a change is shown four times in five at the size that is said.
func TestSettleByNoise(t *testing.T) {
	n := Noise{PerBugSD: 0.2, PerBugDF: 10, DF: 10, SD: 0.05}
	s := n.Settle(Known(-0.05), 16, 2, 3, 4)
	// By SciPy: (t.ppf(1-0.05/2/4, 10) + t.ppf(0.8, 10))·0.05·sqrt(1/2+1/3)
	near(t, "visible", s.Visible.Value, 0.1787995, 1e-7)
	factor := s.Visible.Value / (0.05 * math.Sqrt(1.0/2+1.0/3))
	equal(t, "runs a side", s.Needed.Value, math.Ceil(2*factor*factor))
	if got := (Noise{}).Settle(Known(0.1), 10, 1, 1, 1); got.Visible.OK || got.Visible.Reason != ReasonNotMeasured {
		t.Errorf("without repeats: %+v", got)
	}
	if got := n.Settle(Known(0), 16, 1, 1, 1); got.Needed.OK {
		t.Errorf("no change needs %+v", got.Needed)
	}
}
