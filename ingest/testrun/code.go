package testrun

import "runreport/ingest/record"

// The findings that every format of tests can have.
var (
	countDisagrees = &record.Code{
		Name:     "test_count_disagrees",
		Severity: record.Warning,
		Means:    "a number of tests that the report states and its own tests do not come to",
		Do:       "the tests that are listed count; look whether some are missing",
	}
	noTime = &record.Code{
		Name:     "run_without_time",
		Severity: record.Warning,
		Means:    "a run of tests without any time, in its report or in the name of its file or folder",
		Do:       "it belongs to no run date; have the runner write a timestamp, or put the date into the folder's name",
	}
	timeOfPath = &record.Code{
		Name:     "time_from_path",
		Severity: record.Info,
		Means:    "a run of tests without a time in its report, dated by the name of its file or folder",
		Do:       "none needed where the name is the run date",
	}
	// NegativeDuration is a duration below zero.
	NegativeDuration = &record.Code{
		Name:     "negative_test_duration",
		Severity: record.Warning,
		Means:    "a test whose duration is below zero",
		Do:       "not used, as if it were absent; the clock was set back while the test ran, or its runner is wrong",
	}
	copied = &record.Code{
		Name:     "test_report_copied",
		Severity: record.Info,
		Means:    "a report of tests that another file holds too, record by record",
		Do:       "none needed; it counts once",
	}
)

// Codes are the findings that every format of tests can have.
func Codes() []*record.Code {
	return []*record.Code{countDisagrees, noTime, timeOfPath, NegativeDuration, copied}
}
