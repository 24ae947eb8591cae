package tie

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	"runreport/ingest/history"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Ties find out which files of several parts have to be put together again, because something
// of another part may belong to them: those are open. What the files of a part have to do with
// each other is in its rows already.
type Ties struct {
	Files  []*File
	All    bool                // every file is open
	rest   []besideFile        // see AddBeside
	at     map[int64]*File     // by SourceID
	values map[int64]nameValue // by name
	rows   []fileLink
	places []map[string]bool // of each part, those with rows of open files
	logs   []map[string]bool // of each part, those with logs that an earlier part has
}

// File is a file of one part, or of several that have it.
type File struct {
	Log     *record.File // as it was read first
	Parts   []int        // mostly one
	Stored  string       // where its row of the table logs is, as kahn/2026-04
	Content int64        // hash of what was read of it
	Below   string       // the folder that its units look for others in, with a slash behind it; "": none, "./": everything
	Places  []string
	Times   []Span // in each of the parts
	Open    bool
	first   [1]int  // backing array of Parts
	during  [1]Span // that of Times
	up      *File   // a file that it belongs together with; nil: the one that stands for all of them
	spans   bool    // of that one: they lie in several parts
}

// New returns the ties of so many parts, which have no files yet.
func New(parts int) *Ties {
	t := &Ties{at: map[int64]*File{}, values: map[int64]nameValue{}}
	for range parts {
		t.places, t.logs = append(t.places, map[string]bool{}), append(t.logs, map[string]bool{})
	}
	return t
}

// root stands for all files that the file belongs together with.
func (x *File) root() *File {
	for x.up != nil {
		if x.up.up != nil {
			x.up = x.up.up
		}
		x = x.up
	}
	return x
}

func join(a, b *File) {
	if a, b = a.root(), b.root(); a != b {
		b.up = a
	}
}

// Add adds a file of a part. The error is that an earlier part has it with another content.
func (t *Ties) Add(part int, f *record.File, stored string, content int64) (*File, error) {
	source := table.SourceID(f.Path)
	x := t.at[source]
	switch {
	case x == nil:
		x = &File{Log: f, Stored: stored, Content: content}
		x.Parts, x.Times = x.first[:0], x.during[:0]
		t.at[source] = x
		t.Files = append(t.Files, x)
	case x.Content != content:
		return nil, fmt.Errorf("%w: %s", history.ErrOverlap, f.Path)
	default:
		t.logs[part][stored] = true
	}
	x.Parts = append(x.Parts, part)
	return x, nil
}

// Of is the file of the path; nil where no part has it.
func (t *Ties) Of(path string) *File { return t.at[table.SourceID(path)] }

// Link adds a link of the file.
func (t *Ties) Link(x *File, link Link) {
	have, ok := t.values[link.Name]
	switch {
	case !ok:
		t.values[link.Name] = nameValue{value: link.Value, first: x}
	case have.value != link.Value && !have.tied:
		have.tied = true
		t.values[link.Name] = have
	}
	t.rows = append(t.rows, fileLink{x, link})
}

// Decide ties all files and opens those that cannot stay as they are.
func (t *Ties) Decide() {
	t.tie()
	t.lookBelow()
	t.settle()
	for _, x := range t.Files {
		if x.Open {
			t.note(x)
		}
	}
}

// tie ties the files, and notes which of them belong together with a file of another part.
func (t *Ties) tie() {
	for _, r := range t.rows {
		if have := t.values[r.Name]; have.tied {
			join(have.first, r.file)
		}
	}
	part := map[*File]int{}
	for _, x := range t.Files {
		root := x.root()
		first, ok := part[root]
		if !ok {
			first = x.Parts[0]
			part[root] = first
		}
		if slices.ContainsFunc(x.Parts, func(p int) bool { return p != first }) {
			root.spans = true
		}
	}
}

// settle opens the files that belong together with one that has to be.
func (t *Ties) settle() {
	for _, x := range t.Files {
		x.Open = x.root().spans
	}
}

// OpenWith opens files and those that they belong together with.
func (t *Ties) OpenWith(files []*File) {
	for _, x := range files {
		x.root().spans = true
	}
	t.settle()
}

// Groups are the open files, those that belong together in one group, in the order of their logs.
func (t *Ties) Groups() [][]*File { return t.groups(func(x *File) bool { return x.Open }) }

// groups are the files of which it is true, by what they belong together with, and in their order.
func (t *Ties) groups(of func(*File) bool) [][]*File {
	byRoot := map[*File][]*File{}
	for _, x := range t.Files {
		if of(x) {
			byRoot[x.root()] = append(byRoot[x.root()], x)
		}
	}
	order := func(a, b *File) int { return cmp.Compare(a.Log.Index, b.Log.Index) }
	groups := slices.Collect(maps.Values(byRoot))
	for _, group := range groups {
		slices.SortFunc(group, order)
	}
	slices.SortFunc(groups, func(a, b []*File) int { return order(a[0], b[0]) })
	return groups
}

// MoveTo moves the file to another part, in which it was put together with all files that it belongs together with, and
// with all that its units looked for.
func (x *File) MoveTo(part int) { x.Parts = append(x.first[:0], part) }

// DecideAgain is Decide after the open files were moved to other parts, in which they may have further links. Folders that
// units look for files in open nothing more: a moved file was put together with the list of all files.
func (t *Ties) DecideAgain() {
	for _, x := range t.Files {
		x.spans = false
	}
	t.tie()
	t.settle()
}

// OpenAll opens every file.
func (t *Ties) OpenAll() {
	t.All = true
	for _, x := range t.Files {
		x.Open = true
	}
}

// Count is how many files are open.
func (t *Ties) Count() (n int) {
	for _, x := range t.Files {
		if x.Open {
			n++
		}
	}
	return n
}

// Listing is all files.
func (t *Ties) Listing() *record.Listing {
	files := make([]*record.File, len(t.Files))
	for i, x := range t.Files {
		files[i] = x.Log
	}
	return record.NewListing(files)
}
