package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Permeability constants of a placental membrane, Hollander and Wolfe 1973, p. 69: the
// example of R's wilcox.test, W = 35, one-sided p = 0.1272.
var (
	permeabilityAtTerm = []float64{0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46}
	permeabilityEarly  = []float64{1.15, 0.88, 0.90, 0.74, 1.21}
)

func every(n int, f func(i int) float64) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = f(i)
	}
	return list
}

func TestMannWhitney(t *testing.T) {
	const splits = "all splits enumerated over midranks, Python"
	for _, c := range []struct {
		x, y                       []float64
		u, p, less, greater, least float64
		method                     Method
		source                     string
	}{
		{permeabilityAtTerm, permeabilityEarly, 35, 0.2544122544122544, 0.8967698967698968, 0.1272061272061272,
			2.0 / 3003, MethodExact, "Hollander and Wolfe 1973; " + splits},
		{upTo(3), []float64{4, 5, 6}, 0, 2.0 / 20, 1.0 / 20, 1, 2.0 / 20, MethodExact, "closed form: 1/C(6,3)"},
		{upTo(4), []float64{5, 6, 7, 8}, 0, 2.0 / 70, 1.0 / 70, 1, 2.0 / 70, MethodExact, "closed form: 1/C(8,4)"},
		{[]float64{1, 1, 1}, []float64{2, 3}, 0, 0.1, 0.1, 1, 0.1, MethodExact, splits},
		{[]float64{5, 5, 5}, []float64{5, 5, 5}, 4.5, 1, 1, 1, 1, MethodExact, "all equal"},
		{[]float64{1}, []float64{2}, 0, 1, 0.5, 1, 1, MethodExact, "one value each"},
		{[]float64{1, 2, 2, 3}, []float64{2, 3, 4, 4, 5}, 2.5, 0.0873015873015873, 0.05555555555555555, 0.9920634920634921,
			0.007936507936507936, MethodExact, splits},
		{[]float64{60, 60, 61, 75, 75}, []float64{60, 61, 61, 75, 90, 90}, 10, 0.4264069264069264, 0.24025974025974026,
			0.8376623376623377, 0.0021645021645021645, MethodExact, splits},
		{append(upTo(19), 20.5),
			[]float64{10.5, 11.5, 12.5, 13.5, 14.5, 15.5, 16.5, 17.5, 18.5, 19.5, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30},
			55, 3.364318303622844e-05, 1.682159151811422e-05, math.NaN(), 2 / 137846528820.0, MethodExact,
			"scipy mannwhitneyu(exact), 20 and 20"},
		{every(25, func(i int) float64 { return float64(i) }), every(22, func(i int) float64 { return 1.3*float64(i) + 3 }),
			189, 0.06830770352999822, 0.03415385176499911, 0.9674297621220691, math.NaN(), MethodNormal,
			"scipy mannwhitneyu(asymptotic)"},
		{every(30, func(i int) float64 { return float64(i % 7) }), every(25, func(i int) float64 { return float64(i%5 + 2) }),
			250, 0.03324130335694762, 0.01662065167847381, 0.9840738115140808, math.NaN(), MethodNormal,
			"scipy mannwhitneyu(asymptotic) with ties"},
		{every(30, func(int) float64 { return 3 }), every(21, func(int) float64 { return 3 }),
			315, 1, 1, 1, 1, MethodNormal, "all equal beyond 20"},
	} {
		got := MannWhitney(c.x, c.y)
		equal(t, c.source+": ok", got.OK, true)
		equal(t, c.source+": method", got.Method, c.method)
		near(t, c.source+": U", got.U, c.u, 0)
		near(t, c.source+": p", got.P, c.p, 1e-9)
		near(t, c.source+": less", got.PLess, c.less, 1e-9)
		if !math.IsNaN(c.greater) {
			near(t, c.source+": greater", got.PGreater, c.greater, 1e-9)
		}
		if !math.IsNaN(c.least) {
			near(t, c.source+": min attainable", got.MinAttainableP, c.least, 1e-9)
		}
	}
}

// Closed form: 21 values all below 22 others, so the observed U is the farthest there is.
func TestMannWhitneyLeastP(t *testing.T) {
	got := MannWhitney(upTo(21), every(22, func(i int) float64 { return float64(100 + i) }))
	sd := math.Sqrt(21.0 * 22 * 44 / 12)
	near(t, "p", got.P, math.Erfc((231-0.5)/sd/math.Sqrt2), 1e-12)
	equal(t, "min attainable p", got.MinAttainableP, got.P)
	near(t, "with one further pair out of order", MannWhitney(append(upTo(20), 100.5),
		every(22, func(i int) float64 { return float64(100 + i) })).MinAttainableP, got.P, 1e-12)
}

func TestMannWhitneyEdges(t *testing.T) {
	none := MannWhitney(nil, upTo(3))
	if none.OK || none.Reason != ReasonNoData {
		t.Errorf("empty side: %+v", none)
	}
	some := MannWhitney([]float64{math.NaN(), 1, 2}, []float64{3, math.Inf(1), 4})
	equal(t, "excluded", some.Excluded, 2)
	equal(t, "values used", some.NX+some.NY, 4)
	near(t, "p of 2 and 2", some.P, 2.0/6, 1e-15)
}

func TestMannWhitneyProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(13, 14))
	for round := range 120 {
		size := 6
		if round%4 == 0 {
			size = 30 // reaches the normal approximation
		}
		x := every(1+r.IntN(size), func(int) float64 { return float64(r.IntN(9)) })
		y := every(1+r.IntN(size), func(int) float64 { return float64(r.IntN(9)) })
		got, swapped := MannWhitney(x, y), MannWhitney(y, x)
		near(t, "p with the samples swapped", swapped.P, got.P, 1e-12)
		near(t, "one side with the samples swapped", swapped.PLess, got.PGreater, 1e-12)
		near(t, "U with the samples swapped", swapped.U, float64(len(x)*len(y))-got.U, 0)
		if !(got.P > 0 && got.P <= 1) || got.P < got.MinAttainableP-1e-15 {
			t.Fatalf("%v against %v: %+v", x, y, got)
		}
		before := slices.Clone(x)
		square := func(list []float64) []float64 {
			return every(len(list), func(i int) float64 { return 4*list[len(list)-1-i]*list[len(list)-1-i] - 7 })
		}
		equal(t, "p of another order on another scale", MannWhitney(square(x), square(y)), got)
		if !slices.Equal(x, before) {
			t.Fatal("a sample was changed")
		}
	}
}

// The normal approximation just past the limit must continue the exact p.
func TestMannWhitneyMethodsMeet(t *testing.T) {
	x := every(20, func(i int) float64 { return float64(i*29%41) + 4 })
	y := every(20, func(i int) float64 { return float64(i*17%37) - 3 })
	exact := MannWhitney(x, y)
	approximate := exact
	ranks, ties := midranks(x, y)
	approximate.approximate(ranks, ties)
	near(t, "p", approximate.P, exact.P, 0.01)
	near(t, "one-sided p", approximate.PGreater, exact.PGreater, 0.01)
}

// Two ways to count the same orderings.
func TestRankSumsAreGaussianBinomials(t *testing.T) {
	for m := 1; m <= 9; m++ {
		for n := 1; n <= 9; n++ {
			ranks := make([]int, m+n)
			for i := range ranks {
				ranks[i] = i + 1
			}
			sums, counts := rankSums(ranks, m), uCounts(m, n)
			if !slices.Equal(sums[m*(m+1)/2:], counts) {
				t.Fatalf("%d and %d: %v, %v", m, n, sums, counts)
			}
		}
	}
}
