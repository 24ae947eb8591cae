package metric

import "runreport/unit"

var exhausted = &Metric{
	Name: "exhaustion-rate", Title: "Runs that ran out of something", Section: "stops", Sort: Rate, Unit: unit.Ratio, Better: Lower,
	Doc: "Work items, fleets and migrations that stopped because a budget, the retries or a limit of convergence was used up, of all that ended or stopped. Causes that no log states but other fields imply are marked as inferred.",
	Sample: func(u *Unit, emit func(Sample)) {
		cause, _ := u.cause()
		if u.System != "cadre" || !u.ended() && (cause == "" || cause == CauseUnknown) {
			return
		}
		emit(Sample{Step: u.Kind, Hit: UsedUp[cause], Place: u.t.Runs.Place(u.Row)})
	},
}

// UsedUp are the causes that mean that something ran out.
var UsedUp = map[string]bool{"budget": true, "retries": true, "convergence": true}
