package present

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/change"
	"runreport/analyze/metric"
	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// flakeSection is what needed more than one try.
func flakeSection(d *report.Data) report.Section {
	s := report.Section{ID: "flakes", Title: "Flakes"}
	f := d.Flakes
	if f.Overall.Den == 0 {
		s.Lead = []string{"No step that passed was found."}
		return s
	}
	if n := len(d.KnownFlaky); n > 0 {
		s.Lead = append(s.Lead, knownFlakyLead(d.KnownFlaky))
	}
	switch {
	case f.Overall.Num == 0:
		s.Lead = append(s.Lead, fmt.Sprintf("No %s that passed needed a second attempt: 0 of %s, 95 %% CI up to %s.", words.StepNoun(d), words.Count(f.Overall.Den), unit.Ratio.Format(f.Overall.Hi.Value)))
	default:
		s.Lead = append(s.Lead, fmt.Sprintf("%s %s that passed needed more than one attempt.", words.Rate(f.Overall), words.Several(words.StepNoun(d))))
		first := "Flakiest: "
		if flakiestTied(f.ByNode) {
			first = "One of those with the highest rate: "
		}
		s.Lead = append(s.Lead, first+problem.FlakeClause(f.ByNode[0], f))
	}
	s.Lead = append(s.Lead, changeSentences(d, change.FlakeRate, "flakes more often")...)
	if f.CostShare.OK && f.CostS.Value > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("Flakes cost %s of machine time, %s of that of all attempts.", problem.CostWords(f.CostS.Value, f.Untimed), unit.Ratio.Format(f.CostShare.Value)))
	}
	for _, x := range f.BySystem {
		if x.NotMeasured > 0 {
			s.Lead = append(s.Lead, fmt.Sprintf("Not measured: %s of %s, %s.", words.Plural(int(x.NotMeasured), "step"), x.System, hiddenBecause[x.NotMeasuredWhy]))
		}
	}
	if len(d.KnownFlaky) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(knownFlakyTable(d.KnownFlaky)))
	}
	if c := flakeChart(f); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	flaked := func(n *report.FlakeNode) bool { return n.Rate.Num > 0 }
	s.Blocks = append(s.Blocks, tableBlock(flakeTable("flakes", "Steps that flaked. Ranked by empirical-Bayes rate over the steps of the system.", f.ByNode, flaked)))
	steady := flakeTable("steady", "Steps without a retry.", f.ByNode, func(n *report.FlakeNode) bool { return !flaked(n) })
	if steady.Total > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Steps without a retry", Fold: true, Table: steady})
	}
	if c := nightChart(f); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if len(f.ByCommand) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(commandTable(f)))
	}
	s.Blocks = append(s.Blocks, tableBlock(flakeSystems(f)))
	return s
}

// knownFlakyLead says how many tests fail at random, and which one most surely.
func knownFlakyLead(all []report.KnownFlaky) string {
	worst := all[0]
	for _, t := range all[1:] {
		if t.Rate.Lo.Value > worst.Rate.Lo.Value {
			worst = t
		}
	}
	if len(all) == 1 {
		return fmt.Sprintf("1 test is known flaky: %s, in %s of its runs.", worst.Test, words.Rate(worst.Rate))
	}
	return fmt.Sprintf("%s are known flaky, first %s, in %s of its runs.", words.Plural(len(all), "test"), worst.Test, words.Rate(worst.Rate))
}

// knownFlakyTable lists the tests that fail at random, the surest first. Their runner
// may never try again, and then none of them has a flake rate.
func knownFlakyTable(all []report.KnownFlaky) *report.Table {
	columns := []report.Column{left("Test"), minor(left("Subject")), minor(left("System")), right("Failed or retried"), right("95 % CI"), right("Failed"), right("Passed on retry"), minor(right("Last"))}
	sorted := slices.Clone(all)
	slices.SortStableFunc(sorted, func(a, b report.KnownFlaky) int { return cmp.Compare(b.Rate.Lo.Value, a.Rate.Lo.Value) })
	var rows []report.Row
	for _, t := range sorted {
		rows = append(rows, report.Row{Role: report.RoleWarn, Cells: []report.Cell{on(code(t.Test), stepID(metric.Step(t.System, t.Subject, t.Test))), code(t.Subject), text(t.System),
			shareCell(t.Rate), likely(t.Rate), quiet(t.Failed), quiet(t.Flaked), text(t.Last)}})
	}
	return tableOf("known-flaky", "Known flaky tests: in the last 30 days they passed on retry, or failed and passed from run to run.", "None.", columns, rows, someRows)
}

// hiddenBecause says why a flake of a system's steps may not be seen.
var hiddenBecause = map[string]string{
	"":             "of which the log need not show every attempt",
	"not_exported": "of which earlier attempts are in no export",
	"erased":       "whose format erases failures that were recovered",
}

func flakeTable(id, caption string, nodes []report.FlakeNode, shown func(*report.FlakeNode) bool) *report.Table {
	columns := []report.Column{left("Step"), minor(left("Subject")), minor(left("System")), right("Needed a retry"), right("95 % CI"), right("Ranked by"), right("Cost"), minor(right("First flake")), minor(right("Last flake"))}
	rows := firstRows{limit: someRows}
	for i := range nodes {
		n := &nodes[i]
		if !shown(n) {
			continue
		}
		rows.add(func() report.Row {
			r := report.Row{Evidence: n.Evidence, Cells: []report.Cell{on(code(n.Node), stepID(metric.Step(n.System, n.Subject, n.Node))), code(n.Subject), text(n.System), shareCell(n.Rate), likely(n.Rate),
				num(n.Shrunk, unit.Ratio), num(n.CostS, unit.Seconds), seen(n.FirstSeen), seen(n.LastSeen)}}
			if n.New {
				r.Role = report.RoleWarn
				r.Cells[0].Text += " (new)"
			}
			return r
		})
	}
	return rows.table(id, caption, "No step flaked.", columns)
}

func commandTable(f report.Flakes) *report.Table {
	columns := []report.Column{left("Command"), minor(left("Subject")), right("Failed, then passed"), right("95 % CI")}
	var rows []report.Row
	for _, n := range f.ByCommand {
		rows = append(rows, report.Row{Evidence: n.Evidence, Cells: []report.Cell{code(n.Node), code(n.Subject), shareCell(n.Rate), likely(n.Rate)}})
	}
	return tableOf("flaky-commands", "Commands that failed, then passed in a later attempt of the same run.", "None.", columns, rows, fewRows)
}

func seen(t report.Moment) report.Cell {
	if t.IsZero() {
		return report.Cell{Text: "–"}
	}
	c := when(t)
	c.Text = c.Text[:10]
	return c
}

func flakeSystems(f report.Flakes) *report.Table {
	columns := []report.Column{left("System"), right("Needed a retry"), right("95 % CI"), right("First attempt passed"), right("Recovered"), right("Not measured")}
	var rows []report.Row
	for _, s := range f.BySystem {
		rows = append(rows, report.Row{Cells: []report.Cell{text(s.System), shareCell(s.Rate), likely(s.Rate), shareCell(s.FirstAttemptPass), shareCell(s.Recovery), quiet(s.NotMeasured)}})
	}
	return tableOf("flakes-by-system", "Flakes by system.", "No system has steps that are tried again.", columns, rows, someRows)
}
