package publish

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"
)

// writers is how many files are written at once: of a disk on another machine what takes long is waiting for
// an answer, and many such waits take the time of one.
const writers = 16

// stagedFile is a complete file that waits to be renamed.
type stagedFile struct{ from, to string }

// stage writes the files that have changed into the staging folder, and the manifest
// when all of them are there: nothing is moved before it says what the rest is. It
// gives nil where nothing has changed, and leaves nothing behind where it fails.
func (p *publication) stage(files iter.Seq2[File, error], about *Manifest) ([]stagedFile, error) {
	batch := p.root.Batch()
	defer batch.Close()
	staged, err := p.stageChanged(files, about)
	if err == nil {
		err = validTogether(about.Files)
	}
	var manifest []byte
	if err == nil {
		manifest, err = about.encode()
	}
	if err != nil {
		return nil, errors.Join(err, p.clearStaging())
	}
	if old, err := p.root.ReadFile(ManifestName); err == nil && len(staged) == 0 && bytes.Equal(old, manifest) {
		return nil, p.clearStaging()
	}
	listed := path.Join(staging, ManifestName)
	if err := p.create(listed, manifest); err != nil {
		return nil, errors.Join(err, p.clearStaging())
	}
	names := []string{listed}
	for _, s := range staged {
		names = append(names, s.from)
	}
	if err := batch.Sync(names); err != nil {
		return nil, errors.Join(err, p.clearStaging())
	}
	p.root.SyncNames(staging)
	return staged, nil
}

// stageChanged describes every file in the manifest, in the order of their paths, and
// writes those that have changed. One that nobody holds is written first, and compared then.
func (p *publication) stageChanged(files iter.Seq2[File, error], about *Manifest) ([]stagedFile, error) {
	if err := p.root.Mkdir(staging, 0o777); err != nil {
		return nil, err
	}
	staged, n := []stagedFile{}, 0
	next := func(f File) stagedFile {
		n++
		return stagedFile{from: path.Join(staging, strconv.Itoa(n-1)), to: f.Path}
	}
	about.Schema, about.Files = manifestSchema, []ManifestFile{}
	var long []*longFile
	writes, failed := errgroup.WithContext(context.Background())
	writes.SetLimit(writers)
	for f, err := range files {
		if failed.Err() != nil {
			break // Wait says what it was
		}
		if err == nil {
			err = validPath(f.Path)
		}
		if err == nil {
			err = p.checkFree(f.Path)
		}
		if err != nil {
			return nil, errors.Join(err, writes.Wait())
		}
		if f.Write != nil {
			l := &longFile{stagedFile: next(f)}
			long = append(long, l)
			writes.Go(func() error { return p.writeLong(l, f) })
			continue
		}
		as, err := p.describe(f)
		if err != nil {
			return nil, errors.Join(err, writes.Wait())
		}
		about.Files = append(about.Files, as)
		if f.Unchanged || as.holds(p.root.Root) {
			continue
		}
		to := next(f)
		staged = append(staged, to)
		writes.Go(func() error { return p.create(to.from, f.Content) })
	}
	err := writes.Wait()
	for _, l := range long {
		if l.panicked != nil {
			panic(l.panicked)
		}
	}
	if err != nil {
		return nil, err
	}
	for _, l := range long {
		about.Files = append(about.Files, l.as)
		if !l.unchanged {
			staged = append(staged, l.stagedFile)
		}
	}
	slices.SortFunc(about.Files, func(a, b ManifestFile) int { return strings.Compare(a.Path, b.Path) })
	return staged, nil
}

// clearStaging removes what a Publish that did not end has staged, and nothing
// else.
func (p *publication) clearStaging() error {
	dir, err := p.root.Open(staging)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return err
	}
	for _, e := range entries {
		if !isStaged(e) {
			return fmt.Errorf("%s: not a file of runreport", path.Join(staging, e.Name()))
		}
	}
	for _, e := range entries {
		if err := p.root.Remove(filepath.Join(staging, e.Name())); err != nil {
			return err
		}
	}
	return p.root.Remove(staging)
}

