package actions

import "runreport/ingest/record"

var repository = (&record.Kind{Name: "repository", Doc: "the repository of a run", Fields: []record.Field{
	{Key: "full_name", Type: record.String, Doc: "its owner and name"},
}, Sample: `{"full_name":"acme/shop"}`}).Compile()

var workflowRun = (&record.Kind{Name: "workflow run", Table: "runs", Doc: "a run of a workflow, as it stands after one of its attempts", Fields: []record.Field{
	{Key: "id", Type: record.Int, Range: record.Identifier, Required: true, Doc: "number of the run, the same in all its attempts; in runs.id"},
	{Key: "run_attempt", Type: record.Int, Range: record.AttemptNumber, Doc: "number of the attempt, from 1; 1 where it is absent"},
	{Key: "name", Type: record.String, Doc: "the workflow; in runs.subject, behind the repository"},
	{Key: "path", Type: record.String, Doc: "file of the workflow; names it where it has no name"},
	{Key: "event", Type: record.String, Column: "runner", Doc: "what started it, as push or schedule"},
	{Key: "head_branch", Type: record.String, Column: "variant", Doc: "branch"},
	{Key: "head_sha", Type: record.String, Column: "version", Doc: "commit"},
	{Key: "status", Type: record.String, Column: "status", Doc: "queued, in_progress, completed and others"},
	{Key: "conclusion", Type: record.String, Column: "outcome", Doc: "how it ended; null while it has not"},
	{Key: "created_at", Type: record.Time, Doc: "when the run was created, before its first attempt"},
	{Key: "run_started_at", Type: record.Time, Doc: "when this attempt started"},
	{Key: "updated_at", Type: record.Time, Doc: "when something of it changed last; its end where no job tells"},
	{Key: "repository", Type: record.Object, Of: repository, Doc: "the repository"},
}, Sample: `{"id":17,"run_attempt":1,"workflow_id":3,"name":"CI","path":".github/workflows/ci.yml","event":"push","head_branch":"main","head_sha":"5f3a9c2e1b7d4a6f8c0e2d4b6a8f1c3e5d7b9a0c","status":"completed","conclusion":"success","created_at":"2026-05-01T10:00:00Z","run_started_at":"2026-05-01T10:00:00Z","updated_at":"2026-05-01T10:06:00Z","repository":{"full_name":"acme/shop"}}`}).Compile()

var step = (&record.Kind{Name: "step", Table: "steps", Doc: "a step of a job", Fields: []record.Field{
	{Key: "name", Type: record.String, Column: "name", Doc: "name of the step"},
	{Key: "number", Type: record.Int, Range: record.Ordinal, Doc: "its number in the job"},
	{Key: "status", Type: record.String, Doc: "queued, in_progress or completed"},
	{Key: "conclusion", Type: record.String, Column: "status", Doc: "how it ended"},
	{Key: "started_at", Type: record.Time, Column: "started_at", Doc: "when it started"},
	{Key: "completed_at", Type: record.Time, Column: "ended_at", Doc: "when it ended"},
}, Sample: `{"name":"Run tests","number":3,"status":"completed","conclusion":"success","started_at":"2026-05-01T10:00:20Z","completed_at":"2026-05-01T10:04:50Z"}`}).Compile()

var job = (&record.Kind{Name: "job", Table: "attempts", Doc: "a job in one attempt of its run", Fields: []record.Field{
	{Key: "id", Type: record.Int, Range: record.Identifier, Required: true, Doc: "number of the job in this attempt; in attempts.id"},
	{Key: "run_id", Type: record.Int, Range: record.Identifier, Required: true, Doc: "number of the run"},
	{Key: "run_url", Type: record.String, Doc: "names the repository where no run does"},
	{Key: "run_attempt", Type: record.Int, Range: record.AttemptNumber, Column: "attempt", Doc: "number of the attempt, from 1; 1 where it is absent"},
	{Key: "name", Type: record.String, Column: "step", Doc: "name of the job, with its matrix"},
	{Key: "workflow_name", Type: record.String, Doc: "the workflow; names the run where no run does"},
	{Key: "head_branch", Type: record.String, Doc: "branch, likewise"},
	{Key: "head_sha", Type: record.String, Doc: "commit, likewise"},
	{Key: "status", Type: record.String, Doc: "queued, in_progress, completed and others"},
	{Key: "conclusion", Type: record.String, Column: "status", Doc: "how it ended; null while it has not"},
	{Key: "created_at", Type: record.Time, Column: "created_at", Doc: "when it was queued"},
	{Key: "started_at", Type: record.Time, Column: "started_at", Doc: "when it started"},
	{Key: "completed_at", Type: record.Time, Column: "ended_at", Doc: "when it ended"},
	{Key: "labels", Type: record.Strings, Doc: "labels of the runner that it asks for; in attempts.runtime"},
	{Key: "steps", Type: record.List, Of: step, Doc: "its steps"},
}, Sample: `{"id":171,"run_id":17,"run_url":"https://api.github.com/repos/acme/shop/actions/runs/17","run_attempt":1,"name":"test (1.25)","workflow_name":"CI","head_branch":"main","head_sha":"5f3a9c2e1b7d4a6f8c0e2d4b6a8f1c3e5d7b9a0c","status":"completed","conclusion":"success","created_at":"2026-05-01T10:00:02Z","started_at":"2026-05-01T10:00:10Z","completed_at":"2026-05-01T10:05:00Z","labels":["ubuntu-latest"],"steps":[{"name":"Run tests","number":3,"status":"completed","conclusion":"success","started_at":"2026-05-01T10:00:20Z","completed_at":"2026-05-01T10:04:50Z"}]}`}).Compile()
