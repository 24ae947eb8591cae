package testrun

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// maxError is how much of an error is kept, in bytes: the report shows one line of it, and
// which one is decided later.
const maxError = 4 << 10

// maxFile is how much of the path of a source file is kept, in bytes.
const maxFile = 400

// Slashes is a path with / between folders, also where it was written on Windows.
func Slashes(file string) string { return strings.ReplaceAll(file, `\`, "/") }

func (r *Run) groupRow(t *table.Set, g *Group) {
	s := &t.Steps
	row := r.Unit.Row(&s.Rows, &s.Run, g.At)
	s.Step.Set(row, g.Name)
	s.StableStep.SetFrom(row, &s.Step, row)
	s.Parent.SetText(row, g.Parent)
	s.Kind.Set(row, table.KindGroup)
	s.Name.SetText(row, g.Title)
	s.Status.SetText(row, g.Status)
	s.StartedAt.Set(row, g.Started)
	if g.Seconds.Known {
		s.LoggedS.Set(row, g.Seconds.Of)
	}
}

// testRows writes the rows of tests. Those of many are written by goroutines that share no column.
func (r *Run) testRows(t *table.Set, tests []*Test) {
	names := namedRows{steps: t.Steps.Len(), attempts: t.Attempts.Len()}
	steps := func() {
		for _, x := range tests {
			r.testRow(t, x)
		}
	}
	attempts := func() {
		for _, x := range tests {
			for i := range x.Attempts {
				r.attemptRow(t, x, int64(i))
			}
			for i := range x.Checks {
				r.checkRow(t, x, &x.Checks[i])
			}
		}
	}
	if len(tests) < manyTests {
		steps()
		attempts()
		names.write(t, tests)
		return
	}
	parallel.Do(func() { names.write(t, tests) }, func() { steps(); attempts() })
}

// namedRows writes the names of tests into the rows of their steps and attempts, which take about as
// long as all other columns.
type namedRows struct{ steps, attempts int }

func (at *namedRows) write(t *table.Set, tests []*Test) {
	s := &t.Steps
	for _, x := range tests {
		s.Step.Set(at.steps, x.Name)
		s.StableStep.SetFrom(at.steps, &s.Step, at.steps)
		for range x.Attempts {
			t.Attempts.Step.SetFrom(at.attempts, &s.Step, at.steps)
			at.attempts++
		}
		at.steps++
	}
}

// testRow writes the row of the test, but for its names.
func (r *Run) testRow(t *table.Set, x *Test) {
	s := &t.Steps
	row := r.Unit.Row(&s.Rows, &s.Run, x.At)
	s.Parent.SetText(row, x.Parent)
	if x.Kind != "" {
		s.Kind.Set(row, x.Kind)
	} else {
		s.Kind.Set(row, table.KindTest)
		s.Retryable.Set(row, true)
		s.RetriesVisible.Set(row, true)
	}
	s.Name.SetText(row, x.Title)
	s.File.SetText(row, record.Cut(Slashes(x.File), maxFile))
	s.Status.SetText(row, x.Status)
	record.Meaning{Result: x.Result, Cause: x.Cause}.Fill(&s.Result, &s.Cause, row)
	if x.Result.Decided() {
		s.Converged.Set(row, x.Result.Passing())
	}
	if n := x.Unseen + int64(len(x.Attempts)); n > 0 {
		s.Attempts.Set(row, n)
	}
	s.Reason.SetText(row, record.Cut(x.Reason, maxError))
	x.times(s, row)
}

// times sets start, end and durations of the test.
func (x *Test) times(s *table.Steps, row int) {
	if x.Seconds.Known {
		s.LoggedS.Set(row, x.Seconds.Of)
	}
	start := x.Started
	if start.IsZero() && len(x.Attempts) > 0 && x.Unseen == 0 {
		start = x.Attempts[0].Started
	}
	s.StartedAt.Set(row, start)
	if start.IsZero() || !x.Result.Decided() || len(x.Attempts) == 0 {
		return
	}
	end := start
	if last := &x.Attempts[len(x.Attempts)-1]; !last.Started.IsZero() && last.Seconds.Known {
		end = after(last.Started, last.Seconds.Of)
	} else if x.Seconds.Known {
		end = after(start, x.Seconds.Of)
	} else {
		return
	}
	if span, ok := record.Span(start, end); ok {
		s.EndedAt.Set(row, end)
		s.DurationS.Set(row, span)
	}
}

// attemptRow writes an attempt at the test, but for its name.
func (r *Run) attemptRow(t *table.Set, x *Test, i int64) {
	a, s := &x.Attempts[i], &t.Attempts
	row := r.Unit.Row(&s.Rows, &s.Run, a.At)
	s.Attempt.Set(row, x.Unseen+i+1)
	s.Status.SetText(row, a.Status)
	record.Meaning{Result: a.Result, Cause: a.Cause}.Fill(&s.Result, &s.Cause, row)
	if a.Result.Decided() {
		s.Converged.Set(row, a.Result == table.Passed)
	}
	s.StartedAt.Set(row, a.Started)
	switch {
	case a.Result == table.Open:
		s.Cut.Set(row, "open")
	case a.Seconds.Known:
		s.DurationS.Set(row, a.Seconds.Of)
		if !a.Started.IsZero() {
			s.EndedAt.Set(row, after(a.Started, a.Seconds.Of))
		}
		if a.Cut {
			s.Cut.Set(row, "killed")
		}
	}
	s.Error.SetText(row, record.Cut(a.Error, maxError))
}

func (r *Run) checkRow(t *table.Set, x *Test, c *Check) {
	s := &t.Checks
	row := r.Unit.Row(&s.Rows, &s.Run, c.At)
	s.Step.Set(row, x.Name)
	s.Kind.Set(row, "assertion")
	s.Name.SetText(row, c.Name)
	s.Verdict.Set(row, c.Verdict)
	s.Written.SetText(row, c.Written)
	s.Reason.SetText(row, record.Cut(c.Reason, maxError))
	if c.Seconds.Known {
		s.DurationS.Set(row, c.Seconds.Of)
	}
}

// ErrorText puts the message of a failure before its details, unless these begin with it.
func ErrorText(kind, message, details string) string {
	message, details = strings.TrimSpace(message), strings.Trim(details, "\r\n")
	switch first := strings.TrimSpace(details); {
	case message == "" && first == "":
		return strings.TrimSpace(kind)
	case message == "":
		return details
	case first == "" || strings.HasPrefix(message, first):
		return message
	case strings.HasPrefix(first, message), kind != "" && strings.HasPrefix(first, kind+": "+message):
		return details
	}
	return message + "\n" + details
}
