package ingest

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"runreport/ingest/clean"
	"runreport/ingest/fragment"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// sealedUnits are the sealed units: by the records that stand in for them, and those that need none.
type sealedUnits struct {
	by   map[*record.Record]*sealedUnit
	lone loneUnits
}

// last is the latest of their times.
func (s sealedUnits) last() time.Time {
	last := s.lone.last()
	for _, x := range s.by {
		last = record.Later(last, x.last)
	}
	return last
}

// settle unseals the units that turned out to go on elsewhere, and returns all others. anew says that those of them that
// lie in other files as copies alone are sealed again; shards and compaction, which ask what files a unit lies in, do without.
// The faults are those of files that could be read before. Beside that it numbers the files of stored rows.
func (s *sealer) settle(ctx context.Context, list []found, files []*record.File, anew bool) (kept map[*record.Record]*sealedUnit, faults []Problem, err error) {
	if s == nil {
		return nil, nil, nil
	}
	var again []*sealedUnit
	tied := fragment.Again{}
	parallel.Do(
		s.numberStored,
		func() { again, tied.Partial = s.continued(files) },
		func() {
			kept = make(map[*record.Record]*sealedUnit, len(s.units))
			for _, u := range s.units {
				kept[u.standIn] = u
			}
		},
	)
	open := map[*record.File]*unsealed{}
	var order []*unsealed
	for _, u := range again {
		x := open[u.file]
		if x == nil {
			x = &unsealed{file: u.file, names: map[string]bool{}, ties: map[fragment.Tie]bool{}}
			open[u.file] = x
			order = append(order, x)
		}
		x.names[u.name] = true
	}
	if len(order) > 0 {
		for _, u := range s.units {
			if x := open[u.file]; x != nil && x.names[u.name] {
				x.ties[tied.Tie(fragment.Name{System: u.file.Format.System, Name: u.name}, u.standIn)] = true
				x.records += u.records
				x.lines = append(x.lines, u.lines())
				delete(kept, u.standIn)
			}
		}
	}
	s.units = nil // whose stand-ins lead to them from now on
	if len(order) == 0 {
		return kept, nil, nil
	}
	most, read := int64(math.MaxInt64), 0
	if anew {
		most = cmp.Or(s.o.againAtOnce, againAtOnce)
	}
	tied.Len, tied.Of = len(order), func(i int) (*record.File, map[fragment.Tie]bool, int64) {
		return order[i].file, order[i].ties, order[i].records
	}
	for _, p := range tied.Portions(files, most) {
		failed, err := s.readPortion(ctx, s.o.partOf(read, len(order)), order, p.Again, list)
		if err != nil {
			return nil, nil, err
		}
		read += len(p.Again)
		for n, fault := range failed {
			if f := order[p.Again[n]].file; fault != nil && !f.Found(decoder) {
				faults = append(faults, Problem{f.Path, fault})
			}
		}
		if !anew {
			continue
		}
		for _, u := range s.putAgain(p) {
			kept[u.standIn] = u
		}
	}
	return kept, faults, nil
}

// unsealed is what of a file has to be put together with others after all.
type unsealed struct {
	file    *record.File
	names   map[string]bool
	ties    map[fragment.Tie]bool // of all its units of these names
	records int64
	lines   []record.LineSpan // that hold these records
}

// lines returns the lines from the unit's first to its last record. An earlier build may have sealed it
// without the last line (end 0): then the range has no upper end.
func (u *sealedUnit) lines() record.LineSpan {
	if u.end == 0 {
		return record.LineSpan{From: u.standIn.Line, To: math.MaxInt64}
	}
	return record.LineSpan{From: u.standIn.Line, To: u.end}
}

// continued are the sealed units of which other records may be a part, and the names of records that lack their beginning.
func (s *sealer) continued(files []*record.File) (again []*sealedUnit, partial map[fragment.Name]bool) {
	begun := make(map[fragment.Tie]int, len(s.units))
	partial = map[fragment.Name]bool{}
	most := 0 // that have one beginning in common
	count := func(f *record.File, name string, first *record.Record) {
		at := fragment.Tie{Name: fragment.Name{System: f.Format.System, Name: name}, Begins: first.At.UnixNano()}
		begun[at]++
		most = max(most, begun[at])
	}
	for _, u := range s.units {
		count(u.file, u.name, u.standIn)
	}
	for _, f := range files {
		if f.Format == nil || f.Format.Seal == nil {
			continue
		}
		by := f.Format.Seal
		var seen map[string]bool // made when it is needed: most files have units that are sealed, and nothing else
		for _, r := range f.Records {
			name := by.Key(r)
			if r.IsStandIn() { // what follows goes on with that unit, whatever else began before
				delete(seen, name)
				continue
			}
			if seen == nil {
				seen = map[string]bool{}
			}
			switch {
			case by.Begins(r) && !r.At.IsZero():
				count(f, name, r)
			case by.Begins(r) || !seen[name]:
				partial[fragment.Name{System: f.Format.System, Name: name}] = true
			}
			seen[name] = true
		}
	}
	within := s.within()
	if most < 2 && len(partial)+len(within) == 0 { // as mostly
		return nil, nil
	}
	for _, u := range s.units {
		name := fragment.Name{System: u.file.Format.System, Name: u.name}
		if begun[fragment.Tie{Name: name, Begins: u.standIn.At.UnixNano()}] > 1 || within[u] || len(partial) > 0 && partial[name] {
			again = append(again, u)
		}
	}
	return again, partial
}

