package actions

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// words are the conclusions of runs, jobs and steps, and the states of what has none. GitHub
// lets a neutral check pass.
var words = record.Vocabulary{
	"success":         {Result: table.Passed},
	"neutral":         {Result: table.Passed},
	"failure":         {Result: table.Failed, Cause: table.CauseFailure},
	"timed_out":       {Result: table.Failed, Cause: table.CauseTimeLimit},
	"startup_failure": {Result: table.Failed, Cause: table.CauseCritical},
	"cancelled":       {Result: table.Canceled, Cause: table.CauseCanceled},
	"stale":           {Result: table.Canceled, Cause: table.CauseOther},
	"skipped":         {Result: table.Skipped},
	"action_required": {Result: table.Blocked, Cause: table.CauseGate},
	"queued":          {Result: table.Open},
	"requested":       {Result: table.Open},
	"waiting":         {Result: table.Open},
	"pending":         {Result: table.Open},
	"in_progress":     {Result: table.Open},
	"completed":       {Result: table.Unknown}, // without a conclusion
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{{Where: "conclusion of a run, a job or a step, and the status where it is null", Means: words}}
