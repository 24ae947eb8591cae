package main

import (
	"fmt"
	"io"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// printSummary says in about ten lines what was found, and which file to open.
func printSummary(w io.Writer, r *report.Report, front string) {
	d := &r.Data
	t := d.Ledger.Total
	line := func(name, format string, args ...any) {
		fmt.Fprintf(w, "%-13s%s\n", name, safe(fmt.Sprintf(format, args...)))
	}
	line("read", "%s files, %s, %s lines; %d files are logs", unit.Number(float64(t.Files)), unit.Bytes.Format(float64(t.Bytes)), unit.Number(float64(t.Lines)), t.Claimed)
	line("accounted", "kept %d, blank %d, ignored %d, duplicate %d, superseded %d, rejected %d", t.Kept, t.Blank, t.Ignored, t.Duplicate, t.Superseded, t.Rejected)
	line("runs", "%s", perSystem(d.Runs))
	for i := len(d.Cycles) - 1; i >= max(0, len(d.Cycles)-2); i-- {
		line("cycle", "%s: %s", d.Cycles[i].Cycle, d.Cycles[i].Verdict.Reason)
	}
	if f := d.Flakes.Overall; f.Den > 0 {
		line("flakes", "%d of %d steps needed more than one try", f.Num, f.Den)
	}
	severity := map[string]int{}
	for _, f := range d.Findings {
		severity[f.Severity]++
	}
	line("findings", "%s", words.Severities(severity))
	for _, a := range d.Attention[:min(len(d.Attention), 3)] {
		line("attention", "[%s] %s", a.Severity, a.Text)
	}
	if d.Gate != nil {
		line("gate", "%s", gateLine(d.Gate))
	}
	fmt.Fprintf(w, "%-13s%s\n", "report", safe(front))
}

func perSystem(runs []report.Run) string {
	count := map[string]int{}
	var order []string
	for _, r := range runs {
		if count[r.System] == 0 {
			order = append(order, r.System)
		}
		count[r.System]++
	}
	s := fmt.Sprintf("%d", len(runs))
	for i, name := range order {
		sep := ", "
		if i == 0 {
			sep = ": "
		}
		s += fmt.Sprintf("%s%d of %s", sep, count[name], name)
	}
	return s
}

// printFindings lists every finding as file:line: what: what was seen.
func printFindings(w io.Writer, r *report.Report) {
	for _, f := range r.Data.Findings {
		times := ""
		if f.Count > 1 {
			times = fmt.Sprintf(" (%d times)", f.Count)
		}
		seen := ""
		if f.Seen != "" {
			seen = ": " + safe(f.Seen)
		}
		fmt.Fprintf(w, "%s: %s%s%s\n", safe(at(f)), safe(f.Code), seen, times)
	}
}
