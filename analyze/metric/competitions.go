package metric

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Competitions is the family of who won.
func Competitions(units []*Unit, samples *Samples, results []report.MetricResult) report.Competitions {
	c := report.Competitions{Wins: []report.Wins{}, JudgeCorrect: rateOfSamples(samples.Of(judgeCorrect))}
	for _, u := range units {
		v := &u.t.Verdicts
		if !u.t.Runs.Competition.Is(u.Row) {
			continue
		}
		c.Started++
		finals, contested := 0, true
		for _, row := range u.verdicts {
			if v.Final.Is(row) {
				finals++
			}
			if v.NoContest.Is(row) && !v.Superseded.Is(row) {
				contested = false
			}
		}
		if finals > 1 {
			c.Corrected++
		}
		row, ok := u.result()
		switch {
		case !ok:
			c.Open++
			continue
		case v.Winner.At(row) != "":
			c.Decided++
		case !contested:
			c.NoContest++
		default:
			c.NoWinner++
		}
		c.Finished++
	}
	for _, k := range competitors {
		c.Wins = append(c.Wins, winsOf(units, k.kind, Find(results, k.metric))...)
	}
	slices.SortStableFunc(c.Wins, func(x, y report.Wins) int {
		return cmp.Or(strings.Compare(x.Kind, y.Kind), strings.Compare(x.Subject, y.Subject),
			cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value), cmp.Compare(y.Rate.Num, x.Rate.Num), strings.Compare(x.Name, y.Name))
	})
	return c
}

// competitors are the kinds of competitors with the metric of what they win.
var competitors = []struct {
	kind   string
	metric *Metric
}{{"agent", agentWin}, {"team", teamWin}, {"model", modelWin}}

// Records are what each competitor won of the runs it took part in, by competition.
func Records(units []*Unit, results []report.MetricResult) []report.Wins {
	var rows []report.Wins
	for _, k := range competitors {
		from := len(rows)
		for _, g := range Find(results, k.metric).Groups {
			rows = append(rows, report.Wins{Kind: k.kind, Subject: g.Subject, Name: g.Step, Rate: *g.Rate, Chance: chance(units, k.kind, g.Subject)})
		}
		slices.SortStableFunc(rows[from:], func(x, y report.Wins) int {
			return cmp.Or(strings.Compare(x.Subject, y.Subject), cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value), cmp.Compare(y.Rate.Num, x.Rate.Num), strings.Compare(x.Name, y.Name))
		})
	}
	return rows
}

// winsOf counts the wins of every competitor of a kind, of all runs that one of its
// kind won. What it won of the runs it took part in is the metric of that name.
func winsOf(units []*Unit, kind string, rates report.MetricResult) []report.Wins {
	out := []report.Wins{}
	at := map[string]int{}
	wins := map[string]int{}
	decided := decidedBy(units, kind)
	for _, g := range rates.Groups {
		i, known := at[g.Step]
		if !known {
			at[g.Step] = len(out)
			out = append(out, report.Wins{Kind: kind, Subject: g.Subject, Name: g.Step, Chance: chance(units, kind, g.Subject)})
		} else if out[i].Subject != g.Subject {
			out[i].Subject, out[i].Chance = "", report.Missing("cast_differs")
		}
		wins[g.Step] += int(g.Rate.Num)
	}
	for i := range out {
		out[i].Rate = RateOf(wins[out[i].Name], decided)
	}
	return out
}

// decidedBy is how many runs one of the kind won; for models, how many were won at all.
func decidedBy(units []*Unit, kind string) int {
	n := 0
	for _, u := range units {
		row, ok := u.result()
		if ok && u.t.Verdicts.Winner.At(row) != "" && (kind == "model" || u.t.Verdicts.WinnerKind.At(row) == kind) {
			n++
		}
	}
	return n
}

// chance is what a competitor would win by luck: one over the number of
// competitors, when it is the same in all runs of the subject.
func chance(units []*Unit, kind, subject string) report.Number {
	if kind == "model" { // seats of one model compete against each other
		return report.Missing("no_chance_level")
	}
	size := 0
	for _, u := range units {
		if !u.t.Runs.Competition.Is(u.Row) || u.Subject != subject || len(u.seats) == 0 {
			continue
		}
		names := &u.t.Seats.Seat
		if kind == "team" {
			names = &u.t.Seats.Team
		}
		n := len(u.distinct(names))
		if size != 0 && n != size {
			return report.Missing("cast_differs")
		}
		size = n
	}
	if size == 0 {
		return report.Missing(string(stat.ReasonNoData))
	}
	return report.Known(1 / float64(size))
}
