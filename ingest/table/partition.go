package table

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"
)

// Partition is the rows of one table that belong to one system and one month. Its
// rows name their files by SourceID, since the place of a file among all others
// changes with every file that is added.
type Partition struct {
	Named
	System string // "none" for files that nobody claims
	Month  string // as 2026-04; "undated" where nothing says
}

// Partitions cuts the tables into parts that can be stored one by one. What belongs
// to a unit lies in the month in which the unit began, so that a night's rows never
// move once they are written; what belongs to no unit lies in the month of its
// file's latest event. A system and a month have few values, all of our making: no
// text of a log becomes the name of a folder.
func (s *Set) Partitions() []Partition {
	p := newPlacing(s)
	var all []Partition
	for _, t := range s.Tables() {
		rows := map[place][]int{}
		units := t.units()
		for row := range t.Len() {
			at, ok := p.units[units.At(row)]
			if !ok {
				at = p.sources[t.table.rows().Source.At(row)]
			}
			rows[at] = append(rows[at], row)
		}
		for _, at := range slices.SortedFunc(maps.Keys(rows), place.compare) {
			picked := t.Pick(rows[at])
			picked.renumber(func(i int64) int64 { return SourceID(s.Sources.Path.At(int(i))) })
			all = append(all, Partition{picked, at.system, at.month})
		}
	}
	return all
}

// SourceID is a number for a file that depends on its path alone.
func SourceID(path string) int64 {
	sum := sha256.Sum256([]byte(path))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}

// Merge puts partitions together to a set again. Files are numbered in path order, as
// after a reading; rows stand in the order of the partitions.
func Merge(parts []Partition) *Set {
	s := &Set{}
	for _, t := range s.Tables() {
		for _, p := range parts {
			if p.Name == t.Name {
				p.CopyTo(t)
			}
		}
	}
	order := make([]int, s.Sources.Len())
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return strings.Compare(s.Sources.Path.At(a), s.Sources.Path.At(b)) })
	sorted := Named{Name: "sources", table: &s.Sources}.Pick(order)
	s.Sources = *sorted.table.(*Sources)
	index := make(map[int64]int64, len(order))
	for i := range order {
		index[s.Sources.Source.At(i)] = int64(i)
	}
	for _, t := range s.Tables()[1:] {
		t.renumber(func(id int64) int64 {
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
	return s
}

// renumber changes which file the rows come from.
func (n Named) renumber(change func(int64) int64) {
	r := n.table.rows()
	for row := range r.n {
		r.Source.Set(row, change(r.Source.At(row)))
	}
}

// place is where a row is stored.
type place struct{ system, month string }

func (a place) compare(b place) int {
	return cmp.Or(strings.Compare(a.system, b.system), strings.Compare(a.month, b.month))
}

// NoSystem is the system of files that nobody claims.
const NoSystem = "none"

const noMonth = "undated"

// placing knows where the rows of units and of files are stored.
type placing struct {
	units   map[string]place
	sources []place
}

func newPlacing(s *Set) *placing {
	p := &placing{units: make(map[string]place, s.Runs.Len()), sources: make([]place, s.Sources.Len())}
	latest := make([]time.Time, s.Sources.Len())
	for row := range s.Events.Len() {
		if i := s.Events.Source.At(row); s.Events.At.At(row).After(latest[i]) {
			latest[i] = s.Events.At.At(row)
		}
	}
	for i := range p.sources {
		p.sources[i] = place{cmp.Or(s.Sources.System.At(i), NoSystem), MonthOf(latest[i])}
	}
	for row := range s.Runs.Len() {
		at, ok := s.Runs.StartedAt.Get(row)
		if !ok {
			at = s.Runs.LastAt.At(row)
		}
		p.units[s.Runs.Key.At(row)] = place{s.Runs.System.At(row), MonthOf(at)}
	}
	for row := range s.Cycles.Len() {
		system := p.sources[s.Cycles.Source.At(row)].system
		p.units[s.Cycles.Key.At(row)] = place{system, MonthOf(s.Cycles.StartedAt.At(row))}
	}
	return p
}

// units is the column that says which unit a row belongs to; an empty one where the
// table has none.
func (n Named) units() *String {
	cols := columns(n.table)
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
