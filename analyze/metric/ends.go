package metric

import (
	"slices"

	"runreport/ingest/table"
)

// StepEnd is how one step of one run ended.
type StepEnd struct {
	Step   string // as the run names it
	Stable string // the name under which it is counted over runs
	Kind   string
	Name   string // as the log calls it; empty: as Step
	Result table.Result
	Number int // of the name under which it is counted, as in [Samples] but counted from 1; 0: not known
}

// AppendStepEnds appends the ends of the unit's steps, in the order of the log. Callers that visit all units can reuse
// the list.
func (u *Unit) AppendStepEnds(to []StepEnd) []StepEnd {
	s, rows := &u.t.Steps, u.steps()
	to = slices.Grow(to, rows.len()) // a large report of tests has a million
	for row := range rows.each {
		to = append(to, StepEnd{s.Step.At(row), s.StableStep.At(row), s.Kind.At(row), s.Name.At(row), table.Result(s.Result.At(row)), u.numberOf(row)})
	}
	return to
}

// numberOf is the number of the name under which the step of the row is counted, from 1 on; 0 where it is
// not known.
func (u *Unit) numberOf(row int) int {
	if u.all.numbers == nil {
		return 0
	}
	return int(u.all.numbers[row])
}

// FailedAttempts reports whether any attempt of the unit failed or stalled.
func (u *Unit) FailedAttempts() bool {
	for row := range u.attempts().each {
		if r := table.Result(u.t.Attempts.Result.At(row)); r == table.Failed || r == table.Stalled {
			return true
		}
	}
	return false
}
