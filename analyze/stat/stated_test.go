package stat

import (
	"math"
	"testing"
)

// The p-values are 2*scipy.stats.norm.sf(abs(b-a)/hypot(ea, eb)).
func TestStatedDifference(t *testing.T) {
	for _, c := range []struct {
		a, b      Stated
		lo, hi, p float64
		why       Reason
	}{
		{Stated{0.5, 0.05}, Stated{0.3, 0.05}, -0.3385903824, -0.0614096176, 0.004677734981, ""},
		{Stated{0.3, 0.05}, Stated{0.5, 0.05}, 0.0614096176, 0.3385903824, 0.004677734981, ""},
		{Stated{0.5, 0.03}, Stated{0.5, 0.04}, -0.0979981992, 0.0979981992, 1, ""},
		{Stated{1, 0}, Stated{0.9, 0.1}, -0.2959963985, 0.0959963985, 0.3173105079, ""},
		{Stated{1, 0}, Stated{1, 0}, 0, 0, 1, ReasonNotMeasured},
		{Stated{1, 0}, Stated{0, 0}, 0, 0, math.NaN(), ReasonNotMeasured},
		{Stated{1, -0.1}, Stated{0, 0.1}, 0, 0, math.NaN(), ReasonUncheckable},
		{Stated{math.NaN(), 0.1}, Stated{0, 0.1}, 0, 0, math.NaN(), ReasonUncheckable},
		{Stated{1, math.Inf(1)}, Stated{0, 0.1}, 0, 0, math.NaN(), ReasonUncheckable},
	} {
		e, p := StatedDifference(c.a, c.b)
		if e.OK != (c.why == "") || e.Reason != c.why || math.Abs(e.Lo-c.lo) > 1e-9 || math.Abs(e.Hi-c.hi) > 1e-9 {
			t.Errorf("%v and %v: %+v, want %g to %g", c.a, c.b, e, c.lo, c.hi)
		}
		if p.OK == math.IsNaN(c.p) || p.OK && math.Abs(p.Value-c.p) > 1e-9 {
			t.Errorf("%v and %v: p %+v, want %g", c.a, c.b, p, c.p)
		}
	}
}
