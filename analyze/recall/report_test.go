package recall_test

import (
	"testing"

	"runreport/analyze"
	"runreport/analyze/analyzetest"
)

// Cycles, their benchmarks and bugs, with the runs that they were linked to.
func TestRecallOfLogs(t *testing.T) {
	small := analyzetest.Small(t).Data
	analyzetest.Golden(t, "small", map[string]any{"cycles": small.Cycles, "trajectory": small.Trajectory, "bugs": small.Bugs})
	d := analyzetest.Report(t, analyze.Options{SelfTestPoints: 1}, "demo/playbook-calibration", "demo/playbook-runs").Data
	analyzetest.Golden(t, "demo", map[string]any{"cycles": d.Cycles, "trajectory": d.Trajectory, "bugs": d.Bugs,
		"findings": d.Findings, "self test": d.SelfTest})
}
