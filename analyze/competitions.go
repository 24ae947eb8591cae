package analyze

import (
	"cmp"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// competitions is the family of who won.
func (a *analysis) competitions() report.Competitions {
	c := report.Competitions{Wins: []report.Wins{}, JudgeCorrect: rateOf(a.samples[judgeCorrect.Name])}
	v := &a.t.Verdicts
	for _, u := range a.units {
		if u.System != "fishbowl" {
			continue
		}
		c.Started++
		finals, contested := 0, true
		for _, row := range u.verdicts {
			if v.Kind.At(row) == "run.finished" {
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
	c.Wins = slices.Concat(a.winsOf("agent", agentWin), a.winsOf("team", teamWin), a.winsOf("model", modelWin))
	slices.SortStableFunc(c.Wins, func(x, y report.Wins) int {
		return cmp.Or(strings.Compare(x.Kind, y.Kind), strings.Compare(x.Subject, y.Subject),
			cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value), cmp.Compare(y.Rate.Num, x.Rate.Num), strings.Compare(x.Name, y.Name))
	})
	return c
}

// winsOf counts the wins of every competitor of a kind, of all runs that one of its
// kind won. What it won of the runs it took part in is the metric of that name.
func (a *analysis) winsOf(kind string, m *Metric) []report.Wins {
	out := []report.Wins{}
	at := map[string]int{}
	wins := map[string]int{}
	decided := a.decided(kind)
	for _, g := range a.metric(m).Groups {
		i, known := at[g.Step]
		if !known {
			at[g.Step] = len(out)
			out = append(out, report.Wins{Kind: kind, Subject: g.Subject, Name: g.Step, Chance: a.chance(kind, g.Subject)})
		} else if out[i].Subject != g.Subject {
			out[i].Subject, out[i].Chance = "", report.Missing("cast_differs")
		}
		wins[g.Step] += int(g.Rate.Num)
	}
	for i := range out {
		out[i].Rate = rate(wins[out[i].Name], decided)
	}
	return out
}

// decided is how many runs one of the kind won; for models, how many were won at all.
func (a *analysis) decided(kind string) int {
	n := 0
	for _, u := range a.units {
		row, ok := u.result()
		if ok && u.t.Verdicts.Winner.At(row) != "" && (kind == "model" || u.t.Verdicts.WinnerKind.At(row) == kind) {
			n++
		}
	}
	return n
}

// chance is what a competitor would win by luck: one over the number of
// competitors, when it is the same in all runs of the subject.
func (a *analysis) chance(kind, subject string) report.Number {
	if kind == "model" { // seats of one model compete against each other
		return report.Missing("no_chance_level")
	}
	size := 0
	for _, u := range a.units {
		if u.System != "fishbowl" || u.Subject != subject || len(u.seats) == 0 {
			continue
		}
		names := &a.t.Seats.Seat
		if kind == "team" {
			names = &a.t.Seats.Team
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
