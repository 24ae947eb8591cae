package metric

import (
	"slices"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// retryableStep is one step of one unit with its attempts: what flakes, first passes and
// retries are counted over. One rule serves all systems.
type retryableStep struct {
	u   *Unit
	row int // in Steps
	*tried
}

// tried is what a row of Steps and the records of its attempts come to. There is one for each row, of
// which a run has a dozen, so it is small and points to nothing.
type tried struct {
	retryable bool // it can have more than one attempt; all else is of such a step
	converged bool
	settled   bool // it converged or failed: not open, not blocked by another's failure

	failed   bool  // a record of an attempt before the last says that it did not converge
	recorded int32 // numbers before the last attempt's that have a record
	first    recorded
}

// recorded is what the records of one attempt say of it: several may have one number.
type recorded struct {
	known          bool // there is one
	failed, passed bool // a record says that it did not converge, or that it did
}

func (r *recorded) add(converged, known bool) {
	r.known, r.failed, r.passed = true, r.failed || known && !converged, r.passed || known && converged
}

// findRetryable finds the steps of all units that can have more than one attempt.
func findRetryable(t *table.Set, units []Unit, of *rowsOfRuns) {
	of.tried = spill.Make[tried](t.Room, t.Steps.Len())
	of.stepOf = spill.Make[int32](t.Room, t.Attempts.Len())
	of.ofStage = spill.Make[bool](t.Room, t.Attempts.Len())
	triedOf := slices.Repeat([]int32{noOwner}, t.Attempts.Len())
	parallel.Ranges(len(units), func(from, to int) {
		byName := namesOfUnits[string, stepRows]{}
		for i := from; i < to; i++ {
			u := &units[i]
			u.findSteps(byName)
			for row := range u.attempts().each {
				rows, known := byName.of(u, t.Attempts.Step.At(row))
				if !known {
					rows = stepRows{noOwner, noOwner, false}
				}
				of.stepOf[row], triedOf[row], of.ofStage[row] = rows.last, rows.retryable, rows.stage
			}
		}
	})
	of.byStep = groupRows(stretches(triedOf), t.Steps.Len(), t.Room)
	parallel.Ranges(len(units), func(from, to int) {
		var numbers []int64
		for i := from; i < to; i++ {
			for y := range units[i].eachRetryable {
				numbers = y.readRecords(numbers[:0])
			}
		}
	})
}

// stepRows are the rows of a unit's steps of one name: the last one, and the last that can have more
// than one attempt; noOwner where there is none.
type stepRows struct {
	last, retryable int32
	stage           bool // one of them is a stage of the unit
}

// findSteps finds the unit's steps that can have more than one attempt, and the rows of all by name.
func (u *Unit) findSteps(byName namesOfUnits[string, stepRows]) {
	s := &u.t.Steps
	for row := range u.steps().each {
		name := s.Step.At(row)
		rows, known := byName.of(u, name)
		if !known {
			rows.retryable = noOwner
		}
		rows.last, rows.stage = int32(row), rows.stage || s.Stage.Is(row)
		if s.Retryable.Is(row) {
			result := table.Result(s.Result.At(row))
			u.all.tried[row] = tried{retryable: true, converged: result.Passing(), settled: result.Decided()}
			rows.retryable = int32(row)
		}
		byName.set(u, name, rows)
	}
}

// readRecords reads what the records of the step's attempts say. It gathers their numbers in
// a list, which it returns for the next step.
func (y retryableStep) readRecords(numbers []int64) []int64 {
	at, highest := &y.u.t.Attempts, y.highest()
	for row := range y.attempts().each {
		number := at.Attempt.At(row)
		converged, known := at.Converged.Get(row)
		if number == 1 {
			y.first.add(converged, known)
		}
		if number >= 1 && number < highest {
			y.failed = y.failed || known && !converged
			numbers = append(numbers, number)
		}
	}
	y.recorded = int32(distinct(numbers))
	return numbers
}

// distinct is how many different numbers there are. It sorts them.
func distinct(numbers []int64) int {
	slices.Sort(numbers)
	return len(slices.Compact(numbers))
}

// eachRetryable yields the unit's steps that can have more than one attempt, in the order of rows.
func (u *Unit) eachRetryable(yield func(retryableStep) bool) {
	for row := range u.steps().each {
		if y, ok := u.retryable(row); ok && !yield(y) {
			return
		}
	}
}

// hasRetryable reports whether the unit has a step that can have more than one attempt.
func (u *Unit) hasRetryable() bool {
	for range u.eachRetryable {
		return true
	}
	return false
}

// retryable is the step of the row; false where it cannot have more than one attempt.
func (u *Unit) retryable(row int) (retryableStep, bool) {
	y := &u.all.tried[row]
	return retryableStep{u, row, y}, y.retryable
}

// attempts are the rows of the step in Attempts.
func (y retryableStep) attempts() rows { return y.u.all.byStep.of(int32(y.row)) }

// node is the name that the step is counted under.
func (y retryableStep) node() string { return y.u.t.Steps.StableStep.At(y.row) }

// highest is the number of the last attempt; 0: never started.
func (y retryableStep) highest() int64 { return y.u.t.Steps.Attempts.At(y.row) }

// flaked is STATISTICS 1.16: converged, and some attempt before the last did not;
// an attempt without a record counts as not converged, unless it may have ended in
// any way.
func (y retryableStep) flaked() bool {
	return y.converged && y.highest() >= 2 && (y.failed || y.complete() && y.unrecorded() > 0)
}

// unrecorded is how many attempts before the last have no record. It is a difference,
// never a count up to the last: a log may write any number there.
func (y retryableStep) unrecorded() int64 { return max(0, y.highest()-1) - int64(y.recorded) }

// missing is how many attempts have no record, the last one among them: a log may hold
// attempts 1 and 2 of a step whose transitions tell of a third one. A record without a number
// is of one of them. It is a difference, as in unrecorded.
func (y retryableStep) missing() int64 { return max(0, y.highest()-int64(y.attempts().len())) }

// complete reports whether the step's log would show every failure.
func (y retryableStep) complete() bool {
	m, given := y.u.t.Steps.RetriesVisible.Get(y.row)
	return !given || m
}

// measured reports whether it is known if the step flaked: a flake that was seen is
// one, whatever else is missing.
func (y retryableStep) measured() bool { return y.complete() || y.flaked() }

// firstEnded reports whether the first attempt is known to have ended, and whether it
// converged.
func (y retryableStep) firstEnded() (ended, passed bool) {
	switch {
	case y.first.failed || y.first.passed:
		return true, y.first.passed && !y.first.failed
	case !y.complete():
		return false, false
	case y.highest() >= 2:
		return !y.first.known, false
	}
	// A log may tell how it ended without a record of the attempt itself.
	passed = table.Result(y.u.t.Steps.FirstResult.At(y.row)) == table.Passed
	return passed, passed
}

// collective reports whether the step is counted with all others of its kind, since its
// own name means nothing outside of its run: a card's number.
func (y retryableStep) collective() bool { return y.node() == y.u.t.Steps.Kind.At(y.row) }

// begun reports whether an attempt started: one that waits in a queue has not.
func (y retryableStep) begun() bool {
	at := &y.u.t.Attempts
	waiting := int64(0)
	for row := range y.attempts().each {
		if _, started := at.StartedAt.Get(row); !started && at.Cut.At(row) == "open" {
			waiting++
		}
	}
	return y.highest() > waiting
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
func (y retryableStep) cost() (l lost) {
	at := &y.u.t.Attempts
	without := int64(0) // records without a number, each of one of the attempts
	for row := range y.attempts().each {
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
func (y retryableStep) started() time.Time { return y.u.t.Runs.StartedAt.At(y.u.Row) }

func (y retryableStep) hit(hit bool) Sample {
	s := y.sample()
	s.Hit = hit
	return s
}

func (y retryableStep) value(value float64) Sample {
	s := y.sample()
	s.Value = value
	return s
}

// sample is one of the step, of which is not said yet what was measured.
func (y retryableStep) sample() Sample {
	s := Sample{Place: y.place()}
	if y.u.all.numbers != nil {
		s.number = y.u.all.numbers[y.row]
	} else {
		s.Step = y.node()
	}
	return s
}

// name is what the step is called over all runs.
func (y retryableStep) name() StepName { return StepName{y.u.System, y.u.Subject, y.node()} }

func (y retryableStep) place() table.Place { return y.u.t.Steps.Place(y.row) }
