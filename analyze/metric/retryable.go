package metric

import (
	"cmp"
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// retryableStep is one step of one unit with its attempts: what flakes, first passes and
// retries are counted over. One rule serves all systems.
type retryableStep struct {
	u         *Unit
	row       int    // in Steps
	node      string // the name that it is counted under
	result    table.Result
	converged bool
	settled   bool  // it converged or failed: not open, not blocked by another's failure
	highest   int64 // number of the last attempt; 0: never started
	attempts  []int // rows in Attempts
	recorded  []recorded
}

// recorded is what the records of one attempt say of it: several may have one number.
type recorded struct {
	number         int64
	failed, passed bool // a record says that it did not converge, or that it did
}

// record is what is recorded of an attempt, in the order of the numbers.
func (y *retryableStep) record(number int64) *recorded {
	i, known := y.find(number)
	if !known {
		y.recorded = slices.Insert(y.recorded, i, recorded{number: number})
	}
	return &y.recorded[i]
}

func (y *retryableStep) find(number int64) (i int, known bool) {
	return slices.BinarySearchFunc(y.recorded, number, func(r recorded, n int64) int { return cmp.Compare(r.number, n) })
}

// findRetryable returns the unit's steps that can have more than one attempt.
func (u *Unit) findRetryable() []*retryableStep {
	s, at := &u.t.Steps, &u.t.Attempts
	n := 0
	for _, row := range u.steps {
		if s.Retryable.Is(row) {
			n++
		}
	}
	steps, all, byStep := make([]retryableStep, n), make([]*retryableStep, 0, n), make(map[string]*retryableStep, n)
	for _, row := range u.steps {
		if !s.Retryable.Is(row) {
			continue
		}
		y := &steps[len(all)]
		*y = retryableStep{u: u, row: row, node: s.StableStep.At(row), result: table.Result(s.Result.At(row)), highest: s.Attempts.At(row)}
		y.converged, y.settled = y.result.Passing(), y.result.Decided()
		byStep[s.Step.At(row)] = y
		all = append(all, y)
	}
	for _, row := range u.attempts {
		y := byStep[at.Step.At(row)]
		if y == nil {
			continue
		}
		y.attempts = append(y.attempts, row)
		r := y.record(at.Attempt.At(row))
		if ok, known := at.Converged.Get(row); known {
			r.failed, r.passed = r.failed || !ok, r.passed || ok
		}
	}
	return all
}

// flaked is STATISTICS 1.16: converged, and some attempt before the last did not;
// an attempt without a record counts as not converged, unless it may have ended in
// any way.
func (y *retryableStep) flaked() bool {
	if !y.converged || y.highest < 2 {
		return false
	}
	for _, r := range y.recorded {
		if r.failed && r.number >= 1 && r.number < y.highest {
			return true
		}
	}
	return y.complete() && y.unrecorded() > 0
}

// unrecorded is how many attempts before the last have no record. It is a difference,
// never a count up to the last: a log may write any number there.
func (y *retryableStep) unrecorded() int64 {
	n := max(0, y.highest-1)
	for _, r := range y.recorded {
		if r.number >= 1 && r.number < y.highest {
			n--
		}
	}
	return n
}

// missing is how many attempts have no record, the last one among them: a log may hold
// attempts 1 and 2 of a step whose transitions tell of a third one. A record without a number
// is of one of them. It is a difference, as in unrecorded.
func (y *retryableStep) missing() int64 { return max(0, y.highest-int64(len(y.attempts))) }

// complete reports whether the step's log would show every failure.
func (y *retryableStep) complete() bool {
	m, given := y.u.t.Steps.RetriesVisible.Get(y.row)
	return !given || m
}

// measured reports whether it is known if the step flaked: a flake that was seen is
// one, whatever else is missing.
func (y *retryableStep) measured() bool { return y.complete() || y.flaked() }

// firstEnded reports whether the first attempt is known to have ended, and whether it
// converged.
func (y *retryableStep) firstEnded() (ended, passed bool) {
	var first recorded
	i, known := y.find(1)
	if known {
		first = y.recorded[i]
	}
	switch {
	case first.failed || first.passed:
		return true, first.passed && !first.failed
	case !y.complete():
		return false, false
	case y.highest >= 2:
		return !known, false
	}
	// A log may tell how it ended without a record of the attempt itself.
	passed = table.Result(y.u.t.Steps.FirstResult.At(y.row)) == table.Passed
	return passed, passed
}

// collective reports whether the step is counted with all others of its kind, since its
// own name means nothing outside of its run: a card's number.
func (y *retryableStep) collective() bool { return y.node == y.u.t.Steps.Kind.At(y.row) }

// begun reports whether an attempt started: one that waits in a queue has not.
func (y *retryableStep) begun() bool {
	at := &y.u.t.Attempts
	waiting := int64(0)
	for _, row := range y.attempts {
		if _, started := at.StartedAt.Get(row); !started && at.Cut.At(row) == "open" {
			waiting++
		}
	}
	return y.highest > waiting
}

// lost is machine time, in seconds, that flakes or failures cost. Untimed attempts are
// those that did not converge and have no duration or no record: with them the cost is
// at least that.
type lost struct {
	seconds float64
	untimed int64
}

func (l *lost) add(other lost) {
	l.seconds += other.seconds
	l.untimed += other.untimed
}

// Number is the cost as far as it is known; nothing is known of it where nothing was timed.
func (l lost) Number() report.Number {
	if l.seconds == 0 && l.untimed > 0 {
		return report.Missing(string(stat.ReasonNotMeasured))
	}
	return report.Known(l.seconds)
}

// cost is the time of the attempts that did not converge and of all waits.
func (y *retryableStep) cost() (l lost) {
	at := &y.u.t.Attempts
	without := int64(0) // records without a number, each of one of the attempts
	for _, row := range y.attempts {
		if at.Attempt.At(row) < 1 {
			without++
		}
		if ok, known := at.Converged.Get(row); known && !ok {
			seconds, timed := at.DurationS.Get(row)
			l.seconds += seconds
			if !timed {
				l.untimed++
			}
		}
		l.seconds += at.BackoffS.At(row)
	}
	l.untimed += max(0, y.unrecorded()-without)
	return l
}

// started is when the step's unit started.
func (y *retryableStep) started() time.Time { return y.u.t.Runs.StartedAt.At(y.u.Row) }

// name is what the step is called over all runs.
func (y *retryableStep) name() StepName { return StepName{y.u.System, y.u.Subject, y.node} }

func (y *retryableStep) place() table.Place { return y.u.t.Steps.Place(y.row) }
