package record

import (
	"sync"
	"sync/atomic"

	"runreport/ingest/source"
)

// manyBytes is the size, in bytes, from which the lines of a file are read by several
// goroutines. Compressed files hold about ten times as much.
const (
	manyBytes      = 2 * source.BlockSize
	manyCompressed = manyBytes / 10

	// drainedBlock is the size of blocks whose records are let go soon: memory follows it.
	drainedBlock = 1 << 20
)

// decodeLines reads the lines of the input into the file's records.
func (f *File) decodeLines(in *source.Input) error {
	many := int64(manyBytes)
	if in.Compression != "" {
		many = manyCompressed
	}
	if f.Jobs > 1 && in.Bytes >= many {
		size := source.BlockSize
		if f.Drain != nil {
			size = drainedBlock
		}
		return f.decodeBlocks(in, size)
	}
	return in.Lines(func(l source.Line) bool {
		f.line(l)
		f.drain()
		return true
	})
}

// part is some lines of a file while they are read.
type part struct {
	block *source.Block
	file  *File // what was read of them
	panic any   // nil: they were read to their end
	done  chan struct{}
}

// decodeBlocks reads blocks of lines on f.Jobs goroutines and joins what was read of them
// in their order, so that records, findings and counts are those of one reader. A panic of
// a reader is one of this function, with what was read before it in the file.
func (f *File) decodeBlocks(in *source.Input, size int) error {
	queue := make(chan *part)
	ordered := make(chan *part, f.Jobs)
	var readers, joiner sync.WaitGroup
	for range f.Jobs {
		readers.Go(func() {
			for p := range queue {
				p.read(f)
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
			f.join(p.file)
			if broken = p.panic; broken != nil {
				stop.Store(true)
			}
		}
	})
	err := in.Blocks(size, func(b *source.Block) bool {
		p := &part{block: b, file: f.like(), done: make(chan struct{})}
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
	defer close(p.done)
	defer func() {
		p.panic = recover()
		p.file.release()
		for _, r := range p.file.Records {
			r.moveTo(whole)
		}
		p.block.Release()
	}()
	for _, l := range p.block.Lines {
		p.file.line(l)
	}
}

// like is an empty file that reads lines as f does.
func (f *File) like() *File {
	return &File{
		Path:        f.Path,
		Dir:         f.Dir,
		Format:      f.Format,
		IncludeText: f.IncludeText,
		Clean:       f.Clean,
		CleanPage:   f.CleanPage,
		Quiet:       f.Quiet,
		Strict:      f.Strict,
		isPart:      true,
	}
}

// join adds what was read of the next lines.
func (f *File) join(next *File) {
	f.Records = append(f.Records, next.Records...)
	f.lines += next.lines
	f.blank += next.blank
	f.ignored += next.ignored
	f.rejected += next.rejected
	for _, n := range next.findings {
		f.Add(n)
	}
	f.drain()
}

// moveTo makes the record and those inside it records of the file.
func (r *Record) moveTo(f *File) {
	r.File = f
	if r.Kind == nil || !r.Kind.nests {
		return
	}
	for i := range r.vals {
		switch x := r.vals[i].more.(type) {
		case *Record:
			x.moveTo(f)
		case []*Record:
			for _, inner := range x {
				inner.moveTo(f)
			}
		}
	}
}
