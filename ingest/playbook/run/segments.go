package run

import (
	"cmp"
	"time"

	"runreport/ingest/record"
)

// Segments returns a segmenter that cuts a log of many runs into segments of one run each.
func Segments() record.Segmenter { return &segmenter{} }

type segmenter struct {
	cut       cutter
	repeated  bool      // the first header of a run occurs again in the same run
	unnamed   int       // runs without a header that names them
	unnamedAt time.Time // start of the last of them; zero: unknown
	earliest  time.Time // earliest start of the other runs; zero: none has a time
}

// Begins reports whether the record begins another run.
func (s *segmenter) Begins(r *record.Record) bool {
	before := s.cut.before(r)
	switch {
	case s.cut.cur == nil:
	case before:
		s.End()
	case s.cut.cur.event != nil && isHeader(r) && r.Sum == s.cut.cur.Records[0].Sum:
		s.repeated = true // fragmentsOf needs the records after it to tell whether the log begins again
	}
	if before {
		s.cut.begin(r.File)
		s.cut.cur.Records = []*record.Record{r}
	}
	s.cut.add(r)
	if s.cut.cur.First().IsZero() { // keep the first record with a time: begins compares with it
		s.cut.cur.Records = append(s.cut.cur.Records[:1], r)
	}
	return before
}

// Whole reports whether the log has to be put together as a whole: a header is repeated, or several runs have no header,
// or one has none and did not start before all others, so that it may be a part of one of them (see place). The
// first run of a rotated log may have no header, and starts before all others.
func (s *segmenter) Whole() bool {
	later := !s.unnamedAt.IsZero() && !s.earliest.IsZero() && !s.unnamedAt.Before(s.earliest)
	return s.repeated || s.unnamed > 1 || s.unnamed == 1 && later
}

// End takes the current run into account.
func (s *segmenter) End() {
	run := s.cut.cur
	switch {
	case run == nil:
		return
	case len(run.keys()) == 0:
		s.unnamed++
		s.unnamedAt = run.First()
	default:
		began := cmp.Or(run.began(), run.First())
		if s.earliest.IsZero() || !began.IsZero() && began.Before(s.earliest) {
			s.earliest = began
		}
	}
	s.cut.cur = nil
}
