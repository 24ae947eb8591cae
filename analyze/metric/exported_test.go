package metric_test

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/ingest/table"
)

// logs are tables that a test fills, a run an hour from the first of March on.
type logs struct {
	table.Set
	run string // the one that rows are added to
}

func newLogs() *logs {
	l := &logs{}
	l.Sources.Path.Set(l.Sources.Add(table.Place{}), "log.jsonl")
	return l
}

func (l *logs) place() table.Place {
	return table.Place{Line: int64(l.Events.Len() + l.Steps.Len() + l.Attempts.Len() + 1)}
}

// start begins a run: "system subject", its result, which open leaves without an end, and the hours since the first of March; below 0: without a start.
func (l *logs) start(of, result string, hours float64) int {
	system, subject, _ := strings.Cut(of, " ")
	row := l.Runs.Add(table.Place{Line: int64(l.Runs.Len() + 1)})
	l.run = fmt.Sprintf("%s-%03d", system, row)
	l.Runs.Key.Set(row, l.run)
	l.Runs.ID.Set(row, l.run)
	l.Runs.Kind.Set(row, "run")
	l.Runs.System.Set(row, system)
	l.Runs.Subject.SetText(row, subject)
	l.Runs.Result.SetText(row, result)
	if result != "open" {
		l.Runs.Outcome.Set(row, result)
		l.Runs.EndedAt.Set(row, clock(max(0, hours)+0.25))
	}
	if hours >= 0 {
		l.Runs.StartedAt.Set(row, clock(hours))
	}
	return row
}

func clock(hours float64) time.Time {
	return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC).Add(time.Duration(hours * float64(time.Hour)))
}

// step adds a step that can be tried again, with its attempts: + passed, - failed, a second each but for given seconds.
func (l *logs) step(name, result, attempts string, seconds ...float64) {
	row := l.Steps.Add(l.place())
	l.Steps.Run.Set(row, l.run)
	l.Steps.Step.Set(row, name)
	l.Steps.StableStep.Set(row, name)
	l.Steps.Kind.Set(row, "node")
	l.Steps.Retryable.Set(row, true)
	l.Steps.Result.SetText(row, result)
	l.Steps.Converged.Set(row, result == "passed" || result == "flaky")
	l.Steps.Attempts.Set(row, int64(len(attempts)))
	for i, a := range attempts {
		at := l.Attempts.Add(l.place())
		l.Attempts.Run.Set(at, l.run)
		l.Attempts.Step.Set(at, name)
		l.Attempts.Attempt.Set(at, int64(i+1))
		l.Attempts.Converged.Set(at, a == '+')
		l.Attempts.Result.Set(at, map[rune]string{'+': "passed", '-': "failed"}[a])
		if i < len(seconds) && seconds[i] >= 0 {
			l.Attempts.DurationS.Set(at, seconds[i])
		}
	}
}

func (l *logs) units() []*metric.Unit {
	return metric.Units(&l.Set, metric.NewCutoffs(&l.Set, time.Time{}, math.MaxInt64), math.MaxInt64)
}

func (l *logs) measured() ([]*metric.Unit, *metric.Samples, []report.MetricResult) {
	units := l.units()
	samples := metric.Measure(context.Background(), &l.Set, units, metric.Metrics)
	return units, samples, metric.Summarize(metric.Metrics, samples)
}

func want(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n%q, want\n%q", name, got, want)
	}
}

