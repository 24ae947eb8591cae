package ingest

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/naming"
	"runreport/ingest/record"
	"runreport/ingest/source/sqlite"
	"runreport/ingest/table"
	"runreport/ingest/tie"
)

// linker gathers, while files are put together, what has to be known of them when they are
// merged with others: a nil linker gathers nothing. Its rows are the table links.
type linker struct {
	beside *record.Listing // all files, also those that are not put together; nil: there are none
	latest time.Time       // of the units that are not put together

	files map[string]*linkedFile // by path
	units []linkedUnit           // in the order in which they are put together
	text  []byte                 // that was hashed last
}

// linkedUnit is a unit with the keys under which the tables have its rows.
type linkedUnit struct {
	system int // its place in Systems
	path   string
	keys   []string
}

// linkedFile is what is known of one file.
type linkedFile struct {
	file    *record.File
	content int64
	stored  string // where its row of the table logs is
	below   string // the folder with a slash behind it; "./" is everything
	times   tie.Span
	names   []tie.Link
	first   [2]tie.Link     // backing array of names; most files have one or two
	tied    *tie.File       // what the ties of all lots know of it; nil: there are none yet
	places  map[string]bool // that rows of it are stored in, as kahn/2026-04; nil: none are known
}

func (x *linkedFile) addPlace(place string) {
	if x.places == nil {
		x.places = map[string]bool{}
	}
	x.places[place] = true
}

// name notes a link of the file, by the hash of its name. A link without a value has one that no other file has.
func (x *linkedFile) name(name int64, value string) {
	x.names = append(x.names, tie.Link{Name: name, Value: hashOf(cmp.Or(value, x.file.Path))})
}

// look notes in which folder the file's units look for others.
func (x *linkedFile) look(f *record.File) {
	s := systemOf(f.Format)
	if s.Below == nil {
		return
	}
	if folder, looks := s.Below(f.Dir); looks {
		x.below = path.Clean(folder) + "/"
	}
}

// named are its links, each once.
func (x *linkedFile) named() []tie.Link {
	slices.SortFunc(x.names, tie.Link.Compare)
	x.names = slices.Compact(x.names) // of which it clears what it leaves out
	return x.names
}

// byItself is the value of a link that units have whose own name looks numbered, as x#2. It is the hash of a text that is no
// path: units that were numbered have that of their file's path.
var byItself = hashOf("\x00by itself")

func newLinker() *linker { return &linker{files: map[string]*linkedFile{}} }

func (l *linker) listing() *record.Listing {
	if l == nil {
		return nil
	}
	return l.beside
}

func (l *linker) since() time.Time {
	if l == nil {
		return time.Time{}
	}
	return l.latest
}

// add begins to gather what is known of a file.
func (l *linker) add(f *record.File, content int64, stored string) {
	x := &linkedFile{file: f, content: content, stored: stored}
	x.names = x.first[:0]
	l.files[f.Path] = x
}

// addTo adds the files to the ties as those of a part.
func (l *linker) addTo(t *tie.Ties, part int) error {
	for _, path := range slices.Sorted(maps.Keys(l.files)) {
		x := l.files[path]
		tied, err := t.Add(part, x.file, "", 0)
		if err != nil {
			return err
		}
		x.tied, tied.Below = tied, x.below
		for _, n := range x.named() {
			t.Link(tied, n)
		}
	}
	return nil
}

// hash returns the hash of a link's name. owner is the system's name, or "database" or "unit" for links of all systems.
func (l *linker) hash(owner, name string) int64 {
	l.text = append(append(append(l.text[:0], owner...), 0), name...)
	return int64(xxh3.Hash(l.text))
}

// takeOver takes what another linker noted of a file that is put together already.
func (l *linker) takeOver(of *linkedFile) {
	if l != nil {
		x := l.files[of.file.Path]
		x.below, x.times, x.names = of.below, of.times, append(x.first[:0], of.names...) // not what else of knows
	}
}

