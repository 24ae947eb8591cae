package present

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// usageSection is what runs cost, as far as logs say.
func usageSection(v *View) report.Section {
	s := report.Section{ID: "usage", Title: "Tokens and cost"}
	x := v.Data.Usage
	switch {
	case !x.Tokens.OK && x.CostUSD.OK:
		s.Lead = append(s.Lead, fmt.Sprintf("The logs state a cost of %s, and no tokens.", unit.Dollars.Format(x.CostUSD.Value)))
	case !x.Tokens.OK:
		s.Lead = append(s.Lead, "No log states tokens or cost; who worked, and how much at once, is below.")
	default:
		lead := fmt.Sprintf("The logs state %s tokens", unit.Tokens.Format(x.Tokens.Value))
		if x.CostUSD.OK {
			lead += fmt.Sprintf(" and a cost of %s", unit.Dollars.Format(x.CostUSD.Value))
		}
		s.Lead = append(s.Lead, lead+". Zeros that mean unknown are left out.")
	}
	if n := len(x.RetryChains); n > 0 {
		c := x.RetryChains[0]
		s.Lead = append(s.Lead, fmt.Sprintf("%s with more than one attempt; most: %s on %s with %d, %s at the end.", words.Plural(n, "job"), c.Agent, c.Step, c.Attempts, c.Final))
	}
	if len(x.ByAgent) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(usageTable("agents", "What agents used.", x.ByAgent)))
	}
	if len(x.ByRunner) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(usageTable("runners", "What runners used.", x.ByRunner)))
	}
	if len(x.ByModel) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(usageTable("models", "What models used.", x.ByModel)))
	}
	if len(x.Setups) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(setupTable(x.Setups)))
	}
	for _, c := range concurrencyCharts(x.Concurrency, v.Activity) {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if len(x.Concurrency) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Concurrency", Fold: true, Table: concurrencyTable(x.Concurrency)})
	}
	if len(x.ByPhase) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "By phase", Fold: true, Table: usageTable("usage-by-phase", "What phases used. Phases of different versions of a system do not compare.", x.ByPhase)})
	}
	if len(x.RetryChains) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Retry chains", Fold: true, Table: chainTable(x.RetryChains)})
	}
	return s
}

func chainTable(all []report.RetryChain) *report.Table {
	columns := []report.Column{left("Agent"), left("Step"), left("Run"), right("Attempts"), left("In the end")}
	rows := firstRows{limit: someRows}
	for i := range all {
		rows.add(func() report.Row {
			c := &all[i]
			return report.Row{Evidence: []report.Evidence{c.Evidence}, Cells: []report.Cell{code(c.Agent), code(c.Step), code(c.Run), whole(c.Attempts), text(c.Final)}}
		})
	}
	return rows.table("retry-chains", "Jobs with more than one attempt, most first.", "None.", columns)
}

func usageTable(id, caption string, all []report.UsageBy) *report.Table {
	columns := []report.Column{left("Name"), left("System"), right("Runs"), right("Attempts"), right("Time"), right("Tokens"), right("Cost")}
	var rows []report.Row
	for _, u := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(u.Name), text(u.System), whole(u.Runs), quiet(u.Attempts),
			num(u.TimeS, unit.Seconds), num(u.Tokens, unit.Tokens), num(u.CostUSD, unit.Dollars)}})
	}
	return tableOf(id, caption, "None was found.", columns, rows, someRows)
}

// setupTable is recall and gates by runner and model.
func setupTable(all []report.Setup) *report.Table {
	columns := []report.Column{left("Runner or model"), left("Is a"), left("System"), right("Runs"), right("Bugs found"), right("Benchmarks"), right("Gate checks failed"), right("95 % CI")}
	var rows []report.Row
	for _, s := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(s.Name), text(s.Kind), text(s.System), whole(s.Runs), shareCell(s.Recall), quiet(s.Benchmarks), shareCell(s.Gates), likely(s.Gates)}})
	}
	return tableOf("setups", "What came of the runs of each runner and model. They ran on different benchmarks, so a difference here is a reason to look and no comparison; a recall counts where a cycle's measurement is linked with the run.", "None was found.", columns, rows, someRows)
}
