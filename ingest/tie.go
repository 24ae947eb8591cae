package ingest

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// ties find out which files of several parts have to be put together again, because something
// of another part may belong to them: those are open. What the files of a part have to do with
// each other is in its rows already.
type ties struct {
	files  []*tiedFile
	rest   []partOf            // files that have nothing to do with others, but may be looked for, by path
	at     map[int64]*tiedFile // by SourceID
	values map[int64]nameValue // by name
	rows   []tieRow
	all    bool              // every file is open
	places []map[string]bool // of each part, those with rows of open files
	logs   []map[string]bool // of each part, those with logs that an earlier part has
}

// tiedFile is a file of one part, or of several that have it.
type tiedFile struct {
	file    *record.File
	parts   []int
	stored  string // where its row of the table logs is, as kahn/2026-04
	content int64  // hash of what was read of it
	below   string
	places  []string
	times   []span    // in each of the parts
	first   [1]int    // backing array of parts; most files are in one
	during  [1]span   // that of times
	up      *tiedFile // a file that it belongs together with; nil: the one that stands for all of them
	spans   bool      // of that one: they lie in several parts
	open    bool
}

// partOf is a file of one part.
type partOf struct {
	path string
	part int
}

// tieRow is one name of one file.
type tieRow struct {
	file        *tiedFile
	name, value int64
}

// nameValue is the value of a name in the first file that has it.
type nameValue struct {
	value int64
	first *tiedFile
	tied  bool // another file has another value
}

func newTies(parts int) *ties {
	t := &ties{at: map[int64]*tiedFile{}, values: map[int64]nameValue{}}
	for range parts {
		t.places, t.logs = append(t.places, map[string]bool{}), append(t.logs, map[string]bool{})
	}
	return t
}

// root stands for all files that the file belongs together with.
func (x *tiedFile) root() *tiedFile {
	for x.up != nil {
		if x.up.up != nil {
			x.up = x.up.up
		}
		x = x.up
	}
	return x
}

func tie(a, b *tiedFile) {
	if a, b = a.root(), b.root(); a != b {
		b.up = a
	}
}

// add adds a file of a part.
func (t *ties) add(part int, f *record.File, stored string, content int64) (*tiedFile, error) {
	source := table.SourceID(f.Path)
	x := t.at[source]
	switch {
	case x == nil:
		x = &tiedFile{file: f, stored: stored, content: content}
		x.parts, x.times = x.first[:0], x.during[:0]
		t.at[source] = x
		t.files = append(t.files, x)
	case x.content != content:
		return nil, fmt.Errorf("%w: %s", history.ErrOverlap, f.Path)
	default:
		t.logs[part][stored] = true
	}
	x.parts = append(x.parts, part)
	return x, nil
}

// of is the file of the path; nil where no part has it.
func (t *ties) of(path string) *tiedFile { return t.at[table.SourceID(path)] }

// link adds the files of a part, which has so many logs, with what it says about them.
func (t *ties) link(part int, links *table.Links, logs int) error {
	files := 0
	for row := range links.Len() {
		if name, ok := links.Name.Get(row); ok {
			x := t.at[links.Source.At(row)]
			if x == nil {
				return fmt.Errorf("a link of a file that it does not have")
			}
			t.name(x, name, links.Value.At(row))
			continue
		}
		if _, ok := links.Unit.Get(row); ok {
			continue
		}
		path := links.Path.At(row)
		f := &record.File{Path: path, Dir: folderOf(path), Bytes: links.Bytes.At(row), Link: links.Link.At(row)}
		x, err := t.add(part, f, links.Stored.At(row), links.Content.At(row))
		if err != nil {
			return err
		}
		files++
		x.below = links.Below.At(row)
		x.places = append(x.places, links.Places.At(row)...)
		x.times = append(x.times, span{timeOf(&links.Last, row), timeOf(&links.First, row), timeOf(&links.Lone, row)})
	}
	if files != logs {
		return fmt.Errorf("it has %d logs, and links of %d", logs, files)
	}
	return nil
}

func timeOf(c *table.Int, row int) time.Time {
	if ns, ok := c.Get(row); ok {
		return time.Unix(0, ns).UTC()
	}
	return time.Time{}
}

func (t *ties) name(x *tiedFile, name, value int64) {
	have, ok := t.values[name]
	switch {
	case !ok:
		t.values[name] = nameValue{value: value, first: x}
	case have.value != value && !have.tied:
		have.tied = true
		t.values[name] = have
	}
	t.rows = append(t.rows, tieRow{x, name, value})
}

