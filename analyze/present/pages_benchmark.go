package present

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// benchmarkAt is a benchmark in one cycle.
type benchmarkAt struct {
	cycle *report.Cycle
	row   *report.Benchmark
}

func (p *pages) addBenchmarks() {
	var names []string
	at := map[string][]benchmarkAt{}
	for i := range p.d.Cycles {
		c := &p.d.Cycles[i]
		for j := range c.Benchmarks {
			b := &c.Benchmarks[j]
			if at[b.Benchmark] == nil {
				names = append(names, b.Benchmark)
			}
			at[b.Benchmark] = append(at[b.Benchmark], benchmarkAt{c, b})
		}
	}
	slices.Sort(names)
	p.benchmarks = at
	for _, name := range names {
		p.add(p.benchmarkRef(name), p.benchmarkPage)
	}
}

func (p *pages) benchmarkRef(name string) report.PageRef {
	at := p.benchmarks[name]
	ref := report.PageRef{PageID: benchmarkID(name), Title: name}
	if len(at) == 0 {
		return ref
	}
	newest := at[len(at)-1]
	ref.At, ref.Role = newest.cycle.StartedAt, classRole(*newest.row)
	ref.Note = "not compared in " + words.CycleTitle(newest.cycle)
	if newest.row.Delta.OK {
		ref.Note = words.Points(newest.row.Delta.Value) + " in " + words.CycleTitle(newest.cycle)
	}
	return ref
}

// benchmarkPage is one benchmark over all cycles: its recall, its bugs, its runs.
func (p *pages) benchmarkPage(ref report.PageRef) *report.Page {
	at := p.benchmarks[ref.Key]
	var lines []report.Trajectory
	for _, t := range p.d.Trajectory {
		if t.Benchmark == ref.Key {
			lines = append(lines, t)
		}
	}
	newest := at[len(at)-1].row
	page := &report.Page{Ref: ref, Lead: benchmarkSentences(at, lines), Facts: facts(fact("Cycles", words.Count(len(at))),
		fact("Recall before the last lever", recallWords(newest.RecallPre)), fact("Recall after it", recallWords(newest.RecallPost)), fact("One bug is", known(newest.OneBug, unit.Ratio)))}
	var blocks []report.Block
	if c := recallLines(at); c != nil {
		blocks = append(blocks, chartBlock(c))
	}
	s := &page.Sections
	if own := changesOf(p.d.Changes, func(c report.SeriesChange) bool { return c.What == string(change.Recall) && c.Step == ref.Key }); len(own) > 0 {
		*s = section(*s, "changes", "What changed", nil, changeBlocks(own)...)
	}
	*s = section(*s, "recall", "Recall over cycles", nil, append(blocks, tableBlock(benchmarkCycles(at)))...)
	var bugs []report.Bug
	for _, b := range p.d.Bugs {
		if b.Benchmark == ref.Key {
			bugs = append(bugs, b)
		}
	}
	if len(bugs) > 0 {
		*s = section(*s, "bugs", "Every bug's record", nil, tableBlock(ownBugs(bugs)))
	}
	*s = section(*s, "runs", "Measured runs", nil, tableBlock(benchmarkRuns(at)))
	for _, x := range slices.Backward(at) {
		page.Related = append(page.Related, cycleRef(x.cycle))
	}
	return page
}

// ownBugs is the table of bugs without the name of the benchmark, which the page has.
func ownBugs(bugs []report.Bug) *report.Table {
	t := bugTable(bugs)
	t.Columns = t.Columns[1:]
	for i := range t.Rows {
		t.Rows[i].Cells = t.Rows[i].Cells[1:]
	}
	return t
}

func recallWords(r report.Recall) string {
	if !r.Value.OK {
		return ""
	}
	return recallCell(r).Text
}

