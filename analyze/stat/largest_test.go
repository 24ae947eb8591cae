package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// What sorting finds is what narrowing finds, whatever the order and however many are equal.
func TestLargest(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 7))
	samples := map[string]func(i, n int) float64{
		"random":     func(int, int) float64 { return r.NormFloat64() },
		"few values": func(int, int) float64 { return float64(r.IntN(3)) },
		"equal":      func(int, int) float64 { return 1 },
		"rising":     func(i, _ int) float64 { return float64(i) },
		"falling":    func(i, _ int) float64 { return float64(-i) },
		"organ pipe": func(i, n int) float64 { return float64(min(i, n-i)) },
		"infinite":   func(i, _ int) float64 { return []float64{math.Inf(-1), 0, math.Inf(1)}[i%3] },
	}
	for name, value := range samples {
		for _, n := range []int{1, 2, 3, 10, 1000} {
			sample := every(n, func(i int) float64 { return value(i, n) })
			sorted := slices.Sorted(slices.Values(sample))
			for _, k := range []int{1, 2, n/50 + 1, n/2 + 1, n, n + 5} {
				got := slices.Clone(sample)
				what := fmt.Sprintf("%s, %d of %d", name, k, n)
				equal(t, what, Largest(got, k), sorted[max(0, n-k)])
				top := got[max(0, n-k):]
				slices.Sort(top)
				if !slices.Equal(top, sorted[max(0, n-k):]) {
					t.Errorf("%s: the largest do not stand at the end", what)
				}
			}
		}
	}
}

// A tail fitted to the largest values in any order is that of all values.
func TestHighTail(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	sample := every(3000, func(int) float64 { return r.NormFloat64() })
	all := NewTail(sample)
	high := HighTail(slices.Clone(sample), len(sample), TailSize(len(sample)))
	for _, z := range []float64{2.2, 3, 6} {
		equal(t, "P", high.P(z), all.P(z)) // to the last digit
	}
	equal(t, "P below the tail", high.P(1), 1)
}
