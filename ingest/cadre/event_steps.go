package cadre

import (
	"cmp"
	"strings"

	"runreport/ingest/record"
)

// addEvents adds what events tell about phases and tasks, in the order of time.
func (s *steps) addEvents(events []*record.Record, out output) {
	for _, r := range events {
		if r.Kind == nil {
			continue
		}
		data := payload(r)
		if n := find(data, r, "phase"); n.Given() {
			s.addPhaseEvent(r, n.Int())
		}
		if id := find(data, r, "taskId").Str(); id != "" {
			s.addTaskEvent(r, id)
		}
		if find(data, r, "duration").Float() < 0 {
			out.finding(badEventTime, r, r.Name, "milliseconds, 0 or more")
		}
	}
}

func (s *steps) addPhaseEvent(r *record.Record, n int64) {
	switch r.Name {
	case "phase-started":
		s.phase(n, r).start(r.At, str(r, "phaseName"), byEvent)
	case "phase-completed":
		status := "completed"
		if v := value(r, "success"); v.Given && v.Int == 0 {
			status = "failed"
		}
		s.phase(n, r).end(status, r.At, byEvent, value(r, "duration"))
	case "phase-failed":
		p := s.phase(n, r)
		p.end("failed", r.At, byEvent, record.Value{})
		p.reason = str(r, "error")
		if stderr := str(r, "stderr"); stderr != "" { // the error is often no more than the exit status
			p.reason = strings.TrimPrefix(p.reason+": "+stderr, ": ")
		}
	case "phase-skipped":
		p := s.phase(n, r)
		p.setStatus("skipped", r.At, byEvent)
		p.reason = str(r, "reason")
	default:
		return
	}
	p := s.phase(n, r)
	p.name = cmp.Or(p.name, str(r, "phaseName"))
}

func (s *steps) addTaskEvent(r *record.Record, id string) {
	switch r.Name {
	case "task-started":
		s.tasks.get(id, r).start(r.At, str(r, "taskName"), byEvent)
	case "task-completed":
		s.tasks.get(id, r).end("completed", r.At, byEvent, value(r, "duration"))
	case "task-failed", "task-retry":
		task := s.tasks.get(id, r)
		task.failed = max(task.failed, value(r, "attempt").Int, 1)
		task.reason = cmp.Or(str(r, "error"), str(r, "reason"))
		if r.Name == "task-failed" {
			task.setStatus("failed", r.At, byEvent)
		}
	case "task-blocked":
		task := s.tasks.get(id, r)
		task.end("blocked", r.At, byEvent, record.Value{})
		task.failed = max(task.failed, value(r, "retryCount").Int)
		task.reason = str(r, "reason")
	}
}
