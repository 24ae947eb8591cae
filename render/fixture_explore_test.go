package render

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
)

// explorable is a report with enough in it to look for something: a table of twelve
// steps with a chart of the first three, and a folded one of their commands; a timeline
// with a lane on the critical path, and a long table.
func explorable() *report.Report {
	r := fixture()
	steps := &report.Table{ID: "steps", Main: true, Caption: "Steps, slowest first", Columns: []report.Column{left("Step"), left("Subject"), right("Took"), right("Tries")}}
	commands := &report.Table{ID: "commands", Main: true, Caption: "Commands", Columns: []report.Column{left("Step"), left("Command")}}
	for i := range 12 {
		step, took := fmt.Sprintf("step-%c", 'a'+i), float64(7300-600*i)
		row := report.Row{Cells: []report.Cell{name(step), name("release"), {Text: unit.Seconds.Format(took), Sort: &took}, cell(fmt.Sprint(9 + i))}, Evidence: []report.Evidence{place("a.jsonl", int64(i+1))}}
		if i == 3 {
			row.Cells[2] = missing("open")
			row.Detail = []string{"It was cut off while checking out."}
		}
		steps.Rows = append(steps.Rows, row)
		commands.Rows = append(commands.Rows, report.Row{Cells: []report.Cell{name(step), name("make " + step)}})
	}
	chart := &report.Chart{ID: "slow", Title: "step-a is the slowest", Kind: report.Dots,
		X: report.Axis{Title: "Took", Unit: unit.Seconds}, Y: report.Axis{Categories: []string{"release: step-a", "release: step-b", "release: step-c"}},
		Series: []report.Series{{Name: "took", Role: report.RoleA, Points: []report.Point{point(0, 0, 7300, 7000, 7500, ""), point(0, 1, 6700, 6000, 7000, ""), point(0, 2, 6100, 6000, 7000, "")}}}}
	r.Sections = []report.Section{
		{ID: "pace", Title: "Pace", Lead: []string{"step-a is the slowest."}, Blocks: []report.Block{{Chart: chart}, {Table: steps}, {Title: "Commands", Fold: true, Table: commands}}},
		{ID: "notes", Title: "Notes", Blocks: []report.Block{{Text: []string{"Nothing else is slow."}}, {Chart: busyTimeline()}, {Table: lanes()}}},
		{ID: "long", Title: "Long", Blocks: []report.Block{{Table: manyRows()}}},
		{ID: "results", Title: "Results", Blocks: []report.Block{{Table: resultTable()}}},
	}
	r.Compared = func() ([]report.Compared, error) { return twoRuns(), nil }
	return r
}

// resultTable has rows of three results in two systems, and numbers that are drawn as bars.
func resultTable() *report.Table {
	t := &report.Table{ID: "results", Main: true, Caption: "One row for each run", Columns: []report.Column{
		{Title: "Name", Key: true}, {Title: "System", Chips: true}, {Title: "Result", Chips: true, Key: true},
		{Title: "Took", Align: report.Right, Bar: true, Key: true}, {Title: "Note"}, {Title: "Extra", Minor: true}}}
	for i := range 14 {
		took, result, role := float64(i), "passed", report.RoleGood
		switch {
		case i%7 == 0:
			result, role = "failed", report.RoleBad
		case i%5 == 0:
			result, role = "flaky", report.RoleWarn
		}
		t.Rows = append(t.Rows, report.Row{Role: role, Cells: []report.Cell{name(fmt.Sprintf("r-%02d", i)), cell([]string{"left", "right"}[i%2]), cell(result),
			{Text: fmt.Sprint(i), Sort: &took}, cell(fmt.Sprintf("=note, %d", i)), cell("more")}})
	}
	return t
}

// twoRuns differ in the result of one step and the duration of another, and have one
// without a like.
func twoRuns() []report.Compared {
	item := func(name, result string, seconds float64) report.ComparedItem {
		return report.ComparedItem{Name: name, Result: result, DurationS: report.Known(seconds)}
	}
	return []report.Compared{
		{Key: "k/new", Name: "new", About: "kahn, shop, 2026-03-02", Result: "failed", Items: []report.ComparedItem{item("build", "failed", 10), item("lint", "passed", 90), item("unit", "passed", 30), item("added", "passed", 1)}},
		{Key: "k/other", Name: "other", About: "kahn, docs, 2026-03-01", Result: "passed", Items: []report.ComparedItem{item("pages", "passed", 5)}},
		{Key: "k/old", Name: "old", About: "kahn, shop, 2026-03-01", Result: "passed", Items: []report.ComparedItem{item("build", "passed", 10), item("lint", "passed", 60), item("unit", "passed", 30.5)}},
	}
}

// manyRows has more rows than are laid out at once.
func manyRows() *report.Table {
	t := &report.Table{ID: "many", Main: true, Caption: "Many", Columns: []report.Column{left("Name"), right("Number")}}
	for i := range 700 {
		t.Rows = append(t.Rows, report.Row{Cells: []report.Cell{name(fmt.Sprintf("row-%03d", i)), cell(fmt.Sprint(i * 37 % 700))}})
	}
	return t
}

// busyTimeline has so many spans that one wants to see them larger.
func busyTimeline() *report.Chart {
	c := timelineChart()
	c.Y.Categories = []string{"▸ build", "integration-tests"}
	passed := &c.Series[0]
	for i := range 8 {
		p := passed.Points[0]
		p.Lo, p.Hi = number(*p.Lo+float64(200*i+200)), number(*p.Hi+float64(200*i+200))
		passed.Points = append(passed.Points, p)
	}
	return c
}

// lanes is the table of the two lanes of the timeline.
func lanes() *report.Table {
	return &report.Table{ID: "lanes", Caption: "Lanes", Columns: []report.Column{left("Step"), left("Result")}, Rows: []report.Row{
		{Cells: []report.Cell{name("build"), cell("passed")}}, {Cells: []report.Cell{name("integration-tests"), cell("failed")}}}}
}
