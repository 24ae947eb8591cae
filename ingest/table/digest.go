package table

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"
)

// Digest is the same for tables that hold the same rows, however they came about.
func (n Named) Digest() [sha256.Size]byte {
	docs := n.Columns()
	d := digester{h: sha256.New(), b: make([]byte, 0, digestAtOnce+1<<10)}
	for i, c := range columns(n.table) {
		d.b = appendText(d.b, docs[i].Name+" "+docs[i].Type)
		c.digest(&d)
	}
	d.h.Write(d.b)
	return [sha256.Size]byte(d.h.Sum(nil))
}

// digester hashes what is appended to b.
type digester struct {
	h hash.Hash
	b []byte
}

// digestAtOnce is how many bytes are hashed at once: a column of records as a whole would take as
// much memory again as all of its values.
const digestAtOnce = 32 << 10

// next hashes what was appended, if that is much.
func (d *digester) next() {
	if len(d.b) >= digestAtOnce {
		d.h.Write(d.b)
		d.b = d.b[:0]
	}
}

// digestCells appends how many rows there are, and the values of those that are given.
func (c *cells[T]) digestCells(d *digester, value func([]byte, T) []byte) {
	d.b = binary.AppendUvarint(d.b, uint64(len(c.vals)))
	for i, v := range c.vals {
		if !c.valid.has(i) {
			d.b = append(d.b, 0)
		} else {
			d.b = value(append(d.b, 1), v)
		}
		d.next()
	}
}

func (c *Time) digest(d *digester) { c.digestCells(d, binary.AppendVarint) }

// digest hashes long values where they lie, and appends the others.
func (c *Bytes) digest(d *digester) {
	c.digestCells(d, func(b, v []byte) []byte {
		if len(v) < digestAtOnce {
			return appendText(b, v)
		}
		d.h.Write(binary.AppendUvarint(b, uint64(len(v))))
		d.h.Write(v)
		return b[:0]
	})
}

func (c *Float) digest(d *digester) {
	c.digestCells(d, func(b []byte, v float64) []byte {
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	})
}

func (c *Bool) digest(d *digester) {
	c.digestCells(d, func(b []byte, v bool) []byte {
		if v {
			return append(b, 1)
		}
		return append(b, 0)
	})
}

func (c *Int) digest(d *digester) { c.digestNumbers(d, binary.AppendVarint) }

func (c *String) digest(d *digester) {
	c.digestNumbers(d, func(b []byte, v int64) []byte { return appendText(b, c.dict[v]) })
}

// digestNumbers is digestCells for numbers.
func (n *numbers) digestNumbers(d *digester, value func([]byte, int64) []byte) {
	d.b = binary.AppendUvarint(d.b, uint64(n.size()))
	for row := range n.size() {
		if !n.valid.has(row) {
			d.b = append(d.b, 0)
		} else {
			d.b = value(append(d.b, 1), n.at(row))
		}
		d.next()
	}
}

func (c *Strings) digest(d *digester) {
	c.digestNumbers(d, func(b []byte, v int64) []byte {
		b = binary.AppendUvarint(b, uint64(len(c.lists[v])))
		for _, s := range c.lists[v] {
			b = appendText(b, s)
		}
		return b
	})
}

func appendText[T string | []byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}
