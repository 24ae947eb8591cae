package report

import (
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
	e.out = append(e.out, '[')
	l := &cutList{kept: m.kept, latest: m.latest, open: len(e.out)}
	for i := from; i < to; i++ {
		if err := e.entry(m.form, v, i, len(l.ends) > 0, depth); err != nil {
			return err
		}
		l.ends = append(l.ends, len(e.out))
		switch {
		case e.room == 0 || l.bytes() <= e.room:
		case !l.latest:
			i = to
		case l.bytes() > 2*e.room:
			e.out = e.out[:l.drop(e.out, e.room)]
		}
	}
	e.line(depth)
	e.out = append(e.out, ']')
	e.lists = append(e.lists, l)
	return nil
}

// drop takes the first entries out of the list at the end of out, as long as what is left is
// not shorter than that many bytes. It returns where the list ends then.
func (l *cutList) drop(out []byte, least int) int {
	end := len(out)
	n := 0
	for n+1 < len(l.ends) && end-l.ends[n] > least {
		n++
	}
	if n == 0 {
		return end
	}
	gone := l.ends[n-1] + 1 - l.open // with the comma of the entry behind them
	copy(out[l.open:], out[l.open+gone:])
	l.ends = append(l.ends[:0], l.ends[n:]...)
	for i := range l.ends {
		l.ends[i] -= gone
	}
	return end - gone
}

// fitted is the output in at most e.room bytes. The longest lists are cut, all to one
// length; those that comparisons need whole only when nothing else is left to cut.
func (e *encoder) fitted() []byte {
	over := len(e.out) - e.room
	if e.room == 0 || over <= 0 {
		return e.out
	}
	var others, kept []*cutList
	for _, l := range e.lists {
		if l.kept {
			kept = append(kept, l)
		} else {
			others = append(others, l)
		}
	}
	limits := map[*cutList]int{}
	over -= level(others, over, limits)
	if over > 0 {
		level(kept, over, limits)
	}
	out := make([]byte, 0, e.room)
	at := 0
	for _, l := range e.lists {
		limit, cut := limits[l]
		if !cut {
			continue
		}
		from, to := l.within(limit)
		out = append(append(out, e.out[at:l.open]...), e.out[from:to]...)
		at = l.ends[len(l.ends)-1]
		if from == to { // no entry is left, so nothing stands between the brackets
			at += slices.Index(e.out[at:], ']')
		}
	}
	return append(out, e.out[at:]...)
}

// level finds the length that the lists may have at most for so many bytes to go, and how
// many do go.
func level(lists []*cutList, over int, limits map[*cutList]int) (gone int) {
	sizes := make([]int, 0, len(lists)+1)
	for _, l := range lists {
		sizes = append(sizes, l.bytes())
	}
	slices.SortFunc(sizes, func(x, y int) int { return y - x })
	sizes = append(sizes, 0)
	sum, limit := 0, 0
	for i, size := range sizes[:len(lists)] {
		sum += size
		// With the first i+1 lists cut to a length between the next one's and their own.
		if n := i + 1; sum-n*sizes[i+1] >= over {
			limit = max(0, (sum-over)/n)
			break
		}
	}
	for _, l := range lists {
		if l.bytes() > limit {
			limits[l] = limit
			from, to := l.within(limit)
			gone += l.bytes() - (to - from)
		}
	}
	return gone
}

// within is what part of the output holds the entries of the list that take at most so many
// bytes.
func (l *cutList) within(limit int) (from, to int) {
	last := l.ends[len(l.ends)-1]
	if !l.latest {
		to = l.open
		for _, end := range l.ends {
			if end-l.open > limit {
				break
			}
			to = end
		}
		return l.open, to
	}
	for _, end := range l.ends {
		if last-end-1 <= limit {
			return min(end+1, last), last // behind the comma
		}
	}
	return last, last
}
