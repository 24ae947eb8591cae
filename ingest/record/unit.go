package record

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/zeebo/xxh3"

	"runreport/ingest/table"
)

// Fragment is what one file holds of one unit, in file order.
type Fragment struct {
	File    *File
	Records []*Record
}

// First is the time of the first record that has one.
func (f *Fragment) First() time.Time {
	for _, r := range f.Records {
		if !r.At.IsZero() {
			return r.At
		}
	}
	return time.Time{}
}

// Log puts the fragments of one unit together. An append-only log may be cut into several
// files, and copied while it grew. Of fragments that begin with the same record, which are
// copies and snapshots, the longest counts. Fragments that begin differently are parts of
// the log and follow each other in the order of time. header marks records that a writer
// edits in place, which are left out of the comparison; nil: none.
//
//	a.jsonl  1 2 3        snapshot of b.jsonl, superseded
//	b.jsonl  1 2 3 4 5    counts
//	c.jsonl  6 7          the part that follows
func (u *Unit) Log(fragments []*Fragment, header func(*Record) bool) {
	if len(fragments) == 1 {
		u.add(fragments[0])
		return
	}
	var groups [][]*Fragment // fragments that begin alike
	places := map[beginning]int{}
	for _, f := range fragments {
		at := beginningOf(f, header)
		i, known := places[at]
		if !known || at == (beginning{}) {
			i, places[at] = len(groups), len(groups)
			groups = append(groups, nil)
		}
		groups[i] = append(groups[i], f)
	}
	var kept []*Fragment
	for _, p := range groups {
		kept = append(kept, u.longest(p, header))
	}
	slices.SortStableFunc(kept, func(a, b *Fragment) int { return a.First().Compare(b.First()) })
	for _, f := range kept {
		u.add(f)
	}
}

// add adds the records of a fragment, whose list the unit shares as long as it has no others.
func (u *Unit) add(f *Fragment) {
	u.Files = append(u.Files, f.File.Path)
	if len(u.Records) == 0 {
		u.Records = slices.Clip(f.Records)
		return
	}
	u.Records = append(u.Records, f.Records...)
}

// longest is the fragment that counts; the others become copies or snapshots.
func (u *Unit) longest(p []*Fragment, header func(*Record) bool) *Fragment {
	best := p[0]
	for _, f := range p[1:] {
		if len(f.Records) > len(best.Records) {
			best = f
		}
	}
	for _, f := range p {
		if f == best {
			continue
		}
		u.Superseded = append(u.Superseded, f.File.Path)
		fate := Superseded
		if len(f.Records) == len(best.Records) {
			fate = Duplicate
		}
		n := common(f, best, header)
		if rest := len(body(f, header)) - n; rest > 0 {
			fate = Superseded
			f.File.Finding(diverged, f.Records[0].Line, fmt.Sprintf("%d records are not in %s", rest, best.File.Path), "a snapshot that the longer log extends")
		}
		for _, r := range f.Records {
			r.Fate = fate
		}
	}
	return best
}

// beginning identifies the start of a fragment. Of two fragments with equal beginnings, one is a snapshot
// of the other.
type beginning struct {
	records    bool         // false: the fragment is empty, and equals no other
	sum        xxh3.Uint128 // of the first record after the headers
	headerOnly bool         // there is none
	at         time.Time    // then: time of the first header, UTC
}

func beginningOf(f *Fragment, header func(*Record) bool) beginning {
	for _, r := range f.Records {
		if header == nil || !header(r) {
			return beginning{records: true, sum: r.Sum}
		}
	}
	if len(f.Records) == 0 {
		return beginning{}
	}
	return beginning{records: true, headerOnly: true, at: f.Records[0].At.UTC()}
}

func common(a, b *Fragment, header func(*Record) bool) int {
	x, y := body(a, header), body(b, header)
	n := 0
	for n < len(x) && n < len(y) && x[n].Sum == y[n].Sum {
		n++
	}
	return n
}

func body(f *Fragment, header func(*Record) bool) []*Record {
	if header == nil {
		return f.Records
	}
	var out []*Record
	for _, r := range f.Records {
		if !header(r) {
			out = append(out, r)
		}
	}
	return out
}

