package table

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"reflect"
	"slices"
	"time"
)

// Pick is a table of the given rows alone.
func (n Named) Pick(rows []int) Named {
	out := n.empty()
	from := ragged(n.table)
	for i, c := range ragged(out.table) {
		c.pick(from[i], rows)
	}
	out.table.rows().n = len(rows)
	return out
}

// RowsOf are the rows that are from files for whose numbers it is true.
func (n Named) RowsOf(of func(source int64) bool) (rows []int) {
	source := &n.table.rows().Source
	for row := range n.Len() {
		if of(source.At(row)) {
			rows = append(rows, row)
		}
	}
	return rows
}

// empty is a table of the same columns without rows.
func (n Named) empty() Named {
	n.table = reflect.New(reflect.TypeOf(n.table).Elem()).Interface().(Table)
	return n
}

// Digest is the same for tables that hold the same rows, however they came about.
func (n Named) Digest() [sha256.Size]byte {
	docs := n.Columns()
	h := sha256.New()
	var b []byte
	for i, c := range columns(n.table) {
		b = appendText(b[:0], docs[i].Name+" "+docs[i].Type)
		b = c.appendTo(b)
		h.Write(b)
	}
	return [sha256.Size]byte(h.Sum(nil))
}

// Span is the earliest and the latest instant in the table's columns of times; zero
// when it holds none.
func (n Named) Span() (first, last time.Time) {
	low, high, any := int64(0), int64(0), false
	for _, c := range columns(n.table) {
		t, ok := c.(*Time)
		if !ok {
			continue
		}
		for row, v := range t.vals {
			if !t.valid.has(row) {
				continue
			}
			if !any {
				low, high, any = v, v, true
			}
			low, high = min(low, v), max(high, v)
		}
	}
	if !any {
		return first, last
	}
	return time.UnixMicro(low).UTC(), time.UnixMicro(high).UTC()
}

func (c *cells[T]) pickCells(o *cells[T], rows []int) {
	at := len(c.vals)
	c.vals = slices.Grow(c.vals, len(rows))
	for i, row := range rows {
		v, ok := o.get(row)
		c.vals = append(c.vals, v)
		if ok {
			c.valid.set(at + i)
		}
	}
}

func (c *Float) pick(o column, rows []int)   { c.pickCells(&o.(*Float).cells, rows) }
func (c *Bool) pick(o column, rows []int)    { c.pickCells(&o.(*Bool).cells, rows) }
func (c *Time) pick(o column, rows []int)    { c.pickCells(&o.(*Time).cells, rows) }
func (c *Strings) pick(o column, rows []int) { c.pickCells(&o.(*Strings).cells, rows) }
func (c *Bytes) pick(o column, rows []int)   { c.pickCells(&o.(*Bytes).cells, rows) }

func (c *Int) pick(o column, rows []int) {
	from := o.(*Int)
	at := c.size()
	c.reserve(at, at+len(rows))
	for i, row := range rows {
		if v, ok := from.Get(row); ok {
			c.Set(at+i, v)
		}
	}
	c.pad(at + len(rows))
}

func (c *String) pick(o column, rows []int) {
	from := o.(*String)
	at := c.size()
	for i, row := range rows {
		if v, ok := from.Get(row); ok {
			c.Set(at+i, v)
		}
	}
	c.pad(at + len(rows))
}

// appendCells writes how many rows there are, and the values of those that are given.
func (c *cells[T]) appendCells(b []byte, value func([]byte, T) []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(c.vals)))
	for i, v := range c.vals {
		if !c.valid.has(i) {
			b = append(b, 0)
			continue
		}
		b = value(append(b, 1), v)
	}
	return b
}

func (c *Time) appendTo(b []byte) []byte  { return c.appendCells(b, binary.AppendVarint) }
func (c *Bytes) appendTo(b []byte) []byte { return c.appendCells(b, appendText[[]byte]) }

func (c *Float) appendTo(b []byte) []byte {
	return c.appendCells(b, func(b []byte, v float64) []byte {
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	})
}

func (c *Bool) appendTo(b []byte) []byte {
	return c.appendCells(b, func(b []byte, v bool) []byte {
		if v {
			return append(b, 1)
		}
		return append(b, 0)
	})
}

func (c *Int) appendTo(b []byte) []byte { return c.appendNumbers(b, binary.AppendVarint) }

func (c *String) appendTo(b []byte) []byte {
	return c.appendNumbers(b, func(b []byte, v int64) []byte { return appendText(b, c.dict[v]) })
}

// appendNumbers is appendCells for numbers.
func (n *numbers) appendNumbers(b []byte, value func([]byte, int64) []byte) []byte {
	b = binary.AppendUvarint(b, uint64(n.size()))
	for row := range n.size() {
		if !n.valid.has(row) {
			b = append(b, 0)
			continue
		}
		b = value(append(b, 1), n.at(row))
	}
	return b
}

func (c *Strings) appendTo(b []byte) []byte {
	return c.appendCells(b, func(b []byte, v []string) []byte {
		b = binary.AppendUvarint(b, uint64(len(v)))
		for _, s := range v {
			b = appendText(b, s)
		}
		return b
	})
}

func appendText[T string | []byte](b []byte, text T) []byte {
	return append(binary.AppendUvarint(b, uint64(len(text))), text...)
}
