package stat

import (
	"math"
	"testing"
)

// The numbers are those of scipy.stats.t.interval(0.95, n-1, mean, sem), within the ends of the
// scale. Where all values are the same the limits follow from the upper limit of
// scipy.stats.binomtest(0, n).proportion_ci(0.95, "wilson"): 0.561497 for 3.
func TestMeanInterval(t *testing.T) {
	inf := math.Inf(1)
	spread := []float64{0, 0.5, -0.5, 1, 0, 0, 0.25, 0}
	for _, c := range []struct {
		name        string
		values      []float64
		least, most float64
		want        Estimate
	}{
		{"student", spread, -1, 1, Estimate{Value: 0.15625, Lo: -0.2132225, Hi: 0.5257225, OK: true}},
		{"without a scale", spread, -inf, inf, Estimate{Value: 0.15625, Lo: -0.2132225, Hi: 0.5257225, OK: true}},
		{"within the scale", spread, -0.1, 0.5, Estimate{Value: 0.15625, Lo: -0.1, Hi: 0.5, OK: true}},
		{"too few", []float64{1, 0}, -1, 1, Estimate{Reason: ReasonTooFew}},
		{"percent", []float64{90, 90, 90}, 0, 100, Estimate{Value: 90, Lo: 90 - 50.53473, Hi: 95.61497, OK: true}},
		{"the best score", []float64{1, 1, 1}, 0, 1, Estimate{Value: 1, Lo: 1 - 0.561497, Hi: 1, OK: true}},
		{"a scale from 1", []float64{4, 4, 4}, 1, 5, Estimate{Value: 4, Lo: 4 - 3*0.561497, Hi: 4 + 0.561497, OK: true}},
		{"a scale below 0", []float64{-2, -2, -2}, -5, -1, Estimate{Value: -2, Lo: -2 - 3*0.561497, Hi: -2 + 0.561497, OK: true}},
		{"outside the scale", []float64{7, 7, 7}, 1, 5, Estimate{Value: 7, Lo: 7 - 6*0.561497, Hi: 7, OK: true}},
		{"the least there is", []float64{1, 1, 1}, 1, 5, Estimate{Value: 1, Lo: 1, Hi: 1 + 4*0.561497, OK: true}},
		{"no spread and no scale", []float64{7, 7, 7}, -inf, inf, Estimate{Value: 7, Reason: ReasonNotMeasured}},
		{"no spread and half a scale", []float64{7, 7, 7}, 0, inf, Estimate{Value: 7, Reason: ReasonNotMeasured}},
	} {
		e := MeanInterval(c.values, c.least, c.most)
		if e.OK != c.want.OK || e.Reason != c.want.Reason || math.Abs(e.Value-c.want.Value) > 1e-9 ||
			math.Abs(e.Lo-c.want.Lo) > 1e-5 || math.Abs(e.Hi-c.want.Hi) > 1e-5 {
			t.Errorf("%s: %+v, want %+v", c.name, e, c.want)
		}
	}
}

// Moves that are all the same leave open what others would be: Wilson's upper limit is 0.561497 for 0
// of 3 and 0.215311 for 0 of 14.
func TestMoveInterval(t *testing.T) {
	inf, third := math.Inf(1), 1.0/3
	for _, c := range []struct {
		name    string
		moves   []float64
		longest float64
		want    Estimate
	}{
		{"student", []float64{0, 0.5, -0.5, 1, 0, 0, 0.25, 0}, inf, Estimate{Value: 0.15625, Lo: -0.2132225, Hi: 0.5257225, OK: true}},
		{"no farther than the longest", []float64{0, 0.5, -0.5, 1, 0, 0, 0.25, 0}, 0.2, Estimate{Value: 0.15625, Lo: -0.2, Hi: 0.2, OK: true}},
		{"too few", []float64{1, 0}, 1, Estimate{Reason: ReasonTooFew}},
		{"none", make([]float64, 14), 1, Estimate{Lo: -0.215311, Hi: 0.215311, OK: true}},
		{"none of three", make([]float64, 3), 100, Estimate{Lo: -56.1497, Hi: 56.1497, OK: true}},
		{"none on a scale without ends", make([]float64, 3), inf, Estimate{Reason: ReasonNotMeasured}},
		{"one and the same", []float64{-third, -third, -third}, 1, Estimate{Value: -third, Lo: -third * 1.561497, Hi: -third * 0.438503, OK: true}},
		{"one and the same, on a scale without ends", []float64{5, 5, 5}, inf, Estimate{Value: 5, Lo: 5 * 0.438503, Hi: 5 * 1.561497, OK: true}},
		{"the longest there is", []float64{1, 1, 1}, 1, Estimate{Value: 1, Lo: 0.438503, Hi: 1, OK: true}},
	} {
		e := MoveInterval(c.moves, c.longest)
		if e.OK != c.want.OK || e.Reason != c.want.Reason || math.Abs(e.Value-c.want.Value) > 1e-9 ||
			math.Abs(e.Lo-c.want.Lo) > 1e-4 || math.Abs(e.Hi-c.want.Hi) > 1e-4 {
			t.Errorf("%s: %+v, want %+v", c.name, e, c.want)
		}
	}
}
