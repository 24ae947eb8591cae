package present

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// handBuilt are the metrics that their section shows in blocks of its own. Every other
// metric gets a table, and a chart where it has enough groups.
var handBuilt = map[string]bool{
	"step-flake-rate": true, "first-attempt-pass-rate": true, "recovery-rate": true, "command-flake-rate": true, "flake-cost": true,
	"attempt-duration": true, "failed-attempt-duration": true, "phase-duration": true, "command-duration": true, "queue-time": true, "stall-detection-lag": true,
	"outcome-mix": true, "stall-rate": true,
	"gate-failure-rate": true,
	"agent-win-rate":    true, "team-win-rate": true, "model-win-rate": true,
}

// withMetrics adds to a section its metrics that have no block yet, and what all of its
// metrics mean.
func withMetrics(s report.Section, all []report.MetricResult) report.Section {
	var terms []report.Term
	for _, m := range all {
		if m.Section != s.ID {
			continue
		}
		terms = append(terms, report.Term{Name: m.Title, Means: m.Doc})
		if !handBuilt[m.Name] && len(m.Groups) > 0 {
			s.Blocks = append(s.Blocks, metricBlocks(m)...)
		}
	}
	if len(s.Blocks) > 0 && len(terms) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "What these numbers mean", Fold: true, Terms: terms})
	}
	return s
}

// metricBlocks are the chart and the table of a metric, folded away.
func metricBlocks(m report.MetricResult) []report.Block {
	var blocks []report.Block
	if c := metricChart(m); c != nil {
		blocks = append(blocks, report.Block{Title: m.Title + ", drawn", Fold: true, Chart: c})
	}
	return append(blocks, report.Block{Title: m.Title, Fold: true, Table: metricTable(m)})
}

// groupRows is how many groups of a metric a page shows. Each cites one place, since every
// line that is cited is quoted.
const groupRows = 8

// metricTable is a metric's number for each step of each subject, in the order of its groups.
func metricTable(m report.MetricResult) *report.Table {
	columns := []report.Column{left("System"), left("Subject"), left("Step")}
	values := []report.Column{right("n"), right("p50"), right("p90"), right("Max"), right("Total")}
	if first := m.Groups[0]; first.Rate != nil {
		values = []report.Column{right("x of n"), right("95 % CI")}
	} else if first.Distribution == nil {
		values = []report.Column{left("Category"), right("x of n"), right("95 % CI")}
	}
	rows := firstRows{limit: groupRows}
	for i := range m.Groups {
		g := &m.Groups[i]
		for n := range metricRows(g) {
			rows.add(func() report.Row {
				group := []report.Cell{text(g.System), code(g.Subject), code(g.Step)}
				return report.Row{Evidence: g.Evidence[:min(1, len(g.Evidence))], Cells: append(group, metricCells(g, unit.Unit(m.Unit), n)...)}
			})
		}
	}
	rows.total += int(m.Further)
	return rows.table("metric-"+m.Name, m.Title+". "+m.Doc, "None.", append(columns, values...))
}

// metricRows is how many rows a group has: one, or one for each category.
func metricRows(g *report.Group) int {
	if g.Rate != nil || g.Distribution != nil {
		return 1
	}
	return len(g.Categories)
}

// metricCells are the numbers in one of the group's rows.
func metricCells(g *report.Group, u unit.Unit, row int) []report.Cell {
	switch {
	case g.Rate != nil:
		return []report.Cell{shareCell(*g.Rate), likely(*g.Rate)}
	case g.Distribution != nil:
		s := g.Distribution
		return []report.Cell{whole(s.N), num(s.P50, u), num(s.P90, u), num(s.Max, u), num(s.Sum, u)}
	}
	share := g.Categories[row]
	return []report.Cell{text(share.Category), shareCell(share.Rate), likely(share.Rate)}
}

// A chart of a metric shows at least and at most so many groups: the table says two
// numbers better, and one chart among many has to be small.
const (
	fewestGroups = 4
	mostGroups   = 6
)

