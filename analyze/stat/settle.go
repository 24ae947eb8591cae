package stat

import (
	"cmp"
	"math"
	"slices"
)

// Settle says what would settle a comparison that is inconclusive: the smallest change that
// samples of these sizes show, and how large each of them would have to be to show the
// change that was seen. Both are for a two-sided test at [Alpha] with 80 % power, of this
// comparison alone.
type Settle struct {
	Visible Number // in the unit of the comparison; a rate's rise, in points
	Needed  Number // runs a side, or pairs; ReasonTooFew where more than mostNeeded are
}

// mostNeeded is beyond what anyone repeats.
const mostNeeded = 10_000

// powerFactor is z(1-alpha/2) + z(0.80): by how many standard errors a true change has to
// differ from 0 to be shown with 80 % power.
var powerFactor = math.Sqrt2 * (math.Erfinv(1-Alpha) + math.Erfinv(2*0.80-1))

// notSettled is a Settle that cannot be given.
func notSettled(r Reason) Settle { return Settle{Missing(r), Missing(r)} }

// SettleShift is for the Mann-Whitney test of two samples, by the spread of each about its
// median and the efficiency 3/pi of the test against t on normal values. A sample of fewer
// than four values a side shows nothing, however large the change.
//
// Source: E. L. Lehmann, "Nonparametrics", 1975, chapter 2: the Pitman efficiency and the
// size of samples.
func SettleShift(before, after []float64) Settle {
	x, y := finite(before), finite(after)
	if len(x) == 0 || len(y) == 0 {
		return notSettled(ReasonNoData)
	}
	var off []float64
	for _, side := range [][]float64{x, y} {
		sorted := slices.Sorted(slices.Values(side))
		centre := MedianOf(sorted)
		for _, v := range sorted {
			off = append(off, math.Abs(v-centre))
		}
	}
	slices.Sort(off)
	free := len(off) - 2 // the medians take one value of each side
	if free < 2 {
		return notSettled(ReasonTooFew)
	}
	squares := 0.0
	for _, v := range off {
		squares += v * v
	}
	sd := math.Sqrt(squares / float64(free))
	if sd <= Eps {
		return notSettled(ReasonNotMeasured)
	}
	sd *= math.Sqrt(math.Pi / 3)
	s := Settle{Visible: Missing(ReasonTooFew)}
	if MannWhitney(x, y).MinAttainableP <= Alpha {
		s.Visible = Known(powerFactor * sd * meanDifference(len(x), len(y)))
	}
	seen := HodgesLehmann(x, y).Value
	s.Needed = needed(2*math.Pow(powerFactor*sd/seen, 2), 4)
	return s
}

// SettleRates is for Fisher's exact test of two rates, by the arcsine transformation
//
//	h = 2·asin(sqrt(p2)) - 2·asin(sqrt(p1)) = (z(1-alpha/2) + z(0.80)) · sqrt(1/n1 + 1/n2).
//
// Visible is the rise of the first rate that the second sample would have to show. The exact
// test needs somewhat more than this says.
//
// Source: J. Cohen, "Statistical Power Analysis for the Behavioral Sciences", 1988, chapter 6.
func SettleRates(before, now Fraction) Settle {
	if before.Den < 1 || now.Den < 1 {
		return notSettled(ReasonNoData)
	}
	angle := func(p float64) float64 { return 2 * math.Asin(math.Sqrt(p)) }
	p1, p2 := float64(before.Num)/float64(before.Den), float64(now.Num)/float64(now.Den)
	s := Settle{Visible: Missing(ReasonTooFew)}
	if to := angle(p1) + powerFactor*meanDifference(before.Den, now.Den); to < math.Pi {
		s.Visible = Known(math.Pow(math.Sin(to/2), 2) - p1)
	}
	s.Needed = needed(2*math.Pow(powerFactor/(angle(p2)-angle(p1)), 2), 2)
	return s
}

// SettlePairs is for the sign-flip test of paired items, by the spread of their changes:
// needed are items tried on both sides.
func SettlePairs(items []RepeatedBug) Settle {
	var changes []float64
	for _, x := range items {
		if x.Pre.Den > 0 && x.Post.Den > 0 {
			changes = append(changes, float64(x.Post.Num)/float64(x.Post.Den)-float64(x.Pre.Num)/float64(x.Pre.Den))
		}
	}
	return SettleMoves(changes, 1)
}

// LeastPairs is how many items that all move one way the sign-flip test takes to show a
// difference: five have p = 0.0625, six have 0.031.
const LeastPairs = 6

// SettleMoves is for the sign-flip test of paired items by their moves, of which none can be
// larger than most, as that of a score from 0 to 1; infinite where the scale has no end.
func SettleMoves(moves []float64, most float64) Settle {
	moves = finite(moves)
	n := float64(len(moves))
	if n < 2 {
		return notSettled(ReasonTooFew)
	}
	sd := math.Sqrt(squaredDeviations(moves) / (n - 1))
	if sd <= Eps {
		return notSettled(ReasonNotMeasured)
	}
	s := Settle{Visible: Missing(ReasonTooFew)}
	if v := powerFactor * sd / math.Sqrt(n); v <= most && n >= LeastPairs {
		s.Visible = Known(v)
	}
	s.Needed = needed(math.Pow(powerFactor*sd/mean(moves), 2), LeastPairs)
	return s
}

// Settle is for one benchmark's delta of recall among all compared in a cycle, by the measured
// run-to-run noise: what [Noise.GradingBand] would call beyond noise four times in five.
func (n Noise) Settle(delta Number, listSize, runsPre, runsPost, benchmarks int) Settle {
	band := n.GradingBand(listSize, runsPre, runsPost, benchmarks)
	if !band.OK || !delta.OK {
		return notSettled(cmp.Or(band.Reason, delta.Reason))
	}
	point := 1 - Alpha/2/float64(max(benchmarks, 1))
	factor := studentQuantile(point, n.PerBugDF) + studentQuantile(0.80, n.PerBugDF)
	sd := n.PerBugSD / math.Sqrt(float64(listSize))
	return Settle{
		Visible: Known(factor * sd * meanDifference(runsPre, runsPost)),
		Needed:  needed(2*math.Pow(factor*sd/delta.Value, 2), 1),
	}
}

// needed rounds a size of samples up.
func needed(n float64, least int) Number {
	if math.IsInf(n, 0) || math.IsNaN(n) {
		return Missing(ReasonNotMeasured) // no change was seen
	}
	if n > mostNeeded {
		return Missing(ReasonTooFew)
	}
	return Known(math.Max(math.Ceil(n-Eps), float64(least)))
}
