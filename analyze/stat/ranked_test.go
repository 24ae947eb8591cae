package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// Quantiles of a sample that is sorted only in part are those of the sorted one.
func TestSummaryIsThatOfTheSortedSample(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		values := make([]float64, n)
		for i := range values {
			values[i] = float64(r.IntN(1 + n/2))
			if r.IntN(20) == 0 {
				values[i] = []float64{-1, math.NaN(), math.Inf(1)}[r.IntN(3)]
			}
		}
		before := slices.Clone(values)
		s := Summarize(values)
		if !slices.EqualFunc(before, values, func(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }) {
			t.Fatalf("%d values were moved", n)
		}
		sorted := slices.DeleteFunc(sortedFinite(values), func(v float64) bool { return v < 0 })
		want := Summary{N: len(sorted), Excluded: n - len(sorted)}
		none := Missing(ReasonNoData)
		want.Min, want.Max, want.P50, want.P90, want.P95, want.P99 = none, none, none, none, none, none
		if len(sorted) > 0 {
			want.Min, want.Max = Known(sorted[0]), Known(sorted[len(sorted)-1])
			for q, at := range map[float64]*Number{0.5: &want.P50, 0.9: &want.P90, 0.95: &want.P95, 0.99: &want.P99} {
				if *at = Known(quantile7(sorted, q)); q > 0.5 && float64(len(sorted))*(1-q) < 1-Eps {
					*at = Missing(ReasonTooFew)
				}
			}
		}
		if s != want {
			t.Fatalf("%d values: %+v, want %+v", n, s, want)
		}
	}
}

// Lifetimes may be sorted or not, and what is no duration is left out of them.
func TestLifetimesOfAnyOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for n := range 120 {
		list := make([]Lifetime, n)
		var ended []float64
		for i := range list {
			list[i] = Lifetime{float64(r.IntN(30)), Ending(r.IntN(3))}
			if r.IntN(10) == 0 {
				list[i].Duration = []float64{-1, math.NaN(), math.Inf(1)}[r.IntN(3)]
			}
			if list[i].Ending == Ended {
				ended = append(ended, list[i].Duration)
			}
		}
		sorted := slices.SortedFunc(slices.Values(list), Lifetime.Compare)
		if got, want := EndedQuantile(sorted, 0.9), Quantile(ended, 0.9); got != want {
			t.Fatalf("%v: %v, want %v", sorted, got, want)
		}
		// What stalled goes on forever where it is seen as long as anything can be.
		endless := slices.Clone(list)
		for i := range endless {
			if l := &endless[i]; l.Ending == Stalled && l.Duration >= 0 && usable(l.Duration) {
				l.Duration, l.Ending = 1000, CutOff
			}
		}
		for _, of := range [][]Lifetime{list, sorted} {
			if got, want := fmt.Sprint(KaplanMeierIfStalledNeverEnd(of)), fmt.Sprint(KaplanMeier(endless)); got != want {
				t.Fatalf("%v: %s, want %s", of, got, want)
			}
		}
	}
}
