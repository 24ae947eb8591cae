package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// outcomes is what came of the runs of one runner or model so far.
type outcomes struct {
	row             report.Setup
	found, baseline int // bugs, over the linked measurements
	failed, gates   int
	benchmarks      map[string]bool
}

// setups sets recall and gates beside each runner and model that a run names. A
// recall counts for the run that its measurement is linked with, and only where the
// size of its baseline is known.
func (a *analysis) setups() []report.Setup {
	type key struct{ kind, system, name string }
	index := map[key]*outcomes{}
	var all []*outcomes
	of := func(u *Unit) []*outcomes {
		var named []*outcomes
		for _, s := range []struct{ kind, name string }{{"runner", a.t.Runs.Runner.At(u.row)}, {"model", a.t.Runs.Model.At(u.row)}} {
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
	c := &a.t.Checks
	for _, u := range a.units {
		for _, o := range of(u) {
			o.row.Runs++
			for _, row := range u.checks {
				if c.Kind.At(row) != "gate" || !decides(c.Verdict.At(row)) {
					continue
				}
				o.gates++
				if c.Verdict.At(row) == "fail" {
					o.failed++
				}
			}
		}
	}
	m := &a.t.Measurements
	for row := range m.Len() {
		j := a.joins[row]
		if j == nil || j.unit == nil {
			continue
		}
		r := stat.Reconcile(stat.BugLists{Found: m.Found.At(row), Missed: m.Missed.At(row)}, m.Literal.At(row))
		if !r.Used.OK || r.Baseline == 0 {
			continue
		}
		for _, o := range of(j.unit) {
			o.found += r.Num
			o.baseline += r.Baseline
			o.benchmarks[folded(m.Benchmark.At(row))] = true
		}
	}
	out := []report.Setup{}
	for _, o := range all {
		if o.gates == 0 && o.baseline == 0 {
			continue
		}
		o.row.Recall, o.row.Gates, o.row.Benchmarks = rate(o.found, o.baseline), rate(o.failed, o.gates), int64(len(o.benchmarks))
		out = append(out, o.row)
	}
	slices.SortFunc(out, func(x, y report.Setup) int {
		return cmp.Or(-strings.Compare(x.Kind, y.Kind), strings.Compare(x.System, y.System), cmp.Compare(y.Runs, x.Runs), strings.Compare(x.Name, y.Name))
	})
	return out
}

// setupTable is recall and gates by runner and model.
func setupTable(all []report.Setup) *report.Table {
	columns := []report.Column{left("Runner or model"), left("Is a"), left("System"), right("Runs"), right("Baseline bugs found"), right("Benchmarks"), right("Gate checks failed"), right("Likely")}
	var rows []report.Row
	for _, s := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(s.Name), text(s.Kind), text(s.System), whole(s.Runs), shareCell(s.Recall), quiet(s.Benchmarks), shareCell(s.Gates), likely(s.Gates)}})
	}
	return tableOf("setups", "What came of the runs of each runner and model. They ran on different benchmarks, so a difference here is a reason to look and no comparison; a recall counts where a cycle's measurement is linked with the run.", "None was found.", columns, rows, someRows)
}
