package chart

import (
	"fmt"
	"math"

	"runreport/analyze/report"
	"runreport/unit"
)

func ptr(v float64) *float64 { return &v }

// samples are one chart of every kind, small enough for their goldens to be read.
func samples() []*report.Chart {
	return []*report.Chart{
		sampleDots(), sampleDumbbell(), sampleRanges(), sampleBars(), sampleColumns(),
		sampleLines(), sampleSteps(), sampleMatrix(), sampleHeat(), sampleSpans(),
	}
}

func rate(row int, num, den float64) report.Point {
	p, half := num/den, 0.9/math.Sqrt(den)
	return report.Point{
		Y: float64(row), Value: ptr(p), Lo: ptr(math.Max(0, p-half)), Hi: ptr(math.Min(1, p+half)),
		Label: fmt.Sprintf("%.0f of %.0f (%s)", num, den, unit.Ratio.Format(p)),
	}
}

func sampleDots() *report.Chart {
	return &report.Chart{
		ID: "flake-rate", Title: "One node in nine needs a second attempt", N: "n = 36 node runs", Kind: report.Dots,
		X: report.Axis{Title: "share of runs that passed only on a later attempt", Unit: unit.Ratio},
		Y: report.Axis{Categories: []string{"integration-tests", "compile", "a/very/long/path/to/a/node/that/nobody/will/ever/read/in/full/lint", "deploy"}},
		Series: []report.Series{
			{Name: "rate with 95 % interval", Role: report.RoleBad, Points: []report.Point{
				rate(0, 5, 9), rate(1, 2, 12), rate(2, 0, 10), {Y: 3, Label: "n/a: never run"},
			}},
			{Name: "ranked by", Role: report.RoleNeutral, Points: []report.Point{{Y: 0, Value: ptr(0.41)}, {Y: 1, Value: ptr(0.19)}, {Y: 2, Value: ptr(0.11)}}},
		},
		Marks: []report.Mark{{Name: "all nodes", Role: report.RoleNeutral, At: 0.22}},
	}
}

func sampleDumbbell() *report.Chart {
	before := report.Series{Name: "before", Role: report.RoleBefore}
	after := report.Series{Name: "after", Role: report.RoleAfter}
	floor := report.Series{Name: "noise floor", Role: report.RoleNeutral}
	noise := report.Series{Name: "measured noise", Role: report.RoleUnknown}
	for i, v := range [][2]float64{{0.80, 0.62}, {0.55, 0.58}, {0.31, 0.47}, {0.20, 0.20}} {
		before.Points = append(before.Points, report.Point{Y: float64(i), Value: ptr(v[0])})
		floor.Points = append(floor.Points, report.Point{Y: float64(i), Lo: ptr(v[0] - 0.05), Hi: ptr(v[0] + 0.05)})
		noise.Points = append(noise.Points, report.Point{Y: float64(i), Lo: ptr(v[0] - 0.09), Hi: ptr(v[0] + 0.09)})
		after.Points = append(after.Points, report.Point{Y: float64(i), Value: ptr(v[1]), Label: unit.Points.Format(v[1] - v[0])})
	}
	return &report.Chart{
		ID: "recall-change", Title: "Recall fell on one benchmark of four", N: "n = 4 benchmarks, 12 runs", Kind: report.Dumbbell,
		X:      report.Axis{Title: "recall", Unit: unit.Ratio, Min: ptr(0), Max: ptr(1)},
		Y:      report.Axis{Categories: []string{"parser", "scheduler", "storage", "wire"}},
		Series: []report.Series{before, after, floor, noise},
	}
}

func sampleRanges() *report.Chart {
	s := report.Series{Name: "median, 10th to 90th percentile", Role: report.RoleA}
	for i, v := range [][3]float64{{310, 1500, 5400}, {45, 62, 190}, {0.4, 0.9, 3.2}} {
		s.Points = append(s.Points, report.Point{Y: float64(i), Lo: ptr(v[0]), Value: ptr(v[1]), Hi: ptr(v[2]), Label: unit.Seconds.Format(v[1])})
	}
	return &report.Chart{
		ID: "durations", Title: "Builds take a hundred times as long as checks", N: "n = 240 attempts", Kind: report.Ranges,
		X:      report.Axis{Title: "duration of one attempt, logarithmic", Unit: unit.Seconds, Log: true},
		Y:      report.Axis{Categories: []string{"build", "test", "check"}},
		Series: []report.Series{s},
		Marks:  []report.Mark{{Name: "limit", Role: report.RoleBad, At: 3600}},
	}
}

