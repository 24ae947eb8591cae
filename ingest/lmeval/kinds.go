package lmeval

import "runreport/ingest/record"

var config = &record.Kind{Name: "config", Doc: "how the model was run", Fields: []record.Field{
	{Key: "model", Type: record.String, Doc: "what runs the model"},
	{Key: "model_args", Type: record.Any, Doc: "the model and how it is loaded"},
	{Key: "num_fewshot", Type: record.Any, Doc: "examples in the prompt"},
	{Key: "limit", Type: record.Any, Doc: "samples of a task at most"},
}, Sample: `{"model":"hf","model_args":"pretrained=lab/m-1","num_fewshot":0}`}

var resultsKind = &record.Kind{
	Name: "results",
	Doc:  "what a model came to",
	Fields: []record.Field{
		{Key: "results", Type: record.Any, Required: true, Doc: "metrics of each task"},
		{Key: "versions", Type: record.Any, Doc: "version of each task"},
		{Key: "n-samples", Type: record.Any, Doc: "samples of each task"},
		{Key: "group_subtasks", Type: record.Any, Doc: "tasks of each group"},
		{Key: "config", Type: record.Object, Of: config, Doc: "how the model was run"},
		{Key: "model_name", Type: record.String, Doc: "the model"},
		{Key: "lm_eval_version", Type: record.String, Doc: "version of the harness"},
		{Key: "git_hash", Type: record.String, Doc: "its commit"},
		{Key: "date", Type: record.Float, Range: record.Identifier, Doc: "start, seconds since 1970"},
		{Key: "total_evaluation_time_seconds", Type: record.Any, Doc: "wall time, seconds, as a text"},
	},
	Sample: `{"results":{"arc":{"alias":"arc","acc,none":0.5,"acc_stderr,none":0.1}},"versions":{"arc":1.0},"n-samples":{"arc":{"original":2,"effective":2}},"config":{"model":"hf","model_args":"pretrained=lab/m-1"},"date":1775030400.5,"model_name":"lab/m-1","total_evaluation_time_seconds":"101.5"}`,
}

var sampleKind = &record.Kind{
	Name: "sample",
	Doc:  "one document of a task under one filter",
	Fields: []record.Field{
		{Key: "doc_id", Type: record.Any, Required: true, Doc: "number of the document"},
		{Key: "doc_hash", Type: record.String, Doc: "hash of the document"},
		{Key: "filter", Type: record.String, Doc: "how the answer is taken out of the text"},
		{Key: "metrics", Type: record.Strings, Doc: "the metrics; each is a member of the line under its name"},
		{Key: "values", Type: record.Any, Doc: "made while reading: the values of the metrics"},
	},
	Sample: `{"doc_id":0,"doc":{"question":"…"},"target":"3","arguments":{},"resps":[["…"]],"filtered_resps":["…"],"filter":"none","metrics":["acc"],"doc_hash":"7193b975fe3f","prompt_hash":"3f18","target_hash":"4e07","acc":1.0}`,
}

var _ = record.Compile(nil, resultsKind, sampleKind)
