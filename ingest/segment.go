package ingest

import (
	"slices"
	"sync"

	"runreport/ingest/record"
)

// segmenter puts the units of one long log together segment by segment while it is read (see
// [record.Segmenter]), so that its records do not have to stay until its end. Such a log is a lot of its own.
// Whether two of its segments belong together is known at its end: where some do, the log is read again and
// put together as a whole.
type segmenter struct {
	lots   *lots
	file   *record.File
	like   *record.File // what views of the file are made of
	beside *record.Listing
	clean  *cleaner
	cut    record.Segmenter

	open   []*record.Record // of the last segments, which are not put together yet
	blocks []*segmentBlock  // in the order of the file
	tasks  sync.WaitGroup
	slots  chan struct{} // taken by tasks at work
}

// segmentBlock is some segments that follow each other.
type segmentBlock struct {
	lot
	view   *record.File
	stages [3]int // how many findings the view has after each step of put
	failed bool   // a step of it panicked
}

// segments has the file that is read or restored from now on put together segment by segment; nil where its format
// does not, or where it is short, or where its units look for files beside it. c is nil where its records are clean.
func (x *lots) segments(f *record.File, c *cleaner) *segmenter {
	if x == nil || f.Format == nil || f.Format.Segments == nil {
		return nil
	}
	length := f.Bytes
	if f.Compression != "" {
		length *= compressedTo
	}
	if length < int64(x.o.sealAfter)*bytesOfRecord || x.looksAround(f) {
		return nil
	}
	s := &segmenter{
		lots:   x,
		file:   f,
		like:   f.View(nil),
		beside: record.NewListing([]*record.File{f}),
		clean:  c,
		cut:    f.Format.Segments(),
		slots:  make(chan struct{}, x.o.Jobs),
	}
	f.Drain, f.DrainAt = s.drain, max(1, x.o.sealAfter/4)
	return s
}

// store has the file stored while it is read.
func (s *segmenter) store() {
	if s != nil && s.lots.store != nil {
		s.file.Keep = s.lots.keeping(s.clean)
	}
}

// bytesOfRecord is about as much as a record of such a log takes at least, and compressedTo how many bytes a log may have
// for each that it takes compressed.
const (
	bytesOfRecord = 64
	compressedTo  = 10
)

// looksAround reports whether units of the file look for files that this reading has, or a link may lead to.
func (x *lots) looksAround(f *record.File) bool {
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
	return x.hasLinks || differBelow(x.list, prefixOf(folder), func(at found) string { return at.shown }, func(at found) bool { return at.shown != f.Path })
}

// drain takes the records that were read, and has the segments put together that are over.
func (s *segmenter) drain() {
	records := s.file.Take()
	s.clean.records(records)
	s.file.Keep.Rest(records)
	s.take(records)
}

// take puts the segments together that are over, as many at a time as have some records. Once it is known that the log
// has to be put together as a whole, it takes nothing: the log is read again, unless all its records are still there.
func (s *segmenter) take(records []*record.Record) {
	if s.cut.Whole() {
		if len(s.blocks) == 0 {
			s.open = append(s.open, records...)
		}
		return
	}
	from := 0 // those before are put together, or open
	for i, r := range records {
		if s.cut.Begins(r) && len(s.open)+i-from >= max(1, s.file.DrainAt/drainedBlocks) {
			s.put(append(s.open, records[from:i]...))
			s.open, from = nil, i
		}
	}
	s.open = append(s.open, records[from:]...)
}

// drainedBlocks is how many blocks of segments are made of the records that are drained at once: they are put
// together side by side, and each still lies near a processor meanwhile.
const drainedBlocks = 2

// put puts the segments of the records together, while others are being read.
func (s *segmenter) put(records []*record.Record) {
	b := &segmentBlock{view: s.like.View(records)}
	b.lot = lot{files: []*record.File{b.view}, links: newLinker()}
	s.blocks = append(s.blocks, b)
	s.slots <- struct{}{}
	s.tasks.Go(func() {
		b.put(s.lots, s.beside)
		<-s.slots
	})
}

// put puts the segments together. A panic will come again when the log is put together as a whole.
func (b *segmentBlock) put(x *lots, beside *record.Listing) {
	defer func() { b.failed = recover() != nil }()
	for i, step := range b.steps(x, b.files, beside) {
		step()
		b.stages[i] = len(b.view.Findings())
	}
	b.view.Release()
}

// giveUp has nothing of what was put together count: the file is read in another way.
func (s *segmenter) giveUp() {
	if s != nil {
		s.tasks.Wait()
	}
}

// finish puts together what is left when the file was read to its end, and makes the file a lot of its own. false: the
// log has to be read again, and put together as a whole. It is true, and nothing is done, where the log is short.
func (s *segmenter) finish() (apart bool) {
	if s == nil {
		return true
	}
	s.file.Drain, s.file.Keep = nil, nil
	switch {
	case s.file.Format == nil: // reading it failed
		s.tasks.Wait()
		return true
	case len(s.blocks) == 0:
		s.file.Records = append(s.open, s.file.Records...)
		return true
	}
	s.take(s.file.Take())
	s.cut.End()
	if !s.cut.Whole() {
		s.put(s.open)
	}
	s.tasks.Wait()
	if s.cut.Whole() || slices.ContainsFunc(s.blocks, func(b *segmentBlock) bool { return b.failed }) {
		return false
	}
	of, apart := s.links()
	if !apart {
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
	s.lots.alone(s.file, l)
	return true
}

// findings adds those about the segments to the file, in the order in which they are met where the log is put
// together as a whole: those of one step about all segments before those of the next.
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

// links are what the log has in common with other files. apart is false where two blocks have more in common
// than that they are of one file.
func (s *segmenter) links() (of *linkedFile, apart bool) {
	none := newLinker()
	none.add(s.like, 0, "")
	none.tie([]*record.File{s.like}, nil)
	of = none.files[s.like.Path]
	of.file = s.file
	ofFile := slices.Clone(of.named())
	var names []tieName
	for _, b := range s.blocks {
		x := b.links.files[s.like.Path]
		of.times.join(x.times)
		for _, n := range x.named() {
			if _, every := slices.BinarySearchFunc(ofFile, n, tieName.compare); !every {
				names = append(names, n)
			}
		}
	}
	all := len(names)
	slices.SortFunc(names, tieName.compare)
	if names = slices.Compact(names); len(names) < all {
		return nil, false
	}
	of.names = append(of.names, names...)
	return of, true
}
