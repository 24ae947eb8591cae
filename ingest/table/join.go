package table

import (
	"reflect"
	"slices"
	"sync"

	"runreport/unit/parallel"
	"runreport/unit/spill"
)

// Marks are the numbers of rows that the tables of a set have at one moment, in the order
// of Tables.
type Marks [tables]int32

// Marks says how many rows the tables have now.
func (s *Set) Marks() (m Marks) {
	for i, t := range s.list() {
		m[i] = int32(t.rows().n)
	}
	return m
}

// Part is the rows of a set between two marks.
type Part struct {
	Set      *Set
	From, To Marks
	// Renamed are the keys of runs that are joined under another name; nil: none is. It is
	// the same for all parts of a set.
	Renamed map[string]string
}

// NameSubject sets the stable subject of the runs, and reports whether that was another.
func (p Part) NameSubject(name string) (changed bool) {
	runs := &p.Set.Runs
	for row := p.From[tableOfRuns]; row < p.To[tableOfRuns]; row++ {
		if runs.StableSubject.At(int(row)) != name {
			runs.StableSubject.Set(int(row), name)
			changed = true
		}
	}
	return changed
}

// Whole is all rows of the set.
func (s *Set) Whole() Part { return Part{Set: s, To: s.Marks()} }

// Join appends the rows of the sets, in order. All must number the same sources.
func (s *Set) Join(sets ...*Set) {
	parts := make([]Part, len(sets))
	for i, o := range sets {
		parts[i] = o.Whole()
	}
	s.JoinParts(parts)
}

// Append is the parts with one more, which is made one with the last where it follows it.
func Append(parts []Part, next Part) []Part {
	if n := len(parts); n > 0 && parts[n-1].Set == next.Set && parts[n-1].To == next.From &&
		(parts[n-1].Renamed == nil) == (next.Renamed == nil) {
		parts[n-1].To = next.To
		return parts
	}
	return append(parts, next)
}

// JoinParts appends the rows of the parts, in order. Joining many at once takes each
// column's memory once, at its final size.
func (s *Set) JoinParts(parts []Part) { s.join(parts, false) }

// TakeParts is JoinParts for sets that nobody needs any more, and that are empty then: each of their
// columns is given up as soon as it was joined, so that never more than one is in ordinary memory
// twice. Those that lie in files are given up when all are joined. What only more rows would need is
// given up too.
func (s *Set) TakeParts(parts []Part) {
	s.join(parts, true)
	for _, from := range shelved(parts) {
		from.Room.Close()
		*from = Set{} // a column without joined rows would still point there
	}
	trim(s.list())
}

// shelved are the sets of the parts whose columns lie in a room, each once.
func shelved(parts []Part) (all []*Set) {
	seen := map[*Set]bool{}
	for _, p := range parts {
		if p.Set.Room != nil && !seen[p.Set] {
			seen[p.Set] = true
			all = append(all, p.Set)
		}
	}
	return all
}

// trim gives up what only more rows would need, and keeps the bytes of keys once.
func trim(tables [tables]Table) {
	shareKeys(&tables[tableOfRuns].(*Runs).Key, tables)
	for _, t := range tables {
		for _, c := range ragged(t) {
			if c, ok := c.(*String); ok {
				c.index, c.texts, c.copied = textIndex{}, nil, copies{}
			}
		}
	}
}

// shareKeys has the keys of runs in all tables share the bytes of those in the table of runs:
// a key is a path, and most tables have each of them.
func shareKeys(keys *String, tables [tables]Table) {
	keys.dict, keys.shared = slices.Clip(keys.dict), true
	parallel.Each(len(tables), func(i int) {
		docs := layoutOf(reflect.TypeOf(tables[i]).Elem()).docs
		for n, c := range ragged(tables[i]) {
			if c, ok := c.(*String); ok && docs[n].Name == "run" && c != keys {
				c.share(keys)
			}
		}
	})
}

// share has equal texts of the dictionaries share the bytes of the other's, and equal dictionaries
// their memory.
func (c *String) share(from *String) {
	if slices.Equal(c.dict, from.dict) {
		c.dict, c.shared = slices.Clip(from.dict), true // a text that is added to one goes elsewhere
		return
	}
	if from.index.slots == nil {
		return
	}
	c.own()
	for i, text := range c.dict {
		if at := from.index.find(from.dict, text, hashOf(text)); at >= 0 {
			c.dict[i] = from.dict[at]
		}
	}
}

