package failure

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
)

// A failure goes on since the earliest failed day from which on no run passed before the day that is
// asked for; a day between on which nothing failed, here or elsewhere, ends the row too.
func TestSinceWhenAFailureGoesOn(t *testing.T) {
	for _, c := range []struct {
		history string
		since   int // of the failure on the last day
	}{
		{"f", 0},
		{"p f", 1},
		{"f f", 0},
		{"p f f f", 1},
		{"f p f", 2},
		{"f pf f", 2},
		{"f pf", 0},
		{"f o f", 0},
		{"o f", 1},
		{"p o f", 2},
		{"f op f", 2},
		{"f - f", 2},
		{"p f o f f", 1},
	} {
		s := seriesOf(c.history)
		if got := s.since(len(s.days) - 1); got != c.since {
			t.Errorf("%q: since day %d, want %d", c.history, got, c.since)
		}
	}
	if got := seriesOf("f p f f p f").since(3); got != 2 {
		t.Errorf("of a day in the middle: since day %d, want 2", got)
	}
}

// Failed of ended: those that passed, failed, and failed at a step.
func TestSumOfDays(t *testing.T) {
	days := []day{{passed: 6, failed: 1, other: 5, atStep: 3}, {passed: 2, failed: 4}}
	for n, want := range []stat.Fraction{{}, {Num: 1, Den: 10}, {Num: 5, Den: 16}} {
		if got := sum(days[:n]); got != want {
			t.Errorf("of %d days: %v, want %v", n, got, want)
		}
	}
}

// Failures are sorted by state, date, runs, system, subject, step and error, however they come.
func TestOrderOfFailures(t *testing.T) {
	at := func(state, date string, runs int64, system, subject, step, cluster string) report.Failure {
		return report.Failure{State: state, Date: date, Runs: runs, System: system, Subject: subject, Step: step, Cluster: cluster}
	}
	want := []report.Failure{
		at(report.FailureNew, "2026-03-02", 1, "kahn", "b", "b", "b"),
		at(report.FailureNew, "2026-03-01", 5, "kahn", "b", "b", "b"),
		at(report.FailureNew, "2026-03-01", 2, "cadre", "c", "c", "c"),
		at(report.FailureNew, "2026-03-01", 2, "kahn", "a", "c", "c"),
		at(report.FailureNew, "2026-03-01", 2, "kahn", "b", "a", "c"),
		at(report.FailureNew, "2026-03-01", 2, "kahn", "b", "b", "a"),
		at(report.FailureNew, "2026-03-01", 2, "kahn", "b", "b", "b"),
		at(report.FailureBefore, "2026-03-09", 9, "a", "a", "a", "a"),
		at(report.FailureKnownFlaky, "2026-03-09", 9, "a", "a", "a", "a"),
		at(report.FailureInfrastructure, "2026-03-09", 9, "a", "a", "a", "a"),
		at(report.FailureAcknowledged, "2026-03-09", 9, "a", "a", "a", "a"),
		at(report.FailureEnded, "2026-03-09", 9, "a", "a", "a", "a"),
	}
	for turn := range want { // each of them comes first once
		got := append(append([]report.Failure{}, want[turn:]...), want[:turn]...)
		byUrgency(got)
		if fmt.Sprint(got) != fmt.Sprint(want) {
			t.Fatalf("from %d on: %+v", turn, got)
		}
	}
}

// A run is its only step where it has one, which is named by its kind.
func TestRunsOfASingleStep(t *testing.T) {
	for _, c := range []struct {
		steps string // name/kind
		want  bool
	}{
		{"", false},
		{"card/card", true},
		{"a/card", false},
		{"card/card card/card", false},
		{"a/node card/card", false},
	} {
		var ends []metric.StepEnd
		for _, s := range strings.Fields(c.steps) {
			name, kind, _ := strings.Cut(s, "/")
			ends = append(ends, metric.StepEnd{Step: name, Kind: kind})
		}
		if got := single(ends); got != c.want {
			t.Errorf("%q: %t", c.steps, got)
		}
	}
}

