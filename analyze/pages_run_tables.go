package analyze

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"runreport/analyze/report"
	"runreport/ingest/table"
	"runreport/unit"
)

// attemptBlocks lists every attempt in the order of the log.
func (p *pages) attemptBlocks(u *Unit) []report.Block {
	if len(u.attempts) == 0 {
		return nil
	}
	t := &p.t.Attempts
	columns := []report.Column{left("Step"), right("Attempt"), left("Agent"), minor(left("Runtime")), minor(left("Model")), right("Started"), right("Waited before"), right("Took"), left("Ended"),
		minor(right("Exit code")), minor(right("Tokens")), minor(right("Cost")), left("Why")}
	var rows []report.Row
	for _, row := range u.attempts {
		end, role := attemptEnd(u, row)
		rows = append(rows, report.Row{Role: role, Evidence: []report.Evidence{p.evidence(t.Place(row))}, Cells: []report.Cell{
			code(cmp.Or(t.Step.At(row), t.Agent.At(row))), given(t.Attempt.Get(row)), code(t.Agent.At(row)), text(t.Runtime.At(row)), text(t.Model.At(row)),
			whenever(t.StartedAt.At(row)), wait(t.BackoffS.At(row)), num(optional(&t.DurationS, row, "not_reported"), unit.Seconds), text(end),
			given(t.ExitCode.Get(row)), given(t.Tokens.Get(row)), cost(t.CostUSD.Get(row)), text(cmp.Or(t.Error.At(row), t.Reason.At(row)))}})
	}
	return []report.Block{tableBlock(tableOf("attempts", "Every attempt, in the order of the log.", "", columns, rows, manyRows))}
}

// attemptEnd says how an attempt ended.
func attemptEnd(u *Unit, row int) (string, report.Role) {
	t := &u.t.Attempts
	status := t.Status.At(row)
	converged, known := t.Converged.Get(row)
	switch cut := t.Cut.At(row); {
	case cut == "open":
		return "still open", report.RoleUnknown
	case cut != "":
		return "cut off: " + cut, report.RoleWarn
	case !known:
		return cmp.Or(status, "not ended"), report.RoleUnknown
	case converged:
		return cmp.Or(status, "converged"), report.RoleGood
	}
	return cmp.Or(status, "failed"), report.RoleBad
}

// stepBlocks lists the steps of a run.
func (p *pages) stepBlocks(u *Unit) []report.Block {
	if len(u.steps) == 0 {
		return nil
	}
	t := &p.t.Steps
	flaked := map[int]string{} // rows of steps that flaked → the node they are counted under
	for _, y := range u.tries() {
		if y.flaked() {
			flaked[y.row] = y.node
		}
	}
	columns := []report.Column{left("Step"), minor(left("Kind")), left("Name"), left("Ended"), left("Flaked"), right("Attempts"), right("Started"), right("Took"), left("Why"), minor(left("Blocked by"))}
	var rows []report.Row
	for _, row := range u.steps {
		r := report.Row{Role: stepRole(t.Status.At(row)), Evidence: []report.Evidence{p.evidence(t.Place(row))}, Cells: []report.Cell{
			code(t.Step.At(row)), text(t.Kind.At(row)), text(t.Name.At(row)), text(t.Status.At(row)), text(""), given(t.Attempts.Get(row)),
			whenever(t.StartedAt.At(row)), num(optional(&t.DurationS, row, "not_reported"), unit.Seconds), text(t.Reason.At(row)), code(list0(t.FailedBy.At(row)))}}
		if node, yes := flaked[row]; yes {
			r.Cells[4] = on(text("flaked"), stepID(u.System, u.Subject, node))
			r.Cells[4].Role = report.RoleWarn
		}
		rows = append(rows, r)
	}
	return []report.Block{tableBlock(tableOf("steps", "Every step, in the order of the log.", "", columns, rows, manyRows))}
}

func stepRole(status string) report.Role {
	switch status {
	case "done":
		return report.RoleGood
	case "failed":
		return report.RoleBad
	case "blocked":
		return report.RoleWarn
	case "open":
		return report.RoleUnknown
	}
	return report.RoleNeutral
}

// checkBlocks lists gate checks and commands.
func (p *pages) checkBlocks(u *Unit) []report.Block {
	if len(u.checks) == 0 {
		return nil
	}
	t := &p.t.Checks
	columns := []report.Column{left("Check"), left("Kind"), left("Step"), right("Attempt"), left("Verdict"), right("Exit code"), right("Took"), left("Why")}
	roles := map[string]report.Role{"pass": report.RoleGood, "fail": report.RoleBad, "warn": report.RoleWarn}
	var rows []report.Row
	for _, row := range u.checks {
		r := report.Row{Role: roles[t.Verdict.At(row)], Evidence: []report.Evidence{p.evidence(t.Place(row))}, Cells: []report.Cell{
			code(t.Name.At(row)), text(t.Kind.At(row)), code(t.Step.At(row)), given(t.Attempt.Get(row)), text(t.Verdict.At(row)),
			given(t.ExitCode.Get(row)), seconds(t.DurationS.Get(row)), text(t.Reason.At(row))}}
		if tail := t.Tail.At(row); tail != "" {
			r.Detail = []string{"Its last output: " + tail}
		}
		rows = append(rows, r)
	}
	return []report.Block{tableBlock(tableOf("checks", "Gate checks and commands, in the order of the log.", "", columns, rows, manyRows))}
}

