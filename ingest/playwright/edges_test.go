package playwright

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// A report is told by its suites beside its config or its stats.
func TestClaims(t *testing.T) {
	for text, is := range map[string]bool{
		`{"suites":[],"config":{"rootDir":"x"}}`: true, `{"suites":[],"config":{"projects":[]}}`: true, `{"suites":[],"stats":{"expected":1,"unexpected":0}}`: true,
		`{"suites":[],"stats":{"expected":1}}`: false, `{"suites":[],"stats":{"unexpected":1}}`: false, `{"suites":[],"config":{"version":"1"}}`: false, `{"suites":[]}`: false,
		`{"config":{"rootDir":"x"}}`: false, `{"config":{"rootDir":"x"},"stats":{"expected":1,"unexpected":0}}`: false,
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "a.json", Text: text}, map[bool]string{true: format.Name}[is])
	}
}

// suite is a report of one suite; head are its members but for its specs.
func suite(head, specs string) string {
	return `{"config":{"rootDir":"t"},"suites":[{` + head + `"specs":[` + specs + `]}],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`
}

// A spec is called by its project, its file and the suites in it; the outermost suite is its file.
func TestNamesOfSpecs(t *testing.T) {
	spec := func(file string) string {
		return `{"title":"a","id":"1",` + file + `"tests":[{"status":"expected","results":[]}]}`
	}
	for _, c := range []struct{ text, want string }{
		{suite(`"title":"x.ts",`, spec(`"file":"x.ts",`)), "x.ts › a x.ts"}, {suite(`"title":"x.ts",`, spec(``)), "x.ts › a -"}, {suite(`"title":"b",`, spec(`"file":"x.ts",`)), "x.ts › b › a x.ts"},
		{suite(``, spec(`"file":"x.ts",`)), "x.ts › a x.ts"}, {suite(``, spec(``)), "a -"}, {suite(`"title":"d\\x.ts",`, spec(`"file":"d/x.ts",`)), "d/x.ts › a d/x.ts"},
		{suite(`"title":"x.ts","title":"y",`, spec(`"file":"x.ts",`)), "x.ts › a x.ts"}, {suite(`"title":"x.ts",`, `{"title":"a"},`+spec(`"file":"x.ts",`)), "x.ts › a x.ts"},
		{suite(`"title":"x.ts","other":{"specs":[{"title":"no"}]},`, spec(`"file":"x.ts",`)), "x.ts › a x.ts"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: c.text})
		var got []string
		s := &res.Set.Steps
		for row := range s.Len() {
			if s.Kind.At(row) == "test" {
				file := s.File.At(row)
				if file == "" {
					file = "-"
				}
				got = append(got, s.Step.At(row)+" "+file)
			}
		}
		if strings.Join(got, ", ") != c.want {
			t.Errorf("%s: %q, want %s", c.text, got, c.want)
		}
	}
}

// An attempt failed where it ended in another way than expected; its first error tells why.
func TestAttempts(t *testing.T) {
	for _, c := range []struct{ test, want string }{
		{`"status":"expected","results":[{"status":"passed"}]`, "passed passed -"}, {`"status":"expected","expectedStatus":"failed","results":[{"status":"failed"}]`, "failed passed -"},
		{`"status":"unexpected","expectedStatus":"failed","results":[{"status":"passed"}]`, "passed failed Expected to fail, but passed."},
		{`"status":"unexpected","expectedStatus":"failed","results":[{"status":"passed","error":{"message":"m"}}]`, "passed failed m"},
		{`"status":"unexpected","expectedStatus":"passed","results":[{"status":"failed"}]`, "failed failed -"},
		{`"status":"unexpected","results":[{"status":"failed","error":{"message":"m"},"errors":[{"message":"first"},{"message":"second"}]}]`, "failed failed first"},
		{`"status":"unexpected","results":[{"status":"failed","error":{"value":"thrown"}}]`, "failed failed thrown"},
		{`"status":"unexpected","results":[{"status":"failed","error":{"message":"m","value":"thrown"}}]`, "failed failed m"},
		{`"status":"unexpected","results":[{"status":"timedOut"}]`, "timedOut failed -"}, {`"status":"skipped","results":[{"status":"skipped"}]`, ""},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: suite(`"title":"x.ts",`, `{"title":"a","tests":[{`+c.test+`}]}`)})
		res.Want(t, c.want, "Attempts", "status", "result", "error")
	}
	for ms, want := range map[string]string{"1500": "1.5", "0": "0", "-1": "-"} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: suite(`"title":"x.ts",`, `{"title":"a","tests":[{"status":"expected","results":[{"status":"passed","duration":`+ms+`}]}]}`)})
		res.Want(t, "passed "+want, "Attempts", "status", "duration_s")
	}
}

