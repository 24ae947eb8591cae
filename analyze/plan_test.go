package analyze

import (
	"math"
	"testing"

	"runreport/analyze/change"
)

// The plan's noise is that of the logs, and its number of dates is what the rule then
// needs: a change of that size, planted in other logs, is called within them.
func TestThePlanKeepsItsWord(t *testing.T) {
	p := pipeline{steps: 8, dates: 70, runs: 4, spread: 0.1, seed: 21}
	steps := built(p.tables(), Options{Plan: true}).Plan.Steps
	if len(steps) != 8 {
		t.Fatalf("%d steps", len(steps))
	}
	dates := int64(0)
	for _, s := range steps {
		if s.RunSD == nil || math.Abs(*s.RunSD-0.1) > 0.02 || s.DateSD == nil || *s.DateSD > 0.05 || s.Dates != 60 || s.PerDate != 4 {
			t.Errorf("%s: noise of runs %v, of dates %v, on %d dates of %g runs", s.Step, s.RunSD, s.DateSD, s.Dates, s.PerDate)
		}
		for _, r := range s.Rows {
			if r.Change == 0.25 && r.Runs == 4 && r.Dates != nil {
				dates = max(dates, *r.Dates)
			}
		}
	}
	if dates < 1 || dates > 3 {
		t.Fatalf("25 %% with four runs a date takes %d dates, expected 1 to 3", dates)
	}
	seen, trials := 0, 12
	for trial := range trials {
		p.seed = uint64(100 + trial)
		p.factor = func(step, date int) float64 {
			if step == 2 && date >= p.dates-int(dates) {
				return 1.25
			}
			return 1
		}
		for _, c := range changesOf(built(p.tables(), Options{}), change.Duration) {
			if c.Step == "step-002" && c.State != "suspected" {
				seen++
			}
		}
	}
	if seen < 8 { // of 12 at 80 %: fewer come once in thirty times
		t.Errorf("within %d dates it was called in %d of %d trials", dates, seen, trials)
	}
}

// Recall needs repeats: without any the plan says that nothing is measured.
func TestThePlanForRecall(t *testing.T) {
	none := built(cycleOf("ship", nil, nil, nil, single("chi", of(4, 6), of(8, 2), "")), Options{Plan: true}).Plan.Benchmarks
	if len(none) != 1 || none[0].SD != nil || none[0].Reason != "not_measured" || none[0].Bugs != 10 || len(none[0].Rows) != 0 {
		t.Errorf("without repeats: %+v", none)
	}
	repeats := built(cycleOf("ship", nil, nil, nil, bench{"rep", []run{of(10, 10), of(14, 6), of(12, 8)}, []run{of(13, 7), of(16, 4), of(12, 8)}, ""}), Options{Plan: true}).Plan.Benchmarks
	// Variances 0.01 and 13/1200 of two times three runs: s = 0.1021 with 4 degrees of freedom,
	// and (2.776+0.941)·0.1021·sqrt(2/n) <= 0.2 from n = 8 on.
	if len(repeats) != 1 || repeats[0].SD == nil || math.Abs(*repeats[0].SD-0.1021) > 1e-4 || repeats[0].Rows[2].Runs == nil || *repeats[0].Rows[2].Runs != 8 {
		t.Errorf("with repeats: %+v", repeats[0])
	}
}