// A number of runs is a series: the last value, the one before, and the last twenty. One that a
// run states twice counts once; minor ones and parts of which there are very many are not with the run.
func TestCountsOfRuns(t *testing.T) {
	l := newLogs()
	add := func(name, by, part string, v float64, minor bool) {
		row := l.Counts.Add(l.place())
		l.Counts.Run.Set(row, l.run)
		l.Counts.Name.Set(row, name)
		l.Counts.By.SetText(row, by)
		l.Counts.Part.SetText(row, part)
		l.Counts.Value.Set(row, v)
		if minor {
			l.Counts.Minor.Set(row, true)
		}
		if name == "bugs" {
			l.Counts.Better.Set(row, "lower")
		}
	}
	for i := range 22 {
		l.start("kahn shop", "passed", float64(i))
		add("bugs", "", "", float64(i), false)
		add("bugs", "", "", 99, false)
		if i == 3 {
			add("calls", "", "", 7, false)
		}
	}
	l.start("kahn api", "passed", 30)
	for i := range 13 {
		add("parts", "by", fmt.Sprint("p", i), 1, false)
	}
	add("parts", "", "", 13, false)
	for i := range 12 {
		add("few", "by", fmt.Sprint("p", i), 1, false)
	}
	add("small", "", "", 1, true)
	units := l.units()
	var got []string
	for _, c := range metric.Counts(units) {
		if c.Subject == "shop" {
			got = append(got, fmt.Sprintf("%s %s: %d runs, %g after %g %t, %d recent from %g, last %s", c.Name, c.Better, c.Runs, c.Last, c.Before.Value, c.Before.OK, len(c.Recent), c.Recent[0], c.LastRun))
		}
	}
	want(t, "series", got, "bugs lower: 22 runs, 21 after 20 true, 20 recent from 2, last kahn-021", "calls neither: 1 runs, 7 after 0 false, 1 recent from 7, last kahn-003")
	runs := runsOf(&l.Set, units)
	n := map[string]int{}
	for _, c := range runs[22].Counts {
		n[c.Name]++
	}
	if want := map[string]int{"parts": 1, "few": 12}; !maps.Equal(n, want) {
		t.Errorf("%v, want %v", n, want)
	}
}

// Items by benchmark, agent, model and variant: trials that passed, items tried more than once, what
// a passed trial took. Of a run with items of two groups nothing is known of what they took.
func TestItemGroups(t *testing.T) {
	l := newLogs()
	items := func(benchmark string, all ...string) { // "item outcome", outcomes of + - ?
		for _, x := range all {
			item, outcomes, _ := strings.Cut(x, " ")
			for _, o := range outcomes {
				row := l.Bugs.Add(l.place())
				l.Bugs.Run.Set(row, l.run)
				l.Bugs.List.Set(row, "items")
				l.Bugs.Benchmark.Set(row, benchmark)
				l.Bugs.Bug.Set(row, item)
				if o != '?' {
					l.Bugs.Found.Set(row, o == '+')
				}
			}
		}
		other := l.Bugs.Add(l.place()) // of another list
		l.Bugs.Run.Set(other, l.run)
		l.Bugs.List.Set(other, "BUGS.md")
		l.Bugs.Bug.Set(other, "x")
	}
	spend := func(model string, tokens int64, usd float64) {
		row := l.Runs.Len() - 1
		l.Runs.Model.Set(row, model)
		if tokens >= 0 {
			l.Runs.Tokens.Set(row, tokens)
		}
		if usd >= 0 {
			l.Runs.CostUSD.Set(row, usd)
		}
	}
	l.start("mill sums", "passed", 0)
	items("core", "a ++", "b +-", "c --", "d +", "e ?")
	spend("m-1", 100, 2)
	l.start("mill sums", "passed", 1)
	items("core", "a +", "d -?")
	spend("m-1", 20, -1)
	l.start("mill sums", "passed", 2)
	items("core", "a -")
	spend("m-2", 10, 1)
	l.start("mill sums", "passed", 3)
	items("core", "a +")
	items("more", "z +")
	spend("m-3", 10, 1)
	var got []string
	for _, g := range metric.ItemGroups(l.units()) {
		got = append(got, fmt.Sprintf("%s %s: %d runs, %d items, passed %d of %d, any %d of %d, all %d of %d, undecided %d, tokens %g %s, cost %g %s", g.Benchmark, g.Model, g.Runs, g.Items, g.Passed.Num, g.Passed.Den,
			g.Any.Num, g.Any.Den, g.All.Num, g.All.Den, g.Undecided, g.TokensPer.Value, g.TokensPer.Reason, g.CostPer.Value, g.CostPer.Reason))
	}
	// By hand: m-1 has a +++, b +-, c --, d +-?, e ?. Tried twice and more are a, b, c and d.
	want(t, "groups", got, "core m-3: 1 runs, 1 items, passed 1 of 1, any 0 of 0, all 0 of 0, undecided 0, tokens 0 not_reported, cost 0 not_reported",
		"core m-1: 2 runs, 5 items, passed 5 of 9, any 3 of 4, all 1 of 4, undecided 2, tokens 24 , cost 0.4 ",
		"core m-2: 1 runs, 1 items, passed 0 of 1, any 0 of 0, all 0 of 0, undecided 0, tokens 0 no_data, cost 0 no_data",
		"more m-3: 1 runs, 1 items, passed 1 of 1, any 0 of 0, all 0 of 0, undecided 0, tokens 0 not_reported, cost 0 not_reported")
}

