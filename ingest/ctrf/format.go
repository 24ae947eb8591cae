package ctrf

import (
	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

const system = "ctrf"

// System is the Common Test Report Format.
var System = &record.System{
	Name: system, Title: "CTRF, the Common Test Report Format",
	Formats: []*record.Format{format},
	Words: []record.WordTable{
		{Where: "status of a test or an attempt", Means: statusWords},
		{Where: "rawStatus of a test that failed (another word: as its status)", Means: rawWords},
	},
	Counts: testrun.Counts,
	Stitch: stitch, Assemble: assemble, Links: links,
}

var statusWords = record.Vocabulary{
	"passed":  {Result: table.Passed},
	"failed":  {Result: table.Failed, Cause: table.CauseFailure},
	"skipped": {Result: table.Skipped},
	"pending": {Result: table.Skipped},
	"other":   {Result: table.Unknown},
}

// rawWords are words of the runners that say why a test failed.
var rawWords = record.Vocabulary{
	"timedOut":    {Result: table.Failed, Cause: table.CauseTimeLimit},
	"interrupted": {Result: table.Failed, Cause: table.CauseSignal},
	"broken":      {Result: table.Failed, Cause: table.CauseError},
	// pytest: a fixture failed
	"setup_failed":    {Result: table.Failed, Cause: table.CauseError},
	"teardown_failed": {Result: table.Failed, Cause: table.CauseError},
}

// limiters are the runners of which a reporter writes the limit of retries for their number.
var limiters = map[string]bool{"vitest": true}

var format = &record.Format{
	Name: "ctrf-report", Ledger: "ctrf", System: system, Title: "the results of a run, one JSON document",
	Container: record.Document, Kinds: []*record.Kind{reportKind, testKind},
	Names: []string{"ctrf-report*.json"},
	Is:    func(h *source.Head) bool { return is(h) && !isOwn(h) },
	Own:   isOwn,
	Read:  read,
}

// isOwn reports whether the file is the list of flaky tests that runreport writes as CTRF.
func isOwn(h *source.Head) bool { return h.Doc.Text("generatedBy") == "runreport" }

// is recognises a report by results with a tool, a summary or tests.
func is(h *source.Head) bool {
	results := h.Doc["results"]
	if results.Kind() != '{' {
		return false
	}
	keys := testrun.Keys(results)
	return h.Doc.Text("reportFormat") == "CTRF" || keys["tool"] && (keys["summary"] || keys["totals"] || keys["tests"]) || keys["summary"] && keys["tests"]
}

var reportKind = (&record.Kind{
	Name: "report", Table: "runs", Doc: "the report but for its tests",
	Fields: []record.Field{
		{Key: "reportFormat", Type: record.String, Doc: "CTRF"},
		{Key: "specVersion", Type: record.String, Doc: "version of the format"},
		{Key: "reportId", Type: record.String, Doc: "the document"},
		{Key: "runId", Type: record.String, Doc: "the run, shared by its shards"},
		{Key: "timestamp", Type: record.Time, Doc: "when the report was written"},
		{Key: "generatedBy", Type: record.String, Doc: "what wrote the report"},
		{Key: "tool", Type: record.Object, Of: toolKind, Doc: "what ran the tests"},
		{Key: "summary", Alias: []string{"totals"}, Type: record.Object, Of: summaryKind, Doc: "what the tests come to"},
		{Key: "environment", Type: record.Object, Of: environmentKind, Doc: "where they ran"},
	},
	Sample: `{"results":{"tool":{"name":"jest"},"summary":{"tests":0,"passed":0,"failed":0,"skipped":0,"pending":0,"other":0,"start":1777600800000,"stop":1777600810000},"tests":[]}}`,
}).Compile()

var toolKind = &record.Kind{Name: "tool", Doc: "what ran the tests", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "its name"},
	{Key: "version", Type: record.String, Doc: "its version"},
}}

var summaryKind = &record.Kind{Name: "summary", Doc: "what the tests come to, as stated", Fields: []record.Field{
	{Key: "tests", Type: record.Int, Range: record.Things, Doc: "all tests"},
	{Key: "passed", Type: record.Int, Range: record.Things, Doc: "tests that passed"},
	{Key: "failed", Type: record.Int, Range: record.Things, Doc: "tests that failed"},
	{Key: "skipped", Type: record.Int, Range: record.Things, Doc: "tests that were skipped"},
	{Key: "pending", Type: record.Int, Range: record.Things, Doc: "tests that are pending"},
	{Key: "other", Type: record.Int, Range: record.Things, Doc: "other tests"},
	{Key: "flaky", Type: record.Int, Range: record.Things, Doc: "tests that were flaky"},
	{Key: "start", Type: record.Any, Doc: "when the run began"},
	{Key: "stop", Type: record.Any, Doc: "when it ended"},
}}

