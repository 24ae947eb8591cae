package cadre

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// copies finds the files that are copies, or snapshots, of a file in another state folder, so
// that what they hold is not counted twice: they begin with the same record, stamp and all.
// The file that lies with a checkpoint counts as the first one, else the longest, else the one
// nearest to the top.
//
//	state/metrics/invocations.jsonl         {"invocationId":"a1",…} {"invocationId":"a2",…}
//	backup/state/metrics/invocations.jsonl  {"invocationId":"a1",…}
func (x *index) copies(files []*record.File) {
	begin, alike := make(map[beginning]*record.File, len(files)), map[beginning][]*record.File{}
	for _, f := range files {
		if !copied(f) {
			continue
		}
		b := beginningOf(f)
		switch one := begin[b]; {
		case one == nil:
			begin[b] = f
		case alike[b] == nil:
			alike[b] = []*record.File{one, f}
		default:
			alike[b] = append(alike[b], f)
		}
	}
	if len(alike) == 0 {
		return
	}
	x.copyOf = map[*record.File]*record.File{}
	homes := map[string]bool{} // with a checkpoint
	for p := range x.at {
		homes[p.home] = true
	}
	unitless := func(f *record.File) int {
		if homes[homeOf(f)] {
			return 0
		}
		return 1
	}
	for _, all := range alike {
		first := slices.MinFunc(all, func(f, g *record.File) int {
			return cmp.Or(cmp.Compare(unitless(f), unitless(g)), cmp.Compare(len(g.Records), len(f.Records)),
				cmp.Compare(strings.Count(f.Dir, "/"), strings.Count(g.Dir, "/")))
		})
		for _, f := range all {
			x.copyOf[f] = first
		}
	}
}

// beginning is what copies of a file have in common.
type beginning struct {
	format string
	sum    xxh3.Uint128
	page   string // what a progress page says of itself, and its length
}

func beginningOf(f *record.File) beginning {
	b := beginning{format: f.Format.Name, sum: f.Records[0].Sum}
	if f.Format.Name == formatProgress {
		head := f.Records[0]
		b.page = head.Str("of") + head.Str("id") + head.Time("updated").String() + " " + strconv.FormatInt(f.Bytes, 10)
	}
	return b
}

// String returns the beginning as text. The text must never change: histories store its hash.
func (b beginning) String() string {
	text := append(make([]byte, 0, 64+len(b.format)+len(b.page)), '{')
	text = append(append(text, b.format...), " {"...)
	text = append(strconv.AppendUint(text, b.sum.Hi, 10), ' ')
	text = append(strconv.AppendUint(text, b.sum.Lo, 10), "} "...)
	return string(append(append(text, b.page...), '}'))
}

// copied reports whether copies of the file can be told by its first record.
func copied(f *record.File) bool {
	if len(f.Records) == 0 {
		return false
	}
	r := f.Records[0]
	switch f.Format.Name {
	case formatEvents, formatLog:
		return !r.At.IsZero()
	case formatCalls:
		return r.Has("invocationId") && !timeOfCall(r).IsZero()
	case formatProgress:
		return !r.Time("updated").IsZero()
	}
	return false
}

// timeOfCall is when the invocation ended, else when it began.
func timeOfCall(r *record.Record) time.Time {
	if at := r.Time("timestamp"); !at.IsZero() {
		return at
	}
	return r.Time("startTime")
}

// first is the file that the file is a copy of, else the file itself.
func (x *index) first(f *record.File) *record.File {
	if of := x.copyOf[f]; of != nil {
		return of
	}
	return f
}
