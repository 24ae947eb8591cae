package present

import (
	"fmt"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// stopSection is why runs ended.
func stopSection(v *View) report.Section {
	s := report.Section{ID: "stops", Title: "Why runs stopped"}
	x, runs := v.Data.Stops, v.Data.Runs
	if len(runs) == 0 {
		s.Lead = []string{"No run was found."}
		return s
	}
	s.Lead = append(s.Lead, endedSentence(runs, int(x.Open)))
	if x.StallRate.Den > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("Attempts without a heartbeat at their end: %s of those with heartbeats.", words.Rate(x.StallRate)))
	}
	if x.Exhausted.Num > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s exhausted a budget, its retries or its convergence limit.", words.Rate(x.Exhausted)))
	}
	if c := mixChart(metric.Find(v.Data.Metrics, metric.OutcomeMix), v.Endings, v.ByAttempt); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if c := nightMixChart(v.Nights, v.ByAttempt); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	s.Blocks = append(s.Blocks, tableBlock(mixTable(x, v.Endings)))
	if c := causeChart(x.ByCause); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	if len(x.ByCause) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(causeTable(x)))
	}
	if len(x.ByReason) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(reasonTable(x)))
	}
	if groups := metric.Groups(v.Data.Metrics, metric.Stall); len(groups) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(stallTable(groups)))
	}
	if t := blockedTable(v.Blocked, runs); len(t.Rows) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(t))
	}
	return s
}

// endedSentence counts the runs that ended and those without an end record, most of which have
// not ended: the others were stopped, as by a signal, or nobody knows.
func endedSentence(runs []report.Run, open int) string {
	ended, going := words.Plural(len(runs)-open, "run"), 0
	for i := range runs {
		if runs[i].Result == "open" {
			going++
		}
	}
	switch {
	case going == 0 && open == 1 && len(runs) == 1:
		return "The run ended; its log has no end record."
	case going == 0 && open == len(runs): // as reports of tests, of which each tells its results alone
		return words.AllOf(len(runs), "run") + " ended; no log has an end record."
	case going > 0 && going < open:
		return fmt.Sprintf("%s ended, %s not, and %s no end record.", ended, haveOrHas(int64(going)), haveOrHas(int64(open-going)))
	case open > 0:
		return fmt.Sprintf("%s ended; %s no end record.", ended, haveOrHas(int64(open)))
	}
	return words.AllOf(len(runs), "run") + " ended."
}

func haveOrHas(n int64) string {
	if n == 1 {
		return "1 has"
	}
	return words.Count(n) + " have"
}

func mixTable(x report.Stops, results map[metric.EndedAs]map[string]int64) *report.Table {
	columns := []report.Column{left("System"), left("Ended as"), right("Runs"), right("95 % CI"), left("Cause")}
	var rows []report.Row
	for _, m := range x.Reasons {
		rows = append(rows, report.Row{Role: roleOf(results[metric.EndedAs{System: m.System, Category: m.Reason}]), Cells: []report.Cell{text(m.System), text(m.Reason), shareCell(m.Rate), likely(m.Rate), text(m.Cause)}})
	}
	return tableOf("outcomes", "How runs ended, in the words of their logs.", "No run ended.", columns, rows, someRows)
}

func causeTable(x report.Stops) *report.Table {
	columns := []report.Column{left("Cause"), right("Units"), right("Lost"), right("Cumulative"), left("Resume"), left("Which")}
	var rows []report.Row
	upTo := cumulative(x.ByCause)
	for i, c := range x.ByCause {
		rows = append(rows, report.Row{Cells: []report.Cell{text(c.Cause), whole(c.Count), num(c.LostS, unit.Seconds), num(upTo[i], unit.Ratio), text(resumeWords(c.Resume)), code(words.SomeOf(c.Units, int(c.Count)))}})
	}
	return tableOf("causes", "Causes over all systems, by lost time.", "No cause is known.", columns, rows, someRows)
}

// reasonTable is what exhausted runs ran out of, as their logs call it.
func reasonTable(x report.Stops) *report.Table {
	columns := []report.Column{left("System"), left("Reason"), left("Cause"), right("Exhausted runs"), right("95 % CI")}
	var rows []report.Row
	for _, m := range x.ByReason {
		rows = append(rows, report.Row{Cells: []report.Cell{text(m.System), text(m.Reason), text(m.Cause), shareCell(m.Rate), likely(m.Rate)}})
	}
	return tableOf("exhaustions", "Runs that used up a budget, their retries or their rounds.", "None.", columns, rows, someRows)
}

// resumeWords say whether resuming helps.
func resumeWords(resume string) string {
	if resume == "not without a change" {
		return "only after a change"
	}
	return resume
}

// blockedTable lists what a failed step held up, as the log's own reasons say it.
func blockedTable(all []metric.BlockedStep, runs []report.Run) *report.Table {
	columns := []report.Column{left("Run"), left("Blocked step"), left("Because of"), left("Reason")}
	rows := firstRows{limit: someRows}
	for i := range all {
		rows.add(func() report.Row {
			b := &all[i]
			return report.Row{Role: report.RoleBad, Evidence: []report.Evidence{b.Evidence},
				Cells: []report.Cell{code(runs[b.Run].Unit), code(b.Step), code(list0(b.FailedBy)), text(b.Reason)}}
		})
	}
	return rows.table("blocked", "Steps that never ran because another failed, newest run first.", "No step was blocked.", columns)
}

// stallTable is the stall rate by where attempts ran and what they worked on.
func stallTable(groups []report.Group) *report.Table {
	columns := []report.Column{left("Runtime"), left("Subject"), right("Stalled"), right("95 % CI")}
	var rows []report.Row
	for _, g := range groups {
		r := report.Row{Evidence: g.Evidence, Cells: []report.Cell{text(g.Step), code(g.Subject), shareCell(*g.Rate), likely(*g.Rate)}}
		if g.Rate.Num > 0 {
			r.Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return tableOf("stalls", "Attempts that stalled, of those that ended, by runtime and subject.", "None.", columns, rows, someRows)
}
