package change

import "runreport/analyze/report"

// Names gives a subject the name that it keeps from report to report.
type Names func(system, subject string) string

// StableNames tells how subjects are named so that the name lasts from report to
// report, as their runs say it. Where none does, the subject itself is the name.
func StableNames(runs []report.Run) Names {
	type of struct{ system, subject string }
	names := map[of]string{}
	for i := range runs {
		if r := &runs[i]; r.StableSubject != nil {
			names[of{r.System, r.Subject}] = *r.StableSubject
		}
	}
	return func(system, subject string) string {
		if name, given := names[of{system, subject}]; given {
			return name
		}
		return subject
	}
}
