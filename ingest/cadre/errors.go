package cadre

import (
	"strings"
	"time"

	"runreport/ingest/record"
)

// addErrors gives the runs of agents the errors that events state: an invocation says that
// it failed and never why. Example: agent-failed states "exit code 1" and the task-retry
// after it "build failed", which gives "build failed (exit code 1)".
func addErrors(runs []*agentRun, events []*record.Record) {
	for _, r := range events {
		switch {
		case r.Is("agent-failed"), r.Is("agent-timed-out"), r.Is("agent-completed"):
			if a := runThatEnded(runs, r); a != nil && a.err == "" {
				a.err = str(r, "error")
			}
		case r.Is("task-retry"), r.Is("task-failed"):
			if a := lastFailed(runs, str(r, "taskId"), r.At); a != nil && !a.explained {
				a.explain(str(r, "error"))
				a.explain(str(r, "reason"))
			}
		}
	}
}

// explain adds what a task's event says about the attempt. An exit status alone says less
// and goes behind it.
func (a *agentRun) explain(text string) {
	switch {
	case text == "" || a.explained:
		return
	case a.err == "":
		a.err = text
	case strings.HasPrefix(a.err, "exit "):
		a.err = text + " (" + a.err + ")"
	}
	a.explained = true
}

// runThatEnded is the failed run whose end the event tells of: that of the same invocation,
// else the one of the same agent and task that ended nearest to it. nil when there is none.
func runThatEnded(runs []*agentRun, r *record.Record) (best *agentRun) {
	id, nearest := str(r, "invocationId"), sameEvent
	for _, a := range runs {
		if !a.failed() {
			continue
		}
		if id != "" && a.rec.Is(invocation.Name) && a.rec.Str("invocationId") == id {
			return a
		}
		away := a.end.Sub(r.At).Abs()
		if a.agent == str(r, "agent") && a.task == str(r, "taskId") && away <= nearest && a.err == "" {
			best, nearest = a, away
		}
	}
	return best
}

// lastFailed is the failed run at the task that ended last by then; nil when there is none.
func lastFailed(runs []*agentRun, task string, by time.Time) (best *agentRun) {
	for _, a := range runs {
		if task != "" && a.task == task && a.failed() && !a.end.After(by.Add(sameEvent)) && (best == nil || a.end.After(best.end)) {
			best = a
		}
	}
	return best
}
