package present

import (
	"fmt"
	"slices"

	"runreport/analyze/recall"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// leverChart draws the change of each benchmark's recall with each lever.
func leverChart(cycles []report.Cycle) *report.Chart {
	var drawn []*report.Cycle
	var names []string
	s := report.Series{Name: "delta", Role: report.RoleGood}
	worst, worstIn, fell := report.Benchmark{}, 0, 0
	cells := map[[2]int]report.Number{}
	for _, c := range latest(cycles, recall.MatrixCycles) {
		x := -1
		for _, b := range c.Benchmarks {
			if !b.Delta.OK {
				continue
			}
			if x < 0 {
				x = len(drawn)
				drawn = append(drawn, &c)
			}
			y := slices.Index(names, b.Benchmark)
			if y < 0 {
				y = len(names)
				names = append(names, b.Benchmark)
			}
			v := b.Delta.Value
			cells[[2]int{x, y}] = b.Delta
			s.Points = append(s.Points, report.Point{X: float64(x), Y: float64(y), Value: &v, Label: fmt.Sprintf("%s, %s: %s", b.Benchmark, words.CycleTitle(&c), words.Points(v))})
			if b.Class == string(stat.DeltaRegressed) {
				fell++
				if v < worst.Delta.Value {
					worst, worstIn = b, x
				}
			}
		}
	}
	if len(drawn) < 2 {
		return nil
	}
	levers := leverNames(drawn)
	low, high := -1.0, 1.0
	in := ""
	if len(cycles) > recall.MatrixCycles { // what is not drawn is not said
		in = fmt.Sprintf(" in the latest %d cycles", recall.MatrixCycles)
	}
	c := &report.Chart{ID: "lever-by-benchmark", Kind: report.Heat, Title: "No benchmark fell by the noise floor or more" + in,
		N: fmt.Sprintf("n = %s with both sides", words.Plural(len(s.Points), "comparison")), X: report.Axis{Categories: levers}, Y: report.Axis{Categories: names, Title: "Δ of recall", Unit: unit.Points, Min: &low, Max: &high},
		Series: []report.Series{s}, Table: leverTable(drawn, names, cells)}
	if fell > 0 {
		c.Title = fmt.Sprintf("Largest fall%s: %s with %s (%s); %s of %s comparisons fell by the noise floor or more", in, worst.Benchmark, levers[worstIn], words.Points(worst.Delta.Value), words.Count(fell), words.Count(len(s.Points)))
	}
	return c
}

// leverNames are the levers of the cycles where all differ, else the days.
func leverNames(cycles []*report.Cycle) []string {
	seen := map[string]bool{"": true}
	var levers, days []string
	for _, c := range cycles {
		levers, days = append(levers, c.Lever), append(days, words.ShortTitle(c))
		if seen[c.Lever] {
			levers = nil
		}
		seen[c.Lever] = true
	}
	if len(levers) < len(cycles) {
		return days
	}
	return levers
}

// leverTable has a row for each benchmark and a column for each cycle.
func leverTable(cycles []*report.Cycle, names []string, cells map[[2]int]report.Number) *report.Table {
	columns := []report.Column{left("Benchmark")}
	for _, c := range cycles {
		columns = append(columns, right(words.CycleTitle(c)))
	}
	var rows []report.Row
	for y, name := range names {
		row := report.Row{Cells: []report.Cell{code(name)}}
		for x := range cycles {
			delta, ok := cells[[2]int{x, y}]
			if !ok {
				delta = report.Missing(string(stat.ReasonNoData))
			}
			row.Cells = append(row.Cells, num(delta, unit.Points))
		}
		rows = append(rows, row)
	}
	return tableOf("lever-by-benchmark-data", "Δ of recall of each benchmark with each lever, oldest cycle first.", "", columns, rows, manyRows)
}
