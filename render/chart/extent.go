package chart

import (
	"math"

	"runreport/analyze/report"
	"runreport/unit"
)

// axis is what the chart script needs to lay out an axis of numbers.
type axis struct {
	Unit   unit.Unit  `json:"unit"`
	Time   bool       `json:"time,omitempty"` // Unix seconds
	Log    bool       `json:"log,omitempty"`
	Extent [2]float64 `json:"extent"` // of all that is drawn on it
	Min    *float64   `json:"min,omitempty"`
	Max    *float64   `json:"max,omitempty"`
}

// span collects the extent of numbers.
type span struct {
	lo, hi   float64
	positive bool // leave out what a logarithm cannot show
	seen     bool
}

func (s *span) add(values ...*float64) {
	for _, v := range values {
		if v == nil || !finite(*v) || (s.positive && *v <= 0) {
			continue
		}
		if !s.seen {
			s.lo, s.hi, s.seen = *v, *v, true
		}
		s.lo, s.hi = math.Min(s.lo, *v), math.Max(s.hi, *v)
	}
}

// marks adds the marks of one of the axes.
func (s *span) marks(c *report.Chart, onX bool) {
	for i := range c.Marks {
		if c.Marks[i].OnX == onX {
			s.add(&c.Marks[i].At, c.Marks[i].To)
		}
	}
}

// valueAxis is the extent of the measured numbers, on X for the charts of rows
// and on Y for the others.
func valueAxis(c *report.Chart, a report.Axis) *axis {
	stacked := c.Kind == report.Bars || c.Kind == report.Columns
	s := span{positive: a.Log && !stacked}
	for i := range c.Series {
		for j := range c.Series[i].Points {
			p := &c.Series[i].Points[j]
			s.add(p.Lo, p.Hi)
			if c.Kind != report.Spans {
				s.add(p.Value)
			}
		}
	}
	if stacked {
		addStacks(&s, c)
	}
	s.marks(c, false)
	return finish(s, a, stacked || c.Kind == report.Ranges || c.Kind == report.Steps)
}

// positionAxis is the extent of X where X is a number, not a list of names.
func positionAxis(c *report.Chart, a report.Axis) *axis {
	s := span{positive: a.Log}
	for i := range c.Series {
		for j := range c.Series[i].Points {
			s.add(&c.Series[i].Points[j].X)
		}
	}
	s.marks(c, true)
	return finish(s, a, c.Kind == report.Steps)
}

// finish takes in the axis's own limits and, where the data come near it or the
// drawing measures from it, zero.
func finish(s span, a report.Axis, zero bool) *axis {
	s.add(a.Min, a.Max)
	out := &axis{Unit: a.Unit, Time: a.Time, Log: s.positive && s.seen && !a.Time}
	if !out.Log && !a.Time {
		if !s.seen {
			s.lo, s.hi = 0, 1
		}
		near := s.lo > 0 && s.lo < s.hi/2 || s.hi < 0 && s.hi > s.lo/2
		if origin := 0.0; zero || near {
			s.add(&origin)
		}
	}
	if a.Unit == unit.Ratio && zero && s.hi > 0.8 && s.hi < 1 {
		s.hi = 1
	}
	out.Extent = [2]float64{s.lo, s.hi}
	if known(a.Min) != nil {
		out.Min = a.Min
	}
	if known(a.Max) != nil {
		out.Max = a.Max
	}
	return out
}

// addStacks adds what each category's pile reaches, upwards and downwards.
func addStacks(s *span, c *report.Chart) {
	up, down := map[float64]float64{}, map[float64]float64{}
	for _, series := range c.Series {
		for _, p := range series.Points {
			at := p.X
			if c.Kind == report.Bars {
				at = p.Y
			}
			v, ok := known(p.Value).(float64)
			if !ok {
				continue
			}
			if v > 0 {
				up[at] += v
			} else {
				down[at] += v
			}
			u, d := up[at], down[at]
			s.add(&u, &d)
		}
	}
}
