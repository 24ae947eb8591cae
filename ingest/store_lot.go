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

// storedLot is files that share nothing with any other file, with the units that are made of them. Their rows are stored,
// or will be. A later build takes them over if all of the files are there as they were and still share nothing with others:
// then what is made of them is the same. Else they are restored and put together again.
//
//	nightly/a/TEST-1.xml  nightly/a/TEST-2.xml    one run, one lot
//	nightly/b.xml                                 another run, and a lot of its own
type storedLot struct {
	key   string // of one of the units
	units []*sealedUnit
	files []*storedFile
	count int   // of units, where they are stored: all have to be found
	order int64 // of the unit that was stored last
	taken bool  // its rows are those of this build
}

// storedFile is a file of a storedLot.
type storedFile struct {
	source  int64 // its SourceID
	content int64 // hash of its content when the rows were stored
	told    record.Told
	ties    []byte       // by what it may belong together with others, packed
	file    *record.File // nil: it was not found, or is not as it was
}

// placeInLot says which lot a sealed unit belongs to, and what that lot knows of the unit.
type placeInLot struct {
	lot    *storedLot
	unit   *lotUnit
	source int64 // SourceID of the file that it begins in, where it is stored
	order  int64 // among the units of the lot, which is that of rows; 0: it is not stored yet
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
	p.EachEvent(func(source int, line int64, atText string) {
		if same = same && n < len(records); same {
			r := records[n]
			same = r.File.Index == source && r.Line == line && record.TimeText(r) == atText
		}
		n++
	})
	return same && n == len(records)
}

// takesLots reports whether lots are stored, and taken over.
func (s *sealStore) takesLots() bool { return s != nil && s.lotFiles != nil }

// chooseStored notes which lots of files are to be stored, and which were taken over. failed are the faults of files that were
// read again.
func (x *lots) chooseStored(failed []error) error {
	if !x.store.takesLots() {
		return nil
	}
	t, err := x.ties() // as they are now: some files were put together again
	if err != nil {
		return err
	}
	units := map[*tie.File][]*lotUnit{}
	for _, l := range x.all {
		if l.stored != nil {
			l.stored.taken = len(l.units) > 0 && len(l.units) == len(l.stored.units)
			for _, u := range l.units {
				u.sealed.final = u.sealed.key
			}
			continue
		}
		for _, u := range l.units {
			units[l.tied(u)] = append(units[l.tied(u)], u)
		}
	}
	for _, files := range t.Apart() {
		if l := x.all[files[0].Parts[0]]; l.stored == nil {
			x.choose(l, files, units, failed)
		}
	}
	return nil
}

// choose notes files of a lot as those of one that is stored, if all that is made of them can be. Files that are decoded in
// each build are left out.
func (x *lots) choose(of *lot, files []*tie.File, units map[*tie.File][]*lotUnit, failed []error) {
	k := &storedLot{taken: true}
	for _, at := range files {
		own := of.links.files[at.Log.Path]
		f := own.file
		if f.Format == nil || sealsUnits(f.Format.System) || failed[f.Index] != nil || f.Found(decoder) || x.o.mapping(f.Path) != nil {
			return
		}
		if i, listed := find(x.list, f.Path); listed && x.list[i].beside && x.list[i].member == nil {
			return
		}
		k.files = append(k.files, &storedFile{
			source: table.SourceID(f.Path),
			told:   record.TellOf(f),
			ties:   tie.Pack(own.named()),
			file:   f,
		})
		for _, u := range units[at] {
			if !u.row.whole || !tie.Storable(u.stamps.First) || !tie.Storable(u.stamps.Last) || !tie.Storable(u.row.ended) {
				return
			}
			k.units = append(k.units, &sealedUnit{
				key:     u.row.key,
				final:   u.row.key,
				file:    f,
				records: int64(u.row.n),
				last:    u.stamps.Last,
				inLot:   &placeInLot{lot: k, unit: u},
			})
		}
	}
	if len(k.units) > 0 {
		k.key = k.units[0].key
		x.store.lots = append(x.store.lots, k)
	}
}

// sealsUnits reports whether units of the system are taken over one by one.
func sealsUnits(system string) bool {
	return slices.ContainsFunc(Systems, func(s *record.System) bool {
		return s.Name == system && slices.ContainsFunc(s.Formats, func(f *record.Format) bool { return f.Seal != nil })
	})
}

// noteContents notes the hashes of what the files hold. It returns false, and then the lot cannot be stored, if a file will
// not be stored as a whole, or has another name in the tables since there is a secret in its own.
func (k *storedLot) noteContents(s *sealStore, t *table.Set) bool {
	for _, f := range k.files {
		sum := history.SHA256(s.h, f.file.Path, s.freshOf(f.file.Path))
		if sum == "" || t.Sources.Path.At(f.file.Index) != f.file.Path {
			return false
		}
		f.content = hashOf(sum)
	}
	return true
}

