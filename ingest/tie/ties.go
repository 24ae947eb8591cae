package tie

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"maps"
	"math"
	"path"
	"slices"
	"strings"
	"time"

	"runreport/ingest/dataset"
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

// besideFile is a file of one part.
type besideFile struct {
	path string
	part int
}

// Link is something that a file has in common with others, as the name of a unit, by hashes of its name and its value.
// Files are tied if they have different values of one name: a file with the same value of it tells nothing new.
type Link struct{ Name, Value int64 }

// Compare orders links by their names and values.
func (a Link) Compare(b Link) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Value, b.Value))
}

// bytesOfLink is how long a packed link is.
const bytesOfLink = 16

// Pack packs links, for Unpack.
func Pack(links []Link) []byte {
	b := make([]byte, 0, bytesOfLink*len(links))
	for _, l := range links {
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Name))
		b = binary.LittleEndian.AppendUint64(b, uint64(l.Value))
	}
	return b
}

// Unpack appends what Pack packed.
func Unpack(to []Link, packed []byte) []Link {
	for ; len(packed) >= bytesOfLink; packed = packed[bytesOfLink:] {
		to = append(to, Link{
			Name:  int64(binary.LittleEndian.Uint64(packed)),
			Value: int64(binary.LittleEndian.Uint64(packed[bytesOfLink/2:])),
		})
	}
	return to
}

// fileLink is one link of one file.
type fileLink struct {
	file *File
	Link
}

