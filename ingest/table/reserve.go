package table

import (
	"slices"

	"runreport/unit/spill"
)

// withRoom is the list with room for n values.
func withRoom[T any](list []T, n int, room *spill.Room) []T {
	if cap(list) >= n {
		return list
	}
	if long, ok := spill.Mapped[T](room, n); ok {
		return long[:copy(long, list)]
	}
	long := make([]T, len(list), n) // growing a list writes zeros over all of it, though the system gave no others
	copy(long, list)
	return long
}

// reserve makes room for all rows and pads up to where more are joined.
func (c *cells[T]) reserve(to target) {
	c.vals = withRoom(c.vals, to.all, to.room)
	c.valid = withRoom(c.valid, (to.all+7)/8, to.room)
	c.pad(to.at)
}

// room makes room for the rows that another table came to have in the column, and for some
// more: a column that grows takes a quarter more than it needs, or twice as much.
func (c *cells[T]) room(like column) {
	if o, ok := like.(interface{ rows() int }); ok && o.rows() > 0 {
		c.reserve(target{all: o.rows() + o.rows()/16})
	}
}

func (c *cells[T]) rows() int { return len(c.vals) }

// Reserve makes room for n more rows in the table's columns that have values.
func Reserve(t Table, n int) {
	for _, c := range ragged(t) {
		c.(interface{ more(n int) }).more(n)
	}
}

func (c *cells[T]) more(n int) {
	if len(c.vals) > 0 {
		c.vals = slices.Grow(c.vals, n)
		c.valid = slices.Grow(c.valid, n/8)
	}
}

// more makes room also for texts where most rows have one of their own.
func (c *String) more(n int) {
	c.numbers.more(n)
	if len(c.dict) > c.size()/2 {
		c.dict = slices.Grow(c.dict, n)
		if c.copied.from != nil {
			c.copied.places = slices.Grow(c.copied.places, n)
		}
		if c.index.slots != nil {
			c.index.room(n)
		}
	}
}

// RoomLike makes room in the empty set for as many rows as the other has, so that its
// columns do not grow step by step.
func (s *Set) RoomLike(o *Set) {
	from := o.list()
	for i, t := range s.list() {
		if from[i].rows().n == 0 {
			continue
		}
		columns := ragged(from[i])
		for c, column := range ragged(t) {
			column.room(columns[c])
		}
	}
}
