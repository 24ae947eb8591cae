package problem_test

import (
	"testing"

	"runreport/analyze/analyzetest"
)

// Problems and the banner over the logs of all formats, and against a baseline.
func TestProblemsOfLogs(t *testing.T) {
	small := analyzetest.Small(t)
	analyzetest.Golden(t, "small", map[string]any{"problems": small.Data.Problems, "attention": small.Data.Attention})
	compared := analyzetest.Compared(t)
	d := compared.Data
	analyzetest.Golden(t, "compared", map[string]any{"problems": d.Problems, "attention": d.Attention, "acknowledged": d.Acknowledged,
		"new": d.Baseline.New, "gone": d.Baseline.Gone, "fixed": d.Baseline.Fixed})
}
