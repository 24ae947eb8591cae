package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"runreport/unit/parallel"
)

// Partition is the rows of one table that belong to one system and one month. Its
// rows name their files by SourceID, since the place of a file among all others
// changes with every file that is added.
type Partition struct {
	Named
	System string // "none" for files that nobody claims
	Month  string // as 2026-04; "undated" where nothing says
	Sealed int    // it holds rows of sealed units, of that of the groups that are written now, from 1; 0: of none
	Beside bool   // it goes beside what is stored in its place, and does not replace it

	later *laterRows // what its rows are made of; nil: they are there
}

// laterRows are rows that are made when they are asked for.
type laterRows struct {
	n       int
	make    func() (Named, error)
	sources func(visit func(id int64)) // the SourceID of each row
}

// Later is a partition of n rows that are made when they are asked for.
func Later(of Partition, n int, rows func() (Named, error)) Partition {
	of.later = &laterRows{n: n, make: rows}
	return of
}

// Made is the partition with its rows. The error is that of making them.
func (p Partition) Made() (Partition, error) {
	if p.later == nil {
		return p, nil
	}
	var err error
	p.Named, err = p.later.make()
	p.later = nil
	return p, err
}

// Len is how many rows it has, also before they are made.
func (p Partition) Len() int {
	if p.later != nil {
		return p.later.n
	}
	return p.Named.Len()
}

// EachSource visits the SourceID of each row, also before these are made where they are rows of a Set.
func (p Partition) EachSource(visit func(id int64)) {
	if p.later != nil {
		p.later.sources(visit)
		return
	}
	sources := &p.table.rows().Source
	for row := range p.Len() {
		visit(sources.At(row))
	}
}

// later is the rows of a table as those of a partition, which name files by their SourceID.
func (p *Placing) later(t Named, of rowSpans) *laterRows {
	return &laterRows{
		n: of.n,
		make: func() (Named, error) {
			rows := make([]int, 0, of.n)
			of.each(func(row int) { rows = append(rows, row) })
			picked := t.Pick(rows)
			picked.renumber(math.MaxInt64, func(i int64) int64 { return p.ids[i] })
			p.rest(of.n)
			return picked, nil
		},
		sources: func(visit func(id int64)) {
			sources := &t.table.rows().Source
			of.each(func(row int) { visit(p.ids[sources.At(row)]) })
		},
	}
}

// rest lets the rows of the set rest, which are not asked for again, when enough of them were made rows of
// partitions: a call for each of thousands of small ones took a twentieth of the time of writing them.
func (p *Placing) rest(rows int) {
	if n := p.made.Add(int64(rows)); n >= rowsPerRest && p.made.CompareAndSwap(n, 0) {
		p.set.Room.Rest()
	}
}

const rowsPerRest = 1 << 17

// Storing says what is to be done with the rows of a unit.
type Storing int

// The ways of storing. Units of Fresh and of each number above it are a group.
const (
	Stored Storing = iota - 1 // they are in parts of their own, which stay as they are
	Loose                     // they are written with other rows of their system and month
	Fresh                     // they are written into such parts of their own
)

// Partitions cuts the tables into parts that can be stored one by one. What belongs
// to a unit lies in the month in which the unit began, so that a night's rows never
// move once they are written; what belongs to no unit lies in the month of its
// file's latest event. A system and a month have few values, all of our making: no
// text of a log becomes the name of a folder.
func (s *Set) Partitions() []Partition {
	all := s.Placing().Later(nil, nil)
	for i, p := range all {
		all[i], _ = p.Made() // rows that are there are made of others without fail
	}
	return all
}

// Later cuts the tables into parts without the rows that are stored. storing says what
// becomes of the units, by their keys; a unit that it lacks is loose. fresh has a row for
// each unit whose rows are fresh. The rows are those of the set until Made makes others of them, one
// part after the other: all at once would be the tables once more.
func (p *Placing) Later(storing map[string]Storing, fresh *Sealed) []Partition {
	var all []Partition
	tables := p.tables()
	if fresh != nil {
		tables = append(tables, fresh.Named())
	}
	byUnit := make([]Storing, len(p.keys.all))
	for i, key := range p.keys.all {
		byUnit[i] = storing[key]
	}
	cuts := make([][]*placed, len(tables))
	parallel.Each(len(tables), func(i int) { cuts[i] = p.cut(tables[i], byUnit) })
	for i, t := range tables {
		for _, at := range cuts[i] {
			all = append(all, Partition{Named: Named{t.Name, t.Doc, nil}, System: at.place.system, Month: at.place.month, Sealed: at.sealed,
				later: p.later(t, at.rows)})
		}
	}
	return all
}

