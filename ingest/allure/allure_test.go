package allure

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestRows holds every row that the small logs give against testdata/rows.golden.
func TestRows(t *testing.T) { ingesttest.Rows(t, System, nil) }

func TestResults(t *testing.T) {
	result := func(uuid, history, rest string) ingesttest.File {
		return ingesttest.File{Path: "r/" + uuid + "-result.json", Text: `{"uuid":"` + uuid + `","historyId":"` + history + `","name":"n` + history + `","stage":"finished"` + rest + `}`}
	}
	const first, second = `,"start":1777600800000,"stop":1777600801000`, `,"start":1777600802000,"stop":1777600804000`
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string
		codes string
	}{
		{"the later attempt decides, whatever its file is called", []ingesttest.File{result("a", "1", `,"status":"passed"`+second), result("b", "1", `,"status":"broken"`+first)}, "n1 flaky 2", ""},
		{"passed, then failed", []ingesttest.File{result("a", "1", `,"status":"passed"`+first), result("b", "1", `,"status":"failed"`+second)}, "n1 failed 2", ""},
		{"a class that failed as a whole", []ingesttest.File{{Path: "a-result.json", Text: `{"uuid":"a","historyId":"h","fullName":"shop.CartTest","name":"CartTest","status":"broken","labels":[{"name":"suite","value":"shop.CartTest"}]` + first + `}`}}, "shop.CartTest › CartTest failed 1", ""},
		{"running", []ingesttest.File{{Path: "a-result.json", Text: `{"uuid":"a","name":"n","stage":"running","start":1777600800000}`}}, "n open 1", ""},
		{"pending, ended without a status", []ingesttest.File{{Path: "a-result.json", Text: `{"uuid":"a","name":"n","stage":"pending","start":1777600800000,"stop":1777600800000}`}}, "n skipped 0", ""},
		{"pending", []ingesttest.File{{Path: "a-result.json", Text: `{"uuid":"a","name":"n","stage":"pending","start":1777600800000}`}}, "n open 1", ""},
		{"another status", []ingesttest.File{result("a", "1", `,"status":"odd"`+first)}, "n1 unknown 1", "unknown_value"},
		{"hidden parameters are no part of the name", []ingesttest.File{result("a", "1", `,"status":"passed","parameters":[{"name":"x","value":"1"},{"name":"key","value":"2","mode":"hidden"}]`+first)}, "n1 [x=1] passed 1", ""},
		{"cut off", []ingesttest.File{{Path: "a-result.json", Text: `{"uuid":"a","historyId":"h","name":"n","status":"failed","start":1777600800000,"statusDetails":{"mess`}}, "n failed 1", "broken_document"},
		{"two run dates in one folder", []ingesttest.File{result("a", "1", `,"status":"passed"`+first), result("b", "1", `,"status":"failed","start":1777687200000`)}, "n1 passed 1, n1 failed 1", ""},
	} {
		res := ingesttest.Run(t, System, c.files...)
		s := &res.Set.Steps
		var got []string
		for row := range s.Len() {
			if s.Kind.At(row) == "test" {
				got = append(got, fmt.Sprintf("%s %s %d", s.Step.At(row), s.Result.At(row), s.Attempts.At(row)))
			}
		}
		if strings.Join(got, ", ") != c.want || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s: %s %v, want %s %s", c.name, strings.Join(got, ", "), res.CodeNames(), c.want, c.codes)
		}
	}
}

