package present

import (
	"fmt"
	"slices"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// concurrencyCharts draw how many attempts ran at once, for each system in which
// several did or that has a cap.
func concurrencyCharts(all []report.Concurrency, activity map[string]metric.Activity) []*report.Chart {
	var out []*report.Chart
	for _, c := range all {
		if c.Peak < 2 && !c.Cap.OK {
			continue
		}
		chart := &report.Chart{ID: "concurrency-" + identifier(c.System), Title: concurrencyTitle(c), Y: report.Axis{Title: "Attempts at once", Unit: unit.Count}}
		zero := 0.0
		chart.Y.Min = &zero
		if len(c.ByDay) > metric.FewDays {
			byDay(chart, c)
		} else {
			byInstant(chart, activity[c.System].Instants)
		}
		chart.N = fmt.Sprintf("n = %s", words.Plural(activity[c.System].Attempts, "attempt"))
		if c.Cap.OK {
			chart.Marks = []report.Mark{{Name: "allowed", Role: report.RoleBad, At: float64(c.Cap.Value)}}
		}
		out = append(out, chart)
	}
	return out
}

func concurrencyTitle(c report.Concurrency) string {
	peak := fmt.Sprintf("%s ran at most %s at once, first on %s", c.System, words.Plural(int(c.Peak), "attempt"), unit.Stamp(c.PeakAt)[:len(time.DateOnly)])
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
			p.Value, p.Label = &v, unit.Fixed(v, 2)+" while anything ran"
		}
		mean.Points = append(mean.Points, p)
		rows = append(rows, report.Row{Cells: []report.Cell{text(d.Day), whole(d.Peak), num(d.Mean, unit.Count), num(d.BusyS, unit.Seconds)}})
	}
	chart.Series = []report.Series{most, mean}
	chart.Table = tableOf(chart.ID+"-data", "How many attempts ran at once, by day (UTC).", "", []report.Column{left("Day"), right("Most"), right("On average"), right("Busy")}, rows, manyRows)
}

// byInstant draws how many ran from each start and end to the next.
func byInstant(chart *report.Chart, all []metric.Instant) {
	chart.Kind = report.Steps
	chart.X = report.Axis{Title: "Time (UTC)", Time: true}
	s := report.Series{Name: chart.Y.Title, Role: report.RoleA}
	var rows []report.Row
	for _, x := range all {
		n := float64(x.N)
		s.Points = append(s.Points, report.Point{X: float64(x.At.UnixMilli()) / 1000, Value: &n, Label: unit.Count.Format(n) + " at once"})
		rows = append(rows, report.Row{Cells: []report.Cell{when(x.At), whole(int64(x.N))}})
	}
	chart.Series = []report.Series{s}
	chart.Table = tableOf(chart.ID+"-data", "How many attempts ran at once, from each change on (UTC).", "", []report.Column{left("From"), right("At once")}, rows, manyRows)
}

// concurrencyTable is how many attempts ran at once, by system and day.
func concurrencyTable(all []report.Concurrency) *report.Table {
	columns := []report.Column{left("System"), left("Day"), right("Most at once"), right("Allowed"), left("First at"), right("On average"), right("Busy")}
	rows := firstRows{limit: someRows}
	for _, c := range all {
		for _, d := range slices.Backward(c.ByDay) {
			rows.add(func() report.Row {
				r := report.Row{Cells: []report.Cell{text(c.System), text(d.Day), whole(d.Peak), wholeOf(c.Cap), when(d.PeakAt),
					num(d.Mean, unit.Count), num(d.BusyS, unit.Seconds)}}
				if c.Cap.OK && d.Peak > c.Cap.Value {
					r.Role = report.RoleBad
				}
				return r
			})
		}
	}
	return rows.table("concurrency", "Attempts at once, by day (UTC). The average is over the time in which anything ran; overlaps shorter than a second count.", "None.", columns)
}
