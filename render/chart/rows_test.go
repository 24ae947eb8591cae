package chart

import (
	"testing"

	"runreport/analyze/report"
)

// A row has a line for each series where two series have something of width in one row.
func TestLanesOfRows(t *testing.T) {
	end := 2.0
	dot := func(y float64) report.Point { return report.Point{Y: y} }
	from := func(y float64) report.Point { return report.Point{Y: y, Lo: &end} }
	to := func(y float64) report.Point { return report.Point{Y: y, Hi: &end} }
	type points = []report.Point
	for _, c := range []struct {
		name   string
		kind   report.ChartKind
		series []points
		want   int
	}{
		{"nothing", report.Dots, nil, 1},
		{"dots in one row", report.Dots, []points{{dot(1)}, {dot(1)}}, 1},
		{"intervals in one row", report.Dots, []points{{from(1)}, {to(1)}}, 2},
		{"intervals behind dots", report.Dots, []points{{dot(1), from(2)}, {dot(1), to(2)}}, 2},
		{"intervals in different rows", report.Dots, []points{{from(1), dot(2)}, {dot(1), from(2)}}, 1},
		{"a series twice in one row", report.Dots, []points{{from(1), to(1)}, {from(2)}}, 1},
		{"two of three", report.Dots, []points{{from(1)}, {from(2)}, {from(2)}}, 3},
		{"a dumbbell", report.Dumbbell, []points{{from(1)}, {to(1)}}, 1},
	} {
		chart := &report.Chart{Kind: c.kind}
		for _, p := range c.series {
			chart.Series = append(chart.Series, report.Series{Points: p})
		}
		if got := lanes(chart); got != c.want {
			t.Errorf("%s: %d, want %d", c.name, got, c.want)
		}
	}
}
