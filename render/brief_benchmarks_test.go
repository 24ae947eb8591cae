package render

import (
	"testing"

	"runreport/analyze/report"
)

// A comparison whose benchmarks differ, and all of whose items together do not, has its tag and its
// grade from the benchmarks.
func TestComparisonsOfBenchmarks(t *testing.T) {
	of := func(evidence string, deltas ...float64) report.ItemComparison {
		c := report.ItemComparison{After: "new", Items: 40, Evidence: evidence, Delta: report.Known(0.1), Text: "t"}
		for _, d := range deltas {
			c.Benchmarks = append(c.Benchmarks, report.ItemStratum{Evidence: report.ItemsModerate, Delta: report.Known(d)})
		}
		return c
	}
	none := report.ItemsInconclusive
	for _, x := range []struct {
		name       string
		c          report.ItemComparison
		tag, grade string
		good, open bool
	}{
		{"both ways", of(none, 0.2, -0.2), "mixed", report.ItemsModerate, true, true},
		{"up", of(none, 0.2, 0.1), "better", report.ItemsModerate, true, false},
		{"down", of(none, -0.2, -0.1), "worse", report.ItemsModerate, false, false},
		{"neither", of(none), none, none, true, false},
		{"all together", of(report.ItemsWeak, -0.2, -0.2), "better", report.ItemsWeak, true, false},
	} {
		differ, alike := briefComparisons([]report.ItemComparison{x.c})
		if x.tag == none {
			differ, alike = alike, differ
		}
		if len(alike) != 0 || len(differ) != 1 {
			t.Fatalf("%s: %d and %d", x.name, len(differ), len(alike))
		}
		if b := differ[0]; b.Tag != x.tag || b.Grade != x.grade || b.Good != x.good || b.Unsure != x.open {
			t.Errorf("%s: %+v", x.name, b)
		}
	}
}
