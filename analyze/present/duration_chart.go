package present

import (
	"cmp"
	"fmt"
	"slices"
	"sort"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// manyTimes is by how much the longest bar has to exceed the shortest for the axis to
// be logarithmic, since the short ones could not be told apart otherwise.
const manyTimes = 200

// attemptChart draws the attempts of each step that converged beside those that
// failed, the slowest step first.
func attemptChart(all []report.AttemptDuration, collective map[[2]string]bool) *report.Chart {
	byStep := map[metric.StepName]*[2]*report.AttemptDuration{}
	var order []metric.StepName
	n := [2]int64{}
	for i, r := range all {
		k := metric.Step(r.System, r.Subject, r.Step)
		if byStep[k] == nil {
			byStep[k] = &[2]*report.AttemptDuration{}
			order = append(order, k)
		}
		side := 0
		if !r.Converged {
			side = 1
		}
		byStep[k][side] = &all[i]
		n[side] += r.N
	}
	median := func(k metric.StepName, side int) float64 {
		if r := byStep[k][side]; r != nil {
			return r.P50S.Value
		}
		return 0
	}
	slices.SortStableFunc(order, func(x, y metric.StepName) int {
		return cmp.Or(cmp.Compare(median(y, 0), median(x, 0)), cmp.Compare(median(y, 1), median(x, 1)))
	})
	steps := len(order)
	order = order[:min(steps, maxDots)]
	several := slices.ContainsFunc(order, func(k metric.StepName) bool { return k.Subject != order[0].Subject })
	var names []string
	rows := [2][]report.AttemptDuration{}
	for i := range rows {
		rows[i] = make([]report.AttemptDuration, len(order))
	}
	for y, k := range order {
		names = append(names, name(k.Subject, k.Step, several))
		for side, r := range byStep[k] {
			if r != nil {
				rows[side][y] = *r
			}
		}
	}
	if len(order) == 0 {
		return nil
	}
	title := fmt.Sprintf("Longest attempts: %s, median %s", theStep(names[0], collective[[2]string{order[0].System, order[0].Step}]), unit.Seconds.Format(median(order[0], 0)))
	if byStep[order[0]][0] == nil {
		title = fmt.Sprintf("No attempt passed; those at %s failed after a median of %s", theStep(names[0], collective[[2]string{order[0].System, order[0].Step}]), unit.Seconds.Format(median(order[0], 1)))
	}
	c := ranges("attempt-durations", title, fmt.Sprintf("n = %s attempts that passed and %s that failed; tick: median, bar: to the longest", words.Count(n[0]), words.Count(n[1])), names, rows[0])
	if steps > len(order) {
		c.N += fmt.Sprintf("; the slowest %s of %s steps", words.Count(len(order)), words.Count(steps))
	}
	c.Series[0].Name = "passed"
	failed := rangeSeries("failed", report.RoleBad, rows[1])
	if len(c.Series[0].Points) == 0 {
		c.Series = nil
	}
	if len(failed.Points) > 0 {
		c.Series = append(c.Series, failed)
	}
	c.X.Log = wide(c)
	return c
}

// commandChart draws the commands that take longest.
func commandChart(all []report.AttemptDuration) *report.Chart {
	top := all[:min(len(all), maxDots)]
	var names []string
	n := int64(0)
	for _, r := range top {
		names = append(names, name(r.Subject, r.Step, differ(top)))
		n += r.N
	}
	if len(top) == 0 {
		return nil
	}
	title := fmt.Sprintf("Slowest command: %s, median %s", names[0], unit.Seconds.Format(top[0].P50S.Value))
	c := ranges("command-durations", title, fmt.Sprintf("n = %s runs of these commands; tick: median, bar: to the longest", words.Count(n)), names, top)
	if len(all) > len(top) {
		c.N += fmt.Sprintf("; the slowest %s of %s", words.Count(len(top)), words.Count(len(all)))
	}
	c.X.Log = wide(c)
	return c
}

// ranges draws the middle and the longest of several samples.
func ranges(id, title, n string, names []string, rows []report.AttemptDuration) *report.Chart {
	zero := 0.0
	return &report.Chart{ID: id, Title: title, N: n, Kind: report.Ranges, X: report.Axis{Title: "Duration", Unit: unit.Seconds, Min: &zero},
		Y: report.Axis{Categories: names}, Series: []report.Series{rangeSeries("median to maximum", report.RoleA, rows)}}
}

// rangeSeries has a point for each row that has attempts.
func rangeSeries(name string, role report.Role, rows []report.AttemptDuration) report.Series {
	s := report.Series{Name: name, Role: role}
	for y, r := range rows {
		if !r.P50S.OK || !r.MaxS.OK {
			continue
		}
		mid, lo, hi := r.P50S.Value, r.P50S.Value, r.MaxS.Value
		label := fmt.Sprintf("%s to %s, n = %s", unit.Seconds.Format(mid), unit.Seconds.Format(hi), words.Count(r.N))
		if r.N == 1 {
			label = unit.Seconds.Format(mid) + ", n = 1"
		}
		s.Points = append(s.Points, report.Point{X: mid, Y: float64(y), Value: &mid, Lo: &lo, Hi: &hi, Label: label})
	}
	return s
}

// wide reports whether the chart's numbers are many times apart.
func wide(c *report.Chart) bool {
	shortest, longest := 0.0, 0.0
	for _, s := range c.Series {
		for _, p := range s.Points {
			if v := *p.Value; v > 0 && (shortest == 0 || v < shortest) {
				shortest = v
			}
			longest = max(longest, *p.Hi)
		}
	}
	return shortest > 0 && longest > manyTimes*shortest
}

func survivalChart(v report.Survival) *report.Chart {
	s := report.Series{Name: "still going", Role: report.RoleA}
	one := 1.0
	s.Points = append(s.Points, report.Point{X: 0, Y: 1, Value: &one, Label: "start"})
	for _, p := range v.Curve {
		y := p[1]
		s.Points = append(s.Points, report.Point{X: p[0], Y: y, Value: &y, Label: fmt.Sprintf("%s still going after %s", unit.Ratio.Format(y), unit.Seconds.Format(p[0]))})
	}
	for _, at := range v.CutOffs {
		y := stillGoing(v.Curve, at)
		s.Points = append(s.Points, report.Point{X: at, Y: y, Value: &y, State: "cut off", Label: "cut off after " + unit.Seconds.Format(at)})
	}
	slices.SortStableFunc(s.Points, func(x, y report.Point) int { return cmp.Compare(x.X, y.X) })
	zero := 0.0
	id := "survival-" + v.System
	title := fmt.Sprintf("Attempts of %ss: median not reached (Kaplan–Meier, %s censored)", v.Noun, words.Count(v.Censored))
	if v.P50S.OK {
		title = fmt.Sprintf("Attempts of %ss: median %s (Kaplan–Meier, %s censored)", v.Noun, unit.Seconds.Format(v.P50S.Value), words.Count(v.Censored))
	}
	return &report.Chart{ID: id, Title: title,
		N: fmt.Sprintf("n = %s, %s ended by themselves, %s cut off", words.Count(v.N), words.Count(v.Events), words.Count(v.Censored)), Kind: report.Steps,
		X: report.Axis{Title: "Time since the start", Unit: unit.Seconds, Min: &zero}, Y: report.Axis{Title: "Still going", Unit: unit.Ratio, Min: &zero, Max: &one},
		Series: []report.Series{s}, Table: survivalTable(id, s.Points)}
}

// survivalTable is the curve in numbers, with the cut-offs between its steps.
func survivalTable(id string, points []report.Point) *report.Table {
	columns := []report.Column{right("After"), right("Still going"), left("What")}
	rows := firstRows{limit: manyRows}
	for i := range points {
		rows.add(func() report.Row {
			p := &points[i]
			what := p.State
			if what == "" && p.X > 0 {
				what = "ended"
			}
			return report.Row{Cells: []report.Cell{num(report.Known(p.X), unit.Seconds), num(report.Known(*p.Value), unit.Ratio), text(what)}}
		})
	}
	return rows.table(id+"-data", "How many attempts were still going after how long.", "", columns)
}

// stillGoing is the share of attempts that the curve, whose times ascend, says take longer than at.
func stillGoing(curve [][2]float64, at float64) float64 {
	later := sort.Search(len(curve), func(i int) bool { return !(curve[i][0] <= at) })
	if later == 0 {
		return 1
	}
	return curve[later-1][1]
}
