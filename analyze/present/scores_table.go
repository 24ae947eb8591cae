package present

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
)

// scoreTable is the mean of every scorer whose scores are not yes or no.
func scoreTable(groups []report.ScoreGroup) *report.Table {
	columns := []report.Column{left("Benchmark"), minor(left("Agent")), left("Model"), minor(left("Variant")), left("Scorer"), minor(left("Scale")), minor(right("Runs")),
		explained(right("Items"), "Several trials of an item count as their mean. Without items, the log states the mean and its standard error."),
		right("Mean"), right("95 % CI")}
	var rows []report.Row
	for _, g := range groups {
		rows = append(rows, report.Row{Cells: []report.Cell{code(g.Benchmark), text(g.Agent), code(g.Model), text(g.Variant), code(g.Scorer), text(g.Unit),
			whole(g.Runs), quiet(g.Items), num(g.Mean, unit.None), between(g.Lo, g.Hi, unit.None)}})
	}
	return tableOf("scores", "Scores that are not yes or no.", "No score was found.", columns, rows, someRows)
}

// differenceTable is the scores of a comparison, paired item by item.
func differenceTable(i int, c report.ItemComparison) *report.Table {
	columns := []report.Column{left("Benchmark"), left("Scorer"), right("Items of both"), right("Before"), right("After"), right("Δ"), right("95 % CI of Δ"), right("p"),
		explained(right("q"), "p after Benjamini-Hochberg over the scores of all comparisons."), left("Evidence")}
	var rows []report.Row
	for _, d := range c.Scores {
		rows = append(rows, report.Row{Cells: []report.Cell{code(d.Benchmark), code(d.Scorer), whole(d.Items), num(d.Before, unit.None), num(d.After, unit.None),
			num(d.Delta, unit.Points), between(d.Lo, d.Hi, unit.Points), probability(d.P), probability(d.QBH), text(d.Evidence)}})
	}
	return tableOf(fmt.Sprintf("scores-%d", i+1), fmt.Sprintf("Mean scores of the items of both. By %s: %s before, %s after.", c.By, c.Before, c.After), "", columns, rows, someRows)
}

// between is an interval; n/a where it is not known.
func between(lo, hi report.Number, u unit.Unit) report.Cell {
	if !lo.OK || !hi.OK {
		return num(lo, u)
	}
	return report.Cell{Text: u.Format(lo.Value) + " to " + u.Format(hi.Value), Exact: u.Exact(lo.Value) + " to " + u.Exact(hi.Value)}
}
