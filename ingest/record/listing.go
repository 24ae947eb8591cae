package record

import (
	"slices"
	"strings"
)

// Listing is every file that was found, whoever claims it: what a log says was
// written can be looked for in it.
type Listing struct {
	paths []string // sorted
	bytes map[string]int64
}

// NewListing lists the files by their paths in the report.
func NewListing(files []*File) *Listing {
	l := &Listing{bytes: make(map[string]int64, len(files))}
	for _, f := range files {
		l.paths = append(l.paths, f.Path)
		l.bytes[f.Path] = f.Bytes
	}
	slices.Sort(l.paths)
	return l
}

// Bytes is the size of the file on disk; false when there is none.
func (l *Listing) Bytes(path string) (size int64, ok bool) {
	size, ok = l.bytes[path]
	return size, ok
}

// Below are the paths of the files in a folder and its subfolders, sorted.
func (l *Listing) Below(dir string) []string {
	prefix := dir + "/"
	if dir == "" {
		prefix = ""
	}
	from, _ := slices.BinarySearch(l.paths, prefix)
	to := from
	for to < len(l.paths) && strings.HasPrefix(l.paths[to], prefix) {
		to++
	}
	return l.paths[from:to]
}
