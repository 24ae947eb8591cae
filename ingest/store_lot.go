package ingest

import (
	"cmp"
	"slices"
	"time"

	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/ingest/tie"
)

// keptLot is files that share nothing with any other file, with the units that are made of them. Their rows are stored,
// or will be. A later build takes them over if all of the files are there as they were and still share nothing with others:
// then what is made of them is the same. Else they are restored and put together again.
//
//	nightly/a/TEST-1.xml  nightly/a/TEST-2.xml    one run, one lot
//	nightly/b.xml                                 another run, and a lot of its own
type keptLot struct {
	units []*sealedUnit
	files []*keptFile
	key   string // of one of the units
	n     int    // how many units there have to be, where the rows are stored
	taken bool   // its rows are those of this build

	stored int64 // units that are stored for the first time
}

// keptFile is a file of a keptLot.
type keptFile struct {
	source int64 // its SourceID
	told   record.Told
	ties   []byte       // by what it may belong together with others, packed
	file   *record.File // nil: it was not found, or is not as it was
}

// lotRow is what is stored of a unit of a lot.
type lotRow struct {
	key   string
	n     int       // records
	ended time.Time // the latest time of its records
	whole bool      // its rows can be taken over
	brief bool      // and stand for those that are shown of a unit that is older than --since
}

// noteRow notes what would be stored of a unit whose rows were just made.
func (u *lotUnit) noteRow(of *record.Unit) {
	p := u.all()
	u.row = lotRow{key: of.Key, n: len(of.Records), ended: record.LastTime(of.Records)}
	u.row.whole, u.row.brief = p.OfRun(of.Key) && p.Runs() == 1, tellsRecords(p, of.Records)
	u.files = of.Files
}

// tellsRecords reports whether the events of the part are those of the records, and of nothing else: these alone are shown
// of a unit that is older than --since.
func tellsRecords(p table.Part, records []*record.Record) bool {
	n, same := 0, true
	p.EachEvent(func(source int, line int64) {
		same = same && n < len(records) && records[n].File.Index == source && records[n].Line == line
		n++
	})
	return same && n == len(records)
}

// chooseLots notes which lots of files are to be stored, and which were taken over. failed are the faults of files that were
// read again.
func (s *sealStore) chooseLots(t *tie.Ties, all []*lot, failed []error) {
	if s == nil || s.kept == nil {
		return
	}
	units := map[*tie.File][]*lotUnit{}
	for _, l := range all {
		if l.kept != nil {
			l.kept.taken = len(l.units) > 0
			continue
		}
		for _, u := range l.units {
			units[l.tied(u)] = append(units[l.tied(u)], u)
		}
	}
	for _, files := range t.Apart() {
		if l := all[files[0].Parts[0]]; l.kept == nil {
			s.choose(l, files, units, failed)
		}
	}
}

// choose notes the files of a lot as those of one that is stored, if all of it can be.
func (s *sealStore) choose(of *lot, files []*tie.File, units map[*tie.File][]*lotUnit, failed []error) {
	k := &keptLot{taken: true}
	for _, x := range files {
		own := of.links.files[x.Log.Path]
		if own == nil || own.file.Format == nil || sealsUnits(own.file.Format.System) || failed[own.file.Index] != nil {
			return
		}
		k.files = append(k.files, &keptFile{table.SourceID(x.Log.Path), record.TellOf(own.file), tie.Pack(own.named()), own.file})
		for _, u := range units[x] {
			if !u.row.whole || !tie.Kept(u.stamps.First) || !tie.Kept(u.stamps.Last) {
				return
			}
			k.units = append(k.units, &sealedUnit{
				key:     u.row.key,
				file:    own.file,
				records: int64(u.row.n),
				last:    u.stamps.Last,
				latest:  u.row.ended,
				lot:     k,
				unit:    u,
			})
		}
	}
	if len(k.units) > 0 {
		k.key = k.units[0].key
		s.lots = append(s.lots, k)
	}
}

// sealsUnits reports whether units of the system are taken over one by one.
func sealsUnits(system string) bool {
	return slices.ContainsFunc(Systems, func(s *record.System) bool {
		return s.Name == system && slices.ContainsFunc(s.Formats, func(f *record.Format) bool { return f.Seal != nil })
	})
}

// named reports whether the files have their names in the tables.
func (k *keptLot) named(t *table.Set) bool {
	return !slices.ContainsFunc(k.files, func(f *keptFile) bool { return t.Sources.Path.At(f.file.Index) != f.file.Path })
}

