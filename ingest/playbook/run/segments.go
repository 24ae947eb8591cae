package run

import "runreport/ingest/record"

// Segments cuts a log of many runs into segments of one run each.
func Segments() record.Segmenter { return &segments{} }

type segments struct {
	cut   cutter
	whole bool // the order of the records does not tell the runs apart
}

// Begins reports whether the record begins another run.
func (s *segments) Begins(r *record.Record) bool {
	before := s.cut.before(r)
	switch {
	case s.cut.cur == nil:
	case before:
		s.end()
	case s.cut.cur.event != nil && isHeader(r) && r.Sum == s.cut.cur.Records[0].Sum:
		s.whole = true // it may begin the log once more, which the records behind it tell
	}
	if before {
		s.cut.begin(r.File)
		s.cut.cur.Records = []*record.Record{r}
	}
	s.cut.add(r)
	if s.cut.cur.First().IsZero() {
		s.cut.cur.Records = append(s.cut.cur.Records, r)
	}
	return before
}

// Whole reports whether the log has to be put together as a whole: a run in it has no header that names it,
// or a header of a run stands in it twice.
func (s *segments) Whole() bool {
	s.end()
	return s.whole
}

// end is called behind the last record of a run.
func (s *segments) end() {
	if s.cut.cur != nil && len(s.cut.cur.keys()) == 0 {
		s.whole = true
	}
}
