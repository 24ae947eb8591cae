package ingest

import (
	"context"
	"slices"

	"runreport/ingest/record"
)

// open opens the files whose units may not be what they are when all files are known: because
// they have something in common with a file of another lot, or because their few times are far
// from those of all others.
//
// The faults are those of files that could be read before.
func (x *lots) open(ctx context.Context, o Options, list []found, files []*record.File, sealed sealedUnits) (faults []Problem, err error) {
	if x == nil {
		return nil, nil
	}
	t := newTies(len(x.all))
	for i, l := range x.all {
		if err := t.take(i, l.links); err != nil {
			return nil, err
		}
		for _, f := range l.files {
			if !waits(f) {
				t.rest = append(t.rest, partOf{f.Path, i})
			}
		}
	}
	t.close()
	t.openFar(x.all, timesOf(files, sealed))
	var again []int
	for _, l := range x.all {
		for _, u := range l.units {
			u.opened = l.tied(u).open
		}
		for _, own := range l.links.files {
			switch {
			case !own.tied.open:
				o.links.takeOver(own)
			case own.file.Format != nil: // others have no records
				again = append(again, own.file.Index)
			}
		}
		l.links = nil
	}
	slices.Sort(again)
	if len(again) == 0 {
		return nil, nil
	}
	failed := make([]error, len(again))
	err = forEach(ctx, o, "reading again", len(again), func(n int) {
		f := files[again[n]]
		if x.store != nil {
			failed[n] = x.store.restoreAgain(f)
			return
		}
		at := list[again[n]]
		if at.member == nil {
			at.size = f.Bytes // no more of it than before
		}
		files[again[n]], failed[n] = readAgain(f, at, o)
	})
	claimBeside(files)
	for n, fault := range failed {
		if fault != nil && !files[again[n]].Found(decoder) {
			faults = append(faults, Problem{files[again[n]].Path, fault})
		}
	}
	return faults, err
}

// readAgain is the file as it was before its units were put together.
func readAgain(f *record.File, at found, o Options) (whole *record.File, fault error) {
	at.hold()
	defer at.release()
	whole = &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Labels: f.Labels, Jobs: 1}
	if fault = decode(whole, at, o); fault != nil && !whole.Found(cannotRead) {
		whole.Finding(cannotRead, 0, withoutPath(fault), "the file as it was a moment ago")
	}
	return whole, fault
}

// openFar opens the files of units with few times that may be taken out of them, since they are
// more than 366 days after all others (see dropLone). What becomes of the times of files that are
// open is not known yet, so no time is near another because of them. others are the times of files
// that are in no lot.
func (t *ties) openFar(all []*lot, others span) {
	type loneUnit struct {
		*lotUnit
		of *tiedFile
	}
	var lone []loneUnit
	latest, earliest := others.last, others.first // of units that can tell; of those that are open
	for _, l := range all {
		for _, u := range l.units {
			switch {
			case u.stamps.N == 0:
			case l.tied(u).open:
				if earliest.IsZero() || u.stamps.First.Before(earliest) {
					earliest = u.stamps.First
				}
			case u.alone:
				lone = append(lone, loneUnit{u, l.tied(u)})
			default:
				latest = laterOf(latest, u.stamps.Last)
			}
		}
	}
	if len(lone) == 0 {
		return
	}
	slices.SortFunc(lone, func(a, b loneUnit) int { return a.stamps.First.Compare(b.stamps.First) })
	known := !latest.IsZero() // where to begin
	if !known {
		latest = lone[0].stamps.First
		if !earliest.IsZero() && latest.Sub(earliest) > record.MaxApart {
			t.openAll()
			return
		}
	}
	for _, u := range lone {
		switch {
		case !u.stamps.Last.After(latest.Add(record.MaxApart)):
			latest = laterOf(latest, u.stamps.Last)
		case known:
			u.of.root().spans = true
		default: // another beginning may come to be the right one
			t.openAll()
			return
		}
	}
	t.settle()
}

// tied is what the ties know of the file that the unit's first line is in.
func (l *lot) tied(u *lotUnit) *tiedFile { return l.links.files[u.at.path].tied }

// timesOf are the times of files that are in no lot, and of units that were sealed in them.
func timesOf(files []*record.File, sealed sealedUnits) (s span) {
	s.last = sealed.last()
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
