package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

var GateFailure = &Metric{
	Name: "gate-failure-rate", Title: "Gate checks that fail", Section: "gates", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Gate checks with the verdict fail, of those with pass, fail or warn. Skipped ones are counted apart.",
	Sample: func(u *Unit, emit func(Sample)) {
		c := &u.t.Checks
		for row := range u.checks().each {
			if verdict := c.Verdict.At(row); c.Kind.At(row) == "gate" && Decides(verdict) {
				emit(Sample{Step: c.Name.At(row), Hit: verdict == table.CheckFailed, Place: c.Place(row)})
			}
		}
	},
}

// Decides reports whether a gate's verdict counts in a rate of failures: one outside the
// format is as little a pass as one that was skipped.
func Decides(verdict string) bool {
	return verdict == table.CheckPassed || verdict == table.CheckFailed || verdict == table.CheckWarned
}
