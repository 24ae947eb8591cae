package cadre

import (
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// addErrors gives the runs of agents the errors that events state: an invocation says that
// it failed and never why. Example: agent-failed states "exit code 1" and the task-retry
// after it "build failed", which gives "build failed (exit code 1)".
func addErrors(runs failedRuns, events []*record.Record) {
	for _, r := range events {
		switch {
		case r.Is("agent-failed"), r.Is("agent-timed-out"), r.Is("agent-completed"):
			if a := runs.thatEnded(r); a != nil && a.err == "" {
				a.err = str(r, "error")
			}
		case r.Is("task-retry"), r.Is("task-failed"):
			if a := runs.lastAt(str(r, "taskId"), r.At); a != nil && !a.explained {
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

// failedRuns are runs of agents that did not reach their goal, by what events name them by. A work item may have
// thousands of both.
type failedRuns struct {
	byInvocation map[string]*agentRun // the first of each
	byAgent      map[agentAndTask][]failedRun
	byTask       map[string][]failedRun
}

// failedRun is a run with its place among all runs of its unit.
type failedRun struct {
	*agentRun
	place int
}

type agentAndTask struct{ agent, task string }

func newFailedRuns(runs []*agentRun) failedRuns {
	f := failedRuns{map[string]*agentRun{}, map[agentAndTask][]failedRun{}, map[string][]failedRun{}}
	for i, a := range runs {
		if !a.failed() {
			continue
		}
		if id := a.rec.Str("invocationId"); a.rec.Is(invocation.Name) && f.byInvocation[id] == nil {
			f.byInvocation[id] = a
		}
		of, x := agentAndTask{a.agent, a.task}, failedRun{a, i}
		f.byAgent[of], f.byTask[a.task] = append(f.byAgent[of], x), append(f.byTask[a.task], x)
	}
	byEnd := func(a, b failedRun) int { return a.end.Compare(b.end) }
	for _, list := range f.byAgent {
		slices.SortStableFunc(list, byEnd)
	}
	for _, list := range f.byTask {
		slices.SortStableFunc(list, byEnd)
	}
	return f
}

// from is the place of the first of the runs, which are sorted by their ends, that did not end before that time.
func from(runs []failedRun, at time.Time) int {
	i, _ := slices.BinarySearchFunc(runs, at, func(a failedRun, at time.Time) int { return a.end.Compare(at) })
	return i
}

// thatEnded is the run whose end the event tells of: that of the same invocation, else the one of the same agent
// and task without an error that ended nearest to it, the last of several. nil when there is none.
func (f failedRuns) thatEnded(r *record.Record) *agentRun {
	id := str(r, "invocationId")
	if a := f.byInvocation[id]; a != nil && id != "" {
		return a
	}
	var best failedRun
	list, nearest := f.byAgent[agentAndTask{str(r, "agent"), str(r, "taskId")}], sameEvent
	for _, a := range list[from(list, r.At.Add(-sameEvent)):] {
		if a.end.Sub(r.At) > sameEvent {
			break
		}
		away := a.end.Sub(r.At).Abs()
		if a.err == "" && (away < nearest || away == nearest && (best.agentRun == nil || best.place < a.place)) {
			best, nearest = a, away
		}
	}
	return best.agentRun
}

// lastAt is the run at the task that ended last by then, the first of several; nil when there is none.
func (f failedRuns) lastAt(task string, by time.Time) *agentRun {
	list := f.byTask[task]
	n := from(list, by.Add(sameEvent+1))
	if task == "" || n == 0 {
		return nil
	}
	return list[from(list, list[n-1].end)].agentRun
}
