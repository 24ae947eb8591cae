package cycle

import (
	"cmp"
	"path"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// cellCycles makes cycles of cells that nothing else tells of: those of one folder, and
// those that name each other as the cell before or after the change.
func cellCycles(cells []*record.Record) []*record.Unit {
	pairs := pairsOf(cells)
	byFolder := map[string]*record.Unit{}
	var units []*record.Unit
	for _, r := range cells {
		dir := r.File.Dir
		if before := pairs.before[r]; before != nil {
			dir = before.File.Dir
		}
		u := byFolder[dir]
		if u == nil {
			u = &record.Unit{System: sheet.System, Kind: Unit, Home: dir, Files: []string{}}
			byFolder[dir] = u
			units = append(units, u)
		}
		if lever := r.Str("lever_under_test"); lever != "" && u.ID == "" {
			u.ID = lever + " " + path.Base(dir)
		}
		u.Related = append(u.Related, r)
		u.Files = append(u.Files, r.File.Path)
	}
	for _, u := range units {
		u.ID = cmp.Or(u.ID, "cells "+path.Base(u.Home))
	}
	return units
}

// cellPairs are the cells that stand for one change: before[after] is the cell before it.
type cellPairs struct {
	before map[*record.Record]*record.Record
	after  map[*record.Record]bool // cells before a change, of which some other is after
}

// pairsOf pairs cells by the paths that they give of each other. A path counts by its file and
// folder, since it is written from the root of a repository. No file has the key of no path.
func pairsOf(cells []*record.Record) cellPairs {
	key := func(p string) string { return path.Join(path.Base(path.Dir(p)), path.Base(p)) }
	byPath := map[string]*record.Record{}
	for _, r := range cells {
		byPath[key(r.File.Path)] = r
	}
	p := cellPairs{map[*record.Record]*record.Record{}, map[*record.Record]bool{}}
	pair := func(before, after *record.Record) {
		if before != nil && after != nil && before != after && cellName(before) == cellName(after) {
			p.before[after], p.after[before] = before, true
		}
	}
	for _, r := range cells {
		pair(byPath[key(r.Str("before_lever"))], r)
		pair(r, byPath[key(r.Str("after_lever"))])
	}
	return p
}

// side is the side of the lever that the pairs give a cell; "" where it is in none.
func (p cellPairs) side(cell *record.Record) string {
	switch {
	case p.before[cell] != nil:
		return "post"
	case p.after[cell]:
		return "pre"
	}
	return ""
}
