package record

import (
	"path"
	"slices"
	"strings"
)

// Listing is every file that was found, whoever claims it: what a log says was
// written can be looked for in it. A link stands for what it points to.
type Listing struct {
	paths []string          // sorted
	bytes []int64           // of the files of these paths
	links map[string]string // path of a link → what it points to
}

// NewListing lists the files by their paths in the report.
func NewListing(files []*File) *Listing {
	l := &Listing{paths: make([]string, len(files)), bytes: make([]int64, len(files)), links: map[string]string{}}
	byPath := func(a, b *File) int { return strings.Compare(a.Path, b.Path) }
	if !slices.IsSortedFunc(files, byPath) {
		files = slices.SortedStableFunc(slices.Values(files), byPath)
	}
	for i, f := range files {
		l.paths[i], l.bytes[i] = f.Path, f.Bytes
		if f.Link != "" {
			l.links[f.Path] = f.Link
		}
	}
	return l
}

// maxLinks is how many links a path may lead through: two may point to each other.
const maxLinks = 16

// resolve is the path with the links in it replaced by what they point to.
func (l *Listing) resolve(p string) string {
	for range maxLinks {
		to, rest := "", ""
		for at := p; at != "." && at != "/"; at = path.Dir(at) {
			if link, ok := l.links[at]; ok {
				to, rest = link, strings.TrimPrefix(p, at)
				break
			}
		}
		if to == "" {
			return p
		}
		p = to + rest
	}
	return p
}

// Bytes is the size of the file on disk; false when there is none.
func (l *Listing) Bytes(path string) (size int64, ok bool) {
	at, ok := slices.BinarySearch(l.paths, l.resolve(path))
	if !ok {
		return 0, false
	}
	return l.bytes[at], true
}

// Reached is the folder under the name of the link that leads to it, or to a folder above
// it; the folder itself where none does. Example: with a link h/quality/results to
// h/out/results, h/out/results is reached as h/quality/results.
func (l *Listing) Reached(dir string) string {
	reached := dir
	for link, to := range l.links {
		rest, inside := strings.CutPrefix(dir+"/", to+"/")
		if by := path.Join(link, rest); inside && (reached == dir || by < reached) {
			reached = by
		}
	}
	return reached
}

// Below are the paths of the files in a folder and its subfolders, sorted.
func (l *Listing) Below(dir string) []string {
	prefix := ""
	if dir != "" {
		prefix = l.resolve(dir) + "/"
	}
	from, _ := slices.BinarySearch(l.paths, prefix)
	to := from
	for to < len(l.paths) && strings.HasPrefix(l.paths[to], prefix) {
		to++
	}
	return l.paths[from:to]
}
