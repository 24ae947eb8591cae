package present

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// countColumns is how many numbers of a run have a column of their own; the others stand
// in its detail.
const countColumns = 8

// countName is a number of runs: a whole, or what it is divided by.
type countName struct{ name, by string }

// outcomeBlocks are how runs went by their own numbers, and these numbers over runs. There
// are none where no run states a verdict or a number.
func outcomeBlocks(d *report.Data) []report.Block {
	var blocks []report.Block
	if t := outcomeTable(d); t != nil {
		blocks = append(blocks, report.Block{Title: "Run outcomes", Table: t})
	}
	if t := countTable(d.Counts); t != nil {
		blocks = append(blocks, report.Block{Title: "Counts over runs", Fold: len(t.Rows) > fewRows, Table: t})
	}
	return blocks
}

// outcomeTable has a row for each run that states a verdict or a number, newest first.
func outcomeTable(d *report.Data) *report.Table {
	names, titles := countNames(d)
	columns := []report.Column{left("Run"), left("Subject"), left("Result"), left("Verdict"), left("Why")}
	for _, n := range names[:min(len(names), countColumns)] {
		if n.by == "" {
			columns = append(columns, right(titles[n.name]))
		} else {
			columns = append(columns, left(titles[n.name]+" by "+n.by))
		}
	}
	rows := firstRows{limit: manyRows}
	for at := range slices.Backward(d.Runs) {
		r := &d.Runs[at]
		if r.Verdict == "" && len(r.Counts) == 0 {
			continue
		}
		rows.add(func() report.Row {
			row := report.Row{Role: look(r.Result), Evidence: []report.Evidence{r.Evidence},
				Cells: []report.Cell{on(code(r.Unit), runID(r.Key)), code(r.Subject), text(r.Result), text(r.Verdict), text(r.Reason)}}
			for i, n := range names {
				cell := countCell(r.Counts, n)
				if i < countColumns {
					row.Cells = append(row.Cells, cell)
				} else if cell.Text != "" {
					row.Detail = append(row.Detail, strings.TrimSuffix(titles[n.name]+" by "+n.by, " by ")+": "+cell.Text+".")
				}
			}
			return row
		})
	}
	if rows.total == 0 {
		return nil
	}
	return rows.table("run-outcomes", "How runs went by their own verdict and numbers, newest first.", "", columns)
}

// countNames are the numbers that runs state, in the order in which they are met, with
// their titles by name.
func countNames(d *report.Data) (names []countName, titles map[string]string) {
	titles = map[string]string{}
	for _, s := range d.Counts {
		titles[s.Name] = s.Title
	}
	seen := map[countName]bool{}
	for _, r := range d.Runs {
		for _, c := range r.Counts {
			if n := (countName{c.Name, c.By}); !seen[n] {
				seen[n] = true
				names = append(names, n)
			}
		}
	}
	slices.SortStableFunc(names, func(x, y countName) int { return cmp.Compare(firstOf(d.Counts, x), firstOf(d.Counts, y)) })
	return names, titles
}

// firstOf is the place of a number among all series, where systems state them in their
// own order.
func firstOf(all []report.CountSeries, n countName) int {
	return slices.IndexFunc(all, func(s report.CountSeries) bool { return s.Name == n.name && s.By == n.by })
}

// countCell is a number of a run: the whole, or its parts in words.
func countCell(all []report.RunCount, n countName) report.Cell {
	var parts []string
	for _, c := range all {
		switch {
		case c.Name != n.name || c.By != n.by:
		case n.by == "":
			return num(report.Known(c.Value), unit.Count)
		default:
			parts = append(parts, c.Part+": "+unit.Count.Format(c.Value))
		}
	}
	return text(strings.Join(parts, ", "))
}

// countTable is the numbers of the subjects with several runs: the last one, the one
// before and the change, those that got worse first.
func countTable(all []report.CountSeries) *report.Table {
	columns := []report.Column{left("Subject"), left("Count"), right("Runs"), right("Before"), right("Last"), right("Δ"), minor(left("Last runs, oldest first"))}
	shown := slices.DeleteFunc(slices.Clone(all), func(s report.CountSeries) bool {
		return s.Runs < 2 || !slices.ContainsFunc(s.Recent, func(v float64) bool { return v != s.Last })
	})
	if len(shown) == 0 {
		return nil
	}
	slices.SortStableFunc(shown, func(x, y report.CountSeries) int { return cmp.Compare(worsened(y), worsened(x)) })
	var rows []report.Row
	for _, s := range shown {
		delta := s.Last - s.Before.Value
		r := report.Row{Cells: []report.Cell{code(s.Subject), text(countTitle(s)), whole(s.Runs), num(s.Before, unit.Count), num(report.Known(s.Last), unit.Count),
			{Text: signed(delta), Sort: &delta}, text(recentValues(s.Recent))}}
		switch {
		case worsened(s) > 0:
			r.Role = report.RoleBad
		case worsened(s) < 0:
			r.Role = report.RoleGood
		}
		rows = append(rows, r)
	}
	return tableOf("counts", "Counts that changed. Runs state them, or they were counted of their lists.", "", columns, rows, manyRows)
}

// worsened is by how much the last run is worse than the one before; negative: better, 0
// where neither way is.
func worsened(s report.CountSeries) float64 {
	if !s.Before.OK {
		return 0
	}
	switch metric.Better(s.Better) {
	case metric.Lower:
		return s.Last - s.Before.Value
	case metric.Higher:
		return s.Before.Value - s.Last
	}
	return 0
}

// countTitle is a number with the part of it that is counted: "Bugs, severity high".
func countTitle(s report.CountSeries) string {
	if s.By == "" {
		return s.Title
	}
	return s.Title + ", " + s.By + " " + s.Part
}

func signed(v float64) string {
	switch {
	case v > 0:
		return "+" + unit.Count.Format(v)
	case v < 0:
		return "−" + unit.Count.Format(math.Abs(v))
	}
	return "0"
}

func recentValues(all []float64) string {
	var out []string
	for _, v := range all {
		out = append(out, unit.Count.Format(v))
	}
	return strings.Join(out, ", ")
}

// countBlocks are all numbers of one run, with who states them.
func countBlocks(all []metric.CountDetail) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Count"), left("By"), left("Part"), right("Number"), left("Said by")}
	var rows []report.Row
	for _, c := range all {
		by := c.SaidBy
		if !c.Stated {
			by = "counted of " + by
		}
		rows = append(rows, report.Row{Evidence: []report.Evidence{c.Evidence},
			Cells: []report.Cell{text(c.Title), text(c.By), text(c.Part), num(report.Known(c.Value), unit.Count), text(by)}})
	}
	caption := fmt.Sprintf("%s of this run, as stated or counted.", words.Plural(len(all), "number"))
	return []report.Block{tableBlock(tableOf("counts", caption, "", columns, rows, manyRows))}
}
