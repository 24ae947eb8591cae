package cadre

import (
	"runreport/ingest/record"
	"runreport/ingest/table"
)

func (o output) stepRows(in *inputs, steps *steps, end ending) {
	t := &o.t.Steps
	for _, s := range steps.phases.list {
		row := o.stepRow(s, "phase", s.id, end)
		t.Stage.Set(row, true)
	}
	for _, s := range steps.tasks.list {
		// A task's id means nothing outside of its unit, so that all are counted as "task".
		row := o.stepRow(s, "task", "task", end)
		t.Retryable.Set(row, true)
		ok, known := s.converged()
		if known {
			t.Converged.Set(row, ok)
		}
		n := s.attempts(in.aamf)
		if n > 0 {
			t.Attempts.Set(row, n)
		}
		visible := retriesVisible(s, in)
		t.RetriesVisible.Set(row, visible)
		if !visible {
			t.RetriesHidden.Set(row, table.Erased)
		}
		switch {
		case flaked(s, in):
			t.Result.Set(row, string(table.Flaky))
		case ok && visible && len(s.runs) == 0:
			// Events or a checkpoint alone have no record of the attempt: completed without
			// a failure, it was completed at the first.
			t.FirstResult.Set(row, string(table.Passed))
		}
	}
}

// stepRow writes what phases and tasks have in common. Only tasks have a value in
// converged: they are what a flake rate is about.
func (o output) stepRow(s *step, kind, stable string, end ending) (row int) {
	t := &o.t.Steps
	row = o.unit.Row(&t.Rows, &t.Run, s.first)
	t.Step.Set(row, s.id)
	t.StableStep.Set(row, stable)
	t.Kind.Set(row, kind)
	m := o.meaning(stepWords, s.status, s.first)
	if m.Result == table.Open { // one that its unit left behind was skipped, or nothing says how it ended
		m.Result = table.Unfinished(s.status == "in-progress", end.over())
	}
	m.Fill(&t.Result, &t.Cause, row)
	t.Name.SetText(row, s.name)
	t.Status.SetText(row, s.status)
	t.Reason.SetText(row, record.Cut(s.reason, maxText))
	t.StartedAt.Set(row, s.started)
	if s.hasLogged {
		t.LoggedS.Set(row, s.logged)
	}
	if s.endedAs != s.status { // it ended otherwise before, or later than any event says
		return row
	}
	t.EndedAt.Set(row, s.ended)
	if sec, ok := record.Span(s.started, s.ended); ok {
		t.DurationS.Set(row, sec)
		if s.hasLogged && differ(s.logged, sec) {
			o.finding(stepTimes, s.first, s.id, "a duration that start and end confirm")
		}
	}
	return row
}

// retriesVisible reports whether a failure that the task recovered from would be seen.
func retriesVisible(s *step, in *inputs) bool {
	ok, _ := s.converged()
	return !ok || in.showsFailures()
}

// flaked reports whether the task was completed after an attempt that failed. An attempt
// of which there is no record failed, as far as the files would show it (STATISTICS 1.16).
func flaked(s *step, in *inputs) bool {
	ok, _ := s.converged()
	n := s.attempts(in.aamf)
	if !ok || n < 2 {
		return false
	}
	recorded := map[int64]bool{}
	for _, a := range s.runs {
		if a.failed() { // n is higher: the task was completed after it
			return true
		}
		recorded[a.number] = true
	}
	for k := int64(1); k < n; k++ {
		if !recorded[k] {
			return retriesVisible(s, in)
		}
	}
	return false
}
