package ingest

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
)

// argument is one path of the command line.
type argument struct {
	abs, label string
}

// arguments resolves the paths of the command line. Arguments inside other arguments
// add nothing, and equal base names are numbered in the
// order of their full paths, past numbers that another base name has.
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
	taken := maps.Clone(count)
	next := map[string]int{}
	for i := range kept {
		of := kept[i].label
		for count[of] > 1 && taken[kept[i].label] > 0 { // also by an argument that is called logs-1
			next[of]++
			kept[i].label = fmt.Sprintf("%s-%d", of, next[of])
		}
		taken[kept[i].label]++
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
