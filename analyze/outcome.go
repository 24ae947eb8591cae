package analyze

import (
	"cmp"

	"runreport/unit"
)

var outcomeMix = &Metric{
	Name: "outcome-mix", Title: "How runs ended", Section: "stops", Sort: Mix, Unit: unit.Ratio, Better: Neither,
	Doc: "Each outcome as the log writes it, of all runs that ended. Open runs are listed apart.",
	Sample: func(u *Unit, emit func(Sample)) {
		if u.ended() {
			emit(Sample{Category: u.outcome(), Place: u.t.Runs.Place(u.row)})
		}
	},
}

// outcome is how the unit ended, in its own words.
func (u *Unit) outcome() string {
	r := &u.t.Runs
	return cmp.Or(r.Outcome.At(u.row), r.Status.At(u.row), "not said")
}
