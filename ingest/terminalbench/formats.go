package terminalbench

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
)

const system = "terminal-bench"

// System is Terminal-Bench.
var System = &record.System{
	Name: system, Title: "Terminal-Bench 0.x, agents that work in a terminal",
	Formats: []*record.Format{runFormat, trialFormat, metadataFormat},
	Codes:   codes,
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var runFormat = &record.Format{
	Name: "terminal-bench-run", Ledger: "terminal-bench", System: system, Title: "results.json of a run, all of its trials",
	Container: record.Document, Kinds: []*record.Kind{runKind, trialKind}, Private: true, NaN: true,
	Is: isRun, Read: readRun,
}

var trialFormat = &record.Format{
	Name: "terminal-bench-trial", Ledger: "terminal-bench", System: system, Title: "results.json of one trial",
	Container: record.Document, Kinds: []*record.Kind{trialKind}, Private: true, NaN: true,
	Is: func(h *source.Head) bool { return isTrial(h.Doc) }, Read: readTrial,
}

var metadataFormat = &record.Format{
	Name: "terminal-bench-metadata", Ledger: "terminal-bench", System: system, Title: "run_metadata.json of a run",
	Container: record.Document, Kinds: []*record.Kind{metadataKind}, Private: true, NaN: true,
	Names: []string{"run_metadata.json"},
	Is: func(h *source.Head) bool {
		return h.Doc.Has("run_id", "agent_name") && h.Doc.HasAny("dataset_name", "dataset_path", "task_ids", "n_attempts")
	},
	Read: readMetadata,
}

func isTrial(o source.Object) bool {
	return o.Has("trial_name", "task_id") && o.HasAny("is_resolved", "failure_mode", "parser_results")
}

// isRun goes by the first trial, as far as it was written, else by the sums that stand behind
// the trials.
func isRun(h *source.Head) bool {
	if !h.Doc.Has("results") {
		return false
	}
	for _, row := range h.Rows {
		if isTrial(row) {
			return true
		}
	}
	return h.Doc.Has("n_resolved", "n_unresolved") || h.Doc.Has("resolved_ids", "accuracy")
}

// outcomeWords are what is_resolved says.
var outcomeWords = record.Vocabulary{
	"true":  {Result: table.Passed},
	"false": {Result: table.Failed},
	"null":  {Result: table.Unknown},
}

// modeWords are the causes that failure_mode gives; the result is that of is_resolved.
var modeWords = record.Vocabulary{
	"unset":                     {Result: table.Unknown},
	"none":                      {Result: table.Unknown},
	"agent_timeout":             {Result: table.Unknown, Cause: table.CauseTimeLimit},
	"test_timeout":              {Result: table.Unknown, Cause: table.CauseTimeLimit},
	"parse_error":               {Result: table.Unknown, Cause: table.CauseInfrastructure},
	"agent_installation_failed": {Result: table.Unknown, Cause: table.CauseInfrastructure},
	"unknown_agent_error":       {Result: table.Unknown, Cause: table.CauseOther},
	"unknown":                   {Result: table.Unknown, Cause: table.CauseOther},
	"fatal_llm_parse_error":     {Result: table.Unknown, Cause: table.CauseOther},
	"context_length_exceeded":   {Result: table.Unknown, Cause: table.CauseBudget},
	"output_length_exceeded":    {Result: table.Unknown, Cause: table.CauseBudget},
}

// testWords are the outcomes of the tests of a trial.
var testWords = record.Vocabulary{
	"passed":  {Result: table.Passed},
	"failed":  {Result: table.Failed},
	"error":   {Result: table.Failed},
	"skipped": {Result: table.Skipped},
}

var vocabulary = []record.WordTable{
	{Where: "is_resolved of a trial", Means: outcomeWords},
	{Where: "failure_mode of a trial, its cause", Means: modeWords},
	{Where: "parser_results of a trial", Means: testWords},
}

var codes = []*record.Code{sums, twoLevels, noTrial}

var (
	sums = &record.Code{
		Name:     "benchmark_sums",
		Severity: record.Warning,
		Means:    "sums of a benchmark's run that its trials do not come to",
		Do:       "the trials count; look at how the run was put together",
	}
	twoLevels = &record.Code{
		Name:     "benchmark_levels",
		Severity: record.Warning,
		Means:    "a run's file that disagrees with the file of a trial",
		Do:       "the run's file counts; look at which of them was edited",
	}
)