// Mean scores count each item once, within their scale. A mean that a log states counts by its
// standard error where no trial has a score, and scores of yes and no are items.
func TestScoreGroups(t *testing.T) {
	l := newLogs()
	score := func(item, scorer string, v float64, trial bool, unit string, stderr float64) {
		row := l.Scores.Add(l.place())
		l.Scores.Run.Set(row, l.run)
		l.Scores.Step.SetText(row, item)
		l.Scores.Scorer.Set(row, scorer)
		l.Scores.Unit.SetText(row, unit)
		if !math.IsNaN(v) {
			l.Scores.Value.Set(row, v)
		}
		if trial {
			l.Scores.Attempt.Set(row, 1)
		}
		if stderr > 0 {
			l.Scores.StdErr.Set(row, stderr)
		}
	}
	l.start("mill sums", "passed", 0)
	score("a", "judge", 1, true, "ratio", 0)
	score("a", "judge", 0.5, true, "ratio", 0)
	score("b", "judge", 0.25, true, "ratio", 0)
	score("c", "judge", math.NaN(), true, "ratio", 0)
	score("a", "exact", 1, true, "", 0)
	score("b", "exact", 0, true, "", 0)
	score("", "judge", 0.9, false, "ratio", 0.1) // beside trials
	l.start("mill sums", "passed", 1)
	score("c", "judge", 1, true, "ratio", 0)
	l.start("mill sums", "passed", 2)
	score("core", "acc", 0.5, false, "", 0.1)
	score("core", "bare", 0.5, false, "", 0)
	score("none", "acc", 0, false, "", 1e-12)
	l.start("mill half", "passed", 3)
	for _, item := range []string{"a", "b", "c"} {
		score(item, "judge", 0.5, true, "ratio", 0)
		score(item, "stars", 4, true, "", 0)
	}
	units := l.units()
	var got []string
	for _, g := range metric.ScoreGroups(units) {
		got = append(got, fmt.Sprintf("%s %s: %d runs, %d items, %d trials, %.4g (%.4g to %.4g%s) %t", g.Benchmark, g.Scorer, g.Runs, g.Items, g.Trials, g.Mean.Value, g.Lo.Value, g.Hi.Value, g.Lo.Reason+g.Hi.Reason, g.Stated))
	}
	// By hand: the items a, b and c have 0.75, 0.25 and 1; by Student's t of 2 degrees, 4.303 times
	// 0.3819/√3, the interval of 0.6667 reaches beyond 0 and 1. 1.96 standard errors are 0.196.
	// Where the three items have one score Wilson's upper limit for 0 of 3, 0.5615, leaves open as much of the scale.
	want(t, "groups", got, "core acc: 1 runs, 0 items, 0 trials, 0.5 (0.304 to 0.696) true",
		"half judge: 1 runs, 3 items, 3 trials, 0.5 (0.2193 to 0.7807) false", "half stars: 1 runs, 3 items, 3 trials, 4 (0 to 0not_measurednot_measured) false",
		"none acc: 1 runs, 0 items, 0 trials, 0 (0 to 0not_measurednot_measured) true", "sums judge: 2 runs, 3 items, 4 trials, 0.6667 (0 to 1) false")
	graded := metric.Graded(units)
	if len(graded) != 3 || !graded[metric.Scorer{Benchmark: "sums", Name: "judge", Unit: "ratio"}] {
		t.Errorf("graded are %v", graded)
	}
}

// How often, how much and how long runs wait for a step, the longest first.
func TestWaits(t *testing.T) {
	n, none := report.Known, report.Missing("no_data")
	run := func(subject string, seconds report.Number, path ...report.PathStep) report.Run {
		return report.Run{DurationS: seconds, RunDetails: &report.RunDetails{CriticalPath: path}, RunSetup: &report.RunSetup{Subject: subject}, RunEnd: &report.RunEnd{}}
	}
	p := func(step string, share report.Number) report.PathStep {
		return report.PathStep{Step: step, Share: share}
	}
	var got []string
	for _, w := range metric.Waits([]report.Run{run("shop", n(100), p("build", n(0.25)), p("e2e", n(0.75))), run("shop", n(200), p("e2e", n(0.5))), run("shop", none, p("build", n(0.5))), run("shop", n(50)),
		run("api", n(10), p("build", none))}) {
		got = append(got, fmt.Sprintf("%s %s: %d of %d, %g %t, %g s", w.Subject, w.Step, w.OnPath.Num, w.OnPath.Den, w.Share.Value, w.Share.OK, w.Seconds))
	}
	want(t, "waits", got, "shop e2e: 2 of 3, 0.625 true, 175 s", "shop build: 2 of 3, 0.25 true, 25 s", "api build: 1 of 1, 0 false, 0 s")
}

