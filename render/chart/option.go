package chart

import (
	"encoding/json"
	"fmt"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"runreport/analyze/report"
	"runreport/unit"
)

// Functions of the chart script that an option names.
const (
	fnTip   types.FuncStr = "$fn:tip"
	fnValue types.FuncStr = "$fn:value"
)

// frame is the part of the option that ECharts has no word for: what the chart
// script needs to lay the chart out and to name what is in it.
type frame struct {
	Kind    report.ChartKind `json:"kind"`
	Title   string           `json:"title"`
	N       string           `json:"n"`
	X       *axis            `json:"x,omitempty"`
	Y       *axis            `json:"y,omitempty"`
	Lanes   int              `json:"lanes,omitempty"`  // series side by side in a row
	Points  int              `json:"points"`           // that can be drawn
	Marks   []mark           `json:"marks,omitempty"`  //
	States  []state          `json:"states,omitempty"` // of a matrix
	Cutoff  string           `json:"cutoff,omitempty"` // what the ticks on a step curve are
	Unit    unit.Unit        `json:"unit,omitempty"`   // of a heat's numbers
	Most    float64          `json:"most,omitempty"`   // the largest magnitude of a heat
	Rising  report.Role      `json:"rising,omitempty"` // what a heat's numbers above zero are
	Falling report.Role      `json:"falling,omitempty"`
}

type mark struct {
	Name string      `json:"name"`
	Role report.Role `json:"role"`
	At   float64     `json:"at"`
	To   *float64    `json:"to,omitempty"`
	OnX  bool        `json:"x,omitempty"`
}

type state struct {
	Name string      `json:"name"`
	Role report.Role `json:"role"`
	Sign string      `json:"sign"`
}

// drawing is a chart in the making: what go-echarts built, and what it has no
// field for. roles runs parallel to the option's series.
type drawing struct {
	option map[string]any
	frame  frame
	roles  []report.Role
}

// Option returns the chart's ECharts option as JSON: minimal, the same bytes for
// the same chart, and safe to stand in a <script type="application/json">. Names
// that begin with "$fn:" and the member "chart" are for the chart script, which
// has to prepare the option before ECharts draws it.
//
// A value or limit that is missing or not finite is null, drawn as a gap. The
// error says which point or mark cannot be placed.
func Option(c *report.Chart) ([]byte, error) {
	if err := validate(c); err != nil {
		return nil, err
	}
	var d drawing
	switch c.Kind {
	case report.Dots, report.Dumbbell, report.Ranges:
		d = rows(c)
	case report.Spans:
		d = spans(c)
	case report.Bars, report.Columns:
		d = bars(c)
	case report.Lines, report.Steps:
		d = lines(c)
	case report.Matrix:
		d = matrix(c)
	case report.Heat:
		d = heat(c)
	}
	d.describe(c)
	option, err := d.json()
	if err != nil {
		return nil, fmt.Errorf("chart %s: %w", c.ID, err)
	}
	return option, nil
}

// globals are the settings that every kind shares. The chart script words the
// tooltip; go-echarts' own defaults for the rest are taken out again in json.
func globals(c *report.Chart, trigger string, x opts.XAxis, y opts.YAxis) []charts.GlobalOpts {
	label := clean(c.Title, maxTitle)
	if text := describe(c); text != "" {
		label += ". " + text
	}
	return []charts.GlobalOpts{
		charts.WithInitializationOpts(opts.Initialization{ChartID: c.ID}),
		charts.WithTooltipOpts(opts.Tooltip{Trigger: trigger, Formatter: fnTip}),
		charts.WithAriaOpts(&opts.Aria{Enabled: opts.Bool(true), Label: &opts.AriaLabel{Description: label}}),
		charts.WithXAxisOpts(x),
		charts.WithYAxisOpts(y),
	}
}

func axisType(a *axis) string {
	if a.Log {
		return "log"
	}
	return "value"
}

func numberX(a *axis, title string) opts.XAxis {
	return opts.XAxis{Type: axisType(a), Name: clean(title, maxName), AxisLabel: &opts.AxisLabel{Formatter: fnValue}}
}

func numberY(a *axis, title string) opts.YAxis {
	return opts.YAxis{Type: axisType(a), Name: clean(title, maxName), AxisLabel: &opts.AxisLabel{Formatter: fnValue}}
}

// namesY runs a list of names down the page, the first at the top.
func namesY(a report.Axis) opts.YAxis {
	return opts.YAxis{Type: "category", Name: clean(a.Title, maxName), Inverse: opts.Bool(true), Data: cleanAll(a.Categories)}
}

func namesX(a report.Axis) opts.XAxis {
	return opts.XAxis{Type: "category", Name: clean(a.Title, maxName)}
}

// describe fills in what every kind tells the chart script.
func (d *drawing) describe(c *report.Chart) {
	d.frame.Kind, d.frame.Title, d.frame.N = c.Kind, clean(c.Title, maxTitle), clean(c.N, maxTitle)
	for _, m := range c.Marks {
		d.frame.Marks = append(d.frame.Marks, mark{clean(m.Name, maxName), m.Role, m.At, m.To, m.OnX})
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if known(p.Value) != nil || c.Kind == report.Spans || c.Kind == report.Matrix {
				d.frame.Points++
			}
		}
	}
}

// The parts of an option that go-echarts has no room for, or writes more of than is meant. A field of these takes
// the place of the one inside that JSON knows by the same name.
type (
	series struct {
		charts.SingleSeries
		Role report.Role `json:"role"`
	}
	xAxis struct {
		opts.XAxis
		AxisLabel *axisLabel `json:"axisLabel,omitempty"`
	}
	yAxis struct {
		opts.YAxis
		AxisLabel *axisLabel `json:"axisLabel,omitempty"`
	}
	// axisLabel leaves out two settings for which go-echarts writes null where they were left alone.
	axisLabel struct {
		*opts.AxisLabel
		ShowMinLabel types.Bool `json:"showMinLabel,omitempty"`
		ShowMaxLabel types.Bool `json:"showMaxLabel,omitempty"`
	}
)

func labelOf(l *opts.AxisLabel) *axisLabel {
	if l == nil {
		return nil
	}
	return &axisLabel{l, l.ShowMinLabel, l.ShowMaxLabel}
}

// json writes the option: what go-echarts built, less the defaults it adds to
// every chart, plus the roles and the frame.
func (d *drawing) json() ([]byte, error) {
	for _, unused := range []string{"color", "legend", "title", "toolbox"} {
		delete(d.option, unused)
	}
	xAxes, yAxes, all := []xAxis{}, []yAxis{}, []series{}
	for _, a := range d.option["xAxis"].([]opts.XAxis) {
		xAxes = append(xAxes, xAxis{a, labelOf(a.AxisLabel)})
	}
	for _, a := range d.option["yAxis"].([]opts.YAxis) {
		yAxes = append(yAxes, yAxis{a, labelOf(a.AxisLabel)})
	}
	for i, s := range d.option["series"].(charts.MultiSeries) {
		all = append(all, series{s, d.roles[i]})
	}
	d.option["xAxis"], d.option["yAxis"], d.option["series"], d.option["chart"] = xAxes, yAxes, all, d.frame
	return json.Marshal(d.option)
}
