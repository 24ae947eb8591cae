package record

import (
	"sync"
	"sync/atomic"

	"github.com/zeebo/xxh3"
)

// later has records of AddFields completed while the file is read on: what their sums are, and
// which of their texts are quiet. Nobody asks for either before the file was read.
type later struct {
	left  []*Record // that nobody completes yet
	busy  sync.WaitGroup
	fault atomic.Pointer[any] // a panic of a goroutine
}

// manyLater are so many records that another goroutine completes them.
const manyLater = 4096

// add takes a record, which a nil later completes at once.
func (l *later) add(f *File, r *Record) {
	if l == nil {
		complete(f.Quiet, r)
		return
	}
	l.left = append(l.left, r)
	if len(l.left) < manyLater {
		return
	}
	some := l.left
	if l.left = some[:0]; f.Jobs < 2 {
		complete(f.Quiet, some...)
		return
	}
	l.left = make([]*Record, 0, manyLater)
	l.busy.Go(func() {
		defer func() {
			if p := recover(); p != nil {
				l.fault.CompareAndSwap(nil, &p)
			}
		}()
		complete(f.Quiet, some...)
	})
}

// finish completes all records that are left. A panic of a goroutine is raised again here.
func (l *later) finish(f *File) {
	complete(f.Quiet, l.left...)
	l.busy.Wait()
	if p := l.fault.Load(); p != nil {
		panic(*p)
	}
}

// complete sets the sums of records of AddFields, and which of their texts are quiet: none where quiet
// is nil.
func complete(quiet func(string) bool, records ...*Record) {
	// Names of classes and files stand at many records in a row.
	var before [16]struct {
		text  string
		quiet bool
	}
	var room [512]byte
	for _, r := range records {
		said, next := room[:0], 0
		for i := range r.vals {
			h := &r.vals[i]
			for ; next < int(h.field); next++ {
				said = append(said, 0)
			}
			if h.isText() && quiet != nil {
				b := &before[int(h.field)%len(before)]
				if b.text != h.text {
					b.text, b.quiet = h.text, quiet(h.text)
				}
				h.quiet = b.quiet
			}
			said = append(append(said, h.text...), 0)
			next++
		}
		for ; r.Kind != nil && next < len(r.Kind.Fields); next++ {
			said = append(said, 0)
		}
		r.Sum = xxh3.Hash128(said)
	}
}
