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

// Rows that a table does not show are counted, and not made.
func TestFirstRows(t *testing.T) {
	rows, made := firstRows{limit: 3}, 0
	for range 1000 {
		rows.add(func() report.Row {
			made++
			return report.Row{Cells: []report.Cell{text("a")}}
		})
	}
	table := rows.table("t", "", "", []report.Column{left("A")})
	if made != 3 || len(table.Rows) != 3 || table.Total != 1000 {
		t.Errorf("%d rows made, %d shown of %d; want 3, 3 and 1000", made, len(table.Rows), table.Total)
	}
}
