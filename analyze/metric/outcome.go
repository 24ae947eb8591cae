package metric

import (
	"cmp"

	"runreport/ingest/table"
	"runreport/unit"
)

var OutcomeMix = &Metric{
	Name: "outcome-mix", Title: "How runs ended", Section: "stops", Kind: Categorical, Unit: unit.Ratio, Better: Neither,
	Doc: "Each outcome as the log writes it, of all runs that ended. Open runs are listed apart. Where what a system itself calls a run is one attempt, each attempt counts.",
	Sample: func(u *Unit, emit func(Sample)) {
		if u.t.Runs.ByAttempt.Is(u.Row) {
			u.attemptOutcomes(emit)
			return
		}
		if u.ended() {
			r := &u.t.Runs
			emit(Sample{Category: u.outcome(), Result: table.Result(r.Result.At(u.Row)), Cause: table.Cause(r.Cause.At(u.Row)), Place: r.Place(u.Row)})
		}
	},
}

// attemptOutcomes are how the attempts of a unit ended.
func (u *Unit) attemptOutcomes(emit func(Sample)) {
	at := &u.t.Attempts
	for row := range u.attempts().each {
		if u.attemptEnded(row) {
			emit(Sample{Category: cmp.Or(at.Status.At(row), "not said"), Result: table.Result(at.Result.At(row)), Cause: table.Cause(at.Cause.At(row)), Place: at.Place(row)})
		}
	}
}

// attemptEnded reports whether the attempt is over: by its status, else by its end. The
// status counts where the two contradict each other.
func (u *Unit) attemptEnded(row int) bool {
	at := &u.t.Attempts
	_, decided := at.Converged.Get(row)
	_, ended := at.EndedAt.Get(row)
	cut := at.Cut.At(row)
	return cut != "open" && (decided || cut != "" || ended)
}

// outcome is how the unit ended, in its own words.
func (u *Unit) outcome() string {
	r := &u.t.Runs
	return cmp.Or(r.Outcome.At(u.Row), r.Status.At(u.Row), "not said")
}