// metricChart draws a metric over its groups, the worst at the top; nil where there are
// fewer than fewestGroups.
func metricChart(m report.MetricResult) *report.Chart {
	if len(m.Groups) < fewestGroups {
		return nil
	}
	shown := m.Groups[:min(len(m.Groups), mostGroups)]
	var names []string
	for _, g := range shown {
		names = append(names, groupName(g, shown))
	}
	n := fmt.Sprintf("n = %s", words.Plural(len(m.Groups)+int(m.Further), "group"))
	if len(shown) < len(m.Groups) {
		n += fmt.Sprintf("; the first %d", len(shown))
	}
	x := report.Axis{Title: m.Title, Unit: unit.Unit(m.Unit)}
	switch first := shown[0]; {
	case first.Rate != nil:
		var rates []report.Rate
		for _, g := range shown {
			rates = append(rates, *g.Rate)
		}
		often := "most"
		if m.Better == "higher" {
			often = "least"
		}
		title := fmt.Sprintf("%s: %s often %s, %s of %s", m.Title, often, names[0], words.Count(first.Rate.Num), words.Count(first.Rate.Den))
		c := dots("metric-rate-"+m.Name, title, n+"; bars: 95 % interval", x, names, rates, report.RoleA)
		c.Series[0].Name = "rate, with its 95 % interval"
		return c
	case first.Distribution != nil:
		title := fmt.Sprintf("%s: highest median %s, %s", m.Title, names[0], x.Unit.Format(first.Distribution.P50.Value))
		return &report.Chart{ID: "metric-values-" + m.Name, Title: title, N: n + "; tick: median, bar: to the highest", Kind: report.Ranges, X: x,
			Y: report.Axis{Categories: names}, Series: []report.Series{groupRanges(shown, x.Unit)}}
	}
	return &report.Chart{ID: "metric-shares-" + m.Name, Title: fmt.Sprintf("%s, by %s", m.Title, words.Plural(len(names), "group")), N: n, Kind: report.Bars,
		X: report.Axis{Title: m.Title, Unit: unit.Count}, Y: report.Axis{Categories: names}, Series: groupShares(shown)}
}

// groupName tells a group from the others that are shown.
func groupName(g report.Group, all []report.Group) string {
	step := cmp.Or(g.Step, g.Subject, g.System)
	several := slices.ContainsFunc(all, func(o report.Group) bool { return o.Subject != g.Subject })
	if step == g.Subject {
		return step
	}
	return name(g.Subject, step, several)
}

func groupRanges(groups []report.Group, u unit.Unit) report.Series {
	s := report.Series{Name: "median to maximum", Role: report.RoleA}
	for y, g := range groups {
		if !g.Distribution.P50.OK || !g.Distribution.Max.OK {
			continue
		}
		mid, lo, hi := g.Distribution.P50.Value, g.Distribution.P50.Value, g.Distribution.Max.Value
		s.Points = append(s.Points, report.Point{X: mid, Y: float64(y), Value: &mid, Lo: &lo, Hi: &hi,
			Label: fmt.Sprintf("%s to %s, n = %s", u.Format(mid), u.Format(hi), words.Count(g.Distribution.N))})
	}
	return s
}

// groupShares has a series for each category, the most frequent categories first; those
// beyond the number of looks are together.
func groupShares(groups []report.Group) (series []report.Series) {
	const others = "others"
	for y, g := range groups {
		for _, share := range g.Categories {
			i := slices.IndexFunc(series, func(s report.Series) bool { return s.Name == share.Category || s.Name == others })
			if i < 0 {
				name := share.Category
				if len(series) == len(trajectoryRoles)-1 {
					name = others
				}
				i = len(series)
				series = append(series, report.Series{Name: name, Role: trajectoryRoles[i]})
			}
			v := float64(share.Rate.Num)
			if last := len(series[i].Points) - 1; last >= 0 && series[i].Points[last].Y == float64(y) {
				v += series[i].Points[last].X
				series[i].Points = series[i].Points[:last]
			}
			series[i].Points = append(series[i].Points, report.Point{X: v, Y: float64(y), Value: &v, Label: unit.Count.Format(v)})
		}
	}
	return series
}
