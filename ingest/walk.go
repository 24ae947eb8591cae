package ingest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"runreport/ingest/naming"
	"runreport/ingest/source/sqlite"
)

// walk lists the files below the roots in the order of their shown paths. Those of an
// archive stand in its place, as if it were a folder. Files that are passed over are
// listed apart.
func walk(ctx context.Context, o Options) (all, passed []found, err error) {
	rs, err := naming.Arguments(o.Paths)
	if err != nil {
		return nil, nil, err
	}
	own, files, folders := o.ownFolders(), foundFiles{}, []folder{}
	for _, r := range rs {
		at := folder{shown: r.Shown, root: r.Shown, real: r.Path}
		switch info, err := os.Lstat(r.Path); {
		case err != nil:
			files.all = append(files.all, at.unlisted(err))
		case info.IsDir():
			folders = append(folders, at)
		default:
			files.add(o, own, at.file(r.Path, r.Shown), fs.FileInfoToDirEntry(info))
		}
	}
	// Folder by folder, all of one depth at once: a hundred thousand runs have as many folders.
	parts := []foundFiles{files}
	for len(folders) > 0 {
		lists := make([]inside, len(folders))
		if err := forEach(ctx, o, "looking for files", len(folders), func(i int) { lists[i] = folders[i].list(o, own) }); err != nil {
			return nil, nil, err
		}
		folders = folders[:0]
		for _, l := range lists {
			if l.files.any() {
				parts = append(parts, l.files)
			}
			folders = append(folders, l.folders...)
		}
	}
	files = joined(parts)
	return o.complete(ctx, rs, files.all, files.passed, files.archives)
}

// folder is a folder below the roots, and why its files are passed over.
type folder struct {
	shown, root, real string
	passing           passReason
	like              *special // what its files share where it is passed over
}

// foundFiles are files that were found, by what becomes of them.
type foundFiles struct{ all, passed, archives []found }

func (l *foundFiles) any() bool { return len(l.all)+len(l.passed)+len(l.archives) > 0 }

// joined are the files of all parts, in lists that are made at their size.
func joined(parts []foundFiles) (l foundFiles) {
	var all, passed, archives int
	for _, p := range parts {
		all, passed, archives = all+len(p.all), passed+len(p.passed), archives+len(p.archives)
	}
	l.all, l.passed, l.archives = make([]found, 0, all), make([]found, 0, passed), make([]found, 0, archives)
	for _, p := range parts {
		l.all, l.passed = append(l.all, p.all...), append(l.passed, p.passed...)
		l.archives = append(l.archives, p.archives...)
	}
	return l
}

// inside is what lies in a folder.
type inside struct {
	files   foundFiles
	folders []folder
}

// list lists the folder, in the order of names. One that cannot be listed is told of like a file that
// cannot be read.
func (at folder) list(o Options, own ownFolders) (in inside) {
	entries, err := os.ReadDir(at.real)
	if err != nil {
		if at.passing.rule == "" {
			in.files.all = append(in.files.all, at.unlisted(err))
		}
		return in
	}
	folders := 0
	for _, d := range entries {
		if d.IsDir() {
			folders++
		}
	}
	in.folders = make([]folder, 0, folders)
	if at.passing.rule == "" {
		in.files.all = make([]found, 0, len(entries)-folders)
	}
	if at.passing.rule != "" {
		at.like = &special{passing: at.passing}
	}
	own = own.around(at.real)
	// What is joined is clean: a name has no separator in it.
	real := strings.TrimSuffix(at.real, string(filepath.Separator)) + string(filepath.Separator)
	isEnd := strings.HasSuffix(real, at.shown+"/")
	for _, d := range entries {
		real, shown := real+d.Name(), ""
		if isEnd { // as mostly, and then it needs no memory of its own
			shown = real[len(real)-len(at.shown)-1-len(d.Name()):]
		} else {
			shown = at.shown + "/" + d.Name()
		}
		if !d.IsDir() {
			in.files.add(o, own, at.file(real, shown), d)
			continue
		}
		inner := folder{shown: shown, root: at.root, real: real, passing: at.passing}
		inner.passing.enter(shown, d.Name())
		in.folders = append(in.folders, inner)
	}
	return in
}

func (at folder) file(real, shown string) found {
	f := newFound(shown, at.root, real)
	f.pass(at.passing, at.like)
	return f
}

func (at folder) unlisted(err error) found {
	f := at.file(at.real, at.shown)
	f.own().fault = err
	return f
}

