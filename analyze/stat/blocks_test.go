package stat

import (
	"math"
	"testing"
)

func TestBlockLength(t *testing.T) {
	for _, c := range []struct {
		name   string
		series []float64
		want   int
	}{
		{"none", nil, 1},
		{"alternating", []float64{1, 2, 1, 2, 1, 2, 1, 2}, 1},
		{"constant", []float64{3, 3, 3, 3}, 1},
		{"a slope of 27", slope(27), 4},
		{"a slope of 28", slope(28), 5},
	} {
		if got := BlockLength(c.series); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}

func slope(n int) []float64 {
	out := make([]float64, n)
	for i := range out {
		out[i] = float64(i)
	}
	return out
}

// Garwood's limits: 0 events give 0 to 3.689, 1 event 0.0253 to 5.572, 10 events 4.795 to
// 18.39 (tables of the Poisson distribution).
func TestPoissonRate(t *testing.T) {
	for _, c := range []struct {
		events       int
		exposure     float64
		rate, lo, hi float64
	}{{0, 1, 0, 0, 3.6889}, {1, 1, 1, 0.025318, 5.5716}, {10, 1, 10, 4.7954, 18.390}, {10, 2, 5, 2.3977, 9.195}} {
		rate, lo, hi := PoissonRate(c.events, c.exposure)
		for _, x := range []struct{ got, want float64 }{{rate.Value, c.rate}, {lo.Value, c.lo}, {hi.Value, c.hi}} {
			if math.Abs(x.got-x.want) > 5e-4*math.Max(1, x.want) {
				t.Errorf("%d in %g: %v %v %v, want %g %g %g", c.events, c.exposure, rate.Value, lo.Value, hi.Value, c.rate, c.lo, c.hi)
			}
		}
	}
	if rate, _, _ := PoissonRate(1, 0); rate.OK {
		t.Error("a rate without exposure")
	}
}