// addTo adds what is stored of the unit to the rows of sealed units, and what is stored of the files of its lot.
func (u *sealedUnit) addTo(t *table.Sealed) {
	if u.inLot == nil {
		row := t.Add(table.Place{Source: u.file.Index, Line: u.standIn.Line})
		t.Run.Set(row, u.final)
		t.Records.Set(row, u.records)
		t.Last.Set(row, u.last.UnixNano())
		t.Latest.Set(row, u.latest)
		t.First.Set(row, u.standIn.StoreStandIn())
		return
	}
	lot, unit := u.inLot.lot, u.inLot.unit
	if u.inLot.order == 0 {
		lot.order++
		u.inLot.order = lot.order
	}
	row := t.Add(table.Place{Source: u.file.Index, Line: unit.at.line})
	t.Run.Set(row, u.final)
	t.Lot.Set(row, lot.key)
	t.Order.Set(row, u.inLot.order)
	t.Records.Set(row, u.records)
	t.Column.Set(row, int64(unit.at.column))
	t.Times.Set(row, int64(unit.stamps.N))
	t.Alone.Set(row, unit.alone)
	t.Brief.Set(row, unit.row.brief)
	tie.SetTime(&t.Began, row, unit.stamps.First)
	tie.SetTime(&t.Last, row, unit.stamps.Last)
	tie.SetTime(&t.Ended, row, unit.row.ended)
	t.Files.Set(row, unit.files)
	if u.final != lot.key {
		return
	}
	for _, f := range lot.files {
		row := t.Add(table.Place{Source: f.file.Index})
		t.Run.Set(row, u.final)
		t.Lot.Set(row, lot.key)
		t.Units.Set(row, int64(len(lot.units)))
		t.Content.Set(row, f.content)
		t.Records.Set(row, f.told.Kept)
		t.Duplicate.Set(row, f.told.Duplicate)
		t.Superseded.Set(row, f.told.Superseded)
		t.Findings.Set(row, f.told.Findings)
		t.Ties.Set(row, f.ties)
	}
}

// readLots reads the rows about lots that lie beside the rows of a group.
func (s *sealStore) readLots(g *storedGroup, t *table.Sealed) {
	system := slices.IndexFunc(Systems, func(s *record.System) bool { return s.Name == g.System })
	n := 0 // units before
	for row := range t.Len() {
		key := t.Lot.At(row)
		k := s.lotByKey[key]
		if k == nil {
			k = &storedLot{key: key}
			s.lotByKey[key] = k
			s.lots = append(s.lots, k)
		}
		if ties := t.Ties.At(row); ties != nil {
			f := &storedFile{source: t.Source.At(row), content: t.Content.At(row), ties: ties, told: record.Told{
				Kept:       t.Records.At(row),
				Duplicate:  t.Duplicate.At(row),
				Superseded: t.Superseded.At(row),
				Findings:   t.Findings.At(row),
			}}
			k.files, k.count = append(k.files, f), int(t.Units.At(row))
			s.lotFiles[f.source] = f
			continue
		}
		u, unit := g.units[n], &lotUnit{}
		n++
		unit.stamps = record.Stamps{N: int(t.Times.At(row)), First: tie.TimeOf(&t.Began, row), Last: tie.TimeOf(&t.Last, row)}
		unit.system, unit.sealed, unit.files = system, u, t.Files.At(row)
		unit.at = unitPlace{line: t.Line.At(row), column: uint32(t.Column.At(row))}
		unit.alone, _ = t.Alone.Get(row)
		unit.row.brief, _ = t.Brief.Get(row)
		unit.row.ended = tie.TimeOf(&t.Ended, row)
		u.inLot = &placeInLot{lot: k, unit: unit, source: t.Source.At(row), order: t.Order.At(row)}
		k.units = append(k.units, u)
	}
}

// recallLot gives the file what is stored of it but its records, where there are rows that it has a part in. They are taken
// over if those of all files of its lot are recalled.
func (s *sealStore) recallLot(f *record.File, o Options) bool {
	if !s.takesLots() {
		return false
	}
	x := s.lotFiles[table.SourceID(f.Path)]
	if x == nil || x.content != hashOf(history.SHA256(s.h, f.Path, nil)) { // it may lack a piece
		return false
	}
	if history.RestoreTold(s.h, f, x.told) != nil || f.Format == nil {
		reset(f, o)
		return false
	}
	x.file = f
	return true
}

// addStored adds the lots whose rows are stored. A lot whose rows cannot be taken over has no units, and its files are opened:
// a file or a row is missing, a file is not as it was, or --since leaves out a unit whose events are not those of its records.
func (x *lots) addStored() {
	if x == nil || !x.store.takesLots() {
		return
	}
	for _, k := range x.store.lots {
		l := &lot{links: newLinker(), stored: k}
		bySource := map[int64]*record.File{}
		for _, f := range k.files {
			if f.file == nil {
				continue
			}
			bySource[f.source] = f.file
			l.files = append(l.files, f.file)
			l.links.add(f.file, 0, "")
			own := l.links.files[f.file.Path]
			own.names = tie.Unpack(own.names, f.ties)
			own.look(f.file)
		}
		if len(l.files) == 0 {
			continue
		}
		x.all = append(x.all, l)
		if len(l.files) < len(k.files) || len(k.units) != k.count {
			continue
		}
		slices.SortFunc(k.units, func(a, b *sealedUnit) int { return cmp.Compare(a.inLot.order, b.inLot.order) })
		for _, u := range k.units {
			unit := u.inLot.unit
			unit.older = !x.o.Since.IsZero() && isBefore(unit.row.ended, x.o.Since)
			u.file, u.older = bySource[u.inLot.source], unit.older
			if u.file == nil || unit.older && !unit.row.brief {
				l.units = nil
				break
			}
			unit.at.path = u.file.Path
			l.units = append(l.units, unit)
		}
	}
}

// openIncomplete opens the files of lots whose rows cannot be taken over.
func (x *lots) openIncomplete(t *tie.Ties) {
	var files []*tie.File
	for _, l := range x.all {
		if l.stored != nil && len(l.units) == 0 {
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
		if l.stored != nil {
			n += len(l.units)
		}
	}
	return n
}
