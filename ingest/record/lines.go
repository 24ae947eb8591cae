package record

import (
	"bytes"
	"slices"
	"sync"
	"sync/atomic"

	"runreport/ingest/source"
)

// manyBlocks is how many blocks a file has whose lines are read by several goroutines.
// Compressed files hold about ten times as much.
const (
	manyBlocks  = 2
	compression = 10
)

// lines reads a file that holds an object a line.
type lines struct{ *File }

// decode reads the lines of the input into the file's records.
func (f lines) decode(in *source.Input) error {
	size, length := f.blockSize(), in.Bytes
	if in.Compression != "" {
		length *= compression
	}
	if f.Keep != nil && (in.Compression != "" || in.Encoding != "") { // pieces end at bytes of the file
		f.Settle, f.Drain, f.Keep = nil, nil, nil
	}
	switch {
	case (f.Jobs > 1 || f.Keep != nil) && length >= int64(manyBlocks*size):
		return f.blocks(in, size)
	case f.Settle != nil && f.Keep == nil:
		return f.pieces(in)
	}
	return in.Objects(func(l source.Line) bool {
		f.line(l)
		return true
	})
}

// bytesOfRecord is about as much as a record takes in a file.
const bytesOfRecord = 128

// blockSize is how much of the file is read in one go. Records that are settled should still
// be near the processor then.
func (f lines) blockSize() int {
	if f.Settle != nil {
		return f.SettleAt * bytesOfRecord
	}
	return source.BlockSize
}

// maxJudged is how much of a line beyond source.MaxLine is looked at to quote its
// beginning: more than any secret that begins there, in bytes.
const maxJudged = 64 << 10

// line reads a line. Where several objects stand on it each counts as a line; of an object on
// several lines the first one counts as its record, and the others are ignored.
func (f lines) line(l source.Line) {
	f.counts.Lines += 1 + l.Further
	f.counts.Ignored += l.Further
	if l.Column > 0 || l.Further > 0 {
		f.NotLines(l.No)
	}
	switch {
	case l.CR && l.Bare:
		f.Finding(bareReturn, l.No, "", "")
	case l.CR:
		f.Finding(carriage, l.No, "", "")
	}
	switch {
	case l.TooLong:
		f.Reject(longLine, l.No, f.quoted(string(l.Text[:maxJudged]), 80), "")
		return
	case l.Blank():
		f.counts.Blank++
		return
	}
	if l.Text = f.withoutNUL(l.Text, l.No); len(l.Text) == 0 {
		f.counts.Rejected++
		return
	}
	inner, wrapped := f.unwrap(l.Text)
	if inner == nil {
		f.counts.Ignored++
		return
	}
	l.Text = withoutNaN(f.File, inner, l.No)
	mem := f.memory()
	s := mem.scanner()
	defer mem.rest(s)
	if f.Format.Between != nil && !bytes.HasPrefix(bytes.TrimLeft(l.Text, " \t"), []byte("{")) {
		if l.Text = f.Format.Between(l.Text); l.Text == nil {
			f.counts.Ignored++
			return
		}
	}
	members, broken, err := s.read(l.Text, f.Strict)
	if err != nil {
		if !f.split(l) {
			f.reject(l, err)
		}
		return
	}
	if wrapped {
		f.Finding(wrappedLine, l.No, f.quoted(string(l.Text), 40), "")
	}
	if broken {
		f.Finding(brokenText, l.No, "", "")
	}
	name, ordinary := f.Format.KindOf(Members{members, mem})
	if ordinary {
		f.counts.Ignored++
		return
	}
	if other := f.foreign(name, members); other != "" {
		f.Reject(otherFormat, l.No, other, f.Format.Name)
		return
	}
	if f.Format.Pick == nil {
		f.add(name, l.No, members, s.shape).Column = uint32(l.Column)
		return
	}
	all := mem.sum(members) // records that differ in what is not picked are not the same
	r := f.add(name, l.No, f.Format.Pick(Members{members, mem}, f.IncludeText).list, nil)
	r.Sum, r.Column = all, uint32(l.Column)
}

