package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

var toolFailure = &Metric{
	Name: "tool-failure-rate", Title: "Tool calls that fail", Section: "stops", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Calls of tools by an agent whose result is an error, of all calls with a result. A call that was never answered, or that a person or a policy refused, is in neither number.",
	Sample: func(u *Unit, emit func(Sample)) {
		c := &u.t.Checks
		for row := range u.checks().each {
			if verdict := c.Verdict.At(row); c.Kind.At(row) == "tool" && Decides(verdict) {
				emit(Sample{Step: c.Name.At(row), Hit: verdict == table.CheckFailed, Place: c.Place(row)})
			}
		}
	},
}