// Who won: runs that were begun, decided, without a winner or a contest, corrected and open; and what
// each would win by chance, where the cast is known and the same in all runs.
func TestCompetitions(t *testing.T) {
	l := newLogs()
	game := func(subject string, hours float64, seats ...string) { // "seat team model"
		row := l.start("duel "+subject, "passed", hours)
		l.Runs.Competition.Set(row, true)
		for _, s := range seats {
			f := strings.Fields(s)
			at := l.Seats.Add(l.place())
			l.Seats.Run.Set(at, l.run)
			l.Seats.Seat.Set(at, f[0])
			l.Seats.Team.Set(at, f[1])
			l.Seats.Model.Set(at, f[2])
			l.Seats.Competes.Set(at, true)
		}
	}
	verdict := func(final bool, winner, kind, models string, more ...string) {
		row := l.Verdicts.Add(l.place())
		l.Verdicts.Run.Set(row, l.run)
		l.Verdicts.Final.Set(row, final)
		l.Verdicts.Winner.SetText(row, winner)
		l.Verdicts.WinnerKind.SetText(row, kind)
		l.Verdicts.WinningModels.Set(row, strings.Fields(models))
		l.Verdicts.NoContest.Set(row, slices.Contains(more, "no contest"))
		l.Verdicts.Superseded.Set(row, slices.Contains(more, "superseded"))
	}
	easy := []string{"a red m-1", "b red m-2", "c blue m-2"}
	for i := range 3 {
		game("easy", float64(i), easy...)
		verdict(true, "a", "agent", "m-1")
	}
	game("easy", 4, easy...)
	verdict(true, "b", "agent", "m-2", "superseded")
	verdict(true, "c", "agent", "m-2")
	game("easy", 5, easy...)
	verdict(true, "", "", "")
	game("easy", 6, easy...)
	verdict(true, "", "", "", "no contest")
	game("easy", 7, easy...)
	game("team", 8, "a red m-1", "b blue m-2")
	verdict(true, "red", "team", "m-1")
	game("differ", 9, "a red m-1", "b blue m-2")
	verdict(true, "a", "agent", "m-1")
	game("differ", 10, "a red m-1", "b blue m-2", "c blue m-3")
	verdict(true, "a", "agent", "m-1")
	game("unknown", 11)
	verdict(true, "a", "agent", "m-1")
	l.start("kahn shop", "passed", 12)
	units, _, results := l.measured()
	c := metric.Competitions(units, results)
	if got := fmt.Sprint(c.Started, c.Finished, c.Decided, c.NoWinner, c.NoContest, c.Open, c.Corrected); got != "11 10 8 1 1 1 1" {
		t.Errorf("begun, finished, decided, without a winner, without a contest, open, corrected: %s", got)
	}
	chances := map[string]string{}
	for _, w := range c.Wins {
		if w.Kind != "model" {
			chances[w.Kind+" "+w.Subject] = fmt.Sprintf("%.3g%s", w.Chance.Value, w.Chance.Reason)
		} else if w.Chance.Reason != "no_chance_level" {
			t.Errorf("%+v", w)
		}
		if w.Kind == "agent" && w.Subject == "easy" && w.Name == "a" && (w.Rate.Num != 3 || w.Rate.Den != 4) {
			t.Errorf("a won %d of %d", w.Rate.Num, w.Rate.Den)
		}
	}
	for kind, want := range map[string]string{"agent easy": "0.333", "team team": "0.5", "agent differ": "0cast_differs", "agent unknown": "0cast_unknown"} {
		if chances[kind] != want {
			t.Errorf("chance of %s: %q, want %q", kind, chances[kind], want)
		}
	}
}