// split reads a line on which several objects stand; false where it is none.
func (f lines) split(l source.Line) bool {
	n := 0
	var first source.Line
	for at, part := range source.Split(l.Text) {
		of := source.Line{No: l.No, Text: part, Torn: l.Torn, Column: l.Column + at}
		switch n++; n {
		case 1:
			first = of
			continue
		case 2:
			f.counts.Lines-- // the line is counted already
			f.line(first)
		}
		f.line(of)
	}
	return n > 1
}

func (f lines) reject(l source.Line, err error) {
	seen := f.quoted(string(bytes.ToValidUTF8(l.Text, []byte("\uFFFD"))), 120)
	switch {
	case isDuplicateKey(err):
		f.Reject(dupKey, l.No, seen, "")
	case bytes.IndexByte(l.Text, 0) >= 0:
		f.Reject(nulBytes, l.No, "in a line: "+seen, "text")
	case l.Torn:
		f.Reject(tornLine, l.No, seen, "")
	default:
		f.Reject(badLine, l.No, seen, "")
	}
}

// pieces reads the lines on one goroutine, some at a time: as many as make SettleAt records, or
// more findings than are listed. Example: a file of a million lines that are no JSON has no
// record, and a finding for each line.
func (f lines) pieces(in *source.Input) error {
	p := &part{file: f.like()}
	defer func() {
		p.settle(f.File, true)
		f.join(p)
	}()
	return in.Objects(func(l source.Line) bool {
		if len(p.file.Records) >= f.SettleAt || len(p.file.all) > maxFindings {
			p.settle(f.File, false)
			f.join(p)
			p.file = f.like()
		}
		lines{p.file}.line(l)
		return true
	})
}

// part is some lines of a file while they are read.
type part struct {
	block   *source.Block // nil: they are restored
	stored  []byte        // their records, where they are
	decoded bool          // they are records of file already
	file    *File         // what was read of them
	kept    *Piece        // nil: nothing is stored while the file is read
	panic   any           // nil: they were read to their end
	done    chan struct{}
}

// blocks reads blocks of lines on f.Jobs goroutines.
func (f lines) blocks(in *source.Input, size int) error {
	return f.inOrder(func(yield func(*part) bool) error {
		return in.Blocks(size, func(b *source.Block) bool { return yield(&part{block: b, file: f.like()}) })
	}, func(p *part) { p.read(f.File) })
}

// inOrder reads parts of the file on f.Jobs goroutines and joins what was read of them
// in their order, so that records, findings and counts are those of one reader. A panic of
// a reader is one of this function, with what was read before it in the file.
func (f lines) inOrder(parts func(yield func(*part) bool) error, read func(*part)) error {
	queue := make(chan *part)
	ordered := make(chan *part, f.Jobs)
	var readers, joiner sync.WaitGroup
	for range max(1, f.Jobs) {
		readers.Go(func() {
			for p := range queue {
				read(p)
				close(p.done)
			}
		})
	}
	var broken any
	var stop atomic.Bool
	joiner.Go(func() {
		for p := range ordered {
			<-p.done
			if broken != nil {
				continue
			}
			if broken = caught(func() { f.join(p) }); broken == nil {
				broken = p.panic
			}
			if broken != nil {
				stop.Store(true)
			}
		}
	})
	err := parts(func(p *part) bool {
		p.done = make(chan struct{})
		ordered <- p
		queue <- p
		return !stop.Load()
	})
	close(queue)
	close(ordered)
	readers.Wait()
	joiner.Wait()
	if broken != nil {
		panic(broken)
	}
	return err
}

