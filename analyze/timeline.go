package analyze

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"runreport/ingest/table"
	"runreport/unit"
)

// lane is one line of a run's timeline: a node, a phase, a pass, a task, a card.
type lane struct {
	step  string // as its rows name it
	title string
	row   int // in Steps; -1: attempts that belong to no step
	bars  []bar
	cut   int // bars that were left out
}

// bar is one stretch of time of a lane.
type bar struct {
	as       int // index of spanKinds
	what     string
	from, to time.Time // to is zero while it is open
	beside   string    // words set beside it
	place    table.Place
}

// What a stretch of time can be, as indexes of spanKinds.
const (
	spanConverged = iota
	spanFailed
	spanStalled
	spanEnded
	spanOpen
	spanBlocked
	spanWait
)

// The most lanes and bars of a lane that a timeline draws.
const (
	maxLanes = 40
	maxBars  = 100
)

// lanes are what the unit did when, in the order in which it began; empty where
// nothing of it has a time.
func (u *Unit) lanes() []*lane {
	var all []*lane
	byStep := map[string]*lane{}
	add := func(step, title string, row int) *lane {
		l := &lane{step: step, title: title, row: row}
		byStep[step] = l
		all = append(all, l)
		return l
	}
	s, at := &u.t.Steps, &u.t.Attempts
	for _, row := range u.steps {
		step, title := s.Step.At(row), s.Step.At(row)
		switch name := s.Name.At(row); {
		case s.Kind.At(row) == "card":
			title = u.ID
		case name != "" && (triedKinds[s.Kind.At(row)] || s.Kind.At(row) == "work item"): // a part's name is its phase
			title += ": " + name
		}
		add(step, title, row)
	}
	for _, row := range u.attempts {
		step := cmp.Or(at.Step.At(row), at.Phase.At(row), at.Agent.At(row), u.Kind)
		l := byStep[step]
		if l == nil {
			l = add(step, step, -1)
		}
		l.attempt(u, row)
	}
	u.unrecorded(byStep)
	u.wholeSteps(all)
	all = slices.DeleteFunc(all, func(l *lane) bool { return len(l.bars) == 0 })
	for _, l := range all {
		l.waits()
	}
	u.gaps(all)
	slices.SortStableFunc(all, func(x, y *lane) int { return x.bars[0].from.Compare(y.bars[0].from) })
	return all
}

// attempt adds the bar of an attempt; one that stalled ran until its last sign of
// life and was silent from then on.
func (l *lane) attempt(u *Unit, row int) {
	at := &u.t.Attempts
	from, started := at.StartedAt.Get(row)
	to, ended := at.EndedAt.Get(row)
	seconds, timed := at.DurationS.Get(row)
	length := time.Duration(seconds * float64(time.Second))
	switch {
	case !started && !(ended && timed):
		return
	case !started:
		from = to.Add(-length)
	case !ended && timed:
		to = from.Add(length)
	}
	b := bar{what: fmt.Sprintf("attempt %d", max(1, at.Attempt.At(row))), from: from, to: to, place: at.Place(row)}
	if agent := at.Agent.At(row); agent != "" {
		b.what += " of " + agent
	}
	ok, known := at.Converged.Get(row)
	switch {
	case at.Cut.At(row) == "stalled":
		b.as = spanStalled
		if alive, seen := at.HeartbeatAt.Get(row); seen && ended && alive.After(from) && alive.Before(to) {
			b.to = alive
			l.bars = append(l.bars, bar{as: spanWait, what: "silent after " + b.what, from: alive, to: to, place: b.place})
		}
	case known && ok:
		b.as = spanConverged
	case known:
		b.as = spanFailed
	case to.IsZero():
		b.as = spanOpen
	default:
		b.as = spanEnded
	}
	if queued, ok := at.CreatedAt.Get(row); ok && queued.Before(from) {
		l.bars = append(l.bars, bar{as: spanWait, what: "queued before " + b.what, from: queued, to: from, place: b.place})
	}
	l.bars = append(l.bars, b)
}

