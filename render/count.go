package render

import (
	"cmp"

	"runreport/analyze/report"
)

func baselineName(b *report.Baseline) string { return cmp.Or(b.Label, "the baseline") }

// count counts problems by severity, acknowledged ones aside. Where there is no problem the
// banner's errors and warnings count; what it says for information is none.
func count(problems []report.Problem, banner []report.Attention) map[string]int64 {
	n := map[string]int64{}
	for _, p := range problems {
		if p.Acknowledged == "" {
			n[p.Severity]++
		}
	}
	if len(problems) == 0 {
		for _, a := range banner {
			if a.Severity != report.SeverityInfo {
				n[a.Severity]++
			}
		}
	}
	return n
}
