package ingest

import (
	"cmp"
	"context"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/tie"
	"runreport/unit/parallel"
)

// open opens the files whose units may not be what they are when all files are known. Those that have something in common
// with a file of another lot are put together again with it, in a lot that is made of them. Files with a unit whose few
// times are more than 366 days after all others are read again, and left to be put together with all others.
//
// The faults are those of files that could be read before.
func (x *lots) open(ctx context.Context, o Options, list []found, files []*record.File, sealed sealedUnits) (faults []Problem, err error) {
	if x == nil {
		return nil, nil
	}
	t, err := x.ties()
	if err != nil {
		return nil, err
	}
	failed := make([]error, len(files))
	r := &rereading{files: files, beside: func() *record.Listing { return record.NewListing(files) }}
	r.again = func(f *record.File) *record.File {
		f, failed[f.Index] = x.readAgain(f, list, o)
		return f
	}
	others, waiting := timesOf(files, sealed)
	if err := x.reopen(ctx, o, t, r, others, waiting); err != nil {
		return nil, err
	}
	if err := x.chooseStored(failed); err != nil {
		return nil, err
	}
	x.handOver(o.links)
	for i, fault := range failed {
		if fault != nil && !files[i].Found(decoder) {
			faults = append(faults, Problem{files[i].Path, fault})
		}
	}
	return faults, nil
}

// ties tell which files of different lots belong together.
func (x *lots) ties() (*tie.Ties, error) {
	t := tie.New(len(x.all))
	for i, l := range x.all {
		if err := l.links.addTo(t, i); err != nil {
			return nil, err
		}
		for _, f := range l.files {
			if !waits(f) {
				t.AddBeside(i, f.Path)
			}
		}
	}
	t.Decide()
	x.openIncomplete(t)
	return t, nil
}

// rereading reads files again whose records were let go.
type rereading struct {
	files  []*record.File // of which one that is read again is replaced
	again  func(*record.File) *record.File
	beside func() *record.Listing // all files, which units may look for
}

func (r *rereading) read(f *record.File) *record.File {
	f = r.again(f)
	r.files[f.Index] = f
	return f
}

// reopen puts open files together again, see open. others and waiting are as of openFar.
func (x *lots) reopen(ctx context.Context, o Options, t *tie.Ties, r *rereading, others tie.Span, waiting bool) error {
	if err := x.rejoin(ctx, o, t, r); err != nil {
		return err
	}
	openFar(t, x.all, others, waiting)
	if left := x.takeOut(); len(left) > 0 {
		if err := forEach(ctx, o, "reading again", len(left), func(i int) { r.read(left[i]) }); err != nil {
			return err
		}
		claimBeside(r.files)
	}
	return nil
}

// handOver gives what is known of the files by their lots to a linker, which may be nil.
func (x *lots) handOver(to *linker) {
	for _, l := range x.all {
		for _, own := range l.links.files {
			to.takeOver(own)
		}
		l.links = nil
	}
}

// rejoin puts files of different lots that belong together into one lot. It does so again if a unit gets the key of a unit
// of another lot by that. Example: three long logs of one folder, each of which is a lot of its own.
//
//	            unit   alone   with those of its name   with those of its key
//	n/1.jsonl   r      r       r                        r
//	n/2.jsonl   r      r       r#2                      r#2
//	n/3.jsonl   r#2    r#2     r#2                      r#2#2
func (x *lots) rejoin(ctx context.Context, o Options, t *tie.Ties, r *rereading) error {
	for groups := t.Groups(); len(groups) > 0; groups = t.Groups() {
		x.takeOut()
		made, at := x.lotsOf(groups)
		for i, group := range groups {
			for _, f := range group {
				f.MoveTo(len(x.all) + at[i])
			}
		}
		if err := x.sealAgain(ctx, o, made, r); err != nil {
			return err
		}
		for _, l := range made {
			for path, own := range l.links.files {
				own.tied = t.Of(path)
				for _, n := range own.named() {
					t.Link(own.tied, n)
				}
			}
		}
		x.all = append(x.all, made...)
		t.DecideAgain()
	}
	return nil
}

// sealAgain reads the files of the lots again, and puts their units together.
func (x *lots) sealAgain(ctx context.Context, o Options, made []*lot, r *rereading) error {
	files, beside := 0, r.beside()
	for _, l := range made {
		files += len(l.files)
	}
	one := o.counting("reading again", files)
	return parallel.ForEach(ctx, o.Jobs, len(made), nil, func(i int) {
		l := made[i]
		l.each(x.o, len(l.files), func(k int) {
			if ctx.Err() == nil {
				l.files[k] = r.read(l.files[k])
				one()
			}
		})
		if ctx.Err() == nil {
			l.seal(x, beside)
		}
	})
}

