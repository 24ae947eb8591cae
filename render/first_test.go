package render

import (
	"testing"

	"runreport/analyze/report"
)

// The fold below the first screen counts standing changes in words: one change, two changes.
func TestStandingChangesAreCounted(t *testing.T) {
	standing := report.SeriesChange{What: "duration", State: report.ChangeStanding, Since: "2026-01-01", From: report.Known(2), To: report.Known(1), Unit: "s"}
	for n, want := range map[int]string{0: "", 1: "1 change (standing)", 2: "2 changes (standing)"} {
		d := &report.Data{Verdict: report.Verdict{About: "2026-05-30"}}
		for range n {
			d.Changes = append(d.Changes, standing)
		}
		if got := newFirst(d, budget{}, func(string) trusted { return "" }).HandledCount; got != want {
			t.Errorf("%d: %q, want %q", n, got, want)
		}
	}
}
