package present

import (
	"fmt"
	"slices"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// maxMatrix is how many bugs a matrix draws.
const maxMatrix = 24

// latest are the last n.
func latest[T any](all []T, n int) []T { return all[max(0, len(all)-n):] }

// bugMatrix draws what became of every bug in every measured run, for the bugs that
// did not always end the same; where none changed, for all.
func bugMatrix(g recall.BugGrid, cycles []report.Cycle) *report.Chart {
	drawn, changed := matrixBugs(g)
	if len(drawn) == 0 {
		return nil
	}
	var names []string
	s := report.Series{Name: "bugs"}
	for y, k := range drawn {
		names = append(names, k.Benchmark+" / "+k.Bug)
		before := stat.Unknown
		for x, now := range k.Results {
			s.Points = append(s.Points, report.Point{X: float64(x), Y: float64(y), State: matrixState(before, now)})
			if now != stat.Unknown {
				before = now
			}
		}
	}
	of := fmt.Sprintf("%s that changed", words.Count(len(drawn)))
	title := matrixTitle(cycles, changed)
	if changed == 0 {
		of, title = fmt.Sprint(len(drawn)), steadyTitle(g)
	}
	return &report.Chart{ID: "bug-matrix", Title: title,
		N:    fmt.Sprintf("n = %s in %s before and after %s; drawn: %s", words.Plural(len(g.Bugs), "bug"), words.Plural(len(g.Columns), "run"), words.Plural(g.Cycles, "lever"), of),
		Kind: report.Matrix, Table: matrixTable(g.Columns, names, s.Points), X: report.Axis{Categories: g.Columns}, Y: report.Axis{Categories: names}, Series: []report.Series{s},
		States: []report.State{{Name: "found", Role: report.RoleNeutral, Sign: "●"}, {Name: "missed", Role: report.RoleUnknown, Sign: "○"},
			{Name: "lost", Role: report.RoleBad, Sign: "▼"}, {Name: "gained", Role: report.RoleGood, Sign: "▲"}, {Name: "unknown", Role: report.RoleUnknown, Sign: "·"}}}
}

// matrixBugs are the bugs that a matrix draws, and how many changed.
func matrixBugs(g recall.BugGrid) (drawn []recall.BugRow, changed int) {
	for _, k := range g.Bugs {
		if k.Changed() {
			drawn = append(drawn, k)
		}
	}
	changed = len(drawn)
	if changed == 0 && len(g.Columns) > 1 {
		drawn = g.Bugs
	}
	return drawn[:min(len(drawn), maxMatrix)], changed
}

// steadyTitle is the title where no bug changed.
func steadyTitle(g recall.BugGrid) string {
	missed := 0
	for _, k := range g.Bugs {
		if slices.Contains(k.Results, stat.Missed) {
			missed++
		}
	}
	return fmt.Sprintf("No bug changed between found and missed: %s always found, %s always missed", words.Count(len(g.Bugs)-missed), words.Count(missed))
}

// matrixTitle says what the latest lever did, and to how many bugs something ever
// happened. A bug is lost where every run before found it and none after did.
func matrixTitle(cycles []report.Cycle, changed int) string {
	ever := fmt.Sprintf("%s changed between found and missed at some time", words.Plural(changed, "bug"))
	if len(cycles) == 0 {
		return ever
	}
	lost, gained := 0, 0
	for _, b := range cycles[len(cycles)-1].Benchmarks {
		lost, gained = lost+len(b.Lost), gained+len(b.Gained)
	}
	if lost+gained == 0 {
		return ever
	}
	return fmt.Sprintf("Latest cycle: %s lost, %s gained; %s", words.Plural(lost, "bug"), words.Count(gained), ever)
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
	return tableOf("bug-matrix-data", "What became of each bug that is drawn.", "", heads, rows, manyRows)
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
			{Text: fmt.Sprintf("%s of %s", words.Count(b.Found), words.Count(b.Of)), Sort: &v}, quiet(b.Flips), text(labels[b.Label]), num(b.PredictedMiss, unit.Ratio), text(b.Last)}})
	}
	return tableOf("bugs", "Bugs of the reference lists, the least steady first. They are counted over all measured runs. The chance of a miss is for the next run, if nothing changed.",
		"No bug was named.", columns, rows, manyRows)
}
