package testrun

import (
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// UnitKind is what a unit of every format of tests is called.
const UnitKind = "test run"

// Run is one run of tests, ready to be written.
type Run struct {
	Unit    *record.Unit
	First   *record.Record // where the run stands
	Runner  string         // the program that ran the tests
	Version string         // of the runner
	Variant string         // what tells runs of one date apart: a shard, an environment
	Commit  string
	// Started and Ended are zero where the report does not say; Seconds is what it states.
	Started, Ended time.Time
	Seconds        Seconds
	Unfinished     bool   // the report is cut off
	Reason         string // why the run failed, where none of its tests says so
	ReasonAt       *record.Record
	Groups         []*Group
	Tests          []*Test
	Claims         []Claim
}

// Group is what only groups tests: a suite, a package, a parent of subtests.
type Group struct {
	Name, Title, Parent string
	At                  *record.Record
	Status              string // as written
	Seconds             Seconds
	Started             time.Time
}

// Test is one test with its attempts.
type Test struct {
	Name   string // the same on every run date; Write numbers those of one name
	Title  string // as the report calls it
	Parent string // name of its group
	Kind   string // "": a test
	File   string // its source file, where the report says
	Line   int64  // where it stands in that file; 0: the report does not say
	Apart  bool   // its report writes a test once, so that another one of its name is another test
	At     *record.Record
	Status string // as written
	Result table.Result
	Cause  table.Cause
	Reason string
	// Started is zero where the report does not say.
	Started time.Time
	Seconds Seconds // that the report states of the test as a whole
	// Attempts are those that the report lists, in order; none: the test was not run. Unseen
	// is how many attempts there were before them of which it only gives the number.
	Attempts []Attempt
	Unseen   int64
	Checks   []Check
}

// Attempt is one attempt at a test.
type Attempt struct {
	At      *record.Record
	Status  string // as written
	Result  table.Result
	Cause   table.Cause
	Started time.Time
	Seconds Seconds
	Error   string // message and what follows it
	Cut     bool   // it was stopped, so that its duration is a lower bound
}

// Check is one assertion, or one step inside of a test.
type Check struct {
	At      *record.Record
	Name    string
	Verdict string // pass, fail, skip, or as written
	Written string
	Reason  string
	Seconds Seconds
}

// Seconds is a duration that may not be known.
type Seconds struct {
	Of    float64
	Known bool
}

// Known is a duration in seconds.
func Known(s float64) Seconds { return Seconds{s, true} }

// Write writes the rows of the run.
func (r *Run) Write(t *table.Set) {
	r.numberNames()
	r.runRow(t)
	for _, g := range r.Groups {
		r.groupRow(t, g)
	}
	if len(r.Tests) <= manyTests {
		r.testRows(t, r.Tests)
	} else {
		r.testRows(t, r.Tests[:manyTests])
		// Which columns they fill shows by now.
		table.Reserve(&t.Steps, len(r.Tests)-manyTests)
		table.Reserve(&t.Attempts, len(r.Tests)-manyTests)
		r.testRows(t, r.Tests[manyTests:])
	}
	r.counts(t)
	r.claims(t)
}

// manyTests are so many that the columns of tables grow to the size of all at once.
const manyTests = 1000

// runOrder is which result of a test decides the result of its run, first to last.
var runOrder = []table.Result{
	table.Failed, table.Stalled, table.Blocked, table.Canceled, table.Open, table.Flaky, table.Passed, table.Unknown, table.Skipped,
}

// Result is how the run ended: failed where one test failed, flaky where one was flaky and
// the others passed. A run without tests is unknown.
func (r *Run) Result() table.Result {
	if r.Reason != "" {
		return table.Failed
	}
	has := map[table.Result]bool{}
	for _, x := range r.Tests {
		has[x.Result] = true
	}
	if r.Unfinished {
		has[table.Open] = true
	}
	for _, result := range runOrder {
		if has[result] {
			return result
		}
	}
	return table.Unknown
}

func (r *Run) runRow(t *table.Set) {
	u, s := r.Unit, &t.Runs
	row := s.Add(r.First.Place())
	s.Key.Set(row, u.Key)
	s.System.Set(row, u.System)
	s.Kind.Set(row, u.Kind)
	s.ID.Set(row, u.ID)
	s.Subject.SetText(row, u.StableSubject)
	s.StableSubject.Set(row, u.StableSubject)
	s.Variant.SetText(row, r.Variant)
	s.Runner.SetText(row, r.Runner)
	s.Version.SetText(row, r.Version)
	s.Files.Set(row, u.Files)
	s.Superseded.Set(row, u.Superseded)
	s.Evidence.SetText(row, u.Evidence)
	r.times(t, row)
	result := r.Result()
	s.Status.Set(row, "finished")
	if result == table.Open {
		s.Status.Set(row, "unfinished")
	} else {
		s.Outcome.Set(row, string(result))
	}
	m := record.Meaning{Result: result}
	if result == table.Failed {
		m.Cause = r.cause()
	}
	m.Fill(&s.Result, &s.Cause, row)
	s.Reason.SetText(row, record.Cut(r.Reason, maxError))
	if r.ReasonAt != nil && r.ReasonAt.File == r.First.File && r.ReasonAt.Line > 0 {
		s.ReasonLine.Set(row, r.ReasonAt.Line)
	}
}

// cause is the cause of the failed tests where all of them have the same one.
func (r *Run) cause() table.Cause {
	var cause table.Cause
	for _, x := range r.Tests {
		switch {
		case x.Result != table.Failed && x.Result != table.Stalled:
		case cause == "" || cause == x.Cause:
			cause = x.Cause
		default:
			return table.CauseFailure
		}
	}
	if cause == "" {
		return table.CauseFailure
	}
	return cause
}

// times sets start, end and duration of the run. What the report states comes first, then
// what its tests say, then a date in the name of its file or folder.
func (r *Run) times(t *table.Set, row int) {
	s := &t.Runs
	start, end, last := r.Started, r.Ended, record.LastTime(r.Unit.Records)
	for _, x := range r.Tests {
		if at := x.Started; !at.IsZero() {
			if r.Started.IsZero() && (start.IsZero() || at.Before(start)) {
				start = at
			}
			last = record.Later(last, at)
		}
	}
	if start.IsZero() && last.IsZero() {
		if at, text := pathTime(r.First.File.Path); !at.IsZero() {
			start = at
			r.Unit.Finding(t, timeOfPath, r.First, text, "")
		} else {
			r.Unit.Finding(t, noTime, r.First, "", "a time in the report")
		}
	}
	if start.IsZero() {
		start = last
	}
	last = record.Later(last, start)
	s.StartedAt.Set(row, start)
	seconds, known := r.Seconds.Of, r.Seconds.Known
	if span, ok := record.Span(start, end); ok && !known {
		seconds, known = span, true
	}
	if known {
		s.DurationS.Set(row, seconds)
		if end.IsZero() && !start.IsZero() {
			end = after(start, seconds)
		}
	}
	if !r.Unfinished {
		s.EndedAt.Set(row, end)
	}
	s.LastAt.Set(row, record.Later(last, end))
}

// after is the time so many seconds later; the zero time where no clock shows it.
func after(start time.Time, seconds float64) time.Time {
	const most = 366 * 24 * 3600
	if seconds < 0 || seconds > most {
		return time.Time{}
	}
	return start.Add(time.Duration(seconds * float64(time.Second)))
}