func sampleBars() *report.Chart {
	return &report.Chart{
		ID: "stops", Title: "Budget ends most runs that stop early", N: "n = 41 runs", Kind: report.Bars,
		X: report.Axis{Title: "runs", Unit: unit.Count},
		Y: report.Axis{Categories: []string{"budget spent", "gate failed", "cancelled"}},
		Series: []report.Series{
			{Name: "resumed", Role: report.RoleGood, Points: []report.Point{{Y: 0, Value: ptr(12)}, {Y: 1, Value: ptr(5)}, {Y: 2, Value: ptr(1)}}},
			{Name: "lost", Role: report.RoleBad, Points: []report.Point{{Y: 0, Value: ptr(9)}, {Y: 1, Value: ptr(8)}}},
			{Name: "open", Role: report.RoleUnknown, Points: []report.Point{{Y: 0, Value: ptr(2)}, {Y: 2, Value: ptr(4)}}},
		},
	}
}

func sampleColumns() *report.Chart {
	c := &report.Chart{
		ID: "mix", Title: "Failures rose on the last two nights", N: "n = 7 nights, 210 runs", Kind: report.Columns,
		X: report.Axis{Title: "night"}, Y: report.Axis{Title: "runs", Unit: unit.Count},
		Series: []report.Series{{Name: "passed", Role: report.RoleGood}, {Name: "flaked", Role: report.RoleWarn}, {Name: "failed", Role: report.RoleBad}},
	}
	for i, v := range [][3]float64{{25, 3, 2}, {26, 2, 2}, {24, 4, 2}, {27, 1, 2}, {25, 3, 2}, {18, 5, 7}, {16, 6, 8}} {
		c.X.Categories = append(c.X.Categories, fmt.Sprintf("2026-03-%02d", i+1))
		for j := range v {
			c.Series[j].Points = append(c.Series[j].Points, report.Point{X: float64(i), Value: ptr(v[j])})
		}
	}
	return c
}

func sampleLines() *report.Chart {
	c := &report.Chart{
		ID: "trajectory", Title: "Recall has been level since cycle 5", N: "n = 9 cycles", Kind: report.Lines,
		X: report.Axis{Title: "cycle"}, Y: report.Axis{Title: "recall", Unit: unit.Ratio},
		Series: []report.Series{{Name: "macro", Role: report.RoleA}, {Name: "micro", Role: report.RoleB}},
		Marks: []report.Mark{{Name: "noise band", Role: report.RoleNeutral, At: 0.55, To: ptr(0.65)}, {Name: "target", Role: report.RoleGood, At: 0.7},
			{Name: "lever shipped", Role: report.RoleAfter, At: 2.5, OnX: true}, {Name: "level changed", Role: report.RoleBad, At: 3.5, OnX: true}},
	}
	for i, v := range []float64{0.41, 0.47, 0.52, -1, 0.60, 0.61, 0.59, 0.62, 0.61} {
		c.X.Categories = append(c.X.Categories, fmt.Sprint(i+1))
		macro, micro := report.Point{X: float64(i)}, report.Point{X: float64(i)}
		if v >= 0 {
			macro.Value, macro.Lo, macro.Hi = ptr(v), ptr(v-0.06), ptr(v+0.06)
			micro.Value = ptr(v - 0.11)
		}
		c.Series[0].Points = append(c.Series[0].Points, macro)
		c.Series[1].Points = append(c.Series[1].Points, micro)
	}
	return c
}

