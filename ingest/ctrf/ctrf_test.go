package ctrf

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) { ingesttest.Rows(t, System, nil) }

func TestReports(t *testing.T) {
	report := func(summary, tests string) string {
		return `{"results":{"tool":{"name":"x"},"summary":{` + summary + `},"tests":[` + tests + `]}}`
	}
	playwright := func(summary, tests string) string {
		return strings.Replace(report(summary, tests), `"x"`, `"playwright"`, 1)
	}
	const millis, seconds = `"start":1777600800000`, `"start":1777600800.5`
	for _, c := range []struct{ name, in, want, codes string }{
		{"milliseconds", report(millis, `{"name":"a","status":"passed","duration":1500}`), "a passed 1 1.5s", ""},
		{"seconds", report(seconds, `{"name":"a","status":"passed","duration":1.5}`), "a passed 1 1.5s", ""},
		{"seconds without a fraction are times only", report(`"start":1777600800`, `{"name":"a","status":"passed","duration":1500}`), "a passed 1 1.5s", ""},
		{"all attempts are listed", report(millis, `{"name":"a","status":"passed","duration":9,"retries":1,"retryAttempts":[{"status":"failed","duration":1000},{"status":"passed","duration":2000}]}`),
			"a flaky 2 1s 2s", ""},
		{"the last attempt is not listed", report(millis, `{"name":"a","status":"passed","duration":9,"retries":1,"retryAttempts":[{"status":"failed","duration":1000}]}`), "a flaky 2 1s", ""},
		{"attempts are only counted", report(millis, `{"name":"a","status":"failed","duration":9,"retries":2}`), "a failed 3", ""},
		{"flaky without a number", report(millis, `{"name":"a","status":"passed","duration":9,"flaky":true}`), "a flaky 2", ""},
		{"tried again although it passed", playwright(millis+`,"tests":1,"passed":1,"failed":0`, `{"name":"a","status":"passed","rawStatus":"passed","duration":9,"retries":2,"flaky":true,"retryAttempts":[{"status":"passed","duration":1000},{"status":"passed","duration":2000}]}`),
			"a failed 3 1s 2s", ""},
		{"tried again although it passed, by another runner", report(millis, `{"name":"a","status":"passed","duration":9,"retries":1,"flaky":true,"retryAttempts":[{"status":"passed","duration":1000}]}`), "a flaky 2 1s", ""},
		{"a serial suite", playwright(millis, `{"name":"a","suite":"c.spec.js > till","status":"passed","duration":0,"retries":1,"flaky":true,"retryAttempts":[{"status":"passed","duration":1000}]},`+
			`{"name":"b","suite":"c.spec.js > till","status":"passed","duration":0,"retries":1,"flaky":true,"retryAttempts":[{"status":"failed","duration":1000}]},{"name":"c","suite":"c.spec.js","status":"passed","duration":0,"retries":0}`),
			"c.spec.js › till › a flaky 2 1s, c.spec.js › till › b flaky 2 1s, c.spec.js › c passed 1 0s", ""},
		{"a suite that is not serial", playwright(millis, `{"name":"a","suite":"c.spec.js","status":"passed","duration":0,"retries":1,"flaky":true,"retryAttempts":[{"status":"passed","duration":1000}]},`+
			`{"name":"b","suite":"c.spec.js","status":"passed","duration":0,"retries":1,"flaky":true,"retryAttempts":[{"status":"failed","duration":1000}]},{"name":"c","suite":"c.spec.js","status":"passed","duration":0,"retries":0}`),
			"c.spec.js › a failed 2 1s, c.spec.js › b flaky 2 1s, c.spec.js › c passed 1 0s", ""},
		{"a summary by the runner's words", playwright(millis+`,"passed":0,"failed":2`, `{"name":"a","status":"passed","rawStatus":"failed","duration":0},{"name":"b","status":"failed","rawStatus":"timedOut","duration":0}`), "a passed 1 0s, b failed 1 0s", ""},
		{"a summary by statuses, and another word of the runner", report(millis+`,"passed":1,"failed":0`, `{"name":"a","status":"passed","rawStatus":"failed","duration":0}`), "a passed 1 0s", ""},
		{"a failure that the runner calls passed", playwright(millis+`,"passed":1,"failed":0`, `{"name":"a","status":"failed","rawStatus":"passed","duration":0}`), "a failed 1 0s", ""},
		{"a message, and no retry", strings.Replace(report(millis, `{"name":"a","status":"passed","duration":9,"message":"slow","retries":0},{"name":"b","status":"passed","duration":9,"message":"slow"}`), `"x"`, `"vitest"`, 1), "a passed 1 0.009s, b passed 1 0.009s", ""},
		{"retries without flaky", report(millis, `{"name":"a","status":"passed","duration":9,"retries":1}`), "a flaky 2", ""},
		{"limit of retries", strings.Replace(report(millis, `{"name":"a","status":"passed","duration":9,"message":"","retries":2},{"name":"b","status":"passed","duration":9,"message":"no till","retries":2},`+
			`{"name":"c","status":"failed","duration":9,"message":"no till","retries":2},{"name":"d","status":"passed","duration":9,"retries":2,"flaky":true},{"name":"e","status":"skipped","duration":0,"message":"","retries":2}`),
			`"x"`, `"vitest"`, 1), "a passed 1 0.009s, b flaky 2, c failed 3, d flaky 3, e skipped 0", ""},
		{"todo", report(millis, `{"name":"a","status":"other","rawStatus":"todo","duration":0},{"name":"b","status":"other","rawStatus":"odd","duration":0}`), "a unknown 1 0s, b unknown 1 0s", ""},
		{"pending and other", report(millis, `{"name":"a","status":"pending","duration":0},{"name":"b","status":"other","duration":0}`), "a skipped 0, b unknown 1 0s", ""},
		{"another word", report(millis, `{"name":"a","status":"exploded","duration":0}`), "a unknown 1 0s", "unknown_value"},
		{"suites as text", report(millis, `{"name":"a","suite":"chromium > cart.spec.ts > cart","status":"passed","duration":0}`), "chromium › cart.spec.ts › cart › a passed 1 0s", ""},
		{"one name in two files", report(millis, `{"name":"a","filePath":"x.js","status":"passed","duration":0},{"name":"a","filePath":"y.js","status":"failed","duration":0}`),
			"x.js › a passed 1 0s, y.js › a failed 1 0s", ""},
		{"again", report(millis, `{"name":"a","status":"failed","duration":0},{"name":"a","status":"passed","duration":0}`), "a flaky 2 0s 0s", ""},
		{"two of one title, each with its retries", report(millis, `{"name":"a","status":"failed","duration":0,"retries":0,"flaky":false},{"name":"a","status":"passed","duration":0,"retries":0,"flaky":false}`), "a failed 1 0s, a #2 passed 1 0s", ""},
		{"again, and only the retries are stated", report(millis, `{"name":"a","status":"failed","duration":0,"retries":0},{"name":"a","status":"passed","duration":0,"retries":0}`), "a flaky 2 0s 0s", ""},
		{"no tests", `{"results":{"tool":{"name":"x"},"totals":{},"tests":[]}}`, "", "run_without_time"},
		{"cut off", strings.TrimSuffix(report(millis, `{"name":"a","status":"passed","duration":1000},{"name":"b","st`), "]}}"), "a passed 1 1s", "broken_document"},
		{"cut off in the summary", `{"results":{"tool":{"name":"x"},"tests":[{"name":"a","status":"passed","duration":1000}],"summary":{"tests":`, "a passed 1 1s", "broken_document run_without_time"},
		{"cut off in the head", `{"reportFormat":"CTRF","results":{"tests":[{"name":"a","status":"passed","duration":1000}]},"runId":"r`, "a passed 1 1s", "broken_document run_without_time"},
		{"the summary differs", report(millis+`,"tests":3,"failed":1`, `{"name":"a","status":"passed","duration":0}`), "a passed 1 0s", "test_count_disagrees"},
		{"no object", report(millis, `7,{"name":"a","status":"passed","duration":0}`), "a passed 1 0s", "broken_document"},
		{"below zero", report(millis, `{"name":"a","status":"passed","duration":-1}`), "a passed 1", ""},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: c.in})
		if len(res.Files) == 0 {
			t.Errorf("%s: nobody claims it", c.name)
			continue
		}
		s, a := &res.Set.Steps, &res.Set.Attempts
		var got []string
		for row := range s.Len() {
			line := fmt.Sprintf("%s %s %d", s.Step.At(row), s.Result.At(row), s.Attempts.At(row))
			for i := range a.Len() {
				if seconds, ok := a.DurationS.Get(i); ok && a.Step.At(i) == s.Step.At(row) {
					line += fmt.Sprintf(" %gs", seconds)
				}
			}
			got = append(got, line)
		}
		if strings.Join(got, ", ") != c.want || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s: %s %v, want %s %s", c.name, strings.Join(got, ", "), res.CodeNames(), c.want, c.codes)
		}
	}
}

