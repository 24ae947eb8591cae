package change

import (
	"testing"

	"runreport/analyze/report"
)

// Where benchmarks were compared and no bug moved, p is 1, as it is of the pooled test of one
// benchmark (STATISTICS 1.6). Without a comparison there is none.
func TestNoChangedBugIsNoLossAcross(t *testing.T) {
	same := report.Benchmark{Benchmark: "b", Delta: report.Known(0.04),
		RecallPre: report.Recall{Value: report.Known(0.5)}, RecallPost: report.Recall{Value: report.Known(0.54)}}
	for _, c := range []struct {
		name       string
		benchmarks []report.Benchmark
		want       report.Number
	}{
		{"compared", []report.Benchmark{same, same}, report.Known(1)},
		{"not compared", []report.Benchmark{{Benchmark: "b", Delta: report.Missing("missing_post")}}, report.Missing("no_data")},
	} {
		cycles := LossAcross([]report.Cycle{{Benchmarks: c.benchmarks, NoiseFloor: report.Known(0.05)}})
		if got := cycles[0].Across; got.P != c.want || got.Loss {
			t.Errorf("%s: p %+v, loss %v, want %+v and none", c.name, got.P, got.Loss, c.want)
		}
	}
}
