// Package cycle reads the logs of calibration cycles, and the cells that measure one
// benchmark.
package cycle

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// The kinds of units of this package; none has a row in the table runs.
const (
	Unit     = "cycle"
	CellUnit = "cell"
)

// iteration is one iteration of a cycle while its rows are written.
type iteration struct {
	*sheet.Sheet
	key        string
	number     int64 // 0: no _index says
	first      *record.Record
	index      *record.Record
	start      *record.Record
	applied    *record.Record // first lever_change_applied
	undone     *record.Record // last lever_change_reverted
	end        *record.Record // last cycle_end
	inForce    bool           // the change is applied and not reverted
	series     []*series
	bySide     map[[2]string]*series
	ends       []*measurement // in file order
	statements *statements    // what other sources tell of it
}

// Assemble writes the rows of a cycle: one row an iteration, since iterations are
// separate comparisons. The iteration of a line is that of the last _index above it.
func Assemble(u *record.Unit, t *table.Set) {
	s := &sheet.Sheet{Unit: u, Set: t}
	if len(u.Records) == 0 {
		assembleStatements(s)
		return
	}
	var all []*iteration
	byNumber := map[int64]*iteration{}
	at := func(n int64) *iteration {
		it := byNumber[n]
		if it == nil {
			it = &iteration{Sheet: s, number: n, bySide: map[[2]string]*series{}}
			byNumber[n] = it
			all = append(all, it)
		}
		return it
	}
	number, known := firstIteration(u)
	if !known {
		s.Finding(cycleNoIndex, s.Unit.Records[0], "no _index", "_index as the first line")
	} else if !s.Unit.Records[0].Is("_index") {
		s.Finding(cycleNoIndex, s.Unit.Records[0], "events above the first _index", "_index as the first line")
	}
	several := severalIterations(u)
	var before *record.Record
	for _, r := range s.Unit.Records {
		if r.Is("_index") {
			if n, ok := r.Int("iteration"); ok {
				number = n
			}
		}
		it := at(number)
		if it.first == nil {
			it.first, it.key = r, s.Unit.Key
			if several {
				it.key = fmt.Sprintf("%s#%d", s.Unit.Key, number)
			}
		}
		if before != nil && !r.At.IsZero() && r.At.Before(before.At) && r.Fate == record.Kept {
			s.Finding(record.OutOfOrder, r, "time goes back: "+r.At.Format("15:04:05")+" after "+before.At.Format("15:04:05"), "time that does not go back")
		}
		if !r.At.IsZero() {
			before = r
		}
		it.take(r)
	}
	last := all[len(all)-1] // documents tell of a cycle what its last iteration came to
	last.statements = statementsOf(u)
	for _, it := range all {
		it.close()
	}
}

// firstIteration is the iteration of the first _index that has one.
func firstIteration(u *record.Unit) (n int64, known bool) {
	for _, r := range u.Records {
		if r.Is("_index") {
			known = true
			if n, ok := r.Int("iteration"); ok {
				return n, true
			}
		}
	}
	return 0, known
}

func severalIterations(u *record.Unit) bool {
	seen := map[int64]bool{}
	for _, r := range u.Records {
		if r.Is("_index") {
			if n, ok := r.Int("iteration"); ok {
				seen[n] = true
			}
		}
	}
	return len(seen) > 1
}

// take reads one record of the iteration.
func (it *iteration) take(r *record.Record) {
	step, text := "", ""
	if r.Fate != record.Kept {
		if r.Is("benchmark_end") {
			it.copied(r)
		}
		return
	}
	switch {
	case r.Is("_index"):
		it.describe(&it.index, r)
		text = r.Str("cycle_name")
	case r.Is("cycle_start"):
		it.describe(&it.start, r)
		text = r.Str("hypothesis")
	case r.Is("benchmark_start"):
		step, text = r.Str("benchmark"), r.Str("lever_state")
		it.benchmarkStart(r)
	case r.Is("benchmark_end"):
		step, text = r.Str("benchmark"), strings.TrimSpace(r.Str("lever_state")+" "+r.Value("recall").Text)
		it.benchmarkEnd(r)
	case r.Is("lever_change_applied"):
		if it.applied == nil {
			it.applied = r
		}
		it.inForce, text = true, strings.TrimSpace(r.Str("commit_sha")+" "+r.Str("description"))
	case r.Is("lever_change_reverted"):
		it.undone, it.inForce, text = r, false, r.Str("commit_sha")
	case r.Is("error"):
		step, text = r.Str("benchmark"), r.Str("message")
		it.broke(r)
		if again, given := r.Bool("recoverable"); given && !again {
			it.Unit.Finding(it.Set, sheet.Unrecoverable, r, record.Cut(text, 120), "")
		}
	case r.Is("cycle_end"):
		if it.end != nil {
			it.Unit.Finding(it.Set, secondVerdict, r, "cycle_end twice", "one cycle_end an iteration")
		}
		it.end, text = r, r.Str("verdict")
	}
	it.Unit.Event(it.Set, r, step, "", text)
}

