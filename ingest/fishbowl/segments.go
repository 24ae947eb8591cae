package fishbowl

import (
	"maps"

	"runreport/ingest/record"
)

// newSegmenter cuts a ledger where a run starts while no other is under way: several runs may interleave.
func newSegmenter() record.Segmenter {
	return &segmenter{met: map[string]bool{}, underWay: map[string]int{}}
}

type segmenter struct {
	met      map[string]bool // the runs of the current segment
	underWay map[string]int  // those of them that have not finished, with the number of their last record
	n        int             // records until now
	looked   int             // the record at which stopped runs were last looked for
	nameless bool            // a record is of no run
}

// silent is after how many records without one of its own a run counts as stopped: it will not finish. If it goes on
// all the same, it has records in two segments, and the ledger is put together as a whole.
const silent = 512

// Begins reports whether a run starts while no other is under way.
func (s *segmenter) Begins(r *record.Record) bool {
	s.n++
	run := r.Str("run_id")
	if run == "" {
		s.nameless = true
		return s.n == 1
	}
	begins := s.n == 1 || r.Is(started) && !s.met[run] && s.idle()
	if begins {
		clear(s.met)
		clear(s.underWay)
	}
	_, open := s.underWay[run]
	switch {
	case r.Is(finished):
		delete(s.underWay, run)
	case open || !s.met[run]: // else the record is behind the end of its run
		s.underWay[run] = s.n
	}
	s.met[run] = true
	return begins
}

// idle reports whether no run is under way, for all that is known.
func (s *segmenter) idle() bool {
	if len(s.underWay) > 0 && s.n-s.looked > silent/8 {
		s.looked = s.n
		maps.DeleteFunc(s.underWay, func(_ string, last int) bool { return s.n-last > silent })
	}
	return len(s.underWay) == 0
}

// End has nothing to do: what was not finished is not looked for.
func (s *segmenter) End() {}

// Whole reports whether there are records of no run: all of them are one.
func (s *segmenter) Whole() bool { return s.nameless }
