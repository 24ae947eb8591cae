package table

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
)

// ErrOrder is stored rows of which the order of a reading cannot be told.
var ErrOrder = errors.New("the order of the rows cannot be told")

// Gather puts the stored rows of several readings together to a set in the order of one: files by
// their paths, then in each table rows of no unit by their files, and those of units by system, by
// the file in which the unit begins, and by the order that the links tell. systems are all systems
// in their order; read gives the parts of a table, by its name, which are given up. One table at a
// time is there twice.
//
// The error is that of read, or ErrOrder: a file, a unit or a system that is not known, or a unit
// that is told twice.
func Gather(systems []string, detail EventDetail, read func(name string) ([]Partition, error)) (*Set, error) {
	s := &Set{}
	s.Events.Detail = detail
	g := gathering{set: s, read: read}
	if err := g.files(); err != nil {
		return nil, err
	}
	if err := g.rank(systems); err != nil {
		return nil, err
	}
	for _, t := range s.Tables()[1:] {
		parts, err := g.parts(t.Name)
		if err != nil {
			return nil, err
		}
		from, err := g.inOrder(parts)
		if err != nil {
			return nil, err
		}
		join(t.table, from, joining{take: true})
	}
	trim(s.list())
	return s, nil
}

// gathering is what Gather knows of rows before it has them.
type gathering struct {
	set   *Set
	read  func(name string) ([]Partition, error)
	index map[int64]int64   // places of files, by SourceID
	ranks map[string]uint64 // of units, by their keys: those of files come first
}

// files reads the table of files.
func (g *gathering) files() error {
	s := g.set
	sources := s.Tables()[0]
	parts, err := g.read(sources.Name)
	if err != nil {
		return err
	}
	for _, p := range parts {
		p.CopyTo(sources)
	}
	g.index = s.Sources.sort()
	for row := range s.Sources.Len() {
		s.Sources.Source.Set(row, int64(row))
	}
	return nil
}

// parts reads the parts of a table, whose rows name their files by place then.
func (g *gathering) parts(name string) ([]Partition, error) {
	parts, err := g.read(name)
	if err != nil {
		return nil, err
	}
	lost := false
	for _, p := range parts {
		p.renumber(int64(len(g.index)), func(id int64) int64 {
			at, ok := g.index[id]
			lost = lost || !ok
			return at
		})
	}
	if lost {
		return nil, fmt.Errorf("%w: %s name a file that is not there", ErrOrder, name)
	}
	return parts, nil
}

// rank numbers the units in the order of a reading. Keys of one unit have one number.
func (g *gathering) rank(systems []string) error {
	type unit struct {
		key                   string
		system, source, order int64
	}
	parts, err := g.parts(LinksName)
	if err != nil {
		return err
	}
	var all []unit
	for _, p := range parts {
		l := p.table.(*Links)
		for row := range l.Len() {
			key, ok := l.Unit.Get(row)
			if !ok {
				continue
			}
			system := slices.Index(systems, l.System.At(row))
			if system < 0 {
				return fmt.Errorf("%w: system %.80q", ErrOrder, l.System.At(row))
			}
			all = append(all, unit{key, int64(system), l.Source.At(row), l.Order.At(row)})
		}
	}
	compare := func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.system, b.system), cmp.Compare(a.source, b.source), cmp.Compare(a.order, b.order))
	}
	slices.SortFunc(all, compare)
	g.ranks = make(map[string]uint64, len(all))
	rank := uint64(g.set.Sources.Len())
	for i, u := range all {
		if _, twice := g.ranks[u.key]; twice {
			return fmt.Errorf("%w: unit %.80q is told twice", ErrOrder, u.key)
		}
		if i == 0 || compare(all[i-1], u) != 0 {
			rank++
		}
		g.ranks[u.key] = rank
	}
	return nil
}

// inOrder are the rows of the parts in the order of a reading.
func (g *gathering) inOrder(parts []Partition) ([]section, error) {
	type rows struct {
		rank uint64
		part int
		span
	}
	var all []rows
	for i, p := range parts {
		units, source := p.units(), &p.table.rows().Source
		ofText := make([]uint64, len(units.dict))
		for v, key := range units.dict {
			ofText[v] = g.ranks[key]
		}
		first := len(all)
		for row := range p.Len() {
			rank := uint64(source.At(row))
			if v, ok := units.get(row); ok {
				if rank = ofText[v]; rank == 0 {
					return nil, fmt.Errorf("%w: %s name unit %.80q, which is not there", ErrOrder, p.Name, units.dict[v])
				}
			}
			if n := len(all); n > first && all[n-1].rank == rank {
				all[n-1].to = row + 1
			} else {
				all = append(all, rows{rank, i, span{row, row + 1}})
			}
		}
	}
	slices.SortStableFunc(all, func(a, b rows) int { return cmp.Compare(a.rank, b.rank) })
	var sections []section
	last := -1
	for _, r := range all {
		if n := len(sections); r.part == last && sections[n-1].rows.to == r.from {
			sections[n-1].rows.to = r.to
			continue
		}
		sections, last = append(sections, section{table: parts[r.part].table, rows: r.span}), r.part
	}
	return sections, nil
}

// Keys are the keys of units that rows of the part are of, each once.
func (p Part) Keys() (keys []string) {
	for i, t := range p.Set.Tables() {
		units, end := t.units(), int(p.To[i])
		for row := int(p.From[i]); row < end; row = units.sameUntil(row, end) {
			key, ok := units.Get(row)
			if !ok {
				continue
			}
			if renamed, ok := p.Renamed[key]; ok {
				key = renamed
			}
			if !slices.Contains(keys, key) {
				keys = append(keys, key)
			}
		}
	}
	return keys
}
