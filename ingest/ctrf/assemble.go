package ctrf

import (
	"cmp"
	"errors"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/testrun"
)

var errNoTest = errors.New("a test that is no object")

// stitch makes a unit of the reports of one runId, and of every other report.
func stitch(files []*record.File) []*record.Unit {
	kept, copies := testrun.DropCopies(files, testrun.Dated)
	var units []*record.Unit
	runs := map[string][]*record.File{}
	var ids []string
	for _, f := range kept {
		id := runOf(f)
		if id == "" {
			units = append(units, testrun.Unit(system, testrun.FileID(f), "file", copies, f))
			continue
		}
		if runs[id] == nil {
			ids = append(ids, id)
		}
		runs[id] = append(runs[id], f)
	}
	for _, id := range ids {
		for _, together := range testrun.ByTime(runs[id]) {
			units = append(units, testrun.Unit(system, id, "runId or reportId "+id, copies, together...))
		}
	}
	testrun.NameSubjects(units)
	return units
}

// runOf is the run that the report names; "" where it names none.
func runOf(f *record.File) (id string) {
	for _, r := range f.Records {
		if r.Is("report") {
			id = cmp.Or(r.Str("runId"), r.Str("reportId"))
		}
	}
	return id
}

// dialect is what the numbers of one report mean.
type dialect struct {
	seconds bool // durations are in seconds
	// limits says that retries may be how often a test may be tried again, as the reporter of
	// vitest writes it, also for a test that passed at once. A test that states flaky counts them.
	limits bool
}

func (d dialect) duration(r *record.Record) testrun.Seconds {
	n, ok := r.Float("duration")
	if !ok || n < 0 {
		return testrun.Seconds{}
	}
	if d.seconds {
		return testrun.Known(n)
	}
	return testrun.Known(n / 1000)
}

func assemble(u *record.Unit, t *table.Set) {
	run := &testrun.Run{Unit: u, First: u.Records[0]}
	dialects := map[*record.File]dialect{}
	for _, r := range u.Records {
		u.Event(t, r, "", "", "")
		run.Unfinished = run.Unfinished || r.File.Counts().Rejected > 0
		if r.Is("report") {
			dialects[r.File] = report(run, r)
		}
	}
	names := namesOf(u.Records)
	counted := map[*record.File]map[string]int64{}
	for _, r := range u.Records {
		if !r.Is("test") {
			continue
		}
		if counted[r.File] == nil {
			counted[r.File] = map[string]int64{}
		}
		x := dialects[r.File].test(u, t, r)
		x.Name = names[r]
		counted[r.File]["tests"]++
		if status := r.Str("status"); status == "passed" && x.Result == table.Failed {
			counted[r.File]["failed"]++
		} else {
			counted[r.File][status]++
		}
		if x.Result == table.Flaky {
			counted[r.File]["flaky"]++
		}
		run.Tests = append(run.Tests, x)
	}
	for _, r := range u.Records {
		if s := summaryOf(r); s != nil {
			run.Claims = append(run.Claims, claims(r, s, counted[r.File])...)
		}
	}
	run.Tests = testrun.Retries(run.Tests)
	run.Write(t)
}

func summaryOf(r *record.Record) *record.Record {
	if !r.Is("report") {
		return nil
	}
	return r.Item("summary")
}

// report takes what the report says of its run.
func report(run *testrun.Run, r *record.Record) (d dialect) {
	if tool := r.Item("tool"); tool != nil {
		run.Runner, run.Version = tool.Str("name"), tool.Str("version")
		d.limits = limiters[run.Runner]
	}
	s := r.Item("summary")
	if s == nil {
		return d
	}
	if at, ok := testrun.Millis(s.Raw("start")); ok {
		d.seconds = at.InSeconds && at.Fraction
		if run.Started.IsZero() || at.Before(run.Started) {
			run.Started = at.Time
		}
	}
	if at, ok := testrun.Millis(s.Raw("stop")); ok && at.After(run.Ended) {
		run.Ended = at.Time
	}
	return d
}

func claims(at, s *record.Record, counted map[string]int64) (out []testrun.Claim) {
	for _, field := range []string{"tests", "passed", "failed", "skipped", "pending", "other", "flaky"} {
		if n, ok := s.Int(field); ok {
			out = append(out, testrun.Claim{At: at, By: "summary", Field: field, Number: float64(n), Counted: []int64{counted[field]}})
		}
	}
	return out
}

// meaning is how a test or an attempt ended. A timeout is told by the runner's own word or by
// the message.
func meaning(u *record.Unit, t *table.Set, r *record.Record) record.Meaning {
	m := u.Meaning(t, statusWords, r.Str("status"), r)
	if m.Result == table.Failed && r.Is("test") {
		if raw, known := rawWords.Of(r.Str("rawStatus")); known {
			m = raw
		}
	}
	if m.Result == table.Failed && testrun.TimedOut(r.Str("message")) {
		m.Cause = table.CauseTimeLimit
	}
	return m
}

