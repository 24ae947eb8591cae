package stat

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func runs(n int) []float64 {
	return every(n, func(i int) float64 { return float64(i) })
}

func TestTrend(t *testing.T) {
	const scipy, mann = "scipy kendalltau(exact), slopes by enumeration", "pymannkendall original_test"
	rising := every(50, func(i int) float64 { return float64(i*37%50) + 0.3*float64(i) })
	for _, c := range []struct {
		x, y          []float64
		s             int
		tau, p, slope float64
		method        Method
		source        string
	}{
		{[]float64{44.4, 45.9, 41.9, 53.3, 44.7, 44.1, 50.7, 45.2, 60.1}, []float64{2.6, 3.1, 2.5, 5.0, 3.6, 4.0, 5.2, 2.8, 3.8},
			16, 0.4444444444444444, 0.11943893298059964, 0.12934782608695657, MethodExact,
			"tuna lightness and quality, Hollander and Wolfe 1973: T = 26, p = 0.1194; " + scipy},
		{runs(4), []float64{1, 2, 3, 4}, 6, 1, 2.0 / 24, 1, MethodExact, "closed form: 2/4!"},
		{runs(4), []float64{4, 3, 2, 1}, -6, -1, 2.0 / 24, -1, MethodExact, "closed form: 2/4!"},
		{runs(5), []float64{5, 1, 4, 2, 3}, -2, -0.2, 0.8166666666666667, -0.5, MethodExact, scipy},
		{runs(10), []float64{1, 3, 2, 5, 4, 6, 8, 7, 10, 9}, 37, 0.8222222222222221, 0.0003576940035273369, 1, MethodExact, scipy},
		{runs(50), rising, 73, 0.059591836734693884, 0.5489007966446253, 0.2032258064516128, MethodExact, scipy},
		{runs(8), []float64{30, 30, 31, 33, 33, 36, 36, 40}, 25, 0.944911182523068, 0.0023670198842251633, 1.3392857142857144, MethodNormal, mann},
		{runs(8), []float64{1, 1, 2, 2, 1, 1, 2, 2}, 8, 0.3779644730092272, 0.312321421676216, 0, MethodNormal, mann},
		{runs(11), []float64{.5, .5, .6, .5, .8, .9, .8, .9, .9, .9, 1}, 41, 0.8241310085125538, 0.001162226315542858, 0.05, MethodNormal, mann},
		{runs(60), every(60, func(i int) float64 { return math.Sin(float64(i)*0.7)*10 + float64(i)*0.2 }),
			520, 0.2937853107344633, 0.0009324776776691301, 0.1967796814053342, MethodNormal, mann},
		{[]float64{1, 1, 2, 3, 3, 3, 4, 5}, []float64{2, 1, 2, 3, 4, 4, 4, 6}, 21, 0.875, 0.00784194119247721, 1, MethodNormal,
			"ties on both sides: variance of Kendall 1970 over scipy kendalltau"},
	} {
		got := TrendOf(c.x, c.y)
		equal(t, c.source+": ok", got.OK, true)
		equal(t, c.source+": n", got.N, len(c.y))
		equal(t, c.source+": method", got.Method, c.method)
		equal(t, c.source+": S", got.S, c.s)
		nearKnown(t, c.source+": tau-b", got.TauB, c.tau, 1e-12)
		near(t, c.source+": p", got.P, c.p, 1e-12)
		nearKnown(t, c.source+": slope", got.Slope, c.slope, 1e-12)
	}
}

func TestTrendEdges(t *testing.T) {
	flat := TrendOf(runs(5), []float64{5, 5, 5, 5, 5})
	missing(t, "tau of a constant", flat.TauB, ReasonUncheckable)
	nearKnown(t, "slope of a constant", flat.Slope, 0, 0)
	equal(t, "p of a constant", flat.P, 1)

	upright := TrendOf([]float64{2, 2, 2, 2}, upTo(4))
	missing(t, "slope at one x", upright.Slope, ReasonUncheckable)
	missing(t, "tau at one x", upright.TauB, ReasonUncheckable)
	equal(t, "p at one x", upright.P, 1)

	equal(t, "no points", TrendOf(nil, nil).Reason, ReasonNoData)
	equal(t, "three points", TrendOf(runs(3), upTo(3)).Reason, ReasonTooFew)
	gaps := TrendOf(runs(6), []float64{1, math.NaN(), 2, 3, math.Inf(1), 4})
	equal(t, "points without a value", gaps.N, 4)
	equal(t, "S without them", gaps.S, 6)
	equal(t, "unequal lengths", TrendOf(runs(9), upTo(5)).N, 5)

	long := TrendOf(runs(1500), every(1500, func(i int) float64 { return math.Abs(float64(i) - 500) }))
	equal(t, "points of a long series", long.N, 1000)
	nearKnown(t, "slope of its last thousand", long.Slope, 1, 1e-12)
}

func TestTrendProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(19, 20))
	for range 150 {
		n := 4 + r.IntN(20)
		spread := 5
		if r.IntN(2) == 0 {
			spread = 1 << 40 // no ties
		}
		y := every(n, func(int) float64 { return float64(r.IntN(spread)) })
		got := TrendOf(runs(n), y)
		if !(got.P > 0 && got.P <= 1) {
			t.Fatalf("%v: %+v", y, got)
		}
		falling := TrendOf(runs(n), every(n, func(i int) float64 { return -y[i] }))
		equal(t, "S upside down", falling.S, -got.S)
		near(t, "p upside down", falling.P, got.P, 1e-12)
		near(t, "slope upside down", falling.Slope.Value, -got.Slope.Value, 1e-9)

		moved := TrendOf(every(n, func(i int) float64 { return 4*float64(i) + 3 }), every(n, func(i int) float64 { return 2*y[i] - 9 }))
		equal(t, "S on another scale", moved.S, got.S)
		near(t, "slope on another scale", moved.Slope.Value, got.Slope.Value/2, 1e-9)

		order := r.Perm(n)
		shuffled := TrendOf(every(n, func(i int) float64 { return float64(order[i]) }), every(n, func(i int) float64 { return y[order[i]] }))
		equal(t, "points in another order", shuffled, got)
	}
}

