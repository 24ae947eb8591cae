package present

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

var outcomeRoles = map[string]report.Role{
	"clean": report.RoleGood, "success": report.RoleGood, "completed": report.RoleGood, "review": report.RoleGood, "verdict": report.RoleGood, "code-complete": report.RoleGood,
	"clean_with_flake": report.RoleWarn, "partial": report.RoleWarn, "budget": report.RoleWarn, "budget-exceeded": report.RoleWarn, "tick_cap": report.RoleWarn,
	"stuck": report.RoleBad, "catastrophic": report.RoleBad, "failed": report.RoleBad, "stalled": report.RoleBad, "aborted": report.RoleBad, "blocked": report.RoleBad,
	"dep-failed": report.RoleBad, "dep-blocked": report.RoleBad, "dep-merge-conflict": report.RoleBad, "dep-build-broken": report.RoleBad, "wave-convergence-exhausted": report.RoleBad,
}

// mixTitle says how many did not end well, as far as the outcome tells.
func mixTitle(m report.MetricResult) string {
	var bad, all int64
	worst, most := "", int64(0)
	for _, g := range m.Systems {
		var own int64
		for _, share := range g.Mix {
			all += share.Rate.Num
			if outcomeRoles[share.Category] == report.RoleBad {
				own += share.Rate.Num
			}
		}
		if bad += own; own > most {
			worst, most = g.System, own
		}
	}
	switch {
	case bad == 0:
		return fmt.Sprintf("None of %d that ended is known to have ended badly", all)
	case most == bad:
		return fmt.Sprintf("%d of %d ended badly, all of %s", bad, all, worst)
	}
	return fmt.Sprintf("%d of %d ended badly, most of them of %s", bad, all, worst)
}

// amongThem is what is added to a count of outcomes in which attempts at cards count
// as runs; empty where there are none.
func amongThem(runs []report.Run) string {
	for _, r := range runs {
		if r.Kind == "card" && r.Attempts.OK {
			return "; each attempt at a card counts"
		}
	}
	return ""
}

// mixChart piles the outcomes of each system up by how they ended.
func mixChart(m report.MetricResult, runs []report.Run) *report.Chart {
	c := &report.Chart{ID: "outcomes", Title: mixTitle(m), Kind: report.Bars, X: report.Axis{Title: "Runs", Unit: unit.Count}}
	c.Series = endingSeries()
	total := int64(0)
	for y, g := range m.Systems {
		c.Y.Categories = append(c.Y.Categories, g.System)
		counts, outcomes := make([]int64, len(endings)), make([][]string, len(endings))
		for _, share := range g.Mix {
			i := ending(share.Category)
			counts[i] += share.Rate.Num
			outcomes[i] = append(outcomes[i], fmt.Sprintf("%d %s", share.Rate.Num, share.Category))
			total += share.Rate.Num
		}
		for i, n := range counts {
			if v := float64(n); n > 0 {
				c.Series[i].Points = append(c.Series[i].Points, report.Point{X: v, Y: float64(y), Value: &v, Label: words.List(outcomes[i], 6)})
			}
		}
	}
	if total == 0 {
		return nil
	}
	c.Series = withPoints(c.Series)
	c.N = fmt.Sprintf("n = %d that ended%s", total, amongThem(runs))
	return c
}

// maxNights is how many nights a chart draws.
const maxNights = 45

// endings are what outcomes are summed up to where every word of its own would be
// too many, in the order in which they pile up.
var endings = [...]struct {
	name string
	role report.Role
}{{"ended well", report.RoleGood}, {"with a retry, in part or out of budget", report.RoleWarn}, {"ended badly", report.RoleBad}, {"neither", report.RoleNeutral}}

// endingSeries has a series without points for each of the endings.
func endingSeries() []report.Series {
	var all []report.Series
	for _, e := range endings {
		all = append(all, report.Series{Name: e.name, Role: e.role})
	}
	return all
}

// withPoints leaves out the series that have none.
func withPoints(all []report.Series) []report.Series {
	return slices.DeleteFunc(all, func(s report.Series) bool { return len(s.Points) == 0 })
}

// nightMixChart draws how runs ended, by night.
func nightMixChart(all []metric.NightOutcomes, runs []report.Run) *report.Chart {
	counts := map[string][]int64{}
	var nights []string
	for _, n := range latest(all, maxNights) {
		nights = append(nights, n.Night)
		counts[n.Night] = make([]int64, len(endings))
		for outcome, count := range n.Count {
			counts[n.Night][ending(outcome)] += count
		}
	}
	if len(nights) < 2 {
		return nil
	}
	c := &report.Chart{ID: "outcomes-by-night", Kind: report.Columns, X: report.Axis{Categories: nights}, Y: report.Axis{Title: "Runs that ended", Unit: unit.Count}}
	columns := []report.Column{left("Night")}
	c.Series = endingSeries()
	for _, e := range endings {
		columns = append(columns, right(strings.ToUpper(e.name[:1])+e.name[1:]))
	}
	var rows []report.Row
	var ended, bad, worst int64
	worstNight := ""
	for x, night := range nights {
		row := report.Row{Cells: []report.Cell{text(night)}}
		for i, n := range counts[night] {
			ended += n
			row.Cells = append(row.Cells, quiet(n))
			if n > 0 {
				v := float64(n)
				c.Series[i].Points = append(c.Series[i].Points, report.Point{X: float64(x), Value: &v, Label: unit.Count.Format(v)})
			}
			if endings[i].role == report.RoleBad {
				bad += n
				if n > worst {
					worst, worstNight = n, night
				}
			}
		}
		rows = append(rows, row)
	}
	c.Series = withPoints(c.Series)
	c.N = fmt.Sprintf("n = %d that ended in %s (UTC)%s", ended, words.Plural(len(nights), "night"), amongThem(runs))
	switch {
	case bad == 0:
		c.Title = "No night is known to have ended badly"
	case worst == 1:
		c.Title = fmt.Sprintf("%d of %d ended badly, no more than one a night", bad, ended)
	default:
		c.Title = fmt.Sprintf("%d of %d ended badly, most in the night of %s: %d", bad, ended, worstNight, worst)
	}
	c.Table = tableOf("outcomes-by-night-data", "How runs ended, by the night in which they began (UTC).", "", columns, rows, manyRows)
	return c
}

// ending is the index of what the outcome is summed up to.
func ending(outcome string) int {
	for i, e := range endings {
		if outcomeRoles[outcome] == e.role {
			return i
		}
	}
	return len(endings) - 1
}
