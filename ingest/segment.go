package ingest

import (
	"slices"
	"sync"

	"runreport/ingest/clean"
	"runreport/ingest/record"
	"runreport/ingest/tie"
)

// segmenter puts the units of one long log together segment by segment while the log is read (see
// [record.Segmenter]), so that the records need not stay in memory until its end. Such a log is a lot of its own.
// If two of its segments turn out to belong together, the log is read again and put together as a whole.
type segmenter struct {
	lots     *lots
	file     *record.File
	template *record.File    // of views of the file
	listing  *record.Listing // of the file alone
	clean    *clean.Cleaner
	cut      record.Segmenter

	pending []*record.Record // of the last segments, which are not put together yet
	blocks  []*segmentBlock  // in the order of the file
	tasks   sync.WaitGroup
	slots   chan struct{} // taken by tasks at work
}

// segmentBlock is several consecutive segments.
type segmentBlock struct {
	lot
	view   *record.File
	stages [3]int // how many findings the view has after each step of put
	failed bool   // a step of it panicked
}

// segments returns a segmenter for a file that is about to be read or restored. It returns nil if the format has none, if
// the file is short, or if its units may use other files. c is nil if the records contain no secrets.
func (x *lots) segments(f *record.File, c *clean.Cleaner) *segmenter {
	if x == nil || f.Format == nil || f.Format.Segments == nil {
		return nil
	}
	length := f.Bytes
	if f.Compression != "" {
		length *= compressedTo
	}
	if length < int64(x.o.sealAfter)*bytesOfRecord || x.usesOthers(f) {
		return nil
	}
	s := &segmenter{
		lots:     x,
		file:     f,
		template: f.View(nil),
		listing:  record.NewListing([]*record.File{f}),
		clean:    c,
		cut:      f.Format.Segments(),
		slots:    make(chan struct{}, x.o.Jobs),
	}
	f.Drain, f.DrainAt = s.drain, max(1, x.o.sealAfter/4)
	return s
}

// store stores the file's records in the history while the file is read.
func (s *segmenter) store() {
	if s != nil && s.lots.store != nil {
		s.file.Keep = s.lots.keeping(s.clean)
	}
}

// bytesOfRecord is the least number of bytes that a record of such a log takes, and compressedTo the number of bytes that a
// byte of a compressed log may stand for; both are estimates.
const (
	bytesOfRecord = 64
	compressedTo  = 10
)

// usesOthers reports whether units of the file may use other files of this reading, as documents in the same folder or in
// one that a link leads to.
func (x *lots) usesOthers(f *record.File) bool {
	below := systemOf(f.Format).Below
	if below == nil {
		return false
	}
	folder, looks := below(f.Dir)
	if !looks {
		return false
	}
	x.lookForLinks.Do(func() {
		x.hasLinks = slices.ContainsFunc(x.list, func(at found) bool { return at.target != "" })
	})
	path := func(at found) string { return at.shown }
	isOther := func(at found) bool { return at.shown != f.Path }
	return x.hasLinks || tie.DifferBelow(x.list, tie.Prefix(folder), path, isOther)
}

// drain takes the records that were read so far, and puts complete segments together.
func (s *segmenter) drain() {
	records := s.file.Take()
	s.clean.Records(records)
	s.file.Keep.Rest(records)
	s.take(records)
}

// take puts complete segments together, in blocks of some hundred records. Once the log has to be put together as a whole,
// it only keeps the records if no block was made yet: otherwise the log is read again.
func (s *segmenter) take(records []*record.Record) {
	if s.cut.Whole() {
		if len(s.blocks) == 0 {
			s.pending = append(s.pending, records...)
		}
		return
	}
	from := 0 // the first record that is in no block
	for i, r := range records {
		if s.cut.Begins(r) && len(s.pending)+i-from >= max(1, s.file.DrainAt/drainedBlocks) {
			s.put(append(s.pending, records[from:i]...))
			s.pending, from = nil, i
		}
	}
	s.pending = append(s.pending, records[from:]...)
}

