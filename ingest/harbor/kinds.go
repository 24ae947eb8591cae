package harbor

import "runreport/ingest/record"

var agentConfig = &record.Kind{Name: "agent config", Doc: "the agent that a trial was started with", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "the agent"},
	{Key: "model_name", Type: record.String, Doc: "language model, with its provider"},
}, Sample: `{"name":"goose","model_name":"lab/m-1"}`}

var taskConfig = &record.Kind{Name: "task config", Doc: "the task that a trial was started with", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "name of the task, with its package"},
	{Key: "path", Type: record.String, Doc: "folder of the task"},
	{Key: "source", Type: record.String, Doc: "the benchmark"},
}, Sample: `{"path":"datasets/core/hello","source":"core"}`}

var configKind = &record.Kind{
	Name: "config",
	Doc:  "what a trial or a job was started with",
	Fields: []record.Field{
		{Key: "trial_name", Type: record.String, Doc: "name of the trial"},
		{Key: "job_name", Type: record.String, Doc: "name of the job"},
		{Key: "job_id", Type: record.String, Doc: "identity of the job"},
		{Key: "trials_dir", Type: record.String, Doc: "folder of the job's trials"},
		{Key: "task", Type: record.Object, Of: taskConfig, Doc: "the task"},
		{Key: "agent", Type: record.Object, Of: agentConfig, Doc: "the agent"},
	},
	Sample: `{"task":{"path":"datasets/core/hello","source":"core"},"trial_name":"hello__a1","trials_dir":"jobs/smoke","agent":{"name":"goose"},"job_id":"j-1"}`,
}

var modelInfo = &record.Kind{Name: "model info", Doc: "the language model", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "language model"},
	{Key: "provider", Type: record.String, Doc: "who serves it"},
}, Sample: `{"name":"m-1","provider":"lab"}`}

var agentInfo = &record.Kind{Name: "agent info", Doc: "the agent as it was run", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "the agent"},
	{Key: "version", Type: record.String, Doc: "its version"},
	{Key: "model_info", Type: record.Object, Of: modelInfo, Doc: "the language model"},
}, Sample: `{"name":"goose","version":"1.2","model_info":{"name":"m-1","provider":"lab"}}`}

var agentResult = &record.Kind{Name: "agent result", Doc: "what the agent used", Fields: []record.Field{
	{Key: "n_input_tokens", Type: record.Int, Range: record.Tokens, Doc: "input tokens, those from the cache too; 0: not measured"},
	{Key: "n_cache_tokens", Type: record.Int, Range: record.Tokens, Doc: "input tokens from the cache"},
	{Key: "n_output_tokens", Type: record.Int, Range: record.Tokens, Doc: "output tokens; 0: not measured"},
	{Key: "cost_usd", Type: record.Float, Range: record.Dollars, Doc: "cost, US dollars; with 0 tokens not measured"},
}, Sample: `{"n_input_tokens":900,"n_cache_tokens":600,"n_output_tokens":100,"cost_usd":0.02}`}

var verifierResult = &record.Kind{Name: "verifier result", Doc: "what the verifier says", Fields: []record.Field{
	{Key: "rewards", Type: record.Any, Doc: "rewards by name, 1 being full"},
}, Sample: `{"rewards":{"reward":1.0}}`}

var exceptionInfo = &record.Kind{Name: "exception info", Doc: "the exception that ended a trial", Fields: []record.Field{
	{Key: "exception_type", Type: record.String, Doc: "type of the exception"},
	{Key: "exception_message", Type: record.String, Doc: "its text"},
	{Key: "exception_traceback", Type: record.Any, Withheld: true, Doc: "where it was raised; not kept"},
	{Key: "occurred_at", Type: record.Any, Withheld: true, Doc: "local time without a zone; not used"},
}, Sample: `{"exception_type":"AgentTimeoutError","exception_message":"timed out after 60 s","occurred_at":"2026-04-01T08:01:00"}`}

var span = &record.Kind{Name: "span", Doc: "start and end of a phase", Fields: []record.Field{
	{Key: "started_at", Type: record.Time, Doc: "start"},
	{Key: "finished_at", Type: record.Time, Doc: "end"},
}, Sample: `{"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:01:00Z"}`}