// close ties all files and opens those that cannot stay as they are.
func (t *ties) close() {
	for _, r := range t.rows {
		if have := t.values[r.name]; have.tied {
			tie(have.first, r.file)
		}
	}
	part := map[*tiedFile]int{}
	for _, x := range t.files {
		root := x.root()
		first, ok := part[root]
		if !ok {
			first = x.parts[0]
			part[root] = first
		}
		if slices.ContainsFunc(x.parts, func(p int) bool { return p != first }) {
			root.spans = true
		}
	}
	t.lookBelow()
	t.settle()
	for _, x := range t.files {
		if x.open {
			t.note(x)
		}
	}
}

// settle opens the files that belong together with one that has to be.
func (t *ties) settle() {
	for _, x := range t.files {
		x.open = x.root().spans
	}
}

// take adds the files that a linker gathered as those of a part.
func (t *ties) take(part int, l *linker) error {
	for _, path := range slices.Sorted(maps.Keys(l.files)) {
		from := l.files[path]
		x, err := t.add(part, from.file, "", 0)
		if err != nil {
			return err
		}
		from.tied, x.below = x, from.below
		x.times = append(x.times, from.times)
		for _, n := range from.named() {
			t.name(x, n.name, n.value)
		}
	}
	return nil
}

// note notes where there are rows of an open file.
func (t *ties) note(x *tiedFile) {
	for _, part := range x.parts {
		for _, place := range x.places {
			t.places[part][place] = true
		}
	}
}

// lookBelow opens files whose units look for others in a folder that several parts have files
// of, or that a link may lead to.
func (t *ties) lookBelow() {
	sorted := slices.SortedFunc(slices.Values(t.files), func(a, b *tiedFile) int { return strings.Compare(a.file.Path, b.file.Path) })
	links := slices.ContainsFunc(sorted, func(x *tiedFile) bool { return x.file.Link != "" })
	split := map[string]bool{}
	for _, x := range sorted {
		if x.below == "" {
			continue
		}
		separate, known := split[x.below]
		if !known {
			prefix := prefixOf(x.below)
			separate = differBelow(sorted, prefix, func(o *tiedFile) string { return o.file.Path }, func(o *tiedFile) bool { return !slices.Equal(o.parts, x.parts) }) ||
				differBelow(t.rest, prefix, func(o partOf) string { return o.path }, func(o partOf) bool { return !slices.Equal([]int{o.part}, x.parts) })
			split[x.below] = separate
		}
		if separate || links {
			x.root().spans = true
		}
	}
}

// prefixOf is how the paths of files below the folder begin.
func prefixOf(folder string) string { return strings.TrimPrefix(path.Clean(folder)+"/", "./") }

// differBelow reports whether one of the files differs whose paths begin so. They are sorted by path.
func differBelow[T any](sorted []T, prefix string, path func(T) string, differs func(T) bool) bool {
	from, _ := slices.BinarySearchFunc(sorted, prefix, func(x T, prefix string) int { return strings.Compare(path(x), prefix) })
	for _, x := range sorted[from:] {
		if !strings.HasPrefix(path(x), prefix) {
			break
		}
		if differs(x) {
			return true
		}
	}
	return false
}

// openAll opens every file.
func (t *ties) openAll() {
	t.all = true
	for _, x := range t.files {
		x.open = true
	}
}

// count is how many files are open.
func (t *ties) count() (n int) {
	for _, x := range t.files {
		if x.open {
			n++
		}
	}
	return n
}

// listing is all files.
func (t *ties) listing() *record.Listing {
	files := make([]*record.File, len(t.files))
	for i, x := range t.files {
		files[i] = x.file
	}
	return record.NewListing(files)
}

// spans are the times of the files that are not open.
func (t *ties) spans() (all []span) {
	for _, x := range t.files {
		if !x.open {
			all = append(all, x.times[0])
		}
	}
	return all
}

// sound reports whether in no part a time was taken out because it is far from those of other
// units, which are others where all parts are read at once.
func (t *ties) sound() bool {
	parts := make([][]span, len(t.places))
	for _, x := range t.files {
		for i, p := range x.parts {
			parts[p] = append(parts[p], x.times[i])
		}
	}
	return !slices.ContainsFunc(parts, func(all []span) bool { return !near(time.Time{}, all) })
}

// left says which rows of a part are not taken over: those of open files, and the logs that an
// earlier part has.
func (t *ties) left(part int, at dataset.Place) dataset.Left {
	switch {
	case at.Table == table.LogsName:
		if !t.logs[part][at.System+"/"+at.Month] {
			return dataset.Left{}
		}
		return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.parts[0] != part }}
	case t.all:
		return dataset.Left{All: true}
	case at.Table == table.LinksName:
		if !t.anyOpen(part) {
			return dataset.Left{}
		}
	case !t.places[part][at.System+"/"+at.Month]:
		return dataset.Left{}
	}
	return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.open }}
}

func (t *ties) anyOpen(part int) bool {
	return slices.ContainsFunc(t.files, func(x *tiedFile) bool { return x.open && slices.Contains(x.parts, part) })
}
