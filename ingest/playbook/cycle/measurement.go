package cycle

import (
	"fmt"
	"strings"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// The fates of measurements.
const (
	fateUsed      = "used"
	fateCorrected = "corrected"
	fateCopy      = "copy"
	fateOpen      = "open"
)

// series is what an iteration logs about one benchmark on one side of the lever.
type series struct {
	benchmark, state, side string
	first                  *record.Record // its first record
	start                  *record.Record // the first start since the last end
	latest                 *record.Record // the last one
	starts                 int64          // starts since the last end
	restarts               int64          // those of them that follow an error
	broken                 bool           // an error followed the last start
	last                   *measurement   // the last end that is no copy
}

// measurement is one benchmark_end, or the starts that have none.
type measurement struct {
	at       *record.Record
	of       *series
	start    *record.Record
	starts   int64
	restarts int64
	fate     string
}

// seriesOf is the series that a record belongs to: by benchmark and side, so that
// two names of one side are one.
func (it *iteration) seriesOf(r *record.Record) *series {
	benchmark, state := strings.TrimSpace(r.Str("benchmark")), r.Str("lever_state")
	side := sheet.SideOf(state)
	key := [2]string{benchmark, side}
	if side == "" {
		key[1] = "?" + state
	}
	s := it.bySide[key]
	if s == nil {
		s = &series{benchmark: benchmark, state: state, side: side, first: r}
		it.bySide[key] = s
		it.series = append(it.series, s)
		if side == "" {
			it.Unit.Finding(it.Set, unknownState, r, "lever_state: "+record.Cut(state, 80), "pre-…, baseline, post-… or post-revert")
		}
	}
	return s
}

// benchmarkStart counts a start. A second one is a note of the process or, where an error
// stands between, a run that hung and was started again: not another measurement.
func (it *iteration) benchmarkStart(r *record.Record) {
	s := it.seriesOf(r)
	s.starts++
	if s.broken {
		s.restarts++
		s.broken = false
		name := record.Cut(s.benchmark, 80) + " " + record.Cut(s.state, 40)
		it.Unit.Finding(it.Set, restarted, r, name+": started again after an error", "")
	}
	s.latest = r
	if s.start == nil {
		s.start = r
	}
}

// broke notes an error of the runs that are under way: of the named benchmark, or of the one
// that was started last where none is named.
func (it *iteration) broke(r *record.Record) {
	benchmark, side := strings.TrimSpace(r.Str("benchmark")), sheet.SideOf(r.Str("lever_state"))
	var last *series
	for _, s := range it.series {
		if s.starts == 0 {
			continue
		}
		if benchmark != "" && s.benchmark == benchmark && (side == "" || s.side == side) {
			s.broken = true
		}
		if last == nil || !s.latest.At.Before(last.latest.At) {
			last = s
		}
	}
	if benchmark == "" && last != nil {
		last.broken = true
	}
}

// benchmarkEnd settles what an end is (STATISTICS.md 1.3): behind a start it is a
// run, the first or a repeat; without one it is a copy of the end before, or its
// correction.
func (it *iteration) benchmarkEnd(r *record.Record) {
	it.position(r)
	s := it.seriesOf(r)
	m := &measurement{at: r, of: s, start: s.start, starts: s.starts, restarts: s.restarts, fate: fateUsed}
	it.ends = append(it.ends, m)
	switch {
	case s.starts > 0:
	case s.last == nil:
		it.Unit.Finding(it.Set, unstartedEnd, r, record.Cut(s.benchmark, 80)+" "+record.Cut(s.state, 40), "benchmark_start before benchmark_end")
	case same(s.last.at, r):
		m.fate = fateCopy
		it.Unit.Finding(it.Set, copiedEnd, r, record.Cut(s.benchmark, 80)+" "+record.Cut(s.state, 40), "one end a run")
		return
	default:
		s.last.fate = fateCorrected
		m.start = s.last.start
		it.Unit.Finding(it.Set, supersededEnd, r, record.Cut(s.benchmark, 80)+" "+record.Cut(s.state, 40), "one end a run")
	}
	if it.end != nil {
		it.Unit.Finding(it.Set, afterCycleEnd, r, record.Cut(s.benchmark, 80), "measurements before cycle_end")
	}
	s.last, s.start, s.starts, s.restarts, s.broken = m, nil, 0, 0, false
}

// copied writes down an end that was written before, word for word.
func (it *iteration) copied(r *record.Record) {
	it.ends = append(it.ends, &measurement{at: r, of: it.seriesOf(r), fate: fateCopy})
}

// position checks the label of an end against the state of the lever. The label
// counts all the same.
func (it *iteration) position(r *record.Record) {
	side := sheet.SideOf(r.Str("lever_state"))
	what := ""
	switch {
	case side == "pre" && it.inForce:
		what = "measured before the change, by its label, but behind lever_change_applied"
	case side == "post" && !it.inForce && it.undone != nil:
		what = "measured behind the change, by its label, but behind lever_change_reverted"
	default:
		return
	}
	it.Unit.Finding(it.Set, leverOrder, r, record.Cut(r.Str("benchmark"), 80)+" "+record.Cut(r.Str("lever_state"), 40), what)
}

// open notes a benchmark that has begun and not ended.
func (it *iteration) open(s *series) {
	it.ends = append(it.ends, &measurement{
		at:       s.start,
		of:       s,
		start:    s.start,
		starts:   s.starts,
		restarts: s.restarts,
		fate:     fateOpen,
	})
	it.Unit.Finding(it.Set, openBenchmark, s.start, fmt.Sprintf("%s %s", record.Cut(s.benchmark, 80), record.Cut(s.state, 40)), "benchmark_end")
}

// measured writes the row of a measurement, and of each bug that it found or missed.
func (it *iteration) measured(m *measurement) {
	t := &it.Set.Measurements
	row := t.Add(m.at.Place())
	t.Cycle.Set(row, it.key)
	m.at.Fill(t, row)
	t.Benchmark.Set(row, record.CutName(m.of.benchmark, 200))
	t.LeverState.Set(row, record.CutName(m.at.Str("lever_state"), 200))
	t.Side.SetText(row, m.of.side)
	t.Fate.Set(row, m.fate)
	t.Starts.Set(row, m.starts)
	if m.restarts > 0 {
		t.Restarts.Set(row, m.restarts)
	}
	if m.start != nil {
		t.StartedAt.Set(row, m.start.At)
	}
	if m.fate == fateOpen {
		return
	}
	t.EndedAt.Set(row, m.at.At)
	t.Literal.SetText(row, m.at.Value("recall").Text)
	// Repeats and histories match bugs by their id, so that a space would make two of one.
	t.Found.Set(row, trimmed(t.Found.At(row)))
	t.Missed.Set(row, trimmed(t.Missed.At(row)))
	if m.fate == fateUsed {
		it.bugs(m)
	}
}

// bugs writes what a measurement found and missed. A bug in both lists is neither.
func (it *iteration) bugs(m *measurement) {
	found, missed := distinct(m.at.List("bugs_found")), distinct(m.at.List("bugs_missed"))
	t := &it.Set.Bugs
	write := func(id string) (row int) {
		row = t.Add(m.at.Place())
		t.Run.Set(row, it.key)
		t.List.Set(row, "measurement")
		t.Benchmark.Set(row, record.CutName(m.of.benchmark, 200))
		t.Side.SetText(row, m.of.side)
		t.Bug.Set(row, record.CutName(id, 200))
		return row
	}
	for _, id := range found.Order {
		row := write(id)
		if missed.Find(id) < 0 {
			t.Found.Set(row, true)
		}
	}
	for _, id := range missed.Order {
		if found.Find(id) < 0 { // else written with the found ones
			t.Found.Set(write(id), false)
		}
	}
}