// DropRepeats marks records that say exactly what an earlier one of the unit
// says, and takes them out. near looks only at the record before: where stamps
// are coarse, the same words twice can mean two events.
func (u *Unit) DropRepeats(near bool) {
	if len(u.Records) < 2 {
		return
	}
	var room [256]xxh3.Uint128
	seen := NewSums(len(u.Records), room[:])
	kept := u.Records
	for i, r := range u.Records {
		before := !seen.Add(r.Sum)
		if near {
			if i > 0 && u.Records[i-1].Sum == r.Sum && u.Records[i-1].File == r.File {
				r.Fate = Duplicate
			}
		} else if before {
			r.Fate = Duplicate
		}
		switch {
		case r.Fate == Duplicate:
			r.Finding(repeated, r.Name, "")
			if len(kept) == len(u.Records) { // the first one; the list is not the unit's alone
				kept = append(make([]*Record, 0, len(u.Records)-1), u.Records[:i]...)
			}
		case len(kept) < len(u.Records):
			kept = append(kept, r)
		}
	}
	u.Records = kept
}

// Latest keeps the newest of several snapshots of one document, by the stamp that
// the document itself carries; at a tie the first in path order.
func (u *Unit) Latest(docs []*Record, stamp func(*Record) time.Time) *Record {
	best := docs[0]
	for _, d := range docs[1:] {
		if stamp(d).After(stamp(best)) {
			best = d
		}
	}
	for _, d := range docs {
		if d == best {
			continue
		}
		d.Fate = Superseded
		if d.Sum == best.Sum {
			d.Fate = Duplicate
		}
		u.Superseded = append(u.Superseded, d.File.Path)
	}
	u.Files = append(u.Files, best.File.Path)
	u.Records = append(u.Records, best)
	return best
}

// Finding records a deviation that shows only over the whole unit. Repeats of one
// code about one topic (the words of seen before a colon) are counted at the first.
func (u *Unit) Finding(t *table.Set, code *Code, at *Record, seen, expected string) {
	about, _, _ := strings.Cut(seen, ": ")
	key := topic{code: code.Name, about: about}
	if row, ok := u.topics[key]; ok {
		t.Findings.Count.Set(row, t.Findings.Count.At(row)+1)
		return
	}
	if u.topics == nil {
		u.topics = map[topic]int{}
	}
	u.topics[key] = t.Findings.Len()
	Finding{
		Code:     code,
		Line:     at.Line,
		Seen:     Cut(seen, 300),
		Expected: expected,
		Count:    1,
	}.Fill(&t.Findings, at.File.Index, u.Key)
}

// Fill writes the finding's row.
func (n Finding) Fill(t *table.Findings, source int, run string) {
	row := t.Add(table.Place{Source: source, Line: n.Line})
	t.Code.Set(row, n.Code.Name)
	t.Severity.Set(row, string(n.Code.Severity))
	t.Run.SetText(row, run)
	t.Message.Set(row, n.Code.Means)
	t.Seen.SetText(row, n.Seen)
	t.Expected.SetText(row, n.Expected)
	t.Count.Set(row, n.Count)
}

// Row opens a row of a table whose rows belong to runs: it comes from the record, and run
// is the column that gets the unit's key. The row's other columns are null until they are
// set.
func (u *Unit) Row(rows *table.Rows, run *table.String, from *Record) int {
	row := rows.Add(from.Place())
	run.Set(row, u.Key)
	return row
}

// Event writes the record's row of the table events. It returns which one that is; false where
// nobody reads other columns of it.
func (u *Unit) Event(t *table.Set, r *Record, step, actor, text string) (row int, whole bool) {
	e := &t.Events
	if !e.Whole() {
		e.Note(u.Key, r.Place(), r.At)
		return 0, false
	}
	row = u.Row(&e.Rows, &e.Run, r)
	e.System.Set(row, u.System)
	e.Kind.Set(row, r.Name)
	e.At.Set(row, r.At)
	e.Step.SetText(row, step)
	e.Actor.SetText(row, actor)
	e.Text.SetText(row, Cut(text, 400))
	e.Extra.SetText(row, r.Extra)
	if raw := TimeText(r); raw != "" {
		e.AtText.Set(row, raw)
	}
	return row, true
}

// TimeText is the record's time as it stands there, where that says more than the time that was read: another zone, or
// what is no time. Otherwise it is "".
func TimeText(r *Record) string {
	key := r.File.Format.TimeKey
	if key == "" {
		return ""
	}
	raw := r.Value(key).Text
	if raw != "" && !r.At.IsZero() && raw[len(raw)-1] == 'Z' {
		return ""
	}
	return raw
}

// Span is the time from start to end in seconds; false when either is unknown or
// the end lies before the start, which is a finding of its own and never a number.
func Span(start, end time.Time) (seconds float64, ok bool) {
	if start.IsZero() || end.IsZero() || end.Before(start) {
		return 0, false
	}
	return end.Sub(start).Seconds(), true
}

// LastTime is the latest time of the records; the zero time when none has one.
func LastTime(records []*Record) (last time.Time) {
	for _, r := range records {
		if r.At.After(last) {
			last = r.At
		}
	}
	return last
}
