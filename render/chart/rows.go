package chart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"runreport/analyze/report"
)

// rows builds dots, dumbbells and ranges: an item is [value, row, lo, hi].
func rows(c *report.Chart) drawing {
	fn := map[report.ChartKind]types.FuncStr{
		report.Dots: "$fn:interval", report.Dumbbell: "$fn:dumbbell", report.Ranges: "$fn:range",
	}[c.Kind]
	d := drawing{frame: frame{X: valueAxis(c, c.X), Lanes: lanes(c)}}
	chart := charts.NewCustom()
	chart.SetGlobalOptions(globals(c, "item", numberX(d.frame.X, c.X.Title), namesY(c.Y))...)
	for _, s := range c.Series {
		data := make([]opts.CustomData, len(s.Points))
		for i, p := range s.Points {
			data[i] = item(p.Label, known(p.Value), p.Y, known(p.Lo), known(p.Hi))
		}
		addCustom(chart, s.Name, fn, data, opts.Encode{X: []int{0, 2, 3}, Y: 1})
		d.roles = append(d.roles, s.Role)
	}
	chart.Validate()
	d.option = chart.JSON()
	return d
}

// spans builds the gantt chart: an item is [from, to, row, words beside it].
func spans(c *report.Chart) drawing {
	d := drawing{frame: frame{X: valueAxis(c, c.X)}}
	chart := charts.NewCustom()
	chart.SetGlobalOptions(globals(c, "item", numberX(d.frame.X, c.X.Title), namesY(c.Y))...)
	for _, s := range c.Series {
		data := make([]opts.CustomData, len(s.Points))
		for i, p := range s.Points {
			data[i] = item(p.Label, known(p.Lo), known(p.Hi), p.Y)
			if p.State != "" {
				data[i].Value = append(data[i].Value.([]any), clean(p.State, maxName))
			}
		}
		fn := types.FuncStr("$fn:span")
		if s.Thin {
			fn = "$fn:wait"
		}
		addCustom(chart, s.Name, fn, data, opts.Encode{X: []int{0, 1}, Y: 2})
		d.roles = append(d.roles, s.Role)
	}
	chart.Validate()
	d.option = chart.JSON()
	return d
}

func item(label string, values ...any) opts.CustomData {
	return opts.CustomData{Name: clean(label, maxTitle), Value: values}
}

func addCustom(chart *charts.Custom, name string, fn types.FuncStr, data []opts.CustomData, encode opts.Encode) {
	chart.AddSeries(clean(name, maxName), data,
		charts.WithCustomChartOpts(opts.CustomChart{RenderItem: fn}), charts.WithEncodeOpts(encode))
}

// lanes is how many series stand side by side in a row: one where each category
// belongs to one series, else all of them. Dots without intervals take no line of
// their own.
func lanes(c *report.Chart) int {
	if c.Kind == report.Dumbbell {
		return 1
	}
	owner := map[float64]int{}
	for i, s := range c.Series {
		for _, p := range s.Points {
			if c.Kind == report.Dots && p.Lo == nil && p.Hi == nil {
				continue
			}
			if first, taken := owner[p.Y]; taken && first != i {
				return len(c.Series)
			}
			owner[p.Y] = i
		}
	}
	return 1
}
