package chart

import (
	"errors"
	"fmt"
	"math"
	"regexp"

	"runreport/analyze/report"
)

// maxPoints bounds a chart. A reader tells nothing apart in more, and a static
// picture of more takes minutes.
const maxPoints = 20000

var validID = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)

// horizontal says that the categories of a kind run down the page.
func horizontal(k report.ChartKind) bool {
	switch k {
	case report.Dots, report.Dumbbell, report.Ranges, report.Bars, report.Spans:
		return true
	}
	return false
}

func gridKind(k report.ChartKind) bool { return k == report.Matrix || k == report.Heat }

// validate refuses what cannot be drawn truthfully. Values and limits that are
// not finite are not errors: they are drawn as the gap they are.
func validate(c *report.Chart) error {
	switch {
	case c == nil:
		return errors.New("chart: no chart")
	case !validID.MatchString(c.ID):
		return fmt.Errorf("chart %q: the ID has to be of a-z, 0-9 and -", c.ID)
	}
	switch c.Kind {
	case report.Dots, report.Dumbbell, report.Ranges, report.Bars, report.Columns, report.Lines,
		report.Steps, report.Matrix, report.Heat, report.Spans:
	default:
		return fmt.Errorf("chart %s: unknown kind %q", c.ID, c.Kind)
	}
	points := 0
	for _, s := range c.Series {
		points += len(s.Points)
		for i, p := range s.Points {
			if err := validatePoint(c, p); err != nil {
				return fmt.Errorf("chart %s: series %q: point %d: %w", c.ID, s.Name, i, err)
			}
		}
	}
	if cells := len(c.X.Categories) + len(c.Y.Categories); points > maxPoints || cells > maxPoints {
		return fmt.Errorf("chart %s: %d points in %d categories, more than %d", c.ID, points, cells, maxPoints)
	}
	for _, m := range c.Marks {
		if !finite(m.At) || (m.To != nil && !finite(*m.To)) {
			return fmt.Errorf("chart %s: mark %q is not at a number", c.ID, m.Name)
		}
	}
	return nil
}

func validatePoint(c *report.Chart, p report.Point) error {
	if horizontal(c.Kind) || gridKind(c.Kind) {
		if err := validateIndex("Y", p.Y, len(c.Y.Categories)); err != nil {
			return err
		}
	}
	switch {
	case gridKind(c.Kind), c.Kind == report.Columns, !horizontal(c.Kind) && len(c.X.Categories) > 0:
		if err := validateIndex("X", p.X, len(c.X.Categories)); err != nil {
			return err
		}
	case !horizontal(c.Kind) && !finite(p.X):
		return fmt.Errorf("x is %v", p.X)
	}
	if c.Kind == report.Matrix && stateIndex(c, p.State) < 0 {
		return fmt.Errorf("state %q is not one of the chart's", p.State)
	}
	return nil
}

func validateIndex(axis string, v float64, n int) error {
	if v != math.Trunc(v) || v < 0 || v >= float64(n) {
		return fmt.Errorf("%s is %v, not one of %d categories", axis, v, n)
	}
	return nil
}

func stateIndex(c *report.Chart, name string) int {
	for i, s := range c.States {
		if s.Name == name {
			return i
		}
	}
	return -1
}

func finite(v float64) bool { return !math.IsNaN(v) && !math.IsInf(v, 0) }

// known is v where it is a finite number, else nil: null in JSON, a gap in the
// drawing.
func known(v *float64) any {
	if v == nil || !finite(*v) {
		return nil
	}
	return *v
}
