package failure

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// madeRun is a run on a day of March 2026.
type madeRun struct {
	day             int
	subject, result string
	kind, unit      string // run and its number, unless given
	reason, cause   string
	steps           []metric.StepDetail
	attempts        []metric.AttemptDetail
	checks          []metric.CheckDetail
	unlisted        bool // no output lists it
}

func step(name, result string) metric.StepDetail {
	return metric.StepDetail{Step: name, Stable: name, Kind: "node", Result: result}
}

func failedFor(name, why string) metric.StepDetail {
	s := step(name, "failed")
	s.Reason = why
	return s
}

// found are the failures of the runs.
func found(t *testing.T, runs ...madeRun) (*Found, []report.Run) {
	t.Helper()
	list := make([]report.Run, len(runs))
	for i, r := range runs {
		list[i] = report.Run{Key: fmt.Sprintf("run-%d", i), System: "kahn", Unit: cmp.Or(r.unit, fmt.Sprint(i)), StartedAt: time.Date(2026, 3, r.day, 2, i, 0, 0, time.UTC), RunSetup: &report.RunSetup{Kind: cmp.Or(r.kind, "run"), Subject: r.subject}, RunEnd: &report.RunEnd{Result: r.result, Cause: r.cause}}
		if !r.unlisted {
			list[i].RunDetails = &report.RunDetails{}
		}
	}
	f := Find(Input{
		Runs:  list,
		Place: func(i int) report.Evidence { return report.Evidence{File: fmt.Sprintf("%d.jsonl", i)} },
		Ends: func(i int, to []metric.StepEnd) []metric.StepEnd {
			for _, s := range runs[i].steps {
				to = append(to, metric.StepEnd{Step: s.Step, Stable: s.Stable, Kind: s.Kind, Result: table.Result(s.Result)})
			}
			return to
		},
		FailedAttempts: func(i int) bool {
			return slices.ContainsFunc(runs[i].attempts, func(a metric.AttemptDetail) bool { return failed(a.Result) })
		},
		FailedDetail: func(i int) metric.Detail { return detail(runs[i]) },
		Detail:       func(i int) (metric.Detail, error) { return detail(runs[i]), nil },
		Stable:       func(_, subject string) string { name, _, _ := strings.Cut(subject, "@"); return name },
		Key:          func(names ...string) string { return strings.Join(names, "/") },
	})
	return f, list
}

// A failure has its error and its place though no list has the run.
func TestFailuresOfRunsWithoutDetails(t *testing.T) {
	for _, unlisted := range []bool{false, true} {
		f, runs := found(t, madeRun{day: 2, subject: "shop", result: "failed", reason: "no space left", unlisted: unlisted})
		if len(f.Failures) != 1 || f.Failures[0].Error != "no space left" || f.Failures[0].Evidence.File != "0.jsonl" {
			t.Fatalf("unlisted %v: %+v", unlisted, f.Failures)
		}
		if !unlisted && runs[0].Error != "no space left" || unlisted && runs[0].RunDetails != nil {
			t.Errorf("unlisted %v: %+v", unlisted, runs[0].RunDetails)
		}
		tests, err := f.Tests()
		if err != nil {
			t.Fatal(err)
		}
		if len(tests.Runs) != 1 || tests.Runs[0].Error != "no space left" {
			t.Errorf("unlisted %v: of tests %+v", unlisted, tests.Runs)
		}
	}
}

func detail(r madeRun) metric.Detail {
	return metric.Detail{Steps: slices.Clone(r.steps), Attempts: r.attempts, Checks: r.checks, Reason: metric.Reason{Text: r.reason}}
}

func shown(f *Found) (out []string) {
	for _, x := range f.Failures {
		out = append(out, fmt.Sprintf("%s %s: %q %s, %d runs, since %s to %s, %d of %d, before %d of %d, blocks %d", x.State, x.Problem, x.Error, x.Result, x.Runs,
			strings.TrimPrefix(x.Since, "2026-03-"), strings.TrimPrefix(x.Date, "2026-03-"), x.RateNow.Num, x.RateNow.Den, x.RateBefore.Num, x.RateBefore.Den, x.Blocks))
	}
	return out
}