// recallLines draws recall before and after the lever over the cycles.
func recallLines(at []benchmarkAt) *report.Chart {
	at = latest(at, maxTrajectory)
	if len(at) < 2 {
		return nil
	}
	zero, one := 0.0, 1.0
	c := &report.Chart{ID: "recall", Kind: report.Lines, Y: report.Axis{Title: "Recall", Unit: unit.Ratio, Min: &zero, Max: &one}}
	before := report.Series{Name: "before the lever", Role: report.RoleBefore}
	after := report.Series{Name: "after the lever", Role: report.RoleAfter}
	runs := int64(0)
	for x, b := range at {
		c.X.Categories = append(c.X.Categories, words.ShortTitle(b.cycle))
		before.Points = append(before.Points, overCycles(b.row.RecallPre, x))
		after.Points = append(after.Points, overCycles(b.row.RecallPost, x))
		runs += b.row.RunsPre + b.row.RunsPost
	}
	c.Series = []report.Series{before, after}
	c.N = "n = " + words.Plural(int(runs), "measured run")
	c.Title = fmt.Sprintf("Recall over %s", words.Plural(len(at), "cycle"))
	if first, last := at[0].row.RecallPre.Value, at[len(at)-1].row.RecallPost.Value; first.OK && last.OK {
		c.Title = fmt.Sprintf("Recall went from %s to %s over %s", unit.Fixed(first.Value, 2), unit.Fixed(last.Value, 2), words.Plural(len(at), "cycle"))
	}
	return c
}

func overCycles(r report.Recall, x int) report.Point {
	p := report.Point{X: float64(x), Label: "not measured"}
	if r.Value.OK {
		v := r.Value.Value
		p.Y, p.Value, p.Label = v, &v, recallCell(r).Text
	}
	return p
}

func benchmarkCycles(at []benchmarkAt) *report.Table {
	columns := []report.Column{left("Cycle"), left("Lever"), right("Before"), right("After"), right("Δ"), right("95 % CI of Δ"), left("Class"), left("Evidence"), left("Lost"), left("Gained")}
	var rows []report.Row
	for _, x := range slices.Backward(at) {
		b := x.row
		rows = append(rows, report.Row{Role: classRole(*b), Evidence: []report.Evidence{x.cycle.Evidence}, Cells: []report.Cell{on(code(words.CycleTitle(x.cycle)), cycleID(x.cycle)), text(x.cycle.Lever),
			recallCell(b.RecallPre), recallCell(b.RecallPost), num(b.Delta, unit.Points), deltaInterval(*b), text(className(*b)), text(grade(*b)), code(list0(b.Lost)), code(list0(b.Gained))}})
	}
	return tableOf("cycles", "What each lever did to it, the latest cycle first.", "", columns, rows, manyRows)
}

// benchmarkRuns is every measured run of a benchmark, the latest cycle first.
func benchmarkRuns(at []benchmarkAt) *report.Table {
	columns := append([]report.Column{left("Cycle")}, sideColumns()...)
	var rows []report.Row
	for _, x := range slices.Backward(at) {
		for _, m := range bothSides(x.row) {
			rows = append(rows, report.Row{Evidence: []report.Evidence{m.recall.Evidence}, Cells: append([]report.Cell{on(code(words.CycleTitle(x.cycle)), cycleID(x.cycle))}, m.cells()...)})
		}
	}
	return tableOf("runs", "Every measured run, and the log that it was linked with.", "No run was measured.", columns, rows, manyRows)
}

// sideRun is a measured run and its side of the lever.
type sideRun struct {
	side   string
	recall report.RecallRun
}

func bothSides(b *report.Benchmark) []sideRun {
	var all []sideRun
	for _, m := range b.RecallPre.Runs {
		all = append(all, sideRun{"before", m})
	}
	for _, m := range b.RecallPost.Runs {
		all = append(all, sideRun{"after", m})
	}
	return all
}

// sideColumns head the cells of a measured run.
func sideColumns() []report.Column {
	return []report.Column{left("Side"), right("Recall"), right("Reported"), right("Outside the reference list"), left("Basis"), right("Restarts"), left("Run"), left("Runner"), left("Model"), left("Version")}
}

func (r sideRun) cells() []report.Cell {
	m := r.recall
	run := report.Cell{Text: unit.NotAvailable, Reason: joinWords[m.Unlinked]}
	if m.Run != "" {
		run = on(text("its log"), runID(m.Run))
	}
	return []report.Cell{text(r.side), runRecall(m), num(m.Reported, unit.Ratio), quiet(m.Novel), text(cmp.Or(m.Basis, "measured")), quiet(m.Restarts), run, text(m.Runner), text(m.Model), text(m.Version)}
}

// runRecall is the recall of one run.
func runRecall(m report.RecallRun) report.Cell {
	return recallCell(report.Recall{Value: m.Value, Num: m.Num, Den: m.Den})
}
