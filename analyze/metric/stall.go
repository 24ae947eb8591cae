package metric

import "runreport/unit"

var Stall = &Metric{
	Name: "stall-rate", Title: "Attempts that stalled", Section: "stops", Kind: Rate,
	Groups: keptAll, Unit: unit.Ratio, Better: Lower,
	Doc: "Attempts that stopped giving signs of life, of all attempts that ended. Only where the format tells stalls from other ends.",
	Sample: func(u *Unit, emit func(Sample)) {
		if !u.t.Runs.StallsVisible.Is(u.Row) {
			return
		}
		at := &u.t.Attempts
		for row := range u.attempts().each {
			if u.attemptEnded(row) {
				emit(Sample{Step: at.Runtime.At(row), Hit: at.Cut.At(row) == "stalled", Place: at.Place(row)})
			}
		}
	},
}
