package chart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"runreport/analyze/report"
	"runreport/unit"
)

// bars builds bars, an item of which is [value, row], and columns, an item of
// which is [column, value]. Several series stand on one another.
func bars(c *report.Chart) drawing {
	var d drawing
	chart := charts.NewBar()
	names := c.X.Categories
	if c.Kind == report.Bars {
		names = c.Y.Categories
		d.frame.X = valueAxis(c, c.X)
		chart.SetGlobalOptions(globals(c, "item", numberX(d.frame.X, c.X.Title), namesY(c.Y))...)
		chart.SetXAxis(cleanAll(names)).XYReversal()
	} else {
		d.frame.Y = valueAxis(c, c.Y)
		chart.SetGlobalOptions(globals(c, "axis", namesX(c.X), numberY(d.frame.Y, c.Y.Title))...)
		chart.SetXAxis(cleanAll(names))
	}
	for _, s := range c.Series {
		chart.AddSeries(clean(s.Name, maxName), barData(c, s, len(names)),
			charts.WithBarChartOpts(opts.BarChart{Stack: "all"}))
		d.roles = append(d.roles, s.Role)
	}
	chart.Validate()
	d.option = chart.JSON()
	return d
}

// barData gives every category its item, in order, so that the series' piles
// line up whichever points a series has.
func barData(c *report.Chart, s report.Series, n int) []opts.BarData {
	data := make([]opts.BarData, n)
	set := func(i int, label string, v any) {
		data[i] = opts.BarData{Name: clean(label, maxTitle), Value: []any{i, v}}
		if c.Kind == report.Bars {
			data[i].Value = []any{v, i}
		}
	}
	for i := range data {
		set(i, "", nil)
	}
	for _, p := range s.Points {
		at := p.X
		if c.Kind == report.Bars {
			at = p.Y
		}
		label := p.Label
		if label == "" && known(p.Value) == nil {
			label = unit.NotAvailable // as against a category without a point
		}
		set(int(at), label, known(p.Value))
	}
	return data
}