// placed is the rows of a table that are stored in one place.
type placed struct {
	place  place
	sealed int
	rows   rowSpans
}

// rowSpans are some rows of a table, in order. Those of a place mostly follow each other.
type rowSpans struct {
	spans []span
	n     int
}

func (r *rowSpans) add(rows span) {
	r.n += rows.len()
	if last := len(r.spans) - 1; last >= 0 && r.spans[last].to == rows.from {
		r.spans[last].to = rows.to
		return
	}
	r.spans = append(r.spans, rows)
}

func (r *rowSpans) each(visit func(row int)) {
	for _, s := range r.spans {
		for row := s.from; row < s.to; row++ {
			visit(row)
		}
	}
}

// rowsPerPart is how many rows a part has at most, but for those of one unit or file: a part is made, and
// read, as a whole.
const rowsPerPart = 1 << 20

// cut sorts the rows of the table by their places. One place is found several times where there are many
// rows, each time with other units, and other files.
func (p *Placing) cut(t Named, storing []Storing) []*placed {
	type where struct {
		place  place
		sealed int
	}
	at := map[where]*placed{}
	var all []*placed
	most := cmp.Or(p.Most, rowsPerPart)
	find := func(w where) *placed {
		if at[w] == nil || w.sealed == 0 && at[w].rows.n >= most {
			at[w] = &placed{place: w.place, sealed: w.sealed}
			all = append(all, at[w])
		}
		return at[w]
	}
	units, keys := t.units(), p.keys           // tables that are cut at once look for keys at different places
	byUnit := make([]*placed, len(units.dict)) // nil: a row is where its file is
	stored := make([]bool, len(units.dict))
	for v, key := range units.dict {
		if i := keys.find(key); i >= 0 {
			if stored[v] = storing[i] == Stored; !stored[v] {
				byUnit[v] = &placed{place: p.units[i], sealed: int(max(storing[i], Loose))}
			}
		}
	}
	bySource := make([]*placed, len(p.sources))
	sources := &t.table.rows().Source
	for rows := (span{}); rows.from < t.Len(); rows.from = rows.to {
		rows.to = units.sameUntil(rows.from, t.Len())
		v, ok := units.get(rows.from)
		switch {
		case ok && stored[v]:
			continue
		case ok && byUnit[v] != nil:
			to := byUnit[v]
			if to.rows.n == 0 {
				to = find(where{to.place, to.sealed})
				byUnit[v] = to
			}
			to.rows.add(rows)
		default:
			for of := (span{to: rows.from}); of.to < rows.to; {
				of = span{of.to, sources.sameUntil(of.to, rows.to)}
				i := sources.At(of.from)
				if bySource[i] == nil {
					bySource[i] = find(where{place: p.sources[i]})
				}
				bySource[i].rows.add(of)
			}
		}
	}
	slices.SortStableFunc(all, func(a, b *placed) int {
		return cmp.Or(a.place.compare(b.place), cmp.Compare(a.sealed, b.sealed))
	})
	return all
}

// SourceID is a number for a file that depends on its path alone.
func SourceID(path string) int64 {
	var room [256]byte // most paths fit, and take no memory
	sum := sha256.Sum256(append(room[:0], path...))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}

// renumber changes which file the rows come from. The numbers of stored rows take eight bytes
// each, those of a reading mostly two. change is asked once about rows of one file that stand in a row, and
// hardly ever gives numbers above most.
func (n Named) renumber(most int64, change func(int64) int64) {
	r, width := n.table.rows(), needs(most, 0)
	fresh := Int{numbers{b: make([]byte, r.n<<width), log: width}}
	for row := 0; row < r.n; {
		next := r.Source.sameUntil(row, r.n)
		fresh.repeat(span{row, next}, change(r.Source.At(row)))
		row = next
	}
	fresh.valid.room(r.n)
	fresh.valid.fill(0, r.n)
	r.Source = fresh
}