// nameValue is the value of a name in the first file that has it.
type nameValue struct {
	value int64
	first *File
	tied  bool // another file has another value
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

// AddBeside adds a file of a part that has nothing to do with others, but may be looked for. Such files follow each other
// by path.
func (t *Ties) AddBeside(part int, path string) { t.rest = append(t.rest, besideFile{path, part}) }

// Of is the file of the path; nil where no part has it.
func (t *Ties) Of(path string) *File { return t.at[table.SourceID(path)] }

// Read adds the files of a part, which has so many logs, with what its table links says about them. The error is that the
// table does not name each of them once, or another content of one than an earlier part.
func (t *Ties) Read(part int, links *table.Links, logs int) error {
	files := 0
	for row := range links.Len() {
		if name, ok := links.Name.Get(row); ok {
			x := t.at[links.Source.At(row)]
			if x == nil {
				return fmt.Errorf("a link of a file that it does not have")
			}
			t.Link(x, Link{name, links.Value.At(row)})
			continue
		}
		if _, ok := links.Unit.Get(row); ok {
			continue
		}
		path := links.Path.At(row)
		f := &record.File{Path: path, Dir: record.FolderOf(path), Bytes: links.Bytes.At(row), Link: links.Link.At(row)}
		x, err := t.Add(part, f, links.Stored.At(row), links.Content.At(row))
		if err != nil {
			return err
		}
		files++
		x.Below = links.Below.At(row)
		x.Places = append(x.Places, links.Places.At(row)...)
		x.Times = append(x.Times, Span{TimeOf(&links.Last, row), TimeOf(&links.First, row), TimeOf(&links.Lone, row)})
	}
	if files != logs {
		return fmt.Errorf("it has %d logs, and links of %d", logs, files)
	}
	return nil
}

// TimeOf is a time that SetTime set.
func TimeOf(c *table.Int, row int) time.Time {
	if ns, ok := c.Get(row); ok {
		return time.Unix(0, ns).UTC()
	}
	return time.Time{}
}

// SetTime sets a time in nanoseconds; the zero time is null, and one after 2259 is the end of that year: nanoseconds
// end in 2262.
func SetTime(c *table.Int, row int, at time.Time) {
	switch {
	case at.IsZero():
	case at.After(farTime):
		c.Set(row, farTime.UnixNano())
	default:
		c.Set(row, at.UnixNano())
	}
}

// Storable reports whether a column has the time as it is, once SetTime has set it.
func Storable(at time.Time) bool {
	return at.IsZero() || at.After(time.Unix(0, math.MinInt64)) && !at.After(farTime)
}

// farTime is as good as any later time.
var farTime = time.Date(2260, 1, 1, 0, 0, 0, 0, time.UTC)

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

// note notes where there are rows of an open file.
func (t *Ties) note(x *File) {
	for _, part := range x.Parts {
		for _, place := range x.Places {
			t.places[part][place] = true
		}
	}
}

// lookBelow opens files whose units look for others in a folder that several parts have files
// of, or that a link may lead to.
func (t *Ties) lookBelow() {
	t.eachBelow(func(x *File) any { return x.Parts[0] },
		func(x, o *File) bool { return !slices.Equal(o.Parts, x.Parts) },
		func(x *File, o besideFile) bool { return !slices.Equal([]int{o.part}, x.Parts) },
		func(x *File) { x.root().spans = true })
}

// eachBelow visits the files whose units look for others in a folder that holds files which are apart from them, or that a
// link may lead to. The same files are apart from all files of a group, but for those of several parts, which are open in
// any case.
func (t *Ties) eachBelow(group func(x *File) any, apart func(x, o *File) bool, beside func(x *File, o besideFile) bool, visit func(x *File)) {
	pathOf := func(x *File) string { return x.Log.Path }
	sorted := slices.SortedFunc(slices.Values(t.Files), func(a, b *File) int { return strings.Compare(pathOf(a), pathOf(b)) })
	links := slices.ContainsFunc(sorted, func(x *File) bool { return x.Log.Link != "" })
	type looking struct {
		below string
		group any
	}
	split := map[looking]bool{}
	for _, x := range sorted {
		if x.Below == "" {
			continue
		}
		from := looking{x.Below, group(x)}
		separate, known := split[from]
		if !known {
			prefix := Prefix(x.Below)
			separate = DifferBelow(sorted, prefix, pathOf, func(o *File) bool { return apart(x, o) }) ||
				DifferBelow(t.rest, prefix, func(o besideFile) string { return o.path }, func(o besideFile) bool { return beside(x, o) })
			split[from] = separate
		}
		if separate || links {
			visit(x)
		}
	}
}

// Apart returns the files that are not open, in groups that share nothing with any other file: what is made of the files of
// a group is the same without all others.
func (t *Ties) Apart() [][]*File {
	looks := map[*File]bool{}
	t.eachBelow(func(x *File) any { return x.root() },
		func(x, o *File) bool { return o.root() != x.root() },
		func(*File, besideFile) bool { return true },
		func(x *File) { looks[x.root()] = true })
	return t.groups(func(x *File) bool { return !x.Open && !looks[x.root()] })
}

// Prefix is how the paths of files below the folder begin.
func Prefix(folder string) string { return strings.TrimPrefix(path.Clean(folder)+"/", "./") }

// DifferBelow reports whether one of the files differs whose paths begin so. They are sorted by path.
func DifferBelow[T any](sorted []T, prefix string, path func(T) string, differs func(T) bool) bool {
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

// Spans are the times of the files that are not open.
func (t *Ties) Spans() (all []Span) {
	for _, x := range t.Files {
		if !x.Open {
			all = append(all, x.Times[0])
		}
	}
	return all
}

// Sound reports whether in no part a time was taken out because it is far from those of other
// units, which are others where all parts are read at once.
func (t *Ties) Sound() bool {
	parts := make([][]Span, len(t.places))
	for _, x := range t.Files {
		for i, p := range x.Parts {
			parts[p] = append(parts[p], x.Times[i])
		}
	}
	return !slices.ContainsFunc(parts, func(all []Span) bool { return !Near(time.Time{}, all) })
}

// Left says which rows of a part are not taken over: those of open files, and the logs that an
// earlier part has.
func (t *Ties) Left(part int, at dataset.Place) dataset.Left {
	switch {
	case at.Table == table.LogsName:
		if !t.logs[part][at.System+"/"+at.Month] {
			return dataset.Left{}
		}
		return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.Parts[0] != part }}
	case t.All:
		return dataset.Left{All: true}
	case at.Table == table.LinksName:
		if !t.anyOpen(part) {
			return dataset.Left{}
		}
	case !t.places[part][at.System+"/"+at.Month]:
		return dataset.Left{}
	}
	return dataset.Left{Of: func(source int64) bool { x := t.at[source]; return x != nil && x.Open }}
}

func (t *Ties) anyOpen(part int) bool {
	return slices.ContainsFunc(t.Files, func(x *File) bool { return x.Open && slices.Contains(x.Parts, part) })
}
