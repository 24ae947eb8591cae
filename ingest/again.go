package ingest

import (
	"context"
	"slices"

	"runreport/ingest/fragment"
	"runreport/ingest/record"
	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// againAtOnce is how many bytes of logs are read again at once: their records take several times as much memory.
// Logs with units of one name are read again together, however many bytes they have.
const againAtOnce = 16 << 20

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

// putAgain seals the units of the portion once more, now that all records of their names are there, and returns them.
// The records of names about which there is anything to say or to decide are left to be put together with all others.
func (s *sealer) putAgain(p *fragment.Portion) (units []*sealedUnit) {
	own := p.Fragments()
	put := make([]*putName, len(p.Names))
	parallel.Each(len(p.Names), func(i int) { put[i] = s.putName(p.Names[i], own[p.Names[i]]) })
	var sealed [][]*record.Record
	standIns := map[*record.File][]*record.Record{}
	for i, name := range p.Names {
		if put[i] == nil {
			continue
		}
		for j, x := range own[name] {
			record.CountFates(x.File, put[i].views[j])
			sealed = append(sealed, x.Records)
		}
		for _, u := range put[i].units {
			standIns[u.file] = append(standIns[u.file], u.standIn)
			units = append(units, u)
		}
		own[name] = nil
	}
	for _, f := range p.Files {
		rest := standIns[f]
		for _, r := range f.Records {
			left, wanted := own[fragment.Name{System: f.Format.System, Name: f.Format.Seal.Key(r)}]
			if r.IsStandIn() || !wanted || left != nil {
				rest = append(rest, r)
			}
		}
		slices.SortFunc(rest, byLine)
		f.Seal(f.Sealed(), rest)
	}
	parallel.Each(len(sealed), func(i int) { record.Discard(sealed[i]) })
	return units
}

// putName is the units of one name whose rows are there.
type putName struct {
	views []*record.File // of the fragments
	units []*sealedUnit
}

// putName puts the fragments of a name together; nil where a unit has to wait, which leaves them as they are.
func (s *sealer) putName(name fragment.Name, of []*fragment.Fragment) (put *putName) {
	defer func() {
		if recover() != nil { // it will happen again when the units are put together
			put = nil
		}
		if put == nil {
			for _, x := range of {
				x.File.GiveBack(x.Records)
			}
		}
	}()
	made := &putName{}
	files, left := map[*record.File]*record.File{}, 0 // records that are not accounted for
	for _, x := range of {
		if x.File.Found(cannotRead) {
			return nil
		}
		v := x.File.View(x.Records)
		made.views, files[v], left = append(made.views, v), x.File, left+len(x.Records)
	}
	system := s.systems[name.System]
	units := system.Stitch(made.views)
	nameSubjects(system, units, nil)
	for _, u := range units {
		if len(u.Files) != 1 || !sealable(u, u.Stamps()) { // one that goes on in another file would need two stand-ins
			return nil
		}
		left -= len(u.Records)
	}
	for _, v := range made.views {
		for _, r := range v.Records {
			if r.Fate != record.Kept {
				left--
			}
		}
	}
	if left != 0 {
		return nil
	}
	b := s.take()
	defer s.put(b)
	for _, u := range units {
		own, fits := s.putUnit(system, u, files[u.Records[0].File], b)
		if !fits {
			return nil
		}
		made.units = append(made.units, own)
	}
	if slices.ContainsFunc(made.views, func(v *record.File) bool { return len(v.Findings()) > 0 }) {
		return nil
	}
	return made
}

// putUnit writes the rows of a unit all of whose records are in the file; false where it has to wait.
func (s *sealer) putUnit(system *record.System, u *record.Unit, f *record.File, b *batch) (own *sealedUnit, fits bool) {
	u.Key = numberedKey(plainKey(u), b.keys)
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
		several: true,
	}
	fits = s.assemble(system, u, b, own.older)
	to := b.set.Marks()
	own.to = &to
	standIns := record.PackStandIns(u.Records[:1], func(b []byte) []byte { return spill.Place(s.slab, b) })
	own.standIn = &standIns.Unpack(f)[0]
	own.name = f.Format.Seal.Key(own.standIn)
	return own, fits
}
