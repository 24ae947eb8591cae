package dataset

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/gofrs/flock"
	"golang.org/x/sync/errgroup"

	"runreport/ingest/table"
	"runreport/unit/disk"
)

// LockName is the file that a writer holds locked. It is empty, and stays.
const LockName = ".lock"

// setAside is the folder of damaged files.
const setAside = "set-aside"

// ErrForeign is a folder with something in it that no dataset holds.
var ErrForeign = errors.New("not a dataset of runreport, and not empty")

// Dataset is a dataset that is open for writing. There is one writer at a time.
type Dataset struct {
	Manifest Manifest
	Damaged  []Damage // what Open set aside

	root  *disk.Folder
	lock  *flock.Flock
	table string            // that Open was asked for
	later []string          // its columns that are left for Stored.Later
	parts map[string]Stored // its partitions, by path
	// retained are the groups of sealed units that the next Commit leaves as they are.
	retained map[Group]bool
	dropped  map[string]bool  // parts of the table that the next Commit leaves out, by path
	inGroup  map[Group][]Part // their parts; nil: not looked for yet
	brief    bool             // parts of other tables are checked when they are read
}

// lockPause is how often a writer looks whether another has finished.
const lockPause = 20 * time.Millisecond

// Open opens the dataset in dir for writing, and makes one where there is none. It
// waits until no other writer is at work, sweeps away what a killed one left, reads
// the parts of the named table and sets aside those that are damaged.
func Open(ctx context.Context, dir, name string) (*Dataset, error) {
	return open(ctx, dir, Dataset{table: name}, nil)
}

// OpenWithout is Open for the table without the columns, which Stored.Later reads.
func OpenWithout(ctx context.Context, dir, name string, columns ...string) (*Dataset, error) {
	return open(ctx, dir, Dataset{table: name, later: columns}, nil)
}

// OpenBrief is Open for reading, without a look at the parts of other tables: what damage there
// is shows when they are read.
func OpenBrief(ctx context.Context, dir, name string) (*Dataset, error) {
	return open(ctx, dir, Dataset{table: name, brief: true}, nil)
}

// open opens a dataset of which it is said how it is read.
func open(ctx context.Context, dir string, as Dataset, fault disk.Fault) (*Dataset, error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, err
	}
	if err := checkForeign(os.DirFS(dir)); err != nil {
		return nil, fmt.Errorf("%s: %w", dir, err)
	}
	lock := flock.New(filepath.Join(dir, LockName))
	if _, err := lock.TryLockContext(ctx, lockPause); err != nil {
		return nil, fmt.Errorf("%s: waiting for another writer: %w", dir, err)
	}
	root, err := disk.Open(dir, fault)
	if err != nil {
		return nil, errors.Join(err, lock.Unlock())
	}
	d := &as
	d.root, d.lock, d.parts = root, lock, map[string]Stored{}
	if err := d.load(); err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

// checkForeign refuses a folder that holds other things than a dataset: logs in it would
// be passed over, since the folder of a history is not read for logs.
func checkForeign(dir fs.FS) error {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return err
	}
	for _, e := range entries {
		n := e.Name()
		if n != ManifestName && n != LockName && n != setAside && n != unfinished+ManifestName && !(e.IsDir() && strings.HasPrefix(n, "table=")) {
			return fmt.Errorf("%w: it holds %.80q", ErrForeign, n)
		}
	}
	return nil
}

// Is reports whether a folder is a dataset.
func Is(dir fs.FS) bool {
	for _, name := range []string{ManifestName, LockName} {
		if _, err := fs.Lstat(dir, name); err == nil {
			return checkForeign(dir) == nil
		}
	}
	return false
}

// Stored is a partition as it lies in a dataset.
type Stored struct {
	table.Partition
	of    *Dataset
	part  Part
	later []string
}

// Later reads the columns that OpenWithout was told to leave out, and no others. The dataset has
// to be open.
func (s Stored) Later() (table.Partition, error) {
	p, err := readPart(s.of.root.Root, s.part, func(column string) bool { return slices.Contains(s.later, column) })
	if err != nil {
		err = fmt.Errorf("%s: %w", s.part.Path, err)
	}
	return p, err
}

