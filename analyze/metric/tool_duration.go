package metric

import "runreport/unit"

var toolDuration = &Metric{
	Name: "tool-duration", Title: "Tool calls", Section: "durations", Kind: Distribution, Unit: unit.Seconds, Better: Lower,
	Doc: "Wall time of one call of a tool by an agent, from the call to its result, seconds, whatever came of it. Waiting for permission is part of it.",
	Sample: func(u *Unit, emit func(Sample)) {
		c := &u.t.Checks
		for row := range u.checks().each {
			if seconds, ok := c.DurationS.Get(row); ok && c.Kind.At(row) == "tool" {
				emit(Sample{Step: c.Name.At(row), Value: seconds, Place: c.Place(row)})
			}
		}
	},
}