// resultBlocks is who took part in a competition and who won.
func (p *pages) resultBlocks(u *Unit) []report.Block {
	var blocks []report.Block
	if v := &p.t.Verdicts; len(u.verdicts) > 0 {
		columns := []report.Column{left("Record"), left("Winner"), left("Winning models"), right("Turns"), right("Tokens"), left("The judge's pick"), left("Why"), left("Counts")}
		var rows []report.Row
		for _, row := range u.verdicts {
			counts := "yes"
			if v.Superseded.Is(row) {
				counts = "no: a later one replaces it"
			}
			rows = append(rows, report.Row{Evidence: []report.Evidence{p.evidence(v.Place(row))}, Cells: []report.Cell{
				code(v.Kind.At(row)), code(v.Winner.At(row)), code(list0(v.WinningModels.At(row))), given(v.Turns.Get(row)), given(v.Tokens.Get(row)),
				text(judged(v, row)), text(v.Reason.At(row)), text(counts)}})
		}
		blocks = append(blocks, tableBlock(tableOf("verdicts", "Verdicts and results, as written.", "", columns, rows, someRows)))
	}
	if s := &p.t.Seats; len(u.seats) > 0 {
		columns := []report.Column{left("Competitor"), left("Team"), left("Model"), left("Competes")}
		var rows []report.Row
		for _, row := range u.seats {
			competes, said := s.Competes.Get(row)
			words := ""
			if said {
				words = map[bool]string{true: "yes", false: "no"}[competes]
			}
			rows = append(rows, report.Row{Evidence: []report.Evidence{p.evidence(s.Place(row))}, Cells: []report.Cell{
				code(s.Seat.At(row)), code(s.Team.At(row)), text(s.Model.At(row)), text(words)}})
		}
		blocks = append(blocks, tableBlock(tableOf("seats", "Who took part.", "", columns, rows, someRows)))
	}
	return blocks
}

// judged names the judge's pick and says whether it was right.
func judged(v *table.Verdicts, row int) string {
	pick := v.Accused.At(row)
	right, said := v.Correct.Get(row)
	switch {
	case pick == "" || !said:
		return pick
	case right:
		return pick + ", rightly"
	}
	return pick + ", wrongly"
}

// listedBlocks lists the bugs that the run itself wrote down.
func (p *pages) listedBlocks(r *report.Run) []report.Block {
	if len(p.bugs[r.Key]) == 0 {
		return nil
	}
	t := &p.t.Bugs
	columns := []report.Column{left("Bug"), left("Title"), left("List"), left("Severity"), left("File"), right("Lines"), left("Status")}
	var rows []report.Row
	for _, row := range p.bugs[r.Key] {
		rows = append(rows, report.Row{Evidence: []report.Evidence{p.evidence(t.Place(row))}, Cells: []report.Cell{
			code(t.Bug.At(row)), text(t.Title.At(row)), text(t.List.At(row)), text(t.Severity.At(row)), code(t.File.At(row)),
			text(linesOf(t, row)), text(t.Status.At(row))}})
	}
	return []report.Block{tableBlock(tableOf("bugs", "The bugs in the lists that this run wrote.", "", columns, rows, manyRows))}
}

func linesOf(t *table.Bugs, row int) string {
	lo, named := t.LineLo.Get(row)
	hi, ends := t.LineHi.Get(row)
	switch {
	case !named:
		return ""
	case !ends || hi == lo:
		return strconv.FormatInt(lo, 10)
	}
	return fmt.Sprintf("%d to %d", lo, hi)
}

// recalledBlocks are the recalls that were measured on this run.
func recalledBlocks(all []measuredRun) []report.Block {
	if len(all) == 0 {
		return nil
	}
	columns := []report.Column{left("Benchmark"), left("Cycle"), left("Side"), right("Recall"), right("Reported"), right("Recomputed")}
	var rows []report.Row
	for _, m := range all {
		r := report.Row{Evidence: []report.Evidence{m.recall.Evidence}, Cells: []report.Cell{on(code(m.benchmark), benchmarkID(m.benchmark)), on(code(cycleTitle(m.cycle)), cycleID(m.cycle)),
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

func given(n int64, ok bool) report.Cell {
	if !ok {
		return text("")
	}
	return whole(n)
}

func seconds(v float64, ok bool) report.Cell {
	if !ok {
		return text("")
	}
	return num(report.Known(v), unit.Seconds)
}

func cost(v float64, ok bool) report.Cell {
	if !ok {
		return text("")
	}
	return num(report.Known(v), unit.Dollars)
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
