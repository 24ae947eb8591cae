package recall

import (
	"path"
	"slices"
	"strings"
)

// Why no list of the reference list, or of the run, can be used.
const (
	ReferenceNotNamed  = "baseline_not_named"
	ReferenceNotRead   = "baseline_not_read"
	ReferenceAmbiguous = "baseline_ambiguous"
	ReferenceLater     = "baseline_not_earlier"
	ReferenceIsOwn     = "baseline_is_own_list"
	ReferenceEmpty     = "baseline_empty"
	NoOwnList          = "no_own_list"
	ListTooLong        = "list_too_long"
)

// bugFilesByPath finds the lists that paths in logs mean.
type bugFilesByPath struct {
	all  []*bugFile
	at   map[string]*bugFile
	ends map[string]namedFile // what the ends of paths came to, by the path as written
}

// namedFile is the list that a path means, or why it means none.
type namedFile struct {
	file *bugFile
	why  string
}

func byPath(all []*bugFile) *bugFilesByPath {
	l := &bugFilesByPath{all: all, at: make(map[string]*bugFile, len(all)), ends: map[string]namedFile{}}
	for _, f := range all {
		l.at[f.path] = f
	}
	return l
}

// named is the list that a historical_baseline_path means. Paths of the report begin with
// the given folder, those of logs anywhere: a path counts from the log's folder or one
// above it, else it must fit to its end. why says why none was found, or which of several
// cannot be told.
func (l *bugFilesByPath) named(written, log string) (f *bugFile, why string) {
	parts := pathParts(written)
	if len(parts) == 0 {
		return nil, ReferenceNotNamed
	}
	if f := l.fromFolder(written, path.Dir(log)); f != nil {
		return f, ""
	}
	by, known := l.ends[written]
	if !known {
		by.file, by.why = l.byEnd(parts)
		l.ends[written] = by
	}
	return by.file, by.why
}

// byEnd is the list whose path fits to the end of a written one.
func (l *bugFilesByPath) byEnd(parts []string) (f *bugFile, why string) {
	var fits []*bugFile
	longest := 0
	for _, f := range l.all {
		n := commonTail(parts, f.parts)
		if !fitsToTheEnd(parts, f.parts, n) || n < longest {
			continue
		}
		if n > longest {
			fits, longest = nil, n
		}
		fits = append(fits, f)
	}
	switch {
	case len(fits) == 0:
		return nil, ReferenceNotRead
	case slices.ContainsFunc(fits[1:], func(g *bugFile) bool { return !g.sameAs(fits[0]) }):
		return nil, ReferenceAmbiguous
	}
	return fits[0], ""
}

// fromFolder is the list at the path, counted from the folder or the nearest one
// above it.
func (l *bugFilesByPath) fromFolder(written, dir string) *bugFile {
	written = strings.ReplaceAll(strings.TrimSpace(written), `\`, "/")
	if path.IsAbs(written) {
		return nil
	}
	for {
		at := path.Join(dir, written)
		if f := l.at[at]; f != nil {
			return f
		}
		if dir == "." || dir == "/" {
			return nil
		}
		dir = path.Dir(dir)
	}
}

// fitsToTheEnd reports whether a path of a log and one of the report, which share n
// components at their end, can be one: when one is the end of the other, or would
// be without the given folder, whose name the log need not know. What the log's
// path goes beyond must then name more than a quality folder, as every run has one.
func fitsToTheEnd(written, shown []string, n int) bool {
	switch {
	case n == 0:
		return false
	case n == len(written):
		return true
	case n == len(shown):
	case n == len(shown)-1 && !slices.Contains(written, shown[0]):
	default:
		return false
	}
	tail := written[len(written)-n : len(written)-1]
	return slices.ContainsFunc(tail, func(s string) bool { return s != "quality" })
}

// sameAs reports whether two files list the same bugs: copies of one list.
func (f *bugFile) sameAs(g *bugFile) bool {
	_, a := f.list()
	_, b := g.list()
	return slices.EqualFunc(a, b, func(x, y *listedBug) bool { return x.id == y.id && x.content == y.content })
}
