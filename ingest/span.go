package ingest

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// span is the times of the units of a file, as plausible sees them.
type span struct {
	last        time.Time // latest of units with times enough to tell a wrong one; zero: none has
	first, lone time.Time // earliest and latest of the others
}

// add adds a unit that has times.
func (s *span) add(of record.Stamps) {
	if !of.Alone() {
		s.last = laterOf(s.last, of.Last)
		return
	}
	if s.first.IsZero() || of.First.Before(s.first) {
		s.first = of.First
	}
	s.lone = laterOf(s.lone, of.Last)
}

// join adds the times of other units of the file.
func (s *span) join(o span) {
	s.last, s.lone = laterOf(s.last, o.last), laterOf(s.lone, o.lone)
	if s.first.IsZero() || !o.first.IsZero() && o.first.Before(s.first) {
		s.first = o.first
	}
}

// lastOf is the latest time of units that can tell.
func lastOf(all []span) (last time.Time) {
	for _, s := range all {
		last = laterOf(last, s.last)
	}
	return last
}

// near reports that dropLone takes no time out of units with few of them, which it holds against
// each other and against latest, or the latest of the others. Of a file only the first and the
// last time are known, so it may say no though none is taken out.
//
//	2024-03-01, 2024-11-20, 2025-10-02    near: each is less than 366 days after the one before
//	2024-03-01, 2093-11-20                not near
func near(latest time.Time, all []span) bool {
	latest = laterOf(latest, lastOf(all))
	lone := slices.DeleteFunc(slices.Clone(all), func(s span) bool { return s.lone.IsZero() })
	slices.SortFunc(lone, func(a, b span) int { return a.first.Compare(b.first) })
	for _, s := range lone {
		if latest.IsZero() {
			latest = s.first
		}
		if s.lone.After(latest.Add(record.MaxApart)) {
			return false
		}
		latest = laterOf(latest, s.first) // its other times may be of units that come later
	}
	return true
}
