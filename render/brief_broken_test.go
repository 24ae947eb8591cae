package render

import (
	"testing"
	"time"

	"runreport/analyze/report"
)

// What broke is of all dates: it is told so where two jobs ran once each, on dates of their own.
func TestTrialsThatBrokeOnOtherDates(t *testing.T) {
	night := time.Date(2026, 5, 4, 23, 0, 0, 0, time.UTC)
	run := func(system string, after time.Duration) report.Run {
		return report.Run{System: system, StartedAt: night.Add(after)}
	}
	const one, two = "1 trial broke, as by an error outside of the work, and is in no rate.", "Over all 2 run dates 1 trial broke, as by an error outside of the work, and is in no rate."
	for _, c := range []struct {
		name string
		runs []report.Run
		want string
	}{
		{"one date", []report.Run{run("mill", 0), run("mill", 59*time.Minute)}, one},
		{"two dates", []report.Run{run("mill", 0), run("mill", time.Hour)}, two},
		{"one date and none", []report.Run{run("mill", 0), {System: "mill"}}, two},
		{"runs of others on other dates", []report.Run{run("mill", 0), run("ci", 48*time.Hour)}, one},
	} {
		d := &report.Data{Runs: c.runs, Failures: make([]report.Failure, 1), Items: report.Items{Groups: []report.ItemGroup{{System: "mill", Outside: 1}}}}
		if got := failedItems(d); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
