package record

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// LineSpans is a set of lines of a file. nil is the set of all lines.
type LineSpans struct{ list []LineSpan } // sorted, without overlaps

// LineSpan is a range of line numbers, both ends included.
type LineSpan struct{ From, To int64 }

// NewLineSpans returns the union of the ranges, which may overlap. It sorts them.
func NewLineSpans(all []LineSpan) *LineSpans {
	slices.SortFunc(all, func(a, b LineSpan) int { return cmp.Compare(a.From, b.From) })
	apart := all[:0]
	for _, x := range all {
		if n := len(apart); n > 0 && x.From <= apart[n-1].To {
			apart[n-1].To = max(apart[n-1].To, x.To)
			continue
		}
		apart = append(apart, x)
	}
	return &LineSpans{apart}
}

// FromLine returns that line and all lines after it.
func FromLine(line int64) *LineSpans { return &LineSpans{[]LineSpan{{line, math.MaxInt64}}} }

// Has reports whether the line is in the set.
func (s *LineSpans) Has(line int64) bool {
	if s == nil {
		return true
	}
	i := sort.Search(len(s.list), func(i int) bool { return s.list[i].To >= line })
	return i < len(s.list) && s.list[i].From <= line
}

// After reports whether the whole set lies after the line.
func (s *LineSpans) After(line int64) bool {
	return s != nil && (len(s.list) == 0 || line < s.list[0].From)
}
