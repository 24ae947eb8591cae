package metric

import "runreport/unit"

var AttemptDuration = &Metric{
	Name: "attempt-duration", Title: "Attempts that passed", Section: "durations", Kind: Distribution,
	Groups: keptUntilFamilies, Unit: unit.Seconds, Better: Lower,
	Doc:    "Wall time of one attempt that passed, from its start to its verdict, seconds. Attempts that did not pass are never mixed in: they are often cut short, or run into a limit.",
	Sample: func(u *Unit, emit func(Sample)) { u.attemptDurations(true, emit) },
}

var failedDuration = &Metric{
	Name: "failed-attempt-duration", Title: "Attempts that failed", Section: "durations", Kind: Distribution,
	Groups: keptUntilFamilies, Unit: unit.Seconds, Better: Lower,
	Doc:    "Wall time of one attempt that ended without converging, seconds. A stalled one counts up to its last sign of life; one that broke for reasons outside of the work does not count.",
	Sample: func(u *Unit, emit func(Sample)) { u.attemptDurations(false, emit) },
}

func (u *Unit) attemptDurations(converged bool, emit func(Sample)) {
	at := &u.t.Attempts
	for row := range u.attempts().each {
		if u.all.ofStage[row] || at.Outside.Is(row) {
			continue // a stage has its own metric; what broke outside says nothing about the work
		}
		ok, known := at.Converged.Get(row)
		seconds, given := at.DurationS.Get(row)
		if known && ok == converged && given {
			emit(Sample{Step: u.stepOf(row), Value: seconds, Place: at.Place(row)})
		}
	}
}

// stepOf names what an attempt is an attempt at, so that it means the same in
// other runs: the node, or the agent where ids belong to one run only.
func (u *Unit) stepOf(row int) string {
	at := &u.t.Attempts
	if agent := at.Agent.At(row); agent != "" {
		return agent
	}
	if step := at.Step.At(row); step != "" {
		return step
	}
	return u.Kind
}
