package present

import (
	"cmp"
	"slices"

	"runreport/analyze/report"
)

// maxTimelines is how many timelines the page shows; the site has one for every run.
const maxTimelines = 3

// timelines are those that a person would open first: of the latest run, then of
// each system's latest in which a step failed, stalled or was blocked, then of each
// system's latest in which one needed a retry.
func timelines(in *View) ([]report.Block, error) {
	var failed error
	drawn, empty := map[int]*report.Chart{}, map[int]bool{}
	blocked := map[int]bool{}
	for _, b := range in.Blocked {
		blocked[b.Run] = true
	}
	runs := in.Data.Runs
	take := func(perSystem bool, want func(i int) bool) {
		seen := map[string]bool{}
		for i := range slices.Backward(runs) {
			if len(drawn) == maxTimelines || seen[runs[i].System] || empty[i] || !want(i) {
				continue
			}
			c := drawn[i]
			if c == nil {
				d, err := in.Detail(i)
				if err != nil {
					failed = cmp.Or(failed, err)
					return
				}
				c = timeline(&runs[i], &d, in.LongestDuration)
			}
			if c == nil {
				empty[i] = true
				continue
			}
			drawn[i], seen[runs[i].System] = c, true
			if !perSystem {
				return
			}
		}
	}
	take(false, func(int) bool { return true })
	take(true, func(i int) bool { return blocked[i] || runs[i].Failed.Value > 0 })
	take(true, func(i int) bool { return len(runs[i].Flaked) > 0 })
	if failed != nil || len(drawn) == 0 {
		return nil, failed
	}
	blocks := []report.Block{{Title: "Timelines", Text: []string{"What ran when: in the latest run with times, in the latest runs in which a step failed, stalled or was blocked, and in the latest with a retry."}}}
	for i := range slices.Backward(runs) {
		if c := drawn[i]; c != nil {
			blocks = append(blocks, chartBlock(c))
		}
	}
	return blocks, nil
}
