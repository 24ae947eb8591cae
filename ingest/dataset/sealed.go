package dataset

import (
	"cmp"
	"maps"
	"slices"

	"runreport/ingest/table"
)

// Group names the parts, of several tables, that hold the rows of sealed units of one system
// and month and were written together. They stay as they are, or go all together.
type Group struct {
	System, Month string
	Number        int64
}

// group is that of a part with rows of sealed units.
func (p Part) group() Group { return Group{p.place().System, p.place().Month, p.Sealed} }

// Groups are the groups that the dataset holds whole, sorted.
func (d *Dataset) Groups() []Group {
	return slices.SortedFunc(maps.Keys(d.groups()), func(a, b Group) int {
		return cmp.Or(cmp.Compare(a.System, b.System), cmp.Compare(a.Month, b.Month), cmp.Compare(a.Number, b.Number))
	})
}

// groups finds the parts of each group once.
func (d *Dataset) groups() map[Group][]Part {
	if d.inGroup == nil {
		d.inGroup = map[Group][]Part{}
		for _, p := range d.Manifest.Parts {
			if p.Sealed > 0 {
				d.inGroup[p.group()] = append(d.inGroup[p.group()], p)
			}
		}
	}
	return d.inGroup
}

// ReadGroup reads those columns of the tables of a group that Groups names of which it is true. A
// table without any is left out. It may be called from several goroutines.
func (d *Dataset) ReadGroup(g Group, of func(table, column string) bool) ([]table.Partition, error) {
	var parts []Part
	for _, p := range d.inGroup[g] {
		at, err := placeOf(p.Path)
		if err != nil {
			return nil, err
		}
		if named, ok := table.Empty(at.Table); ok && !slices.ContainsFunc(named.Columns(), func(c table.ColumnDoc) bool { return of(at.Table, c.Name) }) {
			continue
		}
		parts = append(parts, p)
	}
	return d.readAll(parts, of)
}

// dropBroken leaves out of the manifest what is left of groups of which a part is damaged.
func (d *Dataset) dropBroken(broken map[Group]bool) {
	d.Manifest.Parts = slices.DeleteFunc(d.Manifest.Parts, func(p Part) bool {
		return p.Sealed > 0 && broken[p.group()]
	})
}

// Retain says which groups the next Commit leaves as they are; all others go.
func (d *Dataset) Retain(groups map[Group]bool) { d.retained = groups }

// Drop says which parts of the table that Open was asked for the next Commit leaves out, by their paths.
func (d *Dataset) Drop(paths map[string]bool) { d.dropped = paths }
