package run

import (
	"cmp"
	"time"

	"runreport/ingest/record"
)

// Segments cuts a log of many runs into segments of one run each.
func Segments() record.Segmenter { return &segments{} }

type segments struct {
	cut      cutter
	again    bool      // a header stands there once more, and what it begins is not known
	loose    int       // runs without a header that names them
	looseAt  time.Time // when the last of them began; zero: not known
	earliest time.Time // when the first of the others began; zero: none has a time
}

// Begins reports whether the record begins another run.
func (s *segments) Begins(r *record.Record) bool {
	before := s.cut.before(r)
	switch {
	case s.cut.cur == nil:
	case before:
		s.End()
	case s.cut.cur.event != nil && isHeader(r) && r.Sum == s.cut.cur.Records[0].Sum:
		s.again = true // it may begin the log once more, which the records behind it tell
	}
	if before {
		s.cut.begin(r.File)
		s.cut.cur.Records = []*record.Record{r}
	}
	s.cut.add(r)
	if s.cut.cur.First().IsZero() {
		s.cut.cur.Records = append(s.cut.cur.Records[:1], r)
	}
	return before
}

// Whole reports whether the log has to be put together as a whole: a header stands in it twice, or several runs have no
// header, or one has none and began behind another, of which it may be a part (see place). Of a log that was
// rotated, the first run may have no header.
func (s *segments) Whole() bool {
	behind := !s.looseAt.IsZero() && !s.earliest.IsZero() && !s.looseAt.Before(s.earliest)
	return s.again || s.loose > 1 || s.loose == 1 && behind
}

// End takes up the run that has ended.
func (s *segments) End() {
	run := s.cut.cur
	switch {
	case run == nil:
		return
	case len(run.keys()) == 0:
		s.loose++
		s.looseAt = run.First()
	default:
		if began := cmp.Or(run.began(), run.First()); s.earliest.IsZero() || !began.IsZero() && began.Before(s.earliest) {
			s.earliest = began
		}
	}
	s.cut.cur = nil
}
