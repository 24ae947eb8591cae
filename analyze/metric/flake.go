package metric

import "runreport/unit"

var StepFlake = &Metric{
	Name: "step-flake-rate", Title: "Flake rate of steps", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Steps that passed only after an earlier attempt had failed, of all steps that passed. One step of one run counts once. " +
		"Steps count that their system retries when they fail. An attempt without a record counts as failed.",
	Sample: func(u *Unit, emit func(Sample)) {
		for y := range u.eachRetryable {
			if y.converged && y.measured() {
				emit(y.hit(y.flaked()))
			}
		}
	},
}
