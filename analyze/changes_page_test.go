package analyze

import (
	"math"
	"strings"
	"testing"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// What changed has a row and a chart, with the date, both levels and what was run before
// and after; the step has them on its page too.
func TestTheSectionOfWhatChanged(t *testing.T) {
	p := pipeline{steps: 6, dates: 40, runs: 2, spread: 0.03, seed: 8, factor: func(step, date int) float64 {
		if step == 3 && date >= 36 {
			return 1.5
		}
		return 1
	}, outcome: func(step, date, _ int) table.Result {
		if step == 3 && date == 2 {
			return table.Flaky
		}
		return table.Passed
	}, version: func(date int) string { return map[bool]string{true: "1.4.0", false: "1.5.0"}[date < 36] }}
	r := built(p.tables(), Options{})
	var section report.Section
	for _, s := range r.Sections {
		if s.ID == "changes" {
			section = s
		}
	}
	if len(r.Data.Changes) != 1 || len(section.Blocks) != 2 || section.Blocks[0].Table == nil || section.Blocks[1].Chart == nil {
		t.Fatalf("%d changes, blocks %+v", len(r.Data.Changes), section.Blocks)
	}
	if lead := strings.Join(section.Lead, " "); !strings.Contains(lead, "1 change: ") || !strings.Contains(lead, "a slow-down of") {
		t.Errorf("it begins with %q", lead)
	}
	row := section.Blocks[0].Table.Rows[0]
	if row.Cells[2].Text != "step-003" || row.Cells[4].Text != runDate(36) || math.Abs(*row.Cells[7].Sort-0.5) > 0.03 || row.Role != report.RoleBad {
		t.Errorf("row %+v", row.Cells)
	}
	c := section.Blocks[1].Chart
	if !strings.HasPrefix(c.Title, "step-003 is slower: median 1 min") || c.Y.Unit != "s" || len(c.Series[0].Points) != 40 || len(c.Marks) != 3 {
		t.Errorf("chart %q, %d points, marks %+v", c.Title, len(c.Series[0].Points), c.Marks)
	}
	if m := c.Marks[2]; !m.OnX || m.At != 35.5 || m.Name != "since "+runDate(36)+", version 1.4.0 → 1.5.0" {
		t.Errorf("the change is marked %+v", m)
	}
	found := false
	for i, ref := range r.Pages.Refs {
		if ref.Kind != report.PageStep {
			continue
		}
		page, err := r.Pages.Make(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range page.Sections {
			found = found || s.ID == "changes" && s.Blocks[0].Chart != nil
		}
	}
	if !found {
		t.Error("the step's page does not have the chart")
	}
	still := built(pipeline{steps: 6, dates: 4, runs: 1, seed: 9}.tables(), Options{})
	for _, s := range still.Sections {
		if s.ID == "changes" && (len(s.Blocks) != 0 || !strings.Contains(strings.Join(s.Lead, " "), "Not tested for a change of duration: 6 steps with too few run dates.")) {
			t.Errorf("of four dates it says %q", s.Lead)
		}
	}
}
