package allure

import (
	"errors"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

const system = "allure"

// System is Allure.
var System = &record.System{
	Name: system, Title: "Allure results",
	Formats: []*record.Format{results, containers, globals},
	Words:   []record.WordTable{{Where: "status of a result or a step", Means: statusWords}},
	Counts:  testrun.Counts,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var statusWords = record.Vocabulary{
	"passed":  {Result: table.Passed},
	"failed":  {Result: table.Failed, Cause: table.CauseFailure},
	"broken":  {Result: table.Failed, Cause: table.CauseError},
	"skipped": {Result: table.Skipped},
	"unknown": {Result: table.Unknown},
}

var results = &record.Format{
	Name: "allure-result", Ledger: "allure", System: system, Title: "an attempt at a test, one JSON document",
	Container: record.Document, Kinds: []*record.Kind{resultKind}, TimeKey: "start",
	Names: []string{"*-result.json"},
	Is: func(h *source.Head) bool {
		return h.Doc.Has("uuid") && h.Doc.HasAny("historyId", "testCaseId", "labels", "stage") &&
			h.Doc.HasAny("status", "start", "statusDetails") && !h.Doc.HasAny("children", "befores", "afters")
	},
	Read: func(text []byte, f *record.File) { read(text, f, resultKind) },
}

var containers = &record.Format{
	Name: "allure-container", Ledger: "allure", System: system, Title: "what was set up around tests, one JSON document",
	Container: record.Document, Kinds: []*record.Kind{containerKind}, TimeKey: "start", Companion: true,
	Names: []string{"*-container.json"},
	Is: func(h *source.Head) bool {
		if h.Doc.Has("children") {
			return h.Doc.Has("uuid") && h.Doc.HasAny("befores", "afters", "start")
		}
		// What pytest sets up for parameters has no attempts in it.
		return h.Doc.Has("uuid") && h.Doc.HasAny("befores", "afters") && !h.Doc.HasAny("historyId", "testCaseId", "status", "stage")
	},
	Read: func(text []byte, f *record.File) { read(text, f, containerKind) },
}

var globals = &record.Format{
	Name: "allure-globals", Ledger: "allure", System: system, Title: "errors outside of tests, one JSON document",
	Container: record.Document, Kinds: []*record.Kind{globalsKind}, Companion: true,
	Names: []string{"*-globals.json"},
	Is: func(h *source.Head) bool {
		return h.Doc.Has("errors", "attachments") && (len(h.Doc) == 2 || strings.HasSuffix(h.Path, "-globals.json")) &&
			!h.Doc.HasAny("uuid", "results", "status", "name", "id")
	},
	Read: func(text []byte, f *record.File) {
		if r := read(text, f, globalsKind); r != nil {
			for _, e := range r.Items("errors") {
				if at := e.Time("timestamp"); !at.IsZero() && (r.At.IsZero() || at.Before(r.At)) {
					r.At = at // puts it to the results of its run
				}
			}
		}
	},
}

var times = []record.Field{
	{Key: "start", Type: record.Millis, Doc: "when it began"},
	{Key: "stop", Type: record.Millis, Doc: "when it ended"},
}

var resultKind = (&record.Kind{
	Name: "result", Table: "attempts", Doc: "an attempt at a test",
	Fields: append([]record.Field{
		{Key: "uuid", Type: record.String, Required: true, Doc: "the attempt"},
		{Key: "historyId", Type: record.String, Doc: "the test, the same in all runs"},
		{Key: "fullName", Type: record.String, Doc: "its full name"},
		{Key: "name", Type: record.String, Doc: "its name for people"},
		{Key: "status", Type: record.String, Enum: []string{"passed", "failed", "broken", "skipped", "unknown"}, Doc: "how it ended"},
		{Key: "stage", Type: record.String, Doc: "how far it came: scheduled, running, finished, pending, interrupted"},
		{Key: "statusDetails", Type: record.Object, Of: detailsKind, Doc: "why it ended so"},
		{Key: "labels", Type: record.List, Of: pairKind, Doc: "suite, class, host and so on"},
		{Key: "parameters", Type: record.List, Of: pairKind, Doc: "its parameters"},
		{Key: "steps", Type: record.List, Of: stepKind, Doc: "its steps"},
		{Key: "attachments", Type: record.Any, Withheld: true, Doc: "files that it left"},
		{Key: "descriptionHtml", Type: record.String, Withheld: true, Doc: "a description"},
	}, times...),
	Sample: `{"uuid":"2a36-e10","historyId":"9b44","name":"pays","status":"passed","stage":"finished","start":1777600800000,"stop":1777600803000}`,
}).Compile()

var containerKind = (&record.Kind{
	Name: "container", Table: "runs", Doc: "what was set up around tests",
	Fields: append([]record.Field{
		{Key: "uuid", Type: record.String, Required: true, Doc: "the container"},
		{Key: "name", Type: record.String, Doc: "its name"},
		{Key: "children", Type: record.Strings, Doc: "the attempts in it"},
		{Key: "befores", Type: record.List, Of: stepKind, Doc: "what ran before them"},
		{Key: "afters", Type: record.List, Of: stepKind, Doc: "what ran after them"},
	}, times...),
	Sample: `{"uuid":"1c7c","children":["2a36-e10"],"befores":[{"name":"open","status":"passed"}],"afters":[],"start":1777600800000}`,
}).Compile()

var globalsKind = (&record.Kind{
	Name: "globals", Table: "runs", Doc: "what belongs to no test",
	Fields: []record.Field{
		{Key: "errors", Type: record.List, Of: errorKind, Doc: "errors outside of tests, as of a hook before all"},
		{Key: "attachments", Type: record.Any, Withheld: true, Doc: "files that were left"},
	},
	Sample: `{"attachments":[],"errors":[{"message":"\"before all\" hook failed: no till","timestamp":1777600800000}]}`,
}).Compile()

var errorKind = &record.Kind{Name: "error", Doc: "an error outside of tests", Fields: []record.Field{
	{Key: "message", Type: record.String, Doc: "the error"},
	{Key: "trace", Type: record.String, Doc: "its stack trace"},
	{Key: "timestamp", Type: record.Millis, Doc: "when it was met"},
}}

var detailsKind = &record.Kind{Name: "statusDetails", Doc: "why a test ended so", Fields: []record.Field{
	{Key: "message", Type: record.String, Doc: "the error"},
	{Key: "trace", Type: record.String, Doc: "its stack trace"},
}}

var pairKind = &record.Kind{Name: "label", Doc: "a name with its value", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "its name"},
	{Key: "value", Type: record.String, Doc: "its value"},
	{Key: "excluded", Type: record.Bool, Doc: "no part of the test's identity"},
	{Key: "mode", Type: record.String, Doc: "hidden or masked: not to be shown"},
}}

var stepKind = &record.Kind{Name: "step", Doc: "a step of a test", Fields: []record.Field{
	{Key: "name", Type: record.String, Doc: "its name"},
	{Key: "status", Type: record.String, Doc: "how it ended"},
	{Key: "statusDetails", Type: record.Object, Of: detailsKind, Doc: "why it ended so"},
	{Key: "start", Type: record.Millis, Doc: "when it began"},
	{Key: "stop", Type: record.Millis, Doc: "when it ended"},
}}

// read makes a record of the document. Of one that is cut off the members before the cut
// are read.
func read(text []byte, f *record.File, kind *record.Kind) *record.Record {
	x, header, met := testrun.NewDocument(text), &testrun.Header{}, false
	err := x.Object(func(key string) (bool, error) {
		raw, _, err := x.Value()
		if err == nil {
			header.Add(key, raw)
			met = true
		}
		return true, err
	})
	if err == nil && !met {
		err = errors.New("an empty object")
	}
	x.Broken(f, err)
	if !met {
		return nil
	}
	return f.AddObject(kind, header.Object(), 1)
}
