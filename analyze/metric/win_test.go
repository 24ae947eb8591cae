package metric

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/table"
)

// played is a decided run: its competition, its participants as name=model, its winner and
// the winning models. Without participants no event names them.
type played struct{ subject, seats, winner, model string }

// competition makes tables of decided runs between single agents.
func competition(runs []played) *table.Set {
	s := &table.Set{}
	for i, p := range runs {
		key := fmt.Sprint("r", i)
		run := s.Runs.Add(table.Place{})
		s.Runs.Key.Set(run, key)
		s.Runs.System.Set(run, "toy")
		s.Runs.Subject.Set(run, p.subject)
		s.Runs.Competition.Set(run, true)
		for _, seat := range strings.Fields(p.seats) {
			name, model, _ := strings.Cut(seat, "=")
			row := s.Seats.Add(table.Place{})
			s.Seats.Run.Set(row, key)
			s.Seats.Seat.Set(row, name)
			s.Seats.Model.Set(row, model)
		}
		row := s.Verdicts.Add(table.Place{})
		s.Verdicts.Run.Set(row, key)
		s.Verdicts.Final.Set(row, true)
		s.Verdicts.Winner.Set(row, p.winner)
		s.Verdicts.WinnerKind.Set(row, "agent")
		s.Verdicts.WinningModels.Set(row, strings.Fields(p.model))
	}
	return s
}

// The denominators are STATISTICS 1.28: the decided runs that a competitor took part in; a
// run that names no participants counts for everybody.
func TestWins(t *testing.T) {
	repeat := func(n int, p played) []played { return slices.Repeat([]played{p}, n) }
	for _, c := range []struct {
		name string
		runs []played
		want []string
	}{
		{"those that it took part in", []played{
			{"duel", "ada=m bo=n", "ada", "m"}, {"duel", "ada=m cy=n", "cy", "n"}, {"duel", "bo=m cy=n", "cy", "n"}}, []string{
			"agent duel cy 2 of 2, chance 0.5", "agent duel ada 1 of 2, chance 0.5", "agent duel bo 0 of 2, chance 0.5",
			"model all competitions n 2 of 3, chance no_chance_level", "model all competitions m 1 of 3, chance no_chance_level"}},
		{"nobody says who took part", []played{{"duel", "", "ada", "m"}, {"duel", "", "ada", "m"}, {"duel", "", "bo", "n"}}, []string{
			"agent duel ada 2 of 3, chance cast_unknown", "agent duel bo 1 of 3, chance cast_unknown",
			"model all competitions m 2 of 3, chance no_chance_level", "model all competitions n 1 of 3, chance no_chance_level"}},
		{"two models win one of which nobody says it", []played{{"duel", "", "ada", "m n"}, {"duel", "", "bo", "o"}}, []string{
			"agent duel ada 1 of 2, chance cast_unknown", "agent duel bo 1 of 2, chance cast_unknown",
			"model all competitions m 1 of 2, chance no_chance_level", "model all competitions n 1 of 2, chance no_chance_level",
			"model all competitions o 1 of 2, chance no_chance_level"}},
		{"of some runs nobody says it", []played{{"duel", "ada=m bo=n", "ada", "m"}, {"duel", "", "bo", "n"}, {"quiz", "cy=n", "cy", "n"}}, []string{
			"agent duel ada 1 of 2, chance cast_unknown", "agent duel bo 1 of 2, chance cast_unknown", "agent quiz cy 1 of 1, chance 1",
			"model all competitions n 2 of 3, chance no_chance_level", "model all competitions m 1 of 2, chance no_chance_level",
			"model duel m 1 of 2, chance no_chance_level", "model duel n 1 of 2, chance no_chance_level", "model quiz n 1 of 1, chance no_chance_level"}},
		{"the pool turns the order round", slices.Concat(
			repeat(8, played{"easy", "x=a y=c", "x", "a"}), repeat(2, played{"easy", "x=a y=c", "y", "c"}), repeat(2, played{"hard", "x=a y=c", "y", "c"}),
			repeat(2, played{"easy", "x=b y=c", "x", "b"}), repeat(3, played{"hard", "x=b y=c", "x", "b"}), repeat(7, played{"hard", "x=b y=c", "y", "c"})), []string{
			"agent easy x 10 of 12, chance 0.5", "agent easy y 2 of 12, chance 0.5", "agent hard y 9 of 12, chance 0.5", "agent hard x 3 of 12, chance 0.5",
			"model all competitions a 8 of 12, chance no_chance_level", "model all competitions c 11 of 24, chance no_chance_level", "model all competitions b 5 of 12, chance no_chance_level",
			"model easy b 2 of 2, chance no_chance_level", "model easy a 8 of 10, chance no_chance_level", "model easy c 2 of 12, chance no_chance_level",
			"model hard c 9 of 12, chance no_chance_level", "model hard b 3 of 10, chance no_chance_level", "model hard a 0 of 2, chance no_chance_level",
			"a ahead of b, the other way round in 2"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := competition(c.runs)
			units := Units(s, NewCutoffs(s, time.Time{}, math.MaxInt64), math.MaxInt64)
			metrics := []*Metric{agentWin, teamWin, modelWin, judgeCorrect}
			samples := Measure(context.Background(), s, units, metrics)
			data := Competitions(units, Summarize(metrics, samples))
			var got []string
			for _, w := range data.Wins {
				chance := w.Chance.Reason
				if w.Chance.OK {
					chance = fmt.Sprint(w.Chance.Value)
				}
				got = append(got, fmt.Sprintf("%s %s %s %d of %d, chance %s", w.Kind, w.Subject, w.Name, w.Rate.Num, w.Rate.Den, chance))
			}
			for _, r := range data.Reversals {
				got = append(got, fmt.Sprintf("%s ahead of %s, the other way round in %d", r.Ahead, r.Behind, r.Competitions))
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
