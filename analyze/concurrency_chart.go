package analyze

import (
	"fmt"
	"time"

	"runreport/analyze/report"
	"runreport/unit"
)

// What a chart of concurrency can show: instant by instant over few days, else day by
// day; beyond maxInstants changes only the most of each of as many stretches of time.
const (
	fewDays     = 2
	maxInstants = 1000
)

// concurrencyCharts draw how many attempts ran at once, for each system in which
// several did or that has a cap.
func (a *analysis) concurrencyCharts() []*report.Chart {
	var out []*report.Chart
	changes := a.running()
	for _, c := range a.d.Usage.Concurrency {
		if c.Peak < 2 && !c.Cap.OK {
			continue
		}
		chart := &report.Chart{ID: "concurrency-" + identifier(c.System), Title: concurrencyTitle(c), Y: report.Axis{Title: "Attempts at once", Unit: unit.Count}}
		zero := 0.0
		chart.Y.Min = &zero
		if len(c.ByDay) > fewDays {
			byDay(chart, c)
		} else {
			byInstant(chart, changes[c.System])
		}
		chart.N = fmt.Sprintf("n = %s", plural(len(changes[c.System])/2, "attempt"))
		if c.Cap.OK {
			chart.Marks = []report.Mark{{Name: "allowed", Role: report.RoleBad, At: float64(c.Cap.Value)}}
		}
		out = append(out, chart)
	}
	return out
}

func concurrencyTitle(c report.Concurrency) string {
	peak := fmt.Sprintf("%s ran at most %s at once, first on %s", c.System, plural(int(c.Peak), "attempt"), unit.Stamp(c.PeakAt)[:len(time.DateOnly)])
	switch {
	case !c.Cap.OK:
		return peak
	case c.Peak > c.Cap.Value:
		return fmt.Sprintf("%s: more than the %d that its settings allow", peak, c.Cap.Value)
	case c.Peak == c.Cap.Value:
		return fmt.Sprintf("%s: all that its settings allow", peak)
	}
	return fmt.Sprintf("%s, of %d that its settings allow", peak, c.Cap.Value)
}

// byDay draws the most and the average of each day.
func byDay(chart *report.Chart, c report.Concurrency) {
	chart.Kind = report.Lines
	most, mean := report.Series{Name: "most", Role: report.RoleA}, report.Series{Name: "on average", Role: report.RoleB}
	var rows []report.Row
	for x, d := range latest(c.ByDay, maxNights) {
		chart.X.Categories = append(chart.X.Categories, d.Day)
		peak := float64(d.Peak)
		most.Points = append(most.Points, report.Point{X: float64(x), Value: &peak, Label: unit.Count.Format(peak)})
		p := report.Point{X: float64(x)}
		if v := d.Mean.Value; d.Mean.OK {
			p.Value, p.Label = &v, fmt.Sprintf("%.2f while anything ran", v)
		}
		mean.Points = append(mean.Points, p)
		rows = append(rows, report.Row{Cells: []report.Cell{text(d.Day), whole(d.Peak), num(d.Mean, unit.Count), num(d.BusyS, unit.Seconds)}})
	}
	chart.Series = []report.Series{most, mean}
	chart.Table = tableOf(chart.ID+"-data", "How many attempts ran at once, by day (UTC).", "", []report.Column{left("Day"), right("Most"), right("On average"), right("Busy")}, rows, manyRows)
}

// byInstant draws how many ran from each start and end to the next.
func byInstant(chart *report.Chart, all []change) {
	chart.Kind = report.Steps
	chart.X = report.Axis{Title: "Time (UTC)", Time: true}
	s := report.Series{Name: chart.Y.Title, Role: report.RoleA}
	var rows []report.Row
	for _, x := range instants(all) {
		n := float64(x.by)
		s.Points = append(s.Points, report.Point{X: float64(x.at.UnixMilli()) / 1000, Value: &n, Label: unit.Count.Format(n) + " at once"})
		rows = append(rows, report.Row{Cells: []report.Cell{when(x.at), whole(int64(x.by))}})
	}
	chart.Series = []report.Series{s}
	chart.Table = tableOf(chart.ID+"-data", "How many attempts ran at once, from each change on (UTC).", "", []report.Column{left("From"), right("At once")}, rows, manyRows)
}

// instants are the times at which the number that runs changes, with that number. Of
// very many it keeps the most of each stretch of time.
func instants(all []change) []change {
	inOrder(all)
	var out []change
	running := 0
	for i, x := range all {
		if running += x.by; i+1 < len(all) && all[i+1].at.Equal(x.at) {
			continue
		}
		out = append(out, change{x.at, running})
	}
	if len(out) <= maxInstants {
		return out
	}
	first := out[0].at
	stretch := out[len(out)-1].at.Sub(first)/maxInstants + 1
	var most []change
	for _, x := range out {
		at := first.Add(x.at.Sub(first) / stretch * stretch)
		if last := len(most) - 1; last >= 0 && most[last].at.Equal(at) {
			most[last].by = max(most[last].by, x.by)
			continue
		}
		most = append(most, change{at, x.by})
	}
	return most
}
