package present

import (
	"fmt"
	"strings"

	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// baselineSection is what is new, gone, fixed and still wrong since the baseline.
func baselineSection(b *report.Baseline) report.Section {
	s := report.Section{ID: "baseline", Title: "Since the baseline", Lead: baselineSentences(b)}
	if len(b.Compared) == 0 {
		return s
	}
	for _, x := range []struct {
		id, title, caption string
		problems           []report.Problem
	}{
		{"baseline-new", "New", "What is wrong now and was not in the baseline, most urgent first.", b.New},
		{"baseline-gone", "No longer seen", "What was wrong in the baseline and of which nothing was seen since: neither better nor worse.", b.Gone},
		{"baseline-fixed", "Fixed", "What was wrong in the baseline, was seen again, and is not wrong now.", b.Fixed},
		{"baseline-still", "Still wrong", "What is wrong now and was in the baseline.", b.Still},
	} {
		if len(x.problems) > 0 {
			s.Blocks = append(s.Blocks, report.Block{Title: x.title, Fold: x.id == "baseline-still" || len(x.problems) > fewRows,
				Table: problemTable(x.id, x.caption, x.problems)})
		}
	}
	if len(b.Recall) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Recall", Fold: true, Table: recallChangeTable(b.Recall)})
	}
	if len(b.Flakes) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Flake rates", Fold: true, Table: flakeChangeTable(b.Flakes)})
	}
	if len(b.Durations) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Durations", Fold: true, Table: durationChangeTable(b.Durations)})
	}
	return s
}

// baselineSentences say what changed, the worst first.
func baselineSentences(b *report.Baseline) []string {
	if len(b.Compared) == 0 {
		return []string{fmt.Sprintf("The baseline (%s) does not compare: %s.", b.Label, b.Why)}
	}
	out := []string{fmt.Sprintf("Against the baseline (%s): %s new, %s fixed, %s no longer seen, %s still there.", b.Label, words.Count(len(b.New)), words.Count(len(b.Fixed)), words.Count(len(b.Gone)), words.Plural(len(b.Still), "problem"))}
	if b.Why != "" {
		out = append(out, words.Sentence(b.Why)+".")
	}
	const reported = 3
	for i, p := range b.New {
		if i == reported {
			out = append(out, fmt.Sprintf("And %s more that are new, below.", words.Count(len(b.New)-reported)))
			break
		}
		out = append(out, "New: "+p.Text)
	}
	for _, x := range b.Flakes {
		if x.Call == "more" {
			out = append(out, fmt.Sprintf("Flake rate of %s: %s of %s before, %s of %s now; higher (exact test).", x.Node, words.Count(x.Before.Num), words.Count(x.Before.Den), words.Count(x.Now.Num), words.Count(x.Now.Den)))
		}
	}
	return out
}

// problemTable lists problems with the sentence behind each.
func problemTable(id, caption string, all []report.Problem) *report.Table {
	columns := []report.Column{left("Problem"), left("Severity"), left("Kind"), left("Key")}
	var rows []report.Row
	for _, p := range all {
		rows = append(rows, report.Row{Role: severityRoles[p.Severity], Evidence: p.Evidence, Detail: []string{p.Text},
			Cells: []report.Cell{text(p.Title), text(p.Severity), text(p.Kind), code(p.Key)}})
	}
	return tableOf(id, caption, "None.", columns, rows, someRows)
}

func recallChangeTable(all []report.RecallChange) *report.Table {
	columns := []report.Column{left("Benchmark"), right("Before"), right("Now"), right("Change"), minor(left("Cycle before")), minor(left("Cycle now"))}
	cell := func(r report.RecallAtCycle) report.Cell {
		if r.Num.OK && r.Den.OK {
			v := r.Value.Value
			return report.Cell{Text: fmt.Sprintf("%s of %s", words.Count(r.Num.Value), words.Count(r.Den.Value)), Sort: &v}
		}
		return num(r.Value, unit.Points)
	}
	var rows []report.Row
	for _, x := range all {
		rows = append(rows, report.Row{Cells: []report.Cell{code(x.Benchmark), cell(x.Before), cell(x.Now),
			num(report.Known(x.Now.Value.Value-x.Before.Value.Value), unit.Points), text(at(x.Before)), text(at(x.Now))}})
	}
	return tableOf("baseline-recall", "Each benchmark's latest recall in either report, those that fell most first. Where the cycles differ, so may levers and setups: whether a lever did it stands in the cycle's own comparison.",
		"None.", columns, rows, someRows)
}

// at is where a recall was measured.
func at(r report.RecallAtCycle) string {
	side := "after the lever"
	if r.Side == "pre" {
		side = "before the lever"
	}
	return r.Cycle + ", " + side
}

func flakeChangeTable(all []report.RateChange) *report.Table {
	calls := map[string]string{"more": "more", "less": "less", "cannot_tell": "inconclusive"}
	columns := []report.Column{left("Step"), minor(left("Subject")), right("Before"), right("Now"), right("95 % CI now"), left("Result"), visibleColumn(), neededColumn()}
	var rows []report.Row
	for _, x := range all {
		r := report.Row{Cells: []report.Cell{code(x.Node), code(x.Subject), shareCell(x.Before), shareCell(x.Now), likely(x.Now), text(calls[x.Call]), visible(x.Settle, unit.Points), runsNeeded(x.Settle)}}
		if x.Call == "more" {
			r.Role = report.RoleBad
		}
		rows = append(rows, r)
	}
	return tableOf("baseline-flakes", "Each step's flake rate in either report, those that grew most first. Called at a false discovery rate of 5 %; where both reports hold the same runs, less often still.",
		"None.", columns, rows, someRows)
}

func durationChangeTable(all []report.DurationChange) *report.Table {
	columns := []report.Column{left("Step"), minor(left("Subject")), right("Median before"), right("Median now"), right("Attempts before"), right("Attempts now"), left("Result")}
	var rows []report.Row
	for _, x := range all {
		r := report.Row{Cells: []report.Cell{code(x.Step), code(x.Subject), num(x.P50BeforeS, unit.Seconds), num(x.P50NowS, unit.Seconds), whole(x.NBefore), whole(x.NNow),
			text(strings.ReplaceAll(x.Call, "_", " "))}}
		if x.Call == "slower" {
			r.Role = report.RoleBad
		}
		rows = append(rows, r)
	}
	return tableOf("baseline-durations", "Each step's median in either report, slower ones first. The call compares the attempts since the baseline with the last 20 that the baseline knew.",
		"None.", columns, rows, someRows)
}
