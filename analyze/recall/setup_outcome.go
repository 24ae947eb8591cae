package recall

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// outcomes is what came of the runs of one runner or model so far.
type outcomes struct {
	row              report.Setup
	found, reference int // bugs, over the linked measurements
	failed, gates    int
	benchmarks       map[string]bool
}

// Setups sets recall and gates beside each runner and model that a run names. A
// recall counts for the run that its measurement is linked with, and only where the
// size of its reference list is known.
func Setups(t *table.Set, units []*metric.Unit, links *Links) []report.Setup {
	type key struct{ kind, system, name string }
	index := map[key]*outcomes{}
	var all []*outcomes
	of := func(u *metric.Unit) []*outcomes {
		var named []*outcomes
		for _, s := range []struct{ kind, name string }{{"runner", t.Runs.Runner.At(u.Row)}, {"model", t.Runs.Model.At(u.Row)}} {
			if s.name == "" {
				continue
			}
			k := key{s.kind, u.System, s.name}
			if index[k] == nil {
				index[k] = &outcomes{row: report.Setup{Kind: s.kind, System: u.System, Name: s.name}, benchmarks: map[string]bool{}}
				all = append(all, index[k])
			}
			named = append(named, index[k])
		}
		return named
	}
	c := &t.Checks
	for _, u := range units {
		for _, o := range of(u) {
			o.row.Runs++
			for row := range u.Checks() {
				if c.Kind.At(row) != "gate" || !metric.Decides(c.Verdict.At(row)) {
					continue
				}
				o.gates++
				if c.Verdict.At(row) == table.CheckFailed {
					o.failed++
				}
			}
		}
	}
	m := &t.Measurements
	for row := range m.Len() {
		j := links.byRow[row]
		if j == nil || j.unit == nil {
			continue
		}
		r := stat.Reconcile(stat.BugLists{Found: m.Found.At(row), Missed: m.Missed.At(row)}, m.Literal.At(row))
		if !r.Used.OK || r.ListSize == 0 {
			continue
		}
		for _, o := range of(j.unit) {
			o.found += r.Num
			o.reference += r.ListSize
			o.benchmarks[Folded(m.Benchmark.At(row))] = true
		}
	}
	out := []report.Setup{}
	for _, o := range all {
		if o.gates == 0 && o.reference == 0 {
			continue
		}
		o.row.Recall, o.row.Gates, o.row.Benchmarks = metric.RateOf(o.found, o.reference), metric.RateOf(o.failed, o.gates), int64(len(o.benchmarks))
		out = append(out, o.row)
	}
	slices.SortFunc(out, func(x, y report.Setup) int {
		return cmp.Or(-strings.Compare(x.Kind, y.Kind), strings.Compare(x.System, y.System), cmp.Compare(y.Runs, x.Runs), strings.Compare(x.Name, y.Name))
	})
	return out
}
