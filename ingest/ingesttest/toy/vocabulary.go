package toy

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// jobWords are how a job went.
var jobWords = record.Vocabulary{
	"straight": {Result: table.Passed},
	"crooked":  {Result: table.Failed, Cause: table.CauseFailure},
	"frozen":   {Result: table.Stalled, Cause: table.CauseStall},
	"dropped":  {Result: table.Canceled, Cause: table.CauseCanceled},
	"turning":  {Result: table.Open},
}

// bellWords are how a shift went.
var bellWords = record.Vocabulary{
	"straight": {Result: table.Passed},
	"wobbly":   {Result: table.Flaky},
	"crooked":  {Result: table.Failed, Cause: table.CauseFailure},
	"dropped":  {Result: table.Canceled, Cause: table.CauseCanceled},
}

// callWords are what a contest decides.
var callWords = map[string]table.Decision{"keep": table.Ship, "undo": table.Revert}

// sideOf is the side of the lever that a count is of.
var sideOf = map[string]string{"old": "pre", "new": "post"}

var vocabulary = []record.WordTable{
	{Where: "went of a job", Means: jobWords},
	{Where: "went of a bell", Means: bellWords},
}

// cutOf is why a job's duration is cut off, by its result.
var cutOf = map[table.Result]string{table.Stalled: "stalled", table.Canceled: "canceled", table.Open: "open"}
