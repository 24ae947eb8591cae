package present

import (
	"fmt"
	"testing"

	"runreport/analyze/report"
)

// Steps and benchmarks have their rows however many runs there are, and none is left uncounted.
func TestStepsHaveRowsBesideManyRuns(t *testing.T) {
	for _, runs := range []int{0, 1, manyRows, 3 * manyRows} {
		d := &report.Data{}
		for i := range runs {
			d.Runs = append(d.Runs, report.Run{Key: fmt.Sprint(i), Unit: fmt.Sprint("run-", i), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}})
		}
		for i := range manyRows + 2 {
			d.Flakes.ByNode = append(d.Flakes.ByNode, report.FlakeNode{Node: fmt.Sprint("step-", i)})
		}
		d.Cycles = []report.Cycle{{Benchmarks: []report.Benchmark{{Benchmark: "chi", RecallPost: report.Recall{Value: report.Known(0.5)}}}}}
		got := generalTable(d)
		shown := map[string]int{}
		for _, r := range got.Rows {
			shown[r.Cells[1].Text]++
		}
		if shown["run"] != min(runs, manyRows) || shown["step"] != manyRows || shown["benchmark"] != 1 || got.Total != runs+manyRows+3 {
			t.Errorf("%d runs: %v of %d rows", runs, shown, got.Total)
		}
	}
}
