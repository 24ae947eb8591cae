package metric

import "runreport/unit"

var commandDuration = &Metric{
	Name: "command-duration", Title: "Commands", Section: "durations", Kind: Distribution,
	Groups: keptUntilFamilies, Unit: unit.Seconds, Better: Lower,
	Doc: "Wall time of one command inside an attempt, seconds, whatever it returned.",
	Sample: func(u *Unit, emit func(Sample)) {
		c := &u.t.Checks
		for row := range u.checks().each {
			if seconds, ok := c.DurationS.Get(row); ok && c.Kind.At(row) == "command" {
				emit(Sample{Step: c.Name.At(row), Value: seconds, Place: c.Place(row)})
			}
		}
	},
}
