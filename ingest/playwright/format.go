package playwright

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

const system = "playwright"

// System is Playwright.
var System = &record.System{
	Name: system, Title: "Playwright, its JSON reports",
	Formats: []*record.Format{format},
	Words: []record.WordTable{
		{Where: "status of a test", Means: testWords},
		{Where: "status of a result that is not the expected one", Means: resultWords},
	},
	Counts: testrun.Counts,
	Stitch: stitch, Assemble: assemble, Links: links,
}

var testWords = record.Vocabulary{
	"expected":   {Result: table.Passed},
	"unexpected": {Result: table.Failed, Cause: table.CauseFailure},
	"flaky":      {Result: table.Flaky},
	"skipped":    {Result: table.Skipped},
}

var resultWords = record.Vocabulary{
	"passed":      {Result: table.Failed, Cause: table.CauseFailure}, // it was expected to fail
	"failed":      {Result: table.Failed, Cause: table.CauseFailure},
	"timedOut":    {Result: table.Failed, Cause: table.CauseTimeLimit},
	"interrupted": {Result: table.Canceled, Cause: table.CauseSignal},
	"skipped":     {Result: table.Skipped},
}

var format = &record.Format{
	Name: "playwright-json", Ledger: "playwright", System: system, Title: "the report of Playwright's reporter json",
	Container: record.Document, Kinds: []*record.Kind{reportKind, specKind},
	Is:   is,
	Read: read,
}

func is(h *source.Head) bool {
	if !h.Doc.Has("suites") {
		return false
	}
	config, stats := testrun.Keys(h.Doc["config"]), testrun.Keys(h.Doc["stats"])
	return config["rootDir"] || config["projects"] || stats["expected"] && stats["unexpected"]
}

var reportKind = (&record.Kind{
	Name: "report", Table: "runs", Doc: "the report but for its suites",
	Fields: []record.Field{
		{Key: "version", Type: record.String, Doc: "version of Playwright, from its config"},
		{Key: "stats", Type: record.Object, Of: statsKind, Doc: "what the tests come to"},
		{Key: "errors", Type: record.List, Of: errorKind, Doc: "errors outside of tests"},
	},
	Sample: `{"config":{"rootDir":"tests","version":"1.51.1"},"suites":[],"errors":[],"stats":{"startTime":"2026-05-01T02:00:00Z","duration":1000,"expected":0,"skipped":0,"unexpected":0,"flaky":0}}`,
}).Compile()

var statsKind = &record.Kind{Name: "stats", Doc: "what the tests come to, as stated", Fields: []record.Field{
	{Key: "startTime", Type: record.Time, Doc: "when the run began"},
	{Key: "duration", Type: record.Float, Range: record.Milliseconds, Doc: "duration, milliseconds"},
	{Key: "expected", Type: record.Int, Range: record.Things, Doc: "tests that ended as expected"},
	{Key: "unexpected", Type: record.Int, Range: record.Things, Doc: "tests that did not"},
	{Key: "flaky", Type: record.Int, Range: record.Things, Doc: "tests that passed after they failed"},
	{Key: "skipped", Type: record.Int, Range: record.Things, Doc: "tests that were skipped"},
}}

var errorKind = &record.Kind{Name: "error", Doc: "an error", Fields: []record.Field{
	{Key: "message", Type: record.String, Doc: "its message"},
	{Key: "stack", Type: record.String, Doc: "its stack"},
	{Key: "value", Type: record.Any, Doc: "what was thrown, where it is no error"},
}}

var specKind = (&record.Kind{
	Name: "spec", Table: "steps", Doc: "a spec: a test in each of some projects",
	Fields: []record.Field{
		{Key: suitePath, Type: record.Strings, Doc: "titles of the suites that it is in, outermost first; added when the report is read"},
		{Key: "title", Type: record.String, Required: true, Doc: "its title"},
		{Key: "id", Type: record.String, Doc: "its id, the same in all runs"},
		{Key: "file", Type: record.String, Doc: "its source file"},
		{Key: "line", Type: record.Int, Range: record.Size, Doc: "line of the source file"},
		{Key: "tests", Type: record.List, Of: testKind, Doc: "its tests, one for each project"},
	},
	Sample: `{"config":{"rootDir":"tests"},"suites":[{"title":"a.spec.ts","specs":[{"title":"adds","id":"1-2","file":"a.spec.ts","line":3,"tests":[]}]}]}`,
}).Compile()

