package table

import (
	"slices"
	"sync"
)

func (c *cells[T]) joinCells(o *cells[T], rows span, to target) {
	end := min(rows.to, len(o.vals))
	if end <= rows.from {
		return
	}
	c.reserve(to)
	c.vals = append(c.vals, o.vals[rows.from:end]...)
	c.valid.join(o.valid, span{rows.from, end}, to.at)
}

// joined ends the joining of the column; with take its values are given up.
func (c *cells[T]) joined(take bool) {
	if take {
		c.vals, c.valid = nil, nil
	}
}

// join sets bit at+i for every bit rows.from+i of o.
func (b *bitmap) join(o bitmap, rows span, at int) {
	end := o.lastIn(rows) + 1 // rows behind it were never set, and need not be there
	if end <= rows.from {
		return
	}
	*b = b.grown(at + end - rows.from)
	for from := rows.from; from < end; {
		n := min(end-from, wordBits)
		b.orWord(at, o.word(from)&(1<<n-1))
		from, at = from+n, at+n
	}
}

func (c *Int) join(o column, rows span, _ map[string]string, to target) {
	c.joinNumbers(&o.(*Int).numbers, rows, to)
}

func (c *Float) join(o column, rows span, _ map[string]string, to target) {
	c.joinCells(&o.(*Float).cells, rows, to)
}

func (c *Bool) join(o column, rows span, _ map[string]string, to target) {
	c.joinCells(&o.(*Bool).cells, rows, to)
}

func (c *Time) join(o column, rows span, _ map[string]string, to target) {
	c.joinCells(&o.(*Time).cells, rows, to)
}

func (c *Strings) join(o column, rows span, _ map[string]string, to target) {
	from := o.(*Strings)
	end := min(rows.to, from.size())
	if end <= rows.from {
		return
	}
	c.reserve(to)
	for row := rows.from; row < end; row++ {
		if list, ok := from.Get(row); ok {
			c.put(to.at+row-rows.from, c.place(list))
		}
	}
	c.pad(to.at + end - rows.from)
}

func (c *Strings) joined(take bool) {
	c.numbers.joined(take)
	if take {
		c.lists = nil
	}
}

func (c *Bytes) join(o column, rows span, _ map[string]string, to target) {
	c.joinCells(&o.(*Bytes).cells, rows, to)
}

// join puts texts into the dictionary in the order of rows, so that it is the same
// however the rows were parted.
func (c *String) join(o column, rows span, renamed map[string]string, to target) {
	from := o.(*String)
	end := min(rows.to, from.size())
	if end <= rows.from {
		return
	}
	if from.stay == len(from.dict) { // as do those of the few states and results that most rows have
		c.joinNumbers(&from.numbers, rows, to)
		return
	}
	if from.moved == nil {
		from.moved = make([]int32, len(from.dict)) // index in c.dict, from 1; 0: not known yet
	}
	c.reserve(to)
	given := from.given(span{rows.from, end}, placesRooms.Get().(*[]int32))
	defer placesRooms.Put(given)
	high := int32(0)
	for i, v := range *given {
		place := from.moved[v]
		if place == 0 {
			text := from.dict[v]
			if other, ok := renamed[text]; ok {
				text = other
			}
			if c.nextKey(text, to.keys) {
				place = int32(len(c.dict))
			} else {
				place = c.intern(text, false) + 1
			}
			from.moved[v] = place
			if place == v+1 {
				from.stay++
			}
		}
		(*given)[i] = place - 1
		high = max(high, place-1)
	}
	c.widen(needs(int64(high), c.log), to.room)
	c.pad(to.at + end - rows.from)
	c.valid.join(from.valid, span{rows.from, end}, to.at)
	fillNumbers(&c.numbers, span{to.at, to.at + end - rows.from}, *given)
}

// placesRooms are places of texts, of the rows of one column after the other.
var placesRooms = sync.Pool{New: func() any { return &[]int32{} }}

// adopt takes the dictionary of the first column that is joined, which is given up, where it
// has the texts of the rows in the order of these and no others: then it is what joining would
// make, and no text is looked up. A single large log is one such column.
func (c *String) adopt(from *String, rows span) {
	if c.size() > 0 || len(c.dict) > 0 || len(from.dict) == 0 {
		return
	}
	next := int64(0)
	for row := rows.from; row < min(rows.to, from.size()); row++ {
		switch v := from.at(row); {
		case !from.valid.has(row) || v < next:
		case v == next:
			next++
		default:
			return
		}
	}
	if int(next) < len(from.dict) {
		return
	}
	c.dict, c.shared, c.index, c.copied = slices.Clip(from.dict), from.shared, from.index, copies{}
	c.doubled = from.doubled
	c.takes(next - 1)
	from.moved = make([]int32, len(from.dict))
	for i := range from.moved {
		from.moved[i] = int32(i) + 1
	}
	from.stay = len(from.dict)
}

func (c *String) joined(take bool) {
	c.numbers.joined(take)
	c.moved, c.stay = nil, 0
	if take {
		c.dict, c.shared, c.index, c.last, c.texts, c.copied = nil, false, textIndex{}, 0, nil, copies{}
		c.doubled = false
	}
}