// drainedBlocks is about how many blocks are made of the records that are drained at once. They are put together in
// parallel.
const drainedBlocks = 2

// put puts the segments of the records together in a goroutine of its own.
func (s *segmenter) put(records []*record.Record) {
	b := &segmentBlock{view: s.template.View(records)}
	b.lot = lot{files: []*record.File{b.view}, links: newLinker()}
	s.blocks = append(s.blocks, b)
	s.slots <- struct{}{}
	s.tasks.Go(func() {
		b.put(s.lots, s.listing)
		<-s.slots
	})
}

// put puts the segments together. A panic is noted only: it occurs again when the log is put together as a whole.
func (b *segmentBlock) put(x *lots, listing *record.Listing) {
	defer func() { b.failed = recover() != nil }()
	for i, step := range b.steps(x, b.files, listing) {
		step()
		b.stages[i] = len(b.view.Findings())
	}
	b.view.Release()
}

// giveUp discards all results: the file is read in another way.
func (s *segmenter) giveUp() {
	if s != nil {
		s.tasks.Wait()
	}
}

// finish puts the rest together after the file was read to its end, and makes the file a lot of its own. It returns false
// if the log has to be read again and put together as a whole. If no block was made, the records stay in the file.
func (s *segmenter) finish() (ok bool) {
	if s == nil {
		return true
	}
	s.file.Drain, s.file.Keep = nil, nil
	switch {
	case s.file.Format == nil: // reading it failed
		s.tasks.Wait()
		return true
	case len(s.blocks) == 0:
		s.file.Records = append(s.pending, s.file.Records...)
		return true
	}
	s.take(s.file.Take())
	s.cut.End()
	if !s.cut.Whole() {
		s.put(s.pending)
	}
	s.tasks.Wait()
	if s.cut.Whole() || slices.ContainsFunc(s.blocks, func(b *segmentBlock) bool { return b.failed }) {
		return false
	}
	of, ok := s.links()
	if !ok {
		return false
	}
	l := &lot{files: []*record.File{s.file}, links: newLinker()}
	l.links.files[s.file.Path] = of
	for _, b := range s.blocks {
		l.units = append(l.units, b.units...)
		record.CountFates(s.file, b.view)
	}
	s.findings()
	s.file.Release()
	s.lots.addAlone(s.file, l)
	return true
}

// findings adds the findings of all blocks to the file, step by step, which is the order of a log that is put together as
// a whole.
func (s *segmenter) findings() {
	for step := range s.blocks[0].stages {
		for _, b := range s.blocks {
			from := 0
			if step > 0 {
				from = b.stages[step-1]
			}
			for _, n := range b.view.Findings()[from:b.stages[step]] {
				s.file.Add(n)
			}
		}
	}
}

// links returns the links of the file to other files. ok is false if two blocks share a link that not every block has.
func (s *segmenter) links() (of *linkedFile, ok bool) {
	none := newLinker()
	none.add(s.template, 0, "")
	none.tie([]*record.File{s.template}, nil)
	of = none.files[s.template.Path]
	of.file = s.file
	ofFile := slices.Clone(of.named())
	var names []tie.Link
	for _, b := range s.blocks {
		x := b.links.files[s.template.Path]
		of.times.Join(x.times)
		for _, n := range x.named() {
			_, every := slices.BinarySearchFunc(ofFile, n, tie.Link.Compare)
			switch {
			case every:
			case n.Value == byItself:
				of.names = append(of.names, n)
			default:
				names = append(names, n)
			}
		}
	}
	all := len(names)
	slices.SortFunc(names, tie.Link.Compare)
	if names = slices.Compact(names); len(names) < all {
		return nil, false
	}
	of.names = append(of.names, names...)
	return of, true
}
