package fishbowl

import (
	"maps"

	"runreport/ingest/record"
)

// newSegmenter returns a segmenter that cuts a ledger where a run starts while no other run is open. Runs may
// interleave.
func newSegmenter() record.Segmenter {
	return &segmenter{runs: map[string]bool{}, open: map[string]int{}}
}

type segmenter struct {
	runs    map[string]bool // runs with a record in the current segment
	open    map[string]int  // those of them without run.finished, and the number of their last record
	n       int             // records so far
	checked int             // value of n when open was last searched for stopped runs
	noRun   bool            // some record has no run_id
}

// stoppedAfter is how many records a run may have no record among before it counts as stopped. If it continues later, it
// has records in two segments, and the ledger is put together as a whole.
const stoppedAfter = 512

// Begins reports whether the record starts a run while no other run is open.
func (s *segmenter) Begins(r *record.Record) bool {
	s.n++
	run := r.Str("run_id")
	if run == "" {
		s.noRun = true
		return s.n == 1
	}
	begins := s.n == 1 || r.Is(started) && !s.runs[run] && s.allClosed()
	if begins {
		clear(s.runs)
		clear(s.open)
	}
	_, open := s.open[run]
	switch {
	case r.Is(finished):
		delete(s.open, run)
	case open || !s.runs[run]: // else the record follows run.finished
		s.open[run] = s.n
	}
	s.runs[run] = true
	return begins
}

// allClosed reports whether each run of the segment has finished or counts as stopped.
func (s *segmenter) allClosed() bool {
	if len(s.open) > 0 && s.n-s.checked > stoppedAfter/8 {
		s.checked = s.n
		maps.DeleteFunc(s.open, func(_ string, last int) bool { return s.n-last > stoppedAfter })
	}
	return len(s.open) == 0
}

// End does nothing: open runs do not matter at the end.
func (s *segmenter) End() {}

// Whole reports whether some record has no run_id. All such records of a ledger are one unit.
func (s *segmenter) Whole() bool { return s.noRun }
