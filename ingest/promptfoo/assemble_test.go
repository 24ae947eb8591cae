package promptfoo

import (
	"fmt"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/trial"
)

// An eval ends after the time that it states, where that is one: not below 0, and not of years.
func TestEndOfAnEval(t *testing.T) {
	const start = `"timestamp":"2026-05-01T02:00:00Z"`
	for _, c := range []struct{ results, want string }{
		{start + `,"stats":{"durationMs":90000}`, "02:00:00 02:01:30"},
		{start + `,"stats":{"durationMs":0.5}`, "02:00:00 02:00:00"},
		{start + `,"stats":{"durationMs":0}`, "02:00:00 02:00:00"},
		{start + `,"stats":{"durationMs":-1}`, "02:00:00 -"},
		{start + `,"stats":{"durationMs":1e10}`, "02:00:00 -"},
		{start + `,"stats":{}`, "02:00:00 -"},
		{start, "02:00:00 -"},
		{`"stats":{"durationMs":90000}`, "- -"},
	} {
		head := (&record.File{Path: "x.json", Format: &record.Format{}}).AddObject(evalKind, []byte(`{"results":{`+c.results+`}}`), 1)
		run := &trial.Run{}
		described(run, head)
		shown := func(at time.Time) string {
			if at.IsZero() {
				return "-"
			}
			return at.Format(time.TimeOnly)
		}
		if got := shown(run.Start) + " " + shown(run.End); got != c.want {
			t.Errorf("%s: from and to %s, want %s", c.results, got, c.want)
		}
	}
}

// An eval of which only rows are left has its steps all the same.
func TestAssembleWithoutAHead(t *testing.T) {
	f := &record.File{Path: "x.json", Format: System.Formats[0]}
	f.AddObject(rowKind, []byte(`{"promptIdx":0,"testIdx":0,"success":true,"vars_hash":"a"}`), 1)
	f.AddObject(rowKind, []byte(`{"promptIdx":0,"testIdx":1,"success":false,"vars_hash":"b"}`), 2)
	set := &table.Set{}
	for _, u := range stitch([]*record.File{f}) {
		assemble(u, set)
	}
	if set.Runs.Len() != 1 || set.Steps.Len() != 2 || set.Events.Len() != 2 {
		t.Errorf("%d runs, %d steps, %d events", set.Runs.Len(), set.Steps.Len(), set.Events.Len())
	}
}

// An assertion passed or failed as it says; the reason stands where it failed.
func TestAssertions(t *testing.T) {
	for _, c := range []struct{ grading, want string }{
		{`null`, ""},
		{`{}`, ""},
		{`{"componentResults":null}`, ""},
		{`{"componentResults":{}}`, ""},
		{`{"componentResults":[]}`, ""},
		{`{"componentResults":[{"pass":true,"reason":"good","assertion":{"type":"equals"}}]}`, "equals true pass , "},
		{`{"componentResults":[{"pass":false,"reason":"2 is not 3","assertion":{"type":"equals"}},{"pass":true}]}`, "equals false fail 2 is not 3, assertion true pass , "},
		{`{"componentResults":[{"assertion":null},7]}`, "assertion   , assertion   , "},
	} {
		r := rowOf(t, `{"gradingResult":`+c.grading+`}`)
		got := ""
		for _, x := range assertions(r) {
			got += fmt.Sprintf("%s %s %s %s, ", x.Name, x.Written, x.Verdict, x.Reason)
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", c.grading, got, c.want)
		}
	}
}
