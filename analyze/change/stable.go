package change

import (
	"strings"

	"runreport/analyze/report"
)

// Names gives a subject the name that it keeps from report to report.
type Names func(system, subject string) string

// StableNames tells how subjects are named so that the name lasts from report to
// report. A kahn log names no subject: a folder stands in for it, and the first part
// of that is the command's argument, which may have another name tomorrow. It goes,
// unless two folders would be one without it.
func StableNames(runs []report.Run) Names {
	folders := map[string]map[string]bool{}
	for _, r := range runs {
		if r.System != "kahn" {
			continue
		}
		below := belowFirst(r.Subject)
		if folders[below] == nil {
			folders[below] = map[string]bool{}
		}
		folders[below][r.Subject] = true
	}
	return func(system, subject string) string {
		below := belowFirst(subject)
		if system != "kahn" || len(folders[below]) > 1 {
			return subject
		}
		return below
	}
}

func belowFirst(folder string) string {
	_, below, _ := strings.Cut(folder, "/")
	return below
}
