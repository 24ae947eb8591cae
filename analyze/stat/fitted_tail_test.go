package stat

import (
	"fmt"
	"math"
	"testing"
)

// The fit by moments, by hand: of excesses with mean m and variance v (divided by k) the shape is
// (1 - m²/v)/2 within 0 and 0.35, and the scale m·(1 - shape).
func TestTailIsFittedByMoments(t *testing.T) {
	for _, c := range []struct {
		name         string
		excesses     []float64
		shape, scale float64
	}{
		// m = 4, v = (3·9 + 81)/4 = 27.
		{"heavy", []float64{1, 1, 1, 13}, (1 - 16.0/27) / 2, 4 * (1 - (1-16.0/27)/2)},
		// m = 8/3, v = 26/9: less spread than an exponential distribution has.
		{"bounded", []float64{1, 2, 5}, 0, 8.0 / 3},
		// m = 10, v = 900: (1 - 1/9)/2 = 0.44 is clipped.
		{"heavier than is fitted", []float64{0, 0, 0, 0, 0, 0, 0, 0, 0, 100}, 0.35, 6.5},
	} {
		const n, u = 200, 10
		top := []float64{u}
		for _, x := range c.excesses {
			top = append(top, u+x)
		}
		k := len(c.excesses)
		tail := TopTail(top, n, k)
		near(t, c.name+": shape", tail.shape, c.shape, 1e-12)
		near(t, c.name+": scale", tail.scale, c.scale, 1e-12)
		share := float64(k) / n
		for _, x := range []float64{0.5, 2, 20} {
			want := share * math.Exp(-x/c.scale)
			if c.shape > 0 {
				want = share * math.Pow(1+c.shape*x/c.scale, -1/c.shape)
			}
			near(t, fmt.Sprintf("%s: P(u+%g)", c.name, x), tail.P(u+x), want, 1e-12)
			near(t, fmt.Sprintf("%s: value with the P of u+%g", c.name, x), tail.Value(want), u+x, 1e-9)
		}
	}
}

// A chance of (count+1)/(n+1) is counted; of a sample of which only the largest values are known,
// all that is asked for below them is the smallest of them.
func TestCountedTail(t *testing.T) {
	// 4 of 99 values known, the tail fitted to the 3 above 10: P(10) = 5/100.
	top := TopTail([]float64{10, 11, 12, 15}, 99, 3)
	near(t, "P of u", top.P(10), 0.05, 1e-15)
	equal(t, "P below what is known", top.P(9.99), 1)
	equal(t, "value of 5 %", top.Value(0.05), 10)
	equal(t, "value of 50 %", top.Value(0.5), 10)
	equal(t, "value of 1", top.Value(1), 10)
	// 3/99 and less are of the tail; 4/100 is counted, of 11.
	equal(t, "value of 4 %", top.Value(0.04), 11)

	// Equal values have no tail: 4 of 4 known, P(7) = 5/5 and above it 1/5.
	same := TopTail([]float64{7, 7, 7, 7}, 4, 2)
	near(t, "P of the value", same.P(7), 1, 1e-15)
	near(t, "P above the value", same.P(7.5), 0.2, 1e-15)
	equal(t, "value of 1", same.Value(1), 7)
	equal(t, "value of 1/5", math.IsInf(same.Value(0.2), 1), true)
	equal(t, "value of 2/5", same.Value(0.4), 7)

	// 2 of 100, at least 20, at most half of them.
	for n, want := range map[int]int{2: 1, 3: 1, 39: 19, 40: 20, 41: 20, 999: 20, 1000: 20, 1049: 20, 1050: 21, 1100: 22, 5000: 100} {
		equal(t, fmt.Sprintf("size of the tail of %d", n), TailSize(n), want)
	}
}

// Closed forms: Student's t with 1 degree of freedom is Cauchy, tan(π(p-½)), with 2 it is
// (2p-1)·sqrt(2/(4p(1-p))); chi-squared with 2 is exponential with mean 2.
func TestQuantilesOfDistributions(t *testing.T) {
	for _, p := range []float64{0.001, 0.025, 0.2, 0.4999, 0.5, 0.5001, 0.8, 0.975, 0.999} {
		near(t, fmt.Sprintf("t with 1 df at %g", p), studentQuantile(p, 1), math.Tan(math.Pi*(p-0.5)), 1e-9)
		near(t, fmt.Sprintf("t with 2 df at %g", p), studentQuantile(p, 2), (2*p-1)*math.Sqrt(1/(2*p*(1-p))), 1e-9)
		near(t, fmt.Sprintf("chi² with 2 df at %g", p), chiSquareQuantile(p, 2), -2*math.Log(1-p), 1e-9)
	}
	for _, x := range []float64{1e-9, 0.5, 1, 3.841458820694124, 20} {
		near(t, fmt.Sprintf("chi² with 2 df from %g on", x), ChiSquareTail(x, 2), math.Exp(-x/2), 1e-12)
		near(t, fmt.Sprintf("chi² with 1 df from %g on", x), ChiSquareTail(x, 1), math.Erfc(math.Sqrt(x/2)), 1e-12)
	}
	equal(t, "chi² from 0 on", ChiSquareTail(0, 3), 1)
	equal(t, "chi² from below 0 on", ChiSquareTail(-1, 3), 1)
}

