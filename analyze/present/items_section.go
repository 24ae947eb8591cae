package present

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// itemSection is what evals and benchmarks came to, and how runs compare item by item.
func itemSection(x *report.Items) report.Section {
	s := report.Section{ID: "items", Title: "Tasks and samples"}
	noun := cmp.Or(x.Noun, report.ItemNoun)
	if noun != report.ItemNoun {
		s.Title = words.Sentence(words.Several(noun))
	}
	if len(x.Groups)+len(x.Scores) == 0 {
		s.Lead = []string{"No task of a benchmark and no sample of an eval was found."}
		return s
	}
	for _, c := range x.Comparisons[:min(len(x.Comparisons), 3)] {
		if c.Items > 0 {
			s.Lead = append(s.Lead, c.Text)
		}
		for _, d := range c.Scores[:min(len(c.Scores), 3)] {
			s.Lead = append(s.Lead, d.Text)
		}
		if c.Reversed {
			s.Lead = append(s.Lead, fmt.Sprintf("Over all trials together the pass rate moves the other way (%[1]s, then %[2]s), since the sides did not try the same %[3]s equally often. The comparison of the same %[3]s counts.",
				words.Rate(c.RateA), words.Rate(c.RateB), words.Several(noun)))
		}
	}
	if why := x.Uncompared(); why != "" {
		s.Lead = append(s.Lead, "Not compared: "+why+".")
	}
	if len(x.Comparisons) == 0 {
		for _, g := range x.Groups[:min(len(x.Groups), 3)] {
			s.Lead = append(s.Lead, fmt.Sprintf("%s: %s trials passed.", itemGroupName(g), words.Rate(g.Passed)))
		}
	}
	if len(x.Groups) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(itemTable(x.Groups)))
	}
	if len(x.Scores) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(scoreTable(x.Scores)))
	}
	if len(x.Missed) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(missedTable(x.Missed)))
	}
	for i, c := range x.Comparisons {
		s.Blocks = append(s.Blocks, comparisonBlocks(i, c, noun)...)
	}
	return s
}

func itemGroupName(g report.ItemGroup) string {
	var who []string
	for _, w := range []string{g.Agent, g.Model, g.Variant} {
		if w != "" {
			who = append(who, w)
		}
	}
	if len(who) == 0 {
		return g.Benchmark
	}
	return g.Benchmark + ", " + strings.Join(who, ", ")
}

// explained is a column with what it means.
func explained(c report.Column, means string) report.Column {
	c.Help = means
	return c
}

func itemTable(groups []report.ItemGroup) *report.Table {
	columns := []report.Column{left("Benchmark"), minor(left("Agent")), left("Model"), minor(left("Variant")), minor(right("Runs")), right("Items"), explained(right("Passed"), "Trials that passed, of those with an outcome."), right("95 % CI"),
		explained(right("pass@k"), "Items of which at least one trial passed, of those tried more than once."),
		explained(right("pass^k"), "Items of which every trial passed, of the same."),
		explained(right("Broken"), "Trials that failed for reasons outside of the work, as a sandbox that did not start. They are in no rate."),
		explained(right("No outcome"), "Trials without an outcome, those that broke among them."),
		explained(right("Tokens"), "Tokens of all trials for one that passed."), explained(right("Cost"), "Cost of all trials for one that passed.")}
	var rows []report.Row
	for _, g := range groups {
		rows = append(rows, report.Row{Cells: []report.Cell{code(g.Benchmark), text(g.Agent), code(g.Model), text(g.Variant), whole(g.Runs), whole(g.Items),
			shareCell(g.Passed), likely(g.Passed), shareCell(g.Any), shareCell(g.All), quiet(g.Outside), quiet(g.Undecided),
			num(g.TokensPer, unit.Tokens), num(g.CostPer, unit.Dollars)}})
	}
	return tableOf("items", "Pass rates by benchmark, agent and model.", "No item was found.", columns, rows, someRows)
}

