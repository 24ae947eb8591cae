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

// look is the look of a result in every chart, table and page: passed, flaky and failed have
// their own, all others share one and are told apart by their word.
func look(result string) report.Role {
	switch result {
	case "passed":
		return report.RoleGood
	case "flaky":
		return report.RoleWarn
	case "failed":
		return report.RoleBad
	}
	return report.RoleUnknown
}

// roleOf is the look of what ended in several results: the one that all share.
func roleOf(results map[string]int64) report.Role {
	var role report.Role
	first := true
	for result := range results {
		if own := look(result); first {
			role, first = own, false
		} else if own != role {
			return ""
		}
	}
	return role
}

// mixTitle says how many failed, as far as the outcome tells.
func mixTitle(m report.MetricResult, results map[metric.EndedAs]map[string]int64) string {
	var bad, all int64
	worst, most := "", int64(0)
	for _, g := range m.Systems {
		var own int64
		for _, share := range g.Categories {
			all += share.Rate.Num
			for result, n := range results[metric.EndedAs{System: g.System, Category: share.Category}] {
				if look(result) == report.RoleBad {
					own += n
				}
			}
		}
		if bad += own; own > most {
			worst, most = g.System, own
		}
	}
	switch {
	case bad == 0 && all == 1:
		return "The run that ended did not fail"
	case bad == 0:
		return fmt.Sprintf("None of %s that ended failed", words.Count(all))
	case most == bad:
		return fmt.Sprintf("%s of %s failed, all of %s", words.Count(bad), words.Count(all), worst)
	}
	return fmt.Sprintf("%s of %s failed, most of them of %s", words.Count(bad), words.Count(all), worst)
}

// amongThem is what is added to a count of outcomes in which attempts count as runs: of
// these kinds of units; empty where there are none.
func amongThem(kinds []string) string {
	var of []string
	for _, k := range kinds {
		of = append(of, words.A(k))
	}
	if len(of) == 0 {
		return ""
	}
	return "; each attempt at " + words.List(of, len(of)) + " counts"
}

// mixChart piles the outcomes of each system up by how they ended.
func mixChart(m report.MetricResult, results map[metric.EndedAs]map[string]int64, byAttempt []string) *report.Chart {
	c := &report.Chart{ID: "outcomes", Title: mixTitle(m, results), Kind: report.Bars, X: report.Axis{Title: "Runs", Unit: unit.Count}}
	c.Series = endingSeries()
	total := int64(0)
	for y, g := range m.Systems {
		c.Y.Categories = append(c.Y.Categories, g.System)
		counts, outcomes := make([]int64, len(endings)), make([][]string, len(endings))
		for _, share := range g.Categories {
			own := endingsOf(results[metric.EndedAs{System: g.System, Category: share.Category}])
			for i, n := range own {
				if n > 0 {
					counts[i] += n
					outcomes[i] = append(outcomes[i], fmt.Sprintf("%s %s", words.Count(n), share.Category))
				}
			}
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
	c.N = fmt.Sprintf("n = %s that ended%s", words.Count(total), amongThem(byAttempt))
	return c
}

// maxNights is how many nights a chart draws.
const maxNights = 45

// endings are what results are summed up to where every word of its own would be
// too many, in the order in which they pile up.
var endings = [...]struct {
	name string
	role report.Role
}{{"passed", report.RoleGood}, {"flaky", report.RoleWarn}, {"failed", report.RoleBad}, {"other", report.RoleUnknown}}

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
func nightMixChart(all []metric.NightOutcomes, byAttempt []string) *report.Chart {
	counts := map[string][]int64{}
	var nights []string
	for _, n := range latest(all, maxNights) {
		nights = append(nights, n.Night)
		counts[n.Night] = endingsOf(n.Count)
	}
	if len(nights) < 2 {
		return nil
	}
	c := &report.Chart{ID: "outcomes-by-night", Kind: report.Columns, X: report.Axis{Categories: nights}, Y: report.Axis{Title: "Runs that ended", Unit: unit.Count}}
	columns := []report.Column{left("Run date")}
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
	c.N = fmt.Sprintf("n = %s that ended on %s%s", words.Count(ended), words.Plural(len(nights), "run date"), amongThem(byAttempt))
	switch {
	case bad == 0:
		c.Title = "No run failed on any run date"
	case worst == 1:
		c.Title = fmt.Sprintf("%s of %s failed, at most one on a run date", words.Count(bad), words.Count(ended))
	default:
		c.Title = fmt.Sprintf("%s of %s failed, most on %s: %s", words.Count(bad), words.Count(ended), worstNight, words.Count(worst))
	}
	c.Table = tableOf("outcomes-by-night-data", "How runs ended, by run date.", "", columns, rows, manyRows)
	return c
}

// endingsOf sums results up, by the index of endings.
func endingsOf(results map[string]int64) []int64 {
	out := make([]int64, len(endings))
	for result, n := range results {
		i := len(endings) - 1
		for j, e := range endings {
			if look(result) == e.role {
				i = j
			}
		}
		out[i] += n
	}
	return out
}
