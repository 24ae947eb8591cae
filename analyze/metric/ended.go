package metric

import (
	"cmp"
	"iter"

	"runreport/ingest/table"
)

// EndedStep is a step of a run, or a run as a whole, that reached its goal or did not.
type EndedStep struct {
	StepName        // Step is empty for the run
	Noun     string // test, task or sample, else step; empty for the run
	Night    string // run date
	Unit     int32  // index of its unit, which is that of its run in the report
	Failed   bool
	Number   int // of the name, as in [Samples] but counted from 1; 0: not known
}

// EndedSteps lists what failure rates are counted over, in the order of the units: the
// steps with a decided result, and the runs with one. A run whose every attempt counts as
// one itself, such as a card, has the one entry of its step. A step that failed for reasons
// outside of the work is in neither.
func EndedSteps(units []*Unit) iter.Seq[EndedStep] {
	return func(yield func(EndedStep) bool) {
		give := func(i int, step string, number int, noun string, r table.Result) bool {
			u := units[i]
			return yield(EndedStep{StepName: Step(u.System, u.Subject, step), Noun: noun, Night: u.date, Unit: int32(i), Failed: !r.Passing(), Number: number})
		}
		for i, u := range units {
			s := &u.t.Steps
			for row := range u.steps().each {
				r := table.Result(s.Result.At(row))
				if !r.Decided() || s.Outside.Is(row) {
					continue
				}
				name, number := s.StableStep.At(row), u.numberOf(row)
				if name == "" {
					name, number = s.Step.At(row), 0
				}
				if name != "" && !give(i, name, number, NounOf(s.Kind.At(row)), r) {
					return
				}
			}
			if r := table.Result(u.t.Runs.Result.At(u.Row)); !u.t.Runs.ByAttempt.Is(u.Row) && r.Decided() && !give(i, "", 0, "", r) {
				return
			}
		}
	}
}

// NounOf is what sentences call a step of a kind: a step, unless it is a test, a task or a
// sample, which nobody calls a step.
func NounOf(kind string) string {
	switch kind {
	case table.KindTest, table.KindTask, table.KindSample:
		return kind
	}
	return several
}

// stepNoun is what sentences call the steps of all units that can be tried again; where none can
// be, all steps that are more than a group of others.
func stepNoun(units []*Unit) (noun string) {
	for _, u := range units {
		for y := range u.eachRetryable {
			noun = OneNoun(noun, NounOf(u.t.Steps.Kind.At(y.row)))
		}
	}
	if noun != "" {
		return noun
	}
	for _, u := range units {
		for row := range u.steps().each {
			if kind := u.t.Steps.Kind.At(row); kind != table.KindGroup {
				noun = OneNoun(noun, NounOf(kind))
			}
		}
	}
	return cmp.Or(noun, several)
}
