package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/unit"
)

// How much a matrix draws: the bugs that changed, in the latest cycles.
const (
	maxMatrix       = 40
	maxMatrixCycles = 10
)

// latest are the last n cycles.
func latest[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }

// bugMatrix draws what became of every bug in every measured run, for the bugs that
// did not always end the same.
func (a *analysis) bugMatrix() *report.Chart {
	type key struct{ benchmark, bug string }
	var columns []string
	cells := map[key]map[int]stat.Result{}
	var order []key
	for _, c := range latest(a.worked, maxMatrixCycles) {
		for _, s := range []string{"before", "after"} {
			columns = append(columns, shortTitle(&c.out)+" "+s)
			at := len(columns) - 1
			for _, b := range c.benchmarks {
				runs := b.pre.runs
				if s == "after" {
					runs = b.post.runs
				}
				ids, all := results(runs)
				for _, id := range ids {
					k := key{b.name, id}
					if cells[k] == nil {
						cells[k] = map[int]stat.Result{}
						order = append(order, k)
					}
					cells[k][at] = last(all[id])
				}
			}
		}
	}
	var names []string
	changed, lost, gained := 0, 0, 0
	s := report.Series{Name: "bugs"}
	for _, k := range order {
		found, missed := 0, 0
		for _, r := range cells[k] {
			if r == stat.Found {
				found++
			}
			if r == stat.Missed {
				missed++
			}
		}
		if found == 0 || missed == 0 {
			continue
		}
		if changed++; len(names) == maxMatrix {
			continue
		}
		y := float64(len(names))
		names = append(names, k.benchmark+" / "+k.bug)
		before := stat.Unknown
		for x := range columns {
			state := matrixState(before, cells[k][x])
			if cells[k][x] != stat.Unknown {
				before = cells[k][x]
			}
			s.Points = append(s.Points, report.Point{X: float64(x), Y: y, State: state})
			if x == len(columns)-1 && state == "lost" {
				lost++
			}
			if x == len(columns)-1 && state == "gained" {
				gained++
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &report.Chart{ID: "bug-matrix", Title: matrixTitle(changed, lost, gained),
		N: fmt.Sprintf("n = %s in the runs before and after %s; drawn: %d that changed", plural(len(order), "bug"), plural(len(columns)/2, "lever"), len(names)), Kind: report.Matrix, Table: matrixTable(columns, names, s.Points),
		X: report.Axis{Categories: columns}, Y: report.Axis{Categories: names}, Series: []report.Series{s},
		States: []report.State{{Name: "found", Role: report.RoleNeutral, Sign: "●"}, {Name: "missed", Role: report.RoleUnknown, Sign: "○"},
			{Name: "lost", Role: report.RoleBad, Sign: "▼"}, {Name: "gained", Role: report.RoleGood, Sign: "▲"}, {Name: "unknown", Role: report.RoleUnknown, Sign: "·"}}}
}

// matrixTitle says what happened last, and to how many bugs something ever did.
func matrixTitle(changed, lost, gained int) string {
	ever := fmt.Sprintf("%s changed between found and missed at some time", plural(changed, "bug"))
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

func last(history []stat.Result) stat.Result {
	for i := len(history) - 1; i >= 0; i-- {
		if history[i] != stat.Unknown {
			return history[i]
		}
	}
	return stat.Unknown
}

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
