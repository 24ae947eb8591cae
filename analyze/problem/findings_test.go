package problem

import (
	"fmt"
	"slices"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// Any number of findings is summed in the order in which they stand, whatever part of them a processor goes through.
func TestManyFindings(t *testing.T) {
	d := report.Data{Runs: []report.Run{{Key: "r0", System: "kahn", RunSetup: &report.RunSetup{Subject: "shop"}}, {Key: "r1", System: "kahn", RunSetup: &report.RunSetup{Subject: "mart"}}}}
	line := func(n int) *int64 { at := int64(n); return &at }
	const n = 100_000
	for i := range n {
		f := report.Finding{Code: fmt.Sprint("code", i%3), Severity: report.SeverityWarning, Message: "m", File: "a.jsonl", Line: line(i), Run: fmt.Sprint("r", i%2), Count: 1}
		switch i {
		case n / 2: // the only one of its problem
			f.Code, f.Count = "late", 7
		case n - 1:
			f.File, f.Run, f.Subject = "", "", "nothing"
		}
		d.Findings = append(d.Findings, f)
	}
	type sum struct {
		names []string
		times int64
		first *int64
		lines []int64
	}
	// One after the other.
	var want []*sum
	by := map[string]*sum{}
	for i := range d.Findings {
		f := &d.Findings[i]
		names := []string{f.Code, "kahn", map[string]string{"r0": "shop", "r1": "mart"}[f.Run]}
		if f.Run == "" {
			names = []string{f.Code, "", f.Subject}
		}
		s := by[fmt.Sprint(names)]
		if s == nil {
			s = &sum{names: names, first: f.Line}
			by[fmt.Sprint(names)], want = s, append(want, s)
		}
		s.times += f.Count
		if f.File != "" && len(s.lines) < metric.MaxEvidence {
			s.lines = append(s.lines, *f.Line)
		}
	}
	got := input(&d).findingSums()
	if len(got) != len(want) || len(got) != 8 {
		t.Fatalf("%d problems, want %d", len(got), len(want))
	}
	for i, w := range want {
		g := got[i]
		var lines []int64
		for _, e := range g.p.Evidence {
			lines = append(lines, *e.Line)
		}
		if g.key.kind != "finding" || !slices.Equal(g.p.Names, w.names) || g.times != w.times || g.first.Line != w.first || !slices.Equal(lines, w.lines) || g.p.Severity != report.SeverityWarning {
			t.Errorf("problem %d: %v %d times, first in line %v, evidence %v; want %v %d times, %v, %v", i, g.p.Names, g.times, *g.first.Line, lines, w.names, w.times, *w.first, w.lines)
		}
	}
}