// TestCauses holds why tests failed: by the runner's own word, else by the message.
func TestCauses(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: `{"results":{"tool":{"name":"x"},"summary":{"start":1777600800000},"tests":[` +
		`{"name":"a","status":"failed","duration":0,"message":"3 is not 4"},{"name":"b","status":"failed","duration":0,"message":"Exceeded timeout of 200 ms"},` +
		`{"name":"c","status":"failed","duration":0,"rawStatus":"setup_failed"},{"name":"d","status":"failed","duration":0,"rawStatus":"teardown_failed"},` +
		`{"name":"e","status":"failed","duration":0,"rawStatus":"call_failed"},{"name":"f","status":"passed","duration":0,"message":"timeout"}]}}`})
	res.Want(t, "a failure, b time-limit, c error, d error, e failure, f -", "Steps", "step", "cause")
}

// Two reports of one run are attempts where the second one has a test that failed in the first,
// whatever each of them states about its own retries.
func TestAttemptsInTwoReports(t *testing.T) {
	text := func(reportID string, start int, status string) string {
		return fmt.Sprintf(`{"reportFormat":"CTRF","reportId":%q,"runId":"r","results":{"tool":{"name":"x"},"summary":{"start":%d},"tests":[{"name":"a","status":%q,"duration":0,"retries":0,"flaky":false}]}}`, reportID, start, status)
	}
	res := ingesttest.Run(t, System, ingesttest.File{Path: "1.json", Text: text("1", 1777600800000, "failed")}, ingesttest.File{Path: "2.json", Text: text("2", 1777600860000, "passed")})
	res.Want(t, "a flaky 2", "Steps", "step", "result", "attempts")
}

