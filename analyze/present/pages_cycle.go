package present

import (
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

func (p *pages) addCycles() {
	for i := range slices.Backward(p.d.Cycles) {
		p.add(cycleRef(&p.d.Cycles[i]), func(ref report.PageRef) *report.Page { return p.cyclePage(ref, i) })
	}
}

func cycleRef(c *report.Cycle) report.PageRef {
	ref := report.PageRef{PageID: cycleID(c), Title: words.CycleTitle(c), At: c.StartedAt, Note: "no verdict yet"}
	if c.Verdict.Logged != "" {
		ref.Note = verdictWords(c)
	}
	switch c.Verdict.Check {
	case "supported":
		ref.Role = report.RoleGood
	case "not_supported":
		ref.Role = report.RoleBad
	case "supported_incomplete", "more_cautious_than_numbers":
		ref.Role = report.RoleWarn
	}
	return ref
}

// verdictWords are the logged verdict and what the rule gives: "ship; rule gives revert".
func verdictWords(c *report.Cycle) string {
	if gives := ruleGives(c); gives != "" {
		return c.Verdict.Logged + "; rule gives " + gives
	}
	return c.Verdict.Logged + "; not checked"
}

// cyclePage is everything that the recall section says of a cycle, and what it was
// worked out from.
func (p *pages) cyclePage(ref report.PageRef, i int) *report.Page {
	c := &p.d.Cycles[i]
	page := &report.Page{Ref: ref, Lead: []string{c.Verdict.Reason}, Facts: cycleFacts(c)}
	page.Previous, page.Next = neighbours(i, len(p.d.Cycles), func(i int) report.PageRef { return cycleRef(&p.d.Cycles[i]) })
	blocks := cycleBlocks(c, false, nil)
	blocks[0].Title = "" // the page has it
	s := &page.Sections
	*s = section(*s, "recall", "Recall before and after", nil, blocks...)
	*s = section(*s, "measurements", "Measured runs", nil, tableBlock(measurementTable(c)))
	*s = section(*s, "findings", "What is wrong with its logs", nil, findingBlocks(p.findings[c.Key], "Every deviation of this cycle's logs from their format or from themselves.")...)
	*s = section(*s, "files", "Files", nil, p.cycleFiles(i)...)
	for _, b := range c.Benchmarks {
		page.Related = append(page.Related, nameOnly(p.benchmarkRef(b.Benchmark)))
	}
	return page
}

func cycleFacts(c *report.Cycle) []report.Term {
	verdict := ""
	if c.Verdict.Logged != "" {
		verdict = verdictWords(c)
	}
	return facts(append([]report.Term{fact("Lever", c.Lever), fact("Hypothesis", c.Hypothesis), fact("Symptom", c.Symptom), fact("Read from", sourceWords(c.ToldBy)), fact("Logged verdict", verdict), fact("Noise floor", words.Short(c.NoiseFloor.Value)),
		fact("Started", stamp(c.StartedAt)), fact("Ended", stamp(c.EndedAt)), fact("Time to verdict", known(c.TimeToVerdictS, unit.Seconds)),
		fact("Mean recall", averaged(c.Macro)), fact("Recall, each bug once", averaged(c.Micro)),
		fact("Standard deviation of repeats", known(c.Noise.SD, unit.Points)), fact("Run-to-run noise (95 %)", known(c.Noise.Band95, unit.Points))}, settleFacts(c)...)...)
}

// sourceWords say what a cycle was read from; "" where that is its log alone.
func sourceWords(statedBy []string) string {
	names := map[string]string{"log": "log of events", "document": "document about cycles", "cells": "single measurements (cells)"}
	var out []string
	for _, by := range statedBy {
		out = append(out, names[by])
	}
	return strings.Join(out, ", ")
}

// averaged is a mean recall before and after.
func averaged(x report.Averages) string {
	if !x.Pre.OK || !x.Post.OK {
		return ""
	}
	return unit.Ratio.Format(x.Pre.Value) + " before, " + unit.Ratio.Format(x.Post.Value) + " after (" + words.Points(x.Delta.Value) + ")"
}

// measurementTable is every measured run of a cycle, with the log it was linked with.
func measurementTable(c *report.Cycle) *report.Table {
	columns := append([]report.Column{left("Benchmark")}, sideColumns()...)
	var rows []report.Row
	for _, b := range c.Benchmarks {
		for _, m := range bothSides(&b) {
			rows = append(rows, report.Row{Evidence: []report.Evidence{m.recall.Evidence}, Cells: append([]report.Cell{on(code(b.Benchmark), benchmarkID(b.Benchmark))}, m.cells()...)})
		}
	}
	return tableOf("measurements", "Every measured run, and the log that it was linked with.", "No run was measured.", columns, rows, manyRows)
}

// cycleFiles lists what the cycle was read from.
func (p *pages) cycleFiles(i int) []report.Block {
	c := &p.d.Cycles[i]
	return fileBlocks(&report.RunDetails{Files: p.CycleFiles[i], SupersededFiles: c.Superseded, Evidence: c.Evidence})
}
