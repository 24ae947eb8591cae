package change

import (
	"math/rand/v2"
	"os"
	"testing"
)

// Promise: in a year in which nothing changes there are at most 12 false calls, 24 with
// autocorrelated effects of the dates.
func TestSimulationFalseCalls(t *testing.T) {
	for _, s := range falseCallSettings() {
		t.Run(s.String(), func(t *testing.T) {
			r := rand.New(rand.NewPCG(18, uint64(s.steps*100+s.runs)))
			groups, dates := prepareDurations(yearSeries(s.year(r, 365)), os.Getenv("NOSEARCH") == "")
			histories, _ := replayDurations(groups, 0, dates)
			calls, levels := 0, 0
			for _, h := range histories {
				calls += len(h.alarms)
			}
			for _, tr := range groups[0].tracks {
				if tr.levelQ <= cutQ {
					levels += len(tr.levels)
				}
			}
			t.Logf("%d false calls, %d change points", calls, levels)
			limit := 12
			if s.shape == "autocorrelated" {
				limit = 24
			}
			if calls > limit {
				t.Errorf("%d false calls a year, at most %d promised", calls, limit)
			}
		})
	}
}

func falseCallSettings() []setting {
	var all []setting
	for _, shape := range shapes {
		for _, steps := range []int{5, 20, 200} {
			for _, runs := range []int{1, 2, 4} {
				for _, load := range []float64{0, 0.05, 0.10} {
					all = append(all, setting{shape: shape, steps: steps, runs: runs, load: load})
				}
			}
		}
	}
	return all
}
