package render

import (
	"runreport/analyze/report"
	"runreport/unit"
)

func point(x, y, v, lo, hi float64, label string) report.Point {
	return report.Point{X: x, Y: y, Value: number(v), Lo: number(lo), Hi: number(hi), Label: label}
}

func benchmarks() []string { return []string{"httpd-mini", "zlib-mini", "lua-mini", "sqlite-mini"} }

func nights() []string {
	return []string{"03-01", "03-02", "03-03", "03-04", "03-05", "03-06", "03-07"}
}

func recallChart() *report.Chart {
	return &report.Chart{ID: "recall-change", Title: "stricter-triage cost httpd-mini 3 bugs and won sqlite-mini 2", N: "n = 4 benchmarks, 39 baseline bugs, one run a side", Kind: report.Dumbbell,
		X: report.Axis{Title: "Recall", Unit: unit.Ratio, Min: number(0), Max: number(1)}, Y: report.Axis{Categories: benchmarks()},
		Series: []report.Series{
			{Name: "before", Role: report.RoleBefore, Points: []report.Point{point(0, 0, 0.8, 0.49, 0.94, "8 of 10"), point(0, 1, 0.75, 0.41, 0.93, "6 of 8"), point(0, 2, 0.75, 0.47, 0.91, "9 of 12"), point(0, 3, 0.78, 0.45, 0.94, "7 of 9")}},
			{Name: "after", Role: report.RoleAfter, Points: []report.Point{point(0, 0, 0.5, 0.24, 0.76, "5 of 10"), point(0, 1, 0.75, 0.41, 0.93, "6 of 8"), point(0, 2, 0.75, 0.47, 0.91, "9 of 12"), point(0, 3, 1, 0.7, 1, "9 of 9")}}},
		Marks: []report.Mark{{Name: "floor", Role: report.RoleNeutral, At: 0.6}}}
}

func bugChart() *report.Chart {
	c := &report.Chart{ID: "bug-matrix", Title: "BUG-004 had never been missed before", N: "n = 5 bugs in 6 runs of httpd-mini", Kind: report.Matrix,
		X: report.Axis{Title: "Run", Categories: []string{"1", "2", "3", "4", "5", "6"}}, Y: report.Axis{Title: "Bug", Categories: []string{"BUG-004", "BUG-007", "BUG-009", "BUG-001", "BUG-002"}},
		States: []report.State{{Name: "found", Role: report.RoleGood, Sign: "●"}, {Name: "missed", Role: report.RoleNeutral, Sign: "·"}, {Name: "lost", Role: report.RoleBad, Sign: "×"}, {Name: "unknown", Role: report.RoleUnknown, Sign: "?"}}}
	var s report.Series
	for y := range 5 {
		for x := range 6 {
			state := "found"
			switch {
			case x == 5 && y < 3:
				state = "lost"
			case x == 2 && y == 3:
				state = "unknown"
			case (x+y)%5 == 4:
				state = "missed"
			}
			s.Points = append(s.Points, report.Point{X: float64(x), Y: float64(y), State: state, Label: state})
		}
	}
	c.Series = []report.Series{s}
	return c
}

func leverChart() *report.Chart {
	c := &report.Chart{ID: "levers", Title: "Only stricter-triage moved recall by more than the noise", N: "n = 3 levers", Kind: report.Heat,
		X: report.Axis{Title: "Lever", Categories: []string{"longer-context", "two-pass", "stricter-triage"}}, Y: report.Axis{Title: "Benchmark", Unit: unit.Points, Categories: benchmarks()}}
	s := report.Series{Name: "change of recall", Role: report.RoleGood}
	for i, v := range []float64{0, 0.1, -0.3, 0.12, 0, 0, 0.08, -0.08, 0, 0.11, 0, 0.22} {
		s.Points = append(s.Points, report.Point{X: float64(i % 3), Y: float64(i / 3), Value: number(v)})
	}
	c.Series = []report.Series{s}
	return c
}

