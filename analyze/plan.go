package analyze

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// What a plan is made for.
var (
	plannedShares = []float64{0.10, 0.25, 0.50, 1}
	plannedRuns   = []int{1, 2, 4}
	plannedPoints = []float64{0.05, 0.10, 0.20, 0.40}
)

// plan says how many runs and dates changes take to show, from the same series and cycles
// that changes are looked for in.
func plan(all []change.Series, cycles []report.Cycle) *report.Plan {
	out := &report.Plan{Steps: []report.StepPlan{}, Benchmarks: benchmarkPlans(cycles)}
	for _, n := range change.Noises(all, "") {
		p := n.Place()
		row := report.StepPlan{System: p.System, Subject: p.Subject, Step: p.Step, Dates: int64(n.N), PerDate: n.PerK, Reason: string(n.Why), Rows: []report.StepPlanRow{}}
		if n.Why == "" {
			row.DateSD = &n.Dates
			if n.Runs > 0 {
				row.RunSD = &n.Runs
			}
			for _, x := range n.Plan(plannedShares, plannedRuns) {
				row.Rows = append(row.Rows, report.StepPlanRow{Change: x.Share, Runs: int64(x.Runs), Dates: above0(x.Dates)})
			}
		}
		out.Steps = append(out.Steps, row)
	}
	return out
}

// benchmarkPlans scales the noise of all repeats to the reference list of each benchmark,
// as the grade of a comparison does.
func benchmarkPlans(cycles []report.Cycle) []report.BenchmarkPlan {
	type of struct{ system, name string }
	size := map[of]int64{} // in the latest cycle that tells it
	var groups []stat.RepeatGroup
	for i := range cycles {
		for _, b := range cycles[i].Benchmarks {
			for _, side := range []report.Recall{b.RecallPre, b.RecallPost} {
				g := stat.RepeatGroup{}
				for _, r := range side.Runs {
					if r.Value.OK {
						g.Recalls = append(g.Recalls, r.Value.Value)
					}
					if r.Den.OK && r.Den.Value > 0 {
						g.ListSize = int(r.Den.Value)
					}
				}
				if g.ListSize > 0 {
					size[of{cycles[i].System, b.Benchmark}] = int64(g.ListSize)
				}
				groups = append(groups, g)
			}
		}
	}
	noise := stat.RunNoise(groups)
	out := []report.BenchmarkPlan{}
	for k, bugs := range size {
		scaled := stat.Noise{SD: noise.PerBugSD / math.Sqrt(float64(bugs)), DF: noise.PerBugDF}
		row := report.BenchmarkPlan{System: k.system, Benchmark: k.name, Bugs: bugs, Repeats: int64(noise.PerBugDF), Rows: []report.BenchmarkPlanRow{}}
		rows, why := change.PlanRecall(scaled, plannedPoints)
		if row.Reason = string(why); why == "" {
			row.SD = &scaled.SD
		}
		for _, x := range rows {
			row.Rows = append(row.Rows, report.BenchmarkPlanRow{Change: x.Change, Runs: above0(x.Runs)})
		}
		out = append(out, row)
	}
	slices.SortFunc(out, func(x, y report.BenchmarkPlan) int {
		return cmp.Or(strings.Compare(x.System, y.System), strings.Compare(x.Benchmark, y.Benchmark))
	})
	return out
}

// above0 is the number, nil where it is 0.
func above0(n int) *int64 {
	if n == 0 {
		return nil
	}
	x := int64(n)
	return &x
}