// How many attempts ran at once: the most of all and of each day, the mean while anything ran.
func TestConcurrency(t *testing.T) {
	l := newLogs()
	attempt := func(from, to float64, cut string) {
		row := l.Attempts.Add(l.place())
		l.Attempts.Run.Set(row, l.run)
		if from >= 0 {
			l.Attempts.StartedAt.Set(row, clock(from))
		}
		if to >= 0 {
			l.Attempts.EndedAt.Set(row, clock(to))
		}
		l.Attempts.Cut.SetText(row, cut)
		l.Attempts.HeartbeatAt.Set(row, clock(from+0.5))
	}
	l.start("crab x", "passed", 1)
	attempt(1, 3, "")
	attempt(2, 4, "")
	attempt(4, 5, "")
	attempt(10, -1, "stalled") // to its last heartbeat
	attempt(-1, 9, "")
	attempt(6, -1, "")
	attempt(8, 7, "")
	attempt(22, 26, "") // over midnight
	limit := l.Claims.Add(l.place())
	l.Claims.Topic.Set(limit, table.TopicAttemptLimit)
	l.Claims.System.Set(limit, "crab")
	l.Claims.Number.Set(limit, 3)
	all, activity := metric.Concurrency(&l.Set, l.units())
	c := all[0]
	// By hand: 1 from 1 to 2, 2 to 3, 1 to 4, 1 to 5, half an hour from 10, and from 22 to 26: 8.5 hours, 9.5 of work.
	if c.Peak != 2 || !c.PeakAt.Equal(clock(2)) || math.Abs(c.Mean.Value-9.5/8.5) > 1e-12 || c.Cap != report.Count(3) || len(c.ByDay) != 2 {
		t.Fatalf("%+v", c)
	}
	if a, b := c.ByDay[0], c.ByDay[1]; a.Day != "2026-03-01" || a.Peak != 2 || a.BusyS.Value != 6.5*3600 || b.Day != "2026-03-02" || b.Peak != 1 || b.BusyS.Value != 2*3600 || b.Mean.Value != 1 {
		t.Errorf("%+v", c.ByDay)
	}
	var got []string
	for _, x := range activity["crab"].Instants {
		got = append(got, fmt.Sprint(x.At.Sub(clock(0)).Hours(), " ", x.N))
	}
	want(t, "instants", got, "1 1", "2 2", "3 1", "4 1", "5 0", "10 1", "10.5 0", "22 1", "26 0")
	if activity["crab"].Attempts != 5 {
		t.Errorf("%d attempts", activity["crab"].Attempts)
	}
	attempt(50, 51, "")
	if _, activity := metric.Concurrency(&l.Set, l.units()); activity["crab"].Instants != nil {
		t.Error("three days are shown instant by instant")
	}
}

// The words of causes and verdicts.
func TestWordsOfStops(t *testing.T) {
	advice := map[string]string{"budget": "yes, after raising the budget", "canceled": "if somebody still wants it", "": "not known", "x": "not known", "failure": "not known", "stall": "yes"}
	for cause, want := range advice {
		if got := metric.ResumeAdvice(cause); got != want {
			t.Errorf("%s: %q, want %q", cause, got, want)
		}
	}
	for _, c := range []table.Cause{table.CauseBudget, table.CauseRetries, table.CauseConvergence, table.CauseFailure, table.CauseStall, table.CauseCanceled, table.CauseSignal, table.CauseTurnLimit, table.CauseDependency, ""} {
		used := c == table.CauseBudget || c == table.CauseRetries || c == table.CauseConvergence
		asked := c == table.CauseCanceled || c == table.CauseSignal || c == table.CauseTurnLimit || c == table.CauseDependency
		if metric.UsedUp(string(c)) != used || metric.Unasked(string(c)) != asked {
			t.Errorf("%s: used up %t, somebody asked for it %t", c, metric.UsedUp(string(c)), metric.Unasked(string(c)))
		}
	}
	for verdict, want := range map[string]bool{"pass": true, "fail": true, "warn": true, "skip": false, "": false} {
		if metric.Decides(verdict) != want {
			t.Errorf("%q decides: %t", verdict, !want)
		}
	}
	for _, c := range [][3]string{{"", "test", "test"}, {"test", "test", "test"}, {"test", "task", "step"}, {"step", "test", "step"}} {
		if got := metric.OneNoun(c[0], c[1]); got != c[2] {
			t.Errorf("%q and %q: %q, want %q", c[0], c[1], got, c[2])
		}
	}
}