func TestFailuresOfTheLastRunDate(t *testing.T) {
	run := func(day int, result string, steps ...metric.StepDetail) madeRun {
		return madeRun{day: day, subject: "shop", result: result, steps: steps}
	}
	blocked := step("deploy", "blocked")
	blocked.FailedBy = []string{"e2e"}
	child := failedFor("pass 1", "no match")
	child.Parent = "phase 1"
	card := func(result string) metric.StepDetail {
		return metric.StepDetail{Step: "card", Stable: "card", Kind: "card", Result: result}
	}
	for _, c := range []struct {
		name string
		runs []madeRun
		want []string
	}{
		{"a first failure", []madeRun{run(1, "passed", step("e2e", "passed")), run(2, "failed", failedFor("e2e", "late"), blocked)},
			[]string{`new kahn/shop/e2e: "late" failed, 1 runs, since 02 to 02, 1 of 1, before 0 of 1, blocks 1`}},
		{"it goes on", []madeRun{run(1, "passed", step("e2e", "passed")), run(2, "failed", failedFor("e2e", "late")), run(3, "failed", failedFor("e2e", "later"))},
			[]string{`failing_before kahn/shop/e2e: "later" failed, 1 runs, since 02 to 03, 2 of 2, before 0 of 1, blocks 0`}},
		{"two runs of one date are one entry", []madeRun{run(2, "failed", failedFor("e2e", "late")), run(2, "failed", failedFor("e2e", "late"))},
			[]string{`new kahn/shop/e2e: "late" failed, 2 runs, since 02 to 02, 2 of 2, before 0 of 0, blocks 0`}},
		{"it passes later on the same date", []madeRun{run(2, "failed", failedFor("e2e", "late")), run(2, "passed", step("e2e", "passed"))},
			[]string{`new kahn/shop/e2e: "late" failed, 1 runs, since 02 to 02, 1 of 2, before 0 of 0, blocks 0`}},
		{"it passes again", []madeRun{run(1, "passed", step("e2e", "passed")), run(2, "failed", failedFor("e2e", "late")), run(3, "passed", step("e2e", "passed"))},
			[]string{`ended kahn/shop/e2e: "late" failed, 1 runs, since 02 to 02, 1 of 1, before 0 of 1, blocks 0`}},
		{"it has passed for long", []madeRun{run(2, "failed", failedFor("e2e", "late")), run(3, "passed", step("e2e", "passed")), run(4, "passed", step("e2e", "passed")),
			run(5, "passed", step("e2e", "passed")), run(6, "passed", step("e2e", "passed"))}, nil},
		{"now and then", []madeRun{run(1, "failed", failedFor("e2e", "late")), run(2, "passed", step("e2e", "passed")), run(3, "failed", failedFor("e2e", "late"))},
			[]string{`known_flaky kahn/shop/e2e: "late" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"now and then, of one error with other numbers", []madeRun{run(1, "failed", failedFor("e2e", "late by 3 s")), run(2, "passed", step("e2e", "passed")), run(3, "failed", failedFor("e2e", "late by 4 s"))},
			[]string{`known_flaky kahn/shop/e2e: "late by 4 s" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"once before, of another error", []madeRun{run(1, "failed", failedFor("e2e", "no database")), run(2, "passed", step("e2e", "passed")), run(3, "failed", failedFor("e2e", "late"))},
			[]string{`new kahn/shop/e2e: "late" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"once before, of another error, and it goes on", []madeRun{run(1, "failed", failedFor("e2e", "no database")), run(2, "passed", step("e2e", "passed")),
			run(3, "failed", failedFor("e2e", "late")), run(4, "failed", failedFor("e2e", "late"))},
			[]string{`failing_before kahn/shop/e2e: "late" failed, 1 runs, since 03 to 04, 2 of 2, before 1 of 2, blocks 0`}},
		{"once before, of another error, and it passes again", []madeRun{run(1, "failed", failedFor("e2e", "no database")), run(2, "passed", step("e2e", "passed")),
			run(3, "failed", failedFor("e2e", "late")), run(4, "passed", step("e2e", "passed"))},
			[]string{`ended kahn/shop/e2e: "late" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"once before, without an error", []madeRun{run(1, "failed", step("e2e", "failed")), run(2, "passed", step("e2e", "passed")), run(3, "failed", failedFor("e2e", "late"))},
			[]string{`known_flaky kahn/shop/e2e: "late" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"once before, and now without an error", []madeRun{run(1, "failed", failedFor("e2e", "no database")), run(2, "passed", step("e2e", "passed")), run(3, "failed", step("e2e", "failed"))},
			[]string{`known_flaky kahn/shop/e2e: "" failed, 1 runs, since 03 to 03, 1 of 1, before 1 of 2, blocks 0`}},
		{"twice before, of other errors", []madeRun{run(1, "failed", failedFor("e2e", "no database")), run(2, "passed", step("e2e", "passed")),
			run(3, "failed", failedFor("e2e", "no answer")), run(4, "passed", step("e2e", "passed")), run(5, "failed", failedFor("e2e", "late"))},
			[]string{`known_flaky kahn/shop/e2e: "late" failed, 1 runs, since 05 to 05, 1 of 1, before 2 of 4, blocks 0`}},
		{"a flaky step is no failure", []madeRun{run(1, "flaky", step("e2e", "flaky"))}, nil},
		{"a failed step of a run that passed is none", []madeRun{run(1, "passed", failedFor("lint", "2 warnings"))}, nil},
		{"a step that later runs pass without", []madeRun{run(1, "failed", failedFor("old", "gone")), run(2, "passed", step("e2e", "passed"))}, nil},
		{"a step that was not reached since", []madeRun{run(1, "failed", failedFor("e2e", "late")), run(2, "failed", failedFor("build", "undefined: x"), step("e2e", "blocked"))},
			[]string{`new kahn/shop/build: "undefined: x" failed, 1 runs, since 02 to 02, 1 of 1, before 0 of 0, blocks 1`,
				`failing_before kahn/shop/e2e: "late" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"the part, not the whole", []madeRun{run(1, "failed", failedFor("phase 1", "a pass failed"), child)},
			[]string{`new kahn/shop/pass 1: "no match" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"a run without steps", []madeRun{{day: 1, subject: "duel", result: "failed", reason: "tick_cap"}},
			[]string{`new kahn/duel/: "tick_cap" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"a run whose steps passed", []madeRun{{day: 1, subject: "chi", result: "failed", reason: "release_recommendation: BLOCK", steps: []metric.StepDetail{step("phase 1", "passed")}}},
			[]string{`new kahn/chi/: "release_recommendation: BLOCK" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"a run among others that failed at a step", []madeRun{run(1, "passed", step("e2e", "passed")), run(2, "failed", failedFor("e2e", "late"), failedFor("lint", "2 errors")),
			run(3, "passed", step("e2e", "passed")), {day: 4, subject: "shop", result: "failed", reason: "out of time", steps: []metric.StepDetail{step("e2e", "passed")}},
			run(4, "failed", failedFor("e2e", "late"))},
			[]string{`new kahn/shop/: "out of time" failed, 1 runs, since 04 to 04, 1 of 2, before 0 of 3, blocks 0`,
				`known_flaky kahn/shop/e2e: "late" failed, 1 runs, since 04 to 04, 1 of 2, before 1 of 3, blocks 0`}},
		{"no sign of life", []madeRun{{day: 1, subject: "api", result: "stalled", cause: "stall", reason: "lease expired", steps: []metric.StepDetail{card("stalled")}}},
			[]string{`infrastructure kahn/api/: "lease expired" stalled, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"cards of one date by their errors", []madeRun{
			{day: 1, subject: "api", result: "failed", reason: "disk full", steps: []metric.StepDetail{card("failed")}},
			{day: 1, subject: "api", result: "failed", reason: "no token for 7", steps: []metric.StepDetail{card("failed")}},
			{day: 1, subject: "api", result: "failed", reason: "no token for 8", steps: []metric.StepDetail{card("failed")}}},
			[]string{`new kahn/api/: "no token for 8" failed, 2 runs, since 01 to 01, 3 of 3, before 0 of 0, blocks 0`,
				`new kahn/api/: "disk full" failed, 1 runs, since 01 to 01, 3 of 3, before 0 of 0, blocks 0`}},
		{"an open run with a failed step", []madeRun{run(1, "open", failedFor("e2e", "late"))},
			[]string{`new kahn/shop/e2e: "late" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"a subject that has not run since", []madeRun{run(1, "failed", failedFor("e2e", "late")), {day: 2, subject: "other", result: "passed"}},
			[]string{`failing_before kahn/shop/e2e: "late" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"a subject that has not run for a month", []madeRun{run(1, "failed", failedFor("e2e", "late")), {day: 32, subject: "other", result: "passed"}}, nil},
		{"a canceled run is no failure", []madeRun{run(1, "canceled", step("e2e", "canceled"))}, nil},
		{"now and then, on one date too", []madeRun{run(1, "failed", failedFor("e2e", "late")), run(1, "passed", step("e2e", "passed")), run(2, "failed", failedFor("e2e", "late"))},
			[]string{`known_flaky kahn/shop/e2e: "late" failed, 1 runs, since 02 to 02, 1 of 1, before 1 of 2, blocks 0`}},
		{"first the run, then a step", []madeRun{{day: 1, subject: "shop", result: "failed", reason: "no config"}, run(2, "failed", failedFor("e2e", "late"))},
			[]string{`new kahn/shop/e2e: "late" failed, 1 runs, since 02 to 02, 1 of 1, before 0 of 0, blocks 0`}},
		{"an attempt at a step that its run does without", []madeRun{{day: 1, subject: "shop", result: "passed", steps: []metric.StepDetail{failedFor("lint", "2 warnings")},
			attempts: []metric.AttemptDetail{{Step: "lint", Ending: metric.Ending{Result: "failed"}}}}}, nil},
		{"an item of a fleet, which has a log of its own", []madeRun{
			{day: 1, subject: "api", result: "failed", kind: "fleet", steps: []metric.StepDetail{{Step: "42", Stable: "item", Kind: "item", Result: "failed", Reason: "stopped"}}},
			{day: 1, subject: "api", result: "failed", kind: "item", unit: "42", steps: []metric.StepDetail{failedFor("task", "build failed in 3 files")}}},
			[]string{`new kahn/api/task: "build failed in 3 files" failed, 1 runs, since 01 to 01, 1 of 1, before 0 of 0, blocks 0`}},
		{"an item of a fleet, which waits for another", []madeRun{
			{day: 1, subject: "api", result: "failed", kind: "fleet", reason: "43: waits for 42", steps: []metric.StepDetail{{Step: "43", Stable: "item", Kind: "item", Result: "blocked"}}},
			{day: 1, subject: "api", result: "blocked", kind: "item", unit: "43", reason: "waits for 42"}},
			[]string{`new kahn/api/: "waits for 42" blocked, 1 runs, since 01 to 01, 1 of 2, before 0 of 0, blocks 0`}},
	} {
		f, _ := found(t, c.runs...)
		if got := shown(f); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %s\nwant %s", c.name, strings.Join(got, "\n     "), strings.Join(c.want, "\n     "))
		}
	}
}

// A run is known by the error of its first failed step that has one; a run that passed by
// none. Attempts with the same text are one cluster, those that were retried too.
func TestErrorsAndClusters(t *testing.T) {
	attempt := func(n int64, result, why string) metric.AttemptDetail {
		return metric.AttemptDetail{Step: "e2e", Number: report.Count(n), Error: why, Ending: metric.Ending{Result: result}, Evidence: report.Evidence{File: fmt.Sprint("attempt ", n)}}
	}
	check := metric.CheckDetail{Step: "e2e", Attempt: report.Count(2), Verdict: "fail", Tail: "+ run\nTimeout 31000 ms exceeded\nexit status 1", Evidence: report.Evidence{File: "check"}}
	f, runs := found(t,
		madeRun{day: 1, subject: "shop", result: "flaky", steps: []metric.StepDetail{step("e2e", "flaky")},
			attempts: []metric.AttemptDetail{attempt(1, "failed", "Timeout 30000 ms exceeded"), attempt(2, "passed", "")}},
		madeRun{day: 2, subject: "shop", result: "failed", reason: "stuck", steps: []metric.StepDetail{failedFor("e2e", "max_ralph_iters_reached")},
			attempts: []metric.AttemptDetail{attempt(1, "failed", "connection refused by 10.0.0.1"), attempt(2, "failed", "exit code 1")}, checks: []metric.CheckDetail{check}})
	if runs[0].Error != "" || runs[1].Error != "Timeout 31000 ms exceeded" || runs[1].ErrorStep != "e2e" {
		t.Errorf("errors %q and %q of %q", runs[0].Error, runs[1].Error, runs[1].ErrorStep)
	}
	if x := f.Failures[0]; x.Cluster != "Timeout # ms exceeded" || x.Evidence.File != "check" || x.Run != "run-1" {
		t.Errorf("failure %+v", x)
	}
	var clusters []string
	for _, c := range f.Clusters {
		clusters = append(clusters, fmt.Sprintf("%d %s %v %s %s", c.Count, c.Text, c.Steps, c.First, c.Last))
	}
	want := []string{"2 Timeout # ms exceeded [shop/e2e] 2026-03-01 2026-03-02", "1 connection refused by # [shop/e2e] 2026-03-02 2026-03-02"}
	if !slices.Equal(clusters, want) {
		t.Errorf("clusters %q, want %q", clusters, want)
	}
}

// The last attempt at a step is counted by what the step is known by, which may stand in
// its reason alone.
func TestClusterOfTheLastAttempt(t *testing.T) {
	f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "disk full")},
		attempts: []metric.AttemptDetail{{Step: "e2e", Error: "late", Ending: metric.Ending{Result: "failed"}}, {Step: "e2e", Ending: metric.Ending{Result: "failed"}}}})
	var got []string
	for _, c := range f.Clusters {
		got = append(got, fmt.Sprint(c.Count, " ", c.Text))
	}
	if want := []string{"1 disk full", "1 late"}; !slices.Equal(got, want) {
		t.Errorf("clusters %q, want %q", got, want)
	}
}

func TestStateOf(t *testing.T) {
	of := func(num, den int) stat.Fraction { return stat.Fraction{Num: num, Den: den} }
	for _, c := range []struct {
		name string
		c    Circumstances
		want string
	}{
		{"new", Circumstances{Since: "b", Date: "b", Now: of(1, 1), Before: of(0, 9)}, report.FailureNew},
		{"since an earlier date", Circumstances{Since: "a", Date: "b", Now: of(2, 2), Before: of(0, 9)}, report.FailureBefore},
		{"its system ran since", Circumstances{Since: "b", Date: "b", Last: "c", Now: of(1, 1)}, report.FailureBefore},
		{"in the baseline", Circumstances{InBaseline: true, Since: "b", Date: "b", Now: of(1, 1)}, report.FailureBefore},
		{"as often as before, of another error", Circumstances{Since: "b", Date: "b", Now: of(1, 4), Before: of(10, 40), NewError: true}, report.FailureNew},
		{"as often as before", Circumstances{Since: "b", Date: "b", Now: of(1, 4), Before: of(10, 40)}, report.FailureKnownFlaky},
		{"1 of 400 before, now 4 of 4", Circumstances{Since: "b", Date: "b", Now: of(4, 4), Before: of(1, 400)}, report.FailureNew},
		{"1 of 400 before, now 4 of 4 on two dates", Circumstances{Since: "a", Date: "b", Now: of(4, 4), Before: of(1, 400)}, report.FailureBefore},
		{"infrastructure", Circumstances{Infrastructure: true, Since: "b", Date: "b", Now: of(1, 1)}, report.FailureInfrastructure},
		{"acknowledged", Circumstances{Acknowledged: true, Infrastructure: true, Since: "b", Date: "b", Now: of(1, 1)}, report.FailureAcknowledged},
		{"passes", Circumstances{Passes: true, Acknowledged: true, Since: "b", Date: "b", Now: of(1, 1)}, report.FailureEnded},
	} {
		if got := StateOf(c.c); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// An acknowledgement and a baseline decide the state, and it comes back without them.
func TestSettle(t *testing.T) {
	f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "late")}})
	d := &report.Data{Failures: f.Failures, Problems: []report.Problem{{Key: "kahn/shop/e2e"}}}
	for _, c := range []struct{ by, state, want string }{
		{"", "", report.FailureNew}, {"kahn/**", "", report.FailureAcknowledged}, {"", "still", report.FailureBefore}, {"", "new", report.FailureNew},
	} {
		d.Problems[0].Acknowledged, d.Problems[0].State = c.by, c.state
		if Settle(d); d.Failures[0].State != c.want {
			t.Errorf("acknowledged %q, state %q: %s, want %s", c.by, c.state, d.Failures[0].State, c.want)
		}
	}
}