// place is where a row is stored.
type place struct{ system, month string }

func (a place) compare(b place) int {
	return cmp.Or(strings.Compare(a.system, b.system), strings.Compare(a.month, b.month))
}

// NoSystem is the system of files that nobody claims.
const NoSystem = "none"

const noMonth = "undated"

// Placing knows where the rows of units and of files are stored.
type Placing struct {
	Most int // rows of a part that holds no group; 0: as many as suit most tables

	set     *Set
	events  *Events      // in place of those of the set; nil: those
	keys    orderedTexts // of the units
	units   []place      // of each key
	sources []place
	ids     []int64      // the SourceID of each file
	made    atomic.Int64 // rows of partitions that were made since the set rested
}

// Placing finds out where the rows of the set are stored.
func (s *Set) Placing() *Placing {
	n := s.Sources.Len()
	units := s.Runs.Len() + s.Cycles.Len()
	p := &Placing{set: s, sources: make([]place, n), ids: make([]int64, n), units: make([]place, 0, units)}
	p.keys.at = make(map[string]int, units)
	parallel.Ranges(n, func(from, to int) {
		for i := from; i < to; i++ {
			p.ids[i] = SourceID(s.Sources.Path.At(i))
		}
	})
	var month months
	latest := make([]int64, n) // microseconds since 1970
	for i := range latest {
		latest[i] = math.MinInt64
	}
	for row := range s.Events.Len() {
		if at, ok := s.Events.At.get(row); ok {
			i := s.Events.Source.At(row)
			latest[i] = max(latest[i], at)
		}
	}
	for i, at := range latest {
		var last time.Time
		if at > math.MinInt64 {
			last = time.UnixMicro(at).UTC()
		}
		p.sources[i] = place{cmp.Or(s.Sources.System.At(i), NoSystem), month.of(last)}
	}
	for row := range s.Runs.Len() {
		at, ok := s.Runs.StartedAt.Get(row)
		if !ok {
			at = s.Runs.LastAt.At(row)
		}
		p.put(s.Runs.Key.At(row), place{s.Runs.System.At(row), month.of(at)})
	}
	for row := range s.Cycles.Len() {
		system := p.sources[s.Cycles.Source.At(row)].system
		p.put(s.Cycles.Key.At(row), place{system, month.of(s.Cycles.StartedAt.At(row))})
	}
	return p
}

// put says where a unit is stored.
func (p *Placing) put(key string, at place) {
	if i := p.keys.find(key); i >= 0 {
		p.units[i] = at
		return
	}
	p.keys.add(key)
	p.units = append(p.units, at)
}

// Of is the system and the month of a unit; false where there is no unit of that key.
func (p *Placing) Of(key string) (system, month string, ok bool) {
	i := p.keys.find(key)
	if i < 0 {
		return "", "", false
	}
	return p.units[i].system, p.units[i].month, true
}

// units is the column that says which unit a row belongs to; an empty one where the
// table has none.
func (n Named) units() *String {
	cols := ragged(n.table)
	for i, c := range n.Columns() {
		if c.Name == "run" || c.Name == "cycle_key" {
			return cols[i].(*String)
		}
	}
	return &String{}
}

// MonthOf is the month of an instant as partitions are named by it.
func MonthOf(at time.Time) string {
	if at.IsZero() || at.Year() < 1970 || at.Year() > 9999 {
		return noMonth
	}
	return at.UTC().Format("2006-01")
}

// months is MonthOf of one instant after the other, most of which are in the month of the one before.
type months struct {
	from, to time.Time // of the month
	name     string
}

func (m *months) of(at time.Time) string {
	if m.name == "" || at.Before(m.from) || !at.Before(m.to) {
		if m.name = MonthOf(at); m.name == noMonth {
			m.name = ""
			return noMonth
		}
		year, month, _ := at.UTC().Date()
		m.from = time.Date(year, month, 1, 0, 0, 0, 0, time.UTC)
		m.to = m.from.AddDate(0, 1, 0)
	}
	return m.name
}
