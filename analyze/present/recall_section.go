package present

import (
	"fmt"
	"slices"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// How many cycles the page tells the whole of, and how many of these at once; the
// table of cycles and summary.json hold all.
const (
	shownCycles = 8
	openCycles  = 3
)

// recallSection is what levers did to recall, the newest cycle first.
func recallSection(v *View) report.Section {
	s := report.Section{ID: "recall", Title: "Recall and regressions"}
	cycles := v.Data.Cycles
	if len(cycles) == 0 {
		s.Lead = []string{"No calibration cycle was found: no log of a cycle, no document about cycles and no cell below the given paths."}
		return s
	}
	for i := len(cycles) - 1; i >= 0; i-- {
		c := &cycles[i]
		s.Lead = append(s.Lead, words.CycleTitle(c)+". "+c.Verdict.Reason)
		if len(s.Lead) == 3 && i > 0 {
			s.Lead = append(s.Lead, fmt.Sprintf("%s before it, below.", words.Plural(i, "cycle")))
			break
		}
	}
	reported := map[string]bool{}
	for _, c := range v.Data.Changes {
		reported[c.Text] = true
	}
	for i := len(cycles) - 1; i >= max(0, len(cycles)-shownCycles); i-- {
		old := len(cycles)-1-i >= openCycles
		s.Blocks = append(s.Blocks, cycleBlocks(&cycles[i], old, reported)...)
	}
	if len(cycles) > 1 {
		s.Blocks = append(s.Blocks, tableBlock(cycleTable(cycles)))
	}
	for _, c := range []*report.Chart{bugMatrix(v.Grid, cycles), leverChart(cycles), trajectoryChart(cycles, v.Data.Trajectory, beforeLever), trajectoryChart(cycles, v.Data.Trajectory, afterLever)} {
		if c != nil {
			s.Blocks = append(s.Blocks, chartBlock(c))
		}
	}
	if len(v.Data.Bugs) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Table: bugTable(v.Data.Bugs), Fold: true, Title: "Every bug's record"})
	}
	s.Blocks = append(s.Blocks, recallTerms)
	return s
}

// cycleBlocks tell one cycle. Benchmarks that lost and gained nothing stand in its table
// alone, as do those whose sentence is told among the changes.
func cycleBlocks(c *report.Cycle, old bool, reported map[string]bool) []report.Block {
	intro := report.Block{Title: words.CycleTitle(c), Fold: old}
	if old { // the newest ones stand in the lead
		intro.Text = append(intro.Text, c.Verdict.Reason)
	}
	if c.Lever != "" {
		lever := "Lever: " + c.Lever + "."
		if c.Hypothesis != "" || c.Symptom == "" {
			lever += " Hypothesis: " + words.OrNot(c.Hypothesis) + "."
		}
		intro.Text = append(intro.Text, lever)
	}
	if c.Symptom != "" {
		intro.Text = append(intro.Text, "Symptom: "+c.Symptom)
	}
	if across := words.Across(c); across != "" {
		intro.Text = append(intro.Text, across)
	}
	intro.Text = append(intro.Text, missingSentence(c)...)
	intro.Text = append(intro.Text, restartSentence(c)...)
	intro.Text = append(intro.Text, crossSentence(c)...)
	for _, b := range c.Benchmarks {
		if b.Sentence != "" && b.Delta.OK && len(b.Lost)+len(b.Gained) > 0 && !reported[b.Sentence] {
			intro.Text = append(intro.Text, b.Sentence)
		}
	}
	blocks := []report.Block{intro}
	if ch := dumbbell(c); ch != nil && !old {
		blocks = append(blocks, chartBlock(ch))
	}
	t := report.Block{Table: recallTable(c)}
	if old {
		t.Fold, t.Title = true, "Numbers of "+words.CycleTitle(c)
	}
	return append(append(blocks, t), recomputedBlocks(c)...)
}

