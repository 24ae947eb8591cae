package metric_test

import (
	"fmt"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// item adds the trials of an item, a step of a kind: + passed, - failed, ? without an outcome.
func (l *logs) item(kind, name, outcomes string) {
	row := l.Steps.Add(l.place())
	l.Steps.Run.Set(row, l.run)
	l.Steps.Step.Set(row, name)
	l.Steps.StableStep.Set(row, name)
	l.Steps.Kind.Set(row, kind)
	for _, o := range outcomes {
		b := l.Bugs.Add(l.place())
		l.Bugs.Run.Set(b, l.run)
		l.Bugs.List.Set(b, "items")
		l.Bugs.Benchmark.Set(b, "sums")
		l.Bugs.Bug.Set(b, name)
		if o != '?' {
			l.Bugs.Found.Set(b, o == '+')
		}
	}
}

// The pass rate of items is named after what it counts on the last run date: trials where an item was
// tried more than once in a run, else tasks, samples or, of both, items. It is compared with a
// baseline under any of these names.
func TestWhatItemsAreCalled(t *testing.T) {
	for _, c := range []struct {
		name  string
		write func(*logs)
		want  string
	}{
		{"samples", func(l *logs) { l.item(table.KindSample, "a", "+"); l.item(table.KindSample, "b", "-") }, "Samples passed: 1 of 2 samples"},
		{"tasks", func(l *logs) { l.item(table.KindTask, "a", "+"); l.item(table.KindTask, "b", "-") }, "Tasks passed: 1 of 2 tasks"},
		{"both", func(l *logs) { l.item(table.KindTask, "a", "+"); l.item(table.KindSample, "b", "-") }, "Items passed: 1 of 2 items"},
		{"a group is none", func(l *logs) { l.item(table.KindTask, "a", "+"); l.item(table.KindGroup, "b", "-") }, "Tasks passed: 1 of 2 tasks"},
		{"epochs", func(l *logs) { l.item(table.KindSample, "a", "+-"); l.item(table.KindSample, "b", "-") }, "Trials passed: 1 of 3 trials"},
		{"an epoch that broke", func(l *logs) { l.item(table.KindSample, "a", "?-"); l.item(table.KindSample, "b", "-") }, "Trials passed: 0 of 2 trials"},
		{"epochs of an earlier date", func(l *logs) {
			l.item(table.KindSample, "a", "+-")
			l.start("mill sums", "passed", 30)
			l.item(table.KindSample, "a", "+")
		}, "Samples passed: 1 of 1 samples"},
	} {
		l := newLogs()
		l.start("mill sums", "passed", 0)
		c.write(l)
		units, samples, _ := l.measured()
		baseline := []report.KeyFigure{{Name: "item_pass_rate", Title: "Items passed", Value: report.Known(0.25)}}
		got := ""
		for _, f := range metric.KeyFigures(units, samples, nil, baseline) {
			if f.Name == "item_pass_rate" {
				got = fmt.Sprintf("%s: %d of %d %ss", f.Title, f.Num.Value, f.Den.Value, f.Noun)
				if f.Before != report.Known(0.25) {
					t.Errorf("%s: before %v", c.name, f.Before)
				}
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A fleet is not counted beside its items, where these are runs of their own.
func TestRunsOfAFleet(t *testing.T) {
	l := newLogs()
	add := func(kind, id, result string, parts ...string) {
		row := l.start("cadre shop", result, 0)
		l.Runs.Kind.Set(row, kind)
		l.Runs.ID.Set(row, id)
		for _, part := range parts {
			l.step(part, "passed", "+")
			l.Steps.Kind.Set(l.Steps.Len()-1, "work item")
		}
	}
	add("work item", "41", "passed")
	add("work item", "42", "failed")
	add("fleet", "f-1", "failed", "41", "42")
	add("fleet", "f-2", "failed", "51", "52") // whose items have no logs
	units, samples, _ := l.measured()
	f := metric.KeyFigures(units, samples, nil, nil)[0]
	if got := fmt.Sprintf("%s: %d of %d %ss", f.Title, f.Num.Value, f.Den.Value, f.Noun); got != "Runs passed: 1 of 3 runs" {
		t.Error(got)
	}
}

// Trials that broke are counted by the benchmark that their item is of; tries that were repeated are
// none.
func TestBrokenTrials(t *testing.T) {
	l := newLogs()
	l.start("mill sums", "passed", 0)
	l.item(table.KindSample, "a", "?+")
	l.item(table.KindSample, "b", "-")
	attempt := func(step string, outside, retry bool) {
		row := l.Attempts.Add(l.place())
		l.Attempts.Run.Set(row, l.run)
		l.Attempts.Step.Set(row, step)
		l.Attempts.Outside.Set(row, outside)
		l.Attempts.Retry.Set(row, retry)
	}
	attempt("a", true, false)
	attempt("a", true, true)
	attempt("b", false, false)
	if got := fmt.Sprint(l.units()[0].BrokenTrials()); got != "map[sums:1]" {
		t.Error(got)
	}
}
