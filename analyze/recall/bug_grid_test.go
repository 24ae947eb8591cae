package recall

import (
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/analyze/stat"
)

// daily is n cycles, one a day.
func daily(n int) (cycles []*cycle) {
	for day := range n {
		cycles = append(cycles, &cycle{out: report.Cycle{StartedAt: time.Date(2026, 3, 1+day, 0, 0, 0, 0, time.UTC)}})
	}
	return cycles
}

func TestBugGridHasAColumnForEachRun(t *testing.T) {
	of := func(found, missed string) measured {
		var m measured
		m.lists.Found, m.lists.Missed = strings.Fields(found), strings.Fields(missed)
		return m
	}
	cycles := daily(2)
	cycles[0].benchmarks = []*compared{{name: "router", pre: side{runs: []measured{of("B1 B2", "B3"), of("B2", "B1 B3")}}, post: side{runs: []measured{of("B1 B3", "B2")}}}}
	cycles[1].benchmarks = []*compared{{name: "router", pre: side{runs: []measured{of("B1 B2", "B9")}}}}
	g := bugGrid(cycles)
	if want := []string{"2026-03-01 before 1", "2026-03-01 before 2", "2026-03-01 after", "2026-03-02 before"}; !slices.Equal(g.Columns, want) {
		t.Errorf("columns %q, want %q", g.Columns, want)
	}
	const found, missed, unknown = stat.Found, stat.Missed, stat.Unknown
	want := map[string][]stat.Result{"B1": {found, missed, found, found}, "B2": {found, found, missed, found}, "B3": {missed, missed, found, unknown},
		"B9": {unknown, unknown, unknown, missed}}
	for _, row := range g.Bugs {
		if !slices.Equal(row.Results, want[row.Bug]) || row.Changed() != (row.Bug != "B9") {
			t.Errorf("%s: %v, changed: %v; want %v", row.Bug, row.Results, row.Changed(), want[row.Bug])
		}
		delete(want, row.Bug)
	}
	if len(want) > 0 {
		t.Errorf("missing: %v", want)
	}
}

// A grid holds whole cycles, as many of the latest as it has room for.
func TestBugGridKeepsToItsRoom(t *testing.T) {
	cycles := daily(3)
	for _, c := range cycles {
		c.benchmarks = []*compared{{name: "router", pre: side{runs: make([]measured, maxMatrixRuns/2-1)}}}
	}
	if g := bugGrid(cycles); g.Cycles != 2 || len(g.Columns) != maxMatrixRuns-2 || g.Columns[0] != "2026-03-02 before 1" {
		t.Errorf("%d cycles in %d columns from %s on", g.Cycles, len(g.Columns), g.Columns[0])
	}
}