func sampleSteps() *report.Chart {
	s := report.Series{Name: "all systems", Role: report.RoleA}
	share := 1.0
	for i, t := range []float64{0, 40, 95, 180, 320, 600, 1250, 2400} {
		p := report.Point{X: t}
		if i == 3 || i == 6 {
			p.State = "cut off"
		} else if i > 0 {
			share -= 0.15
		}
		p.Value, p.Lo, p.Hi = ptr(share), ptr(share*0.85), ptr(math.Min(1, share*1.12))
		s.Points = append(s.Points, p)
	}
	return &report.Chart{
		ID: "survival", Title: "Half the attempts end within five minutes", N: "n = 52 attempts, 2 cut off", Kind: report.Steps,
		X: report.Axis{Title: "time since the start", Unit: unit.Seconds}, Y: report.Axis{Title: "share still running", Unit: unit.Ratio},
		Series: []report.Series{s},
		Marks:  []report.Mark{{Name: "half", Role: report.RoleNeutral, At: 0.5}},
	}
}

func sampleMatrix() *report.Chart {
	c := &report.Chart{
		ID: "bugs", Title: "Two bugs come and go", N: "n = 4 bugs, 6 cycles", Kind: report.Matrix,
		X: report.Axis{Title: "cycle", Categories: []string{"1", "2", "3", "4", "5", "6"}},
		Y: report.Axis{Title: "bug", Categories: []string{"off-by-one in window", "lost wakeup", "stale cache entry", "unchecked error"}},
		States: []report.State{
			{Name: "found", Role: report.RoleGood, Sign: "●"}, {Name: "missed", Role: report.RoleBad, Sign: "×"},
			{Name: "flipped", Role: report.RoleWarn, Sign: "~"}, {Name: "not run", Role: report.RoleUnknown, Sign: "–"},
		},
	}
	var s report.Series
	for row, line := range []string{"fffff ", "fmfmf-", "xxfffm", "mmmmmm"} {
		for col, r := range line {
			state := map[rune]string{'f': "found", 'm': "missed", 'x': "flipped", '-': "not run"}[r]
			if state != "" {
				s.Points = append(s.Points, report.Point{X: float64(col), Y: float64(row), State: state})
			}
		}
	}
	c.Series = []report.Series{s}
	return c
}

func sampleHeat() *report.Chart {
	c := &report.Chart{
		ID: "deltas", Title: "Losses sit in one benchmark", N: "n = 12 comparisons", Kind: report.Heat,
		X: report.Axis{Title: "lever", Unit: unit.Points, Categories: []string{"prompt", "budget", "model", "tools"}},
		Y: report.Axis{Title: "benchmark", Categories: []string{"parser", "scheduler", "storage"}},
	}
	s := report.Series{Role: report.RoleGood}
	for i, v := range []float64{-0.18, -0.02, -0.11, 0, 0.04, 0.09, 0.01, 0.12, 0.02, 0.03, -0.01, math.NaN()} {
		s.Points = append(s.Points, report.Point{X: float64(i % 4), Y: float64(i / 4), Value: ptr(v)})
	}
	c.Series = []report.Series{s}
	return c
}

func sampleSpans() *report.Chart {
	const start = 1772409600 // 2026-03-02 00:00:00 UTC
	bar := func(lane int, from, to float64, label string) report.Point {
		return report.Point{Y: float64(lane), Lo: ptr(start + from), Hi: ptr(start + to), Label: label}
	}
	open := bar(2, 9100, 0, "publish: still running")
	open.Hi = nil
	held := bar(3, 8000, 8000, "announce: held up by test")
	held.State = "blocked by test"
	return &report.Chart{
		ID: "timeline", Title: "The second test failed and held announce up", N: "n = 7 bars in 4 steps", Kind: report.Spans,
		X: report.Axis{Title: "time (UTC)", Time: true},
		Y: report.Axis{Categories: []string{"build", "test", "publish", "announce"}},
		Series: []report.Series{
			{Name: "passed", Role: report.RoleGood, Points: []report.Point{bar(0, 0, 2400, "build: 40 min"), bar(1, 2500, 5200, "test: 45 min"), bar(0, 5300, 7700, "build: 40 min")}},
			{Name: "failed", Role: report.RoleBad, Points: []report.Point{bar(1, 7800, 8000, "test: 3 min 20 s")}},
			{Name: "open", Role: report.RoleAfter, Points: []report.Point{open}},
			{Name: "blocked", Role: report.RoleUnknown, Points: []report.Point{held}},
			{Name: "waiting", Role: report.RoleNeutral, Thin: true, Points: []report.Point{bar(2, 2500, 9000, "publish: 1 h 48 min")}},
		},
	}
}
