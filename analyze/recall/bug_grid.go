package recall

import (
	"fmt"
	"slices"

	"runreport/analyze/stat"
	"runreport/analyze/words"
)

// How much a matrix shows: the runs of the latest cycles. A person takes in no more at
// once, and every cell costs.
const (
	MatrixCycles  = 10
	maxMatrixRuns = 20
)

// BugGrid is what became of every bug in every measured run of the latest cycles.
type BugGrid struct {
	Columns []string // runs: cycle, side, number of the run where there are several
	Cycles  int
	Bugs    []BugRow // in order of appearance
}

// BugRow is one bug of a benchmark, with what became of it in each column.
type BugRow struct {
	Benchmark, Bug string
	Results        []stat.Result
}

// matrixCycles are the latest cycles whose runs a matrix has room for.
func matrixCycles(cycles []*cycle) []*cycle {
	all := cycles[max(0, len(cycles)-MatrixCycles):]
	runs := 0
	for i := len(all) - 1; i >= 0; i-- {
		before, after := all[i].mostRuns()
		if runs += before + after; runs > maxMatrixRuns && i < len(all)-1 {
			return all[i+1:]
		}
	}
	return all
}

// mostRuns is how many runs the benchmark with the most has on each side.
func (c *cycle) mostRuns() (before, after int) {
	for _, b := range c.benchmarks {
		before, after = max(before, len(b.pre.held())), max(after, len(b.post.held()))
	}
	return before, after
}

func bugGrid(cycles []*cycle) BugGrid {
	var g BugGrid
	index := map[[2]string]int{}
	for _, c := range matrixCycles(cycles) {
		g.Cycles++
		before, after := c.mostRuns()
		first := len(g.Columns)
		for n := range before {
			g.Columns = append(g.Columns, runName(c, "before", n, before))
		}
		for n := range after {
			g.Columns = append(g.Columns, runName(c, "after", n, after))
		}
		for _, b := range c.benchmarks {
			g.add(index, b.name, b.pre.held(), first)
			g.add(index, b.name, b.post.held(), first+before)
		}
	}
	for i := range g.Bugs {
		g.Bugs[i].fill(len(g.Columns))
	}
	return g
}

func runName(c *cycle, side string, n, of int) string {
	name := words.ShortTitle(&c.out) + " " + side
	if of > 1 {
		name += fmt.Sprintf(" %d", n+1)
	}
	return name
}

// add notes the bugs of a benchmark's runs on one side, from a column on.
func (g *BugGrid) add(index map[[2]string]int, benchmark string, runs []measured, column int) {
	ids, all := results(runs)
	for _, id := range ids {
		k := [2]string{benchmark, id}
		at, known := index[k]
		if !known {
			at = len(g.Bugs)
			index[k] = at
			g.Bugs = append(g.Bugs, BugRow{Benchmark: benchmark, Bug: id})
		}
		row := &g.Bugs[at]
		row.fill(column)
		row.Results = append(row.Results, all[id]...)
	}
}

// fill notes that nothing is known of the bug up to a column.
func (r *BugRow) fill(columns int) {
	for len(r.Results) < columns {
		r.Results = append(r.Results, stat.Unknown)
	}
}

// Changed reports whether the bug was found in some run and missed in another.
func (r *BugRow) Changed() bool {
	return slices.Contains(r.Results, stat.Found) && slices.Contains(r.Results, stat.Missed)
}