// within are the units that begin between the lines of another one of their name in their file: one was
// sealed while the other, which was open, waited, and what came then may go on with either.
//
//	1 run_start x   open
//	2 run_start x   sealed, with its end
//	3 run_end x
//	4 (of x)        goes on with the second
func (s *sealer) within() map[*sealedUnit]bool {
	units := slices.DeleteFunc(slices.Clone(s.units), func(u *sealedUnit) bool { return u.end == 0 })
	slices.SortFunc(units, func(a, b *sealedUnit) int {
		return cmp.Or(cmp.Compare(a.file.Index, b.file.Index), strings.Compare(a.name, b.name), byLine(a.standIn, b.standIn))
	})
	found := map[*sealedUnit]bool{}
	end := int64(0) // of those before
	for i, u := range units {
		if i == 0 || units[i-1].file != u.file || units[i-1].name != u.name {
			end = 0
		}
		if u.standIn.Line <= end {
			found[u] = true
		}
		end = max(end, u.end)
	}
	return found
}

// reread puts the records of the units back into the file, of which no more is read than
// was before. Records that are not there any more are a fault.
func (s *sealer) reread(u *unsealed, at found) error {
	f, by := u.file, u.file.Format.Seal
	lines := f.Counts().Lines
	wanted := func(r *record.Record) bool { return u.names[by.Key(r)] }
	for _, r := range f.Records { // stand-ins, and records that were not sealed
		if wanted(r) {
			u.lines = append(u.lines, record.LineSpan{From: r.Line, To: r.Line})
		}
	}
	rest := slices.DeleteFunc(f.Records, wanted)
	whole, fault := s.whole(f, at, wanted, u.lines)
	var back []*record.Record
	for _, r := range whole.Records {
		if r.Line <= lines && wanted(r) {
			back = append(back, r)
		}
	}
	f.GiveBack(back)
	if n := int64(len(back)); fault == nil && n < u.records {
		fault = fmt.Errorf("%d of %d records are there", n, u.records)
	}
	if fault != nil && !f.Found(cannotRead) {
		f.Finding(cannotRead, 0, withoutPath(fault), "the file as it was a moment ago")
	}
	rest = append(rest, back...)
	slices.SortFunc(rest, byLine)
	f.Seal(f.Sealed()-u.records, rest)
	return fault
}

// whole reads the file again, as it was before its units were sealed, and returns at least the wanted records, all
// of which are on the given lines. It reads only these lines, unless the file has secrets: redacted texts are numbered
// in the order of the file. Reading all lines of a 140 MB log for one duplicate run took 460 MB more memory.
func (s *sealer) whole(f *record.File, at found, wanted func(*record.Record) bool, on []record.LineSpan) (whole *record.File, fault error) {
	whole = &record.File{Index: f.Index, Path: f.Path, Dir: f.Dir, Jobs: 1}
	if s.store != nil {
		whole.Format, whole.Wanted = f.Format, wanted
		return whole, s.store.restore(whole)
	}
	if !f.Found(clean.Redacted) {
		whole.Jobs, whole.WantedLines = s.o.Jobs, record.NewLineSpans(on)
		whole.SettleAt, whole.Settle = manyRecords, func(records []*record.Record, _ bool) []*record.Record {
			return slices.DeleteFunc(records, func(r *record.Record) bool { return !wanted(r) })
		}
	}
	at.hold()
	defer at.release()
	return whole, decode(whole, at, s.o)
}

// of is the sealed unit that the unit's only record stands for; nil where it stands for none.
func (s sealedUnits) of(u *record.Unit) *sealedUnit {
	if len(s.by) == 0 || len(u.Records) == 0 {
		return nil
	}
	return s.by[u.Records[0]]
}

// rows is where its rows are.
func (x *sealedUnit) rows() table.Part {
	return table.Part{Set: &x.batch.set, From: x.from, To: *x.to, Renamed: x.batch.renamed}
}

// shown is those of its rows that the report is about. Where all are there, though it is older than --since,
// they are cut to what the others would be.
func (x *sealedUnit) shown() table.Part {
	p := x.rows()
	p.Brief = x.older
	return p
}

// forget gives up what the stand-ins say when all units have their names: a large log has a million
// of them while it is put together.
func (s sealedUnits) forget() {
	for r, u := range s.by {
		r.Forget()
		u.name = "" // which lies among its texts
	}
}

// release gives up all records of the files, of which only rows are needed any more, but for the stand-ins where
// these say what is stored. Memory of all that a history holds was in use while it was written.
func (s sealedUnits) release(files []*record.File, stored bool) {
	if !stored {
		clear(s.by)
	}
	for _, f := range files {
		var standIns []*record.Record
		for _, r := range f.Records {
			if stored && r.IsStandIn() {
				standIns = append(standIns, r)
			}
		}
		f.Records = standIns
	}
}

// name gives sealed units the names that they have among all units.
func (s sealedUnits) name(chunks []*chunk) {
	for _, c := range chunks {
		for _, u := range c.units {
			x := s.of(u)
			if x == nil {
				continue
			}
			if u.Key != x.key {
				if x.batch.renamed == nil {
					x.batch.renamed = map[string]string{}
				}
				x.batch.renamed[x.key] = u.Key
			}
			x.final = u.Key
			if x.rows().NameSubject(u.StableSubject) || u.Key != x.key {
				x.group.change()
			}
		}
	}
}
