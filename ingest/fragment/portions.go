package fragment

import (
	"cmp"
	"maps"
	"slices"

	"runreport/ingest/record"
)

// Name is a unit's own name in its system. Fragments of a unit have it in common, and so may other units.
type Name struct{ System, Name string }

// Tie is what fragments that may be of one unit have in common: besides the name its first time, in nanoseconds since
// 1970; 0: any, since records of the name lack their beginning.
type Tie struct {
	Name
	Begins int64
}

// Fragment is the records that one file has of a name.
type Fragment struct {
	File    *record.File
	Records []*record.Record
}

// Portion is files that are read again at once. No file outside of it has records that are tied to records of theirs; units
// of the same names that begin at other times may lie there.
type Portion struct {
	Again   []int // their numbers among all that are read again
	Names   []Name
	Files   []*record.File // that have records of these names, also files that are not read again
	records int64          // that are put back
}

// Again is files that are read again, and the names of which records are put back into them.
type Again struct {
	Len     int
	Of      func(i int) (f *record.File, ties map[Tie]bool, records int64)
	Partial map[Name]bool // names of records that lack their beginning
}

// Portions cuts the files that are read again. files are all files, in their order: of others the records that are there
// wait for those that are read again. At most so many records are put back
// into those of a portion, unless they are tied to each other.
func (a Again) Portions(files []*record.File, most int64) []*Portion {
	has, wanted := map[Tie][]*record.File{}, map[Name]bool{}
	for i := range a.Len {
		f, ties, _ := a.Of(i)
		for tie := range ties {
			has[tie], wanted[tie.Name] = append(has[tie], f), true
		}
	}
	for _, f := range files {
		eachOwn(f, func(name Name, r *record.Record) {
			if !wanted[name] || !a.Partial[name] && !f.Format.Seal.Begins(r) {
				return
			}
			tie := a.Tie(name, r)
			if own := has[tie]; len(own) == 0 || own[len(own)-1] != f {
				has[tie] = append(own, f)
			}
		})
	}
	together := NewGroups(len(files))
	for _, own := range has {
		for _, f := range own {
			together[together.Of(f.Index)] = together.Of(own[0].Index)
		}
	}
	groups := map[int]*Portion{}
	group := func(f *record.File) *Portion {
		first := together.Of(f.Index)
		if groups[first] == nil {
			groups[first] = &Portion{}
		}
		return groups[first]
	}
	for i := range a.Len {
		f, _, records := a.Of(i)
		p := group(f)
		p.Again, p.records = append(p.Again, i), p.records+records
	}
	for tie, own := range has {
		if p := groups[together.Of(own[0].Index)]; p != nil { // else it is of files that nothing is put back into
			p.Names, p.Files = append(p.Names, tie.Name), append(p.Files, own...)
		}
	}
	var all []*Portion
	for _, p := range slices.SortedFunc(maps.Values(groups), func(a, b *Portion) int { return cmp.Compare(a.Again[0], b.Again[0]) }) {
		if last := len(all) - 1; last >= 0 && p.records <= most-all[last].records {
			all[last].add(p)
			continue
		}
		all = append(all, p)
	}
	for _, p := range all {
		slices.SortFunc(p.Names, func(a, b Name) int { return cmp.Or(cmp.Compare(a.System, b.System), cmp.Compare(a.Name, b.Name)) })
		slices.SortFunc(p.Files, func(a, b *record.File) int { return cmp.Compare(a.Index, b.Index) })
		p.Names, p.Files = slices.Compact(p.Names), slices.Compact(p.Files)
	}
	return all
}

// Tie is that of a fragment of the name, whose first record it is.
func (a Again) Tie(name Name, first *record.Record) Tie {
	if a.Partial[name] || first.At.IsZero() {
		return Tie{Name: name}
	}
	return Tie{name, first.At.UnixNano()}
}

func (p *Portion) add(o *Portion) {
	p.Again, p.Names, p.Files = append(p.Again, o.Again...), append(p.Names, o.Names...), append(p.Files, o.Files...)
	p.records += o.records
}

// eachOwn visits the records of a file whose units are sealed as a rule, without those that stand for a unit.
func eachOwn(f *record.File, visit func(Name, *record.Record)) {
	if f.Format == nil || f.Format.Seal == nil {
		return
	}
	for _, r := range f.Records {
		if !r.IsStandIn() {
			visit(Name{f.Format.System, f.Format.Seal.Key(r)}, r)
		}
	}
}

// Fragments are the records of each name, by the files that have some.
func (p *Portion) Fragments() map[Name][]*Fragment {
	own := make(map[Name][]*Fragment, len(p.Names))
	for _, name := range p.Names {
		own[name] = nil
	}
	for _, f := range p.Files {
		eachOwn(f, func(name Name, r *record.Record) {
			all, wanted := own[name]
			if !wanted {
				return
			}
			if len(all) == 0 || all[len(all)-1].File != f {
				all = append(all, &Fragment{File: f})
				own[name] = all
			}
			last := all[len(all)-1]
			last.Records = append(last.Records, r)
		})
	}
	return own
}
