package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
)

// stopSection is why runs ended.
func (a *analysis) stopSection() report.Section {
	s := report.Section{ID: "stops", Title: "Why runs stopped"}
	x := a.d.Stops
	if len(a.units) == 0 {
		s.Lead = []string{"No run was found."}
		return s
	}
	ended := len(a.units) - int(x.Open)
	s.Lead = append(s.Lead, fmt.Sprintf("%s ended; %s no end record.", plural(ended, "run"), haveOrHas(x.Open)))
	if x.StallRate.Den > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("Of the card attempts that ended, %s had stopped sending heartbeats.", ofRate(x.StallRate)))
	}
	if x.Exhausted.Num > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s ran out of a budget, of retries or of tries to converge.", ofRate(x.Exhausted)))
	}
	if c := a.mixChart(a.metric(outcomeMix)); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if c := a.nightMixChart(); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	s.Blocks = append(s.Blocks, tableBlock(mixTable(x)))
	if c := causeChart(x.ByCause); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if len(x.ByCause) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(causeTable(x)))
	}
	if groups := a.metric(stall).Groups; len(groups) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(stallTable(groups)))
	}
	if t := a.blockedTable(); len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(t))
	}
	s.Blocks = append(s.Blocks, terms("stops"))
	return s
}

func haveOrHas(n int64) string {
	if n == 1 {
		return "1 has"
	}
	return unit.Number(float64(n)) + " have"
}

func mixTable(x report.Stops) *report.Table {
	columns := []report.Column{left("System"), left("Ended as"), right("Runs"), right("Likely"), left("Cause")}
	var rows []report.Row
	for _, m := range x.Mix {
		rows = append(rows, report.Row{Role: outcomeRoles[m.Reason], Cells: []report.Cell{text(m.System), text(m.Reason), shareCell(m.Rate), likely(m.Rate), text(m.Cause)}})
	}
	return tableOf("outcomes", "How runs ended, in the words of their logs.", "No run ended.", columns, rows, someRows)
}

func causeTable(x report.Stops) *report.Table {
	columns := []report.Column{left("Cause"), right("Units"), right("Time in them"), right("So far"), left("Would resuming help"), left("Which")}
	var rows []report.Row
	upTo := cumulative(x.ByCause)
	for i, c := range x.ByCause {
		rows = append(rows, report.Row{Cells: []report.Cell{text(c.Cause), whole(c.Count), num(c.LostS, unit.Seconds), num(upTo[i], unit.Ratio), text(c.Resume), code(someOf(c.Units, int(c.Count)))}})
	}
	return tableOf("causes", "Causes in one vocabulary over all systems, by the time that went into the units.", "No cause is known.", columns, rows, someRows)
}

// blockedTable lists what a failed step held up, as the log's own reasons say it.
func (a *analysis) blockedTable() *report.Table {
	columns := []report.Column{left("Run"), left("Blocked step"), left("Because of"), left("Reason")}
	var rows []report.Row
	s := &a.t.Steps
	for i := len(a.units) - 1; i >= 0; i-- {
		u := a.units[i]
		for _, row := range u.steps {
			if s.Status.At(row) == "blocked" {
				rows = append(rows, report.Row{Role: report.RoleBad, Evidence: []report.Evidence{a.evidence(s.Place(row))},
					Cells: []report.Cell{code(u.ID), code(s.Step.At(row)), code(list0(s.FailedBy.At(row))), text(s.Reason.At(row))}})
			}
		}
	}
	return tableOf("blocked", "Steps that never ran because another failed, newest run first.", "No step was blocked.", columns, rows, someRows)
}

// stallTable is the stall rate by where attempts ran and what they worked on.
func stallTable(groups []report.Group) *report.Table {
	columns := []report.Column{left("Runtime"), left("Repository"), right("Stalled"), right("Likely")}
	var rows []report.Row
	for _, g := range groups {
		r := report.Row{Evidence: g.Evidence, Cells: []report.Cell{text(g.Step), code(g.Subject), shareCell(*g.Rate), likely(*g.Rate)}}
		if g.Rate.Num > 0 {
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return tableOf("stalls", "Attempts that stalled, of those that ended, by runtime and repository.", "None.", columns, rows, someRows)
}
