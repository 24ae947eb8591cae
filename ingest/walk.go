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

	"github.com/bmatcuk/doublestar/v4"

	"runreport/ingest/source/sqlite"
)

// argument is one path of the command line.
type argument struct {
	abs, label string
}

// arguments resolves the paths of the command line. Arguments inside other arguments
// add nothing, and equal base names are numbered in the
// order of their full paths.
func arguments(paths []string) ([]argument, error) {
	var all []argument
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if abs, err = filepath.EvalSymlinks(abs); err != nil {
			return nil, fmt.Errorf("%s: %w", p, errors.Unwrap(err))
		}
		all = append(all, argument{abs: abs})
	}
	slices.SortFunc(all, func(a, b argument) int { return cmp.Compare(a.abs, b.abs) })
	var kept []argument
	for _, r := range all {
		inside := slices.ContainsFunc(kept, func(k argument) bool {
			return r.abs == k.abs || strings.HasPrefix(r.abs, strings.TrimSuffix(k.abs, string(filepath.Separator))+string(filepath.Separator))
		})
		if !inside {
			kept = append(kept, r)
		}
	}
	count := map[string]int{}
	for i := range kept {
		kept[i].label = label(kept[i].abs)
		count[kept[i].label]++
	}
	next := map[string]int{}
	for i := range kept {
		if l := kept[i].label; count[l] > 1 {
			next[l]++
			kept[i].label = fmt.Sprintf("%s-%d", l, next[l])
		}
	}
	return kept, nil
}

func label(abs string) string {
	base := filepath.Base(abs)
	if base == string(filepath.Separator) || base == "." {
		return "root"
	}
	return base
}

// walk lists the files below the roots in the order of their shown paths. Those of an
// archive stand in its place, as if it were a folder. Files that are passed over are
// listed apart.
func walk(ctx context.Context, o Options) (all, passed []found, err error) {
	rs, err := arguments(o.Paths)
	if err != nil {
		return nil, nil, err
	}
	own := o.ownFolders()
	var archives []found
	for _, r := range rs {
		var below passReason // of the folder that is passed over, while the walk is inside it
		err := filepath.WalkDir(r.abs, func(p string, d fs.DirEntry, err error) error {
			shown := r.label
			if rel, e := filepath.Rel(r.abs, p); e == nil && rel != "." {
				shown = path.Join(r.label, filepath.ToSlash(rel))
			}
			f := found{shown: shown, root: r.label, real: p, fault: err}
			if d != nil && d.IsDir() && p != r.abs {
				below.enter(shown, d.Name())
			}
			f.passing = below.at(shown)
			switch {
			case err != nil:
				if f.passing.rule == "" {
					all = append(all, f)
				}
				if d != nil && d.IsDir() {
					return fs.SkipDir
				}
				return nil
			case d.IsDir():
				return nil
			case d.Type().IsRegular() && isArchive(d.Name(), func() (io.ReadCloser, error) { return os.Open(p) }):
				archives = append(archives, f)
				return nil
			}
			f.fault = unreadable(p, d)
			if f.passing.rule == "" {
				f.passing = cmp.Or(own.passing(p, shown), o.unwanted(shown))
			}
			if f.passing.rule != "" {
				passed = append(passed, f)
			} else {
				all = append(all, f)
			}
			return nil
		})
		if err != nil {
			return nil, nil, err
		}
	}
	return o.complete(ctx, rs, all, passed, archives)
}

