package playwright

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) { ingesttest.Rows(t, System, nil) }

func TestReports(t *testing.T) {
	const stats = `,"stats":{"startTime":"2026-05-01T02:00:00Z","expected":9,"unexpected":9}}`
	spec := func(tests string) string { return `{"title":"a","id":"1","file":"x.ts","tests":[` + tests + `]}` }
	report := func(specs string) string {
		return `{"config":{"rootDir":"t"},"suites":[{"title":"x.ts","file":"x.ts","specs":[` + specs + `]}],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`
	}
	for _, c := range []struct{ name, in, want, codes string }{
		{"expected", report(spec(`{"projectName":"p","status":"expected","expectedStatus":"passed","results":[{"status":"passed","duration":1000}]}`)), "p › x.ts › a passed 1; run passed", ""},
		{"expected to fail", report(spec(`{"status":"expected","expectedStatus":"failed","results":[{"status":"failed","duration":1000}]}`)), "x.ts › a passed 1; run passed", ""},
		{"passed and should not", report(spec(`{"status":"unexpected","expectedStatus":"failed","results":[{"status":"passed","duration":1000}]}`)), "x.ts › a failed 1; run failed", ""},
		{"time limit", report(spec(`{"status":"unexpected","expectedStatus":"passed","results":[{"status":"timedOut","duration":1000}]}`)), "x.ts › a failed 1 time-limit; run failed", ""},
		{"interrupted", report(spec(`{"status":"unexpected","expectedStatus":"passed","results":[{"status":"interrupted","duration":1000}]}`)), "x.ts › a failed 1 signal; run failed", ""},
		{"two projects", report(spec(`{"projectName":"p","status":"flaky","results":[{"status":"failed"},{"status":"passed"}]},{"projectName":"q","status":"skipped"}`)),
			"p › x.ts › a flaky 2; q › x.ts › a skipped 0; run flaky", ""},
		{"suites in suites", `{"suites":[{"title":"x.ts","file":"x.ts","suites":[{"title":"b","suites":[{"title":"c","specs":[` + spec(`{"status":"expected"}`) + `]}]}]}]` + stats,
			"x.ts › b › c › a passed 0; run passed", "test_count_disagrees"},
		{"a setup that fails", `{"config":{"rootDir":"t"},"suites":[],"errors":[{"message":"no database"}],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`, "run failed no database", ""},
		{"no status", report(spec(`{"results":[{"status":"passed"}]}`)), "x.ts › a unknown 1; run unknown", ""},
		{"cut off", strings.TrimSuffix(report(spec(`{"status":"expected","results":[{"status":"passed","startTime":"2026-05-01T02:00:00Z"}]}`)+`,{"title":"b","te`), `]}],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`),
			"x.ts › a passed 1; run open", "broken_document"},
		{"deep", `{"config":{"rootDir":"t"},"suites":[` + strings.Repeat(`{"title":"s","suites":[`, 300) + strings.Repeat(`]}`, 300) + `]}`, "run unknown", "broken_document run_without_time"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: c.in})
		if len(res.Files) == 0 {
			t.Errorf("%s: nobody claims it", c.name)
			continue
		}
		s := &res.Set.Steps
		var got []string
		for row := range s.Len() {
			if s.Kind.At(row) != "test" {
				continue
			}
			line := fmt.Sprintf("%s %s %d", s.Step.At(row), s.Result.At(row), s.Attempts.At(row))
			if cause := s.Cause.At(row); cause != "" && cause != "failure" {
				line += " " + cause
			}
			got = append(got, line)
		}
		got = append(got, strings.TrimSpace("run "+res.Set.Runs.Result.At(0)+" "+res.Set.Runs.Reason.At(0)))
		if c.name == "deep" {
			got = []string{"run unknown"} // how it ends is not known
		}
		if strings.Join(got, "; ") != c.want || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s: %s %v, want %s %s", c.name, strings.Join(got, "; "), res.CodeNames(), c.want, c.codes)
		}
	}
}

// TestSourceFiles holds the column of source files.
func TestSourceFiles(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: `{"config":{"rootDir":"t"},"suites":[{"title":"x.ts","file":"x.ts","specs":[` +
		`{"title":"a","id":"1","file":"x.ts","tests":[{"status":"expected","results":[]}]}]}],"stats":{"startTime":"2026-05-01T02:00:00Z"}}`})
	res.Want(t, "x.ts -, x.ts › a x.ts", "Steps", "step", "file")
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }
