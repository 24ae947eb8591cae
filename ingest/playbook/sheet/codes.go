package sheet

import "runreport/ingest/record"

// The findings about the logs of runs and of cycles.
var (
	noEvent = &record.Code{
		Name:     "event_missing",
		Severity: record.Warning,
		Means:    "a line without an event",
		Do:       "kept in events under no name",
	}
	Unrecoverable = &record.Code{
		Name:     "unrecoverable_error",
		Severity: record.Warning,
		Means:    "an error that stops the work",
		Do:       "look at its message",
	}
)

// Codes are the findings that logs of runs and of cycles share.
var Codes = []*record.Code{
	noEvent,
	Unrecoverable,
}
