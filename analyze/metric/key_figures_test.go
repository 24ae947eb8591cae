package metric

import (
	"context"
	"fmt"
	"math"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/analyze/report"
	"runreport/ingest/table"
)

// loggedRun is a run as a test writes it: the day of March, its result, its duration in
// seconds, its tokens and cost on the run and on each attempt of its one step.
type loggedRun struct {
	system   string
	subject  string
	stable   string
	day      int
	result   table.Result
	seconds  float64
	tokens   int64
	usd      float64
	attempts []loggedAttempt
}

type loggedAttempt struct {
	tokens int64
	usd    float64
}

func figuresOf(t *testing.T, runs []loggedRun, cycles []report.Cycle, baseline []report.KeyFigure) map[string]report.KeyFigure {
	t.Helper()
	s := &table.Set{}
	for i, x := range runs {
		key := fmt.Sprintf("r%02d", i)
		run := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(run, key)
		s.Runs.System.Set(run, x.system)
		s.Runs.Subject.Set(run, x.subject)
		if x.stable != "" {
			s.Runs.StableSubject.Set(run, x.stable)
		}
		s.Runs.Kind.Set(run, "run")
		s.Runs.Result.Set(run, string(x.result))
		if x.day > 0 {
			s.Runs.StartedAt.Set(run, time.Date(2026, 3, x.day, 23, 30, 0, 0, time.UTC))
		}
		if x.seconds > 0 {
			s.Runs.DurationS.Set(run, x.seconds)
		}
		if x.tokens > 0 {
			s.Runs.Tokens.Set(run, x.tokens)
		}
		if x.usd > 0 {
			s.Runs.CostUSD.Set(run, x.usd)
		}
		step := s.Steps.Add(table.Place{})
		s.Steps.Run.Set(step, key)
		s.Steps.Step.Set(step, "lint")
		s.Steps.StableStep.Set(step, "lint")
		s.Steps.Kind.Set(step, "node")
		s.Steps.Retryable.Set(step, true)
		s.Steps.Result.Set(step, string(x.result))
		s.Steps.Attempts.Set(step, int64(len(x.attempts)))
		for n, a := range x.attempts {
			row := s.Attempts.Add(table.Place{})
			s.Attempts.Run.Set(row, key)
			s.Attempts.Step.Set(row, "lint")
			s.Attempts.Attempt.Set(row, int64(n+1))
			s.Attempts.Converged.Set(row, n == len(x.attempts)-1 && x.result.Passing())
			if a.tokens > 0 {
				s.Attempts.Tokens.Set(row, a.tokens)
			}
			if a.usd > 0 {
				s.Attempts.CostUSD.Set(row, a.usd)
			}
		}
	}
	units := Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
	by := map[string]report.KeyFigure{}
	for _, f := range KeyFigures(units, Measure(context.Background(), s, units, Metrics), cycles, baseline) {
		by[f.Name] = f
	}
	return by
}

func inShort(f report.KeyFigure) string {
	number := func(n report.Number) string {
		if !n.OK {
			return "-"
		}
		return fmt.Sprintf("%.4g", n.Value)
	}
	s := fmt.Sprintf("%s, before %s", number(f.Value), number(f.Before))
	if f.Num.OK {
		s += fmt.Sprintf(", %d of %d", f.Num.Value, f.Den.Value)
	}
	s += ":"
	for _, p := range f.Series {
		s += " " + p.Date[8:] + " " + number(p.Value)
	}
	return s
}