var environmentKind = &record.Kind{Name: "environment", Doc: "where the tests ran", Fields: []record.Field{
	{Key: "commit", Type: record.String, Doc: "the commit"},
	{Key: "branchName", Type: record.String, Doc: "the branch"},
	{Key: "buildId", Type: record.Any, Doc: "the build"},
	{Key: "shardId", Type: record.Any, Doc: "the shard"},
	{Key: "appName", Type: record.String, Doc: "what is tested"},
}}

var testKind = (&record.Kind{
	Name: "test", Table: "steps", Doc: "a test",
	Fields: append([]record.Field{
		{Key: "name", Type: record.String, Required: true, Doc: "its name"},
		{Key: "testId", Type: record.String, Doc: "its id, the same in all runs"},
		{Key: "suite", Type: record.Any, Doc: "the suites that it is in: a list, or a text with > between them"},
		{Key: "filePath", Alias: []string{"file_path"}, Type: record.String, Doc: "its source file"},
		{Key: "browser", Type: record.String, Doc: "the browser"},
		{Key: "rawStatus", Type: record.String, Doc: "the status in the runner's own words"},
		{Key: "flaky", Type: record.Bool, Doc: "it passed after it failed"},
		{Key: "retries", Type: record.Int, Range: record.AttemptNumber, Doc: "attempts after the first"},
		{Key: "retryAttempts", Type: record.List, Of: attemptKind, Doc: "its attempts"},
		{Key: "steps", Type: record.List, Of: stepKind, Doc: "its steps"},
		{Key: "stdout", Type: record.Any, Withheld: true, Doc: "what it printed"},
		{Key: "stderr", Type: record.Any, Withheld: true, Doc: "what it printed"},
		{Key: "ai", Type: record.String, Withheld: true, Doc: "what a model says about the failure"},
	}, ending...),
	Sample: `{"results":{"tool":{"name":"jest"},"summary":{"tests":1},"tests":[{"name":"adds","status":"passed","duration":1500}]}}`,
}).Compile()

// ending is how a test or an attempt ended.
var ending = []record.Field{
	{Key: "status", Type: record.String, Required: true, Enum: []string{"passed", "failed", "skipped", "pending", "other"}, Doc: "how it ended"},
	{Key: "duration", Type: record.Float, Range: record.Milliseconds, Doc: "duration, milliseconds"},
	{Key: "start", Type: record.Any, Doc: "when it began"},
	{Key: "stop", Type: record.Any, Doc: "when it ended"},
	{Key: "message", Type: record.String, Doc: "the error"},
	{Key: "trace", Type: record.String, Doc: "its stack trace"},
}

var attemptKind = &record.Kind{Name: "retryAttempt", Doc: "an attempt at a test", Fields: append([]record.Field{
	{Key: "attempt", Type: record.Int, Range: record.AttemptNumber, Doc: "its number, from 1"},
}, ending...)}

var stepKind = &record.Kind{Name: "step", Doc: "a step of a test", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "its name"},
	{Key: "status", Type: record.String, Doc: "how it ended"},
}}

// read makes a record of the report and one of each test.
func read(text []byte, f *record.File) {
	x, header := testrun.NewDocument(text), &testrun.Header{}
	take := func(key string) (bool, error) {
		raw, _, err := x.Value()
		if err == nil {
			header.Add(key, raw)
		}
		return true, err
	}
	err := x.Object(func(key string) (bool, error) {
		switch key {
		case "results":
			return true, x.Object(func(key string) (bool, error) {
				switch key {
				case "tests":
					return true, x.Array(func() error { return readTest(x, f) })
				case "tool", "summary", "totals", "environment":
					return take(key)
				}
				return false, nil
			})
		case "reportFormat", "specVersion", "reportId", "runId", "timestamp", "generatedBy":
			return take(key)
		}
		return false, nil
	})
	x.Broken(f, err)
	if r := f.AddObject(reportKind, header.Object(), 0); r != nil {
		if s := r.Item("summary"); s != nil {
			if at, ok := testrun.Millis(s.Raw("start")); ok {
				r.At = at.Time
			}
		}
	}
}

func readTest(x *testrun.Document, f *record.File) error {
	raw, line, err := x.Value()
	if err != nil {
		return err
	}
	if raw.Kind() != '{' {
		f.Broken(line, errNoTest)
		return nil
	}
	if r := f.AddObject(testKind, raw, line); r != nil {
		if at, ok := testrun.Millis(r.Raw("start")); ok {
			r.At = at.Time
		}
	}
	return nil
}
