package dataset

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"path"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"runreport/ingest/table"
	"runreport/unit/disk"
)

// Copies are rows of several datasets that become those of another. They are not decoded where
// none of them is left out.
type Copies struct {
	From  []*Dataset
	Fresh []table.Partition // rows that go beside them
	// Leave tells which rows of From[i] are left out of those in a place.
	Leave func(i int, at Place) Left
}

// Left says which rows are left out.
type Left struct {
	All bool
	Of  func(source int64) bool // those of files with such a SourceID; nil: none
}

// CopyError is a part of From[From] that could not be copied.
type CopyError struct {
	From int
	Damage
}

func (e *CopyError) Error() string { return e.Path + ": " + e.Err.Error() }

// copied is a part of a dataset, or of fresh rows, as it is written.
type copied struct {
	of    Part
	bytes []byte
}

// CommitCopies is Commit for rows of other datasets: d holds them afterwards, and nothing else.
// Parts of one place become one.
func (d *Dataset) CommitCopies(c Copies, program string, redacted bool) error {
	type source struct {
		from  int // below 0: it is fresh
		part  Part
		fresh table.Partition
	}
	parts := map[Place][]source{}
	for i, from := range c.From {
		for _, p := range from.Manifest.Parts {
			if at := p.place(); !c.Leave(i, at).All {
				parts[at] = append(parts[at], source{from: i, part: p})
			}
		}
	}
	for _, p := range c.Fresh {
		if p.Len() > 0 {
			parts[PlaceOf(p)] = append(parts[PlaceOf(p)], source{from: -1, fresh: p})
		}
	}
	places := slices.SortedFunc(maps.Keys(parts), Place.Compare)
	written := make([][]Part, len(places))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	var last *openFolders
	for i, at := range places {
		if i == 0 || at.folder() != last.name {
			last = &openFolders{name: at.folder(), from: make([]*disk.Folder, len(c.From))}
			for i+last.users < len(places) && places[i+last.users].folder() == last.name {
				last.users++
			}
		}
		in := last
		g.Go(func() error {
			defer in.done()
			// In this order whatever that of the datasets is, with the fresh rows behind.
			slices.SortStableFunc(parts[at], func(a, b source) int {
				return cmp.Or(cmp.Compare(min(b.from, 0), min(a.from, 0)), cmp.Compare(a.part.Content, b.part.Content))
			})
			out := copier{d: d, in: in, at: at}
			for _, s := range parts[at] {
				var p copied
				var err error
				if s.from < 0 {
					p, err = encoded(s.fresh, program)
				} else if p, err = c.without(in, s.from, s.part, at, program); err != nil {
					err = &CopyError{s.from, Damage{s.part.Path, err}}
				}
				if err == nil {
					err = out.add(p)
				}
				if err != nil {
					return err
				}
			}
			err := out.flush()
			written[i] = out.written
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	m := Manifest{Program: program, Redacted: redacted, Shard: d.Manifest.Shard, Maker: d.Manifest.Maker, Parts: slices.Concat(written...)}
	return d.replaceManifest(m)
}

// encoded is fresh rows as a part.
func encoded(p table.Partition, program string) (copied, error) {
	p, err := p.Made()
	if err != nil {
		return copied{}, err
	}
	b, err := p.Encode()
	if err != nil {
		return copied{}, err
	}
	sum := p.Digest()
	first, last := p.Span()
	return copied{Part{Schema: table.VersionOf(p.Name), Program: program, Rows: p.Len(), First: first, Last: last,
		Content: hex.EncodeToString(sum[:])}, b}, nil
}

// openFolders are the folder of one table and system in the datasets that are copied, and in the
// one that is written, each opened when it is used first. One of several months has as many users.
type openFolders struct {
	name string

	mu    sync.Mutex
	users int
	from  []*disk.Folder // nil: not opened
	into  *disk.Folder
}

// folder is the folder of the table and the system.
func (p Place) folder() string { return path.Join("table="+p.Table, "system="+p.System) }

// read is the folder in the dataset From[i].
func (o *openFolders) read(i int, from *Dataset) (*disk.Folder, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	var err error
	if o.from[i] == nil {
		o.from[i], err = from.root.Within(o.name)
	}
	return o.from[i], withoutPath(err)
}

// write is the folder in the dataset that is written. It makes it where it is not there.
func (o *openFolders) write(into *Dataset) (*disk.Folder, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.into != nil {
		return o.into, nil
	}
	if err := into.root.MkdirAll(o.name, 0o777); err != nil {
		return nil, err
	}
	var err error
	o.into, err = into.root.Within(o.name)
	return o.into, err
}

// done closes the folders after the last user.
func (o *openFolders) done() {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.users--; o.users > 0 {
		return
	}
	for _, f := range append(o.from, o.into) {
		if f != nil {
			_ = f.Close() // nothing is written to a folder itself
		}
	}
}

// without is a part of From[i] without the rows of files that are left out.
func (c *Copies) without(in *openFolders, i int, p Part, at Place, program string) (copied, error) {
	folder, err := in.read(i, c.From[i])
	if err != nil {
		return copied{}, err
	}
	b, err := p.bytes(folder.Root, in.name)
	left := c.Leave(i, at).Of
	if err != nil || left == nil {
		return copied{p, b}, err
	}
	sources, err := decodePart(at, b, func(column string) bool { return column == "source" })
	if err != nil {
		return copied{}, err
	}
	kept := sources.RowsOf(func(source int64) bool { return !left(source) })
	switch len(kept) {
	case sources.Len():
		return copied{p, b}, nil
	case 0:
		return copied{}, nil
	}
	whole, err := decodePart(at, b, allColumns)
	if err != nil {
		return copied{}, err
	}
	whole.Named = whole.Pick(kept)
	return encoded(whole, program)
}

// copier writes the parts of one place as one, or as several where that is more than one is to have.
type copier struct {
	d       *Dataset
	in      *openFolders
	at      Place
	some    []copied // that become one
	size    int      // bytes of them
	written []Part
}

// add adds a part to those that become one.
func (c *copier) add(p copied) error {
	if p.of.Rows == 0 {
		return nil
	}
	if len(c.some) > 0 && c.size+len(p.bytes) > c.d.most(c.at) {
		if err := c.flush(); err != nil {
			return err
		}
	}
	c.some, c.size = append(c.some, p), c.size+len(p.bytes)
	return nil
}

// flush writes what was added.
func (c *copier) flush() error {
	if len(c.some) == 0 {
		return nil
	}
	slices.SortFunc(c.some, func(a, b copied) int { return cmp.Compare(a.of.Content, b.of.Content) })
	all, err := together(c.some)
	if err != nil {
		return err
	}
	c.some, c.size = nil, 0
	for _, p := range all {
		into, err := c.in.write(c.d)
		if err != nil {
			return err
		}
		part, err := c.d.writeFile(into, c.in.name, c.at, p.bytes, p.of)
		if err != nil {
			return err
		}
		c.written = append(c.written, part)
	}
	return nil
}

// most is how many bytes a part has that several are put together to.
func (d *Dataset) most(at Place) int {
	if at.Table == d.table { // it is cut into small ones where it is written
		return maxPart / 16
	}
	return maxPart
}

// together is parts as one, or as they are where that cannot be.
func together(all []copied) ([]copied, error) {
	if len(all) == 1 {
		return all, nil
	}
	var files [][]byte
	one, h := all[0].of, sha256.New()
	one.Rows = 0
	for _, p := range all {
		files = append(files, p.bytes)
		one.Rows += p.of.Rows
		one.spans(p.of)
		h.Write([]byte(p.of.Content))
	}
	one.Content = hex.EncodeToString(h.Sum(nil))
	b, err := table.Concat(files)
	if errors.Is(err, table.ErrTooLarge) {
		return all, nil
	}
	return []copied{{one, b}}, err
}

// ReadRows hands the parts of the places for which of is true to take, one by one.
func (d *Dataset) ReadRows(of func(Place) bool, take func(table.Partition)) error {
	for _, p := range d.Manifest.Parts {
		if !of(p.place()) {
			continue
		}
		part, err := readPart(d.root.Root, p, allColumns)
		if err != nil {
			return &CopyError{Damage: Damage{p.Path, err}}
		}
		take(part)
	}
	return nil
}

// ReadTable reads those columns of a table of which it is true, in the parts that it lies in.
func (d *Dataset) ReadTable(name string, of func(column string) bool) ([]table.Partition, error) {
	var parts []Part
	for _, p := range d.Manifest.Parts {
		if p.place().Table == name {
			parts = append(parts, p)
		}
	}
	return d.readAll(parts, func(_, column string) bool { return of(column) })
}

// readAll reads those columns of the parts of which it is true, on all processors: most rows of a history may be
// those of one group. Large parts begin first, so that no processor waits long for the last one.
func (d *Dataset) readAll(parts []Part, of func(table, column string) bool) ([]table.Partition, error) {
	read := make([]table.Partition, len(parts))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range inOrder(len(parts), func(a, b int) int { return cmp.Compare(parts[b].Bytes, parts[a].Bytes) }) {
		p := parts[i]
		g.Go(func() (err error) {
			wanted := func(column string) bool { return of(p.place().Table, column) }
			if read[i], err = readPart(d.root.Root, p, wanted); err != nil {
				err = fmt.Errorf("%s: %w", p.Path, err)
			}
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return nil, err
	}
	return read, nil
}
