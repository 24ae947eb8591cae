package table

import (
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

func (c *Float) pick(o column, rows []int) { c.pickCells(&o.(*Float).cells, rows) }
func (c *Bool) pick(o column, rows []int)  { c.pickCells(&o.(*Bool).cells, rows) }
func (c *Time) pick(o column, rows []int)  { c.pickCells(&o.(*Time).cells, rows) }
func (c *Bytes) pick(o column, rows []int) { c.pickCells(&o.(*Bytes).cells, rows) }

func (c *Int) pick(o column, rows []int) {
	from := o.(*Int)
	at := c.size()
	c.reserve(target{at: at, all: at + len(rows)})
	for i, row := range rows {
		if v, ok := from.Get(row); ok {
			c.Set(at+i, v)
		}
	}
	c.pad(at + len(rows))
}

func (c *Strings) pick(o column, rows []int) {
	from := o.(*Strings)
	at := c.size()
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
