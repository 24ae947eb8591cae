package metric

import (
	"runreport/ingest/table"
	"runreport/unit"
)

var exhausted = &Metric{
	Name: "exhaustion-rate", Title: "Runs that ran out of something", Section: "stops", Kind: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Runs that stopped because a budget, the retries or a limit of convergence was used up, of all that ended or stopped. Only where the format tells such runs from others. Causes that no log states but other fields imply are marked as inferred.",
	Sample: func(u *Unit, emit func(Sample)) {
		cause, _ := u.cause()
		if !u.t.Runs.ExhaustionVisible.Is(u.Row) || !u.ended() && (cause == "" || cause == table.CauseUnknown) {
			return
		}
		emit(Sample{Step: u.Kind, Hit: UsedUp(string(cause)), Place: u.t.Runs.Place(u.Row)})
	},
}

// UsedUp reports whether the cause means that something ran out.
func UsedUp(cause string) bool {
	switch table.Cause(cause) {
	case table.CauseBudget, table.CauseRetries, table.CauseConvergence:
		return true
	}
	return false
}
