package present

import (
	"fmt"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// causeChart draws the causes by the time that went into what stopped, the largest
// first, each with its share and the share of all down to it.
func causeChart(all []report.StopCause) *report.Chart {
	var names []string
	s := report.Series{Name: "Time in them", Role: report.RoleBad}
	total, n, untimed := 0.0, int64(0), int64(0)
	for _, c := range all {
		total += c.LostS.Value
	}
	upTo := cumulative(all)
	for i, c := range all {
		if c.Cause == metric.CauseUnknown {
			continue // it may still run
		}
		if !c.LostS.OK || c.LostS.Value == 0 {
			untimed += c.Count
			continue
		}
		v := c.LostS.Value
		label := fmt.Sprintf("%s, %s", unit.Seconds.Format(v), words.Plural(int(c.Count), "unit"))
		if len(names) > 0 {
			label += fmt.Sprintf(", %s so far", unit.Ratio.Format(upTo[i].Value))
		} else {
			label += fmt.Sprintf(", %s of all", unit.Ratio.Format(v/total))
		}
		s.Points = append(s.Points, report.Point{X: v, Y: float64(len(names)), Value: &v, Label: label})
		names = append(names, c.Cause)
		n += c.Count
	}
	if len(names) == 0 {
		return nil
	}
	c := &report.Chart{ID: "causes", Title: fmt.Sprintf("Most time was lost to %s: %s of the %s that went into what stopped", names[0], unit.Seconds.Format(*s.Points[0].Value), unit.Seconds.Format(total)),
		N: fmt.Sprintf("n = %s that stopped early", words.Plural(int(n), "unit")), Kind: report.Bars,
		X: report.Axis{Title: "Time in them", Unit: unit.Seconds}, Y: report.Axis{Categories: names}, Series: []report.Series{s}}
	if len(names) == 1 {
		c.Title = fmt.Sprintf("All of the %s that went into what stopped was lost to %s", unit.Seconds.Format(total), names[0])
	}
	if untimed > 0 {
		c.N += fmt.Sprintf("; %s more have no time", words.Count(untimed))
	}
	return c
}

// cumulative is for each cause the share of all lost time that it makes up together
// with those before it.
func cumulative(all []report.StopCause) []report.Number {
	total, sum := 0.0, 0.0
	for _, c := range all {
		total += c.LostS.Value
	}
	out := make([]report.Number, len(all))
	for i, c := range all {
		sum += c.LostS.Value
		out[i] = report.Missing(string(stat.ReasonNoData))
		if total > 0 && c.LostS.OK {
			out[i] = report.Known(sum / total)
		}
	}
	return out
}
