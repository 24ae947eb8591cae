package report

import (
	"bytes"
	"math"
	"reflect"
	"slices"
)

// MaxList is how many entries of a list summary.json holds. The tables hold all.
const MaxList = 10_000

// MaxSummaryBytes is how long summary.json gets at most, as long as lists that may be cut
// are what makes it longer.
const MaxSummaryBytes = 16_000_000

// cutList is where the entries of a list that may be cut stand in the output.
type cutList struct {
	kept   bool  // cut only when no other list is left to cut
	latest bool  // in order of time, so that the first entries go
	open   int   // behind the bracket
	ends   []int // of the entries, each with the comma before it
}

func (l *cutList) bytes() int {
	if len(l.ends) == 0 {
		return 0
	}
	return l.ends[len(l.ends)-1] - l.open
}

// counted writes a list that may be cut: at most MaxList entries, and no more than fit into
// the whole.
func (e *encoder) counted(m *formMember, v reflect.Value, depth int) error {
	from, to := 0, v.Len()
	if m.latest {
		from = max(0, to-MaxList)
	} else {
		to = min(to, MaxList)
	}
	if e.above > 0 || from == to || m.form.plain {
		e.above++
		defer func() { e.above-- }()
		return e.list(m.form, v, from, to, depth)
	}
	e.above++
	defer func() { e.above-- }()
	most := e.most(m.kept)
	e.out = append(e.out, '[')
	l := &cutList{kept: m.kept, latest: m.latest, open: len(e.out)}
	for n := range to - from {
		i := from + n
		if l.latest { // what may be kept are the last ones
			i = to - 1 - n
		}
		if err := e.entry(m.form, v, i, i > from, depth); err != nil {
			return err
		}
		l.ends = append(l.ends, len(e.out))
		if l.bytes() > most+1 { // +1: the comma before the first entry may be removed
			break
		}
	}
	if l.latest {
		e.out = l.reverse(e.out)
	}
	e.line(depth)
	e.out = append(e.out, ']')
	e.lists = append(e.lists, l)
	if len(e.out) > e.room+e.room/4 {
		e.cut((*cutList).beyond)
	}
	return nil
}

// most returns the largest size in bytes that a further list can have in the final output. Whatever is written after it
// can only make that less.
//
// Example: of 2,000 cycles of 30 kB each 1.7 MB are kept where other lists take the rest, so no more than those are
// written.
func (e *encoder) most(kept bool) int {
	if e.room == 0 {
		return math.MaxInt - 1
	}
	limits := map[bool]int{}
	share(append(slices.Clip(e.lists), &cutList{kept: kept, ends: []int{e.room}}), len(e.out), limits)
	return limits[kept]
}

// reverse brings the entries of a list at the end of out into their order, of which the last was written first.
// No comma stands before the first.
func (l *cutList) reverse(out []byte) []byte {
	ordered, ends := make([]byte, 0, len(out)-l.open), make([]int, 0, len(l.ends))
	for i, end := range slices.Backward(l.ends) {
		from := l.open
		if i > 0 {
			from = l.ends[i-1]
		}
		entry := out[from:end]
		if len(ordered) == 0 {
			entry = bytes.TrimPrefix(entry, []byte(","))
		}
		ordered = append(ordered, entry...)
		ends = append(ends, l.open+len(ordered))
	}
	l.ends = ends
	return append(out[:l.open], ordered...)
}

// move leaves of the list what stands from one place to another, which comes to stand at open.
func (l *cutList) move(from, to, open int) {
	kept := l.ends[:0]
	for _, end := range l.ends {
		if end > from && end <= to {
			kept = append(kept, end-from+open)
		}
	}
	l.open, l.ends = open, kept
}

// fitted is the output in at most e.room bytes. The longest lists are cut, all to one
// length; those that comparisons need whole only when nothing else is left to cut.
func (e *encoder) fitted() []byte {
	e.cut((*cutList).within)
	return e.out
}

// cut leaves of each list that is longer than it may be the part that is asked for.
func (e *encoder) cut(part func(l *cutList, limit int) (from, to int)) {
	if e.limit(); len(e.limits) == 0 {
		return
	}
	out, at := e.out[:0], 0
	for _, l := range e.lists {
		limit, over := e.limits[l.kept]
		if !over || l.bytes() <= limit {
			limit = l.bytes()
		}
		open, end := l.open, l.open+l.bytes()
		from, to := part(l, limit)
		out = append(out, e.out[at:open]...)
		l.move(from, to, len(out))
		out = append(out, e.out[from:to]...)
		if at = end; from == to && open < end { // no entry is left, so nothing stands between the brackets
			at += slices.Index(e.out[at:], ']')
		}
	}
	e.out = append(out, e.out[at:]...)
}

// limit finds how long lists may be for what is written to fit: those that may go first, and,
// where that is not enough, those that are kept.
func (e *encoder) limit() {
	if e.room > 0 {
		share(e.lists, len(e.out)-e.room, e.limits)
	}
}

// share finds how long each of the lists may be for so many bytes to go.
func share(lists []*cutList, over int, limits map[bool]int) {
	for _, kept := range []bool{false, true} {
		if over <= 0 {
			return
		}
		var some []*cutList
		for _, l := range lists {
			if l.kept == kept {
				some = append(some, l)
			}
		}
		var gone int
		limits[kept], gone = level(some, over)
		over -= gone
	}
}

// level finds the length that the lists may have at most for so many bytes to go, and how
// many do go.
func level(lists []*cutList, over int) (limit, gone int) {
	sizes := make([]int, 0, len(lists)+1)
	for _, l := range lists {
		sizes = append(sizes, l.bytes())
	}
	slices.SortFunc(sizes, func(x, y int) int { return y - x })
	sizes = append(sizes, 0)
	sum := 0
	for i, size := range sizes[:len(lists)] {
		sum += size
		// With the first i+1 lists cut to a length between the next one's and their own.
		if n := i + 1; sum-n*sizes[i+1] >= over {
			limit = max(0, (sum-over)/n)
			break
		}
	}
	for _, l := range lists {
		from, to := l.within(limit)
		gone += l.bytes() - (to - from)
	}
	return limit, gone
}

// beyond is what part of the output holds the last entries of the list, or its first, that take
// no less than so many bytes: what could be within any limit up to that.
func (l *cutList) beyond(limit int) (from, to int) {
	from, to = l.open, l.open+l.bytes()
	for _, end := range l.ends {
		switch {
		case !l.latest && end-l.open >= limit:
			return from, end
		case l.latest && to-end-1 >= limit && end < to:
			from = end + 1 // behind the comma
		}
	}
	return from, to
}

// within is what part of the output holds the entries of the list that take at most so many
// bytes.
func (l *cutList) within(limit int) (from, to int) {
	from, to = l.open, l.open+l.bytes()
	if to-from <= limit {
		return from, to
	}
	if !l.latest {
		to = from
		for _, end := range l.ends {
			if end-from > limit {
				break
			}
			to = end
		}
		return from, to
	}
	for _, end := range l.ends {
		if to-end-1 <= limit {
			return min(end+1, to), to // behind the comma
		}
	}
	return to, to
}