// The median slope of a long series is that of all its pairs, and S counts them all, whatever the
// part of them that is looked at first says.
func TestMedianSlopeOfLongSeries(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	noise := every(400, func(int) float64 { return r.NormFloat64() })
	apart := every(400, func(int) float64 { return r.ExpFloat64() })
	for name, y := range map[string]func(i int) float64{
		"scattered":    func(i int) float64 { return float64(i * 7919 % 10007) },
		"rising":       func(i int) float64 { return float64(i) + float64(i*31%17)/8 },
		"mostly equal": func(i int) float64 { return float64(i * 7919 % 10007 / 9000) },
		"equal":        func(i int) float64 { return 0.1 },
		"period of 51": func(i int) float64 { return float64(i % 51) },
		"one step":     func(i int) float64 { return float64(i / 200) },
		"in tenths":    func(i int) float64 { return float64(i*i%23) / 10 },
		"a line":       func(i int) float64 { return float64(i) * 0.1 },
		"noise":        func(i int) float64 { return noise[i] },
		"far from 0":   func(i int) float64 { return 1e15 + 100*noise[i] },
		"in weeks":     func(i int) float64 { return float64(i%7) + noise[i]/10 },
		"one outlier":  func(i int) float64 { return noise[i] + 1e12*float64(max(0, i-397)) },
		"very small":   func(i int) float64 { return 1e-310 * noise[i] },
		"very large":   func(i int) float64 { return 1e98 * noise[i] },
	} {
		for place, x := range map[string]func(i int) float64{
			"two values of each x": func(i int) float64 { return float64(i / 2) },
			"runs":                 func(i int) float64 { return float64(i) },
			"far runs":             func(i int) float64 { return 1e9 + float64(i) },
			"uneven":               func(i int) float64 { return float64(i) + min(apart[i], 0.9) },
			"nearly equal":         func(i int) float64 { return float64(i/2) + 1e-12*float64(i%2) },
			"one step of a float apart": func(i int) float64 {
				x := float64(i/2) + 0.5
				if i%2 == 1 {
					x = math.Nextafter(x, math.Inf(1))
				}
				return x
			},
			"nearly at 0": func(i int) float64 { return float64(max(0, i-1)) + 1e-20*float64(i%2) },
		} {
			for _, n := range []int{70, 90, 199, 400} {
				slopes, s := slopesOfPairs(every(n, x), every(n, y))
				m := len(slopes)
				want := slopes[m/2]
				if m%2 == 0 {
					want += (slopes[m/2-1] - want) / 2
				}
				got := TrendOf(every(n, x), every(n, y))
				if !got.Slope.OK || got.Slope.Value != want || got.S != s {
					t.Errorf("%s, %s, %d values: slope %v and S %d, want %v and %d", name, place, n, got.Slope, got.S, want, s)
				}
			}
		}
	}
}

// slopesOfPairs are the slopes of all pairs that have one, sorted, and how many pairs rise less
// those that fall, by their definitions.
func slopesOfPairs(x, y []float64) (slopes []float64, s int) {
	for j := range x {
		for i := range j {
			if x[i] == x[j] {
				continue
			}
			s += cmp.Compare(y[j], y[i])
			if slope := (y[j] - y[i]) / (x[j] - x[i]); !math.IsInf(slope, 0) {
				slopes = append(slopes, slope)
			}
		}
	}
	slices.Sort(slopes)
	return slopes, s
}

// The last thousand usable points by x count, in whatever order they stand and wherever values are
// missing.
func TestPointsOfLongSeries(t *testing.T) {
	const n = 1500
	x, y := runs(n), every(n, func(i int) float64 { return float64(i * 7919 % 10007) })
	for _, i := range []int{3, 700, n - 400, n - 2, n - 1} {
		y[i] = math.NaN()
	}
	x[n-5] = math.Inf(1)
	x[n-4], x[n-3] = n, n+1
	var want []point
	for i := n - 6; len(want) < trendWindow-2; i-- {
		if !math.IsNaN(y[i]) {
			want = append(want, point{x[i], y[i]})
		}
	}
	slices.Reverse(want)
	want = append(want, point{n, y[n-4]}, point{n + 1, y[n-3]})
	r := rand.New(rand.NewPCG(9, 9))
	for _, name := range []string{"infinity between", "shuffled"} {
		if got := trendPoints(nil, x, y); !slices.Equal(got, want) {
			t.Errorf("%s: %d points from %v to %v, want from %v to %v", name, len(got), got[0], got[len(got)-1], want[0], want[len(want)-1])
		}
		r.Shuffle(n, func(i, j int) { x[i], x[j], y[i], y[j] = x[j], x[i], y[j], y[i] })
	}
	x, y = runs(n), every(n, func(i int) float64 { return float64(i) })
	y[n-1], y[n-300] = math.NaN(), math.Inf(1)
	if got := trendPoints(nil, x, y); len(got) != trendWindow || got[0].x != n-trendWindow-2 || got[trendWindow-1].x != n-2 {
		t.Errorf("sorted: %d points from %v to %v", len(got), got[0], got[len(got)-1])
	}
}
