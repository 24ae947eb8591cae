package present

import (
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

const trustID = "trust"

// trustSection is how far the report can be trusted on this data.
func trustSection(t *report.SelfTest) report.Section {
	s := report.Section{ID: trustID, Title: "Error rates of this report", Lead: t.Sentences[:min(2, len(t.Sentences))]}
	columns := []report.Column{left("Question"), right("Beyond the floor"), right("Called with evidence"), right("95 % CI")}
	var rows []report.Row
	add := func(what string, noticed, called report.Rate) {
		if called.Den > 0 {
			rows = append(rows, report.Row{Cells: []report.Cell{text(what), shareCell(noticed), shareCell(called), likely(called)}})
		}
	}
	add("Nothing changed: a cycle called a regression", t.FloorAlarm, t.FalseAlarm)
	for _, p := range t.Power {
		add("Planted: "+p.What, p.Noticed, p.Called)
	}
	if len(rows) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(tableOf("selftest", "Comparisons made up from this data. Control runs of one setup split at random, and known changes put in. The first row should be small, the others large.", "", columns, rows, fewRows)))
	}
	if len(t.Alarms) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(alarmTable(t.Alarms)))
	}
	return s
}

// alarmTable is the false alarms in 30 run dates by figure.
func alarmTable(all []report.AlarmRate) *report.Table {
	columns := []report.Column{left("Figure"), right("Series"), right("Run dates"), right("False alarms in 30 run dates"), right("95 % CI")}
	var rows []report.Row
	for _, a := range all {
		per, reach := num(a.Per30, unit.Count), text(unit.NotAvailable)
		if a.Per30.OK {
			per.Text, reach.Text = unit.Fixed(a.Per30.Value, 2), unit.Fixed(a.Lo.Value, 2)+"–"+unit.Fixed(a.Hi.Value, 2)
		}
		rows = append(rows, report.Row{Cells: []report.Cell{text(strings.ReplaceAll(a.What, "_", " ")), whole(a.Series), whole(a.Dates), per, reach}})
	}
	return tableOf("alarms", "False alarms in this history, shuffled. Its run dates are shuffled, so that nothing changes from one to the next. All figures together are to give one at most.", "", columns, rows, fewRows)
}
