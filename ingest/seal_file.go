package ingest

import (
	"cmp"
	"slices"
	"sync"

	"runreport/ingest/record"
)

// ownRecords are the records that one file has of one unit, or of several of one name.
type ownRecords struct {
	name  string
	list  []*record.Record
	ended bool
	at    int // the drain that brought the last one
}

// seal puts units of one file into the tables. rest are the records of those that have to
// wait until all files are read.
func (x *fileSealer) seal(all []*ownRecords) (done []*sealedUnit, rest []*record.Record) {
	var records []*record.Record
	for _, u := range all {
		records = append(records, u.list...)
	}
	view := x.like.View(records)
	if done, ok := x.sealView(view); ok {
		// A record that is still in use holds on to those beside it, and each of them to the
		// view: without this, to all records that ever were.
		view.Records = nil
		return done, nil
	}
	x.file.GiveBack(records)
	if len(all) == 1 {
		return nil, records
	}
	for _, u := range all {
		more, left := x.seal([]*ownRecords{u})
		done, rest = append(done, more...), append(rest, left...)
	}
	return done, rest
}

// fileSealer seals the units of one file while it is read.
type fileSealer struct {
	*sealer
	system *record.System
	file   *record.File
	like   *record.File // what views of the file are made of
	clean  *cleaner
	names  map[string]*ownRecords // units that go on
	order  []*ownRecords
	rest   []*record.Record // that have to wait
	tasks  sync.WaitGroup
	slots  chan struct{} // taken by tasks at work

	drains int

	doneMu sync.Mutex
	done   []*sealedUnit
}

// forFile seals units of the file from now on; nil where its format does not.
func (s *sealer) forFile(f *record.File, c *cleaner) *fileSealer {
	if s == nil || f.Format == nil || f.Format.Seal == nil {
		return nil
	}
	x := &fileSealer{
		sealer: s,
		system: s.systems[f.Format.System],
		file:   f,
		like:   f.View(nil),
		clean:  c,
		names:  map[string]*ownRecords{},
		slots:  make(chan struct{}, s.o.Jobs),
	}
	f.Drain, f.DrainAt = x.drain, s.o.sealAfter
	return x
}

// drain takes what was read, and seals the units that ended before and had no record in it.
func (x *fileSealer) drain() {
	x.drains++
	records := x.file.Take()
	x.clean.records(records)
	x.sort(records)
	var ready []*ownRecords
	x.order = slices.DeleteFunc(x.order, func(u *ownRecords) bool {
		if !u.ended || u.at == x.drains {
			return false
		}
		ready = append(ready, u)
		delete(x.names, u.name)
		return true
	})
	for part := range slices.Chunk(ready, unitsPerChunk) {
		x.slots <- struct{}{}
		x.tasks.Go(func() {
			x.sealSome(part)
			<-x.slots
		})
	}
}

// sort gives records of the file to their units.
func (x *fileSealer) sort(records []*record.Record) {
	by := x.file.Format.Seal
	var u *ownRecords // of the record before, which mostly is of the same unit
	for _, r := range records {
		name := by.Key(r)
		if u == nil || u.name != name {
			u = x.names[name]
		}
		if u == nil {
			u = &ownRecords{name: name}
			x.names[name] = u
			x.order = append(x.order, u)
		}
		u.list = append(u.list, r)
		u.at = x.drains
		u.ended = name != "" && by.Ends(r)
	}
}

func (x *fileSealer) sealSome(units []*ownRecords) {
	done, rest := x.seal(units)
	x.doneMu.Lock()
	defer x.doneMu.Unlock()
	x.done, x.rest = append(x.done, done...), append(x.rest, rest...)
}

// finish seals what is left when the file was read to its end.
func (x *fileSealer) finish() {
	if x == nil {
		return
	}
	x.file.Drain = nil
	x.tasks.Wait()
	if x.file.Format == nil { // reading it failed
		return
	}
	x.sort(x.file.Take())
	last := slices.DeleteFunc(x.order, func(u *ownRecords) bool {
		if u.name == "" {
			x.rest = append(x.rest, u.list...)
		}
		return u.name == ""
	})
	for part := range slices.Chunk(last, unitsPerChunk) {
		x.sealSome(part)
	}
	var sum int64
	for _, u := range x.done {
		sum += u.records
		x.rest = append(x.rest, u.standIn)
	}
	slices.SortFunc(x.rest, byLine)
	x.file.Seal(sum, slices.Clip(x.rest))
	x.mu.Lock()
	defer x.mu.Unlock()
	x.units = append(x.units, x.done...)
}

func byLine(a, b *record.Record) int { return cmp.Compare(a.Line, b.Line) }

// sealView puts the units of the view together; false where one of them has to wait.
func (x *fileSealer) sealView(view *record.File) (done []*sealedUnit, ok bool) {
	defer func() {
		if recover() != nil { // it will happen again when the units are put together
			done, ok = nil, false
		}
	}()
	by := view.Format.Seal
	units := x.system.Stitch([]*record.File{view})
	if len(view.Findings()) > 0 {
		return nil, false
	}
	stamps := make([]record.Stamps, len(units))
	n := 0
	for i, u := range units {
		first := u.Records[0]
		stamps[i] = u.Stamps()
		if !by.Begins(first) || first.At.IsZero() || stamps[i].Alone() || !stamps[i].Together() {
			return nil, false
		}
		n += len(u.Records)
	}
	if n < len(view.Records) { // copies, or records of no unit
		return nil, false
	}
	b := x.take()
	defer x.put(b)
	for i, u := range units {
		u.Key = key(u, b.keys)
		b.n++
		d := &sealedUnit{
			file:    x.file,
			key:     u.Key,
			standIn: u.Records[0].StandIn(x.file),
			records: int64(len(u.Records)),
			batch:   b,
			from:    b.set.Marks(),
			last:    stamps[i].Last,
			older:   isOlder(u, x.o.Since),
		}
		d.name = by.Key(d.standIn)
		if d.older {
			mention(u, &b.set)
		} else {
			x.system.Assemble(u, &b.set)
		}
		d.to = b.set.Marks()
		if b.set.Longer(x.o.longest().Seconds(), d.from) {
			return nil, false
		}
		done = append(done, d)
	}
	return done, true
}
