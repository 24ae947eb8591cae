package failure

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// Who owns a failure is asked by all of its names; nobody is asked where owners are not known.
func TestOwnersOfFailures(t *testing.T) {
	f, _ := found(t, ofDays("shop", "f")...)
	if f.Failures[0].Owner != "" {
		t.Errorf("%q owns it", f.Failures[0].Owner)
	}
	f.input.Owner = func(names []string) string { return strings.Join(names[:2], " ") }
	again := Find(*f.input)
	if got := again.Failures[0].Owner; got != "kahn/shop/adds shop/adds" {
		t.Errorf("%q owns it", got)
	}
}

// A check without a number of an attempt is of the step, one with a number of that attempt alone.
func TestChecksOfAttempts(t *testing.T) {
	check := func(step string, attempt report.Whole, why string) metric.CheckDetail {
		return metric.CheckDetail{Step: step, Attempt: attempt, Verdict: "fail", Reason: why}
	}
	attempt := func(n int64) metric.AttemptDetail {
		return metric.AttemptDetail{Step: "e2e", Number: report.Count(n), Ending: metric.Ending{Result: "failed"}}
	}
	for _, c := range []struct {
		name   string
		checks []metric.CheckDetail
		want   string
	}{
		{"of the last attempt", []metric.CheckDetail{check("e2e", report.Count(1), "access denied"), check("e2e", report.Count(2), "disk full error")}, "disk full error"},
		{"of the step", []metric.CheckDetail{check("e2e", report.Count(1), "access denied"), check("e2e", report.Whole{}, "timed out")}, "timed out"},
		{"of another attempt", []metric.CheckDetail{check("e2e", report.Count(1), "access denied")}, "the step's own word"},
		{"of another step", []metric.CheckDetail{check("lint", report.Whole{}, "access denied")}, "the step's own word"},
		{"one that passed", []metric.CheckDetail{{Step: "e2e", Verdict: "pass", Reason: "access denied"}}, "the step's own word"},
	} {
		f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "the step's own word")},
			attempts: []metric.AttemptDetail{attempt(1), attempt(2)}, checks: c.checks})
		if got := f.Failures[0].Error; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Every failed attempt is in the cluster of its error; a step without attempts counts once, and what
// has no error is in none. Clusters stand by count, then the latest, then by name.
func TestClustersOfAttempts(t *testing.T) {
	attempt := func(step, result, why string) metric.AttemptDetail {
		return metric.AttemptDetail{Step: step, Ending: metric.Ending{Result: result}, Error: why}
	}
	f, _ := found(t,
		madeRun{day: 1, subject: "shop", result: "flaky", steps: []metric.StepDetail{step("e2e", "flaky")}, attempts: []metric.AttemptDetail{attempt("e2e", "failed", "3 is not 4"), attempt("e2e", "passed", "")}},
		madeRun{day: 2, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("build", "5 is not 6"), failedFor("lint", ""), failedFor("deploy", "access denied")},
			attempts: []metric.AttemptDetail{attempt("deploy", "failed", "timed out"), attempt("deploy", "stalled", "no space left")}},
		madeRun{day: 3, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("build", "access denied")}})
	var got []string
	for _, c := range f.Clusters {
		got = append(got, fmt.Sprintf("%d %s %q %s %s", c.Count, c.Text, c.Steps, strings.TrimPrefix(c.First, "2026-03-"), strings.TrimPrefix(c.Last, "2026-03-")))
	}
	want := []string{`2 # is not # ["shop/build" "shop/e2e"] 01 02`, `1 access denied ["shop/build"] 03 03`, `1 no space left ["shop/deploy"] 02 02`, `1 timed out ["shop/deploy"] 02 02`}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// A failure of long ago hides none of those after it.
func TestOldFailuresHideNone(t *testing.T) {
	f, _ := found(t, append(ofDays("old", "f"), ofDays("shop", strings.Repeat(" ", 40)+"f")...)...)
	if len(f.Failures) != 1 || f.Failures[0].Subject != "shop" {
		t.Errorf("%+v", f.Failures)
	}
}

// A step that was not reached is of neither kind, and one that failed at a step is no failure of the run as a whole.
func TestRunsThatFailedAtAStep(t *testing.T) {
	f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "late"), step("deploy", "blocked")}},
		madeRun{day: 2, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "late")}}, madeRun{day: 2, subject: "shop", result: "failed", reason: "out of time", steps: []metric.StepDetail{step("e2e", "passed")}})
	got := shown(f)
	want := []string{`new kahn/shop/: "out of time" failed, 1 runs, since 02 to 02, 1 of 2, before 0 of 1, blocks 0`,
		`failing_before kahn/shop/e2e: "late" failed, 1 runs, since 01 to 02, 2 of 3, before 0 of 0, blocks 0`}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
