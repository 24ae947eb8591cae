package run

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// runWords are how run_end says that the run ended.
var runWords = record.Vocabulary{
	"success": {Result: table.Passed},
	"failed":  {Result: table.Failed, Cause: table.CauseFailure},
	"aborted": {Result: table.Failed, Cause: table.CauseFailure},
}

// stopWords are the events that end a run without run_end; of errors those that are
// not recoverable.
var stopWords = record.Vocabulary{
	"aborted_missing_docs": {Result: table.Failed, Cause: table.CauseMissingDocs},
	"error":                {Result: table.Failed, Cause: table.CauseCritical},
}

// endWords are how a phase, a pass or an iteration ended. The format does not list
// them: these are the words of real logs, and those that writers use for verdicts.
var endWords = record.Vocabulary{
	"success":        {Result: table.Passed},
	"done":           {Result: table.Passed},
	"complete":       {Result: table.Passed},
	"completed":      {Result: table.Passed},
	"finished":       {Result: table.Passed},
	"pass":           {Result: table.Passed},
	"passed":         {Result: table.Passed},
	"true":           {Result: table.Passed},
	"ok":             {Result: table.Passed},
	"warn":           {Result: table.Passed},
	"warning":        {Result: table.Passed},
	"fail":           {Result: table.Failed},
	"failed":         {Result: table.Failed},
	"failure":        {Result: table.Failed},
	"false":          {Result: table.Failed},
	"error":          {Result: table.Failed},
	"aborted":        {Result: table.Failed},
	"skip":           {Result: table.Skipped},
	"skipped":        {Result: table.Skipped},
	"not applicable": {Result: table.Skipped},
	"n/a":            {Result: table.Skipped},
}

// Words lists these tables for the reference.
var Words = []record.WordTable{
	{Where: "status of run_end", Means: runWords},
	{Where: "event that ends a run without run_end", Means: stopWords},
	{Where: "status of phase_end, pass_ended and iteration_end", Means: endWords},
}
