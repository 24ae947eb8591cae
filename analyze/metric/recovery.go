package metric

import "runreport/unit"

var recovery = &Metric{
	Name: "recovery-rate", Title: "First failures that recover", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc: "Steps that passed later, of the steps whose first attempt failed and that passed or failed in the end.",
	Sample: func(u *Unit, emit func(Sample)) {
		for y := range u.eachRetryable {
			if ended, passed := y.firstEnded(); ended && !passed && y.settled {
				emit(y.hit(y.converged))
			}
		}
	},
}
