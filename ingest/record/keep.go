package record

import (
	"slices"
	"sync"
	"time"
)

// Keeping has what was read of a file stored while it is read, a piece at a time, so that its records
// need not stay in memory until its end. A short log of lines is one piece, and a file that is no log of lines is
// stored when it was read.
type Keeping struct {
	// Clean reports that no secret is in the records. They are stored as they are then; others
	// are stored when secrets were taken out of them, see Rest. It may be called from several goroutines.
	Clean func(records []*Record) bool
	// Place copies bytes to where they can lie for long. It may be called from several goroutines.
	Place func(b []byte) []byte

	pieces  []Piece
	waiting []waiting
}

// Piece is what was read of some lines of a file in a row, as Store gives it.
type Piece struct {
	To                int64 // about where they end in the file, bytes, see spread
	Counts            Counts
	Last              time.Time // the latest time of the records; zero where none has one
	Records, Findings []byte
}

// waiting is a piece whose records are not stored yet. They are those of the file from one to
// another, as long as none was taken.
type waiting struct{ piece, from, to int }

// encoders are buffers that records were encoded in.
var encoders = sync.Pool{New: func() any { return &encoder{} }}

// stored is the records as Store gives them.
func (k *Keeping) stored(records []*Record) []byte {
	e := encoders.Get().(*encoder)
	defer encoders.Put(e)
	*e = encoder{b: e.b[:0], kinds: map[*Kind]int{}}
	e.records(records)
	return k.Place(e.b)
}

// keep makes a piece of what was read of a part, before anything is made of its records. Those that
// have to wait are nil in it.
func (k *Keeping) keep(part *File, to int64) *Piece {
	p := &Piece{To: to, Counts: part.counts, Last: LastTime(part.Records)}
	if k.Clean(part.Records) {
		p.Records = k.stored(part.Records)
	}
	return p
}

// add adds a piece, of whose records n were not settled. They follow so many others of the file.
func (k *Keeping) add(p *Piece, after, n int) {
	if p.Records == nil {
		k.waiting = append(k.waiting, waiting{len(k.pieces), after, after + n})
	}
	k.pieces = append(k.pieces, *p)
}

// Rest stores the records of pieces that waited for secrets to be taken out of them. records are all
// that the file has, before they are taken.
func (k *Keeping) Rest(records []*Record) {
	if k == nil {
		return
	}
	for _, w := range k.waiting {
		k.pieces[w.piece].Records = k.stored(records[w.from:w.to])
	}
	k.waiting = nil
}

// Pieces are what was read of the file, which has so many bytes, in its order. They are made before its
// units are stitched, as by Store. The findings stand in the last one, since many are about the whole file.
// What was not stored while the file was read is copied by place.
func (k *Keeping) Pieces(f *File, size int64, place func(b []byte) []byte) []Piece {
	if k == nil || len(k.pieces) == 0 {
		records, findings := f.Store()
		records = place(records)
		return []Piece{{size, f.counts, LastTime(f.Records), records, findings}}
	}
	pieces := slices.Clone(k.pieces)
	rest := f.counts
	for i := range pieces[:len(pieces)-1] {
		pieces[i].Findings = noFindings
		rest = rest.less(pieces[i].Counts)
	}
	last := &pieces[len(pieces)-1]
	last.Counts, last.Findings = rest, f.findings.stored()
	spread(pieces, size)
	return pieces
}

// spread has each piece end behind the one before, and the last at the end of the file, which has so many bytes
// and at least as many as there are pieces. Those of a compressed file, which have ended at bytes of what came
// out of it, end where they would if all of it were compressed alike.
//
//	of a file of 100 bytes     250, 500, 1000    25, 50, 100
func spread(pieces []Piece, size int64) {
	last := len(pieces) - 1
	out := pieces[last].To
	before := int64(0)
	for i := range pieces[:last] {
		p := &pieces[i]
		if out > size {
			p.To = int64(float64(p.To) / float64(out) * float64(size))
		}
		p.To = max(p.To, before+1)
		before = p.To
	}
	pieces[last].To = size
	for i := last - 1; i >= 0; i-- {
		pieces[i].To = min(pieces[i].To, pieces[i+1].To-1)
	}
}

// noFindings is what Store gives for a file without findings.
var noFindings = (&findings{}).stored()