// describe keeps the first description of an iteration. Another session may
// repeat it, with another stamp.
func (it *iteration) describe(have **record.Record, r *record.Record) {
	if *have == nil {
		*have = r
		return
	}
	if !same(*have, r, "event_types", "schema_version") {
		it.Unit.Finding(it.Set, cycleChanged, r, r.Name+" again, with other content", "the content of the first")
	}
}

// same reports whether two records of one kind say the same but for their stamps
// and the named fields. The order of lists and the digits of numbers do not count.
func same(a, b *record.Record, but ...string) bool {
	for _, f := range a.Kind.Fields {
		if f.Key == "ts" || slices.Contains(but, f.Key) {
			continue
		}
		x, y := a.Value(f.Key), b.Value(f.Key)
		text := f.Type != record.Float && f.Type != record.Int && x.Text != y.Text
		if x.Given != y.Given || text || x.Num != y.Num ||
			!slices.Equal(slices.Sorted(slices.Values(a.List(f.Key))), slices.Sorted(slices.Values(b.List(f.Key)))) {
			return false
		}
	}
	return true
}

// close writes the iteration's rows.
func (it *iteration) close() {
	for _, s := range it.series {
		if s.starts > 0 {
			it.open(s)
		}
	}
	for _, m := range it.ends {
		it.measured(m)
	}
	it.retell()
	t := &it.Set.Cycles
	row := t.Add(it.first.Place())
	for _, r := range []*record.Record{it.index, it.start, it.applied, it.end} {
		if r != nil {
			r.Fill(t, row)
		}
	}
	t.Key.Set(row, it.key)
	t.System.Set(row, it.Unit.System)
	t.Cycle.Set(row, it.Unit.ID)
	if it.number > 0 {
		t.Iteration.Set(row, it.number)
	}
	t.Files.Set(row, it.Unit.Files)
	t.Superseded.Set(row, it.Unit.Superseded)
	if it.statements != nil {
		t.ToldBy.Set(row, it.statedBy("log"))
	}
	it.times(row)
	if it.end != nil {
		it.verdict(row)
	}
	it.statedVerdict(row)
	it.pinned()
}

func (it *iteration) times(row int) {
	t := &it.Set.Cycles
	switch {
	case it.start != nil:
		t.StartedAt.Set(row, it.start.At)
	case it.index != nil:
		t.StartedAt.Set(row, it.index.At)
	default:
		t.StartedAt.Set(row, it.first.At)
	}
	if it.start == nil {
		it.Unit.Finding(it.Set, cycleUnstarted, it.first, it.title()+" has no cycle_start", "cycle_start behind _index")
	}
	stamp := func(r *record.Record) time.Time {
		if r == nil {
			return time.Time{}
		}
		return r.At
	}
	t.EndedAt.Set(row, stamp(it.end))
	t.AppliedAt.Set(row, stamp(it.applied))
	if !it.inForce { // else it was applied once more
		t.RevertedAt.Set(row, stamp(it.undone))
	}
	it.leverEvents()
}

// leverEvents holds the verdict against what was done to the lever: one that is shipped stays
// in force, and one that is reverted has the event that says so.
func (it *iteration) leverEvents() {
	if it.end == nil {
		return
	}
	seen := "verdict: " + record.Cut(it.end.Str("verdict"), 80)
	switch decision := decisionOf(it.end.Str("verdict")); {
	case decision == table.Ship && it.undone != nil && !it.inForce:
		it.Unit.Finding(it.Set, shippedReverted, it.undone, seen+", and lever_change_reverted",
			"a shipped change that stays in force")
	case decision == table.Revert && (it.undone == nil || it.inForce):
		it.Unit.Finding(it.Set, revertMissing, it.end, seen+", and no lever_change_reverted", "lever_change_reverted")
	}
}

// title names the iteration in a finding.
func (it *iteration) title() string { return fmt.Sprintf("iteration %d", it.number) }

// pinned notices benchmarks that the cycle is not pinned to.
func (it *iteration) pinned() {
	if it.index == nil || !it.index.Has("benchmarks") {
		return
	}
	named := map[string]bool{}
	for _, name := range it.index.List("benchmarks") {
		named[name] = true
	}
	for _, s := range it.series {
		if !named[s.benchmark] {
			it.Unit.Finding(it.Set, unpinned, s.first, record.Cut(s.benchmark, 80), "a benchmark of _index.benchmarks")
		}
	}
}
