package trial

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// exceptionParts are parts of the names of exceptions and what they say of the trial that
// they ended. The first that a name has decides.
var exceptionParts = []struct {
	part  string
	cause table.Cause
}{
	{"environment", table.CauseInfrastructure},
	{"timeout", table.CauseTimeLimit},
	{"timedout", table.CauseTimeLimit},
	{"limit", table.CauseBudget},
	{"contextlength", table.CauseBudget},
	{"outputlength", table.CauseBudget},
	{"cancel", table.CauseCanceled},
	{"interrupt", table.CauseCanceled},
	{"daytona", table.CauseInfrastructure},
	{"docker", table.CauseInfrastructure},
	{"network", table.CauseInfrastructure},
	{"connection", table.CauseInfrastructure},
	{"filenotfound", table.CauseInfrastructure},
	{"nonzero", table.CauseFailure},
}

// Exception is what the type of an exception says of the trial that it ended, as
// "AgentTimeoutError": a cancellation is no failure.
func Exception(kind string) record.Meaning {
	folded := strings.ToLower(kind)
	for _, x := range exceptionParts {
		if strings.Contains(folded, x.part) {
			if x.cause == table.CauseCanceled {
				return record.Meaning{Result: table.Canceled, Cause: x.cause}
			}
			return record.Meaning{Result: table.Failed, Cause: x.cause}
		}
	}
	return record.Meaning{Result: table.Failed, Cause: table.CauseOther}
}
