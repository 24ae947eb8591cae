package record

import (
	"sync"
	"sync/atomic"

	"runreport/ingest/source"
)

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
		WantedLines: f.WantedLines,
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