func trajectoryChart() *report.Chart {
	c := &report.Chart{ID: "trajectory", Title: "Recall held for two cycles, then fell", N: "n = 7 nights", Kind: report.Lines, X: report.Axis{Categories: nights()}, Y: report.Axis{Title: "Recall", Unit: unit.Ratio},
		Marks: []report.Mark{{Name: "noise band", Role: report.RoleNeutral, At: 0.7, To: number(0.82)}}}
	for i, series := range [][]float64{{0.8, 0.78, 0.8, 0.8, 0.79, 0.52, 0.5}, {0.7, 0.7, 0.72, 0.78, 0.8, 0.95, 1}} {
		s := report.Series{Name: []string{"httpd-mini", "sqlite-mini"}[i], Role: []report.Role{report.RoleA, report.RoleB}[i]}
		for x, v := range series {
			p := point(float64(x), 0, v, v-0.08, min(1, v+0.08), "")
			if x == 3 && i == 0 {
				p = report.Point{X: 3}
			}
			s.Points = append(s.Points, p)
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func flakeChart() *report.Chart {
	return &report.Chart{ID: "flake-rates", Title: "integration-tests is the flakiest node: 4 of 12 runs", N: "n = 96 node runs over 12 nights", Kind: report.Dots,
		X: report.Axis{Title: "Runs with a recovered failure", Unit: unit.Ratio, Min: number(0)}, Y: report.Axis{Categories: []string{"integration-tests", "deploy-preview-environment-for-the-documentation-site", "build", "lint"}},
		Series: []report.Series{{Name: "flake rate", Role: report.RoleWarn, Points: []report.Point{point(0, 0, 0.333, 0.138, 0.609, "4 of 12 (33 %, 14-61 %)"), point(0, 1, 0.083, 0.015, 0.354, "1 of 12 (8 %, 1-35 %)"), point(0, 2, 0, 0, 0.242, "0 of 12"), {Y: 3, Label: "n/a"}}}},
		Marks:  []report.Mark{{Name: "all nodes", Role: report.RoleNeutral, At: 0.052}},
		Table: &report.Table{ID: "flake-rates-data", Caption: "Flake rate by node", Columns: []report.Column{left("Node"), right("Flaky"), right("Of")},
			Rows: []report.Row{{Cells: []report.Cell{name("integration-tests"), cell("4"), cell("12")}}, {Cells: []report.Cell{name("lint"), missing("no_data"), cell("0")}}}}}
}

func nightChart() *report.Chart {
	c := &report.Chart{ID: "outcomes-by-night", Title: "One night in seven ended badly", N: "n = 14 runs", Kind: report.Columns, X: report.Axis{Categories: nights()}, Y: report.Axis{Title: "Runs", Unit: unit.Count}}
	for i, values := range [][]float64{{2, 1, 2, 1, 2, 1, 2}, {0, 1, 0, 0, 0, 1, 0}, {0, 0, 0, 1, 0, 0, 0}} {
		s := report.Series{Name: []string{"passed", "flaky", "failed"}[i], Role: []report.Role{report.RoleGood, report.RoleWarn, report.RoleBad}[i]}
		for x, v := range values {
			s.Points = append(s.Points, report.Point{X: float64(x), Value: number(v)})
		}
		c.Series = append(c.Series, s)
	}
	return c
}

func durationChart() *report.Chart {
	return &report.Chart{ID: "durations", Title: "integration-tests takes longest and varies most", N: "n = 24 attempts that converged", Kind: report.Ranges,
		X: report.Axis{Title: "p50, with the span to p90", Unit: unit.Seconds}, Y: report.Axis{Categories: []string{"integration-tests", "build"}},
		Series: []report.Series{{Name: "converged", Role: report.RoleA, Points: []report.Point{point(0, 0, 412, 412, 655, "6 min 52 s"), point(0, 1, 190, 190, 240, "3 min 10 s")}}}}
}

func survivalChart() *report.Chart {
	s := report.Series{Name: "attempts", Role: report.RoleA}
	for i, v := range []float64{1, 0.9, 0.75, 0.5, 0.4, 0.25, 0.12} {
		s.Points = append(s.Points, report.Point{X: float64(i) * 110, Value: number(v)})
	}
	s.Points[4].State = "cut off"
	return &report.Chart{ID: "survival", Title: "After 6 min 52 s half of the attempts are still running", N: "n = 12 attempts, 1 cut off", Kind: report.Steps,
		X: report.Axis{Title: "Time since the start", Unit: unit.Seconds}, Y: report.Axis{Title: "Still running", Unit: unit.Ratio, Min: number(0)}, Series: []report.Series{s}}
}

func timelineChart() *report.Chart {
	start := float64(night(6).Unix())
	span := func(lane, from, to float64, label string) report.Point {
		return report.Point{Y: lane, Lo: number(start + from), Hi: number(start + to), Label: label}
	}
	return &report.Chart{ID: "timeline", Title: "Two failed tries of integration-tests held the run up for 13 min", N: "n = 4 attempts of 2 nodes", Kind: report.Spans,
		X: report.Axis{Title: "UTC", Time: true}, Y: report.Axis{Categories: []string{"build", "integration-tests"}},
		Series: []report.Series{
			{Name: "passed", Role: report.RoleGood, Points: []report.Point{span(0, 0, 190, "passed"), span(1, 1010, 1422, "passed")}},
			{Name: "failed", Role: report.RoleBad, Points: []report.Point{span(1, 200, 600, "failed"), span(1, 620, 990, "failed")}}}}
}

func stopChart() *report.Chart {
	s := report.Series{Name: "runs", Role: report.RoleBad}
	for i, v := range []float64{2, 1, 1} {
		s.Points = append(s.Points, report.Point{Y: float64(i), Value: number(v), Label: unit.Count.Format(v)})
	}
	return &report.Chart{ID: "stop-causes", Title: "Most runs that stopped early had no attempts left", N: "n = 4 runs", Kind: report.Bars,
		X: report.Axis{Title: "Runs", Unit: unit.Count}, Y: report.Axis{Categories: []string{"no attempts left", "stopped by a person", "the log ends"}}, Series: []report.Series{s}}
}