// missedTable is the items of which a trial failed or broke, with the error of the last one.
func missedTable(missed []report.MissedItem) *report.Table {
	columns := []report.Column{left("Item"), left("Of"), left("Run date"), right("Failed trials"),
		explained(right("Broken trials"), "Trials that failed for reasons outside of the work. They are in no rate."), left("Error")}
	var rows []report.Row
	for _, m := range missed {
		rows = append(rows, report.Row{Role: report.RoleBad, Evidence: []report.Evidence{m.Evidence}, Cells: []report.Cell{code(m.Step), text(m.Subject), text(m.Date),
			quiet(m.Failed), quiet(m.Broken), text(m.Error)}})
	}
	return tableOf("missed", "Items that broke or failed on their last run date, broken ones first.", "None.", columns, rows, someRows)
}

// probability is a p-value to two digits.
func probability(n report.Number) report.Cell {
	if !n.OK {
		return num(n, unit.None)
	}
	return report.Cell{Text: strconv.FormatFloat(n.Value, 'g', 2, 64), Exact: words.Short(n.Value)}
}

// sideWords are what the two sides of a comparison and the items of one of them are called.
type sideWords struct {
	before, after, lost, gained string
	sides, moved                string
	role                        report.Role // of an item that is lost
}

// wordsOf calls nothing lost of two sides of equal standing.
func wordsOf(c report.ItemComparison) sideWords {
	if c.Order == report.OrderNone {
		return sideWords{before: "First", after: "Second", lost: "Only first", gained: "Only second",
			sides: fmt.Sprintf("By %s: %s first, %s second, by name: the logs do not say which is the older.", c.By, c.Before, c.After),
			moved: fmt.Sprintf("Passed with one only: %s and %s", c.Before, c.After)}
	}
	return sideWords{before: "Before", after: "After", lost: "Lost", gained: "Gained", role: report.RoleBad,
		sides: fmt.Sprintf("By %s: %s before, %s after.", c.By, c.Before, c.After),
		moved: fmt.Sprintf("Lost and gained: %s to %s", c.Before, c.After)}
}

func comparisonBlocks(i int, c report.ItemComparison, noun string) []report.Block {
	w := wordsOf(c)
	columns := []report.Column{left("Benchmark"), right("Items of both"), right(w.before), right(w.after), right("Δ"), right(w.lost), right(w.gained), right("p"),
		explained(right("q"), "p after Benjamini-Hochberg over the benchmarks of the comparison.")}
	var rows []report.Row
	for _, b := range c.Benchmarks {
		rows = append(rows, report.Row{Cells: []report.Cell{code(b.Benchmark), whole(b.Items), shareCell(b.RateA), shareCell(b.RateB),
			num(b.Delta, unit.Points), quiet(b.Lost), quiet(b.Gained), probability(b.P), probability(b.QBH)}})
	}
	caption := fmt.Sprintf("%s %s of %s had trials that differ on one side. Tried on one side only: %s %s, %s %s.",
		w.sides, words.Count(c.Mixed), words.Plural(int(c.Items), noun), words.Count(c.Only[0]), strings.ToLower(w.before), words.Count(c.Only[1]), strings.ToLower(w.after))
	blocks := []report.Block{tableBlock(tableOf(fmt.Sprintf("comparison-%d", i+1), caption, "No item was tried on both sides.", columns, rows, someRows))}
	if len(c.Benchmarks) == 0 {
		blocks = nil
	}
	if len(c.Scores) > 0 {
		blocks = append(blocks, tableBlock(differenceTable(i, c)))
	}
	var moved []report.Row
	for _, list := range []struct {
		what  string
		role  report.Role
		items []string
	}{{w.lost, w.role, c.Lost}, {w.gained, "", c.Gained}} {
		for _, item := range list.items {
			moved = append(moved, report.Row{Role: list.role, Cells: []report.Cell{code(item), text(strings.ToLower(list.what))}})
		}
	}
	if len(moved) > 0 {
		blocks = append(blocks, report.Block{Fold: true, Title: w.moved,
			Table: tableOf(fmt.Sprintf("moved-%d", i+1), "Items that passed in every trial of one side and in none of the other.", "None.", []report.Column{left("Item"), left("Move")}, moved, someRows)})
	}
	return blocks
}
