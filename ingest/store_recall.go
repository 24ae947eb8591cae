package ingest

import (
	"fmt"
	"slices"

	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// recall gives the file stand-ins for its units whose rows are stored, and its other records. ok is
// false where there is no such unit, or a record of one is not among its rows, and the file is left as it
// was before the call.
func (s *sealStore) recall(f *record.File, o Options) (units []*sealedUnit, ok bool) {
	if s == nil {
		return nil, false
	}
	if units = s.byFile[table.SourceID(f.Path)]; len(units) == 0 {
		return nil, false
	}
	defer func() {
		if !ok {
			reset(f, o)
		}
	}()
	if s.h.RestoreWithout(f) != nil || f.Format == nil || f.Format.Seal == nil {
		return nil, false
	}
	by := f.Format.Seal
	c, sum := f.Counts(), int64(0)
	records := make([]*record.Record, 0, len(units))
	for _, u := range units {
		r, err := f.RestoreStandIn(u.stored)
		if err != nil {
			return nil, false
		}
		u.file, u.standIn, u.name = f, r, by.Key(r)
		if !o.Since.IsZero() {
			u.older = isBefore(u.rows().LastEvent(), o.Since)
		}
		records = append(records, r)
		sum += u.records
	}
	if left := c.Lines - c.Blank - c.Ignored - c.Rejected - sum; left != 0 {
		names := make(map[string]bool, len(units))
		for _, u := range units {
			names[u.name] = true
		}
		rest, err := s.only(f, func(r *record.Record) bool { return !names[by.Key(r)] }, 0)
		if err != nil || int64(len(rest)) != left { // some are beside a stored unit of their name
			return nil, false
		}
		records = append(records, rest...)
	}
	slices.SortFunc(records, byLine)
	f.Seal(sum, records)
	return units, true
}

// reopen takes those units of the file back that more records of it belong to, and gives their own
// records to the file. The units are those that recall gave, and so are the others that it returns. A
// unit that is unsealed later makes all rows of the log be stored anew.
func (s *sealStore) reopen(f *record.File, units []*sealedUnit, more []*record.Record) (others []*sealedUnit, err error) {
	by, names := f.Format.Seal, map[string]bool{}
	for _, r := range more {
		names[by.Key(r)] = true
	}
	again := map[string]bool{}
	var from, n int64
	for _, u := range units {
		if !names[u.name] {
			others = append(others, u)
			continue
		}
		if n == 0 || u.standIn.Line < from {
			from = u.standIn.Line
		}
		again[u.name] = true
		n += u.records
	}
	if n == 0 {
		return units, nil
	}
	back, err := s.only(f, func(r *record.Record) bool { return again[by.Key(r)] }, from)
	if err != nil {
		return nil, err
	}
	if int64(len(back)) != n {
		return nil, fmt.Errorf("%d of %d records are stored", len(back), n)
	}
	rest := slices.DeleteFunc(f.Records, func(r *record.Record) bool { return r.IsStandIn() && again[by.Key(r)] })
	f.Seal(f.Sealed()-n, append(rest, back...))
	return others, nil
}

// only are the stored records of the file that are wanted, of which there is none before the line.
func (s *sealStore) only(f *record.File, wanted func(*record.Record) bool, from int64) ([]*record.Record, error) {
	some := &record.File{Path: f.Path, Dir: f.Dir, Wanted: wanted, WantedLines: record.FromLine(from)}
	if err := s.h.Restore(some); err != nil {
		return nil, err
	}
	f.GiveBack(some.Records)
	return some.Records, nil
}

// restoreAgain gives the file back what was read of it, as it was before its units were put together.
func (s *sealStore) restoreAgain(f *record.File) error {
	size, labels, group := f.Bytes, f.Labels, f.Group // of this build, or of the database that the file is beside
	format := f.Format
	*f = record.File{
		Index:       f.Index,
		Path:        f.Path,
		Dir:         f.Dir,
		Group:       f.Group,
		Compression: f.Compression,
		Link:        f.Link,
		Format:      f.Format,
		Jobs:        1,
	}
	fault := s.restore(f)
	f.Bytes, f.Labels, f.Group, f.Format = size, labels, group, format
	if fault != nil && !f.Found(cannotRead) {
		f.Finding(cannotRead, 0, withoutPath(fault), "the file as it was a moment ago")
	}
	return fault
}

// freshOf returns the pieces of the file that this build has read. It may be called while other files are read.
func (s *sealStore) freshOf(path string) []*history.New {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fresh[path]
}

// restore gives the file all that was read of it, by this build or by others.
func (s *sealStore) restore(f *record.File) error {
	fresh := s.freshOf(f.Path)
	if len(fresh) == 0 || fresh[0].Continues() {
		if err := s.h.Restore(f); err != nil {
			return err
		}
	}
	for _, n := range fresh {
		if err := s.h.RestoreNew(f, n); err != nil {
			return err
		}
	}
	return nil
}
