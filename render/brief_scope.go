package render

import (
	"fmt"
	"slices"

	"runreport/analyze/report"
)

// scope is what the report is about: its runs, and whether all of them ended, or the cycles where
// there are no runs. How many have not ended is a note of the verdict.
func scope(d *report.Data) string {
	if len(d.Runs) == 0 && len(d.Cycles) > 0 {
		return counted(int64(len(d.Cycles)), "cycle")
	}
	s := counted(int64(len(d.Runs)), "run")
	if n := len(systems(d.Runs)); n > 1 {
		s += fmt.Sprintf(" of %d systems", n)
	}
	switch open := func(r report.Run) bool { return r.Result == "" || r.Result == "open" || r.Result == "unknown" }; {
	case len(d.Runs) == 0 || slices.ContainsFunc(d.Runs, open):
	case len(d.Runs) == 1:
		s += ", ended"
	case len(d.Runs) == 2:
		s += ", both ended"
	default:
		s += ", all ended"
	}
	return s
}
