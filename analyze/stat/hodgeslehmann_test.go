package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestHodgesLehmann(t *testing.T) {
	const byPython = "all differences sorted, U distribution by recursion, Python"
	for _, c := range []struct {
		before, after             []float64
		value, lo, hi, confidence float64
		approximate               bool
		source                    string
	}{
		{upTo(3), []float64{4, 5, 6}, 3, 1, 5, 0.9, false, "closed form: 1 - 2/C(6,3)"},
		{upTo(4), []float64{5, 6, 7, 9}, 4, 1, 8, 1 - 2.0/70, false, "closed form: 1 - 2/C(8,4)"},
		{permeabilityAtTerm, permeabilityEarly, -0.305, -0.76, 0.15, 0.9600399600399601, false,
			"R example(wilcox.test): difference in location -0.305, interval -0.76 to 0.15"},
		{[]float64{10}, []float64{13}, 3, 3, 3, 0, false, "one difference covers nothing"},
		{[]float64{5}, []float64{1, 2}, -3.5, -4, -3, 1.0 / 3, false, "closed form: 1 - 2/3"},
		{[]float64{60, 60, 61}, []float64{75, 75, 90, 61}, 15, 0, 30, 1 - 2.0/35, true, byPython},
		{every(20, func(i int) float64 { return float64(i) }), every(20, func(i int) float64 { return float64(i) + 3.5 }),
			3.5, -0.5, 7.5, 0.9509096748106276, false, byPython},
		{every(25, func(i int) float64 { return float64(i*37%101) + 0.25*float64(i) }),
			every(22, func(i int) float64 { return float64(i*53%97) + 11 + 0.5*float64(i) }),
			10, -9.75, 29.5, 0.9514025643054744, true, "normal approximation by scipy norm; the exact confidence is 0.9521"},
		{every(21, func(i int) float64 { return float64(i) }), []float64{100.5}, 90.5, 80.5, 100.5, 0.88502507630692, true,
			"normal approximation by scipy norm; the exact confidence is 1 - 2/22"},
	} {
		got := HodgesLehmann(c.before, c.after)
		equal(t, c.source+": ok", got.OK, true)
		near(t, c.source+": shift", got.Value, c.value, 1e-12)
		near(t, c.source+": lo", got.Lo, c.lo, 1e-12)
		near(t, c.source+": hi", got.Hi, c.hi, 1e-12)
		near(t, c.source+": confidence", got.Confidence, c.confidence, 1e-12)
		equal(t, c.source+": approximate", got.Approximate, c.approximate)
	}
}

func TestHodgesLehmannEdges(t *testing.T) {
	for _, none := range []Shift{HodgesLehmann(nil, upTo(2)), HodgesLehmann(upTo(2), []float64{math.NaN()})} {
		if none.OK || none.Reason != ReasonNoData {
			t.Errorf("empty side: %+v", none)
		}
	}
	missing(t, "share of a median of 0", HodgesLehmann([]float64{0, 0}, []float64{1}).Relative, ReasonUncheckable)
	same := HodgesLehmann([]float64{7, 7, 7}, []float64{7, 7, 7})
	if same.Value != 0 || math.Signbit(same.Value) || math.Signbit(same.Lo) {
		t.Errorf("all equal: %+v", same)
	}
}

func TestSlower(t *testing.T) {
	for _, c := range []struct {
		name          string
		before, after float64
		q             Number
		want          bool
	}{
		{"clearly", 60, 80, Known(0.01), true},
		{"at both limits", 10, 11, Known(0.05), true},
		{"less than a tenth", 60, 65, Known(0.01), false},
		{"less than a second", 2, 2.9, Known(0.01), false},
		{"cannot tell", 60, 80, Known(0.06), false},
		{"not tested", 60, 80, Missing(ReasonNoData), false},
		{"faster", 80, 60, Known(0.01), false},
	} {
		shift := HodgesLehmann([]float64{c.before}, []float64{c.after})
		equal(t, c.name, shift.Slower(c.q), c.want)
	}
	equal(t, "no shift", Shift{}.Slower(Known(0)), false)
}

func TestHodgesLehmannProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(15, 16))
	for range 150 {
		before := every(1+r.IntN(24), func(int) float64 { return float64(r.IntN(40)) })
		after := every(1+r.IntN(24), func(int) float64 { return float64(r.IntN(40)) + 5 })
		s := HodgesLehmann(before, after)
		if !(s.Lo <= s.Value && s.Value <= s.Hi) || s.Confidence < 0 || s.Confidence >= 1 {
			t.Fatalf("%v to %v: %+v", before, after, s)
		}
		all := make([]float64, 0, len(before)*len(after))
		for _, a := range before {
			for _, b := range after {
				all = append(all, b-a)
			}
		}
		nearKnown(t, "median of all differences", Quantile(all, 0.5), s.Value, 1e-12)
		slices.Sort(all)
		pairs := differences{slices.Sorted(slices.Values(before)), slices.Sorted(slices.Values(after))}
		for _, k := range []int{1, (len(all) + 1) / 2, len(all)} {
			equal(t, "k-th difference", pairs.kth(k), all[k-1])
		}
		swapped := HodgesLehmann(after, before)
		near(t, "shift the other way", swapped.Value, -s.Value, 1e-12)
		near(t, "limit the other way", swapped.Lo, -s.Hi, 1e-12)
		double := func(list []float64) []float64 {
			return every(len(list), func(i int) float64 { return 2*list[i] + 3 })
		}
		near(t, "shift on another scale", HodgesLehmann(double(before), double(after)).Value, 2*s.Value, 1e-12)
	}
}

// The k-th stands at its place, with no larger ones before it and no smaller ones behind.
func TestKthSmallest(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 18))
	few := []float64{math.Inf(-1), -1, 0, 1, 2, 3, 4, 5, 6, math.Inf(1)}
	for i := range 400 {
		values := every(1+r.IntN(200), func(int) float64 { return few[r.IntN(len(few))] })
		if i%2 == 0 {
			values = every(len(values), func(int) float64 { return r.Float64() })
		}
		sorted := slices.Sorted(slices.Values(values))
		k := r.IntN(len(values))
		equal(t, "k-th value", kthSmallest(values, k), sorted[k])
		equal(t, "value at its place", values[k], sorted[k])
		equal(t, "largest before it", slices.Max(values[:k+1]), sorted[k])
		equal(t, "smallest behind it", slices.Min(values[k:]), sorted[k])
	}
}

// A value that is no number is found anywhere, and ends the search all the same.
func TestKthSmallestEnds(t *testing.T) {
	for _, n := range []int{1, 13, 20, 40} {
		for k := range 40 {
			values := every(40, func(i int) float64 { return float64(i) })
			for i := range n {
				values[i] = math.NaN()
			}
			kthSmallest(values, k)
		}
	}
}
