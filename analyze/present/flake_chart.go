package present

import (
	"fmt"
	"slices"

	"runreport/analyze/problem"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// maxDots is how many categories a chart of dots draws.
const maxDots = 15

// flakeChart draws the steps that flaked by rank, with what they are ranked by beside
// their rate.
func flakeChart(f report.Flakes) *report.Chart {
	var names []string
	var rates []report.Rate
	ranked := report.Series{Name: "empirical-Bayes rate", Role: report.RoleNeutral}
	several, flaked := severalSubjects(f.ByNode), 0
	for _, n := range f.ByNode {
		if n.Rate.Num == 0 {
			continue
		}
		if flaked++; len(names) == maxDots {
			continue
		}
		if v := n.Shrunk.Value; n.Shrunk.OK {
			ranked.Points = append(ranked.Points, report.Point{X: v, Y: float64(len(names)), Value: &v, Label: unit.Ratio.Format(v)})
		}
		names = append(names, chartName(n, several))
		rates = append(rates, n.Rate)
	}
	if len(names) == 0 {
		return nil
	}
	title := fmt.Sprintf("%s flaked; %s most", words.Plural(flaked, "step"), names[0])
	switch {
	case flaked == 1:
		title = names[0] + " is the only step that flaked"
	case flakiestTied(f.ByNode):
		title = words.Plural(flaked, "step") + " flaked, none of them clearly more than the others"
	}
	n := fmt.Sprintf("n = %s steps that passed; bars: 95 %% interval", words.Count(f.Overall.Den))
	if flaked > len(names) {
		n += fmt.Sprintf("; the first %d", len(names))
	}
	c := dots("flake-rate", title, n, report.Axis{Title: "Flake rate: passed only after a retry", Unit: unit.Ratio}, names, rates, report.RoleWarn)
	c.Series[0].Name = "rate, with its 95 % interval"
	if len(ranked.Points) > 0 {
		c.Series = append(c.Series, ranked)
	}
	c.Marks = []report.Mark{{Name: "all steps", Role: report.RoleNeutral, At: f.Overall.Value.Value}}
	return c
}

// flakiestTied reports whether the two steps that rank first do so by their raw rates
// only: pulled towards the mean they are the same.
func flakiestTied(nodes []report.FlakeNode) bool {
	return len(nodes) > 1 && nodes[1].Rate.Num > 0 && nodes[0].System == nodes[1].System && nodes[0].Shrunk.Value-nodes[1].Shrunk.Value < stat.Eps
}

// chartName is the step in a chart: short, and told from others of its name.
func chartName(n report.FlakeNode, several bool) string {
	if n.Collective {
		return problem.StepName(n)
	}
	return name(n.Subject, n.Node, several)
}

func severalSubjects(nodes []report.FlakeNode) bool {
	for _, n := range nodes {
		if n.Subject != nodes[0].Subject {
			return true
		}
	}
	return false
}

// nightChart draws the flake rate of the steps in the latest nights, a line for each system.
func nightChart(f report.Flakes) *report.Chart {
	var all, systems []string
	for _, x := range f.ByNight { // in the order of nights
		if len(all) == 0 || all[len(all)-1] != x.Night {
			all = append(all, x.Night)
		}
		if !slices.Contains(systems, x.System) {
			systems = append(systems, x.System)
		}
	}
	slices.Sort(systems)
	nights, n := latest(all, maxNights), fmt.Sprintf("n = %s run dates", words.Count(len(all)))
	if len(nights) < 2 {
		return nil
	}
	if len(nights) < len(all) {
		n = fmt.Sprintf("n = the latest %s run dates of %s", words.Count(len(nights)), words.Count(len(all)))
	}
	c := &report.Chart{ID: "flakes-by-night", Kind: report.Lines, N: n + "; band: 95 % interval",
		Y: report.Axis{Title: "Flake rate of steps", Unit: unit.Ratio}, X: report.Axis{Categories: nights}}
	zero := 0.0
	c.Y.Min = &zero
	series := make([]report.Series, len(systems))
	for i, system := range systems {
		series[i] = report.Series{Name: system, Role: trajectoryRoles[i%len(trajectoryRoles)]}
	}
	if len(systems) == 1 {
		series[0].Name, series[0].Role = c.Y.Title, report.RoleWarn
	}
	var rows []report.Row
	var worst report.FlakeNight
	for _, x := range f.ByNight {
		at := slices.Index(nights, x.Night)
		if at < 0 {
			continue
		}
		p := report.Point{X: float64(at), Label: words.Rate(x.Rate)}
		if x.Rate.Value.OK {
			v, lo, hi := x.Rate.Value.Value, x.Rate.Lo.Value, x.Rate.Hi.Value
			p.Y, p.Value = v, &v
			if x.Rate.Den >= words.LeastForInterval {
				p.Lo, p.Hi = &lo, &hi
			}
			if worst.Night == "" || v > worst.Rate.Value.Value {
				worst = x
			}
		}
		s := &series[slices.Index(systems, x.System)]
		s.Points = append(s.Points, p)
		rows = append(rows, report.Row{Cells: []report.Cell{text(x.Night), text(x.System), shareCell(x.Rate), likely(x.Rate), shareCell(x.Runs)}})
	}
	c.Series = series
	in := ""
	if len(systems) > 1 {
		in = " of " + worst.System
	}
	switch whole := len(nights) == len(all); {
	case worst.Rate.Num == 0 && whole:
		c.Title = "No step needed a retry on any run date"
	case worst.Rate.Num == 0:
		c.Title = fmt.Sprintf("No step needed a retry on the latest %s run dates", words.Count(len(nights)))
	case whole:
		c.Title = fmt.Sprintf("Highest on %s: %s of %s steps%s needed a retry", worst.Night, words.Count(worst.Rate.Num), words.Count(worst.Rate.Den), in)
	default:
		c.Title = fmt.Sprintf("Highest of the latest %s run dates on %s: %s of %s steps%s needed a retry", words.Count(len(nights)), worst.Night, words.Count(worst.Rate.Num), words.Count(worst.Rate.Den), in)
	}
	c.Table = tableOf("flakes-by-night-data", "Steps that needed a retry, and runs that their log calls flaky, by run date.", "",
		[]report.Column{left("Run date"), left("System"), right("Steps"), right("95 % CI"), right("Runs")}, rows, manyRows)
	return c
}