// What fails outside of tests fails the run where no test says so.
func TestOutside(t *testing.T) {
	result := func(uuid, status string) ingesttest.File {
		return ingesttest.File{Path: "r/" + uuid + "-result.json", Text: `{"uuid":"` + uuid + `","historyId":"` + uuid + `","name":"n","status":"` + status + `","start":1777600800000,"stop":1777600801000}`}
	}
	container := func(child, status string) ingesttest.File {
		return ingesttest.File{Path: "r/c-container.json", Text: `{"uuid":"c","children":["` + child + `"],"befores":[{"name":"till","status":"` + status + `","statusDetails":{"message":"no till"}}]}`}
	}
	globals := ingesttest.File{Path: "r/g-globals.json", Text: `{"attachments":[],"errors":[{"message":"hook failed","timestamp":1777600800000}]}`}
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string
	}{
		{"a fixture that passed", []ingesttest.File{container("a", "passed"), result("a", "passed")}, "passed "},
		{"around tests that passed", []ingesttest.File{container("a", "broken"), result("a", "passed")}, "failed till failed: no till"},
		{"that says nothing", []ingesttest.File{{Path: "r/c-container.json", Text: `{"uuid":"c","children":["a"],"afters":[{"name":"ok","status":"passed"},{"name":"till","status":"broken"}]}`}, result("a", "passed")}, "failed till failed: broken"},
		{"around tests that were not run", []ingesttest.File{container("a", "broken"), result("a", "skipped")}, "failed till failed: no till"},
		{"around an attempt before one that passed", []ingesttest.File{container("a", "broken"), result("a", "skipped"),
			{Path: "r/z-result.json", Text: `{"uuid":"z","historyId":"a","name":"n","status":"passed","start":1777600802000,"stop":1777600803000}`}}, "passed "},
		{"around another test than the one that failed", []ingesttest.File{container("a", "broken"), result("a", "skipped"), result("b", "failed")}, "failed "},
		{"around an attempt that failed", []ingesttest.File{container("a", "broken"), result("a", "broken")}, "failed "},
		{"around no test", []ingesttest.File{{Path: "r/c-container.json", Text: `{"uuid":"c","children":[],"befores":[{"name":"till","status":"broken"}]}`}, result("a", "passed")}, "failed till failed: broken"},
		{"around a test that is not there, at the time of the run", []ingesttest.File{
			{Path: "r/c-container.json", Text: `{"uuid":"c","children":["z"],"start":1777600800000,"befores":[{"name":"till","status":"broken"}]}`}, result("a", "passed")}, "failed till failed: broken"},
		{"an error outside, whatever the names of the files", []ingesttest.File{globals, result("z", "passed")}, "failed hook failed"},
		{"an error outside", []ingesttest.File{globals, result("a", "passed")}, "failed hook failed"},
		{"several errors", []ingesttest.File{{Path: "r/g-globals.json", Text: strings.Replace(globals.Text, "}]", "},{\"timestamp\":1777600800001}]", 1)}, result("a", "passed")}, "failed hook failed"},
		{"around a test of the run after", []ingesttest.File{container("z", "broken"), result("a", "passed"),
			{Path: "r/z-result.json", Text: `{"uuid":"z","historyId":"z","name":"z","status":"skipped","start":1777687200000,"stop":1777687201000}`}}, "passed "},
		{"an error of the run before", []ingesttest.File{globals, {Path: "r/a-result.json", Text: `{"uuid":"a","historyId":"a","name":"n","status":"passed","start":1777687200000,"stop":1777687201000}`}}, "failed hook failed"},
		{"an error outside beside a failed test", []ingesttest.File{globals, result("a", "failed")}, "failed "},
	} {
		res := ingesttest.Run(t, System, c.files...)
		r := &res.Set.Runs
		if got := fmt.Sprintf("%s %s", r.Result.At(0), r.Reason.At(0)); got != c.want || len(res.Codes()) != 0 {
			t.Errorf("%s: %s %v, want %s", c.name, got, res.CodeNames(), c.want)
		}
	}
}

// An error outside of tests is of the run of its time, that of the first error of the file.
func TestErrorsOfTheirRun(t *testing.T) {
	const first, second = 1777600800000, 1777687200000
	result := func(name string, at int) ingesttest.File {
		return ingesttest.File{Path: "r/" + name + "-result.json", Text: fmt.Sprintf(`{"uuid":"%s","historyId":"%s","name":"n","status":"passed","start":%d,"stop":%d}`, name, name, at, at+1000)}
	}
	for _, c := range []struct {
		errors []int
		want   string
	}{
		{[]int{first}, "failed no till, passed -"},
		{[]int{second}, "passed -, failed no till"},
		{[]int{second, first}, "failed no till, passed -"},
		{[]int{first, second}, "failed no till, passed -"},
	} {
		var errors []string
		for _, at := range c.errors {
			errors = append(errors, fmt.Sprintf(`{"message":"no till","timestamp":%d}`, at))
		}
		globals := ingesttest.File{Path: "r/b-globals.json", Text: `{"attachments":[],"errors":[` + strings.Join(errors, ",") + `]}`}
		ingesttest.Run(t, System, result("a", first), globals, result("c", second)).Want(t, c.want, "Runs", "result", "reason")
	}
}

