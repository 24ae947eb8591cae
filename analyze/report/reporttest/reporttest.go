// Package reporttest makes parts of reports for tests.
package reporttest

import "runreport/analyze/report"

// Runs are n runs of which nothing is known, and without details.
func Runs(n int) []report.Run {
	all := make([]report.Run, n)
	for i := range all {
		all[i] = report.Run{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	return all
}

// Whole is the run with empty ones of its setup, end and details that it lacks.
func Whole(r report.Run) report.Run {
	if r.RunSetup == nil {
		r.RunSetup = &report.RunSetup{}
	}
	if r.RunEnd == nil {
		r.RunEnd = &report.RunEnd{}
	}
	if r.RunDetails == nil {
		r.RunDetails = &report.RunDetails{}
	}
	return r
}
