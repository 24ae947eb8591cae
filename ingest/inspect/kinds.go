package inspect

import "runreport/ingest/record"

var dataset = &record.Kind{Name: "dataset", Doc: "the dataset of an eval", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "its name"},
	{Key: "location", Type: record.Any, Withheld: true, Doc: "where it is kept; not kept"},
	{Key: "samples", Type: record.Int, Range: record.Things, Doc: "samples of the dataset"},
	{Key: "sample_ids", Type: record.Any, Doc: "ids of the samples that are run"},
}, Sample: `{"name":"popularity","location":"popularity.jsonl","samples":100,"sample_ids":[1,2]}`}

var config = &record.Kind{Name: "config", Doc: "how an eval is run", Fields: []record.Field{
	{Key: "epochs", Type: record.Int, Range: record.AttemptNumber, Doc: "how often each sample is run"},
	{Key: "limit", Type: record.Any, Doc: "samples that are run at most"},
}, Sample: `{"epochs":2,"limit":2}`}

var packages = &record.Kind{Name: "packages", Doc: "versions of packages", Fields: []record.Field{
	{Key: "inspect_ai", Type: record.String, Doc: "version of Inspect"},
}, Sample: `{"inspect_ai":"0.3.95"}`}

var revision = &record.Kind{Name: "revision", Doc: "commit of the eval's code", Fields: []record.Field{
	{Key: "commit", Type: record.String, Doc: "the commit"},
}, Sample: `{"commit":"e9a9d7161"}`}

var eval = &record.Kind{Name: "eval", Doc: "what an eval is", Fields: []record.Field{
	{Key: "eval_set_id", Type: record.String, Doc: "the set that the eval belongs to"},
	{Key: "eval_id", Type: record.String, Doc: "identity of the eval"},
	{Key: "run_id", Type: record.String, Doc: "identity of the evals that were started together"},
	{Key: "task_id", Type: record.String, Doc: "identity of the task, kept when it is tried again"},
	{Key: "created", Type: record.Time, Doc: "when it was started"},
	{Key: "task", Type: record.String, Doc: "the task"},
	{Key: "task_version", Type: record.Any, Doc: "its version"},
	{Key: "task_args", Type: record.Any, Withheld: true, Doc: "its arguments; not kept"},
	{Key: "dataset", Type: record.Object, Of: dataset, Doc: "its dataset"},
	{Key: "solver", Type: record.String, Doc: "the solver, where it is named"},
	{Key: "model", Type: record.String, Doc: "the language model"},
	{Key: "config", Type: record.Object, Of: config, Doc: "how it is run"},
	{Key: "packages", Type: record.Object, Of: packages, Doc: "versions"},
	{Key: "revision", Type: record.Object, Of: revision, Doc: "commit"},
}, Sample: `{"eval_id":"e-1","run_id":"r-1","task_id":"t-1","created":"2026-04-01T08:00:00+00:00","task":"popularity","task_version":0,"dataset":{"name":"popularity","samples":100},"model":"lab/m-1","config":{"epochs":2}}`}

var results = &record.Kind{Name: "results", Doc: "what an eval came to", Fields: []record.Field{
	{Key: "total_samples", Type: record.Int, Range: record.Things, Doc: "samples times epochs"},
	{Key: "completed_samples", Type: record.Int, Range: record.Things, Doc: "those without an error"},
	{Key: "scores", Type: record.Any, Doc: "metrics of each scorer"},
}, Sample: `{"total_samples":2,"completed_samples":2,"scores":[{"name":"match","scorer":"match","metrics":{"accuracy":{"value":0.5}}}]}`}

var stats = &record.Kind{Name: "stats", Doc: "times of an eval", Fields: []record.Field{
	{Key: "started_at", Type: record.String, Doc: "start; empty while it has none"},
	{Key: "completed_at", Type: record.String, Doc: "end; empty while it has none"},
}, Sample: `{"started_at":"2026-04-01T08:00:00+00:00","completed_at":"2026-04-01T08:05:00+00:00"}`}

var failure = &record.Kind{Name: "error", Doc: "an error", Fields: []record.Field{
	{Key: "message", Type: record.String, Doc: "its text"},
	{Key: "traceback", Type: record.Any, Withheld: true, Doc: "where it was raised; not kept"},
	{Key: "traceback_ansi", Type: record.Any, Withheld: true, Doc: "the same in colours; not kept"},
}, Sample: `{"message":"RuntimeError('no sandbox')"}`}