// Path is where the part lies below the dataset.
func (s Stored) Path() string { return s.part.Path }

// Bytes is how long the file of the part is.
func (s Stored) Bytes() int { return s.part.Bytes }

// Unlock lets the next writer in, while the dataset is still open for reading: what that one
// replaces cannot be read any more.
func (d *Dataset) Unlock() error { return d.lock.Unlock() }

// Close lets the next writer in.
func (d *Dataset) Close() error { return errors.Join(d.root.Close(), d.lock.Unlock()) }

// Parts are the partitions of the table that Open was asked for.
func (d *Dataset) Parts() []Stored {
	var all []Stored
	for _, p := range d.Manifest.Parts {
		if part, ok := d.parts[p.Path]; ok {
			all = append(all, part)
		}
	}
	return all
}

// load reads the manifest and the parts of one table, and checks all others.
func (d *Dataset) load() error {
	m, err := readManifest(d.root.Root)
	rebuilt := errors.Is(err, errDamaged)
	if rebuilt {
		d.Damaged = append(d.Damaged, Damage{ManifestName, err})
		m, err = d.rebuild()
	}
	if err != nil {
		return err
	}
	if err := m.readableLogs(); err != nil {
		return err
	}
	d.Manifest = m
	if !rebuilt && !d.brief { // if rebuilt, Commit sweeps: until then the parts are all there is
		if err := d.sweep(); err != nil {
			return err
		}
	}
	read, faults := make([]*table.Partition, len(d.Manifest.Parts)), make([]error, len(d.Manifest.Parts))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for i, p := range d.Manifest.Parts {
		g.Go(func() error {
			read[i], faults[i] = d.check(p)
			return nil
		})
	}
	_ = g.Wait() // faults has the errors
	kept, broken := d.Manifest.Parts[:0], map[Group]bool{}
	for i, p := range d.Manifest.Parts {
		if err := faults[i]; err != nil {
			d.Damaged = append(d.Damaged, Damage{p.Path, err})
			if p.Sealed > 0 {
				broken[p.group()] = true
			}
			if err := d.putAside(p.Path); err != nil {
				return err
			}
			continue
		}
		kept = append(kept, p)
		if read[i] != nil {
			d.parts[p.Path] = Stored{*read[i], d, p, d.later}
		}
	}
	d.Manifest.Parts = kept
	d.dropBroken(broken)
	return nil
}

// check finds out whether a part is as it was written, and reads it if it is of the
// table that was asked for; else it is nil.
func (d *Dataset) check(p Part) (*table.Partition, error) {
	if p.place().Table != d.table {
		if d.brief {
			return nil, nil
		}
		return nil, p.check(d.root.Root)
	}
	part, err := readPart(d.root.Root, p, func(column string) bool { return !slices.Contains(d.later, column) })
	return &part, err
}

