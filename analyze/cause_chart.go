package analyze

import (
	"fmt"

	"runreport/analyze/report"
	"runreport/unit"
)

// causeChart draws the causes by the time that went into the runs that stopped.
func causeChart(all []report.StopCause) *report.Chart {
	var names []string
	s := report.Series{Name: "time in runs that stopped", Role: report.RoleBad}
	total, n := 0.0, int64(0)
	for _, c := range all {
		if !c.LostS.OK || c.LostS.Value == 0 {
			continue
		}
		v := c.LostS.Value
		s.Points = append(s.Points, report.Point{X: v, Y: float64(len(names)), Value: &v, Label: fmt.Sprintf("%s in %s", unit.Seconds.Format(v), plural(int(c.Count), "unit"))})
		names = append(names, c.Cause)
		total, n = total+v, n+c.Count
	}
	if len(names) < 2 {
		return nil
	}
	return &report.Chart{ID: "causes", Title: fmt.Sprintf("%s took most of the time that stopped runs had used: %s of %s", names[0], unit.Seconds.Format(*s.Points[0].Value), unit.Seconds.Format(total)),
		N: fmt.Sprintf("n = %s that stopped early", plural(int(n), "unit")), Kind: report.Bars,
		X: report.Axis{Title: "Time in them", Unit: unit.Seconds}, Y: report.Axis{Categories: names}, Series: []report.Series{s}}
}
