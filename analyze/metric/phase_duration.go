package metric

import "runreport/unit"

var PhaseDuration = &Metric{
	Name: "phase-duration", Title: "Phases", Section: "durations", Kind: Distribution,
	Groups: keptUntilFamilies, Unit: unit.Seconds, Better: Lower,
	Doc: "Time from the start to the end of one phase, seconds. Phases without a start, with equal stamps or with an end before the start have no duration.",
	Sample: func(u *Unit, emit func(Sample)) {
		s := &u.t.Steps
		for row := range u.steps().each {
			if seconds, ok := s.DurationS.Get(row); ok && s.Stage.Is(row) {
				emit(Sample{Step: s.StableStep.At(row), Value: seconds, Place: s.Place(row)})
			}
		}
	},
}
