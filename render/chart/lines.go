package chart

import (
	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"

	"runreport/analyze/report"
)

// lines builds lines and step curves. An item of a line is [x, value], of the
// band around it [x, lo, hi], of the cut-offs on a step curve (the points with a
// State) [x, value].
func lines(c *report.Chart) drawing {
	d := drawing{frame: frame{Y: valueAxis(c, c.Y)}}
	x := namesX(c.X)
	if len(c.X.Categories) == 0 {
		d.frame.X = positionAxis(c, c.X)
		x = numberX(d.frame.X, c.X.Title)
	}
	chart := charts.NewLine()
	chart.SetGlobalOptions(globals(c, "axis", x, numberY(d.frame.Y, c.Y.Title))...)
	if d.frame.X == nil {
		chart.SetXAxis(cleanAll(c.X.Categories))
	}
	for _, s := range c.Series {
		data := make([]opts.LineData, len(s.Points))
		for i, p := range s.Points {
			data[i] = opts.LineData{Name: clean(p.Label, maxTitle), Value: []any{p.X, known(p.Value)}}
		}
		line := opts.LineChart{}
		if c.Kind == report.Steps {
			line.Step = "end"
		}
		chart.AddSeries(clean(s.Name, maxName), data, charts.WithLineChartOpts(line))
		d.roles = append(d.roles, s.Role)
	}
	around := charts.NewCustom()
	for _, s := range c.Series {
		if data := bandData(s); data != nil {
			addCustom(around, "", "$fn:band", data, opts.Encode{X: 0, Y: []int{1, 2}})
			d.roles = append(d.roles, s.Role)
		}
	}
	for _, s := range c.Series {
		if data := cutoffData(c, s); data != nil {
			d.frame.Cutoff = clean(cutoffName(s), maxName)
			addCustom(around, "", "$fn:cutoff", data, opts.Encode{X: 0, Y: 1})
			d.roles = append(d.roles, s.Role)
		}
	}
	chart.Overlap(around)
	chart.Validate()
	d.option = chart.JSON()
	return d
}

// bandData is nil where no point has both limits.
func bandData(s report.Series) []opts.CustomData {
	var data []opts.CustomData
	banded := false
	for _, p := range s.Points {
		lo, hi := known(p.Lo), known(p.Hi)
		if lo == nil || hi == nil {
			lo, hi = nil, nil
		}
		banded = banded || lo != nil
		data = append(data, item("", p.X, lo, hi))
	}
	if !banded {
		return nil
	}
	return data
}

// cutoffName is what the series' cut-offs are called: the first one's State.
func cutoffName(s report.Series) string {
	for _, p := range s.Points {
		if p.State != "" {
			return p.State
		}
	}
	return ""
}

func cutoffData(c *report.Chart, s report.Series) []opts.CustomData {
	var data []opts.CustomData
	for _, p := range s.Points {
		if c.Kind == report.Steps && p.State != "" {
			data = append(data, item("", p.X, known(p.Value)))
		}
	}
	return data
}