// add adds a file to the list it belongs in.
func (l *foundFiles) add(o Options, own ownFolders, f found, d fs.DirEntry) {
	if d.Type().IsRegular() && isArchive(d.Name(), func() (io.ReadCloser, error) { return os.Open(f.real) }) {
		l.archives = append(l.archives, f)
		return
	}
	if f.passing.rule == "" {
		var like *special
		if n := len(l.passed); n > 0 {
			like = l.passed[n-1].special
		}
		f.pass(cmp.Or(own.passing(f.real, f.shown), o.unwanted(f.shown)), like)
	}
	if fault := unreadable(f.real, d); fault != nil {
		f.own().fault = fault
	}
	if f.passing.rule != "" {
		l.passed = append(l.passed, f)
	} else {
		l.all = append(l.all, f)
	}
}

// walkFiles is walk for files that were listed one by one. They are shown as they lie below
// the root, so that each has the same path in every list.
func walkFiles(ctx context.Context, o Options) (all, passed []found, err error) {
	root, err := naming.Arguments([]string{o.Root})
	if err != nil {
		return nil, nil, err
	}
	var archives []found
	given := map[string]bool{}
	for _, p := range o.Paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(root[0].Path, p)
		}
		// The folders of a path are resolved, the file itself may be a link, which is not followed.
		dir, err := filepath.EvalSymlinks(filepath.Dir(p))
		if err != nil {
			return nil, nil, err
		}
		p = filepath.Join(dir, filepath.Base(p))
		rel, err := filepath.Rel(root[0].Path, p)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, nil, fmt.Errorf("%s is not below %s, which listed files are shown under", p, root[0].Path)
		}
		f := newFound(path.Join(root[0].Shown, filepath.ToSlash(rel)), root[0].Shown, p)
		if given[f.shown] {
			continue
		}
		given[f.shown] = true
		info, err := os.Lstat(p)
		switch {
		case err != nil:
			f.own().fault = err
		case info.IsDir():
			return nil, nil, fmt.Errorf("%s is a folder: list files", p)
		case info.Mode().IsRegular() && isArchive(info.Name(), func() (io.ReadCloser, error) { return os.Open(p) }):
			archives = append(archives, f)
			continue
		default:
			fault := unreadable(p, fs.FileInfoToDirEntry(info))
			if fault == nil {
				break
			}
			about := f.own()
			about.fault = fault
			if real, err := filepath.EvalSymlinks(p); err == nil && errors.Is(fault, errLink) {
				about.target = naming.ShownBelow(root, real) // which may be in another list
			}
		}
		all = append(all, f)
	}
	return o.complete(ctx, root, all, passed, archives)
}

// complete opens the archives and puts the lists in order.
func (o Options) complete(ctx context.Context, rs []naming.Argument, all, passed, archives []found) (_, _ []found, err error) {
	unpacked, err := o.unpackAll(ctx, archives)
	if err != nil {
		return nil, nil, err
	}
	for _, f := range unpacked {
		if f.passing.rule != "" {
			passed = append(passed, f)
		} else {
			all = append(all, f)
		}
	}
	for _, list := range [][]found{all, passed} {
		slices.SortFunc(list, byShown)
		o.nameAll(list)
	}
	markBeside(all)
	followInside(rs, all)
	return all, passed, nil
}

// followInside notes where the links lead that point to what is read anyway: a file of
// the list, or a folder with files of it. Example: quality/code_reviews is a link to a
// folder of reviews inside the given path, which are read there.
func followInside(rs []naming.Argument, all []found) {
	for i := range all {
		if !errors.Is(all[i].fault, errLink) {
			continue
		}
		real, err := filepath.EvalSymlinks(all[i].real)
		if err != nil {
			continue
		}
		target := naming.ShownBelow(rs, real)
		_, isFile := find(all, target)
		next, _ := find(all, target+"/")
		isFolder := next < len(all) && strings.HasPrefix(all[next].shown, target+"/")
		if target != "" && (isFile || isFolder) {
			all[i].own().target = target
		}
	}
}

// byShown is the order of the files of a list.
func byShown(a, b found) int { return strings.Compare(a.shown, b.shown) }

// find is the index of a path in a list that is in the order of paths, or the one that it would have.
func find(list []found, shown string) (int, bool) {
	return slices.BinarySearchFunc(list, shown, func(f found, shown string) int { return strings.Compare(f.shown, shown) })
}

// markBeside marks the databases that have a part of them in a file of its own. The list is sorted.
func markBeside(all []found) {
	for i := range all {
		if of, ok := sqlite.Belongs(all[i].shown); ok {
			if db, ok := find(all, of); ok {
				all[db].own().beside = true
			}
		}
	}
}

// unreadable says why a directory entry is not read. Links are not followed: what one
// points to inside the given paths is read there, one to the outside would read what
// nobody asked for.
func unreadable(p string, d fs.DirEntry) error {
	switch {
	case d.Type()&fs.ModeSymlink != 0:
		if _, err := os.Stat(p); err != nil {
			return fmt.Errorf("a dangling link: %w", errors.Unwrap(err))
		}
		return errLink
	case !d.Type().IsRegular():
		return errOdd
	}
	return nil
}