// tie notes by what the files may belong together with others.
func (l *linker) tie(files []*record.File, chunks []*chunk) {
	if l == nil {
		return
	}
	for _, f := range files {
		if f.Released() { // its lot has noted them
			continue
		}
		x := l.files[f.Path]
		if of, ok := sqlite.Belongs(f.Path); ok {
			x.name(l.hash("database", of), "")
		}
		if f.Format == nil {
			continue
		}
		if f.Format.Container == record.Database {
			x.name(l.hash("database", f.Path), "")
		}
		x.look(f)
		s := systemOf(f.Format)
		for _, link := range s.Links(f) {
			x.name(l.hash(s.Name, link.Name), link.Value)
		}
	}
	for _, c := range chunks {
		for _, u := range c.units {
			// Units of one name are numbered, in the order of all: x, x#2. Another one may have such a name as its own. If
			// it is x#2 and comes first, the second x is x#3, else it is itself x#2#2. As long as there is one x, units x#2 and x#3 have nothing in common.
			plain := plainKey(u)
			name, own, numbered, base := l.hash("unit", plain), l.hash("unit", u.Key), int64(0), int64(0)
			if own != name {
				numbered = l.hash("numbered", plain)
			}
			if of, ok := naming.WithoutNumber(plain); ok {
				base = l.hash("numbered", of)
			}
			for p := range pathsOf(u) {
				x := l.files[p]
				x.name(name, "")
				if own != name {
					x.name(own, "")
					x.name(numbered, "")
				}
				if base != 0 {
					x.names = append(x.names, tie.Link{Name: base, Value: byItself})
				}
			}
		}
	}
}

// time notes the times of a unit.
func (l *linker) time(u datedUnit) {
	if l == nil || u.stamps.N == 0 {
		return
	}
	for p := range pathsOf(u.unit) {
		l.files[p].times.Add(u.stamps)
	}
}

// timeSealed notes the times of units that were sealed: they have enough to tell a wrong one, and none is.
func (l *linker) timeSealed(units map[*record.Record]*sealedUnit) {
	if l == nil {
		return
	}
	for _, u := range units {
		x := l.files[u.file.Path]
		x.times.Last = record.Later(x.times.Last, u.last)
	}
}

// order notes the units, in the order in which their rows stand.
func (l *linker) order(rows []*unitRows) {
	if l == nil {
		return
	}
	for _, r := range rows {
		l.units = append(l.units, linkedUnit{r.system, r.at.path, r.all().Keys()})
	}
}

// spans are the times of all files.
func (l *linker) spans() (all []tie.Span) {
	for _, x := range l.files {
		all = append(all, x.times)
	}
	return all
}

// rows are the table links, for the files of which the partitions hold rows.
func (l *linker) rows(partitions []table.Partition) table.Partition {
	paths := map[int64]string{}
	for p := range l.files {
		paths[table.SourceID(p)] = p
	}
	for _, p := range partitions {
		place, last := p.System+"/"+p.Month, int64(-1)
		p.EachSource(func(source int64) {
			if source != last {
				last = source
				if x := l.files[paths[source]]; x != nil {
					x.addPlace(place)
				}
			}
		})
	}
	t := &table.Links{}
	for _, p := range slices.Sorted(maps.Keys(l.files)) {
		x, at := l.files[p], table.Place{Source: int(table.SourceID(p))}
		row := t.Add(at)
		t.Path.Set(row, p)
		t.Bytes.Set(row, x.file.Bytes)
		t.Link.SetText(row, x.file.Link)
		t.Stored.Set(row, x.stored)
		t.Content.Set(row, x.content)
		t.Below.SetText(row, x.below)
		t.Places.Set(row, slices.Sorted(maps.Keys(x.places)))
		tie.SetTime(&t.Last, row, x.times.Last)
		tie.SetTime(&t.First, row, x.times.First)
		tie.SetTime(&t.Lone, row, x.times.Lone)
		for _, n := range x.named() {
			row := t.Add(at)
			t.Name.Set(row, n.Name)
			t.Value.Set(row, n.Value)
		}
	}
	for i, u := range l.units {
		for _, key := range u.keys {
			row := t.Add(table.Place{Source: int(table.SourceID(u.path))})
			t.Unit.Set(row, key)
			t.System.Set(row, Systems[u.system].Name)
			t.Order.Set(row, int64(i))
		}
	}
	return table.Partition{Named: t.Named(), System: table.NoSystem, Month: table.MonthOf(time.Time{})}
}

func hashOf(text string) int64 { return int64(xxh3.HashString(text)) }

// systemOf is the system of a format.
func systemOf(f *record.Format) *record.System { return Systems[placeOfSystem(f)] }

// placeOfSystem is the place of a format's system in Systems.
func placeOfSystem(f *record.Format) int {
	return slices.IndexFunc(Systems, func(s *record.System) bool { return s.Name == f.System })
}
