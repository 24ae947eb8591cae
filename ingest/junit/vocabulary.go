package junit

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

// childWords are the children of a test case.
var childWords = record.Vocabulary{
	elementFailure: {Result: table.Failed, Cause: table.CauseFailure},
	elementError:   {Result: table.Failed, Cause: table.CauseError},
	elementSkipped: {Result: table.Skipped},
	"flakyFailure": {Result: table.Failed, Cause: table.CauseFailure},
	"flakyError":   {Result: table.Failed, Cause: table.CauseError},
	"rerunFailure": {Result: table.Failed, Cause: table.CauseFailure},
	"rerunError":   {Result: table.Failed, Cause: table.CauseError},
}

// statusWords are what some writers put into the attribute status. It only counts where no
// child says how the case ended.
var statusWords = record.Vocabulary{
	"disabled": {Result: table.Skipped},
	"notrun":   {Result: table.Skipped},
	"skipped":  {Result: table.Skipped},
	"pending":  {Result: table.Skipped},
	// GoogleTest, in the attribute result
	"suppressed": {Result: table.Skipped},
	"ignored":    {Result: table.Skipped},
	"failed":     {Result: table.Failed, Cause: table.CauseFailure},
	"error":      {Result: table.Failed, Cause: table.CauseError},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{
	{Where: "child of a test case (none: passed)", Means: childWords},
	{Where: "status of a test case without such a child (another word: passed)", Means: statusWords},
}

// meaningOf is what a child says of its attempt. A timeout is told by its type and message.
func meaningOf(o *record.Record) record.Meaning {
	m, _ := childWords.Of(o.Str("element"))
	if m.Result == table.Failed && testrun.TimedOut(o.Str("type"), o.Str("message")) {
		m.Cause = table.CauseTimeLimit
	}
	return m
}
