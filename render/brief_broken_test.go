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
		return report.Run{System: system, StartedAt: night.Add(after), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	const one, two = "1 trial broke by an error outside of the work and is in no rate.", "Over all 2 run dates 1 trial broke by an error outside of the work and is in no rate."
	for _, c := range []struct {
		name string
		runs []report.Run
		want string
	}{
		{"one date", []report.Run{run("mill", 0), run("mill", 59*time.Minute)}, one},
		{"two dates", []report.Run{run("mill", 0), run("mill", time.Hour)}, two},
		{"one date and none", []report.Run{run("mill", 0), {System: "mill", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}}, two},
		{"runs of others on other dates", []report.Run{run("mill", 0), run("ci", 48*time.Hour)}, one},
	} {
		d := &report.Data{Runs: c.runs, Failures: make([]report.Failure, 1), Items: report.Items{Groups: []report.ItemGroup{{System: "mill", Outside: 1}}}}
		if got := failedItems(d); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Trials without an outcome are counted, but for those that broke and those of graded evals.
func TestTrialsWithoutAnOutcome(t *testing.T) {
	for _, c := range []struct {
		group  report.ItemGroup
		graded bool
		want   string
	}{
		{report.ItemGroup{}, false, ""},
		{report.ItemGroup{Undecided: 1}, false, "1 trial has no outcome, and is in no rate."},
		{report.ItemGroup{Undecided: 5, Outside: 2}, false, "3 trials have no outcome, and are in no rate."},
		{report.ItemGroup{Undecided: 2, Outside: 3}, false, ""},
		{report.ItemGroup{Undecided: 5}, true, ""},
		{report.ItemGroup{Undecided: 5, Passed: report.Rate{Den: 1}}, true, "5 trials have no outcome, and are in no rate."},
	} {
		items := &report.Items{Groups: []report.ItemGroup{c.group}}
		if c.graded {
			items.Scores = []report.ScoreGroup{{}}
		}
		if got := undecidedItems(items); got != c.want {
			t.Errorf("%+v: %q, want %q", c.group, got, c.want)
		}
	}
}
