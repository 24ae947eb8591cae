package present

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/analyze/words"
	"runreport/unit"
)

// attemptBlocks lists every attempt, as the noun calls it, in the order of the log.
func attemptBlocks(noun string, all []metric.AttemptDetail) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Step"), right(words.Sentence(noun)), left("Agent"), minor(left("Runtime")), minor(left("Model")), right("Started"), right("Waited before"), right("Duration"), left("Ended"),
		minor(right("Exit code")), minor(right("Tokens")), minor(right("Cost")), left("Why")}
	var rows []report.Row
	for _, x := range all {
		end, role := endWords(x.Ending)
		if x.Operator != "" {
			end += ", taken over by " + x.Operator
		}
		rows = append(rows, report.Row{Role: role, Evidence: []report.Evidence{x.Evidence}, Cells: []report.Cell{
			code(cmp.Or(x.Step, x.Agent)), given(x.Number), code(x.Agent), text(x.Runtime), text(x.Model),
			whenever(x.Started), wait(x.BackoffS), num(x.Duration, unit.Seconds), text(end),
			given(x.ExitCode), given(x.Tokens), measuredIn(x.CostUSD, unit.Dollars), text(cmp.Or(x.Error, x.Reason))}})
	}
	return []report.Block{tableBlock(tableOf("attempts", "Every "+noun+", in the order of the log.", "", columns, rows, manyRows))}
}

// endWords say how an attempt ended.
func endWords(e metric.Ending) (string, report.Role) {
	switch {
	case e.Cut == "open":
		return "still open", look(e.Result)
	case e.Cut != "":
		return "cut off: " + e.Cut, look(e.Result)
	case !e.Decided:
		return cmp.Or(e.Status, "not ended"), look(e.Result)
	case e.Converged:
		return cmp.Or(e.Status, "converged"), look(e.Result)
	}
	return cmp.Or(e.Status, "failed"), look(e.Result)
}

// stepBlocks lists the steps of a run.
func stepBlocks(run *report.Run, all []metric.StepDetail) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Step"), minor(left("Kind")), left("Name"), left("Ended"), left("Flaked"), right("Attempts"), right("Started"), right("Duration"), left("Why"), minor(left("Blocked by"))}
	var rows []report.Row
	for _, s := range all {
		r := report.Row{Role: look(s.Result), Evidence: []report.Evidence{s.Evidence}, Cells: []report.Cell{
			code(s.Step), text(s.Kind), text(s.Name), text(s.Status), text(""), given(s.Attempts),
			whenever(s.Started), num(s.Duration, unit.Seconds), text(cmp.Or(s.Error, s.Reason)), code(list0(s.FailedBy))}}
		if s.Flaked {
			r.Cells[4] = on(text("flaked"), stepID(metric.Step(run.System, run.Subject, s.Node)))
			r.Cells[4].Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return []report.Block{tableBlock(tableOf("steps", "Every step, in the order of the log.", "", columns, rows, manyRows))}
}

// checkBlocks lists gate checks and commands.
func checkBlocks(all []metric.CheckDetail) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Check"), left("Kind"), left("Step"), right("Attempt"), left("Verdict"), right("Exit code"), right("Duration"), left("Why")}
	roles := map[string]report.Role{"pass": report.RoleGood, "fail": report.RoleBad, "warn": report.RoleWarn}
	var rows []report.Row
	for _, c := range all {
		r := report.Row{Role: roles[c.Verdict], Evidence: []report.Evidence{c.Evidence}, Cells: []report.Cell{
			code(c.Name), text(c.Kind), code(c.Step), given(c.Attempt), text(c.Verdict),
			given(c.ExitCode), measuredIn(c.Duration, unit.Seconds), text(c.Reason)}}
		if c.Tail != "" {
			r.Detail = []string{"Its last output: " + c.Tail}
		}
		rows = append(rows, r)
	}
	return []report.Block{tableBlock(tableOf("checks", "Gate checks and commands, in the order of the log.", "", columns, rows, manyRows))}
}

