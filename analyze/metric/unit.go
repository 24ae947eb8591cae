package metric

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// Unit is one run, card or work item with its rows of every table.
type Unit struct {
	unitRows
	*Common
	Key, ID string
	Row     int // in Runs
}

// Common is what units have in common, which share it: those of a log mostly have one for each run date.
type Common struct {
	System, Kind, Subject string

	date    string        // UTC date on which the unit started; "" when its start is unknown
	cutoff  time.Time     // its group's latest event, or --as-of
	longest time.Duration // the longest that counts
	t       *table.Set
}

// Units lists the units by start time, then path, then line, each with its rows. longest
// is the longest duration that counts.
func Units(t *table.Set, watched Cutoffs, longest time.Duration) []*Unit {
	numbers := make(map[string]int32, t.Runs.Len())
	sources := make(map[string]int, t.Sources.Len())
	for row := range t.Sources.Len() {
		sources[t.Sources.Path.At(row)] = row
	}
	all := make([]Unit, t.Runs.Len())
	var dates RunDates
	common := newShared[Common]()
	for row := range t.Runs.Len() {
		u := Unit{Key: t.Runs.Key.At(row), ID: t.Runs.ID.At(row), Row: row}
		u.Common = common.one(Common{
			System: t.Runs.System.At(row), Kind: t.Runs.Kind.At(row), Subject: t.Runs.Subject.At(row),
			date: dates.Of(t.Runs.StartedAt.At(row)), cutoff: watched.of(t, row, sources), longest: longest, t: t,
		})
		all[row], numbers[u.Key] = u, int32(row)
	}
	of := newRowsOfRuns(t, numbers)
	for row := range all {
		all[row].unitRows = unitRows{of, int32(row)}
	}
	findRetryable(t, all, of)
	return inOrder(t, all)
}

// inOrder are the units by start time, then path, then line, each compared by its place in Runs at last,
// so that any sort comes to the same.
func inOrder(t *table.Set, all []Unit) []*Unit {
	type placed struct {
		start int64 // in microseconds since 1970, far before it where it is unknown
		row   int32
	}
	order := make([]placed, len(all))
	for row := range all {
		order[row] = placed{t.Runs.StartedAt.At(row).UnixMicro(), int32(row)}
	}
	slices.SortFunc(order, func(x, y placed) int {
		if by := cmp.Compare(x.start, y.start); by != 0 {
			return by
		}
		px, py := t.Runs.Place(int(x.row)), t.Runs.Place(int(y.row))
		if px.Source != py.Source {
			if by := strings.Compare(t.Sources.Path.At(px.Source), t.Sources.Path.At(py.Source)); by != 0 {
				return by
			}
		}
		return cmp.Or(cmp.Compare(px.Line, py.Line), strings.Compare(all[x.row].Key, all[y.row].Key), cmp.Compare(x.row, y.row))
	})
	units := make([]*Unit, len(order))
	for i, p := range order {
		units[i] = &all[p.row]
	}
	return units
}

// Cutoffs say until when the logs were watched.
type Cutoffs struct {
	AsOf   time.Time // --as-of, else the latest event of all
	Future int       // events later than --as-of
	given  bool      // AsOf is --as-of
	group  map[string]time.Time
}

// NewCutoffs finds the latest event of every group: a record's time, or the end of a run,
// which the record of its start may tell. Example: a CTRF report has the start as its time
// and states the stop beside it. Documents beside a log do not count, and neither do ends
// after more than longest and what --as-of leaves in the future.
func NewCutoffs(t *table.Set, asOf time.Time, longest time.Duration) Cutoffs {
	c := Cutoffs{AsOf: asOf, given: !asOf.IsZero(), group: map[string]time.Time{}}
	for row := range t.Events.Len() {
		src := int(t.Events.Source.At(row))
		at, ok := t.Events.At.Get(row)
		if !ok || t.Sources.Companion.Is(src) {
			continue
		}
		if c.given && at.After(asOf) {
			c.Future++
			continue
		}
		c.extend(t, src, at)
	}
	for row := range t.Runs.Len() {
		src := t.Runs.Place(row).Source
		start, end := t.Runs.StartedAt.At(row), t.Runs.EndedAt.At(row)
		_, counts := within(start, end, longest)
		if counts && !t.Sources.Companion.Is(src) && !(c.given && end.After(asOf)) {
			c.extend(t, src, end)
		}
	}
	if !c.given {
		for _, end := range c.group {
			if end.After(c.AsOf) {
				c.AsOf = end
			}
		}
	}
	return c
}

// extend moves the latest event of the source's group to the time, where that is later.
func (c Cutoffs) extend(t *table.Set, source int, at time.Time) {
	if g := t.Sources.Group.At(source); at.After(c.group[g]) {
		c.group[g] = at
	}
}

// of is until when a unit, that row of Runs, was watched: the latest event of the groups in which
// its files lie. An export of a board shows every card: one that shows a card as an
// earlier one did says that nothing happened until then, though it is superseded.
func (c Cutoffs) of(t *table.Set, row int, sources map[string]int) time.Time {
	if c.given {
		return c.AsOf
	}
	runs := &t.Runs
	end := c.group[t.Sources.Group.At(runs.Place(row).Source)]
	files := runs.Files.At(row)
	if runs.Snapshots.Is(row) {
		files = slices.Concat(files, runs.Superseded.At(row))
	}
	for _, f := range files {
		source, read := sources[f]
		if !read {
			continue
		}
		if at := c.group[t.Sources.Group.At(source)]; at.After(end) {
			end = at
		}
	}
	return end
}

// Cite is the place of a row as the report cites it.
func Cite(t *table.Set, p table.Place) report.Evidence {
	e := report.Evidence{File: t.Sources.Path.At(p.Source)}
	if line := p.Line; line > 0 {
		e.Line = &line
	}
	return e
}

// span is the time from one instant to another in seconds; false where one of them is
// unknown, where it is negative, and where it is longer than what counts.
func (u *Unit) span(from, to time.Time) (seconds float64, ok bool) {
	return within(from, to, u.longest)
}

func within(from, to time.Time, longest time.Duration) (seconds float64, ok bool) {
	if from.IsZero() || to.IsZero() || to.Before(from) || to.Sub(from) > longest {
		return 0, false
	}
	return to.Sub(from).Seconds(), true
}

// ended reports whether the unit has an end record.
func (u *Unit) ended() bool {
	_, ok := u.t.Runs.EndedAt.Get(u.Row)
	return ok
}
