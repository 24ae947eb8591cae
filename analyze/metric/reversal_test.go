package metric_test

import (
	"fmt"
	"math"
	"testing"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// A model that wins more often over all can win less often in each competition; one that wins as often
// in all of them is no reversal, nor is one that is better in any.
func TestReversals(t *testing.T) {
	type games struct {
		subject, model string
		won, lost      int
	}
	played := func(all ...games) (out []string) {
		l := newLogs()
		for _, g := range all {
			for i := range g.won + g.lost {
				row := l.start("duel "+g.subject, "passed", float64(row(l)))
				l.Runs.Competition.Set(row, true)
				for _, model := range []string{g.model, "other"} {
					at := l.Seats.Add(l.place())
					l.Seats.Run.Set(at, l.run)
					l.Seats.Seat.Set(at, model)
					l.Seats.Model.Set(at, model)
					l.Seats.Competes.Set(at, true)
				}
				winner := g.model
				if i >= g.won {
					winner = "other"
				}
				at := l.Verdicts.Add(l.place())
				l.Verdicts.Run.Set(at, l.run)
				l.Verdicts.Final.Set(at, true)
				l.Verdicts.Winner.SetText(at, winner)
				l.Verdicts.WinnerKind.SetText(at, "agent")
				l.Verdicts.WinningModels.Set(at, []string{winner})
			}
		}
		units, _, results := l.measured()
		for _, r := range metric.Competitions(units, results).Reversals {
			out = append(out, fmt.Sprintf("%s before %s in %d", r.Ahead, r.Behind, r.Competitions))
		}
		return out
	}
	easy, hard := []games{{"easy", "a", 8, 2}, {"easy", "b", 2, 0}}, []games{{"hard", "a", 0, 2}, {"hard", "b", 3, 7}}
	both := append(easy, hard...)
	want(t, "better in each", played(both...), "a before b in 2")
	want(t, "as often in a third", played(append(both, games{"third", "a", 1, 0}, games{"third", "b", 1, 0})...), "a before b in 3")
	want(t, "one in a third", played(append(both, games{"third", "a", 1, 0})...), "a before b in 2")
	want(t, "better in a third", played(append(both, games{"third", "a", 1, 0}, games{"third", "b", 1, 1})...))
	want(t, "as often in all", played(games{"easy", "a", 4, 0}, games{"easy", "b", 1, 0}, games{"hard", "a", 0, 1}, games{"hard", "b", 0, 4}))
	want(t, "in none together", played(games{"easy", "a", 2, 0}, games{"hard", "b", 0, 2}))
}

// row is how many runs there are so far.
func row(l *logs) int { return l.Runs.Len() }

// A stated mean is with its standard error in both directions, unless an item of its run has a score.
func TestStatedMeans(t *testing.T) {
	l := newLogs()
	score := func(item string, v, stderr float64) {
		row := l.Scores.Add(l.place())
		l.Scores.Run.Set(row, l.run)
		l.Scores.Step.SetText(row, item)
		l.Scores.Scorer.Set(row, "acc")
		l.Scores.Value.Set(row, v)
		if item != "" {
			l.Scores.Attempt.Set(row, 1)
		}
		if !math.IsNaN(stderr) {
			l.Scores.StdErr.Set(row, stderr)
		}
	}
	l.start("mill one", "passed", 0)
	score("", 10, 2)
	l.start("mill two", "passed", 1)
	score("", 10, 2)
	score("a", 0.5, math.NaN())
	score("a", 0.75, math.NaN())
	score("b", 0.25, math.NaN())
	l.start("mill three", "passed", 2)
	score("", 10, math.NaN())
	var got []string
	for _, g := range metric.ScoreGroups(l.units()) {
		got = append(got, fmt.Sprintf("%d runs, %d items, %d trials, %.4g (%.4g to %.4g) %t", g.Runs, g.Items, g.Trials, g.Mean.Value, g.Lo.Value, g.Hi.Value, g.Stated))
	}
	// By hand: 1.96 standard errors are 3.92; a has 0.625 and b 0.25, too few for an interval.
	want(t, "groups", got, "1 runs, 0 items, 0 trials, 10 (6.08 to 13.92) true", "1 runs, 2 items, 3 trials, 0.4375 (0 to 0) false")
}

// The figure of recall is that of the latest cycle that measured it, dated by its start or else its end; of one that was
// reverted, the recall before its lever. A difference within the noise is noted, and the baseline's title need not be the same.
func TestRecallOfTheLatestCycle(t *testing.T) {
	known, at := report.Known, func(day int) time.Time { return clock(float64(24*day - 24)) }
	cycle := func(started, ended, reverted time.Time, decision string, pre, post, band float64, benchmarks int) report.Cycle {
		c := report.Cycle{StartedAt: started, EndedAt: ended, RevertedAt: reverted, Macro: report.Averages{Pre: known(pre), Post: known(post)}}
		c.Verdict.Decision = decision
		if band >= 0 {
			c.Noise.Band95 = known(band)
		}
		for range benchmarks {
			c.Benchmarks = append(c.Benchmarks, report.Benchmark{RecallPre: report.Recall{Value: known(pre)}, RecallPost: report.Recall{Value: known(post)}})
		}
		c.Benchmarks = append(c.Benchmarks, report.Benchmark{RecallPre: report.Recall{Value: known(pre)}}, report.Benchmark{RecallPost: report.Recall{Value: known(post)}})
		return c
	}
	var none time.Time
	first := cycle(at(1), at(2), none, "keep", 0.25, 0.5, -1, 2)
	baseline := []report.KeyFigure{{Name: "recall", Title: "Recall of 1 benchmark", Value: known(0.75)}}
	for _, x := range []struct {
		name     string
		last     report.Cycle
		baseline []report.KeyFigure
		want     string
	}{
		{"kept", cycle(at(3), at(4), none, "keep", 0.5, 0.75, -1, 1), nil, "Recall of 1 benchmark: 0.75 before 0.5, 2026-03-01 0.5, 2026-03-03 0.75, "}, {"of no start", cycle(none, at(4), none, "keep", 0.5, 0.75, -1, 3), nil, "Recall, mean of 3 benchmarks: 0.75 before 0.5, 2026-03-01 0.5, 2026-03-04 0.75, "},
		{"of no time", cycle(none, none, none, "keep", 0.5, 0.75, -1, 2), nil, "Recall, mean of 2 benchmarks: 0.75 before 0.5, 2026-03-01 0.5, "}, {"reverted", cycle(at(3), at(4), at(5), "revert", 0.5, 0.25, -1, 2), nil, "Recall, mean of 2 benchmarks: 0.5 before 0.5, 2026-03-01 0.5, 2026-03-03 0.5, lever reverted"},
		{"to be reverted", cycle(at(3), at(4), none, "revert", 0.5, 0.25, -1, 2), nil, "Recall, mean of 2 benchmarks: 0.25 before 0.5, 2026-03-01 0.5, 2026-03-03 0.25, "}, {"reverted, and kept", cycle(at(3), at(4), at(5), "keep", 0.5, 0.25, -1, 2), nil, "Recall, mean of 2 benchmarks: 0.25 before 0.5, 2026-03-01 0.5, 2026-03-03 0.25, "},
		{"as much as noise", cycle(at(3), at(4), none, "keep", 0.5, 0.75, 0.25, 2), nil, "Recall, mean of 2 benchmarks: 0.75 before 0.5, 2026-03-01 0.5, 2026-03-03 0.75, within run-to-run noise (±0.25)"}, {"more than noise", cycle(at(3), at(4), none, "keep", 0.5, 0.75, 0.2, 2), nil, "Recall, mean of 2 benchmarks: 0.75 before 0.5, 2026-03-01 0.5, 2026-03-03 0.75, "},
		{"the same", cycle(at(3), at(4), none, "keep", 0.5, 0.5, 0.25, 2), nil, "Recall, mean of 2 benchmarks: 0.5 before 0.5, 2026-03-01 0.5, 2026-03-03 0.5, "}, {"with a baseline", cycle(at(3), at(4), none, "keep", 0.25, 0.5, 0.25, 2), baseline, "Recall, mean of 2 benchmarks: 0.5 before 0.75, 2026-03-01 0.5, 2026-03-03 0.5, within run-to-run noise (±0.25)"},
		{"reverted, with a baseline", cycle(at(3), at(4), at(5), "revert", 0.5, 0.25, 0.25, 2), baseline, "Recall, mean of 2 benchmarks: 0.5 before 0.75, 2026-03-01 0.5, 2026-03-03 0.5, lever reverted"},
	} {
		l := newLogs()
		units, samples, _ := l.measured()
		for _, f := range metric.KeyFigures(units, samples, []report.Cycle{first, x.last}, x.baseline) {
			got := fmt.Sprintf("%s: %g before %g, ", f.Title, f.Value.Value, f.Before.Value)
			for _, p := range f.Series {
				got += fmt.Sprintf("%s %g, ", p.Date, p.Value.Value)
			}
			if got += f.Note; got != x.want {
				t.Errorf("%s: %q, want %q", x.name, got, x.want)
			}
		}
	}
}

// Of runs whose format tells what ran out, those that ended or stopped for a known cause count.
func TestRunsThatRanOut(t *testing.T) {
	l := newLogs()
	run := func(result, cause string, visible bool) {
		row := l.start("kahn shop", result, float64(l.Runs.Len()))
		l.Runs.ExhaustionVisible.Set(row, visible)
		l.Runs.Cause.SetText(row, cause)
	}
	run("passed", "", true)
	run("failed", "budget", true)
	run("failed", "retries", true)
	run("failed", "convergence", true)
	run("failed", "gate", true)
	run("failed", "budget", false)
	run("open", "budget", true)
	run("open", "", true)
	run("open", "unknown", true)
	_, _, results := l.measured()
	for _, r := range results {
		if r.Name != "exhaustion-rate" {
			continue
		}
		// By hand: three that ended and one that is open used something up; one passed and one was stopped by its gate.
		if len(r.Systems) != 1 || r.Systems[0].Rate.Num != 4 || r.Systems[0].Rate.Den != 6 {
			t.Errorf("%+v", r.Systems)
		}
	}
}
