package chart

import (
	"math"

	"github.com/go-echarts/go-echarts/v2/charts"
	"github.com/go-echarts/go-echarts/v2/opts"
	"github.com/go-echarts/go-echarts/v2/types"

	"runreport/analyze/report"
	"runreport/unit"
)

// matrix builds the grid of states: an item is [column, row, state].
func matrix(c *report.Chart) drawing {
	d := cells(c, "$fn:cell", func(p report.Point) any { return stateIndex(c, p.State) })
	for _, s := range c.States {
		d.frame.States = append(d.frame.States, state{clean(s.Name, maxName), s.Role, middle(clean(s.Sign, maxName), 2)})
	}
	return d
}

// heat builds the grid of numbers: an item is [column, row, value]. The first
// series' role says what numbers above zero are: good, bad, or neither.
func heat(c *report.Chart) drawing {
	d := cells(c, "$fn:heat", func(p report.Point) any { return known(p.Value) })
	d.frame.Unit = heatUnit(c)
	d.frame.Rising, d.frame.Falling = report.RoleA, report.RoleB
	if len(c.Series) > 0 {
		switch c.Series[0].Role {
		case report.RoleGood:
			d.frame.Rising, d.frame.Falling = report.RoleGood, report.RoleBad
		case report.RoleBad:
			d.frame.Rising, d.frame.Falling = report.RoleBad, report.RoleGood
		}
	}
	for _, s := range c.Series {
		for _, p := range s.Points {
			if v, ok := known(p.Value).(float64); ok {
				d.frame.Most = math.Max(d.frame.Most, math.Abs(v))
			}
		}
	}
	return d
}

// heatUnit is the unit of a heat's numbers: that of either axis, since neither is
// an axis of numbers.
func heatUnit(c *report.Chart) unit.Unit {
	if c.Y.Unit != unit.None {
		return c.Y.Unit
	}
	return c.X.Unit
}

// cells builds a grid; its series are one, since a cell belongs to a row and a
// column and nothing else.
func cells(c *report.Chart, fn types.FuncStr, value func(report.Point) any) drawing {
	var d drawing
	chart := charts.NewCustom()
	chart.SetGlobalOptions(globals(c, "item", namesX(c.X), namesY(c.Y))...)
	chart.SetXAxis(cleanAll(c.X.Categories))
	var data []opts.CustomData
	for _, s := range c.Series {
		for _, p := range s.Points {
			data = append(data, item(p.Label, p.X, p.Y, value(p)))
		}
	}
	if data != nil {
		addCustom(chart, "", fn, data, opts.Encode{X: 0, Y: 1})
		d.roles = append(d.roles, report.RoleNeutral)
	}
	chart.Validate()
	d.option = chart.JSON()
	return d
}
