package metric

import "runreport/unit"

var firstPass = &Metric{
	Name: "first-attempt-pass-rate", Title: "First attempts that pass", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Higher,
	Doc: "Steps whose first attempt passed, of all steps whose first attempt ended. A first attempt without a record ended when a second one began. A step without a record of its attempts passed at the first one where its log tells so.",
	Sample: func(u *Unit, emit func(Sample)) {
		for y := range u.eachRetryable {
			if ended, passed := y.firstEnded(); ended {
				emit(y.hit(passed))
			}
		}
	},
}