func (s *Set) join(parts []Part, take bool) {
	tables, from := s.list(), shelved(parts)
	parallel.Each(len(tables), func(i int) {
		t := tables[i]
		var sections []section
		for _, p := range parts {
			if rows := (span{int(p.From[i]), int(p.To[i])}); rows.len() > 0 {
				sections = append(sections, section{p.Set.list()[i], rows, p.Renamed})
			}
		}
		if join(t, sections, take, s.Room); len(sections) > 0 { // what of others is still read comes back
			for _, set := range from {
				set.Room.Rest()
			}
			s.Room.Rest()
		}
	})
}

// target is where rows are joined: from row at on, in a table that will have all rows, whose long
// columns lie in room.
type target struct {
	at, all int
	room    *spill.Room
}

// withRoom is the list with room for n values.
func withRoom[T any](list []T, n int, room *spill.Room) []T {
	if cap(list) >= n {
		return list
	}
	if long, ok := spill.Mapped[T](room, n); ok {
		return long[:copy(long, list)]
	}
	return slices.Grow(list, n-len(list))
}

// span is the rows from one up to another.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// section is some rows of a table.
type section struct {
	table   Table
	rows    span
	renamed map[string]string
}

// join appends the rows of the parts column by column, so that one column at a time is
// there twice where the parts are given up.
func join(into Table, parts []section, take bool, room *spill.Room) {
	rows := into.rows()
	all := rows.n
	for _, p := range parts {
		all += p.rows.len()
	}
	docs := layoutOf(reflect.TypeOf(into).Elem()).docs
	for i, to := range ragged(into) {
		if c, ok := to.(*Int); ok {
			c.widen(widest(i, parts), room)
		}
		at := rows.n
		for _, p := range parts {
			renamed := p.renamed
			if docs[i].Name != "run" {
				renamed = nil
			}
			from := ragged(p.table)[i]
			if c, ok := to.(*String); ok && take && len(renamed) == 0 {
				c.adopt(from.(*String), p.rows)
			}
			to.join(from, p.rows, renamed, target{at, all, room})
			at += p.rows.len()
		}
		for _, p := range parts {
			ragged(p.table)[i].joined(take)
		}
	}
	rows.n = all
}

// widest is how wide the numbers of a column are at most in the parts.
func widest(column int, parts []section) (log uint8) {
	for _, p := range parts {
		log = max(log, ragged(p.table)[column].(*Int).log)
	}
	return log
}

func (c *cells[T]) joinCells(o *cells[T], rows span, to target) {
	end := min(rows.to, len(o.vals))
	if end <= rows.from {
		return
	}
	c.reserve(to)
	c.vals = append(c.vals, o.vals[rows.from:end]...)
	c.valid.join(o.valid, span{rows.from, end}, to.at)
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

// joined ends the joining of the column; with take its values are given up.
func (c *cells[T]) joined(take bool) {
	if take {
		c.vals, c.valid = nil, nil
	}
}

// join sets bit at+i for every bit rows.from+i of o.
func (b *bitmap) join(o bitmap, rows span, at int) {
	for from := rows.from; from < rows.to && from/8 < len(o); from += 8 {
		bits := o[from/8] >> (from % 8)
		if next := from/8 + 1; next < len(o) {
			bits |= o[next] << (8 - from%8)
		}
		if left := rows.to - from; left < 8 {
			bits &= 1<<left - 1
		}
		b.or(at/8, bits<<(at%8))
		b.or(at/8+1, bits>>(8-at%8))
		at += 8
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
			place = c.intern(text, false) + 1
			from.moved[v] = place
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
	c.takes(next - 1)
	from.moved = make([]int32, len(from.dict))
	for i := range from.moved {
		from.moved[i] = int32(i) + 1
	}
}

func (c *String) joined(take bool) {
	c.numbers.joined(take)
	c.moved = nil
	if take {
		c.dict, c.shared, c.index, c.last, c.texts, c.copied = nil, false, textIndex{}, 0, nil, copies{}
	}
}