// missingSentence names the benchmarks that lack a side, and why.
func missingSentence(c *report.Cycle) []string {
	var parts []string
	for _, b := range c.Benchmarks {
		if !b.Delta.OK {
			parts = append(parts, fmt.Sprintf("%s (%s)", b.Benchmark, words.NoDelta(b)))
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Not compared: " + words.List(parts, 6) + "."}
}

// restartSentence names the runs that hung or broke and were started again.
func restartSentence(c *report.Cycle) []string {
	var parts []string
	for _, b := range c.Benchmarks {
		for _, m := range bothSides(&b) {
			if n := m.recall.Restarts; n > 0 {
				parts = append(parts, fmt.Sprintf("%s %s the lever (%s)", b.Benchmark, m.side, words.Times(int(n))))
			}
		}
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{"Stopped after an error and started again: " + words.List(parts, 6) + "."}
}

// crossSentence says how the log's own cross-benchmark check compares.
func crossSentence(c *report.Cycle) []string {
	x := c.CrossBenchmark
	if x.LoggedClean == nil {
		return nil
	}
	said := "Logged cross-benchmark check: not clean"
	if *x.LoggedClean {
		said = "Logged cross-benchmark check: clean"
	}
	if !slices.ContainsFunc(c.Benchmarks, func(b report.Benchmark) bool { return b.Delta.OK }) {
		return []string{said + ". Not checked: no benchmark has a recall on both sides of the lever."}
	}
	switch x.Status {
	case "agree":
		s := said + "; the bug lists agree."
		if len(x.OnlyRecomputed) > 0 {
			s += fmt.Sprintf(" Lost, but not listed there: %s.", words.List(x.OnlyRecomputed, 4))
		}
		if len(x.OnlyInLog) > 0 {
			s += fmt.Sprintf(" Listed there, but not lost: %s.", words.List(x.OnlyInLog, 4))
		}
		return []string{s}
	case "clean_but_bugs_lost_inside_floor":
		s := fmt.Sprintf("%s. Bugs lost within the noise floor: %s.", said, words.List(x.Regressions, 4))
		if len(x.OnlyInLog) > 0 || len(x.OnlyRecomputed) < len(x.Regressions) {
			return []string{s + " The log lists regressions all the same, which contradicts clean."}
		}
		return []string{s + " This is no contradiction: clean is said of benchmarks, not of bugs."}
	case "contradicts_benchmark_regression":
		return []string{fmt.Sprintf("%s, but a benchmark fell by more than the noise floor. Lost: %s.", said, words.List(x.Regressions, 4))}
	case "borderline_at_floor":
		return []string{said + ". A benchmark fell by the noise floor, exactly or up to rounding, which can be read either way."}
	}
	return []string{fmt.Sprintf("%s. Only in its list: %s; only in the bug lists: %s.", said, words.List(x.OnlyInLog, 4), words.List(x.OnlyRecomputed, 4))}
}

// recallTable is the numbers of one cycle.
func recallTable(c *report.Cycle) *report.Table {
	columns := []report.Column{left("Benchmark"), right("Before"), right("After"), right("Δ"), minor(right("95 % CI of Δ")), left("Class"),
		minor(left("Evidence")), left("Lost"), left("Gained"), minor(right("Logged Δ"))}
	var rows []report.Row
	for _, b := range c.Benchmarks {
		r := report.Row{Role: classRole(b), Cells: []report.Cell{on(code(b.Benchmark), benchmarkID(b.Benchmark)), recallCell(b.RecallPre), recallCell(b.RecallPost), num(b.Delta, unit.Points),
			deltaInterval(b), text(className(b)), text(grade(b)), code(list0(b.Lost)), code(list0(b.Gained)), loggedCell(b)}}
		for _, side := range []report.Recall{b.RecallPre, b.RecallPost} {
			for _, m := range side.Runs {
				r.Evidence = append(r.Evidence, m.Evidence)
			}
		}
		rows = append(rows, r)
	}
	return tableOf("recall-"+identifier(c.Key), "Recall before and after the lever in "+words.CycleTitle(c)+". A class holds Δ against the noise floor of "+words.Short(c.NoiseFloor.Value)+".",
		"No benchmark was measured.", columns, rows, manyRows)
}

func recallCell(r report.Recall) report.Cell {
	if !r.Value.OK {
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(r.Value.Reason)}
	}
	v := r.Value.Value
	c := report.Cell{Text: unit.Fixed(v, 2), Exact: unit.Points.Exact(v), Sort: &v}
	if r.Num.OK {
		c.Text, c.Exact = fmt.Sprintf("%s of %s (%s)", words.Count(r.Num.Value), words.Count(r.Den.Value), unit.Fixed(v, 2)), ""
	}
	if basis := basisOf(r); basis != "" {
		c.Text += ", " + basis
	}
	return c
}

// basisOf is what a recall rests on that was not measured: "projected, argument-based".
func basisOf(r report.Recall) string {
	for _, m := range r.Runs {
		if m.Basis != "" && m.Value.OK {
			return m.Basis
		}
	}
	return ""
}

// deltaInterval is the interval of the delta, where it agrees with the test that decides.
func deltaInterval(b report.Benchmark) report.Cell {
	switch {
	case !b.DeltaLo.OK:
		return report.Cell{Text: unit.NotAvailable, Reason: words.Why(b.DeltaLo.Reason)}
	case words.Overruled(b):
		return report.Cell{Text: unit.NotAvailable, Reason: "the exact paired test is inconclusive; this interval alone would leave out 0"}
	}
	return reach(b.DeltaLo, b.DeltaHi, words.Points)
}

func loggedCell(b report.Benchmark) report.Cell {
	c := num(b.LoggedDelta, unit.Points)
	if b.DeltaCheck == string(stat.LoggedSignConflict) || b.DeltaCheck == string(stat.LoggedValueConflict) {
		c.Text += " ≠"
		c.Role = report.RoleBad
		c.Exact = "the bug lists give another delta"
	}
	return c
}

func list0(things []string) string {
	if len(things) == 0 {
		return ""
	}
	return words.List(things, 4)
}

func classRole(b report.Benchmark) report.Role {
	switch b.Class {
	case string(stat.DeltaRegressed):
		return report.RoleBad
	case string(stat.DeltaImproved):
		return report.RoleGood
	case string(stat.DeltaInsufficient):
		return report.RoleUnknown
	}
	if len(b.Lost) > 0 {
		return report.RoleWarn
	}
	return report.RoleNeutral
}

func className(b report.Benchmark) string {
	s := map[string]string{"improved": "improved", "regressed": "regressed", "within_noise": "within the noise floor", "insufficient": "no comparison"}[b.Class]
	if b.AtFloor {
		s += ", at the floor"
	}
	if b.Displacement {
		s += ", bugs lost and gained"
	}
	return s
}

func grade(b report.Benchmark) string {
	return map[string]string{"none": "", "inside_measured_noise": "within run-to-run noise", "weak": "weak", "moderate": "moderate", "strong": "strong"}[b.Grade]
}

var recallTerms = report.Block{Title: "What these numbers mean", Fold: true, Terms: []report.Term{
	{Name: "Recall", Means: "The share of the bugs of a benchmark's reference list that a run found. The reference list is a list that somebody made earlier, so recall is not the share of all bugs, and nothing here measures how many reports are wrong."},
	{Name: "Δ", Means: "Mean recall of the runs after the lever minus mean recall of the runs before it, counted in whole bugs where there is one run a side."},
	{Name: "Class", Means: "Δ held against the cycle's own noise floor. A Δ of exactly the floor is marked, since the format's rules treat it differently: by itself it decides nothing."},
	{Name: "95 % CI of Δ", Means: "Newcombe's interval for paired shares. It is about other bugs like these, not about the same run again. It is not shown where it leaves out 0 and the exact paired test, which decides, is inconclusive."},
	{Name: "Evidence", Means: "Strong: larger than the run-to-run noise measured from repeats. Within run-to-run noise: not larger. Without repeats, moderate where the exact paired test gives q ≤ 0.05 over the benchmarks of the cycle, else weak."},
	{Name: "Lost and gained", Means: "Bugs of the reference list that every run before found and no run after did, and the reverse."},
}}

// ruleGives is what the cycle's own rule gives for the numbers: "revert or iterate".
func ruleGives(c *report.Cycle) string { return strings.Join(c.Verdict.Accepts, " or ") }

func ruleCell(c *report.Cycle) report.Cell {
	if len(c.Verdict.Accepts) == 0 {
		return report.Cell{Text: unit.NotAvailable, Reason: "no benchmark has a recall on both sides of the lever"}
	}
	return text(ruleGives(c))
}

// cycleTable is every cycle in a row, newest first.
func cycleTable(cycles []report.Cycle) *report.Table {
	columns := []report.Column{left("Cycle"), left("Lever"), right("Ended"), left("Logged verdict"), left("Rule gives"), right("Compared"), right("Mean recall"), right("Δ"), right("Lost"), right("Gained"), minor(right("Time to verdict"))}
	var rows []report.Row
	for i := len(cycles) - 1; i >= 0; i-- {
		c := &cycles[i]
		compared := int64(0)
		for _, b := range c.Benchmarks {
			if b.Delta.OK {
				compared++
			}
		}
		r := report.Row{Evidence: []report.Evidence{c.Evidence}, Detail: []string{c.Verdict.Reason}, Cells: []report.Cell{on(code(words.CycleTitle(c)), cycleID(c)), code(c.Lever), when(c.EndedAt), code(c.Verdict.Logged), ruleCell(c),
			whole(compared), num(c.Macro.Post, unit.Ratio), num(c.Macro.Delta, unit.Points), quiet(c.Pooled.Lost), quiet(c.Pooled.Gained), num(c.TimeToVerdictS, unit.Seconds)}}
		if c.Verdict.Check == "not_supported" {
			r.Role = report.RoleBad
		}
		rows = append(rows, r)
	}
	return tableOf("cycles", "Every cycle, newest first. Mean recall counts each benchmark once.", "No cycle was found.", columns, rows, someRows)
}
