package ingest

import (
	"cmp"
	"slices"
	"strings"
	"sync"

	"github.com/zeebo/xxh3"

	"runreport/ingest/clean"
	"runreport/ingest/fragment"
	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/table"
	"runreport/unit/spill"
)

// seal puts units of one file into the tables. rest are the records of those that have to
// wait until all files are read.
func (x *fileSealer) seal(all []*fragment.Unit) (done []*sealedBlock, rest []*record.Record) {
	n := 0
	for _, u := range all {
		n += len(u.List)
	}
	records := make([]*record.Record, 0, n)
	for _, u := range all {
		records = append(records, u.List...)
	}
	view := x.like.View(records)
	if b, ok := x.sealView(view); ok {
		// A record that is still in use holds on to those beside it, and each of them to the
		// view: without this, to all records that ever were.
		view.Records = nil
		return []*sealedBlock{b}, nil
	}
	x.file.GiveBack(records)
	if len(all) == 1 {
		return nil, records
	}
	for _, u := range all {
		more, left := x.seal([]*fragment.Unit{u})
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
	clean  *clean.Cleaner
	open   *fragment.Units  // that go on, or wait for what is before them in the file
	rest   []*record.Record // that have to wait until all files are read
	tasks  sync.WaitGroup
	slots  chan struct{} // taken by tasks at work; nil: there was none yet

	doneMu sync.Mutex
	done   []*sealedBlock
}

// forFile seals units of the file that is read from now on; nil where its format does not.
func (s *sealer) forFile(f *record.File, c *clean.Cleaner) *fileSealer {
	x := s.forStored(f)
	if x == nil {
		return nil
	}
	if x.clean = c; s.store != nil {
		f.Keep = s.keeping(c)
	}
	return x
}

// keeping stores a file while it is read.
func (s *sealer) keeping(c *clean.Cleaner) *record.Keeping {
	return &record.Keeping{
		Clean: func(records []*record.Record) bool { return c.Judge().Quiet(records) },
		Place: s.store.place,
	}
}

// forStored seals units of the file that is restored from now on, whose records are without secrets; nil where
// its format does not.
func (s *sealer) forStored(f *record.File) *fileSealer {
	if s == nil || f.Format == nil || f.Format.Seal == nil {
		return nil
	}
	x := &fileSealer{
		sealer: s,
		system: s.systems[f.Format.System],
		file:   f,
		like:   f.View(nil),
		open:   fragment.NewUnits(f.Format.Seal),
	}
	f.Drain, f.DrainAt = x.drain, s.o.sealAfter
	f.Settle, f.SettleAt = x.settle, max(1, s.o.sealAfter/4) // they fit into the processor's cache
	return x
}

// settle seals the units that are whole among records that were read in a row, and returns
// the records of others. Units in which there is a secret wait too, since texts that come to
// be the same without theirs are numbered in the order of the file.
func (x *fileSealer) settle(records []*record.Record, last bool) (rest []*record.Record) {
	units := fragment.NewUnits(x.open.By)
	units.Add(records)
	judge := x.clean.Judge()
	if x.store != nil { // which has judged them already
		judge = nil
	}
	current := units.Last // goes on, for all that is known
	ready := units.Take(func(u *fragment.Unit) bool {
		whole := u.Ended && (last || u != current) && units.By.Begins(u.List[0])
		return whole && judge.Quiet(u.List)
	})
	for _, u := range units.Order {
		rest = append(rest, u.List...)
	}
	var done []*sealedBlock
	for part := range slices.Chunk(ready, unitsPerChunk) {
		more, left := x.seal(part)
		done, rest = append(done, more...), append(rest, left...)
	}
	slices.SortFunc(rest, byLine)
	x.doneMu.Lock()
	defer x.doneMu.Unlock()
	x.done = append(x.done, done...)
	return rest
}

// drain takes what was left, and seals the units that are over. One that goes on all the same is unsealed.
func (x *fileSealer) drain() {
	records := x.file.Take()
	x.clean.Records(records)
	x.file.Keep.Rest(records)
	x.open.Add(records)
	ready := x.open.Take(x.open.Over)
	if x.slots == nil {
		x.slots = make(chan struct{}, x.o.Jobs)
	}
	for part := range slices.Chunk(ready, unitsPerChunk) {
		x.slots <- struct{}{}
		x.tasks.Go(func() {
			x.sealSome(part)
			<-x.slots
		})
	}
}

func (x *fileSealer) sealSome(units []*fragment.Unit) {
	done, rest := x.seal(units)
	x.doneMu.Lock()
	defer x.doneMu.Unlock()
	x.done, x.rest = append(x.done, done...), append(x.rest, rest...)
}

// giveUp has nothing of what was sealed count: the file is read in another way.
func (x *fileSealer) giveUp() {
	if x != nil {
		x.tasks.Wait()
	}
}

// finish seals what is left when the file was read to its end.
func (x *fileSealer) finish() {
	if x == nil {
		return
	}
	x.file.Drain, x.file.Settle, x.file.Keep = nil, nil, nil
	x.tasks.Wait()
	if x.file.Format == nil { // reading it failed
		return
	}
	var records []*record.Record
	for _, r := range x.file.Take() {
		if r.IsStandIn() { // of a unit whose rows were stored before
			x.rest = append(x.rest, r)
		} else {
			records = append(records, r)
		}
	}
	x.open.Add(records)
	last := x.open.Take(func(u *fragment.Unit) bool { return u.Name != "" })
	for _, nameless := range x.open.Order {
		x.rest = append(x.rest, nameless.List...)
	}
	for part := range slices.Chunk(last, unitsPerChunk) {
		x.sealSome(part)
	}
	sum := x.file.Sealed()
	for _, b := range x.done {
		for _, u := range b.units {
			sum += u.records
		}
	}
	slices.SortFunc(x.rest, byLine)
	x.file.Seal(sum, slices.Clip(x.rest))
	x.mu.Lock()
	defer x.mu.Unlock()
	x.blocks = append(x.blocks, x.done...)
}

func byLine(a, b *record.Record) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}