// Flaky steps: how often, what they cost of all time, first passes and recoveries, and by night.
func TestFlakes(t *testing.T) {
	l := newLogs()
	l.start("kahn shop", "flaky", 0)
	l.step("e2e", "flaky", "-+", 30, 10)
	l.step("lint", "passed", "+", 10)
	l.step("dead", "failed", "--", 20, 20)
	l.start("kahn shop", "passed", 24)
	l.step("e2e", "passed", "+", 10)
	l.step("lint", "passed", "+", 10)
	l.start("kahn shop", "flaky", 25)
	l.step("e2e", "flaky", "--+", 20, -1, 20)
	units, samples, results := l.measured()
	f := metric.Flakes(units, samples, results)
	if got := fmt.Sprint(f.Overall.Num, f.Overall.Den, f.FirstAttemptPass.Num, f.FirstAttemptPass.Den, f.Runs.Flaky, f.Runs.Clean); got != "2 5 3 6 2 1" {
		t.Errorf("flaked, passed at once, flaky and other runs: %s", got)
	}
	// By hand: 30 s and 20 s of failed attempts and one without a time, of 150 s in all; 40 s went into the step that never passed.
	if f.CostS.Value != 50 || f.Untimed != 1 || f.FailureCostS.Value != 40 || math.Abs(f.CostShare.Value-50.0/150) > 1e-12 {
		t.Errorf("cost %v of %v, %d untimed, failures %v", f.CostS, f.CostShare, f.Untimed, f.FailureCostS)
	}
	var nodes, nights []string
	for _, n := range f.ByNode {
		nodes = append(nodes, fmt.Sprintf("%s %d of %d, %g s, %s to %s, %d places", n.Node, n.Rate.Num, n.Rate.Den, n.CostS.Value, n.FirstSeen.Format("02-15"), n.LastSeen.Format("02-15"), len(n.Evidence)))
	}
	want(t, "nodes", nodes, "e2e 2 of 3, 50 s, 01-00 to 02-01, 2 places", "lint 0 of 2, 0 s, 01-00 to 01-00, 0 places")
	for _, n := range f.ByNight {
		nights = append(nights, fmt.Sprintf("%s %d of %d", n.Night, n.Rate.Num, n.Rate.Den))
	}
	want(t, "nights", nights, "2026-03-01 1 of 2", "2026-03-02 1 of 3")
	e2e := metric.Step("kahn", "shop", "e2e")
	wanted := map[metric.StepName]bool{e2e: true}
	var times, rates []string
	for _, x := range metric.StepTimes(samples, wanted)[e2e] {
		times = append(times, fmt.Sprint(x.Night, " ", x.N, " ", x.MedianS))
	}
	want(t, "times", times, "2026-03-01 1 10", "2026-03-02 2 15")
	if n := len(metric.StepTimes(samples, wanted)); n != 1 || len(metric.StepTimes(samples, nil)) != 0 {
		t.Errorf("times of %d steps, and one was asked for", n)
	}
	for _, x := range metric.StepNights(samples, wanted)[e2e] {
		rates = append(rates, fmt.Sprint(x.Night, " ", x.Flaked, " of ", x.Passed))
	}
	want(t, "rates", rates, "2026-03-01 1 of 1", "2026-03-02 1 of 2")
	none := metric.Flakes(nil, metric.Measure(context.Background(), &table.Set{}, nil, metric.Metrics), nil)
	if none.CostS.OK || none.CostShare.OK || none.RetriesPerStep.OK || none.Overall.Den != 0 {
		t.Errorf("%+v", none)
	}
}

// What steps held up, the newest run first, and how runs ended by night.
func TestBlockedAndEnded(t *testing.T) {
	l := newLogs()
	l.start("kahn shop", "failed", 0)
	l.step("build", "failed", "-")
	l.step("deploy", "blocked", "")
	l.Steps.FailedBy.Set(l.Steps.Len()-1, []string{"build"})
	l.Steps.Reason.Set(l.Steps.Len()-1, "ancestor failed")
	l.start("kahn shop", "passed", 24)
	l.start("kahn shop", "failed", 25)
	l.step("deploy", "blocked", "")
	l.start("kahn shop", "passed", -1)
	l.start("kahn shop", "open", 26)
	units, samples, results := l.measured()
	var got []string
	for _, b := range metric.Blocked(units) {
		got = append(got, fmt.Sprint(units[b.Run].Key, " ", b.Step, " ", b.Reason, b.FailedBy))
	}
	want(t, "blocked", got, "kahn-002 deploy []", "kahn-000 deploy ancestor failed[build]")
	got = nil
	for _, n := range metric.OutcomesByNight(samples) {
		got = append(got, fmt.Sprint(n.Night, " ", n.Count["passed"], " ", n.Count["failed"]))
	}
	want(t, "nights", got, "2026-03-01 0 1", "2026-03-02 1 1")
	if n := metric.Endings(samples)[metric.EndedAs{System: "kahn", Category: "passed"}]; n["passed"] != 2 || len(n) != 1 {
		t.Errorf("%v", n)
	}
	stops := metric.Stops(units, samples, results)
	got = nil
	for _, r := range stops.Reasons {
		got = append(got, fmt.Sprint(r.Reason, " ", r.Rate.Num, " of ", r.Rate.Den))
	}
	want(t, "reasons", got, "failed 2 of 4", "passed 2 of 4")
	if stops.Open != 1 {
		t.Errorf("%d are open", stops.Open)
	}
}