// The last run dates of systems, and the first date that failures are shown of, 30 days before.
func TestDatesOfFailures(t *testing.T) {
	on := func(system string, month time.Month, day int) report.Run {
		return report.Run{System: system, StartedAt: time.Date(2026, month, day, 23, 0, 0, 0, time.UTC), RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}
	}
	last := lastDates([]report.Run{on("kahn", 3, 9), on("kahn", 3, 7), on("cadre", 2, 1), {System: "none", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}})
	if want := (map[string]string{"kahn": "2026-03-09", "cadre": "2026-02-01", "none": ""}); fmt.Sprint(last) != fmt.Sprint(want) {
		t.Errorf("last dates %v, want %v", last, want)
	}
	if got := oldestDate(last); got != "2026-02-07" {
		t.Errorf("failures from %s on", got)
	}
	if got := oldestDate(map[string]string{"none": ""}); got != "" {
		t.Errorf("failures from %q on where no date is known", got)
	}
}

// Whether a series passes is said by its last date alone: some run of it passed, and none failed.
func TestPassesOnItsLastDate(t *testing.T) {
	for _, c := range []struct {
		history, date string
		passes        bool
	}{
		{"p", "2026-03-01", true},
		{"f p", "2026-03-02", true},
		{"p f", "2026-03-02", false},
		{"f pf", "2026-03-02", false},
		{"p o", "2026-03-02", false},
		{"f f ppp", "2026-03-03", true},
	} {
		for _, cut := range []bool{false, true} { // what is before the last date may be gone
			s := seriesOf(c.history)
			if cut {
				s.keepLast()
			}
			f := &Found{all: map[seriesKey]*series{{"kahn", "shop", "e2e"}: s, {"kahn", "shop", "none"}: {}}}
			if date, ok := f.Passes([]string{"kahn", "shop", "e2e"}); date != c.date || ok != c.passes {
				t.Errorf("%q: %s, %t; want %s, %t", c.history, date, ok, c.date, c.passes)
			}
			for _, names := range []string{"kahn shop none", "kahn shop other", "kahn shop", "kahn shop e2e x"} {
				if date, ok := f.Passes(strings.Fields(names)); date != "" || ok {
					t.Errorf("%q: %s, %t", names, date, ok)
				}
			}
		}
	}
}

// The failures of one series in one entry: its step is the one that all have, its error the last
// that was told, and each run counts once.
func TestEntryOfFailures(t *testing.T) {
	f := &finder{Input: &Input{Runs: []report.Run{
		{Key: "r0", System: "kahn", Unit: "b0", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, {Key: "r1", System: "kahn", Unit: "b1", RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}},
	}, Place: func(run int) report.Evidence { return report.Evidence{File: fmt.Sprintf("%d.jsonl", run)} }}}
	around := Circumstances{Since: "2026-03-01", Date: "2026-03-02", Now: stat.Fraction{Num: 1, Den: 2}, Before: stat.Fraction{Num: 0, Den: 4}}
	failed := func(run int, step, text string, blocks int64) occurrence {
		o := occurrence{run: run, step: step, result: "failed", blocks: blocks}
		o.text = text
		return o
	}
	for _, c := range []struct {
		name  string
		group []occurrence
		want  string // step, error, run, runs, blocks
	}{
		{"one", []occurrence{failed(0, "pay", "late", 2)}, "pay late r0 1 2"},
		{"two runs", []occurrence{failed(0, "pay", "late", 2), failed(1, "pay", "lost", 1)}, "pay lost r1 2 2"},
		{"the last tells nothing", []occurrence{failed(0, "pay", "late", 0), failed(1, "pay", "", 3)}, "pay late r1 2 3"},
		{"twice in a run", []occurrence{failed(0, "pay", "late", 0), failed(0, "pay", "lost", 0)}, "pay lost r0 1 0"},
		{"several of one kind", []occurrence{failed(0, "card-1", "late", 0), failed(0, "card-2", "lost", 0)}, "card lost r0 1 0"},
	} {
		x := f.entry(&series{seriesKey: seriesKey{"kahn", "shop", "card"}}, c.group, around)
		if got := fmt.Sprint(x.Step, " ", x.Error, " ", x.Run, " ", x.Runs, " ", x.Blocks); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
		last := c.group[len(c.group)-1].run
		if x.Unit != fmt.Sprint("b", last) || x.Evidence.File != fmt.Sprintf("%d.jsonl", last) || x.Owner != "" {
			t.Errorf("%s: %+v", c.name, x)
		}
		if x.Since != "2026-03-01" || x.Date != "2026-03-02" || x.RateNow.Den != 2 || x.RateBefore.Den != 4 {
			t.Errorf("%s: %+v", c.name, x)
		}
	}
}

