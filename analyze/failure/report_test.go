package failure_test

import (
	"testing"

	"runreport/analyze/analyzetest"
)

// Failures of the logs of all formats, and what test reports and lists of flaky tests say.
func TestFailuresOfLogs(t *testing.T) {
	r := analyzetest.Small(t)
	tests, err := r.Tests()
	if err != nil {
		t.Fatal(err)
	}
	analyzetest.Golden(t, "small", map[string]any{"failures": r.Data.Failures, "clusters": r.Data.Clusters, "tests": tests, "flaky": r.Data.KnownFlaky})
	r = analyzetest.Compared(t)
	analyzetest.Golden(t, "compared", map[string]any{"failures": r.Data.Failures, "clusters": r.Data.Clusters, "flaky": r.Data.KnownFlaky})
}
