package promptfoo

import "runreport/ingest/record"

var stats = &record.Kind{Name: "stats", Doc: "the sums of an eval", Fields: []record.Field{
	{Key: "successes", Type: record.Int, Range: record.Things, Doc: "rows that passed"},
	{Key: "failures", Type: record.Int, Range: record.Things, Doc: "rows whose assertions failed"},
	{Key: "errors", Type: record.Int, Range: record.Things, Doc: "rows that an error ended"},
	{Key: "durationMs", Type: record.Float, Range: record.Milliseconds, Doc: "wall time, milliseconds"},
}, Sample: `{"successes":1,"failures":1,"errors":0}`}

var results = &record.Kind{Name: "results", Doc: "the results of an eval", Fields: []record.Field{
	{Key: "version", Type: record.Any, Doc: "version of the format"},
	{Key: "timestamp", Type: record.Time, Doc: "when it was started"},
	{Key: "prompts", Type: record.Any, Withheld: true, Doc: "the prompts; not kept"},
	{Key: "results", Type: record.Any, Withheld: true, Doc: "the rows, each a record of its own"},
	{Key: "stats", Type: record.Object, Of: stats, Doc: "the sums"},
	{Key: "table", Type: record.Any, Withheld: true, Doc: "the rows once more; not used"},
}, Sample: `{"version":3,"timestamp":"2026-04-01T08:00:00.000Z","stats":{"successes":1,"failures":1,"errors":0}}`}

var metadata = &record.Kind{Name: "metadata", Doc: "what made the file", Fields: []record.Field{
	{Key: "promptfooVersion", Type: record.String, Doc: "version of promptfoo"},
}, Sample: `{"promptfooVersion":"0.118.11"}`}

var config = &record.Kind{Name: "config", Doc: "how the eval was configured", Fields: []record.Field{
	{Key: "description", Type: record.String, Doc: "what it is for"},
}, Sample: `{"description":"smoke"}`}

var evalKind = &record.Kind{
	Name: "eval",
	Doc:  "the head of an eval",
	Fields: []record.Field{
		{Key: "evalId", Type: record.String, Doc: "identity of the eval; not in version 2"},
		{Key: "results", Type: record.Object, Of: results, Required: true, Doc: "the results"},
		{Key: "config", Type: record.Object, Of: config, Doc: "the configuration; most of it is not kept"},
		{Key: "shareableUrl", Type: record.Any, Withheld: true, Doc: "not kept"},
		{Key: "metadata", Type: record.Object, Of: metadata, Doc: "what made the file"},
	},
	Sample: `{"evalId":"eval-1","results":{"version":3,"timestamp":"2026-04-01T08:00:00.000Z","results":[],"stats":{"successes":1,"failures":1,"errors":0}},"config":{"description":"smoke"}}`,
}

var provider = &record.Kind{Name: "provider", Doc: "what answered", Fields: []record.Field{
	{Key: "id", Type: record.String, Doc: "its id, as openai:chat:m-1"},
	{Key: "label", Type: record.String, Doc: "its label"},
}, Sample: `{"id":"lab:m-1","label":""}`}

var testCase = &record.Kind{Name: "test case", Doc: "the test", Fields: []record.Field{
	{Key: "description", Type: record.String, Doc: "what it tests"},
}, Sample: `{"description":"greets"}`}

var grading = &record.Kind{Name: "grading result", Doc: "what the assertions came to", Fields: []record.Field{
	{Key: "componentResults", Type: record.Any, Doc: "each assertion"},
}, Sample: `{"componentResults":[{"pass":true,"score":1,"reason":"ok","assertion":{"type":"contains"}}]}`}

var tokenUsage = &record.Kind{Name: "token usage", Doc: "tokens", Fields: []record.Field{
	{Key: "prompt", Type: record.Int, Range: record.Tokens, Doc: "input tokens"},
	{Key: "completion", Type: record.Int, Range: record.Tokens, Doc: "output tokens"},
	{Key: "cached", Type: record.Int, Range: record.Tokens, Doc: "tokens of answers from the cache"},
	{Key: "total", Type: record.Int, Range: record.Tokens, Doc: "all tokens"},
}, Sample: `{"total":44,"prompt":43,"completion":1}`}

var response = &record.Kind{Name: "response", Doc: "the answer", Fields: []record.Field{
	{Key: "tokenUsage", Type: record.Object, Of: tokenUsage, Doc: "its tokens"},
	{Key: "cached", Type: record.Bool, Doc: "whether it comes from the cache, and cost nothing"},
	{Key: "output", Type: record.Any, Withheld: true, Doc: "its text; not kept"},
}, Sample: `{"output":"…","tokenUsage":{"total":44,"prompt":43,"completion":1},"cached":false}`}

var rowKind = &record.Kind{
	Name: "row",
	Doc:  "one answer to one test",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Doc: "identity of the row"},
		{Key: "testIdx", Type: record.Int, Range: record.Ordinal, Doc: "which test, from 0"},
		{Key: "promptIdx", Type: record.Int, Range: record.Ordinal, Doc: "which column, a prompt and a provider, from 0"},
		{Key: "promptId", Type: record.String, Doc: "hash of the prompt"},
		{Key: "column", Type: record.String, Doc: "made while reading: what tells the column where there is no promptIdx"},
		{Key: "vars_hash", Type: record.String, Doc: "made while reading: hash of the variables"},
		{Key: "prompt", Type: record.Any, Withheld: true, Doc: "the prompt; not kept"},
		{Key: "vars", Type: record.Any, Withheld: true, Doc: "the variables; not kept"},
		{Key: "provider", Type: record.Object, Of: provider, Doc: "what answered"},
		{Key: "testCase", Type: record.Object, Of: testCase, Doc: "the test"},
		{Key: "description", Type: record.String, Doc: "what it tests"},
		{Key: "success", Type: record.Bool, Doc: "whether all assertions passed"},
		{Key: "score", Type: record.Float, Range: record.Score, Doc: "share of the assertions that passed, by weight"},
		{Key: "failureReason", Type: record.Any, Doc: "0: none, 1: an assertion, 2: an error"},
		{Key: "error", Type: record.String, Doc: "text of the assertion or of the error"},
		{Key: "gradingResult", Type: record.Object, Of: grading, Doc: "each assertion"},
		{Key: "namedScores", Type: record.Any, Doc: "scores by name"},
		{Key: "latencyMs", Type: record.Float, Range: record.Milliseconds, Doc: "wall time, milliseconds"},
		{Key: "cost", Type: record.Float, Range: record.Dollars, Doc: "cost, US dollars"},
		{Key: "tokenUsage", Type: record.Object, Of: tokenUsage, Doc: "its tokens"},
		{Key: "response", Type: record.Object, Of: response, Doc: "the answer; its text is not kept"},
		{Key: "metadata", Type: record.Any, Withheld: true, Doc: "not kept"},
	},
	Sample: `{"testIdx":0,"promptIdx":0,"promptId":"31e06f7d","success":false,"score":0,"failureReason":1,"error":"Expected output to contain \"Hola\"","provider":{"id":"lab:m-1"},"testCase":{"description":"greets"},"gradingResult":{"componentResults":[]},"latencyMs":18,"cost":0}`,
}

var _ = record.Compile(nil, evalKind, rowKind)
