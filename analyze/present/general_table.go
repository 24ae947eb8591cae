package present

import (
	"slices"

	"runreport/analyze/metric"
	"runreport/analyze/report"
	"runreport/unit"
)

// generalTable is a row for each run, newest first, then for each step that can have more
// than one attempt, and for each benchmark as the latest cycle measured it.
func generalTable(d *report.Data) *report.Table {
	columns := []report.Column{key(left("Name")), minor(chips(left("Kind"))), chips(left("System")), key(chips(left("Result"))), left("Subject"), right("Started"),
		key(bars(right("Duration"))), bars(right("Attempts")), bars(right("Flaked")), bars(right("Recall")), left("Error"),
		minor(left("Ended as")), minor(left("Flaked steps")), minor(right("Findings")), minor(left("Variant")), minor(left("Runner"))}
	none := text("")
	rows := firstRows{limit: manyRows}
	for i := range slices.Backward(d.Runs) {
		rows.add(func() report.Row {
			r := &d.Runs[i]
			return report.Row{Role: look(r.Result), Evidence: []report.Evidence{r.Evidence}, Detail: runDetail(*r), Cells: []report.Cell{
				on(code(r.Unit), runID(r.Key)), text("run"), text(r.System), text(r.Result), code(subjectOf(r)), minute(r.StartedAt),
				num(r.DurationS, unit.Seconds), wholeOf(r.Attempts), none, none, text(runError(r)),
				text(endedAs(*r)), code(list0(r.Flaked)), quiet(r.Findings), text(r.Variant), text(r.Runner)}}
		})
	}
	rows.limit = len(rows.rows) + manyRows // the others have room, however many runs there are
	addSteps(&rows, d)
	rows.limit = len(rows.rows) + manyRows
	for _, r := range benchmarkRows(d) {
		rows.add(func() report.Row { return r })
	}
	title := "Every run, newest first, then steps and benchmarks. A step's duration is its median."
	if len(d.Cycles) == 0 {
		title = "Every run, newest first, then steps. A step's duration is its median."
	}
	t := rows.table("runs", title, "No run was found.", columns)
	t.Main = true
	return t
}

// subjectOf is the subject's name as it lasts: "shop" instead of "nightly-07/shop".
func subjectOf(r *report.Run) string {
	if r.StableSubject != nil {
		return *r.StableSubject
	}
	return r.Subject
}

// addSteps adds the steps that can have more than one attempt. A step failed that fails on
// its last run date, and is flaky where it passed after a failed attempt in any run.
func addSteps(rows *firstRows, d *report.Data) {
	subjects := map[string]string{} // of the runs that failures are of, as logs write them
	for i := range d.Failures {
		subjects[d.Failures[i].Run] = ""
	}
	for i := range d.Runs {
		if _, failed := subjects[d.Runs[i].Key]; failed {
			subjects[d.Runs[i].Key] = d.Runs[i].Subject
		}
	}
	failing := map[metric.StepName]bool{}
	for i := range d.Failures {
		if f := &d.Failures[i]; f.Step != "" && f.State != report.FailureEnded {
			failing[metric.Step(f.System, f.Subject, f.Step)] = true
			failing[metric.Step(f.System, subjects[f.Run], f.Step)] = true
		}
	}
	shown := map[metric.StepName]bool{}
	for _, n := range d.Flakes.ByNode[:min(len(d.Flakes.ByNode), max(0, rows.limit-len(rows.rows)))] {
		shown[metric.Step(n.System, n.Subject, n.Node)] = true
	}
	typical := map[metric.StepName]report.Number{}
	for i := range d.Durations.Attempts {
		a := &d.Durations.Attempts[i]
		if name := metric.Step(a.System, a.Subject, a.Step); a.Converged && shown[name] {
			typical[name] = a.P50S
		}
	}
	none := text("")
	for i := range d.Flakes.ByNode {
		n := &d.Flakes.ByNode[i]
		rows.add(func() report.Row {
			name, result := metric.Step(n.System, n.Subject, n.Node), "passed"
			switch {
			case failing[name]:
				result = "failed"
			case n.Rate.Num > 0:
				result = "flaky"
			}
			duration := none
			if p50, timed := typical[name]; timed {
				duration = num(p50, unit.Seconds)
			}
			return report.Row{Role: look(result), Cells: []report.Cell{on(code(n.Node), stepID(name)), text("step"), text(n.System), text(result),
				code(n.Subject), none, duration, none, shareCell(n.Rate), none, none, none, none, none, none, none}}
		})
	}
}

// benchmarkRows are the benchmarks, each as the latest cycle that measured it after its lever.
func benchmarkRows(d *report.Data) (rows []report.Row) {
	none := text("")
	seen := map[string]bool{}
	for _, c := range slices.Backward(d.Cycles) {
		for _, b := range c.Benchmarks {
			if seen[b.Benchmark] || !b.RecallPost.Value.OK {
				continue
			}
			seen[b.Benchmark] = true
			recall := num(b.RecallPost.Value, unit.None)
			if b.Delta.OK {
				recall.Text += " (" + unit.Points.Format(b.Delta.Value) + ")"
			}
			rows = append(rows, report.Row{Cells: []report.Cell{code(b.Benchmark), text("benchmark"), text(c.System), none, code(c.Cycle), minute(c.StartedAt),
				none, none, none, recall, none, none, none, none, none, none}})
		}
	}
	return rows
}

// minute is a time without its seconds.
func minute(t report.Moment) report.Cell {
	c := when(t)
	if !t.IsZero() {
		c.Text = c.Text[:len("2026-03-13 19:40")]
	}
	return c
}
