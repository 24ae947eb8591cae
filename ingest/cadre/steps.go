package cadre

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// step is a task or a phase while it is put together.
type step struct {
	id, name, reason string
	number           int64          // of a phase
	first            *record.Record // where it is first mentioned
	status           string
	said             time.Time // when that status was
	rank             int       // who said it: where two speak at one time, the greater counts
	started, ended   time.Time
	endedAs          string  // the status that it ended with
	logged           float64 // seconds
	hasLogged        bool
	highest          int64 // highest number of a try
	failed           int64 // highest number of a try that failed
}

// Who says something about a step.
const (
	byLog = iota // a line of the page's log
	byPage
	byEvent
	byCheckpoint
)

// steps are the tasks or the phases of a unit, in the order in which they are mentioned.
type steps struct {
	list []*step
	byID map[string]*step
}

func (s *steps) get(id string, at *record.Record) *step {
	if x, ok := s.byID[id]; ok {
		return x
	}
	if s.byID == nil {
		s.byID = map[string]*step{}
	}
	x := &step{id: id, first: at}
	s.byID[id] = x
	s.list = append(s.list, x)
	return x
}

// say notes a status unless something newer is known.
func (s *step) say(status string, at time.Time, rank int) {
	if s.status == "" || at.After(s.said) || at.Equal(s.said) && rank >= s.rank {
		s.status, s.said, s.rank = status, at, rank
	}
}

// start notes a beginning. After an end it is another session, whose time counts.
func (s *step) start(at time.Time, name string, rank int) {
	s.name = cmp.Or(s.name, name)
	if !s.ended.IsZero() {
		s.started, s.ended, s.hasLogged = time.Time{}, time.Time{}, false
	}
	if s.started.IsZero() {
		s.started = at
	}
	s.say("in-progress", at, rank)
}

// end notes an end with the duration that its writer states.
func (s *step) end(status string, at time.Time, rank int, logged record.Value) {
	s.ended, s.endedAs = at, status
	if sec, ok := seconds(logged); ok {
		s.logged, s.hasLogged = sec, true
	}
	s.say(status, at, rank)
}

// converged reports whether the step reached its goal; false, false while that is open.
func (s *step) converged() (value, known bool) {
	switch s.status {
	case "completed":
		return true, true
	case "blocked", "failed":
		return false, true
	}
	return false, false
}

// tries is the highest number of a try. A task that was completed after a try that
// failed had one more at least, even when no file has it; 0 when nothing is known.
func (s *step) tries(aamf bool) int64 {
	n := max(s.highest, s.failed)
	if ok, _ := s.converged(); ok {
		if s.failed > 0 {
			return max(n, s.failed+1)
		}
		if n == 0 && !aamf {
			return 1 // CADRE keeps every failure in the checkpoint
		}
	}
	return n
}

// byNumber puts phases in order.
func (s *steps) byNumber() {
	slices.SortStableFunc(s.list, func(a, b *step) int { return cmp.Compare(a.number, b.number) })
}

func (w *work) phase(n int64, at *record.Record) *step {
	s := w.phases.get(phaseStep(n), at)
	s.number = n
	return s
}

// stepEvents lets the events tell of phases and tasks, in the order of time.
func (w *work) stepEvents() {
	for _, r := range w.events {
		if r.Kind == nil {
			continue
		}
		if v := value(r, "phase"); v.Given {
			w.phaseEvent(r, v.Int)
		}
		if id := str(r, "taskId"); id != "" {
			w.taskEvent(r, id)
		}
		if value(r, "duration").Num < 0 {
			w.unit.Finding(w.t, badEventTime, r, r.Name, "milliseconds, 0 or more")
		}
	}
}

