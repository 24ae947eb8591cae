package stat

import (
	"slices"
	"testing"
)

// history reads f as found, m as missed, and anything else as unknown.
func history(marks string) []Result {
	list := make([]Result, len(marks))
	for i, m := range marks {
		switch m {
		case 'f':
			list[i] = Found
		case 'm':
			list[i] = Missed
		}
	}
	return list
}

// Counts by hand; predicted miss is (missed + 1/2)/(n + 1).
func TestStability(t *testing.T) {
	for _, c := range []struct {
		marks            string
		found, of, flips int
		label            StabilityLabel
		miss             float64
		loss             LossRank
	}{
		{"f", 1, 1, 0, StabilityTooFew, 0.25, LossNoHistory},
		{"fm", 1, 2, 1, StabilityTooFew, 0.5, LossNoHistory},
		{"fff", 3, 3, 0, StabilityFound, 0.125, LossUnclear},
		{"ffff", 4, 4, 0, StabilityFound, 0.1, LossRealCandidate},
		{"ffffffff", 8, 8, 0, StabilityFound, 1.0 / 18, LossRealCandidate},
		{"mmm", 0, 3, 0, StabilityMissed, 0.875, LossUnsteady},
		{"fmm", 1, 3, 1, StabilityUnconfirmed, 0.625, LossUnsteady},
		{"mmmf", 1, 4, 1, StabilityUnconfirmed, 0.7, LossUnsteady},
		{"ffmm", 2, 4, 1, StabilityChangedOnce, 0.5, LossUnsteady},
		{"mmfff", 3, 5, 1, StabilityChangedOnce, 2.5 / 6, LossUnsteady},
		{"fmf", 2, 3, 2, StabilityFlaky, 0.375, LossUnsteady},
		{"fmfmf", 3, 5, 4, StabilityFlaky, 2.5 / 6, LossUnsteady},
		{"-f-f--fm", 3, 4, 1, StabilityUnconfirmed, 0.3, LossUnsteady},
		{"ffffmfffff", 9, 10, 2, StabilityFlaky, 1.5 / 11, LossUnclear},
	} {
		h := history(c.marks)
		s := StabilityOf(h)
		if s.Found != c.found || s.Of != c.of || s.Flips != c.flips || s.Label != c.label {
			t.Errorf("%s: %+v", c.marks, s)
		}
		nearKnown(t, c.marks+": predicted miss", s.PredictedMiss, c.miss, 1e-12)
		equal(t, c.marks+": rank when lost", LossOf(Fraction{s.Found, s.Of}), c.loss)

		slices.Reverse(h)
		if r := StabilityOf(h); r.Label != s.Label || r.Flips != s.Flips || r.PredictedMiss != s.PredictedMiss {
			t.Errorf("%s: differs when read backwards: %+v", c.marks, r)
		}
	}
	none := StabilityOf(history("---"))
	equal(t, "label without results", none.Label, StabilityNoData)
	missing(t, "predicted miss without results", none.PredictedMiss, ReasonNoData)
	equal(t, "rank without results", LossOf(Fraction{}), LossNoHistory)
}