func TestKeyFigures(t *testing.T) {
	one, two := []loggedAttempt{{}}, []loggedAttempt{{}, {}}
	runs := []loggedRun{
		{day: 1, result: table.Passed, seconds: 10, attempts: one},
		{day: 1, result: table.Failed, seconds: 30, attempts: two},
		{day: 1, result: table.Open}, // not decided
		{day: 3, result: table.Flaky, seconds: 50, attempts: two},
		{day: 3, result: table.Canceled, seconds: 90}, // not decided; it has a duration all the same
		{result: table.Failed, attempts: one},         // no date: in no figure
		{day: 4, result: table.Passed, seconds: 20, tokens: 100, usd: 1, attempts: one},
		{day: 4, result: table.Passed, seconds: 40, tokens: 900, usd: 9, attempts: []loggedAttempt{{tokens: 200, usd: 2}, {tokens: 100, usd: 1}}}, // the attempts count, not the run
		{day: 4, result: table.Stalled, seconds: 60, attempts: one},
	}
	got := map[string]string{}
	for name, f := range figuresOf(t, runs, nil, nil) {
		got[name] = inShort(f)
	}
	want := map[string]string{
		"pass_rate":        "0.6667, before 0.6667, 2 of 3: 01 0.5 03 1 04 0.6667",
		"flake_rate":       "0.5, before 0.5, 1 of 2: 01 0 03 1 04 0.5",
		"run_duration_p50": "40, before 40: 01 20 03 70 04 40",
		"cost":             "2, before -: 04 2",     // (1 + 3) / 2
		"tokens":           "200, before -: 04 200", // (100 + 300) / 2
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestKeyFiguresOfTenRunsHaveAP90(t *testing.T) {
	var runs []loggedRun
	for i := range 10 {
		runs = append(runs, loggedRun{day: 2, result: table.Passed, seconds: float64(10 * (i + 1))})
	}
	f := figuresOf(t, runs, nil, nil)
	if got := inShort(f["run_duration_p90"]); got != "91, before -: 02 91" { // type 7: 90 + 0.1 * (100 - 90)
		t.Error(got)
	}
	if f := figuresOf(t, runs[1:], nil, nil); f["run_duration_p90"].Name != "" {
		t.Errorf("9 runs have a p90: %s", inShort(f["run_duration_p90"]))
	}
}

func TestKeyFigureOfRecall(t *testing.T) {
	known := report.Known
	cycle := func(day int, pre, post report.Number, band float64) report.Cycle {
		c := report.Cycle{StartedAt: time.Date(2026, 3, day, 1, 0, 0, 0, time.UTC), Macro: report.Averages{Pre: pre, Post: post, Delta: known(post.Value - pre.Value)},
			Benchmarks: []report.Benchmark{{RecallPre: report.Recall{Value: pre}, RecallPost: report.Recall{Value: post}}, {}}}
		if band > 0 {
			c.Noise.Band95 = known(band)
		}
		return c
	}
	cycles := []report.Cycle{cycle(1, known(0.5), known(0.6), 0), cycle(2, known(0.6), known(0.55), 0.09), cycle(3, known(0.7), report.Missing("no_data"), 0)}
	f := figuresOf(t, nil, cycles, nil)["recall"]
	if got := inShort(f) + " " + f.Title + " " + f.Note; got != "0.55, before 0.6: 01 0.6 02 0.55 Recall of 1 benchmark within run-to-run noise (±0.09)" {
		t.Error(got)
	}
	f = figuresOf(t, nil, cycles[:1], []report.KeyFigure{{Name: "recall", Value: known(0.9)}})["recall"]
	if got := inShort(f) + f.Note; got != "0.6, before 0.9: 01 0.6" {
		t.Error(got)
	}
}

func TestKeyFiguresHoldThirtyRunDates(t *testing.T) {
	var runs []loggedRun
	for i := range 31 {
		runs = append(runs, loggedRun{day: i + 1, result: table.Passed})
	}
	f := figuresOf(t, runs, nil, nil)["pass_rate"]
	if len(f.Series) != 30 || f.Series[0].Date != "2026-03-02" || f.Before.Value != 1 {
		t.Errorf("%d points from %s", len(f.Series), f.Series[0].Date)
	}
}

// A date is compared with what the same systems did before, or with nothing.
func TestKeyFiguresCompareLikeWithLike(t *testing.T) {
	runs := []loggedRun{
		{system: "builds", day: 1, result: table.Passed, seconds: 1000},
		{system: "games", day: 1, result: table.Failed, seconds: 10},
		{system: "games", day: 2, result: table.Passed, seconds: 20},
	}
	if got := inShort(figuresOf(t, runs, nil, nil)["run_duration_p50"]); got != "20, before 10: 01 10 02 20" {
		t.Error(got)
	}
	runs = append(runs, loggedRun{system: "cards", day: 2, result: table.Passed, seconds: 40})
	f := figuresOf(t, runs, nil, nil)["run_duration_p50"]
	if got := inShort(f) + " " + f.Title; got != "20, before 10: 01 10 02 20 Run time p50, games" {
		t.Error(got)
	}
	if got := inShort(figuresOf(t, runs, nil, nil)["pass_rate"]); got != "1, before -, 2 of 2: 01 0 02 1" {
		t.Error(got)
	}
}

// The jobs of one system are told apart by their subject, or by the name that lasts where
// each run has a subject of its own.
func TestKeyFiguresCompareTheSameJobs(t *testing.T) {
	for _, c := range []struct {
		name string
		runs []loggedRun
		want string
	}{
		{"two unlike jobs", []loggedRun{
			{subject: "unit", day: 1, result: table.Passed}, {subject: "e2e", day: 2, result: table.Failed},
		}, "0, before -, 0 of 1: 02 0 (1 job is new)"},
		{"one job was there before", []loggedRun{
			{subject: "unit", day: 1, result: table.Passed}, {subject: "e2e", day: 1, result: table.Failed}, {subject: "e2e", day: 2, result: table.Passed},
		}, "1, before 0, 1 of 1: 01 0 02 1 ()"},
		{"a new job beside an old one", []loggedRun{
			{subject: "unit", day: 1, result: table.Passed}, {subject: "unit", day: 2, result: table.Passed}, {subject: "e2e", day: 2, result: table.Failed},
		}, "0.5, before -, 1 of 2: 01 1 02 0.5 (1 job is new)"},
		{"two new jobs", []loggedRun{
			{subject: "unit", day: 1, result: table.Passed}, {subject: "e2e", day: 2, result: table.Passed}, {subject: "lint", day: 2, result: table.Failed},
		}, "0.5, before -, 1 of 2: 02 0.5 (2 jobs are new)"},
		{"the first run date", []loggedRun{{subject: "unit", day: 1, result: table.Passed}}, "1, before -, 1 of 1: 01 1 ()"},
		{"one job in two folders", []loggedRun{
			{subject: "n1/unit", stable: "unit", day: 1, result: table.Failed}, {subject: "n2/unit", stable: "unit", day: 2, result: table.Passed},
		}, "1, before 0, 1 of 1: 01 0 02 1 ()"},
	} {
		f := figuresOf(t, c.runs, nil, nil)["pass_rate"]
		if got := inShort(f) + " (" + f.Note + ")"; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A baseline of other jobs is none; one of an earlier version does not say of which it is.
func TestKeyFiguresOfABaseline(t *testing.T) {
	runs := []loggedRun{{subject: "unit", day: 1, result: table.Failed, seconds: 60}, {subject: "n2/unit", stable: "unit", day: 2, result: table.Passed, seconds: 30}, {subject: "e2e", day: 2, result: table.Failed, seconds: 90}}
	now := figuresOf(t, runs, nil, nil)["pass_rate"]
	if got := fmt.Sprint(now.Jobs, now.JobsTotal); got != "[{ e2e} { unit}] 2" {
		t.Errorf("it is of %s", got)
	}
	if f := figuresOf(t, runs, nil, []report.KeyFigure{{Name: "cost"}})["pass_rate"]; f.Before.OK || f.Note != "not in the baseline" {
		t.Errorf("not in the baseline: %v, %q", f.Before, f.Note)
	}
	job := func(subject string) report.FigureJob { return report.FigureJob{Subject: subject} }
	for _, c := range []struct {
		name string
		jobs []report.FigureJob
		n    int64
		want string // before, note
	}{
		{"the same jobs", []report.FigureJob{job("unit"), job("e2e")}, 2, "0.25 "},
		{"one of them", []report.FigureJob{job("unit")}, 1, "- the baseline has other jobs"},
		{"others", []report.FigureJob{job("e2e"), job("lint")}, 2, "- the baseline has other jobs"},
		{"more than are named", []report.FigureJob{job("e2e"), job("unit")}, 3, "- the baseline has other jobs"},
		{"an earlier version", nil, 0, "0.25 "},
	} {
		f := figuresOf(t, runs, nil, []report.KeyFigure{{Name: "pass_rate", Title: "Runs passed", Value: report.Known(0.25), Jobs: c.jobs, JobsTotal: c.n}})["pass_rate"]
		got := "- "
		if f.Before.OK {
			got = fmt.Sprint(f.Before.Value, " ")
		}
		if got += f.Note; got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A job that ran before, without a cost or an end, is not new.
func TestKeyFiguresNameNewJobsOnly(t *testing.T) {
	runs := []loggedRun{
		{subject: "unit", day: 1, result: table.Passed, usd: 1, seconds: 60}, {subject: "e2e", day: 1, result: table.Open},
		{subject: "unit", day: 2, result: table.Passed, usd: 1, seconds: 60}, {subject: "e2e", day: 2, result: table.Passed, usd: 3, seconds: 90},
	}
	figures := figuresOf(t, runs, nil, nil)
	for _, name := range []string{"pass_rate", "run_duration_p50", "cost"} {
		if f := figures[name]; f.Before.OK || f.Note != "" {
			t.Errorf("%s: before %v, %q", name, f.Before, f.Note)
		}
	}
	runs = append(runs, loggedRun{subject: "lint", day: 2, result: table.Passed, usd: 1})
	if f := figuresOf(t, runs[2:], nil, nil)["cost"]; f.Note != "" {
		t.Errorf("of one date: %q", f.Note)
	}
	runs[1].usd = 3
	if f := figuresOf(t, runs, nil, nil)["cost"]; f.Note != "1 job is new" {
		t.Errorf("a new job: %q", f.Note)
	}
}

// What failed runs cost is part of what a passed one costs. Where all passed, the figure
// says the same as that per run and is left out.
func TestCostPerPassedRun(t *testing.T) {
	figures := figuresOf(t, []loggedRun{
		{system: "a", day: 1, result: table.Passed, usd: 1, tokens: 10}, {system: "a", day: 1, result: table.Passed, usd: 3, tokens: 30},
		{system: "a", day: 2, result: table.Passed, usd: 1, tokens: 10}, {system: "a", day: 2, result: table.Failed, usd: 2, tokens: 20},
		{system: "a", day: 2, result: table.Canceled, usd: 3, tokens: 30}, {system: "a", day: 2, result: table.Flaky, usd: 2, tokens: 20},
		{system: "a", day: 2, result: table.Failed}, // its log states no cost
	}, nil, nil)
	for name, want := range map[string][2]float64{"cost": {2, 2}, "cost_per_pass": {4, 2}, "tokens": {20, 20}, "tokens_per_pass": {40, 20}} {
		if f := figures[name]; f.Value != report.Known(want[0]) || f.Before != report.Known(want[1]) {
			t.Errorf("%s: %v after %v, want %v", name, f.Value, f.Before, want)
		}
	}
	if d := figures["cost_per_pass"].Den; d != report.Count(2) {
		t.Errorf("%v passed", d)
	}
	figures = figuresOf(t, []loggedRun{{system: "a", day: 1, result: table.Passed, usd: 1}, {system: "a", day: 2, result: table.Passed, usd: 2}}, nil, nil)
	if f, there := figures["cost_per_pass"]; there {
		t.Errorf("all passed, and yet %v", f)
	}
	figures = figuresOf(t, []loggedRun{{system: "a", day: 1, result: table.Failed, usd: 1}}, nil, nil)
	if f, there := figures["cost_per_pass"]; there {
		t.Errorf("none passed, and yet %v", f)
	}
}

// Reports of results alone, as those of SWE-bench, have no dates: their figures are over all
// runs, with nothing before. One date is enough to leave out the runs without one.
func TestKeyFiguresWithoutDates(t *testing.T) {
	runs := []loggedRun{{system: "swe-bench", result: table.Passed}, {system: "swe-bench", result: table.Failed}, {system: "swe-bench", result: table.Passed}}
	f := figuresOf(t, runs, nil, nil)["pass_rate"]
	if f.Num.Value != 2 || f.Den.Value != 3 || f.Before.OK || len(f.Series) != 0 {
		t.Errorf("without dates: %+v", f)
	}
	runs[1].day = 4
	if f := figuresOf(t, runs, nil, nil)["pass_rate"]; f.Num.Value != 0 || f.Den.Value != 1 || len(f.Series) != 1 {
		t.Errorf("with one date: %+v", f)
	}
}

// A change of recall up to the noise of its cycle is within it, unless there is none, or more to say.
func TestNotesOfRecall(t *testing.T) {
	known, missing := report.Known, report.Missing("no_data")
	const within = "within run-to-run noise (±0.25)"
	for _, c := range []struct {
		name            string
		pre, post, band report.Number
		reverted        bool
		want            string
	}{
		{"as much as the noise", known(0.5), known(0.75), known(0.25), false, within},
		{"less recall", known(0.75), known(0.5), known(0.25), false, within},
		{"more than the noise", known(0.25), known(0.75), known(0.25), false, ""},
		{"no change", known(0.5), known(0.5), known(0.25), false, ""},
		{"nothing before", missing, known(0.2), known(0.25), false, ""},
		{"no noise measured", known(0.5), known(0.75), missing, false, ""},
		{"reverted", known(0.5), known(0.75), known(0.25), true, "lever reverted"},
	} {
		day := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
		cycle := report.Cycle{StartedAt: day, Macro: report.Averages{Pre: c.pre, Post: c.post}}
		cycle.Noise.Band95 = c.band
		if c.reverted {
			cycle.Verdict.Decision, cycle.RevertedAt = "revert", day
		}
		open := report.Cycle{StartedAt: day, Macro: report.Averages{Post: missing}} // did not measure it
		f := figuresOf(t, nil, []report.Cycle{open, cycle}, nil)["recall"]
		if f.Note != c.want || len(f.Series) != 1 {
			t.Errorf("%s: %q at %v, want %q", c.name, f.Note, f.Series, c.want)
		}
	}
	cycle := report.Cycle{Macro: report.Averages{Pre: known(0.5), Post: known(0.75)}}
	baseline := []report.KeyFigure{{Name: "pass_rate", Value: known(0.1)}, {Name: "recall", Value: known(0.6)}}
	if f := figuresOf(t, nil, []report.Cycle{cycle}, baseline)["recall"]; f.Before != known(0.6) {
		t.Errorf("before %v, and the baseline has 0.6", f.Before)
	}
}

// Flaky steps are tests where all of them are. Times are those of one system, which is named, and there
// is no cost per passed run where none passed.
func TestTitlesOfKeyFigures(t *testing.T) {
	for want, steps := range map[string][]string{
		"Flaky tests of test": {"test a passed retry", "test b passed retry"},
		"Flaky steps of step": {"test a passed retry", "node b passed retry"},
	} {
		s := ended(map[string][]string{"r0": steps}, map[string]string{"r0": "passed"}, nil)
		units := unitsOf(s)
		for _, f := range KeyFigures(units, Measure(context.Background(), s, units, Metrics), nil, nil) {
			if got := f.Title + " of " + f.Noun; f.Name == flakeName && got != want {
				t.Errorf("%v: %s, want %s", steps, got, want)
			}
		}
	}
	runs := []loggedRun{{system: "a", day: 1, result: table.Failed, seconds: 5}}
	for range 10 {
		runs = append(runs, loggedRun{system: "b", day: 1, result: table.Failed, seconds: 60, usd: 2})
	}
	figures := figuresOf(t, runs, nil, nil)
	for name, want := range map[string]string{"run_duration_p50": "Run time p50, b",
		"run_duration_p90": "Run time p90, b", "cost": "Cost per run", "cost_per_pass": ""} {
		if got := figures[name].Title; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
