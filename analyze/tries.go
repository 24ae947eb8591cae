package analyze

import (
	"time"

	"runreport/ingest/table"
)

// try is one step of one unit with its attempts: what flakes, first passes and
// retries are counted over. One rule serves all systems: a kahn node, a Crabyard
// card, a playbook phase, a CADRE task.
type try struct {
	u         *Unit
	row       int // in Steps
	node      string
	converged bool
	settled   bool  // it converged or failed: not open, not blocked
	highest   int64 // number of the last attempt; 0: never started
	attempts  []int // rows in Attempts
	recorded  map[int64]bool
	failed    map[int64]bool // attempts of which a record says that they did not converge
	passed    map[int64]bool
}

// triedKinds are the kinds of steps that are tried again when they fail.
var triedKinds = map[string]bool{"node": true, "card": true, "task": true, "phase": true}

// anonymous are the kinds whose ids mean nothing outside their unit, so that their
// rates are taken over all of a subject's.
var anonymous = map[string]bool{"card": true, "task": true}

// tries are the unit's steps that are tried until they converge.
func (u *Unit) tries() []*try {
	if u.tried == nil {
		u.tried = u.findTries()
	}
	return u.tried
}

func (u *Unit) findTries() []*try {
	s, at := &u.t.Steps, &u.t.Attempts
	all := []*try{}
	byStep := map[string]*try{}
	for _, row := range u.steps {
		kind := s.Kind.At(row)
		if !triedKinds[kind] {
			continue
		}
		y := &try{u: u, row: row, node: s.Step.At(row), highest: s.Attempts.At(row),
			recorded: map[int64]bool{}, failed: map[int64]bool{}, passed: map[int64]bool{}}
		if anonymous[kind] {
			y.node = kind
		}
		converged, known := s.Converged.Get(row)
		y.converged = known && converged
		y.settled = known && s.Status.At(row) != "blocked"
		byStep[s.Step.At(row)] = y
		all = append(all, y)
	}
	for _, row := range u.attempts {
		y := byStep[at.Step.At(row)]
		if y == nil && at.Step.At(row) == "" {
			y = byStep["card"]
		}
		if y == nil {
			continue
		}
		n := at.Attempt.At(row)
		y.attempts = append(y.attempts, row)
		y.recorded[n] = true
		if ok, known := at.Converged.Get(row); known {
			y.failed[n] = y.failed[n] || !ok
			y.passed[n] = y.passed[n] || ok
		}
	}
	return all
}

// flaked is STATISTICS 1.16: converged, and some attempt before the last did not;
// an attempt without a record counts as not converged.
func (y *try) flaked() bool {
	if !y.converged || y.highest < 2 {
		return false
	}
	for n := int64(1); n < y.highest; n++ {
		if y.failed[n] || !y.recorded[n] {
			return true
		}
	}
	return false
}

// measured reports whether a flake of this step could be seen at all.
func (y *try) measured() bool {
	m, given := y.u.t.Steps.FlakeMeasured.Get(y.row)
	return !given || m
}

// firstEnded reports whether the first attempt ended, and whether it converged.
func (y *try) firstEnded() (ended, passed bool) {
	if y.failed[1] || y.passed[1] {
		return true, y.passed[1] && !y.failed[1]
	}
	return y.highest >= 2 && !y.recorded[1], false
}

// cost is the machine time, in seconds, of the attempts that did not converge and
// of all waits. Attempts without a record are not in it.
func (y *try) cost() (seconds float64) {
	at := &y.u.t.Attempts
	for _, row := range y.attempts {
		if ok, known := at.Converged.Get(row); known && !ok {
			seconds += at.DurationS.At(row)
		}
		seconds += at.BackoffS.At(row)
	}
	return seconds
}

// started is when the step's unit started.
func (y *try) started() time.Time { return y.u.t.Runs.StartedAt.At(y.u.row) }

func (y *try) place() table.Place { return y.u.t.Steps.Place(y.row) }
