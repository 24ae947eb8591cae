package problem

import (
	"slices"
	"testing"

	"runreport/analyze/report"
)

// latestCycle has a recall for the measured benchmarks, and is pinned to others.
func latestCycle(measured, pinned []string) report.Cycle {
	c := report.Cycle{Cycle: "latest"}
	for _, name := range measured {
		c.Benchmarks = append(c.Benchmarks, report.Benchmark{Benchmark: name, Pinned: slices.Contains(pinned, name), RecallPre: report.Recall{Value: report.Known(0.5)}})
	}
	for _, name := range pinned {
		if !slices.Contains(measured, name) {
			c.Benchmarks = append(c.Benchmarks, report.Benchmark{Benchmark: name, Pinned: true})
		}
	}
	return c
}

func TestABenchmarkThatIsNotPinnedIsNotGone(t *testing.T) {
	both := []string{"chi", "gin"}
	before := []report.Cycle{latestCycle(both, both)}
	for _, c := range []struct {
		name string
		now  []report.Cycle
		want []string
	}{
		{"pinned to fewer", []report.Cycle{latestCycle([]string{"chi"}, []string{"chi"})}, nil},
		{"pinned and not measured: another kind says so", []report.Cycle{latestCycle([]string{"chi"}, both)}, nil},
		{"pinned to none", []report.Cycle{latestCycle([]string{"chi"}, nil)}, []string{"gin"}},
		{"an open cycle that is pinned to fewer, before it one without pins", []report.Cycle{latestCycle(both, nil), latestCycle(nil, []string{"chi"})}, nil},
		{"no cycle is left", nil, both},
	} {
		if got := goneBenchmarks(before, c.now); !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
