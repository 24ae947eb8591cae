package present

import (
	"fmt"
	"math"
	"slices"

	"runreport/analyze/change"
	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/analyze/words"
	"runreport/unit"
)

// durationSection is how long things take.
func durationSection(v *View) report.Section {
	s := report.Section{ID: "durations", Title: "Durations"}
	d := v.Data.Durations
	passed := func(r *report.AttemptDuration) bool { return r.Converged }
	failed := func(r *report.AttemptDuration) bool { return !r.Converged }
	if len(d.Attempts) == 0 && len(d.Phases) == 0 {
		s.Lead = []string{"No attempt and no phase with a duration was found."}
		return s
	}
	if i := slices.IndexFunc(d.Attempts, func(r report.AttemptDuration) bool { return passed(&r) }); i >= 0 {
		x := &d.Attempts[i]
		s.Lead = append(s.Lead, fmt.Sprintf("Slowest attempts that passed: %s, median %s (n = %d).", theStep(x.Step, v.Collective[[2]string{x.System, x.Step}]), unit.Seconds.Format(x.P50S.Value), x.N))
	}
	total, n, any := 0.0, int64(0), false // of those that failed
	for i := range d.Attempts {
		if r := &d.Attempts[i]; failed(r) {
			total, n, any = total+r.SumS.Value, n+r.N, true
		}
	}
	if any {
		s.Lead = append(s.Lead, fmt.Sprintf("%s failed, %s in total.", words.Plural(int(n), "attempt"), unit.Seconds.Format(total)))
	}
	s.Lead = append(s.Lead, changeSentences(v.Data, change.Duration, "is slower or faster")...)
	s.Lead = append(s.Lead, ShiftSentences(d.Shifts)...)
	if len(v.Waits) > 0 {
		s.Lead = append(s.Lead, waitingSentence(v.Waits))
	}
	for _, x := range d.Survival {
		s.Lead = append(s.Lead, SurvivalSentence(x))
	}
	if c := attemptChart(d.Attempts, v.Collective); c != nil {
		s.Blocks = append(s.Blocks, chartBlock(c))
	}
	s.Blocks = append(s.Blocks, tableBlock(attemptTable("attempts", "Attempts that passed, slowest first. A percentile is shown from as many values on as it needs: 10, 20 and 100.", d.Attempts, passed)))
	if any {
		s.Blocks = append(s.Blocks, tableBlock(attemptTable("failed-attempts", "Attempts that failed, slowest first. They are never averaged with the others.", d.Attempts, failed)))
	}
	if len(d.Shifts) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Runs since the baseline against those before", Fold: d.Shifts[0].Call != "slower", Table: shiftTable(d.Shifts)})
	}
	for _, x := range d.Survival {
		// Where hardly any was cut off, the sentence says all that a curve would.
		if x.StallsVisible || 10*x.Censored >= x.N {
			s.Blocks = append(s.Blocks, chartBlock(survivalChart(x)))
		}
	}
	if len(d.Phases) > 0 {
		s.Blocks = append(s.Blocks, report.Block{Title: "Phases", Fold: len(d.Phases) > fewRows, Table: phaseTable(d.Phases)})
	}
	if len(v.Waits) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(waitingTable(v.Waits)))
	}
	if lags := lagTable(v.Data.Metrics); len(lags.Rows) > 0 {
		s.Blocks = append(s.Blocks, tableBlock(lags))
	}
	if len(d.Commands) > 0 {
		if c := commandChart(d.Commands); c != nil {
			s.Blocks = append(s.Blocks, chartBlock(c))
		}
		s.Blocks = append(s.Blocks, report.Block{Title: "Slowest commands", Fold: true, Table: attemptTable("commands", "Commands inside attempts, slowest first.", d.Commands, func(*report.AttemptDuration) bool { return true })})
	}
	return s
}

func differ(rows []report.AttemptDuration) bool {
	for _, r := range rows {
		if r.Subject != rows[0].Subject {
			return true
		}
	}
	return false
}

// SurvivalSentence gives the median and three estimates of the 90th percentile: with what
// was cut off as censored, with what stalled taken never to end, and of what ended. The
// last is not told of a few. Example: "Cards, 11 attempts: median 18 min, p90 45 min
// (Kaplan–Meier, 6 censored)."
func SurvivalSentence(v report.Survival) string {
	method := "Kaplan–Meier"
	if v.Censored > 0 {
		method += fmt.Sprintf(", %s censored", words.Count(v.Censored))
	}
	value := func(n report.Number) string {
		if !n.OK {
			return "not reached"
		}
		return unit.Seconds.Format(n.Value)
	}
	s := fmt.Sprintf("%s, %s: median %s, p90 %s (%s)", words.Sentence(words.Several(v.Noun)), words.Plural(int(v.N), "attempt"), value(v.P50S), value(v.P90S), method)
	switch {
	case v.P90S.OK && !v.P90IfNeverS.OK:
		s += "; p90 not reached if stalled attempts never end"
	case v.P90S.OK && v.P90IfNeverS.Value > v.P90S.Value:
		s += fmt.Sprintf("; p90 %s if stalled attempts never end", value(v.P90IfNeverS))
	}
	if v.Censored > 0 && v.Events >= enoughForP90 && v.P90FinishedS.OK {
		s += fmt.Sprintf("; p90 of the %s that ended %s", words.Count(v.Events), value(v.P90FinishedS))
	}
	return s + "."
}

