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
		if found == 0 || missed == 0 || len(names) == maxMatrix {
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
			s.Points = append(s.Points, report.Point{X: float64(x), Y: y, State: state, Label: state})
		}
	}
	if len(names) == 0 {
		return nil
	}
	return &report.Chart{ID: "bug-matrix", Title: fmt.Sprintf("%s changed between found and missed", plural(len(names), "bug")),
		N: fmt.Sprintf("n = %s in %s", plural(len(order), "bug"), plural(len(columns), "column")), Kind: report.Matrix,
		X: report.Axis{Categories: columns}, Y: report.Axis{Categories: names}, Series: []report.Series{s},
		States: []report.State{{Name: "found", Role: report.RoleNeutral, Sign: "●"}, {Name: "missed", Role: report.RoleUnknown, Sign: "○"},
			{Name: "lost", Role: report.RoleBad, Sign: "▼"}, {Name: "gained", Role: report.RoleGood, Sign: "▲"}, {Name: "unknown", Role: report.RoleUnknown, Sign: "·"}}}
}

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

func (a *analysis) bugTable() *report.Table {
	columns := []report.Column{left("Benchmark"), left("Bug"), left("Side"), right("Found"), right("Changes"), left("Record"), right("Chance of a miss"), left("Last")}
	labels := map[string]string{"steady_found": "always found", "steady_missed": "always missed", "changed_once": "changed once",
		"changed_once_unconfirmed": "changed once, not confirmed", "flaky": "unsteady", "too_few": "too few runs"}
	var rows []report.Row
	for _, b := range a.d.Bugs {
		v := float64(b.Found) / float64(b.Of)
		rows = append(rows, report.Row{Cells: []report.Cell{code(b.Benchmark), code(b.Bug), text(map[string]string{"pre": "before", "post": "after"}[b.Side]),
			{Text: fmt.Sprintf("%d of %d", b.Found, b.Of), Sort: &v}, quiet(b.Flips), text(labels[b.Label]), num(b.PredictedMiss, unit.Ratio), text(b.Last)}})
	}
	return tableOf("bugs", "What became of each baseline bug over all measured runs, the least steady first. The chance of a miss is for the next run, if nothing changed.",
		"No bug was named.", columns, rows, manyRows)
}
