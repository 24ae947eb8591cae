// Package reporttest makes parts of reports for tests.
package reporttest

import "runreport/analyze/report"

// Runs are n runs of which nothing is known, with all that other code may expect of a run.
func Runs(n int) []report.Run {
	all := make([]report.Run, n)
	for i := range all {
		all[i] = report.Run{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	return all
}