// addTo adds what is stored of the unit to the rows of sealed units, and what is stored of the files of its lot.
func (u *sealedUnit) addTo(t *table.Sealed) {
	if u.lot == nil {
		row := t.Add(table.Place{Source: u.file.Index, Line: u.standIn.Line})
		t.Run.Set(row, u.final)
		t.Records.Set(row, u.records)
		t.Last.Set(row, u.last.UnixNano())
		t.Latest.Set(row, u.latest)
		t.First.Set(row, u.standIn.StoreStandIn())
		return
	}
	row := t.Add(table.Place{Source: u.file.Index, Line: u.unit.at.line})
	t.Run.Set(row, u.final)
	t.Lot.Set(row, u.lot.key)
	if u.order == 0 {
		u.lot.stored++
		u.order = u.lot.stored
	}
	t.Order.Set(row, u.order)
	t.Records.Set(row, u.records)
	t.Latest.Set(row, u.latest)
	t.Column.Set(row, int64(u.unit.at.column))
	t.Times.Set(row, int64(u.unit.stamps.N))
	t.Alone.Set(row, u.unit.alone)
	t.Brief.Set(row, u.unit.row.brief)
	tie.SetTime(&t.Began, row, u.unit.stamps.First)
	tie.SetTime(&t.Last, row, u.last)
	t.Files.Set(row, u.unit.files)
	if u.final != u.lot.key {
		return
	}
	for _, f := range u.lot.files {
		row := t.Add(table.Place{Source: f.file.Index})
		t.Run.Set(row, u.final)
		t.Lot.Set(row, u.lot.key)
		t.Units.Set(row, int64(len(u.lot.units)))
		t.Records.Set(row, f.told.Kept)
		t.Duplicate.Set(row, f.told.Duplicate)
		t.Superseded.Set(row, f.told.Superseded)
		t.Findings.Set(row, f.told.Findings)
		t.Ties.Set(row, f.ties)
	}
}

// readLots reads what a group has of lots.
func (s *sealStore) readLots(g *storedGroup, t *table.Sealed) {
	system := slices.IndexFunc(Systems, func(s *record.System) bool { return s.Name == g.System })
	n := 0 // units before
	for row := range t.Len() {
		key := t.Lot.At(row)
		k := s.byKey[key]
		if k == nil {
			k = &keptLot{key: key}
			s.byKey[key] = k
			s.lots = append(s.lots, k)
		}
		if ties := t.Ties.At(row); ties != nil {
			told := record.Told{
				Kept:       t.Records.At(row),
				Duplicate:  t.Duplicate.At(row),
				Superseded: t.Superseded.At(row),
				Findings:   t.Findings.At(row),
			}
			f := &keptFile{source: t.Source.At(row), told: told, ties: ties}
			k.files, k.n = append(k.files, f), int(t.Units.At(row))
			s.kept[f.source] = f
			continue
		}
		u := g.units[n]
		n++
		u.lot, u.latest, u.source, u.order = k, t.Latest.At(row), t.Source.At(row), t.Order.At(row)
		u.unit = &lotUnit{stamps: record.Stamps{N: int(t.Times.At(row)), First: tie.TimeOf(&t.Began, row), Last: tie.TimeOf(&t.Last, row)}}
		u.unit.system, u.unit.sealed, u.unit.files = system, u, t.Files.At(row)
		u.unit.alone, _ = t.Alone.Get(row)
		u.unit.row.brief, _ = t.Brief.Get(row)
		u.unit.at = unitPlace{line: t.Line.At(row), column: uint32(t.Column.At(row))}
		k.units = append(k.units, u)
	}
}

// recallLot gives the file what is stored of it but its records, where there are rows that it has a part in. They are taken
// over if those of all files of its lot are recalled.
func (s *sealStore) recallLot(f *record.File, o Options) bool {
	if s == nil {
		return false
	}
	x := s.kept[table.SourceID(f.Path)]
	if x == nil {
		return false
	}
	if history.RestoreTold(s.h, f, x.told) != nil || f.Format == nil {
		reset(f, o)
		return false
	}
	x.file = f
	return true
}

// addKept adds the lots whose rows are stored. A lot whose rows cannot be taken over has no units, and its files are opened:
// a file is missing or not as it was, or --since leaves out a unit whose events are not those of its records.
func (x *lots) addKept() {
	if x == nil || x.store == nil {
		return
	}
	for _, k := range x.store.lots {
		l := &lot{links: newLinker(), kept: k}
		paths := map[int64]*record.File{}
		for _, f := range k.files {
			if f.file == nil {
				continue
			}
			paths[f.source] = f.file
			l.files = append(l.files, f.file)
			l.links.add(f.file, 0, "")
			own := l.links.files[f.file.Path]
			own.names = tie.Unpack(own.names, f.ties)
			own.look(f.file)
		}
		if len(l.files) == 0 {
			continue
		}
		slices.SortFunc(k.units, func(a, b *sealedUnit) int { return cmp.Compare(a.order, b.order) })
		whole := len(l.files) == len(k.files) && len(k.units) == k.n
		for _, u := range k.units {
			u.older = !x.o.Since.IsZero() && isBefore(u.latest, x.o.Since)
			whole = whole && (u.unit.row.brief || !u.older)
		}
		for _, u := range k.units {
			if whole {
				u.file = paths[u.source]
				u.unit.at.path, u.unit.older = u.file.Path, u.older
				l.units = append(l.units, u.unit)
			}
		}
		x.all = append(x.all, l)
	}
}

// openIncomplete opens the files of lots whose rows cannot be taken over.
func (x *lots) openIncomplete(t *tie.Ties) {
	var files []*tie.File
	for _, l := range x.all {
		if l.kept != nil && len(l.units) == 0 {
			for _, own := range l.links.files {
				files = append(files, own.tied)
			}
		}
	}
	if len(files) > 0 {
		t.OpenWith(files)
	}
}

// recalled is how many units of the lots have rows that were taken over.
func (x *lots) recalled() (n int) {
	for _, l := range x.whole() {
		if l.kept != nil {
			n += len(l.units)
		}
	}
	return n
}