// walkFiles is walk for files that were listed one by one. They are shown as they lie below
// the root, so that each has the same path in every list.
func walkFiles(ctx context.Context, o Options) (all, passed []found, err error) {
	root, err := arguments([]string{o.Root})
	if err != nil {
		return nil, nil, err
	}
	var archives []found
	given := map[string]bool{}
	for _, p := range o.Paths {
		if !filepath.IsAbs(p) {
			p = filepath.Join(root[0].abs, p)
		}
		// The folders of a path are resolved, the file itself may be a link, which is not followed.
		dir, err := filepath.EvalSymlinks(filepath.Dir(p))
		if err != nil {
			return nil, nil, err
		}
		p = filepath.Join(dir, filepath.Base(p))
		rel, err := filepath.Rel(root[0].abs, p)
		if err != nil || !filepath.IsLocal(rel) {
			return nil, nil, fmt.Errorf("%s is not below %s, which listed files are shown under", p, root[0].abs)
		}
		f := found{shown: path.Join(root[0].label, filepath.ToSlash(rel)), root: root[0].label, real: p}
		if given[f.shown] {
			continue
		}
		given[f.shown] = true
		info, err := os.Lstat(p)
		switch {
		case err != nil:
			f.fault = err
		case info.IsDir():
			return nil, nil, fmt.Errorf("%s is a folder: list files", p)
		case info.Mode().IsRegular() && isArchive(info.Name(), func() (io.ReadCloser, error) { return os.Open(p) }):
			archives = append(archives, f)
			continue
		default:
			f.fault = unreadable(p, fs.FileInfoToDirEntry(info))
			if real, err := filepath.EvalSymlinks(p); err == nil && errors.Is(f.fault, errLink) {
				f.target = shownBelow(root, real) // which may be in another list
			}
		}
		all = append(all, f)
	}
	return o.complete(ctx, root, all, passed, archives)
}

// complete opens the archives and puts the lists in order.
func (o Options) complete(ctx context.Context, rs []argument, all, passed, archives []found) (_, _ []found, err error) {
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
		slices.SortFunc(list, func(a, b found) int { return cmp.Compare(a.shown, b.shown) })
		o.nameAll(list)
	}
	markBeside(all)
	followInside(rs, all)
	return all, passed, nil
}

// followInside notes where the links lead that point to what is read anyway: a file of
// the list, or a folder with files of it. Example: quality/code_reviews is a link to a
// folder of reviews inside the given path, which are read there.
func followInside(rs []argument, all []found) {
	shown := make([]string, len(all)) // sorted, as all is
	for i := range all {
		shown[i] = all[i].shown
	}
	for i := range all {
		if !errors.Is(all[i].fault, errLink) {
			continue
		}
		real, err := filepath.EvalSymlinks(all[i].real)
		if err != nil {
			continue
		}
		target := shownBelow(rs, real)
		_, isFile := slices.BinarySearch(shown, target)
		next, _ := slices.BinarySearch(shown, target+"/")
		isFolder := next < len(shown) && strings.HasPrefix(shown[next], target+"/")
		if target != "" && (isFile || isFolder) {
			all[i].target = target
		}
	}
}

// shownBelow is the path in the report of a file or folder below one of the arguments; ""
// where it lies outside of them.
func shownBelow(rs []argument, real string) string {
	for _, r := range rs {
		if rel, err := filepath.Rel(r.abs, real); err == nil && filepath.IsLocal(rel) {
			return path.Join(r.label, filepath.ToSlash(rel))
		}
	}
	return ""
}

// markBeside marks the databases that have a part of them in a file of its own.
func markBeside(all []found) {
	at := make(map[string]int, len(all))
	for i := range all {
		at[all[i].shown] = i
	}
	for i := range all {
		if of, ok := sqlite.Belongs(all[i].shown); ok {
			if db, ok := at[of]; ok {
				all[db].beside = true
			}
		}
	}
}

// below is a shown path as the patterns see it: below the argument, since its own name
// is chance.
func below(shown string) string {
	if _, rest, ok := strings.Cut(shown, "/"); ok && rest != "" {
		return rest
	}
	return shown
}

// unwanted is why the flags leave a file out; the zero value where they do not.
func (o Options) unwanted(shown string) passReason {
	switch {
	case matchAny(o.Exclude, shown):
		return passReason{folderOf(shown), byExclude}
	case len(o.Include) > 0 && !matchAny(o.Include, shown):
		return passReason{folderOf(shown), byInclude}
	}
	return passReason{}
}

func matchAny(patterns []string, shown string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return match(p, below(shown)) })
}

// match is a shell pattern with ** for any folders; a pattern without a slash is
// for the name alone.
func match(pattern, p string) bool {
	if !strings.Contains(pattern, "/") {
		p = path.Base(p)
	}
	ok, _ := doublestar.Match(pattern, p) // the patterns were checked beforehand
	return ok
}

var (
	errLink = errors.New("a symbolic link is not followed: name its target as a path of its own to have it read")
	errOdd  = errors.New("neither a file nor a folder")
)

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
