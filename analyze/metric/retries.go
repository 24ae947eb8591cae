package metric

import "runreport/unit"

var retriesPerStep = &Metric{
	Name: "retries-per-step", Title: "Retries per started step", Section: "flakes", Kind: Distribution, Unit: unit.Count, Better: Lower,
	Doc: "Attempts after the first one, per step that was started in a run; one that still waits in a queue was not. A mean, not a rate: a step can be retried many times.",
	Sample: func(u *Unit, emit func(Sample)) {
		for y := range u.eachRetryable {
			if y.begun() {
				emit(y.value(float64(y.highest() - 1)))
			}
		}
	},
}
