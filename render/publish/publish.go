// Package publish puts files into a folder: whole or not at all, beside a manifest that
// lists them, and never over what no manifest of ours lists.
package publish

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"runreport/unit/disk"
)

// staging is the folder inside the output that holds the files until they are
// complete. It is there only while Publish runs, or after a crash.
const staging = ".runreport-staging"

// adopted is the manifest, among what is staged, of files that an earlier Publish left.
const adopted = "adopted"

// Files writes the files into dir, and a manifest that lists them. It makes dir
// where there is none.
//
// A file appears whole or not at all: all are written aside, waited for until they are on
// disk, then renamed into place one by one, the manifest last. A file that holds
// the same bytes already is not touched, nor is one that is Unchanged, which the older manifest
// has to list as made from the same. Files that an older manifest lists, that
// still hold what it says, and that are no longer made, are removed. An error among
// the files is the error of Publish.
//
// Publish never overwrites or deletes what no manifest of ours lists, and never
// writes through a symbolic link: it fails, naming the file, before it has
// changed anything. After a crash the next Publish takes over what the last one
// left. One Publish at a time works in a folder: others wait for a minute, then fail with
// ErrBusy. A Folder is for who reads what is there before the files are made.
func Files(dir string, files iter.Seq2[File, error], about Manifest) (err error) {
	f, err := OpenFolder(context.Background(), dir, lockWait, nil)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }() // after a panic too
	return f.Publish(files, about)
}

// publication is one Publish at work.
type publication struct {
	root *disk.Folder
	own  map[string]ManifestFile // what is ours to overwrite and remove, by path
	real map[string]bool         // folders in which no link and nothing else is in the way
	made map[string]bool         // folders that are there
}

func newPublication(root *disk.Folder) publication {
	return publication{root: root, own: map[string]ManifestFile{}, real: map[string]bool{}, made: map[string]bool{}}
}

func (p *publication) publish(files iter.Seq2[File, error], about Manifest) error {
	if err := p.takeOver(); err != nil {
		return err
	}
	if err := p.clearStaging(); err != nil {
		return err
	}
	staged, err := p.stage(files, &about)
	if err != nil || staged == nil {
		return err
	}
	for _, s := range staged {
		if err := p.move(s.from, s.to); err != nil {
			return err
		}
	}
	if err := p.removeStale(about); err != nil {
		return err
	}
	p.syncFolders(staged)
	if err := p.move(path.Join(staging, ManifestName), ManifestName); err != nil {
		return err
	}
	p.root.SyncNames(".")
	return p.root.Remove(staging)
}

// validTogether refuses names that cannot stand side by side in the output. The files
// are in the order of their paths.
func validTogether(files []ManifestFile) error {
	seen := make(map[string]bool, len(files))
	for _, f := range files {
		if seen[f.Path] {
			return errors.New("two files of one name")
		}
		seen[f.Path] = true
		for up := path.Dir(f.Path); up != "."; up = path.Dir(up) {
			if seen[up] {
				return fmt.Errorf("%s: a file and a folder of one name", up)
			}
		}
	}
	return nil
}

// validPath refuses names that are not plainly below the output, on any system,
// and those that Publish needs for itself.
func validPath(name string) error {
	first, _, _ := strings.Cut(name, "/")
	if name == "." || name != path.Clean(name) || strings.ContainsAny(name, "\\:\x00") ||
		!filepath.IsLocal(filepath.FromSlash(name)) || first == staging || first == ManifestName || first == lockName {
		return fmt.Errorf("%q: not a name for an output file", name)
	}
	return nil
}

// takeOver learns what is ours from the manifest, and from what a crash left.
func (p *publication) takeOver() error {
	old, err := ReadManifest(p.root.FS(), ManifestName)
	if err != nil {
		return err
	}
	if old != nil {
		for _, f := range old.Files {
			p.own[f.Path] = f
		}
	}
	info, err := p.root.Lstat(staging)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return fmt.Errorf("%s: not a folder of runreport", staging)
	}
	// The manifest that was staged says what may be in place already. A file counts
	// as ours only with the very content it states.
	left, err := ReadManifest(p.root.FS(), path.Join(staging, ManifestName))
	if err != nil || left == nil {
		return nil
	}
	unlisted := false
	for _, f := range left.Files {
		if f.holds(p.root.Root) {
			unlisted = unlisted || p.own[f.Path] != f
			p.own[f.Path] = f
		}
	}
	if !unlisted {
		return nil
	}
	return p.adopt(old, left)
}

// adopt lists in the manifest what a Publish that did not end has put in place: this one
// may not end either, and the next would take those files for somebody else's.
func (p *publication) adopt(old, left *Manifest) error {
	all := Manifest{Schema: manifestSchema, Version: left.Version, Files: slices.Collect(maps.Values(p.own))}
	slices.SortFunc(all.Files, func(a, b ManifestFile) int { return strings.Compare(a.Path, b.Path) })
	if old != nil && old.Program == left.Program { // else no file of either may be kept
		all.Program = left.Program
	}
	b, err := all.encode()
	if err != nil {
		return err
	}
	aside := path.Join(staging, adopted)
	if err := p.root.Remove(aside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := p.write(aside, b); err != nil {
		return err
	}
	return p.move(aside, ManifestName)
}

// describe is the manifest's entry for a file: of one that is unchanged the one it has.
func (p *publication) describe(f File) (ManifestFile, error) {
	if !f.Unchanged {
		return describe(f), nil
	}
	as, listed := p.own[f.Path]
	if !listed || as.Fingerprint != f.Fingerprint {
		return as, fmt.Errorf("%s: said to be unchanged, and %s does not list it so", f.Path, ManifestName)
	}
	return as, nil
}

// checkFree says whether name may be written: nothing is there, or a plain file
// of ours, and every folder above it is a real one.
func (p *publication) checkFree(name string) error {
	if dir := path.Dir(name); !p.real[dir] {
		if up := notFolder(p.root.Root, name); up != "" {
			return fmt.Errorf("%s: in the way, and not a folder", up)
		}
		p.real[dir] = true
	}
	info, err := p.root.Lstat(filepath.FromSlash(name))
	switch _, listed := p.own[name]; {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s: in the way, and not a plain file", name)
	case !listed:
		return fmt.Errorf("%s: in the way, and not written by runreport: %s does not list it", name, ManifestName)
	}
	return nil
}

// notFolder is the first name above name that is there and is no real folder, if
// there is one: a link to a folder is none.
func notFolder(root *os.Root, name string) string {
	for i := range name {
		if name[i] != '/' {
			continue
		}
		if info, err := root.Lstat(filepath.FromSlash(name[:i])); err == nil && !info.IsDir() {
			return name[:i]
		}
	}
	return ""
}
