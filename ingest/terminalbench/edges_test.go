package terminalbench

import (
	"slices"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// What is broken gives no record of a run, and what stands before the break counts. An element
// that is no trial is shown by its first 80 bytes. NaN is read, which Python writes.
func TestBrokenFiles(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, c := range []struct {
		format  *record.Format
		text    string
		records int
		codes   string
	}{
		{runFormat, "", 0, "broken_document"}, {runFormat, "[]", 0, "broken_document"}, {runFormat, `{"results":[]}`, 1, ""},
		{runFormat, `{"results":[{"trial_name":"a.1-of-1.r","task_id":"a"},{"tri`, 2, "broken_document"},
		{runFormat, `{"results":["` + long + `",{"task_id":"a"}]}`, 2, "benchmark_element"},
		{trialFormat, "", 0, "broken_document"}, {trialFormat, "7", 0, "broken_document"}, {trialFormat, `{"task_id":"a","cost":NaN}`, 1, "not_a_number"},
		{metadataFormat, "", 0, "broken_document"}, {metadataFormat, `{"run_id":"r","accuracy":NaN}`, 1, "not_a_number"},
	} {
		res := &ingesttest.Result{}
		f := res.ReadAs(t, c.format, ingesttest.File{Path: "r/a.json", Text: c.text})
		res.Assemble(t, System)
		codes := slices.DeleteFunc(res.CodeNames(), func(c string) bool { return c == "missing_field" })
		if len(f.Records) != c.records || strings.Join(codes, " ") != c.codes {
			t.Errorf("%s of %q: %d records, %q", c.format.Name, c.text, len(f.Records), codes)
		}
		for row := range res.Set.Findings.Len() {
			if res.Set.Findings.Code.At(row) == "benchmark_element" {
				_, lined := res.Set.Findings.Line.Get(row)
				if seen := res.Set.Findings.Seen.At(row); seen != `"`+long[:79]+"…" || lined {
					t.Errorf("%q at a line: %t", seen, lined)
				}
			}
		}
	}
}

// The time of a record is the latest that it states.
func TestTimesOfRecords(t *testing.T) {
	const early, late = `"2026-04-01T08:00:00+00:00"`, `"2026-04-01T08:10:00+00:00"`
	for _, c := range []struct {
		format     *record.Format
		text, want string
	}{
		{metadataFormat, `{"start_time":` + early + `,"end_time":` + late + `}`, "08:10"}, {metadataFormat, `{"start_time":` + late + `,"end_time":` + early + `}`, "08:10"},
		{metadataFormat, `{"start_time":` + early + `}`, "08:00"}, {trialFormat, `{"trial_started_at":` + early + `,"trial_ended_at":` + late + `}`, "08:10"},
		{trialFormat, `{"trial_started_at":` + late + `,"trial_ended_at":` + early + `}`, "08:10"}, {trialFormat, `{"agent_ended_at":` + late + `}`, "08:10"}, {trialFormat, `{}`, "00:00"},
	} {
		f := (&ingesttest.Result{}).ReadAs(t, c.format, ingesttest.File{Path: "a.json", Text: c.text})
		if got := f.Records[0].At.UTC().Format("15:04"); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
	}
}

// A number in the name of a trial counts, 0 and what is no name of a trial do not.
func TestNumbersOfTrials(t *testing.T) {
	for name, want := range map[string]string{"a.2-of-5.r1": "a 2 2", "a.0-of-5.r1": "a 1 1", "a.x-of-5.r1": "a 1 1", "a": "a 1 1", "a.7-of-9": "a 7 7", "a.1234567-of-9.r": "a 1 1"} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "r1/a/a/results.json", Text: `{"trial_name":"` + name + `","task_id":"a","is_resolved":true}`})
		res.Want(t, want, "Attempts", "step", "attempt", "attempt")
	}
}

// The number in a name counts before the place in the list, and a file of a run is in its own folder whatever that is called.
func TestNumbersBeforePlaces(t *testing.T) {
	text := `{"results":[` + try("a", 2, 2, "true", "") + `,` + try("a", 1, 2, "false", "") + `],"n_resolved":1,"n_unresolved":1}`
	res := ingesttest.Run(t, System, ingesttest.File{Path: "r9/a.1-of-2.r1/results.json", Text: text})
	res.Want(t, "a 2 passed, a 1 failed", "Attempts", "step", "attempt", "result")
	if u := res.Units[0]; len(res.Units) != 1 || u.Home != "r9/a.1-of-2.r1" {
		t.Errorf("%d runs, home %q", len(res.Units), u.Home)
	}
}