// A fleet adds no time that went into its items. That of one whose items have no time, or did not
// stop, is its own.
func TestStopsOfPartsOfTheirOwn(t *testing.T) {
	l := newLogs()
	stop := func(kind, id, cause string, seconds float64, parts ...string) {
		row := l.start("kahn shop", "failed", 0)
		l.Runs.Kind.Set(row, kind)
		l.Runs.ID.Set(row, id)
		l.Runs.Cause.SetText(row, cause)
		if seconds > 0 {
			l.Runs.DurationS.Set(row, seconds)
		}
		for _, part := range parts {
			l.step(part, "failed", "f")
			l.Steps.Kind.Set(l.Steps.Len()-1, "item")
		}
	}
	stop("item", "42", "budget", 60)
	stop("item", "43", "signal", 30)
	stop("item", "44", "", 500)
	stop("item", "46", "crash", 0)
	stop("fleet", "of an item that failed", "failure", 90, "42")
	stop("fleet", "of an item that stopped for the same", "signal", 90, "43")
	stop("fleet", "stopped for another reason", "canceled", 90, "43")
	stop("fleet", "of an item that did not stop", "gate", 7, "44", "45")
	stop("fleet", "of an item without a time", "failure", 8, "46")
	units, samples, results := l.measured()
	var got []string
	for _, c := range metric.Stops(units, samples, results).ByCause {
		got = append(got, fmt.Sprintf("%s %d: %g s %t", c.Cause, c.Count, c.LostS.Value, c.LostS.OK))
	}
	want(t, "by cause", got, "budget 1: 60 s true", "signal 2: 30 s true", "failure 2: 8 s true", "gate 1: 7 s true", "canceled 1: 0 s false", "crash 1: 0 s false")
}

// Stops by cause: the time that went into them, longest first, and what would help; runs that ran out of something by their reason.
func TestStops(t *testing.T) {
	l := newLogs()
	for i, x := range []struct {
		result, cause, outcome string
		seconds                float64
	}{
		{"failed", "budget", "over budget", 50}, {"failed", "budget", "over budget", 25}, {"failed", "retries", "task-retries", -1}, {"failed", "failure", "", 10}, {"canceled", "canceled", "", -1},
		{"canceled", "canceled", "", -1}, {"passed", "", "", 900}, {"open", "unknown", "", 5}, {"failed", "convergence", "", 1},
	} {
		row := l.start("kahn shop", x.result, float64(i))
		l.Runs.Cause.SetText(row, x.cause)
		l.Runs.ExhaustionVisible.Set(row, true)
		if x.outcome != "" {
			l.Runs.Outcome.Set(row, x.outcome)
		}
		if x.seconds >= 0 {
			l.Runs.DurationS.Set(row, x.seconds)
		}
	}
	units, samples, results := l.measured()
	s := metric.Stops(units, samples, results)
	var got []string
	for _, c := range s.ByCause {
		got = append(got, fmt.Sprintf("%s %d: %g s %t, %s, %d units", c.Cause, c.Count, c.LostS.Value, c.LostS.OK, c.Resume, len(c.Units)))
	}
	want(t, "by cause", got, "budget 2: 75 s true, yes, after raising the budget, 2 units", "failure 1: 10 s true, not known, 1 units", "unknown 1: 5 s true, not known, 1 units",
		"convergence 1: 1 s true, not without a change, 1 units", "canceled 2: 0 s false, if somebody still wants it, 2 units", "retries 1: 0 s false, not without a change, 1 units")
	got = nil
	for _, r := range s.ByReason {
		got = append(got, fmt.Sprint(r.Reason, " ", r.Cause, " ", r.Rate.Num, " of ", r.Rate.Den))
	}
	want(t, "by reason", got, "over budget budget 2 of 4", "failed convergence 1 of 4", "task-retries retries 1 of 4")
	if s.Exhausted.Num != 4 || s.Exhausted.Den != 8 || s.Open != 1 {
		t.Errorf("%d of %d ran out of something, %d are open", s.Exhausted.Num, s.Exhausted.Den, s.Open)
	}
}

