package metric_test

import (
	"fmt"
	"strings"
	"testing"

	"runreport/analyze/metric"
)

// Sentences about flakes call steps by what can be tried again: tests, tasks or samples where all
// are of that kind. Where nothing can be, all steps count but those that only hold others.
func TestWhatFlakesAreCalled(t *testing.T) {
	for steps, want := range map[string]string{
		"":                        "step",
		"node+":                   "step",
		"test+ test+":             "test",
		"test+ task":              "test",
		"test+ node+":             "step",
		"test+ sample+":           "step",
		"task":                    "task",
		"task group":              "task",
		"group":                   "step",
		"sample node":             "step",
		"sample+ sample | sample": "sample",
		"sample+ | task+":         "step",
		"group test":              "test",
	} {
		l := newLogs()
		for i, run := range strings.Split(steps, "|") {
			l.start("kahn shop", "passed", float64(i))
			for _, s := range strings.Fields(run) {
				kind, retryable := strings.CutSuffix(s, "+")
				l.step(fmt.Sprint("s", l.Steps.Len()), "passed", "+", 1)
				row := l.Steps.Len() - 1
				l.Steps.Kind.Set(row, kind)
				l.Steps.Retryable.Set(row, retryable)
			}
		}
		units, samples, results := l.measured()
		if got := metric.Flakes(units, samples, results).Noun; got != want {
			t.Errorf("%q: %s, want %s", steps, got, want)
		}
	}
}

// A share of no time at all is not known, though what was lost is: nothing.
func TestFlakesThatTookNoTime(t *testing.T) {
	l := newLogs()
	l.start("kahn shop", "flaky", 0)
	l.step("e2e", "flaky", "-+", 0, 0)
	units, samples, results := l.measured()
	f := metric.Flakes(units, samples, results)
	if !f.CostS.OK || f.CostS.Value != 0 || f.CostShare.OK || f.Untimed != 0 {
		t.Errorf("lost %v of %v, %d untimed", f.CostS, f.CostShare, f.Untimed)
	}
}
