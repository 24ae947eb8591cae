package stat

import (
	"math"
	"testing"
)

// The numbers are those of scipy.stats.t.interval(0.95, n-1, mean, sem).
func TestMeanInterval(t *testing.T) {
	e := MeanInterval([]float64{0, 0.5, -0.5, 1, 0, 0, 0.25, 0})
	if !e.OK || math.Abs(e.Value-0.15625) > 1e-12 || math.Abs(e.Lo+0.2132225) > 1e-6 || math.Abs(e.Hi-0.5257225) > 1e-6 {
		t.Errorf("%+v", e)
	}
	if e := MeanInterval([]float64{1, 0}); e.OK || e.Reason != ReasonTooFew {
		t.Errorf("%+v", e)
	}
}
