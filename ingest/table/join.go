package table

import (
	"reflect"
	"slices"

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
	// Brief leaves out all but that the records are there: their events, without what putting them
	// together told of them.
	Brief bool
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
		(parts[n-1].Renamed == nil) == (next.Renamed == nil) && parts[n-1].Brief == next.Brief {
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
	for _, from := range setsOf(parts) {
		from.Room.Close()
		*from = Set{} // a column without joined rows would still be there
	}
	trim(s.list())
}

// setsOf are the sets of the parts, each once.
func setsOf(parts []Part) (all []*Set) {
	seen := map[*Set]bool{}
	for _, p := range parts {
		if !seen[p.Set] {
			seen[p.Set] = true
			all = append(all, p.Set)
		}
	}
	return all
}

// join appends the rows of the parts. Where these are given up, the table of runs comes first, and the keys in the
// others are taken from it.
func (s *Set) join(parts []Part, take bool) {
	tables, from := s.list(), setsOf(parts)
	join := func(i int, keys []string) {
		t := tables[i]
		var sections []section
		for _, p := range parts {
			if rows := (span{int(p.From[i]), int(p.To[i])}); rows.len() > 0 && (!p.Brief || i == tableOfEvents) {
				sections = append(sections, section{p.Set.list()[i], rows, p.Renamed, p.Brief})
			}
		}
		if join(t, sections, joining{take, keys, s.Room}); len(sections) > 0 { // what of others is still read comes back
			for _, set := range from {
				set.Room.Rest()
			}
			s.Room.Rest()
		}
	}
	if !take {
		parallel.Each(len(tables), func(i int) { join(i, nil) })
		return
	}
	join(tableOfRuns, nil)
	keys := &s.Runs.Key
	keys.dict, keys.shared = slices.Clip(keys.dict), true
	parallel.Each(len(tables), func(i int) {
		if i != tableOfRuns {
			join(i, keys.dict)
			trimTexts(tables[i])
		}
	})
}

// target is where rows are joined: from row at on, in a table that will have all rows, whose long
// columns lie in room.
type target struct {
	at, all int
	room    *spill.Room
	keys    []string // of the runs, for a column of them; none: they are looked up
}

// span is the rows from one up to another.
type span struct{ from, to int }

func (s span) len() int { return s.to - s.from }

// section is some rows of a table.
type section struct {
	table   Table
	rows    span
	renamed map[string]string
	brief   bool // without the columns of toldColumn
}

// joining is how rows are joined.
type joining struct {
	take bool        // the parts are given up
	keys []string    // of the runs, where they are joined already
	room *spill.Room // of long columns
}

// join appends the rows of the parts column by column, so that one column at a time is
// there twice where the parts are given up.
func join(into Table, parts []section, how joining) {
	rows := into.rows()
	all := rows.n
	for _, p := range parts {
		all += p.rows.len()
	}
	docs := layoutOf(reflect.TypeOf(into).Elem()).docs
	for i, to := range ragged(into) {
		if c, ok := to.(*Int); ok {
			c.widen(widest(i, parts), how.room)
		}
		at := rows.n
		for _, p := range parts {
			if p.brief && toldColumn(docs[i].Name) {
				at += p.rows.len()
				continue
			}
			renamed, keys := p.renamed, how.keys
			if docs[i].Name != "run" {
				renamed, keys = nil, nil
			}
			from := ragged(p.table)[i]
			if c, ok := to.(*String); ok && how.take && len(renamed) == 0 {
				c.adopt(from.(*String), p.rows)
			}
			to.join(from, p.rows, renamed, target{at, all, how.room, keys})
			at += p.rows.len()
		}
		for _, p := range parts {
			ragged(p.table)[i].joined(how.take)
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