// retries is how many attempts at the test there were before the last one; false where the
// report does not say.
func (d dialect) retries(r *record.Record, result table.Result) (n int64, counted bool) {
	n, counted = r.Int("retries")
	if d.limits && !r.Has("flaky") && result == table.Passed && n > 0 {
		if r.Str("message") == "" && r.Str("trace") == "" {
			return 0, counted
		}
		return 1, counted // the error is of an attempt before it: there was at least one
	}
	return n, counted
}

func (d dialect) test(u *record.Unit, t *table.Set, r *record.Record) *testrun.Test {
	m := meaning(u, t, r)
	x := &testrun.Test{Title: r.Str("name"), File: r.Str("filePath"), At: r, Status: r.Str("status"), Result: m.Result, Cause: m.Cause, Seconds: d.duration(r)}
	final := d.attempt(r, r, m)
	x.Started = final.Started
	listed := r.Items("retryAttempts")
	retries, counted := d.retries(r, m.Result)
	for _, a := range listed {
		x.Attempts = append(x.Attempts, d.attempt(r, a, meaning(u, t, a)))
	}
	flaky, _ := r.Bool("flaky")
	switch n := int64(len(listed)); {
	case n == 0:
		if flaky && m.Result == table.Passed {
			retries = max(1, retries)
		}
		if x.Unseen = retries; retries > 0 {
			final.Seconds, final.Started = testrun.Seconds{}, time.Time{} // they may be of all attempts
		}
		x.Attempts = append(x.Attempts, final)
	case n == retries || (n != retries+1 || !counted && m.Result != table.Skipped) && listed[n-1].Str("status") != x.Status:
		final.Seconds = testrun.Seconds{} // the list ends before the last attempt
		x.Attempts = append(x.Attempts, final)
	}
	if m.Result == table.Passed && (flaky || retries > 0) {
		x.Result = table.Flaky
	}
	x.Result, x.Cause = testrun.Decide(x.Result, x.Cause, x.Attempts)
	if retries > 0 && int64(len(listed)) >= retries && !slices.ContainsFunc(x.Attempts, func(a testrun.Attempt) bool { return a.Result != table.Passed }) {
		expectedToFail(x)
	}
	if m.Result == table.Skipped && len(listed) == 0 {
		x.Attempts, x.Unseen, x.Reason = nil, 0, r.Str("message")
	}
	for _, s := range r.Items("steps") {
		x.Checks = append(x.Checks, check(s))
	}
	return x
}

// expectedToFail makes a failure of a test that passed in every attempt and yet was tried again
// after each: Playwright expects a test marked with fail to fail, and CTRF has no word for that.
func expectedToFail(x *testrun.Test) {
	x.Result, x.Cause = table.Failed, table.CauseFailure
	for i := range x.Attempts {
		x.Attempts[i].Result, x.Attempts[i].Cause = table.Failed, table.CauseFailure
	}
}

func (d dialect) attempt(at, r *record.Record, m record.Meaning) testrun.Attempt {
	a := testrun.Attempt{At: at, Status: r.Str("status"), Result: m.Result, Cause: m.Cause, Seconds: d.duration(r)}
	if when, ok := testrun.Millis(r.Raw("start")); ok {
		a.Started = when.Time
	}
	if m.Result == table.Failed {
		a.Error = testrun.ErrorText("", r.Str("message"), r.Str("trace"))
	}
	return a
}

func check(s *record.Record) testrun.Check {
	c := testrun.Check{At: s, Name: s.Str("name"), Verdict: s.Str("status"), Written: s.Str("status")}
	if m, known := statusWords.Of(c.Written); known {
		c.Verdict = map[table.Result]string{table.Passed: "pass", table.Failed: "fail", table.Skipped: "skip", table.Unknown: c.Written}[m.Result]
	}
	return c
}

// suites are the suites that a test is in, outermost first.
func suites(r *record.Record) (out []string) {
	raw := r.Raw("suite")
	if raw.Kind() == '[' {
		for _, e := range record.Elements(raw) {
			out = append(out, record.Words(e))
		}
		return out
	}
	if raw.Kind() == '"' {
		return strings.Split(record.Words(raw), " > ")
	}
	return nil
}

// namesOf are the names of the tests, the same in all runs: suites and name, and the file or
// the id where only they tell two tests apart.
func namesOf(records []*record.Record) map[*record.Record]string {
	names, files, ids := map[*record.Record]string{}, map[string][]string{}, map[string][]string{}
	for _, r := range records {
		if !r.Is("test") {
			continue
		}
		names[r] = testrun.Join(slices.Concat([]string{r.Str("browser")}, suites(r), []string{r.Str("name")})...)
		files[names[r]] = withText(files[names[r]], r.Str("filePath"))
	}
	for _, r := range records {
		if name, ok := names[r]; ok {
			if len(files[name]) > 1 {
				names[r] = testrun.Join(testrun.Slashes(r.Str("filePath")), name)
			}
			ids[names[r]] = withText(ids[names[r]], r.Str("testId"))
		}
	}
	for r, name := range names {
		if len(ids[name]) > 1 {
			names[r] = testrun.Join(name, r.Str("testId"))
		}
	}
	return names
}

func withText(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}
