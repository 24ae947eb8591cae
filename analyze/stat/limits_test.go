package stat

import (
	"math"
	"testing"
)

// Faster is Slower with the two sides exchanged.
func TestFaster(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after float64
		q             Number
		want          bool
	}{
		{"clearly", 80, 60, Known(0.01), true},
		{"at both limits", 10, 9, Known(0.05), true},
		{"less than a tenth", 65, 60, Known(0.01), false},
		{"less than a second", 2.9, 2, Known(0.01), false},
		{"cannot tell", 80, 60, Known(0.06), false},
		{"not tested", 80, 60, Missing(ReasonNoData), false},
		{"slower", 60, 80, Known(0.01), false},
	} {
		shift := HodgesLehmann([]float64{c.before}, []float64{c.after})
		equal(t, c.name, shift.Faster(c.q), c.want)
	}
	equal(t, "no shift", Shift{}.Faster(Known(0)), false)
	equal(t, "a value without a shift", Shift{Value: -20, Relative: Known(-0.5)}.Faster(Known(0)), false)
}

// A duration of 0 is one; only what is below is left out.
func TestSummarizeZero(t *testing.T) {
	s := Summarize([]float64{0, 4, -0.5})
	equal(t, "n", s.N, 2)
	equal(t, "excluded", s.Excluded, 1)
	nearKnown(t, "min", s.Min, 0, 0)
	nearKnown(t, "median", s.P50, 2, 0)
}

// The numbers are those of the formulas in Python, with the quantiles of statistics.NormalDist.
func TestSettleNumbers(t *testing.T) {
	nearKnown(t, "a rise from 0.10", SettleRates(Fraction{10, 100}, Fraction{30, 100}).Visible, 0.14676271655669262, 1e-9)
	nearKnown(t, "a rise from 0.50", SettleRates(Fraction{10, 20}, Fraction{15, 30}).Visible, 0.36171167396761394, 1e-9)
	nearKnown(t, "a rise from 0", SettleRates(Fraction{0, 10}, Fraction{1, 10}).Visible, 0.34371883145674853, 1e-9)
	nearKnown(t, "a rate needs two", SettleRates(Fraction{0, 5}, Fraction{5, 5}).Needed, 2, 0)

	four := SettleShift([]float64{1, 2, 3, 4}, []float64{11, 12, 13, 14})
	nearKnown(t, "a visible shift", four.Visible, 2.6171434232522435, 1e-9)
	nearKnown(t, "a shift needs four", four.Needed, 4, 0)
	two := SettleShift([]float64{1, 2}, []float64{4, 8})
	missing(t, "two a side show nothing", two.Visible, ReasonTooFew)
	nearKnown(t, "two a side", two.Needed, 4, 0)
	missing(t, "one value against two", SettleShift([]float64{1}, []float64{2, 4}).Needed, ReasonTooFew)

	moves := []float64{0.1, 0.2, -0.1, 0.3, 0.2, 0.1}
	nearKnown(t, "visible moves", SettleMoves(moves, 1).Visible, 0.15626495752825798, 1e-9)
	nearKnown(t, "moves needed", SettleMoves(moves, 1).Needed, 9, 0)
	missing(t, "larger than a move can be", SettleMoves(moves, 0.15).Visible, ReasonTooFew)
	missing(t, "five moves", SettleMoves(moves[:5], 1).Visible, ReasonTooFew)
	missing(t, "one move", SettleMoves(moves[:1], 1).Needed, ReasonTooFew)
	missing(t, "all the same", SettleMoves([]float64{0.2, 0.2, 0.2}, 1).Needed, ReasonNotMeasured)
	nearKnown(t, "far apart", SettleMoves([]float64{5, 5.1}, math.Inf(1)).Needed, LeastPairs, 0)
}

// A series that is too short for a change has nothing that was shuffled; one that no shuffle
// is as clear as has p = 1/1000.
func TestLevelsAtTheirLimits(t *testing.T) {
	never := func(Level) bool { return false }
	short, _ := FindLevels(upTo(MinSeries-1), never)
	equal(t, "block of a short series", short.Block, 1)
	equal(t, "tail of a short series", short.Tail, 1)
	steps := every(40, func(i int) float64 { return float64(i/20*100 + i*7%5) })
	clear, _ := FindLevels(steps, never)
	equal(t, "index", clear.Index, 20)
	nearKnown(t, "p", Known(clear.P), 0.001, 1e-15)
	if !(clear.Tail > 0 && clear.Tail < 0.001) {
		t.Errorf("tail %v", clear.Tail)
	}
}

// Sums of repeats are counted up to a scale of signFlipSums.
func TestLimitOfTheScaleOfRepeats(t *testing.T) {
	for _, c := range []struct {
		pre, post, scale int
		bounded          bool
	}{
		{1, 1, 1, true}, {4, 6, 12, true}, {6, 4, 12, true}, {3, 9, 9, true},
		{signFlipSums, 1, signFlipSums, true}, {signFlipSums / 2, 4, signFlipSums / 2, true}, {signFlipSums, 2, signFlipSums, true},
		{signFlipSums + 1, 1, 0, false}, {signFlipSums / 2, 3, 0, false},
	} {
		scale, bounded := commonScale([]RepeatedBug{{Fraction{Den: c.pre}, Fraction{Den: c.post}}})
		if scale != c.scale || bounded != c.bounded {
			t.Errorf("%d and %d runs: %d, %v; want %d, %v", c.pre, c.post, scale, bounded, c.scale, c.bounded)
		}
	}
}

// An interval is widened for values that depend on each other by more than 0.2, and said to be approximate.
func TestLimitOfCorrelation(t *testing.T) {
	before, after := []float64{1, 2, 3, 4, 5, 6}, []float64{11, 12, 13, 14, 15, 16}
	for correlation, want := range map[float64]bool{0: false, MaxCorrelation: false, 0.21: true, 0.95: true} {
		l, plain := Level{Correlation: correlation}, HodgesLehmann(before, after)
		l.measure(before, after)
		if l.MeanBefore != 3.5 || l.MeanAfter != 13.5 || l.Step != 10 || l.Shift.Value != 10 {
			t.Errorf("correlation %g: %+v", correlation, l)
		}
		wide := math.Sqrt((1 + correlation) / (1 - correlation))
		if !want {
			wide = 1
		}
		if lo, hi := 10-wide*(10-plain.Lo), 10+wide*(plain.Hi-10); math.Abs(l.Shift.Lo-lo) > 1e-9 || math.Abs(l.Shift.Hi-hi) > 1e-9 || l.Shift.Approximate != want {
			t.Errorf("correlation %g: %+v, want %g to %g", correlation, l.Shift, lo, hi)
		}
	}
}
