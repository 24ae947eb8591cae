package metric

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// Competitions is the family of who won.
func Competitions(units []*Unit, results []report.MetricResult) report.Competitions {
	c := report.Competitions{JudgeCorrect: overall(results, judgeCorrect)}
	for _, u := range units {
		v := &u.t.Verdicts
		if !u.t.Runs.Competition.Is(u.Row) {
			continue
		}
		c.Started++
		finals, contested := 0, true
		for row := range u.verdicts().each {
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
	c.Wins = wins(units, results)
	c.Reversals = reversals(c.Wins)
	return c
}

// competitors are the kinds of competitors with the metric of what they win.
var competitors = []struct {
	kind   string
	metric *Metric
}{{"agent", agentWin}, {"team", teamWin}, {"model", modelWin}}

// wins are what each competitor won of the decided runs of its kind that it took part in,
// by competition, best first. A model has a row for all competitions together too, where it
// took part in several.
func wins(units []*Unit, results []report.MetricResult) []report.Wins {
	rows := []report.Wins{}
	for _, k := range competitors {
		from := len(rows)
		for _, g := range groupsForFamily(results, k.metric) {
			rows = append(rows, report.Wins{Kind: k.kind, Subject: g.Subject, Name: g.Step, Rate: *g.Rate, Chance: chance(units, k.kind, g.Subject)})
		}
		if k.metric == modelWin {
			rows = append(rows, modelsByCompetition(units)...)
		}
		slices.SortStableFunc(rows[from:], func(x, y report.Wins) int {
			return cmp.Or(strings.Compare(x.Subject, y.Subject), cmp.Compare(y.Rate.Value.Value, x.Rate.Value.Value), cmp.Compare(y.Rate.Num, x.Rate.Num), strings.Compare(x.Name, y.Name))
		})
	}
	return rows
}

// modelsByCompetition are the models' wins within each competition; none where there is
// only one.
func modelsByCompetition(units []*Unit) (rows []report.Wins) {
	var all []Measured
	subjects := map[string]bool{}
	var i int
	var u *Unit
	take := func(s Sample) { // one for all units, of which there are many
		s.Subject = u.Subject
		subjects[u.Subject] = true
		all = append(all, Measured{Sample: s, System: u.System, Unit: int32(i)})
	}
	for i, u = range units {
		modelWin.Sample(u, take)
	}
	if len(subjects) < 2 {
		return nil
	}
	type key struct{ subject, model string }
	counts := map[key][2]int{} // won, of
	var order []key
	for _, s := range addUnnamed(all) {
		k := key{s.Subject, s.Step}
		n, known := counts[k]
		if !known {
			order = append(order, k)
		}
		if s.Hit {
			n[0]++
		}
		n[1]++
		counts[k] = n
	}
	for _, k := range order {
		n := counts[k]
		rows = append(rows, report.Wins{Kind: "model", Subject: k.subject, Name: k.model, Rate: RateOf(n[0], n[1]), Chance: chance(units, "model", k.subject)})
	}
	return rows
}

// reversals are pairs of models whose order over all competitions together is the other way
// round in every competition that both took part in (Simpson's paradox). Example: a wins 8
// of 10 easy runs and 0 of 2 hard ones, b 2 of 2 easy and 3 of 10 hard ones. Together a has
// 8 of 12 and b 5 of 12, though b is better at both.
func reversals(rows []report.Wins) []report.Reversal {
	rate := map[string]map[string]float64{} // competition → model → share won
	for _, w := range rows {
		if w.Kind != "model" {
			continue
		}
		if rate[w.Subject] == nil {
			rate[w.Subject] = map[string]float64{}
		}
		rate[w.Subject][w.Name] = w.Rate.Value.Value
	}
	out := []report.Reversal{}
	for _, ahead := range slices.Sorted(maps.Keys(rate[allCompetitions])) {
		for _, behind := range slices.Sorted(maps.Keys(rate[allCompetitions])) {
			if rate[allCompetitions][ahead]-rate[allCompetitions][behind] <= stat.Eps {
				continue
			}
			both, reversed := int64(0), false
			for subject, models := range rate {
				x, inX := models[ahead]
				y, inY := models[behind]
				if subject == allCompetitions || !inX || !inY {
					continue
				}
				if x-y > stat.Eps {
					both = -1
					break
				}
				both++
				reversed = reversed || y-x > stat.Eps
			}
			if both > 0 && reversed {
				out = append(out, report.Reversal{Ahead: ahead, Behind: behind, Competitions: both})
			}
		}
	}
	return out
}

// chance is what a competitor would win by luck: one over the number of
// competitors, when it is the same in all runs of the subject.
func chance(units []*Unit, kind, subject string) report.Number {
	if kind == "model" { // seats of one model compete against each other
		return report.Missing("no_chance_level")
	}
	size := 0
	for _, u := range units {
		if !u.t.Runs.Competition.Is(u.Row) || u.Subject != subject {
			continue
		}
		if u.seats().len() == 0 {
			if row, ok := u.result(); ok && u.t.Verdicts.Winner.At(row) != "" && u.t.Verdicts.WinnerKind.At(row) == kind {
				return report.Missing("cast_unknown")
			}
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