// The steps that flaked are listed by run, with every attempt and what those that failed cost;
// steps that passed at once, or never, are not.
func TestFlakedSteps(t *testing.T) {
	l := newLogs()
	l.start("kahn shop", "flaky", 0)
	l.step("e2e", "flaky", "-+", 30, 10)
	l.step("lint", "passed", "+", 10)
	l.step("dead", "failed", "--", 20, 20)
	l.start("kahn shop", "passed", 24)
	l.step("e2e", "passed", "+", 10)
	l.start("kahn api", "flaky", 25)
	l.step("unit", "flaky", "--+", 20, -1, 20)
	l.Attempts.Attempt.Set(l.Attempts.Len()-1, 4) // the third was not logged
	l.Steps.Attempts.Set(l.Steps.Len()-1, 4)
	var got []string
	for _, f := range metric.Flaked(l.units()) {
		text := fmt.Sprintf("run %d %s/%s %s: attempt %d, %d missing, cost %g", f.Run, f.System, f.Subject, f.Step, f.Highest, f.Missing, f.Cost.Value)
		for _, a := range f.Attempts {
			text += fmt.Sprintf("; %d %s %g %t", a.Number, a.Result, a.Duration.Value, a.Duration.OK)
		}
		got = append(got, text)
	}
	want(t, "flaked", got, "run 0 kahn/shop e2e: attempt 2, 0 missing, cost 30; 1 failed 30 true; 2 passed 10 true",
		"run 2 kahn/api unit: attempt 4, 1 missing, cost 20; 1 failed 20 true; 2 failed 0 false; 4 passed 20 true")
	var steps []string
	units, samples, _ := l.measured()
	for _, s := range metric.StepsRun(units, samples) {
		steps = append(steps, fmt.Sprint(s.Subject, " ", s.Step, " ", s.Collective))
	}
	want(t, "steps", steps, "shop e2e false", "shop lint false", "shop dead false", "api unit false")
}

// A step has one number in the samples of all metrics, whether or not its own name is that of its
// run; a name that only samples have comes after those of the steps.
func TestNumbersOfNames(t *testing.T) {
	var l logs
	l.start("kahn shop", "passed", 1)
	l.step("e2e", "flaky", "-+", 5, 7)
	l.step("lint", "passed", "+", 3)
	l.start("ci till", "passed", 2)
	l.step("lint", "passed", "+", 4)
	named := &metric.Metric{Name: "named", Kind: metric.Rate, Sample: func(u *metric.Unit, emit func(metric.Sample)) {
		emit(metric.Sample{Step: "tool", Hit: true})
		emit(metric.Sample{Step: "lint", Subject: "other"})
		emit(metric.Sample{Step: "lint"})
	}}
	samples := metric.Measure(context.Background(), &l.Set, l.units(), []*metric.Metric{metric.StepFlake, named})
	var got []string
	for _, m := range []*metric.Metric{metric.StepFlake, named} {
		c := samples.Of(m)
		for i, s := range c.All() {
			name := metric.Step(s.System, s.Subject, s.Step)
			number, known := samples.Number(name)
			if !known || number != c.Name(i) || number >= samples.Names() {
				t.Errorf("%v has the number %d, %t, and %d among the samples", name, number, known, c.Name(i))
			}
			got = append(got, fmt.Sprint(number, " ", s.Subject, " ", s.Step))
		}
		got = append(got, fmt.Sprint(c.Distinct(), " names"))
	}
	want(t, "numbers", got, "0 shop e2e", "1 shop lint", "2 till lint", "3 names",
		"3 shop tool", "4 other lint", "1 shop lint", "5 till tool", "6 other lint", "2 till lint", "6 names")
	for _, none := range []metric.StepName{metric.Step("kahn", "shop", "deploy"), metric.Step("ci", "shop", "lint")} {
		if number, known := samples.Number(none); known {
			t.Errorf("%v has the number %d", none, number)
		}
	}
	if n := samples.Of(metric.GateFailure).Distinct(); n != 0 {
		t.Errorf("no samples have %d names", n)
	}
}

// runsOf are the units as the report has them, each with its details.
func runsOf(t *table.Set, units []*metric.Unit) []report.Run {
	runs := metric.Runs(context.Background(), t, units)
	metric.AddDetails(context.Background(), t, units, runs, func(int) bool { return true })
	return runs
}
