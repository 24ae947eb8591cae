package ingest

import (
	"context"
	"slices"

	"runreport/ingest/fragment"
	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/unit/parallel"
)

// againAtOnce is how many records are read again at once, of some hundred bytes of memory each. Logs with fragments of one
// unit are read again together, however many records these have.
const againAtOnce = 128 << 10

// readPortion reads the files of a portion again. failed are the faults, as the files follow each other.
func (s *sealer) readPortion(ctx context.Context, o Options, order []*unsealed, again []int, list []found) (failed []error, err error) {
	failed = make([]error, len(again))
	err = forEach(ctx, o, "reading again", len(again), func(n int) {
		var at found
		if s.store == nil {
			at = list[order[again[n]].file.Index]
		}
		failed[n] = s.reread(order[again[n]], at)
	})
	return failed, err
}

// putAgain seals the units of the portion once more, now that the records of all of their fragments are there, and returns
// them. The records of names about which there is anything to say or to decide are left to be put together with all
// others.
func (s *sealer) putAgain(p *fragment.Portion) (units []*sealedUnit) {
	own := p.Fragments()
	put := make([]putName, len(p.Names))
	parallel.Each(len(p.Names), func(i int) { put[i], _ = s.putName(p.Names[i], own[p.Names[i]]) })
	standIns := map[*record.File][]*record.Record{}
	for i, name := range p.Names {
		for j, view := range put[i].views {
			record.CountFates(own[name][j].File, view)
		}
		for _, u := range put[i].units {
			standIns[u.file] = append(standIns[u.file], u.standIn)
			units = append(units, u)
		}
	}
	for _, f := range p.Files {
		rest := standIns[f]
		for _, r := range f.Records {
			if r.File != nil { // else it was given up
				rest = append(rest, r)
			}
		}
		slices.SortFunc(rest, byLine)
		f.Seal(f.Sealed(), rest)
	}
	return units
}

// putName is the units of one name whose rows are there, and whose records were given up.
type putName struct {
	views []*record.File // of the fragments
	units []*sealedUnit
}

// putName puts the fragments of a name together; false where a unit has to wait, which leaves them as they are.
func (s *sealer) putName(name fragment.Name, of []*fragment.Fragment) (put putName, ok bool) {
	defer func() {
		if recover() != nil { // it will happen again when the units are put together
			ok = false
		}
		if !ok {
			put = putName{}
			for _, x := range of {
				x.File.GiveBack(x.Records)
			}
		}
	}()
	files, left := make(map[*record.File]*record.File, len(of)), 0 // records that are not accounted for
	for _, x := range of {
		v := x.File.View(x.Records)
		put.views, files[v], left = append(put.views, v), x.File, left+len(x.Records)
	}
	system := s.systems[name.System]
	units := system.Stitch(put.views)
	nameSubjects(system, units, nil)
	for _, u := range units {
		if len(u.Files) != 1 || !sealable(u, u.Stamps()) { // one that goes on in another file would need two stand-ins
			return put, false
		}
		left -= len(u.Records)
	}
	for _, v := range put.views {
		if len(v.Findings()) > 0 {
			return put, false
		}
		for _, r := range v.Records {
			if r.Fate != record.Kept {
				left--
			}
		}
	}
	if left != 0 { // all of kahn's records are of a unit, so this only guards formats that may be sealed later
		return put, false
	}
	for part := range slices.Chunk(units, unitsPerChunk) {
		own, fit := s.putUnits(system, part, files)
		if !fit {
			return put, false
		}
		put.units = append(put.units, own...)
	}
	for i, v := range put.views {
		v.Release() // its records were counted
		record.Discard(of[i].Records)
	}
	return put, true
}

// putUnits writes the rows of some units; false where one of them has to wait. Each has all of its records in one file,
// which files has by its view.
func (s *sealer) putUnits(system *record.System, units []*record.Unit, files map[*record.File]*record.File) (put []*sealedUnit, fit bool) {
	b := s.take()
	defer s.put(b)
	for _, u := range units {
		own, fits := s.putUnit(system, u, files[u.Records[0].File], b)
		if !fits {
			return nil, false
		}
		put = append(put, own)
	}
	return put, true
}

// putUnit writes the rows of a unit all of whose records are in the file; false where it has to wait.
func (s *sealer) putUnit(system *record.System, u *record.Unit, f *record.File, b *batch) (own *sealedUnit, fits bool) {
	u.Key = naming.Key(plainKey(u), b.keys)
	b.n++
	own = &sealedUnit{
		file:    f,
		key:     u.Key,
		records: int64(len(u.Records)),
		end:     u.Records[len(u.Records)-1].Line,
		batch:   b,
		from:    b.set.Marks(),
		last:    u.Stamps().Last,
		older:   isOlder(u, s.o.Since),
		home:    u.Home,
		again:   true,
	}
	fits = s.assemble(system, u, b, own.older)
	to := b.set.Marks()
	own.to = &to
	standIns := record.PackStandIns(u.Records[:1], func(packed []byte) []byte { return packed })
	own.standIn = &standIns.Unpack(f)[0]
	own.name = f.Format.Seal.Key(own.standIn)
	return own, fits
}
