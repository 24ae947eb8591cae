package ingest

import (
	"context"
	"slices"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// open opens the files whose units may not be what they are when all files are known: because
// they have something in common with a file of another lot, or because their few times are far
// from those of all others.
func (x *lots) open(ctx context.Context, o Options, list []found, files []*record.File, sealed sealedUnits) error {
	if x == nil {
		return nil
	}
	t := newTies(len(x.all))
	for i, l := range x.all {
		if err := t.take(i, l.links); err != nil {
			return err
		}
		l.links = nil
	}
	t.close()
	t.openFar(x.all, timesOf(files, sealed))
	var again []int
	for i, f := range files {
		if waits(f) && t.of(f.Path).open {
			again = append(again, i)
		}
	}
	for _, l := range x.all {
		for _, u := range l.units {
			u.opened = t.of(u.at.path).open
		}
	}
	if len(again) == 0 {
		return nil
	}
	err := forEach(ctx, o, "reading again", len(again), func(n int) {
		f, at := files[again[n]], list[again[n]]
		if at.member == nil {
			at.size = f.Bytes // no more of it than before
		}
		files[again[n]] = readAgain(f, at, o)
	})
	claimBeside(files)
	return err
}

// readAgain is the file as it was before its units were put together.
func readAgain(f *record.File, at found, o Options) *record.File {
	at.hold()
	defer at.release()
	whole := &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Labels: f.Labels, Jobs: 1}
	if fault := decode(whole, at, o); fault != nil && !whole.Found(cannotRead) {
		whole.Finding(cannotRead, 0, withoutPath(fault), "the file as it was a moment ago")
	}
	return whole
}

// openFar opens the files of units with few times that may be taken out of them, since they are
// more than 366 days after all others (see dropLone). others are the times of files that are in
// no lot.
func (t *ties) openFar(all []*lot, others span) {
	var lone []*lotUnit
	latest := others.last
	for _, l := range all {
		for _, u := range l.units {
			switch {
			case u.stamps.N == 0:
			case u.alone:
				lone = append(lone, u)
			default:
				latest = laterOf(latest, u.stamps.Last)
			}
		}
	}
	if latest.IsZero() { // nothing tells where to begin
		if !near(time.Time{}, append(t.allSpans(), others)) {
			for _, x := range t.files {
				x.open = true
			}
		}
		return
	}
	slices.SortFunc(lone, func(a, b *lotUnit) int { return a.stamps.First.Compare(b.stamps.First) })
	for _, u := range lone {
		if u.stamps.Last.After(latest.Add(record.MaxApart)) {
			t.of(u.at.path).root().spans = true
		} else if !t.of(u.at.path).open {
			latest = laterOf(latest, u.stamps.Last)
		}
	}
	t.settle()
}

// of is the file of the path as the ties know it.
func (t *ties) of(path string) *tiedFile { return t.at[table.SourceID(path)] }

// allSpans are the times of all files.
func (t *ties) allSpans() (all []span) {
	for _, x := range t.files {
		all = append(all, x.times...)
	}
	return all
}

// timesOf are the times of files that are in no lot, and of units that were sealed in them.
func timesOf(files []*record.File, sealed sealedUnits) (s span) {
	for _, x := range sealed {
		s.last = laterOf(s.last, x.last)
	}
	for _, f := range files {
		if waits(f) {
			continue
		}
		for _, r := range f.Records {
			if r.IsStandIn() || r.At.IsZero() {
				continue
			}
			if s.first.IsZero() || r.At.Before(s.first) {
				s.first = r.At
			}
			s.lone = laterOf(s.lone, r.At)
		}
	}
	return s
}
