package naming

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// Argument is one path of the command line.
type Argument struct {
	Path  string // full, without links
	Shown string // what it is called in the report
}

// Arguments resolves the paths of the command line. Arguments inside other arguments
// add nothing, and equal base names are numbered in the
// order of their full paths, past numbers that another base name has. A path that is not there is an error.
func Arguments(paths []string) ([]Argument, error) {
	var all []Argument
	for _, p := range paths {
		abs, err := filepath.Abs(p)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		if abs, err = filepath.EvalSymlinks(abs); err != nil {
			if inner := errors.Unwrap(err); inner != nil { // the reason without the path; a circle of links has no inner error
				err = inner
			}
			return nil, fmt.Errorf("%s: %w", p, err)
		}
		all = append(all, Argument{Path: abs})
	}
	slices.SortFunc(all, func(a, b Argument) int { return cmp.Compare(a.Path, b.Path) })
	var kept []Argument
	for _, r := range all {
		inside := slices.ContainsFunc(kept, func(k Argument) bool {
			return r.Path == k.Path || strings.HasPrefix(r.Path, strings.TrimSuffix(k.Path, string(filepath.Separator))+string(filepath.Separator))
		})
		if !inside {
			kept = append(kept, r)
		}
	}
	count := map[string]int{}
	for i := range kept {
		kept[i].Shown = baseName(kept[i].Path)
		count[kept[i].Shown]++
	}
	taken := maps.Clone(count)
	next := map[string]int{}
	for i := range kept {
		of := kept[i].Shown
		for count[of] > 1 && taken[kept[i].Shown] > 0 { // also by an argument that is called logs-1
			next[of]++
			kept[i].Shown = fmt.Sprintf("%s-%d", of, next[of])
		}
		taken[kept[i].Shown]++
	}
	return kept, nil
}

func baseName(abs string) string {
	base := filepath.Base(abs)
	if base == string(filepath.Separator) || base == "." {
		return "root"
	}
	return base
}

// ShownBelow is the path in the report of a file or folder below one of the arguments; ""
// where it lies outside of them.
func ShownBelow(all []Argument, real string) string {
	for _, a := range all {
		if rel, err := filepath.Rel(a.Path, real); err == nil && filepath.IsLocal(rel) {
			return path.Join(a.Shown, filepath.ToSlash(rel))
		}
	}
	return ""
}
