package render

import (
	"fmt"
	"math"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// leastForChange is how many runs or steps a figure needs for its change to be shown: that
// of a single run says nothing.
const leastForChange = 3

func briefFigure(f report.KeyFigure) BriefFigure {
	u := unit.Unit(f.Unit)
	x := BriefFigure{Title: f.Title, Value: figureValue(u, f.Value), Note: f.Note, Section: f.Section, Points: f.Series}
	if u != unit.Ratio && f.JobsTotal > 1 { // a time, cost or number of tokens of things that are unlike
		x.Title += fmt.Sprintf(", %s jobs", grouped(f.JobsTotal))
	}
	if !f.Before.OK {
		x.Note, x.NoValue = "", f.Note
	}
	if u == unit.Ratio && f.Num.OK && f.Den.OK {
		x.Value, x.Share = fmt.Sprintf("%s of %s", grouped(f.Num.Value), grouped(f.Den.Value)), figureValue(u, f.Value)
	}
	x.Of = figureParts(u, f.Parts)
	if f.Before.OK && f.Value.OK {
		x.Before, x.Change = figureValue(u, f.Before), figureChange(u, f.Before.Value, f.Value.Value)
		if f.Den.OK && f.Den.Value < leastForChange {
			x.Change, x.Note = "", fmt.Sprintf("n = %d", f.Den.Value)
		}
	}
	return x
}

// figureParts is a key figure of each model or agent: "m-1 10 of 12, m-2 5 of 12". It is empty
// where all have the same.
func figureParts(u unit.Unit, parts []report.FigurePart) string {
	var said []string
	values := map[string]bool{}
	for _, p := range parts {
		value := figureValue(u, p.Value)
		if u == unit.Ratio && p.Num.OK && p.Den.OK {
			value = fmt.Sprintf("%s of %s", grouped(p.Num.Value), grouped(p.Den.Value))
		}
		values[value] = true
		said = append(said, middle(p.Name, partName)+" "+value)
	}
	if len(values) < 2 {
		return ""
	}
	shown, more := upTo(namedParts, said)
	text := strings.Join(shown, ", ")
	if len(more) > 0 {
		text += " and " + grouped(int64(len(more))) + " more"
	}
	return text
}

// figureValue writes a key figure. One without a unit is recall, a mean of shares.
func figureValue(u unit.Unit, n report.Number) string {
	switch {
	case n.OK && u == unit.None:
		return unit.Fixed(n.Value, 2)
	case n.OK && u == unit.Tokens:
		n.Value = math.Round(n.Value)
	}
	return shown(u, n)
}

// figureChange is the difference of shares in points, of recall as it is, and of all else
// relative to the value before: "−12 points", "+0.04", "+30 %".
func figureChange(u unit.Unit, before, now float64) string {
	text, zero := "", ""
	switch {
	case u == unit.Ratio:
		text, zero = unit.Signed((now-before)*100, 0), "0"
	case u == unit.None:
		text, zero = unit.Signed(now-before, 2), "0.00"
	case before == 0:
		return ""
	default:
		text, zero = unit.Signed((now/before-1)*100, 0), "0"
	}
	number := strings.TrimLeft(text, "+−")
	if number == zero {
		return "unchanged"
	}
	if u == unit.Ratio && number == "1" {
		text += " point"
	} else if u == unit.Ratio {
		text += " points"
	} else if u != unit.None {
		text += " %"
	}
	return text
}

// shown is a number in its unit, or n/a.
func shown(u unit.Unit, n report.Number) string {
	if !n.OK {
		return unit.NotAvailable
	}
	return u.Format(n.Value)
}

// sparkPath is the line of a small chart in a field of 100 by 22, as the d of an SVG path,
// with gaps where values are missing. It is empty below two values.
func sparkPath(points []report.FigurePoint) string {
	lo, hi, known := math.Inf(1), math.Inf(-1), 0
	for _, p := range points {
		if p.Value.OK {
			lo, hi = min(lo, p.Value.Value), max(hi, p.Value.Value)
			known++
		}
	}
	if known < 2 {
		return ""
	}
	var b strings.Builder
	pen := "M"
	for i, p := range points {
		if !p.Value.OK {
			pen = "M"
			continue
		}
		y := 11.0
		if hi > lo {
			y = 19 - 16*(p.Value.Value-lo)/(hi-lo)
		}
		fmt.Fprintf(&b, "%s%.1f %.1f", pen, 2+96*float64(i)/float64(len(points)-1), y)
		pen = "L"
	}
	return b.String()
}
