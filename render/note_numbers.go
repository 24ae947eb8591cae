package render

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/unit"
)

// recallPart is the latest cycle, those that fell first, each with its history.
func recallPart(d *report.Data) part {
	if len(d.Cycles) == 0 {
		return part{}
	}
	c := d.Cycles[len(d.Cycles)-1]
	p := part{title: "Recall in " + c.Cycle, lead: c.Verdict.Reason, fold: true, heads: []report.Column{
		{Title: "Benchmark"}, {Title: "Before", Align: report.Right}, {Title: "After", Align: report.Right}, {Title: "Delta", Align: report.Right}, {Title: "Class"}, {Title: "History"}}}
	benchmarks := slices.Clone(c.Benchmarks)
	slices.SortStableFunc(benchmarks, func(a, b report.Benchmark) int { return cmp.Compare(a.Delta.Value, b.Delta.Value) })
	for _, b := range benchmarks {
		p.rows = append(p.rows, noteRow{b.Benchmark, recallOf(b.RecallPre), recallOf(b.RecallPost), shown(unit.Points, b.Delta), classWords(b), spark(history(d.Trajectory, b.Benchmark))})
	}
	return p
}

// classWords is a benchmark's class as the page words it.
func classWords(b report.Benchmark) string {
	if b.AtFloor || b.Class == "within_noise" {
		return "within the floor"
	}
	return words(b.Class)
}

func recallOf(r report.Recall) string {
	if !r.Value.OK {
		return unit.NotAvailable
	}
	s := fmt.Sprintf("%.2f", r.Value.Value)
	if r.Num.OK && r.Den.OK {
		s += fmt.Sprintf(" (%d of %d)", r.Num.Value, r.Den.Value)
	}
	return s
}

// history is a benchmark's recall after the lever, cycle by cycle.
func history(all []report.Trajectory, benchmark string) []report.Number {
	for _, t := range all {
		if t.Benchmark == benchmark && t.Side == "post" {
			return t.Values
		}
	}
	return nil
}

func shown(u unit.Unit, n report.Number) string {
	if !n.OK {
		return unit.NotAvailable
	}
	return u.Format(n.Value)
}

func flakesPart(f report.Flakes) part {
	p := part{title: "Flake rates", fold: true, heads: []report.Column{
		{Title: "Step"}, {Title: "Of"}, {Title: "Retried", Align: report.Right}, {Title: "Machine time", Align: report.Right}}}
	for _, n := range f.ByNode {
		if n.Rate.Num == 0 {
			continue
		}
		retried := inFigures(n.Rate)
		if n.New {
			retried = "new: " + retried
		}
		p.rows = append(p.rows, noteRow{n.Node, cmp.Or(n.Subject, n.System), retried, shown(unit.Seconds, n.CostS)})
	}
	return p
}

func slowerPart(shifts []report.Shift) part {
	p := part{title: "Slower steps", fold: true, heads: []report.Column{
		{Title: "Step"}, {Title: "Of"}, {Title: "Slower by", Align: report.Right}, {Title: "Likely", Align: report.Right}, {Title: "Runs", Align: report.Right}}}
	for _, s := range shifts {
		if s.Call == "slower" {
			p.rows = append(p.rows, noteRow{s.Step, cmp.Or(s.Subject, s.System), shown(unit.Seconds, s.ShiftS), shown(unit.Seconds, s.LoS) + " to " + shown(unit.Seconds, s.HiS), fmt.Sprintf("%d, before %d", s.NNew, s.NOld)})
		}
	}
	return p
}

// inFigures is a rate in figures, and as a bar.
func inFigures(r report.Rate) string {
	return strings.TrimSpace(fmt.Sprintf("%d of %d %s", r.Num, r.Den, bar(r.Value)))
}

func stopsPart(s report.Stops) part {
	p := part{title: "Why runs ended", fold: true, heads: []report.Column{
		{Title: "System"}, {Title: "Reason"}, {Title: "Cause"}, {Title: "Runs", Align: report.Right}}}
	for _, m := range s.Reasons {
		p.rows = append(p.rows, noteRow{m.System, words(m.Reason), words(m.Cause), inFigures(m.Rate)})
	}
	return p
}

// The parts below say what became of the same things since the baseline, where it
// became something else.

func recallChanges(b *report.Baseline) part {
	p := part{title: "Recall since " + baselineName(b), fold: true, heads: []report.Column{
		{Title: "Benchmark"}, {Title: "Before", Align: report.Right}, {Title: "Now", Align: report.Right}}}
	for _, c := range b.Recall {
		if c.Before.Value.OK && c.Now.Value.OK && c.Before.Value.Value != c.Now.Value.Value {
			p.rows = append(p.rows, noteRow{c.Benchmark, recallInCycle(c.Before), recallInCycle(c.Now)})
		}
	}
	return p
}

func recallInCycle(r report.RecallAtCycle) string {
	return recallOf(report.Recall{Value: r.Value, Num: r.Num, Den: r.Den})
}

func flakeChanges(b *report.Baseline) part {
	p := part{title: "Flake rates since " + baselineName(b), fold: true, heads: []report.Column{
		{Title: "Step"}, {Title: "Of"}, {Title: "Before", Align: report.Right}, {Title: "Now", Align: report.Right}, {Title: "Flakes"}}}
	for _, c := range b.Flakes {
		if c.Call == "more" || c.Call == "less" {
			p.rows = append(p.rows, noteRow{c.Node, cmp.Or(c.Subject, c.System), inFigures(c.Before), inFigures(c.Now), c.Call})
		}
	}
	return p
}

func durationChanges(b *report.Baseline) part {
	p := part{title: "Durations since " + baselineName(b), fold: true, heads: []report.Column{
		{Title: "Step"}, {Title: "Of"}, {Title: "Median before", Align: report.Right}, {Title: "Now", Align: report.Right}, {Title: "It is"}}}
	for _, c := range b.Durations {
		if c.Call == "slower" || c.Call == "faster" {
			p.rows = append(p.rows, noteRow{c.Step, cmp.Or(c.Subject, c.System), shown(unit.Seconds, c.P50BeforeS), shown(unit.Seconds, c.P50NowS), c.Call})
		}
	}
	return p
}
