package recall

import (
	"path"
	"slices"
	"strings"
)

// NearLines is how many lines two places of one file may lie apart and still be
// one: lists cite lines by hand, and a fix above moves them.
const NearLines = 3

// fileMatch is how far two paths are sure to name one file.
type fileMatch int

// From none to all: another file; one name in a folder of one name; one path is the
// end of the other; the same path.
const (
	otherFile fileMatch = iota
	sameName
	sameEnd
	samePath
)

// pathParts are the components of a path as a log writes it, with either slash, as
// a comparison wants them: no drive, no leading dots, no home sign.
func pathParts(written string) []string {
	p := strings.ReplaceAll(strings.TrimSpace(written), `\`, "/")
	if len(p) > 1 && p[1] == ':' {
		p = p[2:]
	}
	parts := strings.Split(path.Clean("/"+p), "/")
	parts = slices.DeleteFunc(parts, func(s string) bool { return s == "" })
	if len(parts) > 0 && parts[0] == "~" {
		parts = parts[1:]
	}
	return parts
}

// commonTail is how many components two paths share at their end.
func commonTail(a, b []string) int {
	n := 0
	for n < len(a) && n < len(b) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	return n
}

// sameFile compares two paths that name files of a reviewed program. A bare name
// is the end of every path to such a file; equal names in folders of other names
// are different files.
func sameFile(a, b []string) fileMatch {
	common := commonTail(a, b)
	switch {
	case common == 0:
		return otherFile
	case common == len(a) && common == len(b):
		return samePath
	case common == len(a) || common == len(b):
		return sameEnd
	case common > 1:
		return sameName
	}
	return otherFile
}

// lineSpan is the lines that a list names; the zero span names none.
type lineSpan struct{ lo, hi int64 }

func (s lineSpan) given() bool { return s.lo > 0 }

// gap is how many lines lie between two spans, plus one; 0 where they overlap.
func (s lineSpan) gap(o lineSpan) int64 { return max(0, s.lo-o.hi, o.lo-s.hi) }

// closeness is 1 for equal spans, more than a half for overlapping ones, less for
// those that only lie near.
func (s lineSpan) closeness(o lineSpan) float64 {
	if gap := s.gap(o); gap > 0 {
		return 0.5 * (1 - float64(gap)/(NearLines+1))
	}
	both := min(s.hi, o.hi) - max(s.lo, o.lo) + 1
	either := max(s.hi, o.hi) - min(s.lo, o.lo) + 1
	return 0.5 + 0.5*float64(both)/float64(either)
}