var logKind = &record.Kind{
	Name: "log",
	Doc:  "the head of a log",
	Fields: []record.Field{
		{Key: "version", Type: record.Any, Doc: "version of the format"},
		{Key: "status", Type: record.String, Doc: "how the eval stands"},
		{Key: "eval", Type: record.Object, Of: eval, Required: true, Doc: "what the eval is"},
		{Key: "plan", Type: record.Any, Withheld: true, Doc: "its solvers; not kept"},
		{Key: "results", Type: record.Object, Of: results, Doc: "what it came to"},
		{Key: "stats", Type: record.Object, Of: stats, Doc: "its times"},
		{Key: "error", Type: record.Object, Of: failure, Doc: "what ended it"},
		{Key: "samples", Type: record.Any, Withheld: true, Doc: "the samples, each a record of its own"},
		{Key: "reductions", Type: record.Any, Withheld: true, Doc: "scores reduced over epochs; not used"},
	},
	Sample: `{"version":2,"status":"success","eval":{"eval_id":"e-1","run_id":"r-1","created":"2026-04-01T08:00:00+00:00","task":"popularity","dataset":{"name":"popularity","samples":100},"model":"lab/m-1","config":{"epochs":1}},"results":{"total_samples":1,"completed_samples":1,"scores":[]},"stats":{"started_at":"2026-04-01T08:00:00+00:00","completed_at":"2026-04-01T08:05:00+00:00"}}`,
}

var limit = &record.Kind{Name: "limit", Doc: "the limit that ended a sample", Fields: []record.Field{
	{Key: "type", Type: record.String, Doc: "what is limited"},
	{Key: "limit", Type: record.Any, Doc: "how much of it"},
}, Sample: `{"type":"message","limit":50}`}

// private are the fields of a sample that hold prompts and answers.
var private = []record.Field{
	{Key: "input", Type: record.Any, Withheld: true, Doc: "the prompt; not kept"},
	{Key: "choices", Type: record.Any, Withheld: true, Doc: "the choices; not kept"},
	{Key: "target", Type: record.Any, Withheld: true, Doc: "the answer that is expected; not kept"},
	{Key: "messages", Type: record.Any, Withheld: true, Doc: "the conversation; not kept"},
	{Key: "output", Type: record.Any, Withheld: true, Doc: "the answer; not kept"},
	{Key: "metadata", Type: record.Any, Withheld: true, Doc: "of the dataset; not kept"},
}

// sharedFields are those that a sample and its summary share.
var sharedFields = []record.Field{
	{Key: "id", Type: record.Any, Required: true, Doc: "id of the sample, a number or a text"},
	{Key: "epoch", Type: record.Int, Range: record.AttemptNumber, Doc: "which of its runs"},
	{Key: "scores", Type: record.Any, Doc: "value of each scorer"},
	{Key: "model_usage", Type: record.Any, Doc: "tokens of each model, those of graders too"},
	{Key: "started_at", Type: record.Time, Doc: "start"},
	{Key: "completed_at", Type: record.Time, Doc: "end"},
	{Key: "total_time", Type: record.Float, Range: record.Seconds, Doc: "wall time, seconds"},
	{Key: "working_time", Type: record.Float, Range: record.Seconds, Doc: "the same without waits, seconds"},
	{Key: "uuid", Type: record.String, Doc: "identity of the sample in its epoch"},
}

var sampleKind = &record.Kind{
	Name: "sample",
	Doc:  "one sample in one epoch",
	Fields: append([]record.Field{
		{Key: "limit", Type: record.Object, Of: limit, Doc: "the limit that ended it"},
		{Key: "error", Type: record.Object, Of: failure, Doc: "the error that ended it"},
		{Key: "error_retries", Type: record.List, Of: failure, Doc: "errors of tries that were repeated"},
	}, private...),
	Sample: `{"id":1,"epoch":1,"input":"…","target":"…","scores":{"match":{"value":"C"}},"model_usage":{"lab/m-1":{"input_tokens":60,"output_tokens":2,"total_tokens":62}},"total_time":0.6,"working_time":0.5,"uuid":"s-1"}`,
}

var summaryKind = &record.Kind{
	Name: "summary",
	Doc:  "one sample in one epoch, in short",
	Fields: append([]record.Field{
		{Key: "limit", Type: record.String, Doc: "the limit that ended it"},
		{Key: "error", Type: record.String, Doc: "the error that ended it"},
		{Key: "retries", Type: record.Int, Range: record.AttemptNumber, Doc: "tries that an error ended before"},
		{Key: "completed", Type: record.Bool, Doc: "whether it ended"},
	}, private...),
	Sample: `{"id":1,"epoch":1,"input":"…","target":"…","scores":{"match":{"value":"C"}},"total_time":0.6,"completed":true,"retries":0}`,
}

var reductionKind = &record.Kind{
	Name: "reduction",
	Doc:  "scores of one scorer, reduced over epochs; not used",
	Fields: []record.Field{
		{Key: "scorer", Type: record.String, Doc: "the scorer"},
		{Key: "reducer", Type: record.String, Doc: "how epochs are reduced"},
		{Key: "samples", Type: record.Any, Withheld: true, Doc: "the reduced scores; not used"},
	},
	Sample: `{"scorer":"match","reducer":"mean","samples":[]}`,
}

var (
	_ = record.Compile(nil, logKind, reductionKind)
	_ = record.Compile(sharedFields, sampleKind, summaryKind)
)
