package terminalbench

import "runreport/ingest/record"

var trialKind = &record.Kind{
	Name: "trial",
	Doc:  "one try of the agent at one task",
	Fields: []record.Field{
		{Key: "id", Alias: []string{"uuid"}, Type: record.String, Doc: "identity of the trial"},
		{Key: "trial_name", Type: record.String, Required: true, Doc: "task, number of the try, tries in all, and the run"},
		{Key: "task_id", Type: record.String, Required: true, Doc: "the task"},
		{Key: "instruction", Alias: []string{"task_description"}, Type: record.Any, Withheld: true, Doc: "the prompt; not kept"},
		{Key: "is_resolved", Type: record.Bool, Doc: "whether all tests of the task passed; null: not known"},
		{Key: "failure_mode", Type: record.String, Doc: "what went wrong, whatever the outcome"},
		{Key: "parser_results", Type: record.Any, Doc: "outcome of each test"},
		{Key: "recording_path", Type: record.Any, Withheld: true, Doc: "recording of the terminal; not kept"},
		{Key: "total_input_tokens", Type: record.Int, Range: record.Tokens, Doc: "input tokens; 0: not measured"},
		{Key: "total_output_tokens", Type: record.Int, Range: record.Tokens, Doc: "output tokens; 0: not measured"},
		{Key: "trial_started_at", Type: record.Time, Doc: "start of the trial"},
		{Key: "trial_ended_at", Type: record.Time, Doc: "end of the trial"},
		{Key: "agent_started_at", Type: record.Time, Doc: "start of the agent's work"},
		{Key: "agent_ended_at", Type: record.Time, Doc: "end of the agent's work"},
		{Key: "test_started_at", Type: record.Time, Doc: "start of the tests"},
		{Key: "test_ended_at", Type: record.Time, Doc: "end of the tests"},
	},
	Sample: `{"id":"t-1","trial_name":"hello.1-of-1.r1","task_id":"hello","instruction":"…","is_resolved":true,"failure_mode":"unset","parser_results":{"test_file":"passed"},"total_input_tokens":0,"total_output_tokens":0,"trial_started_at":"2026-04-01T08:00:00+00:00","trial_ended_at":"2026-04-01T08:02:00+00:00"}`,
}

var runKind = &record.Kind{
	Name: "run",
	Doc:  "the sums of a run",
	Fields: []record.Field{
		{Key: "id", Alias: []string{"uuid"}, Type: record.String, Doc: "identity of the file"},
		{Key: "results", Type: record.Any, Doc: "the trials, each a record of its own"},
		{Key: "accuracy", Type: record.Float, Range: record.Ratio, Doc: "resolved trials of all"},
		{Key: "n_resolved", Type: record.Int, Range: record.Things, Doc: "resolved trials"},
		{Key: "n_unresolved", Type: record.Int, Range: record.Things, Doc: "trials that were not resolved"},
		{Key: "resolved_ids", Type: record.Strings, Doc: "their tasks, one entry a trial"},
		{Key: "unresolved_ids", Type: record.Strings, Doc: "tasks of the others"},
		{Key: "pass_at_k", Type: record.Any, Doc: "share of tasks resolved in one of k tries"},
	},
	Sample: `{"id":"f-1","results":[],"accuracy":0.5,"n_resolved":1,"n_unresolved":1,"resolved_ids":["hello"],"unresolved_ids":["mend"],"pass_at_k":{}}`,
}

var metadataKind = &record.Kind{
	Name: "metadata",
	Doc:  "what a run was started with, and when it ended",
	Fields: []record.Field{
		{Key: "run_id", Type: record.String, Required: true, Doc: "name of the run"},
		{Key: "uuid", Type: record.String, Doc: "identity of the run"},
		{Key: "dataset_name", Type: record.String, Doc: "the benchmark"},
		{Key: "dataset_version", Type: record.String, Doc: "its version"},
		{Key: "dataset_path", Type: record.String, Doc: "folder of the benchmark, where it has no name"},
		{Key: "dataset_size", Type: record.Int, Range: record.Things, Doc: "tasks of the benchmark"},
		{Key: "output_path", Type: record.Any, Withheld: true, Doc: "folder of the results; not kept"},
		{Key: "agent_name", Type: record.String, Doc: "the agent"},
		{Key: "model_name", Type: record.String, Doc: "language model"},
		{Key: "task_ids", Type: record.Strings, Doc: "the tasks of the run"},
		{Key: "n_attempts", Type: record.Int, Range: record.AttemptNumber, Doc: "trials of each task"},
		{Key: "accuracy", Type: record.Float, Range: record.Ratio, Doc: "resolved trials of all; null: the run did not end"},
		{Key: "pass_at_k", Type: record.Any, Doc: "share of tasks resolved in one of k tries"},
		{Key: "start_time", Type: record.Time, Doc: "start of the run"},
		{Key: "end_time", Type: record.Time, Doc: "end of the run; null: it did not end"},
		{Key: "commit_hash", Type: record.String, Doc: "commit of the harness"},
		{Key: "username", Type: record.Any, Withheld: true, Doc: "often a person; not kept"},
	},
	Sample: `{"run_id":"r1","uuid":"u-1","dataset_name":"core","dataset_version":"0.1","agent_name":"goose","model_name":"m-1","task_ids":["hello"],"n_attempts":1,"accuracy":0.5,"start_time":"2026-04-01T08:00:00+00:00","end_time":"2026-04-01T08:10:00+00:00"}`,
}

var _ = record.Compile(nil, trialKind, runKind, metadataKind)
