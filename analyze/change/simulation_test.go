package change

import (
	"math/rand/v2"
	"os"
	"testing"
)

// The simulations take their size from the environment: a few seconds by default, four
// settings within five minutes with RUNREPORT_LONG, the whole grid with RUNREPORT_GRID.
var (
	longSimulation = os.Getenv("RUNREPORT_LONG") != ""
	gridSimulation = os.Getenv("RUNREPORT_GRID") != ""
)

// Promise: in a year in which nothing changes there are at most 12 false calls, 24 with
// autocorrelated effects of the dates. Logged beside it: by the rule of STATISTICS 1.21 alone.
func TestSimulationFalseCalls(t *testing.T) {
	for _, s := range falseCallSettings() {
		t.Run(s.String(), func(t *testing.T) {
			calls := s.falseCalls(judgeDurations)
			if longSimulation || gridSimulation {
				t.Logf("%d false calls a year, by 1.21 alone %d", calls, s.falseCalls(judgeDefinition))
			} else {
				t.Logf("%d false calls a year", calls)
			}
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

// falseCalls counts the alarms of a year in which nothing changes.
func (s setting) falseCalls(judge rule) int {
	r := rand.New(rand.NewPCG(18, uint64(s.steps*100+s.runs)))
	groups, dates := prepareDurations(yearSeries(s.year(r, 365)), s.steps <= 20)
	histories, _ := replayDurations(groups, dates, judge)
	calls := 0
	for _, h := range histories {
		calls += len(h.alarms)
	}
	return calls
}

func falseCallSettings() []setting {
	if !gridSimulation && !longSimulation {
		return []setting{
			{shape: "independent", steps: 20, runs: 2, load: 0.05},
			{shape: "autocorrelated", steps: 20, runs: 1, load: 0.05},
			{shape: "mixed", steps: 20, runs: 1, load: 0.05},
		}
	}
	if !gridSimulation {
		return []setting{
			{shape: "date effect", steps: 200, runs: 4, load: 0.05},
			{shape: "autocorrelated", steps: 200, runs: 1, load: 0.05},
			{shape: "t3", steps: 20, runs: 1, load: 0.10},
			{shape: "mixed", steps: 200, runs: 2, load: 0},
		}
	}
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

// Promise: 200 steps of which each fails or flakes at random, 1 % or 5 %, give hardly any
// false call in a year; one that jumps to 50 % is called within three dates of four runs.
func TestSimulationRates(t *testing.T) {
	steps, dates := 40, 120
	if longSimulation || gridSimulation {
		steps, dates = 200, 365
	}
	r := rand.New(rand.NewPCG(21, 1))
	year := func(rate func(step, date int) float64) []Series {
		all := make([]Series, steps)
		for i := range all {
			all[i] = Series{Key: Key{FlakeRate, "kahn/shop", string(rune('a'+i%26)) + string(rune('a'+i/26))}}
			for d := range dates {
				p := Point{Date: dateName(d)}
				p.Count.Den = 4
				for range 4 {
					if r.Float64() < rate(i, d) {
						p.Count.Num++
					}
				}
				all[i].Points = append(all[i].Points, p)
			}
		}
		return all
	}
	lives := func(all []Series) []*history {
		names, at := datesOf(all, "")
		tracks := make([]*track, len(all))
		for i, s := range all {
			tracks[i] = newTrack(s, at)
		}
		histories, _, _ := replayCounts(groupCounts(tracks), len(names))
		out := make([]*history, len(tracks))
		for i, tr := range tracks {
			out[i] = histories[tr]
		}
		return out
	}
	for _, level := range []float64{0.01, 0.05} {
		calls := 0
		for _, h := range lives(year(func(int, int) float64 { return level })) {
			calls += len(h.alarms)
		}
		t.Logf("rate %.0f %%: %d false calls", 100*level, calls)
		if calls > 2 {
			t.Errorf("rate %.0f %%: %d false calls, hardly any promised", 100*level, calls)
		}
	}
	seen, planted := 0, 0
	for i, h := range lives(year(func(step, date int) float64 {
		if step%10 == 0 && date >= 60+step && date < 64+step {
			return 0.5
		}
		return 0.01
	})) {
		if i%10 != 0 || 64+i > dates {
			continue
		}
		planted++
		for _, a := range h.alarms {
			if a.first >= 60+i && a.first < 63+i {
				seen++
				break
			}
		}
	}
	t.Logf("1 to 50 %%: %d of %d within three dates", seen, planted)
	if planted == 0 || float64(seen) < 0.9*float64(planted)-1 {
		t.Errorf("1 to 50 %%: %d of %d within three dates, 90 %% promised", seen, planted)
	}
}
