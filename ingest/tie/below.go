package tie

import (
	"path"
	"slices"
	"strings"
)

// besideFile is a file of one part.
type besideFile struct {
	path string
	part int
}

// AddBeside adds a file of a part that has nothing to do with others, but may be looked for. Such files follow each other
// by path.
func (t *Ties) AddBeside(part int, path string) { t.rest = append(t.rest, besideFile{path, part}) }

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
