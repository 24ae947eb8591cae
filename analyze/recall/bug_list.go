package recall

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"runreport/ingest/table"
)

// bugFile is one file that lists bugs.
type bugFile struct {
	path, run  string
	kind, name string       // table.ListDocument or table.ListManifest, and as its rows name it
	parts      []string     // of the path
	bugs       []*listedBug // in the order of the file
	byID       map[string]*listedBug
	ids        map[string]bool // all of them, dismissed ones too
	near       []*bugFile      // lists of the same run in the same folder, with itself
	stands     *bugFile        // the file that stands for the list, once that was asked
	counted    []*listedBug
}

// listedBug is one bug of a list, with every way in which it is described: a list
// may name it twice, and a manifest and BUGS.md beside it describe it both.
type listedBug struct {
	id      string
	title   string // the first one given, as written
	said    []description
	place   table.Place
	content string // what is said, for an order that does not hang on ids
}

// description is what one row says about a bug.
type description struct {
	file  []string // components of its path, in lower case; nil: none named
	lines lineSpan
	title []string // its words; nil: no title
	own   []string // its words but those of the file's own name
}

// bugFiles reads the lists of bugs out of the tables, in path order.
func bugFiles(t *table.Set) []*bugFile {
	bySource := map[int]*bugFile{}
	at := func(source int, kind, name, run string) *bugFile {
		f := bySource[source]
		if f == nil {
			path := t.Sources.Path.At(source)
			f = &bugFile{path: path, kind: kind, name: name, run: run, parts: pathParts(path), byID: map[string]*listedBug{}, ids: map[string]bool{}}
			bySource[source] = f
		}
		return f
	}
	claims := &t.Claims
	for row := range claims.Len() {
		if claims.Topic.At(row) == table.TopicBugList { // it may list none
			at(claims.Place(row).Source, table.ListDocument, claims.By.At(row), claims.Run.At(row))
		}
	}
	bugs := &t.Bugs
	for row := range bugs.Len() {
		kind, place := bugs.ListKind.At(row), bugs.Place(row)
		if kind != table.ListDocument && kind != table.ListManifest {
			continue
		}
		f := at(place.Source, kind, bugs.List.At(row), bugs.Run.At(row))
		id := strings.TrimSpace(bugs.Bug.At(row))
		if id == "" {
			continue
		}
		f.ids[id] = true
		if !table.BugState(bugs.State.At(row)).IsBug() {
			continue
		}
		if f.byID[id] == nil {
			f.byID[id] = &listedBug{id: id, place: place}
			f.bugs = append(f.bugs, f.byID[id])
		}
		b := f.byID[id]
		b.said = append(b.said, describe(bugs, row))
		b.title = cmp.Or(b.title, bugs.Title.At(row))
	}
	var all []*bugFile
	for _, f := range bySource {
		all = append(all, f)
	}
	slices.SortFunc(all, func(x, y *bugFile) int { return strings.Compare(x.path, y.path) })
	folders := map[[2]string][]*bugFile{}
	for _, f := range all {
		k := [2]string{f.run, path.Dir(f.path)}
		folders[k] = append(folders[k], f)
	}
	for _, f := range all {
		f.near = folders[[2]string{f.run, path.Dir(f.path)}]
	}
	return all
}

func describe(t *table.Bugs, row int) description {
	d := description{file: pathParts(strings.ToLower(t.File.At(row))), title: titleWords(t.Title.At(row))}
	if lo := t.LineLo.At(row); lo > 0 {
		d.lines = lineSpan{lo, max(lo, t.LineHi.At(row))}
	}
	d.own = d.title
	if len(d.file) > 0 {
		name := titleWords(d.file[len(d.file)-1])
		d.own = slices.DeleteFunc(slices.Clone(d.title), func(w string) bool { return slices.Contains(name, w) })
	}
	return d
}

// list is the file's list as it counts, by name. A manifest that lies alone with one
// BUGS.md of the same run stands for both, unless it was not kept up and has
// fewer entries; what the other says about the same bugs is known of them too.
func (f *bugFile) list() (stands *bugFile, bugs []*listedBug) {
	if f.stands != nil {
		return f.stands, f.counted
	}
	f.stands = f
	other := f.beside()
	if other != nil && other.kind == table.ListManifest && len(other.ids) >= len(f.ids) {
		f.stands, other = other, f
	}
	for _, b := range f.stands.bugs {
		b := &listedBug{id: b.id, title: b.title, place: b.place, said: slices.Clone(b.said)}
		if other != nil && other.byID[b.id] != nil {
			o := other.byID[b.id]
			b.said, b.title = append(b.said, o.said...), cmp.Or(b.title, o.title)
		}
		var parts []string
		for _, d := range b.said {
			parts = append(parts, fmt.Sprint(d.file, d.lines, d.title))
		}
		slices.Sort(parts)
		b.content = strings.Join(slices.Compact(parts), "\n")
		f.counted = append(f.counted, b)
	}
	slices.SortFunc(f.counted, func(x, y *listedBug) int { return byName(x.id, y.id) })
	return f.stands, f.counted
}

// beside is the only list of the other kind in the folder of a file that is the
// only one of its kind there.
func (f *bugFile) beside() *bugFile {
	if len(f.near) != 2 || f.near[0].kind == f.near[1].kind {
		return nil
	}
	if f.near[0] == f {
		return f.near[1]
	}
	return f.near[0]
}

// byName orders names with their numbers as numbers: BUG-2 before BUG-10.
func byName(x, y string) int {
	a, b := x, y
	for a != "" && b != "" {
		da, db := leadingDigits(a), leadingDigits(b)
		if da == "" || db == "" {
			if a[0] != b[0] {
				return cmp.Compare(a[0], b[0])
			}
			a, b = a[1:], b[1:]
			continue
		}
		na, nb := strings.TrimLeft(da, "0"), strings.TrimLeft(db, "0")
		if c := cmp.Or(cmp.Compare(len(na), len(nb)), strings.Compare(na, nb)); c != 0 {
			return c
		}
		a, b = a[len(da):], b[len(db):]
	}
	return cmp.Or(cmp.Compare(len(a), len(b)), strings.Compare(x, y))
}

func leadingDigits(s string) string {
	return s[:len(s)-len(strings.TrimLeft(s, "0123456789"))]
}
