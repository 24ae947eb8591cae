package swebench

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// What is broken gives no record, and what stands before the break counts. NaN is read, which
// Python writes.
func TestBrokenReports(t *testing.T) {
	for _, c := range []struct {
		format  *record.Format
		text    string
		records int
		codes   string
	}{
		{runFormat, "", 0, "broken_document"}, {runFormat, "[]", 0, "broken_document"}, {runFormat, "{}", 1, ""},
		{runFormat, `{"total_instances":1} x`, 1, "broken_document"}, {runFormat, `{"total_instances":1,"score":NaN}`, 1, "not_a_number"},
		{instanceFormat, "", 0, "broken_document"}, {instanceFormat, "{}", 0, ""}, {instanceFormat, `{"a":{}}`, 1, ""},
		{instanceFormat, `{"a":{"score":NaN},"b":{"resolved":true}}`, 2, "not_a_number"}, {instanceFormat, `{"a":1,"b":{},"c":[]}`, 1, ""},
	} {
		res := &ingesttest.Result{}
		f := res.ReadAs(t, c.format, ingesttest.File{Path: "a.json", Text: c.text})
		res.Assemble(t, System)
		if len(f.Records) != c.records || strings.Join(res.CodeNames(), " ") != c.codes {
			t.Errorf("%s of %q: %d records, %q", c.format.Name, c.text, len(f.Records), res.CodeNames())
		}
	}
}

// The report of a verifier beside the result of a trial says which tests the trial was judged by.
func TestReportsOfVerifiers(t *testing.T) {
	for _, c := range []struct{ name, report, other, kind, run string }{
		{"beside a result", "job/t1/verifier/report.json", "job/t1/result.json", "group", "t1"},
		{"alone", "job/t1/verifier/report.json", "job/t2/result.json", "task", "t1"},
		{"of no verifier", "job/t1/judge/report.json", "job/t1/result.json", "task", "judge"},
		{"at the top", "report.json", "result.json", "task", "."},
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: c.report, Text: resolved("a-1")}, ingesttest.File{Path: c.other, Text: `{"x":1}`})
		res.Want(t, "a-1 "+c.kind, "Steps", "step", "kind")
		if got := res.Units[0].ID; got != c.run {
			t.Errorf("%s: run %q, want %q", c.name, got, c.run)
		}
	}
	for dir, want := range map[string]string{"job/t1/verifier": "job/t1 true", "job/t1": "job false", "verifier": ". true"} {
		trial, looks := below(dir)
		if got := fmt.Sprint(trial, " ", looks); got != want {
			t.Errorf("%s: %s, want %s", dir, got, want)
		}
	}
}

// What belongs to one run has one link, whatever file it is in.
func TestLinks(t *testing.T) {
	for _, c := range []struct {
		path, text string
		format     *record.Format
		want       []string
	}{
		{evaluated + "a-1/report.json", resolved("a-1"), instanceFormat, []string{"run\x00m-1.r1"}},
		{"m-1.r1.json", `{}`, runFormat, []string{"run\x00m-1.r1"}},
		{"x/m-1.r1.json", `{}`, runFormat, []string{"run\x00m-1.r1"}},
		{"x/results.json", `{}`, runFormat, []string{"run\x00\x00x/results.json"}},
		{"eval/m-9/a-1/report.json", resolved("a-1"), instanceFormat, []string{"run\x00\x00eval/m-9"}},
		{"eval/m-9/report.json", resolved("a-1"), instanceFormat, []string{"run\x00\x00eval/m-9"}},
		{"t1/verifier/report.json", resolved("a-1"), instanceFormat, []string{"run\x00\x00t1"}},
	} {
		res := &ingesttest.Result{}
		f := res.ReadAs(t, c.format, ingesttest.File{Path: c.path, Text: c.text})
		var got []string
		for _, l := range links(f) {
			got = append(got, l.Name)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", c.path, got, c.want)
		}
	}
}

// The report of a run counts wherever its path stands in the order, and names of files without
// a model tell none.
func TestOrderAndNames(t *testing.T) {
	sum := `{"total_instances":4,"submitted_instances":2,"completed_instances":2,"resolved_ids":["a-1","a-2"]}`
	res := ingesttest.Run(t, System, ingesttest.File{Path: "a/m-1.r1.json", Text: sum}, ingesttest.File{Path: evaluated + "a-1/report.json", Text: resolved("a-1")},
		ingesttest.File{Path: evaluated + "a-2/report.json", Text: resolved("a-2")})
	res.Want(t, "a-1 passed, a-2 passed", "Steps", "step", "result")
	res.Want(t, "", "Findings", "code", "seen")
	res.Want(t, "m-1.r1 m-1 2", "Runs", "id", "model", "total_steps")
	if u := res.Units[0]; len(u.Files) != 3 {
		t.Errorf("files %q", u.Files)
	}
	several := ingesttest.Run(t, System, ingesttest.File{Path: evaluated + "report.json", Text: `{"a-1":{"patch_is_None":false},"a-2":{"patch_is_None":false}}`})
	if u := several.Units[0]; !slices.Equal(u.Files, []string{evaluated + "report.json"}) {
		t.Errorf("files %q", u.Files)
	}
	for name, want := range map[string]string{"m-1.r1.json": "m-1.r1 m-1", "m-1.x.r1.json": "m-1.x.r1 m-1.x", ".r1.json": ".r1 -", "m.r1.json": "m.r1 m", "results.json": "results -"} {
		ingesttest.Run(t, System, ingesttest.File{Path: name, Text: `{"total_instances":1,"resolved_ids":[]}`}).Want(t, want, "Runs", "id", "model")
	}
	// Without a report of an instance none is missing, and its numbers are not held against any.
	alone := ingesttest.Run(t, System, ingesttest.File{Path: "m-1.r1.json", Text: sum})
	alone.Want(t, "", "Findings", "code", "seen")
}

// A list of tests that is none is passed over, and the ones behind it count.
func TestListsOfTests(t *testing.T) {
	res := ingesttest.Run(t, System, ingesttest.File{Path: evaluated + "a-1/report.json", Text: `{"a-1":{"patch_is_None":false,"resolved":false,"tests_status":` +
		`{"PASS_TO_PASS":{"other":["t0"],"failure":"t9","success":["t1","t2"]},"FAIL_TO_PASS":{"failure":["t3"]}}}}`})
	res.Want(t, "t3 fail, t1 pass, t2 pass", "Checks", "name", "verdict")
	res.Want(t, "a-1 failed: t3", "Steps", "step", "reason")
}

// A file of which one report counts is none that was superseded, whatever stands before it.
func TestFilesWithCopies(t *testing.T) {
	two := func(a, b string) string {
		return strings.TrimSuffix(resolved(a), "}") + "," + strings.TrimPrefix(resolved(b), "{")
	}
	res := ingesttest.Run(t, System, ingesttest.File{Path: "1/" + evaluated + "report.json", Text: two("a-1", "a-2")}, ingesttest.File{Path: "2/" + evaluated + "report.json", Text: two("a-1", "a-3")},
		ingesttest.File{Path: "3/" + evaluated + "report.json", Text: two("a-2", "a-3")})
	u := res.Units[0]
	if want := []string{"1/" + evaluated + "report.json", "2/" + evaluated + "report.json"}; !slices.Equal(u.Files, want) || !slices.Equal(u.Superseded, []string{"3/" + evaluated + "report.json"}) {
		t.Errorf("files %q, superseded %q", u.Files, u.Superseded)
	}
	res.WantFates(t, [4]int64{3, 3, 0, 0})
}
