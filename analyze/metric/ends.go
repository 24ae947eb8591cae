package metric

import (
	"iter"

	"runreport/ingest/table"
)

// StepEnd is how one step of one run ended.
type StepEnd struct {
	Step   string // as the run names it
	Stable string // the name under which it is counted over runs
	Kind   string
	Name   string // as the log calls it; empty: as Step
	Result table.Result
}

// StepEnds yields the ends of the unit's steps, in the order of the log.
func (u *Unit) StepEnds() iter.Seq[StepEnd] {
	return func(yield func(StepEnd) bool) {
		s := &u.t.Steps
		for row := range u.steps().each {
			if !yield(StepEnd{s.Step.At(row), s.StableStep.At(row), s.Kind.At(row), s.Name.At(row), table.Result(s.Result.At(row))}) {
				return
			}
		}
	}
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