// lotsOf makes lots of groups of files, and says in which of these each group is. Files that no format claims have no
// records, and stay where they are, unless they are in no lot yet.
func (x *lots) lotsOf(groups [][]*tie.File) (made []*lot, at []int) {
	size := cmp.Or(max(x.o.lotFiles, -x.o.lotFiles), filesPerLot)
	var l *lot
	for _, group := range groups {
		if l == nil || len(l.files) >= size || l.bytes() >= bytesPerLot {
			l = &lot{links: newLinker()}
			made = append(made, l)
		}
		at = append(at, len(made)-1)
		for _, f := range group {
			if x.restored || f.Log.Format != nil {
				l.files = append(l.files, f.Log)
			}
		}
	}
	for _, l := range made {
		slices.SortFunc(l.files, byIndex)
	}
	return made, at
}

func byIndex(a, b *record.File) int { return cmp.Compare(a.Index, b.Index) }

// takeOut takes the open files and their units out of their lots.
func (x *lots) takeOut() (files []*record.File) {
	for _, l := range x.all {
		l.units = slices.DeleteFunc(l.units, func(u *lotUnit) bool { return l.tied(u).Open })
		for path, own := range l.links.files {
			if own.tied.Open && own.file.Format != nil {
				delete(l.links.files, path)
				files = append(files, own.file)
			}
		}
	}
	slices.SortFunc(files, byIndex)
	return files
}

// readAgain is the file as it was before its units were put together.
func (x *lots) readAgain(f *record.File, list []found, o Options) (whole *record.File, fault error) {
	if x.store != nil {
		return f, x.store.restoreAgain(f)
	}
	at := list[f.Index]
	if at.member == nil {
		at.size = f.Bytes // no more of it than before
	}
	at.hold()
	defer at.release()
	whole = &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Labels: f.Labels, Jobs: 1}
	if fault = decode(whole, at, o); fault != nil && !whole.Found(cannotRead) {
		whole.Finding(cannotRead, 0, withoutPath(fault), "the file as it was a moment ago")
	}
	return whole, fault
}

// openFar opens the files of units with few times that may be taken out of them, since they are more than 366 days after
// all others (see dropLone). others are the times of files that are in no lot. If records of these wait to be put together,
// it is not known yet what becomes of their times.
func openFar(t *tie.Ties, all []*lot, others tie.Span, waiting bool) {
	type loneUnit struct {
		*lotUnit
		of *tie.File
	}
	var lone []loneUnit
	latest := others.Last // of units that can tell
	for _, l := range all {
		for _, u := range l.units {
			switch {
			case u.stamps.N == 0:
			case u.alone:
				lone = append(lone, loneUnit{u, l.tied(u)})
			default:
				latest = record.Later(latest, u.stamps.Last)
			}
		}
	}
	if len(lone) == 0 {
		return
	}
	slices.SortFunc(lone, func(a, b loneUnit) int { return a.stamps.First.Compare(b.stamps.First) })
	known := !latest.IsZero() || !waiting // where to begin
	if latest.IsZero() {
		latest = lone[0].stamps.First
		if !known && !others.First.IsZero() && latest.Sub(others.First) > record.MaxApart {
			t.OpenAll()
			return
		}
	}
	var far []*tie.File
	for _, u := range lone {
		switch {
		case !u.stamps.Last.After(latest.Add(record.MaxApart)):
			latest = record.Later(latest, u.stamps.Last)
		case known:
			far = append(far, u.of)
		default: // another beginning may come to be the right one
			t.OpenAll()
			return
		}
	}
	t.OpenWith(far)
}

// tied is what the ties know of the file that the unit's first line is in.
func (l *lot) tied(u *lotUnit) *tie.File { return l.links.files[u.at.path].tied }

// timesOf are the times of files that are in no lot, and of units that were sealed in them. waiting says that there are
// records that are in no unit yet.
func timesOf(files []*record.File, sealed sealedUnits) (s tie.Span, waiting bool) {
	s.Last = sealed.last()
	for _, f := range files {
		if waits(f) {
			continue
		}
		for _, r := range f.Records {
			if r.IsStandIn() {
				continue
			}
			if waiting = true; r.At.IsZero() {
				continue
			}
			if s.First.IsZero() || r.At.Before(s.First) {
				s.First = r.At
			}
			s.Lone = record.Later(s.Lone, r.At)
		}
	}
	return s, waiting
}
