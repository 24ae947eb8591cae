package change

import (
	"cmp"
	"math/rand/v2"
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

const (
	// minSlowTimes is how many runs a step needs to be split into two windows.
	minSlowTimes = 10
	// maxSlowSteps is how many steps are resampled, those with most runs.
	maxSlowSteps = 25
)

// SlowPower is how often a step that takes factor times as long in its new runs is
// called slower, all steps being looked at. A factor of 1 gives false alarms: some
// step called slower though none is.
func SlowPower(r *rand.Rand, resamples int, times []*Times, factor float64) report.Power {
	var all []*Times
	for _, s := range times {
		if len(s.values) >= minSlowTimes {
			all = append(all, s)
		}
	}
	slices.SortStableFunc(all, func(x, y *Times) int { return cmp.Compare(len(y.values), len(x.values)) })
	all = all[:min(len(all), maxSlowSteps)]
	called, n := 0, 0
	for i := 0; len(all) > 0 && i < resamples; i++ {
		victim := all[r.IntN(len(all))]
		shifts := compareWindows(all, func(s *Times) (before, after []float64) {
			values := slices.Clone(s.values)
			r.Shuffle(len(values), func(i, j int) { values[i], values[j] = values[j], values[i] })
			fresh := min(5, len(values)/2)
			after, before = values[:fresh], values[fresh:min(len(values), fresh+oldRuns)]
			if s == victim {
				for j := range after {
					after[j] *= factor
				}
			}
			return before, after
		})
		n++
		hit := slices.ContainsFunc(shifts, func(x report.Shift) bool {
			return x.Call == "slower" && (factor == 1 || x.System == victim.key.System && x.Subject == victim.key.Subject && x.Step == victim.key.Step)
		})
		if hit {
			called++
		}
	}
	found := metric.RateOf(called, n)
	return report.Power{What: "one step takes 20 % longer", Noticed: found, Called: found}
}