// The error that a run is known by is that of its first failed step that tells one.
func TestErrorOfARun(t *testing.T) {
	for _, c := range []struct{ reported, want string }{
		{"a:x b:y", "a:x"},
		{"a: b:y c:z", "b:y"},
		{"a: b:", "a:"},
		{"a:x b:", "a:x"},
	} {
		f := &finder{errors: map[int]stepError{}}
		for _, s := range strings.Fields(c.reported) {
			o := occurrence{}
			o.step, o.text, _ = strings.Cut(s, ":")
			f.explain(7, o)
		}
		step, text, _ := strings.Cut(c.want, ":")
		if f.errors[7] != (stepError{step, text}) {
			t.Errorf("%s: %+v, want %s", c.reported, f.errors[7], c.want)
		}
	}
}

// flakedAndFailed has the test "a", which flaked on one date and failed on the next.
func flakedAndFailed(t *testing.T) *Found {
	t.Helper()
	steps := func(result table.Result) []metric.StepDetail {
		return []metric.StepDetail{{Step: "a", Stable: "a", Kind: table.KindTest, Result: string(result)}}
	}
	f, _ := found(t,
		madeRun{day: 1, subject: "shop", result: "flaky", steps: steps(table.Flaky)},
		madeRun{day: 2, subject: "shop", result: "failed", steps: steps(table.Failed)},
	)
	return f
}

// A failure with a key that this report does not have, as one that was read from a file, is found by
// its step.
func TestKnownFlakyOfOtherKeys(t *testing.T) {
	f := flakedAndFailed(t)
	for state, want := range map[string]int{report.FailureNew: 0, report.FailureKnownFlaky: 1, report.FailureEnded: 1} {
		x := report.Failure{System: "kahn", Subject: "shop", Step: "a", Problem: "failure/of/another/report", State: state}
		if got := f.KnownFlaky([]report.Failure{x}); len(got) != want {
			t.Errorf("%s: %d are known to be flaky, want %d", state, len(got), want)
		}
	}
}

// A step that failed is told of no more once its subject passes without it.
func TestStepsThatAreGone(t *testing.T) {
	fails := madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("pay", "late")}}
	for _, c := range []struct {
		name string
		runs []madeRun
		want string
	}{
		{"it fails", []madeRun{fails}, "pay"},
		{"a later run passes without it", []madeRun{fails, {day: 2, subject: "shop", result: "passed"}}, ""},
		{"a run of the same date does", []madeRun{fails, {day: 1, subject: "shop", result: "passed"}}, "pay"},
		{"another subject does", []madeRun{fails, {day: 2, subject: "till", result: "passed"}}, "pay"},
		{"a later run is open", []madeRun{fails, {day: 2, subject: "shop", result: "open"}}, "pay"},
	} {
		f, _ := found(t, c.runs...)
		var got []string
		for _, x := range f.Failures {
			got = append(got, x.Step)
		}
		if s := strings.Join(got, " "); s != c.want {
			t.Errorf("%s: %q fail, want %q", c.name, s, c.want)
		}
	}
}

