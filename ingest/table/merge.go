package table

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// Merge puts partitions together to a set again. Files are numbered in path order, as
// after a reading. Rows stand in the order of systems and months, and there first those of
// no unit by their files and then the units by where they begin: in which parts of a place they
// lay, and in which order these are given, does not show.
func Merge(parts []Partition) *Set {
	s := &Set{}
	places := make(map[string][]span, tables) // by table
	for _, t := range s.Tables() {
		of := slices.DeleteFunc(slices.Clone(parts), func(p Partition) bool { return p.Name != t.Name })
		slices.SortStableFunc(of, func(a, b Partition) int { return a.place().compare(b.place()) })
		for i, p := range of {
			from := t.Len()
			p.CopyTo(t)
			if own := places[t.Name]; i > 0 && of[i-1].place() == p.place() {
				own[len(own)-1].to = t.Len()
			} else {
				places[t.Name] = append(own, span{from, t.Len()})
			}
		}
	}
	s.sortSources()
	ranks := s.unitRanks()
	for _, t := range s.Tables()[1:] {
		t.sortUnits(places[t.Name], ranks)
	}
	return s
}

func (p Partition) place() place { return place{p.System, p.Month} }

// sortSources puts the files in path order, and numbers them so.
func (s *Set) sortSources() {
	index := s.Sources.sort()
	for _, t := range s.Tables()[1:] {
		t.renumber(int64(len(index)), func(id int64) int64 {
			at, ok := index[id]
			if !ok { // the part that named it is gone
				at = int64(s.Sources.Len())
				s.Sources.Path.Set(s.Sources.Add(Place{Source: int(id)}), fmt.Sprintf("a file of a lost part, %d", id))
				index[id] = at
			}
			return at
		})
	}
	for row := range s.Sources.Len() {
		s.Sources.Source.Set(row, int64(row))
	}
}

// sort puts the files in path order, and returns their places by the numbers that they have.
func (t *Sources) sort() map[int64]int64 {
	order := make([]int, t.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(t.Path.At(a), t.Path.At(b)) })
	sorted := Named{Name: "sources", table: t}.Pick(order)
	*t = *sorted.table.(*Sources)
	index := make(map[int64]int64, len(order))
	for i := range order {
		index[t.Source.At(i)] = int64(i)
	}
	return index
}

// unitRanks numbers the units, by their keys, in the order of the places at which they begin.
// The numbers of files come first: they are the ranks of rows that are of no unit.
func (s *Set) unitRanks() map[string]uint64 {
	type unit struct {
		key          string
		source, line int64
	}
	all := make([]unit, 0, s.Runs.Len()+s.Cycles.Len())
	for row := range s.Runs.Len() {
		all = append(all, unit{s.Runs.Key.At(row), s.Runs.Source.At(row), s.Runs.Line.At(row)})
	}
	for row := range s.Cycles.Len() {
		all = append(all, unit{s.Cycles.Key.At(row), s.Cycles.Source.At(row), s.Cycles.Line.At(row)})
	}
	slices.SortFunc(all, func(a, b unit) int {
		return cmp.Or(cmp.Compare(a.source, b.source), cmp.Compare(a.line, b.line), strings.Compare(a.key, b.key))
	})
	ranks := make(map[string]uint64, len(all))
	for i, u := range all {
		ranks[u.key] = uint64(s.Sources.Len() + i + 1)
	}
	return ranks
}

// sortUnits puts the rows of each place in the order of their units, those of no unit first.
// Rows of one unit stay in their order.
func (n Named) sortUnits(places []span, ranks map[string]uint64) {
	units := n.units()
	ofText := make([]uint64, len(units.dict))
	for v, key := range units.dict {
		ofText[v] = ranks[key]
	}
	order := make([]uint64, n.Len()) // the rank, and the row in the lower half
	source := &n.table.rows().Source
	for row := range order {
		rank := uint64(source.At(row))
		if v, ok := units.get(row); ok && ofText[v] > 0 {
			rank = ofText[v]
		}
		order[row] = rank<<32 | uint64(row)
	}
	sorted := true
	for _, p := range places {
		if own := order[p.from:p.to]; !slices.IsSorted(own) {
			sorted = false
			slices.Sort(own)
		}
	}
	if sorted {
		return
	}
	rows := make([]int, len(order))
	for i, o := range order {
		rows[i] = int(uint32(o))
	}
	n.Take(n.Pick(rows))
}
