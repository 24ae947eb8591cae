package failure

import (
	"fmt"
	"slices"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// Items that broke or failed are listed of the last run date of their subject, broken ones first,
// each with its error. A try whose place another one took is none of its trials.
func TestMissedItems(t *testing.T) {
	item := func(name, result string) metric.StepDetail {
		return metric.StepDetail{Step: name, Stable: name + "@1", Kind: "task", Result: result, Item: true}
	}
	trial := func(step string, n int64, result, why string) metric.AttemptDetail {
		return metric.AttemptDetail{Step: step, Number: report.Count(n), Error: why, Ending: metric.Ending{Result: result}}
	}
	broken := func(a metric.AttemptDetail) metric.AttemptDetail { a.Outside = true; return a }
	repeated := func(a metric.AttemptDetail) metric.AttemptDetail { a.Repeated, a.Outside = true, true; return a }
	f, _ := found(t,
		madeRun{day: 1, subject: "tasks (m)", result: "passed", steps: []metric.StepDetail{item("old", "failed")}, attempts: []metric.AttemptDetail{trial("old", 1, "failed", "of yesterday")}},
		madeRun{day: 1, subject: "tasks (n)", result: "passed", steps: []metric.StepDetail{item("n", "failed")}, attempts: []metric.AttemptDetail{trial("n", 1, "failed", "")}},
		madeRun{day: 2, subject: "tasks (m)", result: "passed",
			steps: []metric.StepDetail{item("a", "failed"), item("b", "failed"), item("c", "passed"), item("d", "failed"), {Step: "stage", Stable: "stage", Kind: "phase", Result: "failed"}},
			attempts: []metric.AttemptDetail{trial("a", 1, "failed", "3 is not 4"), trial("a", 2, "failed", "3 is not 5"), trial("a", 3, "passed", ""), broken(trial("b", 1, "failed", "no sandbox")),
				repeated(trial("c", 1, "failed", "no network")), trial("c", 1, "passed", ""), trial("d", 1, "failed", ""), trial("stage", 1, "failed", "not an item")}})
	var got []string
	for _, m := range f.Missed {
		got = append(got, fmt.Sprintf("%s %s %s %s %s: %d failed, %d broken: %s (%s)", m.Date, m.Subject, m.Step, m.Item, m.Run, m.Failed, m.Broken, m.Error, m.Cluster))
	}
	want := []string{
		"2026-03-02 tasks (m) b b@1 run-2: 0 failed, 1 broken: no sandbox (no sandbox)",
		"2026-03-02 tasks (m) a a@1 run-2: 2 failed, 0 broken: 3 is not 5 (# is not #)",
		"2026-03-02 tasks (m) d d@1 run-2: 1 failed, 0 broken:  ()",
		"2026-03-01 tasks (n) n n@1 run-1: 1 failed, 0 broken:  ()",
	}
	if !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}
