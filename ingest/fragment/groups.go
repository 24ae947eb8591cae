package fragment

import "iter"

// Groups are sets of files that share units: a union-find over the indexes of files.
type Groups []int

// NewGroups is n files, each of which is a set of its own.
func NewGroups(n int) Groups {
	g := make(Groups, n)
	for i := range g {
		g[i] = i
	}
	return g
}

// Of is the set that the file is in, by the index of one of its files.
func (g Groups) Of(i int) int {
	for g[i] != i {
		g[i] = g[g[i]]
		i = g[i]
	}
	return i
}

// Join makes one set of the files of these paths. index has the indexes of files; a path that it lacks is left out.
func (g Groups) Join(index map[string]int, paths iter.Seq[string]) {
	first := -1
	for p := range paths {
		i, ok := index[p]
		switch {
		case !ok:
		case first < 0:
			first = i
		default:
			g[g.Of(i)] = g.Of(first)
		}
	}
}