// sealView puts the units of the view together; false where one of them has to wait.
func (x *fileSealer) sealView(view *record.File) (done *sealedBlock, ok bool) {
	defer func() {
		if recover() != nil { // it will happen again when the units are put together
			done, ok = nil, false
		}
	}()
	by := view.Format.Seal
	units := x.system.Stitch([]*record.File{view})
	nameSubjects(x.system, units, nil)
	if len(view.Findings()) > 0 {
		return nil, false
	}
	stamps, firsts := make([]record.Stamps, len(units)), make([]*record.Record, len(units))
	n := 0
	for i, u := range units {
		if stamps[i], firsts[i] = u.Stamps(), u.Records[0]; !sealable(u, stamps[i]) {
			return nil, false
		}
		n += len(u.Records)
	}
	if n < len(view.Records) { // copies, or records of no unit
		return nil, false
	}
	b := x.take()
	defer x.put(b)
	packed, keys, to := make([]packedUnit, len(units)), []byte{}, b.set.Marks()
	for i, u := range units {
		plain := plainKey(u)
		u.Key = naming.Key(plain, b.keys)
		keys = append(keys, u.Key...)
		b.n++
		from, last, older := b.set.Marks(), stamps[i].Last, isOlder(u, x.o.Since)
		fits := x.assemble(x.system, u, b, older)
		to = b.set.Marks()
		packed[i] = packedUnit{
			from:     from,
			records:  int64(len(u.Records)),
			line:     firsts[i].Line,
			end:      u.Records[len(u.Records)-1].Line,
			column:   firsts[i].Column,
			last:     last.Unix(),
			nanos:    int32(last.Nanosecond()),
			name:     hashOfName(u.System, by.Key(firsts[i])),
			plainKey: xxh3.HashString(plain),
			id:       int32(len(u.ID)),
			key:      int32(len(u.Key)),
			older:    older,
			numbered: u.Key != plain || strings.Contains(u.ID, "#"),
			whole:    x.store != nil && b.set.OfUnit(u.Key, firsts[i].File.Index, from, to),
		}
		if !fits {
			return nil, false
		}
	}
	return &sealedBlock{
		file:     x.file,
		batch:    b,
		standIns: record.PackStandIns(firsts, func(b []byte) []byte { return spill.Place(x.slab, b) }),
		keys:     spill.Place(x.slab, keys),
		units:    spill.Place(x.slab, packed),
		to:       &spill.Place(x.slab, []table.Marks{to})[0],
	}, true
}

// sealable reports whether a unit with these times may be sealed. It is read again by the lines from its first to its
// last record. kahn's records are always in the order of their file, so the order only guards formats that may be
// sealed later.
func sealable(u *record.Unit, stamps record.Stamps) bool {
	if len(u.Records) == 0 || stamps.Alone() || !stamps.Together() {
		return false
	}
	first := u.Records[0]
	return first.File.Format.Seal.Begins(first) && !first.At.IsZero() && slices.IsSortedFunc(u.Records, byLine)
}

// assemble writes the rows of a unit into the batch; false where a duration in them is longer than any that counts. Of
// one that is older than --since the events alone are written, unless all rows are stored.
func (s *sealer) assemble(system *record.System, u *record.Unit, b *batch, older bool) bool {
	from := b.set.Marks()
	if older && s.store == nil {
		mention(u, &b.set)
	} else {
		system.Assemble(u, &b.set)
	}
	return !b.set.Longer(s.o.longest().Seconds(), from)
}
