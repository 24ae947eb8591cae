package cadre

import (
	"cmp"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// dialect names the layout of the checkpoint; see the package's documentation.
func dialect(r *record.Record) string {
	switch {
	case r.Is(fleetCheckpoint.Name):
		return "C4"
	case r.Is(migrationCheckpoint.Name):
		for _, key := range []string{"cumulativeDurationMs", "completedTaskDurationsMs", "phaseCursors", "adjudicationEvents", "adjudicationWaivers", "terminalExhaustion"} {
			if r.Has(key) {
				return "A2"
			}
		}
		return "A1"
	case r.Has("phaseResults"), r.Has("tasks"):
		return "C3"
	case r.Has("workItemId"):
		return "C2"
	}
	return "C1"
}

// addCheckpoint adds what the checkpoint tells about phases and tasks.
func (s *steps) addCheckpoint(in *inputs, out output) {
	doc := in.doc
	done := numbers(doc.Raw("completedPhases"))
	for _, n := range done {
		s.phase(n, doc).setStatus("completed", doc.At, byCheckpoint)
	}
	// AAMF points at the phase after the last completed one, CADRE at the last
	// completed or started one.
	if n, ok := doc.Int("currentPhase"); ok && n > 0 && n <= in.lastPhase() && !slices.Contains(done, n) {
		s.phase(n, doc).setStatus("in-progress", doc.At, byCheckpoint)
	}
	if id := doc.Str("currentTask"); id != "" {
		s.tasks.get(id, doc).setStatus("in-progress", doc.At, byCheckpoint)
	}
	for _, f := range doc.Items("failedTasks") {
		task := s.tasks.get(f.Str("taskId"), doc)
		task.setStatus("failed", doc.At, byCheckpoint)
		n, _ := f.Int("attempts")
		task.failed = max(task.failed, n, 1)
		task.reason = f.Str("error")
	}
	for _, id := range doc.List("blockedTasks") {
		s.tasks.get(id, doc).setStatus("blocked", doc.At, byCheckpoint)
	}
	for _, id := range doc.List("completedTasks") {
		s.tasks.get(id, doc).setStatus("completed", doc.At, byCheckpoint)
	}
	if in.aamf {
		s.addFailedFixes(doc)
		s.addDurations(doc, out)
	} else {
		s.addFixture(doc)
	}
}

// addFailedFixes adds the fixes of the final parity check that failed. They are tasks of
// their own, as fix-0-1 for the second fix of the first round.
func (s *steps) addFailedFixes(doc *record.Record) {
	for _, e := range record.Elements(member(member(doc.Raw("phaseCursors"), "5"), "failedFixes")) {
		id := word(e, "taskId")
		if id == "" {
			continue
		}
		task := s.tasks.get(id, doc)
		task.setStatus("failed", doc.At, byCheckpoint)
		task.failed = max(task.failed, 1)
		task.reason = cmp.Or(word(e, "error"), word(e, "description"))
	}
}

// addDurations gives the durations of completed tasks to their tasks. They come
// without names and in the order of completion; only where there is one for each
// task is it clear whose they are.
func (s *steps) addDurations(doc *record.Record, out output) {
	done := doc.List("completedTasks")
	durations := record.Elements(doc.Raw("completedTaskDurationsMs"))
	if len(durations) == 0 {
		return
	}
	if len(durations) != len(done) {
		out.finding(
			looseDurations,
			doc,
			strconv.Itoa(len(durations))+" durations",
			strconv.Itoa(len(done))+" completed tasks",
		)
		return
	}
	for i, id := range done {
		task := s.tasks.get(id, doc)
		if ms, ok := record.Number(durations[i]); ok && ms >= 0 && !task.hasLogged {
			task.logged, task.hasLogged = ms/1000, true
		}
	}
}

// addFixture reads phaseResults and tasks, which only a test fixture has.
func (s *steps) addFixture(doc *record.Record) {
	for _, e := range record.Entries(doc.Raw("phaseResults")) {
		if n, err := strconv.ParseInt(e.Key, 10, 64); err == nil {
			s.phase(n, doc).setFixture(e.Raw, doc)
		}
	}
	for _, e := range record.Entries(doc.Raw("tasks")) {
		task := s.tasks.get(e.Key, doc)
		task.setFixture(e.Raw, doc)
		if n, ok := record.Number(member(e.Raw, "attempts")); ok && n > 0 && n < 1e9 {
			task.highest = max(task.highest, int64(n))
		}
	}
}

func (s *step) setFixture(raw jsontext.Value, doc *record.Record) {
	status := word(raw, "status")
	if status == "" {
		return
	}
	s.setStatus(status, doc.At, byCheckpoint)
	s.started = moment(raw, "startedAt")
	if at := moment(raw, "completedAt"); !at.IsZero() {
		s.ended, s.endedAs = at, status
	}
}