// A p is no more than 1, however its parts are rounded.
func TestNoPIsAboveOne(t *testing.T) {
	for m := 1; m <= 25; m++ {
		for n := 1; n <= 25; n++ {
			for _, hits := range []int{0, 1, 2, n / 2, n} {
				// All of m and some of n are hits: that so many or more of the n are is certain, a p of 1.
				before, after := Fraction{m, m}, Fraction{min(hits, n), n}
				if p := RateRise(before, after); p > 1 || p < 1-1e-9 {
					t.Fatalf("%v, then %v: a rise has p = 1 %+g", before, after, p-1)
				}
				if p := FisherExact(before, before); p.Value > 1 {
					t.Fatalf("%v twice: p = 1 + %g", before, p.Value-1)
				}
				if p := FisherExact(Fraction{min(hits, m), m}, after); p.Value > 1 {
					t.Fatalf("%d of %d, then %v: p = 1 + %g", min(hits, m), m, after, p.Value-1)
				}
			}
		}
	}
}

// A shift that is smaller than a limit by what rounding may take from it is still at the limit.
func TestShiftsAtTheirLimits(t *testing.T) {
	const second, tenth, level = relevantSeconds - Eps, relevantShare - Eps, Alpha + Eps
	for _, c := range []struct {
		name               string
		value, relative, q float64
		want               bool
	}{
		{"all at their limits", second, tenth, level, true},
		{"less than a second", second - Eps, tenth, level, false},
		{"less than a tenth", second, tenth - Eps, level, false},
		{"above the level", second, tenth, level + Eps, false},
	} {
		up := Shift{OK: true, Value: c.value, Relative: Known(c.relative)}
		down := Shift{OK: true, Value: -c.value, Relative: Known(-c.relative)}
		equal(t, c.name+": slower", up.Slower(Known(c.q)), c.want)
		equal(t, c.name+": faster", down.Faster(Known(c.q)), c.want)
		equal(t, c.name+": up is faster", up.Faster(Known(c.q)), false)
		equal(t, c.name+": down is slower", down.Slower(Known(c.q)), false)
	}
	equal(t, "without a median", Shift{OK: true, Value: 5, Relative: Missing(ReasonUncheckable)}.Slower(Known(0.01)), false)
}

// One group of two repeats has one degree of freedom: 0.4 and 0.6 have the variance 0.02, of one
// bug of ten 0.2.
func TestNoiseOfOneRepeat(t *testing.T) {
	n := RunNoise([]RepeatGroup{{Recalls: []float64{0.4, 0.6}, ListSize: 10}, {Recalls: []float64{0.9}, ListSize: 10}})
	equal(t, "df", n.DF, 1)
	equal(t, "df of the band", n.PerBugDF, 1)
	near(t, "sd", n.SD, math.Sqrt(0.02), 1e-12)
	near(t, "sd per bug", n.PerBugSD, math.Sqrt(0.2), 1e-12)

	one := RunNoise([]RepeatGroup{{Recalls: []float64{0.4, 0.6}, ListSize: 1}})
	near(t, "sd of a list of one bug", one.PerBugSD, math.Sqrt(0.02), 1e-12)

	// t with 3 degrees of freedom has its 97.5 % point at 3.182446 (tables); one run a side.
	three := Noise{SD: 0.1, DF: 3, PerBugSD: 0.1, PerBugDF: 3}
	nearKnown(t, "band of one run a side", three.GradingBand(1, 1, 1, 1), 3.182446305284263*0.1*math.Sqrt2, 1e-9)
	missing(t, "no pre runs", three.GradingBand(1, 0, 1, 1), ReasonMissingPre)
}

// Moves are counted in parts of the largest: in 10,080 of them, so that halves and thirds tie
// exactly, down to 100 for 1,158 items; from 1,159 on the sum is taken as normal.
func TestGridOfMoves(t *testing.T) {
	// All sums of ±1 ±1 ±1/2 ±1/2 that are 1 or more from 0: those of 12 of the 16 patterns.
	near(t, "halves", MeanFlipP([]float64{1, -1, 0.5, 0.5}).Value, 12.0/16, 1e-12)
	// All sums but 0.3 - 0.1 - 0.2 = 0 and its opposite are at least as far as 0.2.
	near(t, "thirds", MeanFlipP([]float64{0.3, 0.1, -0.2}).Value, 6.0/8, 1e-12)

	most := every(1158, func(i int) float64 { return float64(1 - 2*(i%2)) })
	for i := range 40 {
		most[2*i+1] = 1
	}
	// 619 of 1,158 go up: twice the binomial tail.
	atMost, _ := fairCoin(1158-619, 1158)
	nearKnown(t, "1,158 moves", MeanFlipP(most), 2*atMost, 1e-9)
	// Of 1,159 moves 620 go up, their sum is 81.
	nearKnown(t, "1,159 moves", MeanFlipP(append(most, 1)), math.Erfc(81/math.Sqrt(2*1159)), 1e-12)
}
