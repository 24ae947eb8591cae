package stat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func upTo(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = float64(i + 1)
	}
	return list
}

func TestQuantile(t *testing.T) {
	for _, c := range []struct {
		values  []float64
		p, want float64
		source  string
	}{
		{[]float64{15, 20, 35, 40, 50}, 0.4, 29, "numpy.quantile"},
		{upTo(10), 0.9, 9.1, "by hand: h = 8.1"},
		{upTo(20), 0.95, 19.05, "by hand: h = 18.05"},
		{upTo(100), 0.99, 99.01, "by hand: h = 98.01"},
		{[]float64{1, 2}, 0.25, 1.25, "by hand: h = 0.25"},
		{[]float64{3, 1, 2, 2}, 0.75, 2.25, "by hand: h = 2.25"},
		{[]float64{7}, 0.9, 7, "one value"},
		{[]float64{4, 4, 4}, 0.37, 4, "equal values"},
		{[]float64{2, 8}, 0, 2, "the minimum"},
		{[]float64{2, 8}, 1, 8, "the maximum"},
		{[]float64{math.NaN(), 1, math.Inf(1), 3}, 0.5, 2, "values that are not finite left out"},
	} {
		nearKnown(t, c.source, Quantile(c.values, c.p), c.want, 1e-12)
	}
	missing(t, "of nothing", Quantile(nil, 0.5), ReasonNoData)
	missing(t, "of NaN", Quantile([]float64{math.NaN()}, 0.5), ReasonNoData)
	missing(t, "p above 1", Quantile(upTo(3), 1.1), ReasonUncheckable)
	missing(t, "p NaN", Quantile(upTo(3), math.NaN()), ReasonUncheckable)
}

func TestSummarize(t *testing.T) {
	for _, c := range []struct {
		n             int
		p90, p95, p99 bool
	}{
		{1, false, false, false}, {9, false, false, false}, {10, true, false, false},
		{19, true, false, false}, {20, true, true, false}, {99, true, true, false}, {100, true, true, true},
	} {
		s := Summarize(upTo(c.n))
		if s.P90.OK != c.p90 || s.P95.OK != c.p95 || s.P99.OK != c.p99 {
			t.Errorf("n = %d: %+v", c.n, s)
		}
		nearKnown(t, "median", s.P50, float64(c.n+1)/2, 1e-12)
		if !c.p99 {
			missing(t, "p99", s.P99, ReasonTooFew)
		}
	}
	durations := []float64{5, -1, math.NaN(), 3, math.Inf(1)}
	s := Summarize(durations)
	equal(t, "n", s.N, 2)
	equal(t, "excluded", s.Excluded, 3)
	nearKnown(t, "min", s.Min, 3, 0)
	nearKnown(t, "max", s.Max, 5, 0)
	equal(t, "first of the input", durations[0], 5)

	none := Summarize([]float64{-4})
	equal(t, "excluded", none.Excluded, 1)
	missing(t, "median of nothing", none.P50, ReasonNoData)
	missing(t, "maximum of nothing", none.Max, ReasonNoData)
}

func TestQuantileProperties(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	for range 200 {
		values := make([]float64, 1+r.IntN(20))
		for i := range values {
			values[i] = math.Round(r.ExpFloat64() * 50)
		}
		moved := slices.Clone(values)
		for i := range moved {
			moved[i] = 8*moved[i] - 16
		}
		r.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		last := math.Inf(-1)
		for _, p := range []float64{0, 0.1, 0.25, 0.5, 0.77, 0.9, 1} {
			q := Quantile(values, p).Value
			near(t, "scaled and shifted", Quantile(moved, p).Value, 8*q-16, 1e-9)
			if q < last {
				t.Fatalf("quantile of %v falls at %v", values, p)
			}
			last = q
		}
	}
}