var trialKind = &record.Kind{
	Name: "trial",
	Doc:  "one try of an agent at a task",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Doc: "identity of the trial"},
		{Key: "task_name", Type: record.String, Required: true, Doc: "the task"},
		{Key: "trial_name", Type: record.String, Required: true, Doc: "the task with a random suffix"},
		{Key: "trial_uri", Type: record.Any, Withheld: true, Doc: "folder of the trial; not kept"},
		{Key: "task_id", Type: record.Any, Withheld: true, Doc: "where the task is kept; not used"},
		{Key: "source", Type: record.String, Doc: "the benchmark"},
		{Key: "task_checksum", Type: record.String, Doc: "checksum of the task"},
		{Key: "config", Type: record.Object, Of: configKind, Doc: "what it was started with"},
		{Key: "agent_info", Type: record.Object, Of: agentInfo, Doc: "the agent"},
		{Key: "agent_result", Type: record.Object, Of: agentResult, Doc: "what it used"},
		{Key: "verifier_result", Type: record.Object, Of: verifierResult, Doc: "the rewards"},
		{Key: "exception_info", Type: record.Object, Of: exceptionInfo, Doc: "what ended it"},
		{Key: "started_at", Type: record.Time, Doc: "start, UTC"},
		{Key: "finished_at", Type: record.Time, Doc: "end, UTC; null: it runs"},
		{Key: "environment_setup", Type: record.Object, Of: span, Doc: "making the environment"},
		{Key: "agent_setup", Type: record.Object, Of: span, Doc: "installing the agent"},
		{Key: "agent_execution", Type: record.Object, Of: span, Doc: "the agent's work"},
		{Key: "verifier", Type: record.Object, Of: span, Doc: "the verification"},
	},
	Sample: `{"id":"t-1","task_name":"hello","trial_name":"hello__a1","source":"core","task_checksum":"25ee10fa33","config":{"trial_name":"hello__a1","job_id":"j-1"},"agent_info":{"name":"goose","version":"1.2"},"agent_result":{"n_input_tokens":900,"n_cache_tokens":600,"n_output_tokens":100,"cost_usd":0.02},"verifier_result":{"rewards":{"reward":1.0}},"exception_info":null,"started_at":"2026-04-01T08:00:00Z","finished_at":"2026-04-01T08:02:00Z"}`,
}

var jobStats = &record.Kind{Name: "job stats", Doc: "the sums of a job", Fields: []record.Field{
	{Key: "n_completed_trials", Type: record.Int, Range: record.Things, Doc: "trials that ended"},
	{Key: "n_errored_trials", Type: record.Int, Range: record.Things, Doc: "trials that an exception ended"},
}, Sample: `{"n_completed_trials":1,"n_errored_trials":0}`}

var jobKind = &record.Kind{
	Name: "job",
	Doc:  "the sums of a job",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Doc: "identity of the job"},
		{Key: "started_at", Type: record.String, Doc: "start, local time without a zone"},
		{Key: "finished_at", Type: record.String, Doc: "end, local time without a zone; null: it runs"},
		{Key: "n_total_trials", Type: record.Int, Range: record.Things, Doc: "trials of the job"},
		{Key: "stats", Type: record.Object, Of: jobStats, Doc: "what came of them"},
	},
	Sample: `{"id":"j-1","started_at":"2026-04-01T10:00:00","finished_at":"2026-04-01T10:05:00","n_total_trials":1,"stats":{"n_completed_trials":1,"n_errored_trials":0}}`,
}

var harborInfo = &record.Kind{Name: "harbor info", Doc: "the program", Fields: []record.Field{
	{Key: "version", Type: record.String, Doc: "its version"},
}, Sample: `{"version":"0.18.0"}`}

var lockKind = &record.Kind{
	Name: "lock",
	Doc:  "what a job was planned to run",
	Fields: []record.Field{
		{Key: "created_at", Type: record.Time, Doc: "when it was written, UTC"},
		{Key: "harbor", Type: record.Object, Of: harborInfo, Doc: "the program"},
		{Key: "trials", Type: record.Any, Withheld: true, Doc: "the planned trials; not used"},
	},
	Sample: `{"schema_version":2,"created_at":"2026-04-01T08:00:00Z","harbor":{"version":"0.18.0"},"trials":[]}`,
}

var _ = record.Compile(nil, configKind, trialKind, jobKind, lockKind)