// A record that is no spec is passed over, and what stands behind it is read.
func TestWhatIsNoSpec(t *testing.T) {
	const spec = `{"title":"a","tests":[{"status":"expected","results":[]}]}`
	for _, c := range []struct {
		text  string
		steps int
		codes string
	}{
		{suite(`"title":"x.ts",`, `7,`+spec), 1, "broken_document"}, {suite(`"title":"x.ts",`, `{},`+spec), 1, "missing_field"}, {suite(`"title":"x.ts",`, spec), 1, ""},
		{suite(`"title":"x.ts",`, `{"title":"b","title":"c"},`+spec), 1, "duplicate_key"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: c.text})
		n := 0
		for row := range res.Set.Steps.Len() {
			if res.Set.Steps.Kind.At(row) == "test" {
				n++
			}
		}
		if n != c.steps || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s: %d tests, %q; want %d, %s", c.text, n, res.CodeNames(), c.steps, c.codes)
		}
	}
}

// Suites may lie a hundred deep in each other, and no deeper.
func TestDepthOfSuites(t *testing.T) {
	for depth, codes := range map[int]string{100: "", 101: "", 102: "broken_document run_without_time"} {
		text := `{"config":{"rootDir":"t"},"suites":[` + strings.Repeat(`{"title":"s","suites":[`, depth-1) + `{"title":"s","specs":[]}` + strings.Repeat(`]}`, depth-1) +
			`],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`
		if got := strings.Join(ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: text}).CodeNames(), " "); got != codes {
			t.Errorf("%d suites: %q, want %q", depth, got, codes)
		}
	}
}

// A record is of the first attempt that has a time, the report of its start.
func TestTimesOfRecords(t *testing.T) {
	text := suite(`"title":"x.ts",`, `{"title":"a","tests":[{"status":"flaky","results":[{"status":"failed"},{"status":"passed","startTime":"2026-05-01T02:00:09Z"},{"startTime":"2026-05-01T02:00:03Z"}]}]}`)
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: text})
	var got []string
	for _, r := range res.Files[0].Records {
		got = append(got, fmt.Sprint(r.Name, " ", r.At.Format("05")))
	}
	if strings.Join(got, ", ") != "spec 03, report 00" {
		t.Errorf("%q", got)
	}
}

// What a report states of its tests is held against them, and its first error outside of tests is why it failed.
func TestStatedNumbers(t *testing.T) {
	const spec = `{"title":"a","tests":[{"status":"expected"},{"status":"skipped"},{"status":"expected"}]}`
	for stats, want := range map[string]string{
		`"expected":2,"skipped":1,"unexpected":0,"flaky":0`: "", `"expected":3`: "test_count_disagrees", `"skipped":0`: "test_count_disagrees", `"flaky":1`: "test_count_disagrees", `"unexpected":1`: "test_count_disagrees",
	} {
		text := `{"config":{"rootDir":"t","version":"1.51.1"},"suites":[{"title":"x.ts","specs":[` + spec + `]}],"errors":[{"message":""},{"message":"no database"},{"message":"later"}],` +
			`"stats":{"startTime":"2026-05-01T02:00:00Z","duration":1500,` + stats + `}}`
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: text})
		if got := strings.Join(res.CodeNames(), " "); got != want {
			t.Errorf("%s: %q, want %q", stats, got, want)
		}
		res.Want(t, "1.51.1 1.5 no database", "Runs", "version", "duration_s", "reason")
	}
}
