package metric

import "runreport/unit"

var flakeCost = &Metric{
	Name: "flake-cost", Title: "Machine time lost to flakes", Section: "flakes", Kind: Distribution, Unit: unit.Seconds, Better: Lower,
	Doc: "For each step that flaked: the time of its attempts that failed and of all its waits, seconds. Machine time, not wall time: steps that ran beside it may hide it. " +
		"At least this much where attempts have no record or no duration; steps without any are not in it.",
	Sample: func(u *Unit, emit func(Sample)) {
		for y := range u.eachRetryable {
			if !y.flaked() {
				continue
			}
			if cost := y.cost().Number(); cost.OK {
				emit(y.value(cost.Value))
			}
		}
	},
}
