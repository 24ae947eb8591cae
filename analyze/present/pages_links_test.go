package present

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"runreport/analyze/metric"
	"runreport/analyze/report"
)

// A run that was measured leads to its date, its benchmark and its cycle, and says what it was measured as; a
// date leads to the cycles that began or ended on it, and a benchmark to its cycles, the latest first.
func TestLinksBetweenPages(t *testing.T) {
	measured := func(run string, found int64) report.RecallRun {
		return report.RecallRun{Run: run, Value: report.Known(float64(found) / 4), Num: report.Count(found), Den: report.Count(4)}
	}
	cycle := func(n int, from, to int, before, after []report.RecallRun, delta report.Number) report.Cycle {
		return report.Cycle{Key: fmt.Sprint("k", n), Cycle: fmt.Sprint("c-", n), StartedAt: on26(from), EndedAt: on26(to),
			Benchmarks: []report.Benchmark{{
				Benchmark: "harbor", Delta: delta,
				RecallPre:  report.Recall{Value: report.Known(0.25), Runs: before},
				RecallPost: report.Recall{Value: report.Known(0.5), Runs: after},
			}},
		}
	}
	d := &report.Data{
		Runs: []report.Run{
			{Key: "r1", Unit: "r1", System: "playbook", StartedAt: on26(1), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}},
			{Key: "r2", Unit: "r2", System: "playbook", StartedAt: on26(2), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}},
			{Key: "r3", Unit: "r3", System: "playbook", StartedAt: on26(4), RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}},
			{Key: "r4", Unit: "r4", System: "playbook", RunDetails: &report.RunDetails{}, RunSetup: &report.RunSetup{}, RunEnd: &report.RunEnd{}},
		},
		Cycles: []report.Cycle{
			cycle(1, 1, 2, []report.RecallRun{measured("r1", 1)}, []report.RecallRun{measured("r2", 2)}, report.Known(0.25)),
			cycle(2, 2, 3, []report.RecallRun{measured("r2", 3)}, nil, report.Missing("no_data")),
			{Key: "k3", Cycle: "c-3", StartedAt: on26(4), EndedAt: on26(4)},
		},
	}
	pages := Pages(&View{Data: d, CycleFiles: make([][]string, 3), Detail: func(int) (metric.Detail, error) { return metric.Detail{}, nil }})
	related, lead, note := map[string]string{}, map[string]string{}, map[string]string{}
	for i, ref := range pages.Refs {
		p, err := pages.Make(i)
		if err != nil {
			t.Fatal(err)
		}
		var to []string
		for _, r := range p.Related {
			to = append(to, string(r.Kind)+" "+r.Key)
		}
		if ref.Kind == report.PageRun {
			slices.Sort(to)
		}
		name := string(ref.Kind) + " " + ref.Key
		related[name], note[name] = strings.Join(to, ", "), ref.Note
		for _, section := range p.Sections {
			if section.ID == "recall" {
				lead[name] = strings.Join(section.Lead, " ")
			}
		}
	}
	c1, c2 := "cycle k1", "cycle k2"
	for name, want := range map[string]string{
		"night 2026-03-01": c1, "night 2026-03-02": c1 + ", " + c2, "night 2026-03-04": "cycle k3",
		"benchmark harbor": c2 + ", " + c1,
		"run r1":           "benchmark harbor, " + c1 + ", night 2026-03-01",
		"run r2":           "benchmark harbor, " + c1 + ", " + c2 + ", night 2026-03-02",
		"run r3":           "night 2026-03-04",
		"run r4":           "",
	} {
		if got, made := related[name]; !made || got != want {
			t.Errorf("%s leads to %q, want %q", name, got, want)
		}
	}
	for name, want := range map[string]string{
		"run r1": "Measured before the lever of c-1: recall on harbor 1 of 4 (0.25).",
		"run r2": "Measured after the lever of c-1: recall on harbor 2 of 4 (0.50). Measured before the lever of c-2: recall on harbor 3 of 4 (0.75).",
	} {
		if lead[name] != want {
			t.Errorf("%s: %q, want %q", name, lead[name], want)
		}
	}
	if said, there := lead["run r3"]; there {
		t.Errorf("a run that was not measured: %q", said)
	}
	if got := note["benchmark harbor"]; got != "not compared in c-2" {
		t.Errorf("the benchmark: %q", got)
	}
	d.Cycles = d.Cycles[:1]
	var notes []string
	for _, ref := range Pages(&View{Data: d}).Refs {
		if ref.Kind == report.PageBenchmark {
			notes = append(notes, ref.Note)
		}
	}
	if !slices.Equal(notes, []string{"+0.25 in c-1"}) {
		t.Errorf("the benchmarks of one cycle: %q", notes)
	}
}
