package change

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
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
	powerHistory = 90 // dates before the first change
	powerDates   = 8  // dates that a change lasts
	powerEvery   = 42 // dates from one planted change to the next, of another step
)

// delays plants the change in one step after another, trials times, and returns after how
// many dates it was called; powerDates+1 if never.
func (p plantedChange) delays(trials int) []int {
	r := rand.New(rand.NewPCG(uint64(1000*p.factor), uint64(p.steps*100+p.runs)))
	all := make([]int, 0, trials)
	for len(all) < trials {
		year := p.year(r, 365)
		type plant struct{ step, date int }
		var plants []plant
		for from := powerHistory; from+powerDates <= 365 && len(all)+len(plants) < trials; from += powerEvery {
			x := plant{(len(all) + len(plants)) * 7 % p.steps, from}
			plants = append(plants, x)
			for d := from; d < from+powerDates; d++ {
				for k := range year[x.step][d] {
					year[x.step][d][k] *= p.factor
				}
			}
		}
		groups, dates := prepareDurations(yearSeries(year), false)
		histories, _ := replayDurations(groups, 0, dates)
		for _, x := range plants {
			delay := powerDates + 1
			for _, a := range histories[groups[0].tracks[x.step]].alarms {
				if a.way > 0 && a.first >= x.date && a.first < x.date+powerDates {
					delay = min(delay, a.first-x.date+1)
				}
			}
			all = append(all, delay)
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
	for _, steps := range []int{200} {
		for _, shape := range shapes {
			if x := os.Getenv("SHAPES"); x != "" && !strings.Contains(x, shape) {
				continue
			}
			for _, factor := range []float64{2, 1.5, 1.25} {
				line := ""
				for _, runs := range []int{4, 2, 1} {
					p := plantedChange{setting: setting{shape: shape, steps: steps, runs: runs, load: 0.05}, factor: factor}
					d := p.delays(21)
					line += fmt.Sprintf(" | %d runs:", runs)
					for w := 1; w <= 5; w++ {
						line += fmt.Sprintf(" %3.0f", 100*called(d, w))
					}
				}
				t.Logf("%-15s %3d steps x%.2f%s", shape, steps, factor, line)
			}
		}
	}
}
