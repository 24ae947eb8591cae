package crabyard

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// statusOf is the attempt's status in the format's own spelling.
func statusOf(r *record.Record) string {
	s, _ := record.OneOf(statuses, r.Str("status"))
	return s
}

// active reports whether an attempt with the status goes on.
func active(status string) bool {
	m, _ := statusWords.Of(status)
	return m.Result == table.Open
}

// newestAttempts keeps of every attempt what was updated last, in the order of the
// attempts' numbers. Attempts without a number cannot be matched with a copy: all of them
// count, and come last.
func newestAttempts(exports []*export) []*record.Record {
	type version struct {
		number int64
		rec    *record.Record
	}
	var versions []version
	var rest []*record.Record
	for _, e := range exports {
		for _, r := range e.attempts {
			if n, ok := numberOf(r); ok && e.card != "" {
				versions = append(versions, version{n, r})
			} else {
				rest = append(rest, r)
			}
		}
	}
	slices.SortStableFunc(versions, func(a, b version) int { return cmp.Compare(a.number, b.number) })
	kept := make([]*record.Record, 0, len(versions)+len(rest))
	var same []*record.Record
	for i, v := range versions {
		if same = append(same, v.rec); i+1 == len(versions) || versions[i+1].number != v.number {
			kept = append(kept, newest(same))
			same = same[:0]
		}
	}
	return append(kept, rest...)
}

// newest settles which of several versions of one attempt counts: the one that was
// updated last, at a tie the first in path order.
func newest(versions []*record.Record) *record.Record {
	best := versions[0]
	for _, r := range versions[1:] {
		if r.At.After(best.At) {
			best = r
		}
	}
	for _, r := range versions {
		if r == best {
			continue
		}
		retire(r, best)
		if r.Fate == record.Superseded {
			compare(r, best)
		}
	}
	return best
}

// compare says what is odd about an attempt that an older export gives differently.
func compare(old, best *record.Record) {
	was, is := statusOf(old), statusOf(best)
	switch {
	case old.At.Equal(best.At):
		if key := contradiction(old, best); key != "" {
			old.Finding(exportsDisagree, nameOf(old)+": "+key+" differs from "+best.File.Path, "the same, since both were updated at the same time")
		}
	case was == "review" && is == "completed":
		review, done := stamp(old, "endedAt"), stamp(best, "endedAt")
		if waited, ok := record.Span(review, done); ok {
			best.Finding(reviewOverwritten, fmt.Sprintf("%s: ended %.0f s later than when it went into review", nameOf(best), waited), "")
		}
	case was != is && !active(was):
		best.Finding(endedChanged, nameOf(best)+": "+was+", later "+is, "no way out of "+was)
	}
}

// contradiction is the first field that both records give and give differently;
// an older dump lacks the columns that came later.
func contradiction(a, b *record.Record) string {
	for _, f := range attempt.Fields {
		x, y := a.Value(f.Key), b.Value(f.Key)
		if x.Given && y.Given && f.Type != record.Object && (x.Text != y.Text || x.Int != y.Int) {
			return f.Key
		}
	}
	return ""
}
