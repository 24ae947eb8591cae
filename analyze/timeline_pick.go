package analyze

import (
	"slices"

	"runreport/analyze/report"
)

// maxTimelines is how many timelines the page shows; the site has one for every run.
const maxTimelines = 6

// timelines are those that a person would open first: of the latest run, then of
// each system's latest in which a step failed, stalled or was blocked, then of each
// system's latest in which one needed a retry.
func (a *analysis) timelines() []report.Block {
	drawn := map[*Unit]*report.Chart{}
	take := func(perSystem bool, want func(*Unit) bool) {
		seen := map[string]bool{}
		for _, u := range slices.Backward(a.units) {
			if len(drawn) == maxTimelines || seen[u.System] || !want(u) {
				continue
			}
			c := drawn[u]
			if c == nil {
				c = a.timeline(u)
			}
			if c == nil {
				continue
			}
			drawn[u], seen[u.System] = c, true
			if !perSystem {
				return
			}
		}
	}
	take(false, func(*Unit) bool { return true })
	take(true, (*Unit).failed)
	take(true, func(u *Unit) bool { return len(u.flaked()) > 0 })
	if len(drawn) == 0 {
		return nil
	}
	blocks := []report.Block{{Title: "Timelines", Text: []string{"What ran when, newest first: in the latest run whose steps have times, in each system's latest run in which a step failed, stalled or was blocked, and in the latest in which one needed a retry, as far as six go."}}}
	for _, u := range slices.Backward(a.units) {
		if c := drawn[u]; c != nil {
			blocks = append(blocks, chartBlock(c))
		}
	}
	return blocks
}

// failed reports whether a step of the unit failed, stalled or was blocked in the end.
func (u *Unit) failed() bool {
	return slices.ContainsFunc(u.steps, func(row int) bool { return u.t.Steps.Status.At(row) == "blocked" }) ||
		slices.ContainsFunc(u.tries(), func(y *try) bool { return y.settled && !y.converged })
}