// read reads the lines of the part, which become records of the file.
func (p *part) read(whole *File) {
	defer p.block.Release()
	p.panic = caught(func() {
		p.file.Records = make([]*Record, 0, len(p.block.Lines))
		for _, l := range p.block.Lines {
			lines{p.file}.line(l)
		}
	})
	again := caught(func() {
		if whole.Keep != nil {
			p.kept = whole.Keep.keep(p.file, p.block.To)
		}
		p.settle(whole, false)
	})
	if p.panic == nil {
		p.panic = again
	}
}

// caught is what the work panicked with; nil: it did not.
func caught(work func()) (with any) {
	defer func() { with = recover() }()
	work()
	return nil
}

// settle takes out of the part the records that need not wait for the rest of the file, and
// makes the others records of the file. last says that no lines follow.
func (p *part) settle(whole *File, last bool) {
	f := p.file
	n := len(f.Records)
	if whole.Settle != nil && (p.kept == nil || p.kept.Records != nil) {
		f.Records = whole.Settle(f.Records, last)
		f.taken = n - len(f.Records)
	}
	if f.taken < n/2 { // much of the memory is in use
		f.release(false)
		for _, r := range f.Records {
			r.moveTo(whole)
		}
		return
	}
	copyAll(f.Records, whole)
	f.reuse()
}

// like is an empty file that reads lines as f does.
func (f lines) like() *File {
	return &File{
		Path:        f.Path,
		Dir:         f.Dir,
		Format:      f.Format,
		IncludeText: f.IncludeText,
		Clean:       f.Clean,
		CleanPage:   f.CleanPage,
		Quiet:       f.Quiet,
		Foreign:     f.Foreign,
		Strict:      f.Strict,
		findings:    findings{isPart: true},
	}
}

// join adds what was read of the next lines.
func (f lines) join(p *part) {
	next := p.file
	if p.kept != nil {
		f.Keep.add(p.kept, len(f.Records), len(next.Records))
	}
	f.Records = append(f.Records, next.Records...)
	f.counts.add(next.counts)
	f.taken += next.taken
	for _, n := range next.all {
		f.Add(n)
	}
	if f.Drain != nil && len(f.Records) >= f.DrainAt {
		f.Drain()
	}
}

// moveTo makes the record and those inside it records of the file.
func (r *Record) moveTo(f *File) {
	r.File = f
	r.eachInner(func(inner *Record) { inner.moveTo(f) })
}

// copyAll has the list hold copies of its records, and of those inside them, in memory of their own,
// which is made at once.
func copyAll(list []*Record, f *File) {
	var n copies
	for _, r := range list {
		n.count(r)
	}
	n.records, n.vals = make([]Record, 0, n.ofRecords), make([]held, 0, n.ofVals)
	for i, r := range list {
		list[i] = n.copy(r, f)
	}
}

// copies is memory for copies of records.
type copies struct {
	ofRecords, ofVals int
	records           []Record
	vals              []held
}

func (n *copies) count(r *Record) {
	n.ofRecords++
	n.ofVals += len(r.vals)
	r.eachInner(n.count)
}

func (n *copies) copy(r *Record, f *File) *Record {
	n.records = append(n.records, *r)
	c := &n.records[len(n.records)-1]
	c.File = f
	from := len(n.vals)
	n.vals = append(n.vals, r.vals...)
	c.vals = slices.Clip(n.vals[from:])
	if r.Kind == nil || !r.Kind.nests {
		return c
	}
	for i := range c.vals {
		switch x := c.vals[i].more.(type) {
		case *Record:
			c.vals[i].more = n.copy(x, f)
		case []*Record:
			list := make([]*Record, len(x))
			for i, inner := range x {
				list[i] = n.copy(inner, f)
			}
			c.vals[i].more = list
		}
	}
	return c
}

// eachInner visits the records inside of the record.
func (r *Record) eachInner(visit func(*Record)) {
	if r.Kind == nil || !r.Kind.nests {
		return
	}
	for i := range r.vals {
		switch x := r.vals[i].more.(type) {
		case *Record:
			visit(x)
		case []*Record:
			for _, inner := range x {
				visit(inner)
			}
		}
	}
}
