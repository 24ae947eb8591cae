package record

import (
	"cmp"
	"math"
	"slices"
	"sort"
)

// LineSpans are lines of a file. nil are all.
type LineSpans struct{ list []LineSpan } // in order, none of which meets another

// LineSpan is the lines from one to another one.
type LineSpan struct{ From, To int64 }

// NewLineSpans are the lines of all that are given, which may meet.
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

// FromLine is that line and all behind it.
func FromLine(line int64) *LineSpans { return &LineSpans{[]LineSpan{{line, math.MaxInt64}}} }

// Has reports whether the line is one of them.
func (s *LineSpans) Has(line int64) bool {
	if s == nil {
		return true
	}
	i := sort.Search(len(s.list), func(i int) bool { return s.list[i].To >= line })
	return i < len(s.list) && s.list[i].From <= line
}

// Behind reports whether all of them are behind the line.
func (s *LineSpans) Behind(line int64) bool {
	return s != nil && (len(s.list) == 0 || line < s.list[0].From)
}
