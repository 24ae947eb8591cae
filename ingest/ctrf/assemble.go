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
	// playwright says that Playwright ran the tests, which tries a test marked with fail again after
	// it passed, and counts tests by the runner's own word in some versions of its reporter.
	playwright bool
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
	// A test that states its retries and whether it was flaky holds all of its attempts: another one
	// of its name in the file is another test, as the two of one title that Jest allows.
	names := namesOf(u.Records)
	together := suitesOf(u.Records, dialects)
	counted := map[*record.File]*counts{}
	for _, r := range u.Records {
		if !r.Is("test") {
			continue
		}
		if counted[r.File] == nil {
			counted[r.File] = &counts{map[string]int64{}, map[string]int64{}}
		}
		x := dialects[r.File].test(u, t, r)
		x.Name, x.Apart = names[r], len(dialects) == 1 && r.Has("retries") && r.Has("flaky")
		if dialects[r.File].playwright && passedAgain(r, x) && !together.retried(r) {
			expectedToFail(x)
		}
		counted[r.File].add(r, x.Result, dialects[r.File])
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
		d.limits, d.playwright = limiters[run.Runner], run.Runner == "playwright"
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

// counts are the numbers that the tests of a file come to, by the fields of its summary.
type counts struct {
	byStatus map[string]int64
	byRaw    map[string]int64 // the same by the runner's own words, where its reporter counts those
}

func (c *counts) add(r *record.Record, result table.Result, d dialect) {
	raw := r.Str("status")
	if d.playwright {
		if _, known := statusWords.Of(r.Str("rawStatus")); known {
			raw = r.Str("rawStatus")
		} else if m, known := rawWords.Of(r.Str("rawStatus")); known && m.Result == table.Failed {
			raw = "failed"
		}
	}
	c.byStatus[r.Str("status")]++
	c.byRaw[raw]++
	for _, of := range []map[string]int64{c.byStatus, c.byRaw} {
		of["tests"]++
		if result == table.Flaky {
			of["flaky"]++
		}
	}
}

func claims(at, s *record.Record, counted *counts) (out []testrun.Claim) {
	if counted == nil { // a report without tests
		counted = &counts{}
	}
	for _, field := range []string{"tests", "passed", "failed", "skipped", "pending", "other", "flaky"} {
		if n, ok := s.Int(field); ok {
			out = append(out, testrun.Claim{At: at, By: "summary", Field: field, Number: float64(n), Counted: []int64{counted.byStatus[field], counted.byRaw[field]}})
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
	if m.Result == table.Skipped && len(listed) == 0 {
		x.Attempts, x.Unseen, x.Reason = nil, 0, r.Str("message")
	}
	for _, s := range r.Items("steps") {
		x.Checks = append(x.Checks, check(s))
	}
	return x
}

// passedAgain reports whether the test passed in every attempt and yet was tried again after each.
func passedAgain(r *record.Record, x *testrun.Test) bool {
	n, _ := r.Int("retries")
	return n > 0 && int64(len(r.Items("retryAttempts"))) >= n &&
		!slices.ContainsFunc(x.Attempts, func(a testrun.Attempt) bool { return a.Result != table.Passed })
}

// expectedToFail makes a failure of a test that [passedAgain]: Playwright expects a test marked
// with fail to fail, and CTRF has no word for that.
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

// suiteRetries is how often the tests of each suite, and of those in it, were tried again.
type suiteRetries map[suiteKey]*suiteRetry

type suiteRetry struct {
	retries int64
	differ  bool // not all of them as often
	failed  bool // an attempt at one of them failed
}

type suiteKey struct {
	file *record.File
	path string
}

// suitesOf are the suites of Playwright.
func suitesOf(records []*record.Record, dialects map[*record.File]dialect) suiteRetries {
	all := suiteRetries{}
	for _, r := range records {
		if !r.Is("test") || !dialects[r.File].playwright {
			continue
		}
		n, _ := r.Int("retries")
		failed := r.Str("status") == "failed" ||
			slices.ContainsFunc(r.Items("retryAttempts"), func(a *record.Record) bool { return a.Str("status") == "failed" })
		for _, key := range around(r) {
			s := all[key]
			if s == nil {
				s = &suiteRetry{retries: n}
				all[key] = s
			}
			s.differ, s.failed = s.differ || s.retries != n, s.failed || failed
		}
	}
	return all
}

// retried reports whether the test stands in a suite all tests of which were tried again as often
// as one of them that failed: Playwright does so with serial suites, and with the tests in them
// that passed.
func (all suiteRetries) retried(r *record.Record) bool {
	return slices.ContainsFunc(around(r), func(key suiteKey) bool { s := all[key]; return s.failed && !s.differ })
}

// maxSuites is how many suites around a test are looked at.
const maxSuites = 16

// around are the suites around the test.
func around(r *record.Record) (out []suiteKey) {
	path := r.Str("browser")
	for i, name := range suites(r) {
		if i == maxSuites {
			break
		}
		path += "\x00" + name
		out = append(out, suiteKey{r.File, path})
	}
	return out
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