// unrecorded adds the attempts that began and of which nothing says how they ended.
func (u *Unit) unrecorded(byStep map[string]*lane) {
	t, at := &u.t.Transitions, &u.t.Attempts
	type try struct {
		step string
		n    int64
	}
	recorded := map[try]bool{}
	for _, row := range u.attempts {
		recorded[try{at.Step.At(row), at.Attempt.At(row)}] = true
	}
	for i, row := range u.transitions {
		l, from := byStep[t.Step.At(row)], t.At.At(row)
		if l == nil || t.To.At(row) != "running" || from.IsZero() || recorded[try{l.step, t.Attempt.At(row)}] {
			continue
		}
		b := bar{as: spanOpen, what: fmt.Sprintf("attempt %d", max(1, t.Attempt.At(row))), from: from, place: t.Place(row)}
		for _, later := range u.transitions[i+1:] {
			if t.Step.At(later) == l.step {
				b.as, b.to = spanEnded, t.At.At(later)
				b.what += " without a result"
				break
			}
		}
		l.bars = append(l.bars, b)
	}
}

// wholeSteps adds a bar from start to end for steps that have no attempts, and what
// became of those that never ran.
func (u *Unit) wholeSteps(all []*lane) {
	s := &u.t.Steps
	for _, l := range all {
		if l.row < 0 || len(l.bars) > 0 {
			continue
		}
		from, started := s.StartedAt.Get(l.row)
		to, ended := s.EndedAt.Get(l.row)
		b := bar{as: spanEnded, what: s.Kind.At(l.row), from: from, to: to, place: s.Place(l.row)}
		ok, known := s.Converged.Get(l.row)
		switch by := s.FailedBy.At(l.row); {
		case len(by) > 0 || s.Status.At(l.row) == "blocked":
			b.as, b.what = spanBlocked, "blocked"
			if len(by) > 0 {
				b.what += " by " + list(by, 3)
			}
			b.beside = b.what
			if !started { // until the run's end nothing could unblock it
				b.from, b.to = to, u.t.Runs.EndedAt.At(u.row)
			}
		case started && !ended:
			b.as = spanOpen
		case known && ok:
			b.as = spanConverged
		case known:
			b.as = spanFailed
		}
		if !started && b.as != spanBlocked {
			if s.Kind.At(l.row) == "pattern" { // ends only, and its phase shows them
				continue
			}
			b.from, b.beside = to, s.Status.At(l.row)
		}
		if !b.from.IsZero() {
			l.bars = append(l.bars, b)
		}
	}
}

// waits puts the lane's bars in order, keeps the last of very many, and fills the
// time between one attempt and the next.
func (l *lane) waits() {
	byStart := func(x, y bar) int { return x.from.Compare(y.from) }
	slices.SortStableFunc(l.bars, byStart)
	if l.cut = len(l.bars) - maxBars; l.cut > 0 {
		l.bars = l.bars[l.cut:]
	}
	var between []bar
	for i := 1; i < len(l.bars); i++ {
		before, b := l.bars[i-1], l.bars[i]
		if before.as != spanWait && b.as != spanWait && !before.to.Before(before.from) && before.to.Before(b.from) {
			between = append(between, bar{as: spanWait, what: "wait before " + b.what, from: before.to, to: b.from, place: b.place})
		}
	}
	l.bars = append(l.bars, between...)
	slices.SortStableFunc(l.bars, byStart)
}

// gaps adds the time between the end of a phase and the start of the next.
func (u *Unit) gaps(all []*lane) {
	s := &u.t.Steps
	var last *lane
	for _, l := range all {
		if l.row < 0 || s.Kind.At(l.row) != "phase" {
			continue
		}
		start := l.bars[0].from
		if last != nil {
			end, ended := s.EndedAt.Get(last.row)
			if ended && end.Before(start) {
				l.bars = slices.Insert(l.bars, 0, bar{as: spanWait, what: "gap after " + last.title, from: end, to: start, place: l.bars[0].place})
			}
		}
		last = l
	}
}

// length is how long the bar is, "open" while that is not known.
func (b bar) length() string {
	switch {
	case b.to.IsZero():
		return "open"
	case b.to.Before(b.from):
		return "its clock steps back"
	}
	return unit.Seconds.Format(b.to.Sub(b.from).Seconds())
}
