package stat

import (
	"math"
	"testing"
)

// A change is measured between the changes next to it, not between all that is before and after:
// of levels 1, 2 and 4 the second is a step of 2 up from 2. Down is below zero.
func TestLevelsAreMeasuredBetweenTheirNeighbours(t *testing.T) {
	jitter := []float64{-0.02, 0.01, 0.03, -0.01, -0.03, 0.02, 0, 0.02, -0.02, 0} // of mean 0 and median 0
	const length = 50
	for _, levels := range [][]float64{{1, 2}, {1, 2, 4}, {4, 2, 1}} {
		var series []float64
		for _, l := range levels {
			for i := range length {
				series = append(series, l+jitter[i%len(jitter)])
			}
		}
		_, found := FindLevels(series, func(l Level) bool { return math.Abs(l.Step) > 0.5 })
		equal(t, "changes", len(found), len(levels)-1)
		for i, l := range found {
			equal(t, "index", l.Index, length*(i+1))
			near(t, "mean before", l.MeanBefore, levels[i], 1e-9)
			near(t, "mean after", l.MeanAfter, levels[i+1], 1e-9)
			near(t, "step", l.Step, levels[i+1]-levels[i], 1e-9)
			near(t, "shift", l.Shift.Value, levels[i+1]-levels[i], 0.02)
			if l.Shift.Lo > l.Shift.Value || l.Shift.Hi < l.Shift.Value || l.Shift.Hi-l.Shift.Lo > 0.2 {
				t.Errorf("%v: shift %v, %v to %v", levels, l.Shift.Value, l.Shift.Lo, l.Shift.Hi)
			}
		}
	}
}