// A document without a member that can be read is no record, and what is wrong is told.
func TestDocumentsWithoutMembers(t *testing.T) {
	for text, want := range map[string]int{`{}`: 0, `{"uuid"`: 0, `{"uuid":"a`: 0, `[]`: 0, ``: 0, `{"uuid":"a","name":`: 1, `{"uuid":"a"`: 1} {
		for _, f := range System.Formats {
			res := &ingesttest.Result{}
			file := res.ReadAs(t, f, ingesttest.File{Path: "r/a.json", Text: text})
			if len(file.Records) != want || file.Counts().Rejected != 1 {
				t.Errorf("%s as %s: %d records, %d rejected, want %d and 1", text, f.Name, len(file.Records), file.Counts().Rejected, want)
			}
		}
	}
	if results.Companion || !containers.Companion || !globals.Companion {
		t.Error("results are a log, and what lies beside them is none")
	}
}

// TestFields holds which fields must be there and which are not kept.
func TestFields(t *testing.T) { ingesttest.Fields(t, System) }

// TestLongTexts holds how much is kept of long texts.
func TestLongTexts(t *testing.T) { ingesttest.LongTexts(t, System) }

// TestCases holds the rows of results with every status, name and step.
func TestCases(t *testing.T) { ingesttest.Cases(t, System) }

// Results and containers are told from other documents, and from each other, by their keys.
func TestClaims(t *testing.T) {
	for text, want := range map[string]string{
		`{"uuid":"a","historyId":"b","status":"passed"}`:       "allure-result",
		`{"uuid":"a","testCaseId":"b","start":1}`:              "allure-result",
		`{"uuid":"a","labels":[],"statusDetails":{}}`:          "allure-result",
		`{"uuid":"a","stage":"finished","status":"passed"}`:    "allure-result",
		`{"uuid":"a","status":"passed"}`:                       "",
		`{"uuid":"a","historyId":"b"}`:                         "",
		`{"historyId":"b","status":"passed"}`:                  "",
		`{"uuid":"a","historyId":"b","start":1,"children":[]}`: "allure-container",
		`{"uuid":"a","stage":"b","status":"c","befores":[]}`:   "",
		`{"uuid":"a","stage":"b","status":"c","afters":[]}`:    "",
		`{"uuid":"a","children":[],"befores":[]}`:              "allure-container",
		`{"uuid":"a","children":[],"afters":[]}`:               "allure-container",
		`{"uuid":"a","children":[],"start":1}`:                 "allure-container",
		`{"uuid":"a","children":[]}`:                           "",
		`{"uuid":"a","befores":[]}`:                            "allure-container",
		`{"uuid":"a","afters":[],"start":1}`:                   "allure-container",
		`{"uuid":"a","start":1}`:                               "",
		`{"errors":[],"attachments":[]}`:                       "allure-globals",
		`{"errors":[],"attachments":[],"subject":"x"}`:         "",
		`{"errors":[]}`: "",
		`{"name":"a","errors":[],"attachments":[]}`: "",
		`{"children":[],"befores":[]}`:              "",
	} {
		ingesttest.WantFormat(t, System, ingesttest.File{Path: "a.json", Text: text}, want)
	}
}

// Why a test failed is told by its status, and by a message that names a limit of time.
func TestCausesOfTests(t *testing.T) {
	var files []ingesttest.File
	for i, rest := range []string{
		`"status":"failed","statusDetails":{"message":"3 is not 4"}`,
		`"status":"broken","statusDetails":{"message":"no till"}`,
		`"status":"failed","statusDetails":{"message":"Timeout of 5 s exceeded"}`,
		`"status":"passed","statusDetails":{"message":"timed out once"}`,
		`"status":"failed"`,
	} {
		files = append(files, ingesttest.File{Path: fmt.Sprintf("r/%d-result.json", i), Text: fmt.Sprintf(`{"uuid":"%d","historyId":"%d","name":"n%d","stage":"finished","start":1777600800000,"stop":1777600801000,%s}`, i, i, i, rest)})
	}
	ingesttest.Run(t, System, files...).Want(t, "n0 failure, n1 error, n2 time-limit, n3 -, n4 failure", "Steps", "step", "cause")
}