// isStaged reports whether a file of the staging folder can be one of ours.
func isStaged(e fs.DirEntry) bool {
	_, err := strconv.Atoi(e.Name())
	return (err == nil || e.Name() == ManifestName || e.Name() == adopted) && e.Type().IsRegular()
}

// longFile is a file whose content nobody holds: what there is to say about it is known when it
// was written.
type longFile struct {
	stagedFile
	as        ManifestFile
	unchanged bool // the folder holds it already, and it is staged no more
	panicked  any  // what writing it panicked with; nil: it did not
}

// writeLong writes the file and describes it. What it panics with is kept for the caller: nobody
// else would see it.
func (p *publication) writeLong(l *longFile, f File) error {
	defer func() { l.panicked = recover() }()
	err := p.createBy(l.from, func(file io.Writer) error {
		sum := sha256.New()
		out := bufio.NewWriterSize(io.MultiWriter(file, sum), longBuffer)
		if err := f.Write(out); err != nil {
			return err
		}
		if err := out.Flush(); err != nil {
			return err
		}
		info, err := p.root.Lstat(filepath.FromSlash(l.from))
		if err != nil {
			return err
		}
		l.as = ManifestFile{Path: f.Path, SHA256: hex.EncodeToString(sum.Sum(nil)), Bytes: info.Size(), Fingerprint: f.Fingerprint}
		l.unchanged = l.as.holds(p.root.Root)
		return nil
	})
	if err == nil && l.unchanged {
		err = p.root.Remove(filepath.FromSlash(l.from))
	}
	return err
}

// longBuffer is how many bytes of a long file are written in one go.
const longBuffer = 256 << 10

// write makes a new file of the content and waits until it is on disk.
func (p *publication) write(name string, content []byte) error {
	batch := p.root.Batch()
	defer batch.Close()
	if err := p.create(name, content); err != nil {
		return err
	}
	return batch.Sync([]string{name})
}

// create makes a new file of the content.
func (p *publication) create(name string, content []byte) error {
	return p.createBy(name, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
}

// createBy makes a new file and has it written.
func (p *publication) createBy(name string, write func(io.Writer) error) error {
	f, err := p.root.OpenFile(filepath.FromSlash(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if err != nil {
		return err
	}
	err = write(f)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return err
}

func (p *publication) move(from, to string) error {
	if dir := path.Dir(to); !p.made[dir] {
		if err := p.root.MkdirAll(filepath.FromSlash(dir), 0o777); err != nil {
			return err
		}
		p.made[dir] = true
	}
	return p.root.Rename(filepath.FromSlash(from), filepath.FromSlash(to))
}

// syncFolders makes the renames last, each folder once.
func (p *publication) syncFolders(moved []stagedFile) {
	folders := map[string]bool{}
	for _, s := range moved {
		folders[path.Dir(s.to)] = true
	}
	for dir := range folders {
		p.root.SyncNames(dir)
	}
}

// removeStale removes files of ours that are no longer made, and folders that
// are empty without them. A file that someone has changed since is theirs now.
func (p *publication) removeStale(about Manifest) error {
	var folders []string
	for _, f := range about.Files {
		delete(p.own, f.Path)
	}
	for _, f := range p.own {
		if !f.holds(p.root.Root) {
			continue
		}
		if err := p.root.Remove(filepath.FromSlash(f.Path)); err != nil {
			return err
		}
		for up := path.Dir(f.Path); up != "."; up = path.Dir(up) {
			folders = append(folders, up)
		}
	}
	slices.Sort(folders)
	for _, dir := range slices.Backward(slices.Compact(folders)) {
		// Remove refuses a folder that is not empty, which then stays.
		_ = p.root.Remove(filepath.FromSlash(dir))
	}
	return nil
}
