package junit

import (
	"bytes"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/testrun"
)

const system = "junit"

// System is JUnit XML.
var System = &record.System{
	Name: system, Title: "JUnit XML, of any test runner",
	Formats: []*record.Format{format},
	Codes:   []*record.Code{notWellFormed, tooManyCases},
	Words:   vocabulary,
	Counts:  testrun.Counts,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var (
	notWellFormed = &record.Code{
		Name:     "xml_not_well_formed",
		Severity: record.Warning,
		Means:    "XML that breaks the rules of XML, read as far as it can be told what is meant",
		Do:       "repair the writer; another reader refuses the file",
	}
	tooManyCases = &record.Code{
		Name:     "too_many_test_cases",
		Severity: record.Error,
		Means:    "more test cases in one file than are read of one",
		Do:       "split the report; the cases after the limit are in no number",
	}
)

var format = &record.Format{
	Name: "junit-xml", Ledger: "junit", System: system, Title: "suites and their test cases, in XML",
	Container: record.Stream, Kinds: []*record.Kind{suitesKind, suiteKind, caseKind, outcomeKind},
	Names: []string{"TEST-*.xml", "TESTS-*.xml", "junit*.xml"},
	Is: func(h *source.Head) bool {
		r := rootOf(h.Bytes)
		return (r == "testsuites" || r == "testsuite") && !isOwn(h)
	},
	Own:        isOwn,
	ReadStream: read,
}

// isOwn reports whether the file is the report of its own that runreport writes as JUnit XML.
func isOwn(h *source.Head) bool {
	return bytes.Contains(h.Bytes[:min(len(h.Bytes), 200)], []byte("<!-- A report of runreport, not a log of tests. -->"))
}

// rootOf is the name of the first element; "" where the text is no XML.
func rootOf(head []byte) string {
	if b := bytes.TrimLeft(head, "\x00 \t\r\n"); len(b) == 0 || b[0] != '<' {
		return ""
	}
	s := newScanner(bytes.NewReader(head), func(int64, string) {})
	defer s.free()
	if s.next() != tokenStart {
		return ""
	}
	return string(s.name)
}

// counters are what suites state about their cases.
var counters = []record.Field{
	{Key: "tests", Type: record.Int, Range: record.Things, Doc: "test cases, as stated"},
	{Key: "failures", Type: record.Int, Range: record.Things, Doc: "cases that failed, as stated"},
	{Key: "errors", Type: record.Int, Range: record.Things, Doc: "cases with an error, as stated"},
	{Key: "skipped", Alias: []string{"skip", "skips", "ignored"}, Type: record.Int, Range: record.Things, Doc: "cases that were skipped, as stated"},
	{Key: "disabled", Type: record.Int, Range: record.Things, Doc: "cases that are disabled, as stated"},
	{Key: "time", Type: record.Float, Range: record.Seconds, Doc: "duration, seconds, as stated"},
	{Key: "timestamp", Type: record.Time, Doc: "when it began"},
	{Key: "name", Type: record.String, Doc: "its name"},
}

var suitesKind = (&record.Kind{
	Name: "testsuites", Table: "runs", Doc: "the report", Fields: counters,
	Sample: `<testsuites name="nightly" tests="1" failures="0" time="1.1" timestamp="2026-05-01T02:00:00Z"></testsuites>`,
}).Compile()

var suiteKind = (&record.Kind{
	Name: "testsuite", Table: "steps", Doc: "a suite of test cases or of suites",
	Fields: []record.Field{
		{Key: "suite", Type: record.Int, Range: record.Things, Doc: "which of the file's suites, counted from 1"},
		{Key: "parent", Type: record.Int, Range: record.Things, Doc: "the suite that it is in"},
		{Key: "hostname", Type: record.String, Doc: "machine, container, or project of Playwright"},
		{Key: "file", Type: record.String, Doc: "source file of its cases"},
	},
	Sample: `<testsuite name="com.acme.CartTest" tests="1" failures="0" errors="0" skipped="0" time="1.1" timestamp="2026-05-01T02:00:00Z"></testsuite>`,
}).Compile(counters...)

var caseKind = (&record.Kind{
	Name: "testcase", Table: "attempts", Doc: "a test case",
	Fields: []record.Field{
		{Key: "suite", Type: record.Int, Range: record.Things, Doc: "the suite that it is in"},
		{Key: "name", Type: record.String, Doc: "name of the test"},
		{Key: "classname", Alias: []string{"class"}, Type: record.String, Doc: "class, file or package of the test"},
		{Key: "file", Type: record.String, Doc: "source file"},
		{Key: "line", Type: record.Int, Range: record.Size, Doc: "line of the source file"},
		{Key: "time", Type: record.Float, Range: record.Seconds, Doc: "duration, seconds"},
		{Key: "timestamp", Type: record.Time, Doc: "when it began"},
		{Key: "status", Type: record.String, Doc: "run, notrun or disabled (GoogleTest), or the writer's own word"},
		{Key: "output", Type: record.String, Doc: "the first 8 KiB of what it printed, where it failed and the report says nothing else"},
		{Key: "cut", Type: record.Bool, Doc: "the document ends inside of the case"},
	},
	Sample: `<testcase name="adds" classname="com.acme.CartTest" time="1.1"/>`,
}).Compile()

var outcomeKind = (&record.Kind{
	Name: "outcome", Table: "attempts", Doc: "a child that says how the case before it, or an attempt at it, ended",
	Fields: []record.Field{
		{Key: "element", Type: record.String, Required: true, Doc: "failure, error, skipped, flakyFailure, flakyError, rerunFailure or rerunError"},
		{Key: "type", Type: record.String, Doc: "type of the error"},
		{Key: "message", Type: record.String, Doc: "its message"},
		{Key: "text", Type: record.String, Doc: "the first 8 KiB of what stands in it, as a stack trace"},
		{Key: "suite", Type: record.Int, Range: record.Things, Doc: "the suite that it is a child of, where it is in no case"},
	},
	Sample: `<failure type="AssertionError" message="3 is not 4">at CartTest.java:26</failure>`,
}).Compile()
