package metric_test

import (
	"fmt"
	"math"
	"testing"

	"runreport/analyze/metric"
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
		units, samples, results := l.measured()
		for _, r := range metric.Competitions(units, samples, results).Reversals {
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
