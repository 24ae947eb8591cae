package change_test

import (
	"testing"

	"runreport/analyze/analyzetest"
)

// What changed over 30 run dates, and against a baseline that ends some dates earlier.
func TestChangesOfLogs(t *testing.T) {
	r := analyzetest.Compared(t)
	d := r.Data
	analyzetest.Golden(t, "compared", map[string]any{
		"changes": d.Changes, "tests": d.ChangeTests, "past": d.PastChanges, "baseline recall": d.Baseline.Recall,
		"baseline flakes": d.Baseline.Flakes, "baseline durations": d.Baseline.Durations, "older": d.Baseline.Older,
		"sections": d.Baseline.Compared, "shifts": d.Durations.Shifts, "plan": r.Plan, "across": d.Cycles[len(d.Cycles)-1].Across,
	})
}