const suitePath = "suitePath"

var testKind = &record.Kind{Name: "test", Doc: "a test of a spec in a project", Fields: []record.Field{
	{Key: "projectName", Type: record.String, Doc: "the project"},
	{Key: "status", Type: record.String, Enum: []string{"expected", "unexpected", "flaky", "skipped"}, Doc: "how it ended"},
	{Key: "expectedStatus", Type: record.String, Doc: "how its results are expected to end"},
	{Key: "results", Type: record.List, Of: resultKind, Doc: "its attempts"},
}}

var resultKind = &record.Kind{Name: "result", Doc: "an attempt at a test", Fields: []record.Field{
	{Key: "retry", Type: record.Int, Range: record.AttemptNumber, Doc: "number of the retry, from 0"},
	{Key: "status", Type: record.String, Doc: "how it ended"},
	{Key: "duration", Type: record.Float, Range: record.Milliseconds, Doc: "duration, milliseconds"},
	{Key: "startTime", Type: record.Time, Doc: "when it began"},
	{Key: "error", Type: record.Object, Of: errorKind, Doc: "the first error"},
	{Key: "errors", Type: record.List, Of: errorKind, Doc: "all errors"},
	{Key: "stdout", Type: record.Any, Withheld: true, Doc: "what it printed"},
	{Key: "stderr", Type: record.Any, Withheld: true, Doc: "what it printed"},
	{Key: "attachments", Type: record.Any, Withheld: true, Doc: "files that it left"},
}}

// maxSuites is how deep suites may lie in each other.
const maxSuites = 100

var errDeep = errors.New("suites lie too deep in each other")

// read makes a record of the report and one of each spec.
func read(text []byte, f *record.File) {
	x, header := testrun.NewDocument(text), &testrun.Header{}
	err := x.Object(func(key string) (bool, error) {
		switch key {
		case "suites":
			return true, x.Array(func() error { return readSuite(x, f, nil) })
		case "config":
			return true, x.Object(func(key string) (bool, error) {
				if key != "version" {
					return false, nil
				}
				return true, take(x, header, key)
			})
		case "stats", "errors":
			return true, take(x, header, key)
		}
		return false, nil
	})
	x.Broken(f, err)
	if r := f.AddObject(reportKind, header.Object(), 0); r != nil {
		if s := r.Item("stats"); s != nil {
			r.At = s.Time("startTime")
		}
	}
}

func take(x *testrun.Document, header *testrun.Header, key string) error {
	raw, _, err := x.Value()
	if err == nil {
		header.Add(key, raw)
	}
	return err
}

// readSuite reads one suite in those of the path. Its title stands before what is in it.
func readSuite(x *testrun.Document, f *record.File, path []string) error {
	if len(path) > maxSuites {
		return errDeep
	}
	titled := false
	return x.Object(func(key string) (bool, error) {
		switch key {
		case "title":
			raw, _, err := x.Value()
			if err == nil && !titled {
				path, titled = append(path[:len(path):len(path)], record.Words(raw)), true
			}
			return true, err
		case "suites":
			return true, x.Array(func() error { return readSuite(x, f, path) })
		case "specs":
			return true, x.Array(func() error { return readSpec(x, f, path) })
		}
		return false, nil
	})
}

func readSpec(x *testrun.Document, f *record.File, path []string) error {
	raw, line, err := x.Value()
	if err != nil {
		return err
	}
	if raw.Kind() != '{' {
		f.Broken(line, errors.New("a spec that is no object"))
		return nil
	}
	with := []byte(`{"` + suitePath + `":[`)
	for i, title := range path {
		if i > 0 {
			with = append(with, ',')
		}
		with, _ = jsontext.AppendQuote(with, title) // it was read from JSON
	}
	with = append(with, ']')
	rest := bytes.TrimSpace(raw[1:])
	if len(rest) > 1 {
		with = append(with, ',')
	}
	r := f.AddObject(specKind, append(with, rest...), line)
	if r == nil {
		return nil
	}
	for _, t := range r.Items("tests") {
		for _, result := range t.Items("results") {
			if at := result.Time("startTime"); r.At.IsZero() || !at.IsZero() && at.Before(r.At) {
				r.At = at
			}
		}
	}
	return nil
}
