package metric

import "runreport/unit"

var runDuration = &Metric{
	Name: "run-duration", Title: "Runs", Section: "durations", Kind: Distribution, Unit: unit.Seconds, Better: Lower,
	Doc: "Time from the start to the end of one run, seconds, waits included. Unfinished runs are not in it.",
	Sample: func(u *Unit, emit func(Sample)) {
		if seconds, ok := u.t.Runs.DurationS.Get(u.Row); ok {
			emit(Sample{Step: u.Kind, Value: seconds, Place: u.t.Runs.Place(u.Row)})
		}
	},
}
