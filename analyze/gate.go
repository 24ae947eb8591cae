package analyze

import "runreport/unit"

var gateFailure = &Metric{
	Name: "gate-failure-rate", Title: "Gate checks that fail", Section: "gates", Sort: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Gate checks with the verdict fail, of those with pass, fail or warn. Skipped ones are counted apart.",
	Sample: func(u *Unit, emit func(Sample)) {
		c := &u.t.Checks
		for _, row := range u.checks {
			switch verdict := c.Verdict.At(row); {
			case c.Kind.At(row) != "gate":
			case verdict == "pass", verdict == "fail", verdict == "warn":
				emit(Sample{Step: c.Name.At(row), Hit: verdict == "fail", Place: c.Place(row)})
			}
		}
	},
}