func (w *work) phaseEvent(r *record.Record, n int64) {
	switch r.Name {
	case "phase-started":
		w.phase(n, r).start(r.At, str(r, "phaseName"), byEvent)
	case "phase-completed":
		status := "completed"
		if v := value(r, "success"); v.Given && v.Int == 0 {
			status = "failed"
		}
		w.phase(n, r).end(status, r.At, byEvent, value(r, "duration"))
	case "phase-failed":
		s := w.phase(n, r)
		s.end("failed", r.At, byEvent, record.Value{})
		s.reason = str(r, "error")
	case "phase-skipped":
		s := w.phase(n, r)
		s.say("skipped", r.At, byEvent)
		s.reason = str(r, "reason")
	default:
		return
	}
	s := w.phase(n, r)
	s.name = cmp.Or(s.name, str(r, "phaseName"))
}

func (w *work) taskEvent(r *record.Record, id string) {
	switch r.Name {
	case "task-started":
		w.tasks.get(id, r).start(r.At, str(r, "taskName"), byEvent)
	case "task-completed":
		w.tasks.get(id, r).end("completed", r.At, byEvent, value(r, "duration"))
	case "task-failed", "task-retry":
		s := w.tasks.get(id, r)
		s.failed = max(s.failed, value(r, "attempt").Int, 1)
		s.reason = cmp.Or(str(r, "error"), str(r, "reason"))
		if r.Name == "task-failed" {
			s.say("failed", r.At, byEvent)
		}
	case "task-blocked":
		s := w.tasks.get(id, r)
		s.end("blocked", r.At, byEvent, record.Value{})
		s.failed = max(s.failed, value(r, "retryCount").Int)
		s.reason = str(r, "reason")
	}
}

func (w *work) stepRows() {
	w.phases.byNumber()
	for _, s := range w.phases.list {
		w.stepRow(s, "phase")
	}
	for _, s := range w.tasks.list {
		row := w.stepRow(s, "task")
		t := &w.t.Steps
		t.Retryable.Set(row, true)
		ok, known := s.converged()
		if known {
			t.Converged.Set(row, ok)
		}
		if n := s.tries(w.aamf); n > 0 {
			t.Attempts.Set(row, n)
		}
		visible := w.retriesVisible(s)
		t.RetriesVisible.Set(row, visible)
		if !visible {
			t.RetriesHidden.Set(row, table.Erased)
		}
		switch {
		case w.flaked(s):
			t.Result.Set(row, string(table.Flaky))
		case ok && visible && s.tries(w.aamf) < 2 && !w.tried(s):
			// Events or a checkpoint alone have no record of the try: completed without a
			// failure, it was completed at the first.
			t.FirstResult.Set(row, string(table.Passed))
		}
	}
}

// showsFailures reports whether a failure that was recovered from would be seen:
// an AAMF checkpoint alone does not show it.
func (w *work) showsFailures() bool {
	return len(w.tries) > 0 || slices.ContainsFunc(w.events, func(r *record.Record) bool {
		return strings.HasPrefix(r.Name, "task-") || strings.HasPrefix(r.Name, "agent-")
	})
}

// stepRow writes what phases and tasks have in common. Only tasks have a value in
// converged: they are what a flake rate is about.
func (w *work) stepRow(s *step, kind string) int {
	t := &w.t.Steps
	row := w.unit.Row(&t.Rows, &t.Run, s.first)
	t.Step.Set(row, s.id)
	t.StableStep.Set(row, s.id)
	if kind == "task" { // its id means nothing outside of the unit
		t.StableStep.Set(row, kind)
	}
	t.Kind.Set(row, kind)
	if kind == "phase" {
		t.Stage.Set(row, true)
	}
	w.stepMeaning(s).Fill(&t.Result, &t.Cause, row)
	t.Name.SetText(row, s.name)
	t.Status.SetText(row, s.status)
	t.Reason.SetText(row, record.Cut(s.reason, 400))
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
		if s.hasLogged && apart(s.logged, sec) {
			w.unit.Finding(w.t, stepTimes, s.first, s.id, "a duration that start and end confirm")
		}
	}
	return row
}
