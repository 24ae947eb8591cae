package present

import (
	"runreport/analyze/report"
)

// trustSection is how far the report can be trusted on this data.
func trustSection(t *report.SelfTest) report.Section {
	s := report.Section{ID: "trust", Title: "Error rates of this report", Lead: t.Sentences[:1]}
	columns := []report.Column{left("Question"), right("Beyond the floor"), right("Called with evidence"), right("95 % CI")}
	var rows []report.Row
	add := func(what string, noticed, called report.Rate) {
		if called.Den > 0 {
			rows = append(rows, report.Row{Cells: []report.Cell{text(what), shareCell(noticed), shareCell(called), likely(called)}})
		}
	}
	add("Nothing changed: a cycle called a regression all the same", t.FloorAlarm, t.FalseAlarm)
	add("Nothing changed: some step called slower all the same", t.DurationFalseAlarm, t.DurationFalseAlarm)
	for _, p := range t.Power {
		add("Put in on purpose: "+p.What, p.Noticed, p.Called)
	}
	if len(rows) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(tableOf("selftest", "Comparisons made up from this data: control runs of one setup split at random, and known changes put in. The first two rows should be small, the others large.", "", columns, rows, fewRows)))
	}
	return s
}
