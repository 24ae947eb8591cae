package ingest

import (
	"cmp"
	"path"
	"slices"

	"runreport/ingest/naming"
)

// nameAll gives the files the paths that the report shows: valid UTF-8, and without
// secrets. What was two folders or two files stays two, and a path that is shown as it
// is keeps its name when another comes to the same one.
func (o Options) nameAll(all []found) {
	if o.allClean(all) {
		return
	}
	order := make([]*found, len(all))
	for i := range all {
		order[i] = &all[i]
		if odd := naming.Odd(all[i].shown); odd != "" {
			all[i].own().odd = odd
		}
	}
	slices.SortStableFunc(order, func(a, b *found) int { return cmp.Compare(len(a.odd), len(b.odd)) })
	clean := o.cleanName
	dirs, names, roots := naming.Unique{Clean: clean}, naming.Unique{Clean: clean}, naming.Unique{Clean: clean}
	for _, f := range order {
		d, base := path.Split(f.shown)
		f.root = roots.Name(f.root)
		f.shown = names.Name(dirs.Name(d) + base)
		f.pass(passReason{clean(f.passing.folder), f.passing.rule}, nil)
	}
	slices.SortFunc(all, byShown)
}

// allClean reports whether every file is shown under the path that it has, as nearly always: none of
// them is to be told from others then.
func (o Options) allClean(all []found) bool {
	clean := func(text string) bool { return o.cleanName(text) == text }
	var dir, root string // of the file before
	for _, f := range all {
		if d, _ := path.Split(f.shown); d != dir {
			if !clean(d) {
				return false
			}
			dir = d
		}
		if f.root != root {
			if !clean(f.root) {
				return false
			}
			root = f.root
		}
		if !clean(f.shown) || f.passing.folder != "" && !clean(f.passing.folder) {
			return false
		}
	}
	return true
}

func (o Options) cleanName(text string) string {
	text = naming.Valid(text)
	if o.redactor != nil {
		text, _ = o.redactor.Text(text)
	}
	return text
}
