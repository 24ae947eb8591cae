package chart

import (
	"fmt"
	"math"

	"runreport/analyze/report"
	"runreport/unit"
)

// stillCases are charts at the edges of what a still picture has to draw.
func stillCases() (all []*report.Chart) {
	roles := []report.Role{
		report.RoleBefore, report.RoleAfter, report.RoleGood, report.RoleBad, report.RoleWarn, report.RoleNeutral,
		report.RoleUnknown, report.RoleA, report.RoleB, report.RoleC, report.RoleD, report.RoleE, report.RoleF,
	}
	add := func(c *report.Chart) {
		c.ID = fmt.Sprintf("case-%d", len(all))
		c.Title = "case"
		all = append(all, c)
	}
	number := func(v float64) *float64 { return &v }
	series := func(n int, value func(series, i int) *float64) (list []report.Series) {
		for s, role := range roles {
			one := report.Series{Name: "series " + string(role), Role: role}
			for i := range n {
				one.Points = append(one.Points, report.Point{X: float64(i), Y: float64(i), Value: value(s, i)})
			}
			list = append(list, one)
		}
		return list
	}
	var names []string
	for i := range 24 {
		names = append(names, fmt.Sprintf("a name of category %d", i))
	}
	piled := func(s, i int) *float64 {
		if (s+i)%5 == 0 {
			return nil
		}
		return number(float64((s*7+i*3)%11 - 4))
	}
	value := report.Axis{Title: "value", Unit: unit.Count}
	short := value
	short.Min, short.Max = number(-2), number(3)
	for _, axis := range []report.Axis{value, short} {
		add(&report.Chart{Kind: report.Bars, X: axis, Y: report.Axis{Categories: names[:6]}, Series: series(6, piled)})
		add(&report.Chart{Kind: report.Columns, X: report.Axis{Categories: names}, Y: axis, Series: series(24, piled)})
	}
	add(&report.Chart{Kind: report.Bars, X: value, Y: report.Axis{Categories: names[:6]}, Series: series(6, piled)[6:7]})
	add(&report.Chart{Kind: report.Lines, X: report.Axis{Title: "at", Categories: names}, Y: short, Series: series(24, piled)})
	add(&report.Chart{Kind: report.Lines, X: report.Axis{Title: "at", Unit: unit.Seconds, Time: true}, Y: value, Series: series(1, piled)})
	wave := func(s, i int) *float64 {
		if i%97 < s%3 {
			return nil
		}
		return number(1.5 + math.Sin(float64(i)/40+float64(s)) + math.Mod(float64(i*i), 7)/20)
	}
	log := report.Axis{Title: "value", Unit: unit.Seconds, Log: true}
	for _, n := range []int{40, 41, 900, 1500, 4000} {
		add(&report.Chart{Kind: report.Lines, X: report.Axis{Unit: unit.Count}, Y: value, Series: series(n, wave)[:3]})
		add(&report.Chart{Kind: report.Steps, X: log, Y: report.Axis{Unit: unit.Ratio}, Series: series(n, wave)[3:6]})
	}
	var states []report.State
	cells := report.Series{}
	for i, role := range roles {
		states = append(states, report.State{Name: "state " + string(role), Role: role, Sign: string(rune('a' + i))})
		for x := range 24 {
			cells.Points = append(cells.Points, report.Point{X: float64(x), Y: float64(i), State: "state " + string(role)})
		}
	}
	states[3].Sign = ""
	add(&report.Chart{Kind: report.Matrix, X: report.Axis{Categories: names}, Y: report.Axis{Categories: names[:13]}, States: states, Series: []report.Series{cells}})
	for _, kind := range []report.ChartKind{report.Dots, report.Dumbbell, report.Ranges} {
		list := series(6, piled)
		for s := range list {
			for i := range list[s].Points {
				p := &list[s].Points[i]
				p.X = 0
				if s%3 > 0 && p.Value != nil {
					p.Lo, p.Hi = number(*p.Value-0.25*float64(i)), number(*p.Value+0.5*float64(s))
				}
			}
		}
		add(&report.Chart{Kind: kind, X: value, Y: report.Axis{Categories: names[:6]}, Series: list, Marks: []report.Mark{{Name: "level", Role: report.RoleWarn, At: 1}}})
	}
	spans := series(6, piled)
	for s := range spans {
		spans[s].Thin = s%4 == 3
		for i := range spans[s].Points {
			p := &spans[s].Points[i]
			from := float64(1772323200 + s*600 + i*1700)
			p.Lo, p.Hi, p.State, p.Value = number(from), number(from+float64(i*333)), names[s], nil
			if s == 5 {
				p.Hi = nil
			}
		}
	}
	add(&report.Chart{Kind: report.Spans, X: report.Axis{Unit: unit.Seconds, Time: true}, Y: report.Axis{Categories: names[:6]}, Series: spans})
	for _, kind := range []report.ChartKind{report.Bars, report.Lines, report.Matrix, report.Heat, report.Spans} {
		add(&report.Chart{Kind: kind})
	}
	return all
}
