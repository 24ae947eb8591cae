package present

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// lane is one line of a run's timeline: a step.
type lane struct {
	step  string // as its rows name it
	title string
	is    *metric.StepDetail // nil: attempts that belong to no step
	bars  []bar
	cut   int // bars that were left out
}

// bar is one stretch of time of a lane.
type bar struct {
	as       int // index of spanKinds
	what     string
	from, to time.Time // to is zero while it is open
	beside   string    // words set beside it
	attempt  bool      // it is an attempt
	place    report.Evidence
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

// lanes are what a run did when, in the order in which it began; empty where
// nothing of it has a time.
func lanes(r *report.Run, d *metric.Detail) []*lane {
	var all []*lane
	byStep := map[string]*lane{}
	add := func(step, title string, is *metric.StepDetail) *lane {
		l := &lane{step: step, title: title, is: is}
		byStep[step] = l
		all = append(all, l)
		return l
	}
	for i := range d.Steps {
		s := &d.Steps[i]
		title := s.Step
		switch {
		case s.Kind == r.Kind: // the unit is its one step
			title = r.Unit
		case s.Name != "" && s.Name != s.Step && s.Parent == "":
			title += ": " + s.Name
		}
		add(s.Step, title, s)
	}
	for i := range d.Attempts {
		x := &d.Attempts[i]
		step := cmp.Or(x.Step, x.Phase, x.Agent, r.Kind)
		l := byStep[step]
		if l == nil {
			l = add(step, step, nil)
		}
		l.attempt(x)
	}
	unrecorded(d, byStep)
	wholeSteps(r, all)
	all = slices.DeleteFunc(all, func(l *lane) bool { return len(l.bars) == 0 })
	for _, l := range all {
		l.waits()
	}
	gaps(all)
	slices.SortStableFunc(all, func(x, y *lane) int { return x.bars[0].from.Compare(y.bars[0].from) })
	return all
}

// ofTrials reports whether the lane's attempts are trials of an item, of which none retries another.
func (l *lane) ofTrials() bool { return l.is != nil && l.is.Item }

// attemptNoun is what an attempt of the lane is called.
func (l *lane) attemptNoun() string {
	if l.ofTrials() {
		return "trial"
	}
	return "attempt"
}

// attempt adds the bar of an attempt; one that stalled ran until its last sign of
// life and was silent from then on.
func (l *lane) attempt(x *metric.AttemptDetail) {
	from, to := x.Started, x.Ended
	started, ended, timed := !from.IsZero(), !to.IsZero(), x.Duration.OK
	length := time.Duration(x.Duration.Value * float64(time.Second))
	switch {
	case !started && !(ended && timed):
		return
	case !started:
		from = to.Add(-length)
	case !ended && timed:
		to = from.Add(length)
	}
	b := bar{what: fmt.Sprintf("%s %d", l.attemptNoun(), max(1, x.Number.Value)), from: from, to: to, attempt: true, place: x.Evidence}
	if x.Agent != "" {
		b.what += " of " + x.Agent
	}
	switch {
	case x.Cut == "stalled":
		b.as = spanStalled
		if alive := x.LastAlive; ended && alive.After(from) && alive.Before(to) {
			b.to = alive
			l.bars = append(l.bars, bar{as: spanWait, what: "no heartbeat after " + b.what, from: alive, to: to, place: b.place})
		}
	case x.Decided && x.Converged:
		b.as = spanConverged
	case x.Decided:
		b.as = spanFailed
	case to.IsZero():
		b.as = spanOpen
	default:
		b.as = spanEnded
	}
	if queued := x.Created; !queued.IsZero() && queued.Before(from) {
		l.bars = append(l.bars, bar{as: spanWait, what: "queued before " + b.what, from: queued, to: from, place: b.place})
	}
	l.bars = append(l.bars, b)
}

// unrecorded adds the attempts that began and of which nothing says how they ended.
func unrecorded(d *metric.Detail, byStep map[string]*lane) {
	type attempt struct {
		step string
		n    int64
	}
	recorded := map[attempt]bool{}
	for _, x := range d.Attempts {
		recorded[attempt{x.Step, x.Number.Value}] = true
	}
	for i, x := range d.Transitions {
		l := byStep[x.Step]
		if l == nil || x.State != "running" || x.At.IsZero() || recorded[attempt{l.step, x.Attempt}] {
			continue
		}
		b := bar{as: spanOpen, what: fmt.Sprintf("%s %d", l.attemptNoun(), max(1, x.Attempt)), from: x.At, attempt: true, place: x.Evidence}
		for _, later := range d.Transitions[i+1:] {
			if later.Step == l.step {
				b.as, b.to = spanEnded, later.At
				b.what += " without a result"
				break
			}
		}
		l.bars = append(l.bars, b)
	}
}

// wholeSteps adds a bar from start to end for steps that have no attempts, and what
// became of those that never ran.
func wholeSteps(r *report.Run, all []*lane) {
	parents := map[string]bool{}
	for _, l := range all {
		if l.is != nil {
			parents[l.is.Parent] = true
		}
	}
	for _, l := range all {
		if l.is == nil || len(l.bars) > 0 {
			continue
		}
		s := l.is
		started, ended := !s.Started.IsZero(), !s.Ended.IsZero()
		b := bar{as: spanEnded, what: s.Kind, from: s.Started, to: s.Ended, place: s.Evidence}
		length := s.Duration
		if !length.OK {
			length = s.Logged
		}
		if started && !ended && length.OK {
			b.to, ended = s.Started.Add(time.Duration(length.Value*float64(time.Second))), true
		}
		switch by := s.FailedBy; {
		case len(by) > 0 || s.Result == "blocked":
			b.as, b.what = spanBlocked, "blocked"
			if len(by) > 0 {
				b.what += " by " + words.List(by, 3)
			}
			b.beside = b.what
			if !started { // until the run's end nothing could unblock it
				b.from, b.to = s.Ended, r.EndedAt
			}
		case started && !ended && parents[s.Step] && !r.EndedAt.IsZero(): // its parts show it
			continue
		case started && !ended:
			b.as = spanOpen
		case s.Decided && s.Converged:
			b.as = spanConverged
		case s.Decided:
			b.as = spanFailed
		}
		if !started && b.as != spanBlocked {
			if s.Parent != "" { // what it is a part of shows it
				continue
			}
			b.from, b.beside = s.Ended, s.Status
		}
		if !b.from.IsZero() {
			l.bars = append(l.bars, b)
		}
	}
}

// waits puts the lane's bars in order, keeps the last of very many, and fills the
// time between one attempt and the next, which no trial waits for.
func (l *lane) waits() {
	byStart := func(x, y bar) int { return x.from.Compare(y.from) }
	slices.SortStableFunc(l.bars, byStart)
	if l.cut = len(l.bars) - maxBars; l.cut > 0 {
		l.bars = l.bars[l.cut:]
	}
	if l.ofTrials() {
		return
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

// gaps adds the time between the end of a stage and the start of the next.
func gaps(all []*lane) {
	var last *lane
	for _, l := range all {
		if l.is == nil || !l.is.Stage {
			continue
		}
		start := l.bars[0].from
		if last != nil {
			end := last.is.Ended
			if !end.IsZero() && end.Before(start) {
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
