package metric

import "runreport/unit"

var runFlake = &Metric{
	Name: "run-flake-rate", Title: "Runs that call themselves flaky", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Runs that their log calls flaky, of those that it calls either flaky or passed at once.",
	Sample: func(u *Unit, emit func(Sample)) {
		if flaky, said := u.t.Runs.LoggedFlaky.Get(u.Row); said {
			emit(Sample{Hit: flaky, Place: u.t.Runs.Place(u.Row)})
		}
	},
}

var runWithFlake = &Metric{
	Name: "runs-with-a-flake", Title: "Runs in which a step flaked", Section: "flakes", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Finished runs in which at least one step flaked by the rule of the flake rate, of all finished runs that have steps. Recomputed from the attempts, whatever the log calls the run.",
	Sample: func(u *Unit, emit func(Sample)) {
		if !u.ended() || !u.hasRetryable() {
			return
		}
		emit(Sample{Hit: len(u.flaked()) > 0, Place: u.t.Runs.Place(u.Row)})
	},
}

// flaked lists the steps of the unit that flaked, in file order.
func (u *Unit) flaked() []string {
	var names []string
	for y := range u.eachRetryable {
		if y.flaked() {
			names = append(names, u.t.Steps.Step.At(y.row))
		}
	}
	return names
}