// A run that failed at a step with a log of its own has ended, but did not fail by itself. Here the
// item and the second fleet did: 2 of 3 runs.
func TestRunsOfPartsOfTheirOwn(t *testing.T) {
	item := metric.StepDetail{Step: "42", Stable: "42", Kind: "item", Result: "failed"}
	f, _ := found(t,
		madeRun{day: 1, subject: "shop", kind: "fleet", unit: "f1", result: "failed", steps: []metric.StepDetail{item}},
		madeRun{day: 1, subject: "shop", kind: "item", unit: "42", result: "failed", reason: "the budget is spent"},
		madeRun{day: 2, subject: "shop", kind: "fleet", unit: "f2", result: "failed", reason: "no connection"},
	)
	if len(f.Failures) != 1 || f.Failures[0].Run != "run-2" || f.Failures[0].Since != "2026-03-01" || f.Failures[0].RateNow.Num != 2 || f.Failures[0].RateNow.Den != 3 {
		t.Errorf("%+v, want one of run-2 since the first of March, 2 of 3", f.Failures)
	}
}

// The limits that the definitions of failures state.
func TestLimitsOfFailures(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want int
	}{
		{"bytes of a text that are read", maxRead, 16_384},
		{"characters of an error", MaxError, 300},
		{"days that a failure of an idle subject is shown", maxAge, 30},
		{"run dates after which a mended failure is told", recent, 3},
	} {
		if c.got != c.want {
			t.Errorf("%s: %d, want %d", c.name, c.got, c.want)
		}
	}
}

// A test of which one failure is known to be flaky and another is new is none to ignore, whichever
// stands first.
func TestKnownFlakyBesideANewFailure(t *testing.T) {
	f := flakedAndFailed(t)
	of := func(state string) report.Failure {
		return report.Failure{System: "kahn", Subject: "shop", Step: "a", Problem: "other", State: state}
	}
	for _, all := range [][]report.Failure{
		{of(report.FailureNew), of(report.FailureKnownFlaky)},
		{of(report.FailureKnownFlaky), of(report.FailureNew)},
	} {
		if got := f.KnownFlaky(all); len(got) != 0 {
			t.Errorf("%s before %s: %d are known to be flaky", all[0].State, all[1].State, len(got))
		}
	}
	if got := f.KnownFlaky([]report.Failure{of(report.FailureKnownFlaky), of(report.FailureKnownFlaky)}); len(got) != 1 {
		t.Errorf("of two that are: %d", len(got))
	}
}

// Attempts that failed are clustered wherever they stand among those that did not.
func TestClustersBehindPassedAttempts(t *testing.T) {
	attempt := func(result, why string) metric.AttemptDetail {
		return metric.AttemptDetail{Step: "e2e", Ending: metric.Ending{Result: result}, Error: why}
	}
	f, _ := found(t, madeRun{day: 1, subject: "shop", result: "failed", steps: []metric.StepDetail{failedFor("e2e", "")},
		attempts: []metric.AttemptDetail{attempt("passed", ""), attempt("failed", "timed out"), attempt("canceled", ""), attempt("failed", "access denied")}})
	var got []string
	for _, c := range f.Clusters {
		got = append(got, fmt.Sprintf("%d %s", c.Count, c.Text))
	}
	if want := "1 access denied, 1 timed out"; strings.Join(got, ", ") != want {
		t.Errorf("%q, want %s", got, want)
	}
}

// A verdict that another one took the place of tells nothing of why a run failed.
func TestVerdictsThatTellOfAFailure(t *testing.T) {
	old, last := metric.VerdictDetail{Reason: "no space left", Superseded: true}, metric.VerdictDetail{Reason: "access denied"}
	for _, c := range []struct {
		verdicts []metric.VerdictDetail
		want     string
	}{
		{nil, "timed out"},
		{[]metric.VerdictDetail{old}, "timed out"},
		{[]metric.VerdictDetail{last}, "access denied"},
		{[]metric.VerdictDetail{old, last}, "access denied"},
		{[]metric.VerdictDetail{last, old}, "access denied"},
	} {
		var r reader
		e := newExplainer(&r, &report.Run{RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}}, &metric.Detail{Verdicts: c.verdicts, Reason: metric.Reason{Text: "timed out"}})
		if got := e.whole().text; got != c.want {
			t.Errorf("%+v: %q, want %q", c.verdicts, got, c.want)
		}
	}
}
