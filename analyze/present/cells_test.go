package present

import (
	"testing"

	"runreport/analyze/report"
)

func TestEveryRowHasAName(t *testing.T) {
	rows := []report.Row{{Cells: []report.Cell{code("build"), text("passed")}}, {Cells: []report.Cell{code(""), text("failed")}}}
	table := tableOf("steps", "Steps.", "", []report.Column{left("Step"), left("Ended")}, rows, 10)
	for i, want := range []string{"build", "not said"} {
		if got := table.Rows[i].Cells[0].Text; got != want {
			t.Errorf("row %d is named %q, want %q", i, got, want)
		}
	}
	if rows[1].Cells[0].Text != "" {
		t.Error("the rows that were given were changed")
	}
}
