package change

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// plantedChange is a change of one step's duration from a date on.
type plantedChange struct {
	setting
	factor float64
	within int     // dates
	share  float64 // of trials in which it has to be called by then
}

const (
	powerHistory = 90 // dates before the change
	powerDates   = 8  // dates after it
)

// delays plants the change trials times and returns after how many dates it was called;
// powerDates+1 if never.
func (p plantedChange) delays(trials int) []int {
	r := rand.New(rand.NewPCG(uint64(1000*p.factor), uint64(p.steps*100+p.runs)))
	all := make([]int, trials)
	for trial := range all {
		year := p.year(r, powerHistory+powerDates)
		planted := (trial * 7) % p.steps
		for d := powerHistory; d < len(year[planted]); d++ {
			for k := range year[planted][d] {
				year[planted][d][k] *= p.factor
			}
		}
		groups, dates := prepareDurations(yearSeries(year), false)
		histories, _ := replayDurations(groups, powerFrom(), dates)
		all[trial] = powerDates + 1
		for _, tr := range groups[0].tracks {
			if tr.key.Name != fmt.Sprintf("step%04d", planted) {
				continue
			}
			for _, a := range histories[tr].alarms {
				if a.way > 0 {
					all[trial] = min(all[trial], a.first-powerHistory+1)
				}
			}
		}
	}
	return all
}

func called(delays []int, within int) float64 {
	n := 0
	for _, d := range delays {
		if d <= within {
			n++
		}
	}
	return float64(n) / float64(len(delays))
}

func TestSimulationPower(t *testing.T) {
	for _, steps := range []int{20, 200} {
		for _, shape := range shapes {
			for _, factor := range []float64{2, 1.5, 1.25} {
				line := ""
				for _, runs := range []int{4, 2, 1} {
					p := plantedChange{setting: setting{shape: shape, steps: steps, runs: runs, load: 0.05}, factor: factor}
					d := p.delays(60)
					line += fmt.Sprintf(" | %d runs:", runs)
					for w := 1; w <= 6; w++ {
						line += fmt.Sprintf(" %3.0f", 100*called(d, w))
					}
				}
				t.Logf("%-15s %3d steps x%.2f%s", shape, steps, factor, line)
			}
		}
	}
}

func powerFrom() int {
	if useScores {
		return 0
	}
	return powerHistory
}