// resultBlocks is who took part in a competition and who won.
func resultBlocks(verdicts []metric.VerdictDetail, seats []metric.Seat) []report.Block {
	var blocks []report.Block
	if len(verdicts) > 0 {
		columns := []report.Column{left("Record"), left("Winner"), left("Winning models"), right("Turns"), right("Tokens"), left("The judge's pick"), left("Why"), left("Counts")}
		var rows []report.Row
		for _, v := range verdicts {
			counts := "yes"
			if v.Superseded {
				counts = "no: a later one replaces it"
			}
			rows = append(rows, report.Row{Evidence: []report.Evidence{v.Evidence}, Cells: []report.Cell{
				code(v.Kind), code(v.Winner), code(list0(v.WinningModels)), given(v.Turns), given(v.Tokens),
				text(judged(v)), text(v.Reason), text(counts)}})
		}
		blocks = append(blocks, tableBlock(tableOf("verdicts", "Verdicts and results, as written.", "", columns, rows, someRows)))
	}
	if len(seats) > 0 {
		columns := []report.Column{left("Competitor"), left("Team"), left("Model"), left("Competes")}
		var rows []report.Row
		for _, s := range seats {
			words := ""
			if s.Said {
				words = map[bool]string{true: "yes", false: "no"}[s.Competes]
			}
			rows = append(rows, report.Row{Evidence: []report.Evidence{s.Evidence}, Cells: []report.Cell{
				code(s.Seat), code(s.Team), text(s.Model), text(words)}})
		}
		blocks = append(blocks, tableBlock(tableOf("seats", "Who took part.", "", columns, rows, someRows)))
	}
	return blocks
}

// judged names the judge's pick and says whether it was right.
func judged(v metric.VerdictDetail) string {
	switch {
	case v.Pick == "" || !v.Judged:
		return v.Pick
	case v.Correct:
		return v.Pick + ", rightly"
	}
	return v.Pick + ", wrongly"
}

// listedBlocks lists the bugs that the run itself wrote down.
func listedBlocks(all []metric.ListedBug) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Bug"), left("Title"), left("List"), left("Severity"), left("File"), right("Lines"), left("Status")}
	var rows []report.Row
	for _, b := range all {
		rows = append(rows, report.Row{Evidence: []report.Evidence{b.Evidence}, Cells: []report.Cell{
			code(b.Bug), text(b.Title), text(b.List), text(b.Severity), code(b.File), text(linesOf(b)), text(b.Status)}})
	}
	return []report.Block{tableBlock(tableOf("bugs", "The bugs in the lists that this run wrote.", "", columns, rows, manyRows))}
}

func linesOf(b metric.ListedBug) string {
	switch {
	case !b.From.OK:
		return ""
	case !b.To.OK || b.To.Value == b.From.Value:
		return strconv.FormatInt(b.From.Value, 10)
	}
	return fmt.Sprintf("%d to %d", b.From.Value, b.To.Value)
}

// recalledBlocks are the recalls that were measured on this run.
func recalledBlocks(all []measuredRun) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Benchmark"), left("Cycle"), left("Side"), right("Recall"), right("Reported"), right("Recomputed")}
	var rows []report.Row
	for _, m := range all {
		r := report.Row{Evidence: []report.Evidence{m.recall.Evidence}, Cells: []report.Cell{on(code(m.benchmark), benchmarkID(m.benchmark)), on(code(words.CycleTitle(m.cycle)), cycleID(m.cycle)),
			text(m.side + " the lever"), runRecall(m.recall), num(m.recall.Reported, unit.Ratio), text("")}}
		if x := m.recall.Recomputed; x != nil {
			r.Cells[5] = shareCell(x.Rate)
			r.Detail = recomputedSentences(m.side, m.recall)
		}
		rows = append(rows, r)
	}
	return []report.Block{tableBlock(tableOf("recalls", "Measurements of calibration cycles that are this run.", "", columns, rows, someRows))}
}

// The cells of what a log may or may not give.

func given(n report.Whole) report.Cell {
	if !n.OK {
		return text("")
	}
	return whole(n.Value)
}

func measuredIn(n report.Number, u unit.Unit) report.Cell {
	if !n.OK {
		return text("")
	}
	return num(n, u)
}

func wait(v float64) report.Cell {
	if v == 0 {
		return text("")
	}
	return num(report.Known(v), unit.Seconds)
}

func whenever(t time.Time) report.Cell {
	if t.IsZero() {
		return text("")
	}
	return when(t)
}
