package gotest

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

const system = "gotest"

// System is go test.
var System = &record.System{
	Name: system, Title: "go test -json",
	Formats: []*record.Format{events},
	Codes:   []*record.Code{cached},
	Words:   []record.WordTable{{Where: "Action that ends a test", Means: actionWords}},
	Counts:  testrun.Counts,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var cached = &record.Code{
	Name:     "cached_package",
	Severity: record.Info,
	Means:    "a package whose tests were not run: go test took their results from its cache",
	Do:       "none needed; their durations are not used; run with -count=1 to run them always",
}

// actionWords are the actions that end a test or a package.
var actionWords = record.Vocabulary{
	"pass":  {Result: table.Passed},
	"bench": {Result: table.Passed},
	"fail":  {Result: table.Failed, Cause: table.CauseFailure},
	"skip":  {Result: table.Skipped},
}

var events = &record.Format{
	Name: "go-test-json", Ledger: "go-test", System: system, Title: "events of go test -json, one a line",
	Container: record.Lines, Kinds: kinds, TimeKey: "Time",
	Is:      func(h *source.Head) bool { return h.AnyLine(isEvent) },
	KindOf:  func(m record.Members) (string, bool) { return m.Text("Action"), false },
	Between: between,
}

// actions are the names of the kinds.
var actions = []string{
	"start", "run", "pause", "cont", "output", "bench", "pass", "fail", "skip", "build-output", "build-fail", "attr", "artifacts",
}

func isEvent(o source.Object) bool {
	return slices.Contains(actions, o.Text("Action")) && o.HasAny("Package", "Test", "ImportPath", "Output", "Time")
}

var kinds = record.Compile([]record.Field{
	{Key: "Time", Type: record.Time, Doc: "when"},
	{Key: "Action", Type: record.String, Required: true, Doc: "what happened"},
	{Key: "Package", Type: record.String, Doc: "the package"},
	{Key: "Test", Type: record.String, Doc: "the test; absent: the package"},
	{Key: "Elapsed", Type: record.Float, Range: record.Seconds, Doc: "duration, seconds"},
	{Key: "Output", Type: record.String, Doc: "a piece of output"},
	{Key: "ImportPath", Type: record.String, Doc: "what was built"},
	{Key: "FailedBuild", Type: record.String, Doc: "the build because of which the package failed"},
	{Key: "Key", Type: record.String, Doc: "name of an attribute"},
	{Key: "Value", Type: record.String, Doc: "its value"},
	{Key: "Path", Type: record.String, Doc: "folder of artifacts"},
	{Key: "OutputType", Type: record.String, Doc: "what the output is: frame, error, error-continue"},
},
	action("start", "a package begins"), action("run", "a test begins"), action("pause", "a test waits for others"),
	action("cont", "a test goes on"), action("output", "output of a test or a package"), action("bench", "a benchmark ended"),
	action("pass", "a test or a package passed"), action("fail", "a test or a package failed"),
	action("skip", "a test was skipped, or a package has no tests"), action("build-output", "output of the compiler"),
	action("build-fail", "a build failed"), action("attr", "an attribute of a test"), action("artifacts", "where a test keeps files"),
)

func action(name, doc string) *record.Kind {
	k := &record.Kind{Name: name, Doc: doc, Sample: `{"Time":"2026-05-01T02:00:00Z","Action":"` + name + `","Package":"shop/cart","Test":"TestPay"}`}
	if actionWords[name].Result != "" {
		k.Table = "attempts"
	}
	return k
}

var (
	failedPackage = regexp.MustCompile(`^FAIL\s+(\S+)\s+\[[a-z ]+ failed\]`)
	compilerLine  = regexp.MustCompile(`^\S+\.go:\d+(?::\d+)?: `)
)

// between makes events of what older versions print without JSON where a build fails.
func between(line []byte) jsontext.Value {
	line = bytes.TrimRight(line, "\r")
	if m := failedPackage.FindSubmatch(line); m != nil {
		return objectOf("Action", "fail", "Package", string(m[1]), "Output", string(line))
	}
	if compilerLine.Match(line) {
		return objectOf("Action", "build-output", "Output", string(line))
	}
	return nil
}

// objectOf is an object of keys and texts.
func objectOf(pairs ...string) jsontext.Value {
	out := []byte{'{'}
	for i, text := range pairs {
		if i > 0 {
			out = append(out, ",:"[i%2])
		}
		out, _ = jsontext.AppendQuote(out, strings.ToValidUTF8(text, "\uFFFD")) // valid UTF-8 can be quoted
	}
	return append(out, '}')
}
