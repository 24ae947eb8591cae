package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
)

// How much a matrix draws: the bugs that changed, in the runs of the latest cycles. A
// person takes in no more at once, and every cell costs.
const (
	maxMatrix       = 24
	maxMatrixCycles = 10
	maxMatrixRuns   = 20
)

// latest are the last n cycles.
func latest[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }

// bugGrid is what became of every bug in every measured run.
type bugGrid struct {
	columns []string // runs: cycle, side, number of the run where there are several
	cycles  int
	bugs    []bugKey // in order of appearance
	cells   map[bugKey]map[int]stat.Result
}

type bugKey struct{ benchmark, bug string }

// matrixCycles are the latest cycles whose runs a matrix has room for.
func (a *analysis) matrixCycles() []*cycle {
	all := latest(a.worked, maxMatrixCycles)
	runs := 0
	for i := len(all) - 1; i >= 0; i-- {
		before, after := all[i].mostRuns()
		if runs += before + after; runs > maxMatrixRuns && i < len(all)-1 {
			return all[i+1:]
		}
	}
	return all
}

// mostRuns is how many runs the benchmark with the most has on each side.
func (c *cycle) mostRuns() (before, after int) {
	for _, b := range c.benchmarks {
		before, after = max(before, len(b.pre.runs)), max(after, len(b.post.runs))
	}
	return before, after
}

func (a *analysis) bugGrid() bugGrid {
	g := bugGrid{cells: map[bugKey]map[int]stat.Result{}}
	for _, c := range a.matrixCycles() {
		g.cycles++
		before, after := c.mostRuns()
		first := len(g.columns)
		for n := range before {
			g.columns = append(g.columns, runName(c, "before", n, before))
		}
		for n := range after {
			g.columns = append(g.columns, runName(c, "after", n, after))
		}
		for _, b := range c.benchmarks {
			g.add(b.name, b.pre.runs, first)
			g.add(b.name, b.post.runs, first+before)
		}
	}
	return g
}

func runName(c *cycle, side string, n, of int) string {
	name := shortTitle(&c.out) + " " + side
	if of > 1 {
		name += fmt.Sprintf(" %d", n+1)
	}
	return name
}

// add notes the bugs of a benchmark's runs on one side, from a column on.
func (g *bugGrid) add(benchmark string, runs []measured, column int) {
	ids, all := results(runs)
	for _, id := range ids {
		k := bugKey{benchmark, id}
		if g.cells[k] == nil {
			g.cells[k] = map[int]stat.Result{}
			g.bugs = append(g.bugs, k)
		}
		for n, r := range all[id] {
			g.cells[k][column+n] = r
		}
	}
}

// changed reports whether the bug was found in some run and missed in another.
func (g *bugGrid) changed(k bugKey) bool {
	found, missed := false, false
	for _, r := range g.cells[k] {
		found, missed = found || r == stat.Found, missed || r == stat.Missed
	}
	return found && missed
}

// bugMatrix draws what became of every bug in every measured run, for the bugs that
// did not always end the same.
func (a *analysis) bugMatrix() *report.Chart {
	g := a.bugGrid()
	var names []string
	changed := 0
	s := report.Series{Name: "bugs"}
	for _, k := range g.bugs {
		if !g.changed(k) {
			continue
		}
		if changed++; len(names) == maxMatrix {
			continue
		}
		y := float64(len(names))
		names = append(names, k.benchmark+" / "+k.bug)
		before := stat.Unknown
		for x := range g.columns {
			now := g.cells[k][x]
			s.Points = append(s.Points, report.Point{X: float64(x), Y: y, State: matrixState(before, now)})
			if now != stat.Unknown {
				before = now
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &report.Chart{ID: "bug-matrix", Title: a.matrixTitle(changed),
		N:    fmt.Sprintf("n = %s in %s before and after %s; drawn: %d that changed", plural(len(g.bugs), "bug"), plural(len(g.columns), "run"), plural(g.cycles, "lever"), len(names)),
		Kind: report.Matrix, Table: matrixTable(g.columns, names, s.Points), X: report.Axis{Categories: g.columns}, Y: report.Axis{Categories: names}, Series: []report.Series{s},
		States: []report.State{{Name: "found", Role: report.RoleNeutral, Sign: "●"}, {Name: "missed", Role: report.RoleUnknown, Sign: "○"},
			{Name: "lost", Role: report.RoleBad, Sign: "▼"}, {Name: "gained", Role: report.RoleGood, Sign: "▲"}, {Name: "unknown", Role: report.RoleUnknown, Sign: "·"}}}
}

// matrixTitle says what the latest lever did, and to how many bugs something ever
// happened. A bug is lost where every run before found it and none after did.
func (a *analysis) matrixTitle(changed int) string {
	ever := fmt.Sprintf("%s changed between found and missed at some time", plural(changed, "bug"))
	if len(a.d.Cycles) == 0 {
		return ever
	}
	lost, gained := 0, 0
	for _, b := range a.d.Cycles[len(a.d.Cycles)-1].Benchmarks {
		lost, gained = lost+len(b.Lost), gained+len(b.Gained)
	}
	if lost+gained == 0 {
		return ever
	}
	return fmt.Sprintf("The latest lever lost %s and gained %d; %s", plural(lost, "bug"), gained, ever)
}

// matrixTable is the matrix in words.
func matrixTable(columns, names []string, points []report.Point) *report.Table {
	heads := []report.Column{left("Bug")}
	for _, c := range columns {
		heads = append(heads, left(c))
	}
	rows := make([]report.Row, len(names))
	for y, name := range names {
		rows[y].Cells = append(make([]report.Cell, 0, len(heads)), code(name))
	}
	for _, p := range points { // a row's points stand in the order of the columns
		row := &rows[int(p.Y)]
		row.Cells = append(row.Cells, report.Cell{Text: p.State, Role: matrixRoles[p.State]})
	}
	return tableOf("bug-matrix-data", "What became of each bug that changed.", "", heads, rows, manyRows)
}

var matrixRoles = map[string]report.Role{"lost": report.RoleBad, "gained": report.RoleGood}

func matrixState(before, now stat.Result) string {
	switch {
	case now == stat.Unknown:
		return "unknown"
	case before == stat.Found && now == stat.Missed:
		return "lost"
	case before == stat.Missed && now == stat.Found:
		return "gained"
	case now == stat.Found:
		return "found"
	}
	return "missed"
}

func bugTable(bugs []report.Bug) *report.Table {
	columns := []report.Column{left("Benchmark"), left("Bug"), left("Side"), right("Found"), right("Changes"), left("Record"), right("Chance of a miss"), left("Last")}
	labels := map[string]string{"steady_found": "always found", "steady_missed": "always missed", "changed_once": "changed once",
		"changed_once_unconfirmed": "changed once, not confirmed", "flaky": "unsteady", "too_few": "too few runs"}
	var rows []report.Row
	for _, b := range bugs {
		v := float64(b.Found) / float64(b.Of)
		rows = append(rows, report.Row{Cells: []report.Cell{on(code(b.Benchmark), benchmarkID(b.Benchmark)), code(b.Bug), text(map[string]string{"pre": "before", "post": "after"}[b.Side]),
			{Text: fmt.Sprintf("%d of %d", b.Found, b.Of), Sort: &v}, quiet(b.Flips), text(labels[b.Label]), num(b.PredictedMiss, unit.Ratio), text(b.Last)}})
	}
	return tableOf("bugs", "What became of each baseline bug over all measured runs, the least steady first. The chance of a miss is for the next run, if nothing changed.",
		"No bug was named.", columns, rows, manyRows)
}
