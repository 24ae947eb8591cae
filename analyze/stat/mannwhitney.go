package stat

import (
	"math"
	"slices"
)

// exactTo is the largest sample size, on either side, with which the distributions of
// ranks are counted out.
const exactTo = 20

// RankTest is a Mann-Whitney test of two independent samples.
type RankTest struct {
	OK       bool // both samples have values; else Reason is ReasonNoData and P is not set
	Reason   Reason
	NX, NY   int // finite values in each
	Excluded int // values left out as not finite

	U        float64 // pairs in which x exceeds y, a tie counting half
	P        float64 // two-sided: x and y differ in either direction
	PLess    float64 // one-sided: x tends to be smaller than y
	PGreater float64 // one-sided: x tends to be larger than y
	// MinAttainableP is the smallest two-sided P that samples of these sizes, tied like
	// these, can give. While it is above Alpha no outcome could be called.
	MinAttainableP float64
	Method         Method // exact up to 20 values a side, else normal
}

// MannWhitney tests whether values of x tend to be larger or smaller than those of y,
// with any ties. The exact p is the share of all ways to split the pooled values into
// samples of these sizes whose rank sum is at least as far from its mean. Everything
// equal gives 1.
//
// Source: H. B. Mann, D. R. Whitney, Annals of Mathematical Statistics 18 (1947), as a
// conditional permutation test of midranks (E. L. Lehmann, "Nonparametrics", 1975);
// beyond exactTo the normal approximation with tie and continuity correction.
func MannWhitney(x, y []float64) RankTest {
	keptX, keptY := finite(x), finite(y)
	t := RankTest{NX: len(keptX), NY: len(keptY)}
	t.Excluded = len(x) + len(y) - t.NX - t.NY
	if t.NX == 0 || t.NY == 0 {
		t.Reason = ReasonNoData
		return t
	}
	t.OK = true
	ranks, ties := midranks(keptX, keptY)
	sum := sumOf(ranks[:t.NX])
	t.U = float64(sum-t.NX*(t.NX+1)) / 2
	if t.NX <= exactTo && t.NY <= exactTo {
		t.exact(sum, ranks)
	} else {
		t.approximate(ranks, ties)
	}
	return t
}

// exact counts the splits; sum and ranks are doubled.
func (t *RankTest) exact(sum int, ranks []int) {
	t.Method = MethodExact
	counts := rankSums(ranks, t.NX)
	centre := t.NX * (t.NX + t.NY + 1)
	all, less, greater, far, farthest, extreme := 0.0, 0.0, 0.0, 0.0, 0, 0.0
	for s, ways := range counts {
		if ways == 0 {
			continue
		}
		all += ways
		if s <= sum {
			less += ways
		}
		if s >= sum {
			greater += ways
		}
		distance := abs(s - centre)
		if distance >= abs(sum-centre) {
			far += ways
		}
		if distance > farthest {
			farthest, extreme = distance, 0
		}
		if distance == farthest {
			extreme += ways
		}
	}
	t.P, t.PLess, t.PGreater = far/all, less/all, greater/all
	t.MinAttainableP = extreme / all
}

// approximate takes U as normal; ranks are doubled.
func (t *RankTest) approximate(ranks []int, ties float64) {
	t.Method = MethodNormal
	t.P, t.PLess, t.PGreater, t.MinAttainableP = 1, 1, 1, 1
	nx, ny, n := float64(t.NX), float64(t.NY), float64(t.NX+t.NY)
	variance := nx * ny / 12 * (n + 1 - ties/(n*(n-1)))
	if variance <= Eps {
		return // all equal
	}
	sd, off := math.Sqrt(variance), t.U-nx*ny/2
	twoSided := func(off float64) float64 { return min(1, 2*normalCDF((0.5-math.Abs(off))/sd)) }
	t.P = twoSided(off)
	t.PLess = normalCDF((off + 0.5) / sd)
	t.PGreater = normalCDF((0.5 - off) / sd)

	slices.Sort(ranks)
	centre := t.NX * (t.NX + t.NY + 1)
	lowest, highest := sumOf(ranks[:t.NX]), sumOf(ranks[t.NY:])
	t.MinAttainableP = twoSided(float64(max(centre-lowest, highest-centre)) / 2)
}