// putAside moves a damaged file out of the way of engines. It stays, for who wants to
// look at it.
func (d *Dataset) putAside(name string) error {
	if err := d.root.MkdirAll(setAside, 0o777); err != nil {
		return err
	}
	err := d.root.Rename(name, path.Join(setAside, strings.ReplaceAll(name, "/", "-")))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// copyAside keeps a damaged file for who wants to look at it, and leaves it in its place.
func (d *Dataset) copyAside(name string) error {
	b, err := readFile(d.root.Root, name, maxManifest, new([]byte))
	if err != nil {
		return err
	}
	if err := d.root.MkdirAll(setAside, 0o777); err != nil {
		return err
	}
	return writeWhole(d.root, path.Join(setAside, name), b, false)
}

// Commit makes the dataset hold the partitions and nothing else, but for partitions of
// the table that Open was asked for: they stay unless there is another in their place that does not
// go beside them, or Drop named them.
// So do groups of sealed units that are kept. What the dataset holds already is not written
// again, and a partition without rows not at all. A Commit that is interrupted changes nothing.
func (d *Dataset) Commit(all []table.Partition, program string, redacted bool) error {
	type content struct {
		at     Place
		digest string
	}
	have, given := map[content]Part{}, map[Place]bool{}
	for _, p := range all {
		given[PlaceOf(p)] = given[PlaceOf(p)] || !p.Beside
	}
	m := Manifest{Program: program, Redacted: redacted, Shard: d.Manifest.Shard, Maker: d.Manifest.Maker}
	sealed := int64(1) // number of the first of the groups that are written now
	for _, p := range d.Manifest.Parts {
		at := p.place()
		sealed = max(sealed, p.Sealed+1)
		if at.Table == d.table && !given[at] && !d.dropped[p.Path] || p.Sealed > 0 && d.retained[p.group()] {
			m.Parts = append(m.Parts, p)
			continue
		}
		if p.Schema == table.VersionOf(at.Table) {
			have[content{at, p.Content}] = p
		}
	}
	parts := make([]Part, len(all))
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, i := range d.longestFirst(all) {
		p := all[i]
		if p.Len() == 0 {
			continue
		}
		g.Go(func() (err error) {
			p, err := p.Made()
			if err != nil {
				return err
			}
			sum := p.Digest()
			digest := hex.EncodeToString(sum[:])
			part, ok := have[content{PlaceOf(p), digest}]
			if !ok {
				part, err = d.write(p, digest, program)
			}
			part.Sealed = 0
			if p.Sealed > 0 {
				part.Sealed = sealed + int64(p.Sealed) - 1
			}
			parts[i] = part
			return err
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	for _, p := range parts {
		if p.Path != "" {
			m.Parts = append(m.Parts, p)
		}
	}
	return d.replaceManifest(m)
}

// replaceManifest is the moment when what was written counts.
func (d *Dataset) replaceManifest(m Manifest) error {
	b, err := m.encode()
	if err != nil {
		return err
	}
	if err := writeWhole(d.root, ManifestName, b, true); err != nil {
		return err
	}
	fresh := len(d.Manifest.Parts) == 0 && len(d.Damaged) == 0
	d.Manifest, d.inGroup, d.dropped = m, nil, nil
	if fresh { // nothing was replaced, and what lay there before was swept away by Open
		return nil
	}
	return d.sweep()
}

// sweep removes the parts that the manifest does not list, and what a killed writer
// had begun. It touches nothing that is not named as a part.
func (d *Dataset) sweep() error {
	listed := map[string]bool{}
	for _, p := range d.Manifest.Parts {
		listed[p.Path] = true
	}
	return d.walk(func(name string) error {
		whole := path.Join(path.Dir(name), strings.TrimPrefix(path.Base(name), unfinished))
		if _, err := placeOf(whole); err != nil || listed[name] {
			return nil
		}
		return d.root.Remove(name)
	})
}

// walk calls do for every file below the folders of tables.
func (d *Dataset) walk(do func(name string) error) error {
	return fs.WalkDir(d.root.FS(), ".", func(p string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() {
			if p != "." && !strings.HasPrefix(p, "table=") {
				return fs.SkipDir
			}
			return nil
		}
		if strings.HasPrefix(p, "table=") {
			return do(p)
		}
		return nil
	})
}

// rebuild makes a manifest of the parts of one table that are as they were written:
// their names say what their hash was. All other tables are made of this one. The damaged
// manifest stays where it is until Commit replaces it: a dataset without one is new, and
// a writer that came after a killed one would sweep all parts away. Rows may be there
// twice then: those of a part, and of another by which a killed writer replaced it.
func (d *Dataset) rebuild() (Manifest, error) {
	var m Manifest
	if err := d.copyAside(ManifestName); err != nil {
		return m, err
	}
	err := d.walk(func(p string) error {
		at, err := placeOf(p)
		if err != nil || at.Table != d.table {
			return nil
		}
		part, err := describe(d.root.Root, p)
		if err != nil {
			d.Damaged = append(d.Damaged, Damage{p, err})
			return d.putAside(p)
		}
		m.Parts = append(m.Parts, part)
		return nil
	})
	return m, err
}
