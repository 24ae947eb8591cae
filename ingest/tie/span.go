package tie

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// Span is the times of the units of a file.
type Span struct {
	Last        time.Time // latest of units with times enough to tell a wrong one; zero: none has
	First, Lone time.Time // earliest and latest of the others
}

// Add adds a unit that has times.
func (s *Span) Add(of record.Stamps) {
	if !of.Alone() {
		s.Last = record.Later(s.Last, of.Last)
		return
	}
	if s.First.IsZero() || of.First.Before(s.First) {
		s.First = of.First
	}
	s.Lone = record.Later(s.Lone, of.Last)
}

// Join adds the times of other units of the file.
func (s *Span) Join(o Span) {
	s.Last, s.Lone = record.Later(s.Last, o.Last), record.Later(s.Lone, o.Lone)
	if s.First.IsZero() || !o.First.IsZero() && o.First.Before(s.First) {
		s.First = o.First
	}
}

// LastOf is the latest time of units that can tell.
func LastOf(all []Span) (last time.Time) {
	for _, s := range all {
		last = record.Later(last, s.Last)
	}
	return last
}

// Near reports that no time has to be taken out of units with few of them, which are held against each other and against
// latest, or the latest of the others: a unit is near if it ends at most record.MaxApart after the latest time of those
// before it. Of a file only the first and the last time are known, so it may say no though none is taken out.
//
//	2024-03-01, 2024-11-20, 2025-10-02    near: each is less than 366 days after the one before
//	2024-03-01, 2093-11-20                not near
func Near(latest time.Time, all []Span) bool {
	latest = record.Later(latest, LastOf(all))
	lone := slices.DeleteFunc(slices.Clone(all), func(s Span) bool { return s.Lone.IsZero() })
	slices.SortFunc(lone, func(a, b Span) int { return a.First.Compare(b.First) })
	for _, s := range lone {
		if latest.IsZero() {
			latest = s.First
		}
		if s.Lone.After(latest.Add(record.MaxApart)) {
			return false
		}
		latest = record.Later(latest, s.First) // its other times may be of units that come later
	}
	return true
}