// enoughForP90 is how many values a 90th percentile needs (STATISTICS 1.19).
const enoughForP90 = 10

// attemptTable is the rows that are to be in it, in their order.
func attemptTable(id, caption string, rows []report.AttemptDuration, in func(*report.AttemptDuration) bool) *report.Table {
	columns := []report.Column{left("Step"), minor(left("Subject")), minor(left("System")), right("n"), right("p50"), right("p90"), minor(right("p95")), minor(right("p99")), right("Max"), minor(right("Total"))}
	out := firstRows{limit: someRows}
	for i := range rows {
		r := &rows[i]
		if !in(r) {
			continue
		}
		out.add(func() report.Row {
			return report.Row{Evidence: []report.Evidence{r.Evidence}, Cells: []report.Cell{code(r.Step), code(r.Subject), text(r.System), whole(r.N),
				num(r.P50S, unit.Seconds), num(r.P90S, unit.Seconds), num(r.P95S, unit.Seconds), num(r.P99S, unit.Seconds), num(r.MaxS, unit.Seconds), num(r.SumS, unit.Seconds)}}
		})
	}
	return out.table(id, caption, "None was found.", columns)
}

func phaseTable(rows []report.PhaseDuration) *report.Table {
	columns := []report.Column{left("Phase"), left("Subject"), minor(left("System")), right("n"), right("p50"), right("p90"), right("Max"), right("Open")}
	out := firstRows{limit: someRows}
	for i := range rows {
		out.add(func() report.Row {
			r := &rows[i]
			return report.Row{Cells: []report.Cell{text(r.Phase), code(r.Subject), text(r.System), whole(r.N),
				num(r.P50S, unit.Seconds), num(r.P90S, unit.Seconds), num(r.MaxS, unit.Seconds), quiet(r.Open)}}
		})
	}
	return out.table("phases", "Phases, slowest first.", "No phase was found.", columns)
}

// ShiftSentences says which steps got slower or faster since the baseline.
func ShiftSentences(shifts []report.Shift) []string {
	var out []string
	testable := 0
	for _, x := range shifts {
		if x.MinAttainableP.Value <= stat.Alpha {
			testable++
		}
		if x.Call == "slower" || x.Call == "faster" {
			out = append(out, fmt.Sprintf("%s is %s since the baseline: Δ %s (%s CI %s to %s), %s new and %s old runs.", x.Step, x.Call, unit.Seconds.Format(math.Abs(x.ShiftS.Value)),
				unit.Ratio.Format(x.Confidence.Value), unit.Seconds.Format(x.LoS.Value), unit.Seconds.Format(x.HiS.Value), words.Count(x.NNew), words.Count(x.NOld)))
		}
	}
	switch {
	case len(shifts) == 0:
	case testable == 0:
		out = append(out, fmt.Sprintf("Too few runs to tell whether a step is slower since the baseline: of so few, no test reaches p = %g.", stat.Alpha))
	case len(out) == 0 && testable == 1:
		out = append(out, "The one step with enough runs is neither slower nor faster since the baseline.")
	case len(out) == 0:
		out = append(out, fmt.Sprintf("None of the %s with enough runs is slower or faster since the baseline.", words.Plural(testable, "step")))
	}
	return out
}

func shiftTable(shifts []report.Shift) *report.Table {
	calls := map[string]string{"slower": "slower", "faster": "faster", "cannot_tell": "inconclusive", "too_few": "too few runs"}
	columns := []report.Column{left("Step"), minor(left("Subject")), right("New runs"), right("Old runs"), right("Δ"), right("95 % CI of Δ"), right("Confidence"), left("Result"), visibleColumn(), neededColumn()}
	var rows []report.Row
	for _, x := range shifts {
		r := report.Row{Cells: []report.Cell{code(x.Step), code(x.Subject), whole(x.NNew), whole(x.NOld), num(x.ShiftS, unit.Seconds),
			reach(x.LoS, x.HiS, unit.Seconds.Format), num(x.Confidence, unit.Ratio), text(calls[x.Call]), visible(x.Settle, unit.Seconds), runsNeeded(x.Settle)}}
		if x.Call == "slower" {
			r.Role = report.RoleBad
		}
		rows = append(rows, r)
	}
	return tableOf("shifts", "Each step's attempts since the baseline against the last 20 that it knew; where they span several run dates each date counts once, with its median. Called from a change of 1 s and 10 % on, at a false discovery rate of 5 %.",
		"No step ran on both sides.", columns, rows, someRows)
}

// theStep is the step inside a sentence.
func theStep(step string, collective bool) string {
	if collective {
		return words.Several(step)
	}
	return step
}
