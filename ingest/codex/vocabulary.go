package codex

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// answered stands for the end of a turn whose last line is a message of the model.
const answered = "answered"

// endWords are how a turn ended: task_complete, error, or the reason of turn_aborted.
var endWords = record.Vocabulary{
	taskComplete:     {Result: table.Passed},
	answered:         {Result: table.Passed},
	"interrupted":    {Result: table.Canceled, Cause: table.CauseCanceled},
	"replaced":       {Result: table.Canceled, Cause: table.CauseCanceled},
	"review_ended":   {Result: table.Passed},
	"budget_limited": {Result: table.Failed, Cause: table.CauseBudget},
	turnAborted:      {Result: table.Canceled, Cause: table.CauseCanceled},
	failure:          {Result: table.Failed, Cause: table.CauseFailure},
}

// vocabulary is the list of these tables, as the reference prints them.
var vocabulary = []record.WordTable{{Where: "task_complete, error and the reason of turn_aborted, or what stands for them", Means: endWords}}