// The folder of a run is that around the folders of its task and its trial.
func TestFoldersOfRuns(t *testing.T) {
	trial := try("a", 1, 1, "true", "")
	for file, want := range map[string]string{
		"r1/a/a.1-of-1.r1/results.json": "r1", "a/a.1-of-1.r1/results.json": "", "a.1-of-1.r1/results.json": "", "x/a.1-of-1.r1/results.json": "x", "results.json": "", "x/results.json": "x",
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: file, Text: trial})
		if u := res.Units[0]; u.Home != want || u.ID != "r1" || !slices.Equal(u.Files, []string{file}) {
			t.Errorf("%s: %q, home %q, files %q", file, u.ID, u.Home, u.Files)
		}
	}
	named := func(path, text string) string {
		return ingesttest.Run(t, System, ingesttest.File{Path: path, Text: text}).Units[0].ID
	}
	if got := named("night/results.json", `{"results":[],"n_resolved":0,"n_unresolved":0}`); got != "night" {
		t.Errorf("a run without trials is called %q", got)
	}
	if got := named("night/results.json", `{"results":[{"trial_name":"a","task_id":"a","is_resolved":true}]}`); got != "night" {
		t.Errorf("a run of trials without a name of a run is called %q", got)
	}
}

// Copies of a run are one: by the uuid of their metadata, or by a trial of both.
func TestCopiesOfRuns(t *testing.T) {
	meta := func(path, uuid string) ingesttest.File {
		return ingesttest.File{Path: path + "/run_metadata.json", Text: metadata + `,"uuid":"` + uuid + `"}`}
	}
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		units int
		links int // that the first two files share
	}{
		{"one uuid", []ingesttest.File{meta("a", "u-1"), meta("b", "u-1")}, 1, 1}, {"two uuids", []ingesttest.File{meta("a", "u-1"), meta("b", "u-2")}, 2, 0},
		{"no uuid", []ingesttest.File{meta("a", ""), meta("b", "")}, 2, 0},
		{"a trial of both", []ingesttest.File{{Path: "a/x.json", Text: try("a", 1, 1, "true", "")}, {Path: "b/x.json", Text: try("a", 1, 1, "true", "")}}, 1, 1},
		{"other trials", []ingesttest.File{{Path: "a/x.json", Text: try("a", 1, 2, "true", "")}, {Path: "b/x.json", Text: try("a", 2, 2, "true", "")}}, 2, 0},
		{"one folder", []ingesttest.File{{Path: "a/x.json", Text: try("a", 1, 2, "true", "")}, {Path: "a/y.json", Text: try("a", 2, 2, "true", "")}}, 1, 1},
	} {
		res := ingesttest.Run(t, System, c.files...)
		shared := 0
		for _, x := range links(res.Files[0]) {
			if slices.Contains(links(res.Files[1]), x) {
				shared++
			}
		}
		if len(res.Units) != c.units || shared != c.links {
			t.Errorf("%s: %d runs, %d links of both; want %d, %d", c.name, len(res.Units), shared, c.units, c.links)
		}
	}
}

// A mode without a name adds nothing, and a test that fails is why, unless a mode says more.
func TestErrorsOfTries(t *testing.T) {
	for more, want := range map[string]string{
		`,"failure_mode":""`: "unresolved -", `,"failure_mode":"UNSET"`: "unresolved -", `,"failure_mode":"None"`: "unresolved -",
		`,"failure_mode":"test_timeout"`: "unresolved test_timeout test_timeout", `,"parser_results":{"t1":"passed","t2":"failed","t3":"failed"}`: "unresolved failed: t2",
		`,"failure_mode":"test_timeout","parser_results":{"t2":"failed"}`: "unresolved test_timeout test_timeout",
	} {
		ingesttest.Run(t, System, ingesttest.File{Path: "r1/a.json", Text: try("a", 1, 1, "false", more)}).Want(t, want, "Attempts", "status", "error")
	}
	ingesttest.Run(t, System, ingesttest.File{Path: "r1/a.json", Text: try("a", 1, 1, "true", `,"parser_results":{"t2":"failed"}`)}).Want(t, "resolved -", "Attempts", "status", "error")
}

// The share of resolved trials is held against them where all are here, to a millionth.
func TestAccuracy(t *testing.T) {
	run := func(accuracy string) string {
		return `{"results":[` + try("a", 1, 1, "true", "") + `,` + try("b", 1, 1, "false", "") + `,` + try("c", 1, 1, "false", "") + `],"n_resolved":1,"n_unresolved":2,"accuracy":` + accuracy + `}`
	}
	for accuracy, want := range map[string]string{"0.333333": "", "0.3333": "benchmark_sums accuracy: 0.3333 1 of 3", "0.5": "benchmark_sums accuracy: 0.5 1 of 3", "0": "benchmark_sums accuracy: 0 1 of 3"} {
		ingesttest.Run(t, System, ingesttest.File{Path: "r1/results.json", Text: run(accuracy)}).Want(t, want, "Findings", "code", "seen", "expected")
	}
	none := ingesttest.Run(t, System, ingesttest.File{Path: "r1/results.json", Text: `{"results":[],"n_resolved":0,"n_unresolved":0,"accuracy":0.5}`})
	none.Want(t, "", "Findings", "code", "seen")
}
