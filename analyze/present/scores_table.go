package present

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// scoreTable is the mean of every scorer whose scores are not yes or no.
func scoreTable(groups []report.ScoreGroup) *report.Table {
	columns := []report.Column{left("Benchmark"), minor(left("Agent")), left("Model"), minor(left("Variant")), left("Scorer"), minor(left("Scale")), minor(right("Runs")),
		explained(right("Items"), "Several trials of an item count as their mean. Without items, the log states the mean and its standard error."),
		right("Mean"), right("95 % CI")}
	var rows []report.Row
	for _, g := range groups {
		score := scoreCells(words.ScoreDigits(report.Number{}, g.Lo, g.Hi), unit.Fixed)
		rows = append(rows, report.Row{Cells: []report.Cell{code(g.Benchmark), text(g.Agent), code(g.Model), text(g.Variant), code(g.Scorer), text(g.Unit),
			whole(g.Runs), quiet(g.Items), score(g.Mean), between(g.Lo, g.Hi, score)}})
	}
	return tableOf("scores", "Scores that are not yes or no.", "No score was found.", columns, rows, someRows)
}

// differenceTable is the scores of a comparison, paired item by item.
func differenceTable(i int, c report.ItemComparison) *report.Table {
	w := wordsOf(c)
	columns := []report.Column{left("Benchmark"), left("Scorer"), right("Items of both"), right(w.before), right(w.after), right("Δ"), right("95 % CI of Δ"), right("p"),
		explained(right("q"), "p after Benjamini-Hochberg over the scores of all comparisons."), left("Evidence")}
	var rows []report.Row
	caption := "Mean scores of the items of both. "
	for _, d := range c.Scores {
		items := whole(d.Items)
		if d.Stated {
			caption, items = "Mean scores of the items of both; without items, as the logs state them with their standard errors, unpaired. ", quiet(0)
		}
		digits := words.ScoreDigits(d.Delta, d.Lo, d.Hi)
		score, change := scoreCells(digits, unit.Fixed), scoreCells(digits, words.SignedScore)
		rows = append(rows, report.Row{Cells: []report.Cell{code(d.Benchmark), code(d.Scorer), items, score(d.Before), score(d.After),
			change(d.Delta), between(d.Lo, d.Hi, change), probability(d.P), probability(d.QBH), text(d.Evidence)}})
	}
	return tableOf(fmt.Sprintf("scores-%d", i+1), caption+w.sides, "", columns, rows, someRows)
}

// scoreCells makes cells of scores, each with as many digits behind the point.
func scoreCells(digits int, format func(v float64, digits int) string) func(report.Number) report.Cell {
	return func(n report.Number) report.Cell {
		c := num(n, unit.None)
		if n.OK {
			c.Text = format(n.Value, digits)
		}
		return c
	}
}

// between is an interval, whose ends the cells write; n/a where it is not known.
func between(lo, hi report.Number, cell func(report.Number) report.Cell) report.Cell {
	from, to := cell(lo), cell(hi)
	if !lo.OK || !hi.OK {
		return from
	}
	return report.Cell{Text: from.Text + " to " + to.Text, Exact: from.Exact + " to " + to.Exact}
}
