package junit

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/source"
)

// What stands where it has no place is told or passed over, and never stops the reader: outcomes
// outside of cases and suites, cases in cases, attributes that break off.
func TestWhatHasNoPlace(t *testing.T) {
	const dated = ` timestamp="2026-05-01T02:00:00Z"`
	for _, c := range []struct{ text, steps, errors, codes string }{
		{`<testsuites` + dated + `><failure message="m"/><testcase name="a"/></testsuites>`, "a", "", ""},
		{`<testsuite` + dated + `><testcase name="a"><failure message="m"/><testcase name="b"/></testcase></testsuite>`, "a, b", "m", ""},
		{`<testsuite` + dated + `><testcase name="a"/></testsuite><failure message="late"/>`, "a", "", ""},
		{`<testsuite` + dated + `><testcase name="a" classname=/></testsuite>`, "a", "", "xml_not_well_formed"},
		{`<testsuite` + dated + `><testcase name="a" classname= /></testsuite>`, "a", "", "xml_not_well_formed"},
		{`<testsuite` + dated + `><testcase name="a" classname /></testsuite>`, "a", "", "xml_not_well_formed"},
		{`<testsuite` + dated + `><testcase name="a" classname = "C"/></testsuite>`, "C › a", "", ""},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: c.text})
		var steps []string
		for row := range res.Set.Steps.Len() {
			if res.Set.Steps.Kind.At(row) == "test" {
				steps = append(steps, res.Set.Steps.Step.At(row))
			}
		}
		if got := strings.Join(steps, ", "); got != c.steps {
			t.Errorf("%s: %s, want %s", c.text, got, c.steps)
		}
		var errors []string
		for row := range res.Set.Attempts.Len() {
			if e := res.Set.Attempts.Error.At(row); e != "" {
				errors = append(errors, e)
			}
		}
		if got := strings.Join(errors, ", "); got != c.errors {
			t.Errorf("%s: the error %q, want %q", c.text, got, c.errors)
		}
		if got := strings.Join(res.CodeNames(), " "); got != c.codes {
			t.Errorf("%s: %q, want %q", c.text, got, c.codes)
		}
	}
}

// A file has a time if a suite or a case has one, or took any; what a suite only counts is none.
func TestFilesWithATime(t *testing.T) {
	for text, want := range map[string]bool{
		`<testsuite><testcase name="a"/></testsuite>`:                                                  false,
		`<testsuite tests="1"><testcase name="a" time="0"/></testsuite>`:                               false,
		`<testsuite time="0.000"><testcase name="a"/></testsuite>`:                                     false,
		`<testsuite><testcase name="a" time="0.5"/></testsuite>`:                                       true,
		`<testsuite time="2"><testcase name="a"/></testsuite>`:                                         true,
		`<testsuites time="1"><testsuite/></testsuites>`:                                               true,
		`<testsuite timestamp="2026-05-01T02:00:00Z"><testcase name="a"/></testsuite>`:                 true,
		`<testsuite><testcase name="a" timestamp="2026-05-01T02:00:00Z"/></testsuite>`:                 true,
		`<testsuite><testcase name="a"><failure time="3" message="1"/></testcase></testsuite>`:         false,
		`<testsuite tests="3" time="word"><testcase name="a" time="-1"/></testsuite>`:                  false,
		`<testsuite><testcase name="a"/><testcase name="b"/><testcase name="c" time="1"/></testsuite>`: true,
	} {
		for path, parts := range map[string]int{"x.xml": 0, "TEST-a.xml": 1} {
			res := &ingesttest.Result{}
			res.ReadAs(t, format, ingesttest.File{Path: path, Text: text})
			f := res.Files[0]
			if got := timed(f); got != want {
				t.Errorf("%s has a time: %t", text, got)
			}
			plain := &ingesttest.Result{}
			plain.ReadAs(t, format, ingesttest.File{Path: "x.xml", Text: text})
			if got := len(links(f)) - len(links(plain.Files[0])); got != parts {
				t.Errorf("%s: %d links more than those of a report", path, got)
			}
		}
	}
}

// The first element tells what a file is; what begins with anything else is no XML.
func TestFirstElement(t *testing.T) {
	for head, want := range map[string]string{
		"": "", " \t\r\n": "", "text <a>": "", "<a>": "a", "<a": "", "\x00 \n<a>": "a", "<?xml version='1.0'?>\n<!-- x --><testsuites>": "testsuites", "</a>": "", "<": "",
		"<x:a>": "a", "<a/>": "a", "<a b='c'": "",
	} {
		if got := rootOf([]byte(head)); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
	own := "<!-- A report of runreport, not a log of tests. -->"
	for head, want := range map[string]bool{"": false, own: true, own[:40]: false, strings.Repeat(" ", 200-len(own)) + own: true, strings.Repeat(" ", 201-len(own)) + own: false} {
		if got := isOwn(&source.Head{Bytes: []byte(head)}); got != want {
			t.Errorf("%q: %t", head, got)
		}
	}
}

// The line of a case is a whole number, or it is left out.
func TestLinesOfCases(t *testing.T) {
	for line, want := range map[string]int64{"12": 12, "0": 0, "-3": -1, "1e3": -1, "x": -1, "": -1, "0x10": -1} {
		res := &ingesttest.Result{}
		res.ReadAs(t, format, ingesttest.File{Path: "x.xml", Text: `<testsuite><testcase name="a" line="` + line + `"/></testsuite>`})
		for _, r := range res.Files[0].Records {
			if !r.Is(caseKind.Name) {
				continue
			}
			if got, ok := r.Int("line"); ok != (want != -1) || ok && got != want {
				t.Errorf("%q: %d, %t", line, got, ok)
			}
		}
	}
}

// Elements may be a thousand deep. What lies deeper is passed over and told once, and what comes
// behind it is read.
func TestDepthOfElements(t *testing.T) {
	for _, c := range []struct {
		depth    int // of the case, which has the document's element around it
		steps    string
		reported int64
	}{{2, "deep, last", 0}, {maxDepth, "deep, last", 0}, {maxDepth + 1, "last", 1}, {maxDepth + 5, "last", 1}} {
		text := `<testsuites timestamp="2026-05-01T02:00:00Z">` + strings.Repeat("<x>", c.depth-2) + `<testcase name="deep"/>` + strings.Repeat("</x>", c.depth-2) +
			`<testcase name="last"/></testsuites>`
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.xml", Text: text})
		var steps []string
		for row := range res.Set.Steps.Len() {
			if res.Set.Steps.Kind.At(row) == "test" {
				steps = append(steps, res.Set.Steps.Step.At(row))
			}
		}
		if got := strings.Join(steps, ", "); got != c.steps || res.Codes()["xml_not_well_formed"] != c.reported {
			t.Errorf("%d elements deep: %q, told %d times; want %q, %d", c.depth, got, res.Codes()["xml_not_well_formed"], c.steps, c.reported)
		}
	}
}
