package playwright

import (
	"slices"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

// stitch makes a unit of every report.
func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, testrun.Dated)
	var units []*record.Unit
	for _, f := range kept {
		units = append(units, testrun.Unit(system, testrun.FileID(f), "file", copies, f))
	}
	testrun.NameSubjects(units)
	return units
}

func assemble(u *record.Unit, t *table.Set) {
	run := &testrun.Run{Unit: u, First: u.Records[0], Runner: system, Unfinished: u.Records[0].File.Counts().Rejected > 0}
	counted := map[string]int64{}
	groups := map[string]bool{}
	for _, r := range u.Records {
		u.Event(t, r, "", "", "")
		if !r.Is("spec") {
			continue
		}
		for _, x := range r.Items("tests") {
			made := test(u, t, r, x)
			counted[x.Str("status")]++
			run.Tests = append(run.Tests, made)
			if file := suites(r)[0]; !groups[file] && file != "" {
				groups[file] = true
				run.Groups = append(run.Groups, &testrun.Group{Name: file, Title: file, At: r})
			}
		}
	}
	for _, r := range u.Records {
		if r.Is("report") {
			report(run, r, counted)
		}
	}
	run.Write(t)
}

func report(run *testrun.Run, r *record.Record, counted map[string]int64) {
	run.Version = r.Str("version")
	for _, e := range r.Items("errors") {
		if run.Reason == "" {
			run.Reason, run.ReasonAt = errorText(e), r
		}
	}
	s := r.Item("stats")
	if s == nil {
		return
	}
	run.Started, run.Seconds = s.Time("startTime"), milliseconds(s)
	for _, field := range []string{"expected", "unexpected", "flaky", "skipped"} {
		if n, ok := s.Int(field); ok {
			run.Claims = append(run.Claims, testrun.Claim{At: r, By: "stats", Field: field, Number: float64(n), Counted: []int64{counted[field]}})
		}
	}
}

func milliseconds(r *record.Record) testrun.Seconds {
	ms, ok := r.Float("duration")
	return testrun.Seconds{Of: ms / 1000, Known: ok && ms >= 0}
}

// suites are the file of a spec and the titles of the suites in it. The outermost suite is
// called as its file.
func suites(r *record.Record) []string {
	titles := r.List(suitePath)
	file := testrun.Slashes(r.Str("file"))
	if len(titles) > 0 && (file == "" || testrun.Slashes(titles[0]) == file) {
		file, titles = testrun.Slashes(titles[0]), titles[1:]
	}
	return append([]string{file}, titles...)
}

func test(u *record.Unit, t *table.Set, spec, r *record.Record) *testrun.Test {
	m := u.Meaning(t, testWords, r.Str("status"), r)
	x := &testrun.Test{
		Name:  testrun.Join(slices.Concat([]string{r.Str("projectName")}, suites(spec), []string{spec.Str("title")})...),
		Title: spec.Str("title"), Parent: suites(spec)[0], File: spec.Str("file"), At: spec, Status: r.Str("status"), Result: m.Result, Cause: m.Cause,
	}
	if m.Result == table.Skipped {
		return x
	}
	for _, result := range r.Items("results") {
		x.Attempts = append(x.Attempts, attempt(spec, r, result))
	}
	if n := len(x.Attempts); n > 0 {
		x.Started = x.Attempts[0].Started
		if x.Result == table.Failed && x.Attempts[n-1].Cause != "" {
			x.Cause = x.Attempts[n-1].Cause
		}
	}
	x.Result, x.Cause = testrun.Decide(x.Result, x.Cause, x.Attempts)
	return x
}

func attempt(spec, test, r *record.Record) testrun.Attempt {
	a := testrun.Attempt{At: spec, Status: r.Str("status"), Started: r.Time("startTime"), Seconds: milliseconds(r), Result: table.Passed}
	if expected := test.Str("expectedStatus"); a.Status == expected || expected == "" && a.Status == "passed" {
		return a
	}
	m, _ := resultWords.Of(a.Status)
	a.Result, a.Cause, a.Cut = m.Result, m.Cause, m.Result == table.Canceled
	texts := []string{}
	for _, e := range append(r.Items("errors"), r.Item("error")) {
		if e != nil && len(texts) == 0 {
			texts = append(texts, errorText(e))
		}
	}
	a.Error = strings.Join(texts, "\n")
	if a.Error == "" && a.Status == "passed" {
		a.Error = "Expected to fail, but passed."
	}
	return a
}

func errorText(e *record.Record) string {
	text := testrun.ErrorText("", e.Str("message"), e.Str("stack"))
	if text == "" {
		text = record.Words(e.Raw("value"))
	}
	return text
}