// Suites are those of the report that Playwright made, also where another runner's report of the
// same run comes first, and one report has a suite of that name where nothing failed.
func TestSuitesOfTwoReports(t *testing.T) {
	text := func(tool, reportID string, start int, tests string) string {
		return fmt.Sprintf(`{"reportFormat":"CTRF","reportId":%q,"runId":"r","results":{"tool":{"name":%q},"summary":{"start":%d},"tests":[%s]}}`, reportID, tool, start, tests)
	}
	test := func(name, attempt string) string {
		return `{"name":"` + name + `","suite":"s","status":"passed","duration":0,"retries":1,"flaky":true,"retryAttempts":[{"status":"` + attempt + `","duration":1000}]}`
	}
	for _, c := range []struct{ name, first, firstTests, second, want string }{
		{"another runner first", "vitest", test("x", "failed"), test("a", "passed") + "," + test("b", "failed"), "s › x flaky, s › a flaky, s › b flaky"},
		{"another runner's failure", "vitest", test("x", "failed"), test("a", "passed"), "s › x flaky, s › a failed"},
		{"a failure in another report", "playwright", test("x", "failed"), test("a", "passed"), "s › x flaky, s › a failed"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "1.json", Text: text(c.first, "1", 1777600800000, c.firstTests)},
			ingesttest.File{Path: "2.json", Text: text("playwright", "2", 1777600860000, c.second)})
		t.Run(c.name, func(t *testing.T) { res.Want(t, c.want, "Steps", "step", "result") })
	}
}

// TestSourceFiles holds the column of source files.
func TestSourceFiles(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: `{"results":{"tool":{"name":"x"},"summary":{"start":1777600800000},"tests":[` +
		`{"name":"a","filePath":"src\\a.js","status":"passed","duration":0},{"name":"b","status":"passed","duration":0}]}}`})
	res.Want(t, "a src/a.js, b -", "Steps", "step", "file")
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }

// TestCases holds the rows of reports that are odd in one way each.
func TestCases(t *testing.T) { ingesttest.Cases(t, System) }

// A run of two reports began with the earlier one, also where the other does not say when.
func TestStartOfTwoReports(t *testing.T) {
	text := func(reportID, summary string) string {
		return fmt.Sprintf(`{"reportFormat":"CTRF","reportId":%q,"runId":"r","results":{"tool":{"name":"x"},"summary":{%s},"tests":[{"name":%[1]q,"status":"passed","duration":0,"start":1777600830000}]}}`, reportID, summary)
	}
	const early, late = `"start":1777600800000`, `"start":1777600860000`
	for _, c := range []struct{ name, one, two, want string }{
		{"in order", early, late, "02:00:00.000"},
		{"the other way", late, early, "02:00:00.000"},
		{"none in the first", `"tests":1`, late, "02:01:00.000"},
		{"none in the second", late, `"tests":1`, "02:01:00.000"},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "1.json", Text: text("1", c.one)}, ingesttest.File{Path: "2.json", Text: text("2", c.two)})
		t.Run(c.name, func(t *testing.T) { res.Want(t, c.want, "Runs", "started_at") })
	}
}

// The verdict of a step is that of its word; another word stands as it is.
func TestVerdictsOfSteps(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: "x.json", Text: `{"results":{"tool":{"name":"x"},"summary":{"start":1777600800000},"tests":[{"name":"a","status":"passed","duration":0,"steps":[` +
		`{"name":"open","status":"passed"},{"name":"pay","status":"failed"},{"name":"mail","status":"skipped"},{"name":"close","status":"other"},{"name":"wait","status":"halted"}]}]}}`})
	res.Want(t, "open pass, pay fail, mail skip, close other, wait halted", "Checks", "name", "verdict")
}

// Of very many suites in each other the outermost count.
func TestManySuites(t *testing.T) {
	for n, want := range map[int]int{0: 0, 1: 1, 16: 16, 17: 16, 40: 16} {
		f := &record.File{Path: "x", Format: &record.Format{}}
		var names []string
		for i := range n {
			names = append(names, fmt.Sprintf("%q", fmt.Sprint("s", i)))
		}
		r := f.AddObject(testKind, []byte(`{"name":"a","status":"passed","suite":[`+strings.Join(names, ",")+`]}`), 1)
		got := around(r)
		if len(got) != want {
			t.Errorf("%d suites: %d count, want %d", n, len(got), want)
		}
		if want > 0 && !strings.HasSuffix(got[want-1].path, fmt.Sprint("s", want-1)) {
			t.Errorf("%d suites: the last that counts is %q", n, got[want-1].path)
		}
	}
}
