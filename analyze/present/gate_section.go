package present

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/analyze/words"
)

// gateSection is how gate checks ended.
func gateSection(d *report.Data) report.Section {
	s := report.Section{ID: "gates", Title: "Gate checks in the logs"}
	g := d.Gates
	if len(g.ByGate) == 0 {
		s.Lead = []string{"No gate check was found."}
		return s
	}
	s.Lead = append(s.Lead, fmt.Sprintf("%s gate checks failed.", words.Rate(g.Failure)))
	if g.Skipped > 0 {
		s.Lead = append(s.Lead, fmt.Sprintf("%s skipped and counted in no rate.", wasOrWere(g.Skipped)))
	}
	columns := []report.Column{left("Gate"), left("System"), right("Failed"), right("95 % CI"), right("Warned"), right("Skipped")}
	var rows []report.Row
	for _, x := range g.ByGate {
		r := report.Row{Cells: []report.Cell{code(x.Gate), text(x.System), shareCell(x.Failure), likely(x.Failure), quiet(x.Warned), quiet(x.Skipped)}}
		if x.Failure.Num > 0 {
			r.Role = report.RoleBad
		}
		rows = append(rows, r)
	}
	s.Blocks = append(s.Blocks, tableBlock(tableOf("gates", "Gate checks by gate, worst first.", "No gate check was found.", columns, rows, someRows)))
	return s
}

func wasOrWere(n int64) string {
	if n == 1 {
		return "1 was"
	}
	return words.Count(n) + " were"
}
