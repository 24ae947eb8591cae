package record

import (
	"fmt"
	"strings"
)

// RestorePieces is Restore for n pieces of the file, which follow each other. The records of a long file
// that is sealed are taken by Settle and Drain while those of other pieces are restored, so that they are
// never all in memory; Bytes says how long it is. piece is called from one goroutine at a time. After an error some
// of the pieces may be there.
func RestorePieces(f *File, n int, piece func(i int) (Piece, error), codes map[string]*Code) error {
	length := f.Bytes
	if f.Compression != "" {
		length *= compression
	}
	if (f.Settle != nil || f.Drain != nil) && length >= int64(manyBlocks*lines{f}.blockSize()) {
		return restoreSettled(f, n, piece, codes)
	}
	for i := range n {
		p, err := piece(i)
		if err == nil {
			err = restoreRecords(f, p.Records)
		}
		if err == nil {
			err = restoreFindings(f, p, codes)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// manyStored is how long a piece is, in bytes, whose records are settled while others of it are decoded. An earlier
// program stored a compressed log as one piece.
const manyStored = 1 << 20

// restoreSettled restores pieces on f.Jobs goroutines as blocks of lines are read.
func restoreSettled(f *File, n int, piece func(i int) (Piece, error), codes map[string]*Code) error {
	var others []Piece // without their records
	var fault error
	panicked := caught(func() {
		fault = lines{f}.inOrder(func(yield func(*part) bool) error {
			for i := range n {
				p, err := piece(i)
				if err != nil {
					return err
				}
				others = append(others, Piece{Counts: p.Counts, Findings: p.Findings})
				if len(p.Records) >= manyStored {
					err = decodeLong(f, p.Records, yield)
				} else if !yield(&part{stored: p.Records, file: lines{f}.like()}) {
					return nil
				}
				if err != nil {
					return err
				}
			}
			return nil
		}, func(p *part) { p.restore(f) })
	})
	switch panicked := panicked.(type) {
	case nil:
	case error:
		return panicked
	default:
		return fmt.Errorf("stored records cannot be read: %v", panicked)
	}
	for _, p := range others {
		if fault == nil {
			fault = restoreFindings(f, p, codes)
		}
	}
	return fault
}

// decodeLong makes parts of a long piece, of as many records each as are settled at once.
func decodeLong(f *File, stored []byte, yield func(*part) bool) error {
	return decoded(func() {
		d := decoder{b: string(stored)}
		for left := d.number(); left > 0; {
			p := &part{file: lines{f}.like(), decoded: true}
			d.file = p.file
			for range min(left, int64(takenAtOnce(f))) {
				p.file.Records = append(p.file.Records, d.named())
				left--
			}
			if !yield(p) {
				return
			}
		}
	})
}

// restore makes records of the file of what is stored of the part, or of records that are decoded.
func (p *part) restore(whole *File) {
	if !p.decoded {
		if err := restoreRecords(p.file, p.stored); err != nil {
			p.panic = err
			return
		}
	}
	n := len(p.file.Records)
	p.panic = caught(func() { p.settle(whole, false) })
	if len(p.file.Records) < n || p.decoded { // their texts are pieces of all that is stored there
		for _, r := range p.file.Records {
			ownText(r)
		}
	}
}

// ownText has the record hold texts of its own, apart from what they were cut from.
func ownText(r *Record) {
	r.Name, r.Extra = strings.Clone(r.Name), strings.Clone(r.Extra)
	for i := range r.vals {
		h := &r.vals[i]
		h.text = strings.Clone(h.text)
		if texts, ok := h.more.([]string); ok {
			for i := range texts {
				texts[i] = strings.Clone(texts[i])
			}
		}
	}
	r.eachInner(ownText)
}
