package table

import (
	"reflect"
	"slices"
	"sync"
	"sync/atomic"

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
// columns is given up as soon as it was joined, so that no more than one for each processor is in ordinary
// memory twice. Those that lie in files are given up when all are joined. What only more rows would need is
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

// join appends the rows of the parts. Where these are given up, the keys of runs are joined first, and those in
// the other tables are taken from them.
func (s *Set) join(parts []Part, take bool) {
	how := joining{take: take, room: s.Room}
	var all []joinedColumn
	var runs *joinedTable
	for i, t := range s.list() {
		if !slices.ContainsFunc(parts, func(p Part) bool { return p.rowsOf(i).len() > 0 }) {
			continue
		}
		j := newJoin(t, func() []section { return sectionsOf(parts, i) })
		if i == tableOfRuns {
			runs = j
		}
		for at := range j.columns {
			all = append(all, joinedColumn{j, at})
		}
	}
	from := setsOf(parts)
	do := func(c joinedColumn) {
		if isLast := c.join(how); !isLast {
			return
		}
		if take && c.of != runs { // where the keys of runs are is asked for until the end
			trimTexts(c.of.into)
		}
		for _, set := range from { // what of others is still read comes back
			set.Room.Rest()
		}
		s.Room.Rest()
	}
	if keys := &s.Runs.Key; take && runs != nil {
		first := slices.Index(all, joinedColumn{runs, slices.Index(runs.columns, column(keys))})
		do(all[first])
		all = slices.Delete(all, first, first+1)
		keys.dict, keys.shared = slices.Clip(keys.dict), true
		how.keys = keys.dict
	}
	parallel.Each(len(all), func(i int) { do(all[i]) })
}

// sectionsOf are the rows of the parts in the table of that number.
func sectionsOf(parts []Part, table int) (all []section) {
	for _, p := range parts {
		if rows := p.rowsOf(table); rows.len() > 0 {
			all = append(all, section{p.Set.list()[table], rows, p.Renamed, p.Brief})
		}
	}
	return all
}

// rowsOf are the part's rows in the table of that number.
func (p Part) rowsOf(table int) span {
	if p.Brief && table != tableOfEvents {
		return span{}
	}
	return span{int(p.From[table]), int(p.To[table])}
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

// join appends the rows of the sections.
func join(into Table, from []section, how joining) {
	j := newJoin(into, func() []section { return from })
	parallel.Each(len(j.columns), func(i int) { joinedColumn{j, i}.join(how) })
}

// joinedTable is a table to which sections are appended, column by column: where these are given up, one column for
// each processor is there twice at a time.
type joinedTable struct {
	into    Table
	columns []column
	docs    []ColumnDoc
	begin   func() *sections // what all columns need, when the first of them is joined
	left    atomic.Int32     // columns
}

// sections are the rows that are appended.
type sections struct {
	all     []section
	columns [][]column // of their tables
	to      int        // rows that the table will have
}

func newJoin(into Table, from func() []section) *joinedTable {
	j := &joinedTable{into: into, columns: ragged(into), docs: layoutOf(reflect.TypeOf(into).Elem()).docs}
	j.left.Store(int32(len(j.columns)))
	j.begin = sync.OnceValue(func() *sections {
		s := &sections{all: from(), to: into.rows().n}
		s.columns = make([][]column, len(s.all))
		for i, p := range s.all {
			s.columns[i] = ragged(p.table)
			s.to += p.rows.len()
		}
		return s
	})
	return j
}

// joinedColumn is one column of it.
type joinedColumn struct {
	of *joinedTable
	at int
}

// join appends the column's values. isLast says that all columns are joined then.
func (c joinedColumn) join(how joining) (isLast bool) {
	from, rows := c.of.begin(), c.of.into.rows()
	to, name := c.of.columns[c.at], c.of.docs[c.at].Name
	if n, ok := to.(*Int); ok {
		n.widen(from.widest(c.at), how.room)
	}
	at := rows.n
	for i, p := range from.all {
		if p.brief && toldColumn(name) {
			at += p.rows.len()
			continue
		}
		renamed, keys := p.renamed, how.keys
		if name != "run" {
			renamed, keys = nil, nil
		}
		one := from.columns[i][c.at]
		if text, ok := to.(*String); ok && how.take && len(renamed) == 0 {
			text.adopt(one.(*String), p.rows)
		}
		to.join(one, p.rows, renamed, target{at, from.to, how.room, keys})
		at += p.rows.len()
	}
	for i := range from.all {
		from.columns[i][c.at].joined(how.take)
	}
	if isLast = c.of.left.Add(-1) == 0; isLast {
		rows.n, c.of.begin = from.to, nil
	}
	return isLast
}

// widest is how wide the numbers of a column are at most.
func (s *sections) widest(column int) (log uint8) {
	for _, columns := range s.columns {
		log = max(log, columns[column].(*Int).log)
	}
	return log
}
