package present

import (
	"fmt"
	"math"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// dumbbell draws recall before and after with intervals, and around before what
// counts as no change: the cycle's floor, and the noise measured from repeats.
func dumbbell(c *report.Cycle) *report.Chart {
	before := report.Series{Name: "before the lever", Role: report.RoleBefore}
	after := report.Series{Name: "after the lever", Role: report.RoleAfter}
	floor := report.Series{Name: "within the noise floor of " + words.Short(c.NoiseFloor.Value), Role: report.RoleNeutral}
	noise := report.Series{Name: "run-to-run noise (95 %)", Role: report.RoleUnknown}
	var names []string
	var rows []report.Row
	n := 0
	for _, b := range c.Benchmarks {
		if !b.RecallPre.Value.OK && !b.RecallPost.Value.OK {
			continue
		}
		y := float64(len(names))
		names = append(names, b.Benchmark)
		before.Points = append(before.Points, recallPoint(b.RecallPre, y)...)
		after.Points = append(after.Points, recallPoint(b.RecallPost, y)...)
		floor.Points = append(floor.Points, aroundBefore(b, c.NoiseFloor, y)...)
		noise.Points = append(noise.Points, aroundBefore(b, b.Band, y)...)
		rows = append(rows, report.Row{Cells: []report.Cell{code(b.Benchmark), recallCell(b.RecallPre), recallInterval(b.RecallPre),
			recallCell(b.RecallPost), recallInterval(b.RecallPost), num(b.Delta, unit.Points), num(b.Band, unit.Points)}})
		for _, m := range bothSides(&b) {
			if m.recall.Value.OK && m.recall.Basis == "" {
				n++
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	series := []report.Series{before, after}
	for _, s := range []report.Series{floor, noise} {
		if len(s.Points) > 0 {
			series = append(series, s)
		}
	}
	zero, one := 0.0, 1.0
	id := "recall-" + identifier(c.Key)
	columns := []report.Column{left("Benchmark"), right("Before"), right("95 % CI before"), right("After"), right("95 % CI after"), right("Δ"), right("Run-to-run noise")}
	return &report.Chart{ID: id, Title: dumbbellTitle(c), N: fmt.Sprintf("%s; n = %s; bars: 95 %% CI of one run's recall", words.CycleTitle(c), words.Plural(n, "measured run")), Kind: report.Dumbbell,
		X: report.Axis{Title: "Recall", Unit: unit.Ratio, Min: &zero, Max: &one}, Y: report.Axis{Categories: names}, Series: series,
		Table: tableOf(id+"-data", "Recall before and after the lever. A Δ within the noise floor of "+words.Short(c.NoiseFloor.Value)+" counts as no change.", "", columns, rows, manyRows)}
}

// aroundBefore is the band of recalls that are no further than width from before.
func aroundBefore(b report.Benchmark, width report.Number, y float64) []report.Point {
	if !b.RecallPre.Value.OK || !b.RecallPost.Value.OK || !width.OK || width.Value == 0 {
		return nil
	}
	lo, hi := max(0, b.RecallPre.Value.Value-width.Value), min(1, b.RecallPre.Value.Value+width.Value)
	return []report.Point{{Y: y, Lo: &lo, Hi: &hi, Label: unit.Fixed(lo, 2) + " to " + unit.Fixed(hi, 2)}}
}

func recallPoint(r report.Recall, y float64) []report.Point {
	if !r.Value.OK {
		return nil
	}
	v := r.Value.Value
	p := report.Point{X: v, Y: y, Value: &v, Label: fmt.Sprintf("%s, mean of %s", unit.Fixed(v, 2), words.Plural(len(r.Runs), "run"))}
	if r.Num.OK {
		if lo, hi := r.Lo.Value, r.Hi.Value; r.Lo.OK && r.Hi.OK {
			p.Lo, p.Hi = &lo, &hi
		}
		p.Label = fmt.Sprintf("%s of %s bugs (%s)", words.Count(r.Num.Value), words.Count(r.Den.Value), unit.Fixed(v, 2))
	}
	if basis := basisOf(r); basis != "" {
		p.Label += ", " + basis
	}
	return []report.Point{p}
}

// recallInterval is the 95 % interval of one run's recall; a mean of several has none.
func recallInterval(r report.Recall) report.Cell {
	if !r.Lo.OK || !r.Hi.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(r.Lo.Reason)}
	}
	v := r.Lo.Value
	return report.Cell{Text: unit.Fixed(r.Lo.Value, 2) + " to " + unit.Fixed(r.Hi.Value, 2), Sort: &v}
}

// dumbbellTitle names the largest moves beyond the floor.
func dumbbellTitle(c *report.Cycle) string {
	var fell, rose *report.Benchmark
	var falls, rises, compared int
	for i := range c.Benchmarks {
		b := &c.Benchmarks[i]
		if b.Delta.OK {
			compared++
		}
		switch b.Class {
		case string(stat.DeltaRegressed):
			falls++
			fell = larger(fell, b)
		case string(stat.DeltaImproved):
			rises++
			rose = larger(rose, b)
		}
	}
	var moves []string
	for _, m := range []struct {
		most  *report.Benchmark
		n     int
		moved string
	}{{fell, falls, "fell"}, {rose, rises, "rose"}} {
		if m.n == 0 {
			continue
		}
		said := fmt.Sprintf("%s %s (%s)", m.most.Benchmark, m.moved, words.Points(m.most.Delta.Value))
		if m.n > 1 {
			said = fmt.Sprintf("%s benchmarks %s, %s most (%s)", words.Count(m.n), m.moved, m.most.Benchmark, words.Points(m.most.Delta.Value))
		}
		moves = append(moves, said)
	}
	switch still := compared - falls - rises; {
	case compared == 0:
		return "No benchmark has a recall on both sides of the lever"
	case len(moves) == 0 && compared == 1:
		return "The one benchmark compared moved by no more than the noise floor"
	case len(moves) == 0:
		return fmt.Sprintf("None of %s benchmarks moved by more than the noise floor", words.Count(compared))
	case still > 0:
		return fmt.Sprintf("%s; %s of %s moved by no more than the noise floor", words.List(moves, 2), words.Count(still), words.Count(compared))
	}
	return words.List(moves, 2)
}

func larger(x, y *report.Benchmark) *report.Benchmark {
	if x == nil || math.Abs(y.Delta.Value) > math.Abs(x.Delta.Value) {
		return y
	}
	return x
}
