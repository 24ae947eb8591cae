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
	if len(runs.byTask) == 0 {
		return
	}
	for _, r := range events {
		switch {
		case r.Is("agent-failed"), r.Is("agent-timed-out"), r.Is("agent-completed"):
			if a := runs.endedBy(r); a != nil && a.err == "" {
				a.err = str(r, "error")
			}
		case r.Is("task-retry"), r.Is("task-failed"):
			if a := runs.lastOf(str(r, "taskId"), r.At); a != nil && !a.explained {
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

// failedRuns indexes the failed runs of agents by what events name them by: a work item can have
// thousands of runs and of events.
type failedRuns struct {
	byInvocation map[string]*agentRun         // by invocation id, which callsOnce made unique; not ""
	byAgent      map[agentAndTask][]failedRun // sorted by end
	byTask       map[string][]failedRun       // sorted by end
}

// failedRun is a run with its place among all runs of its unit.
type failedRun struct {
	*agentRun
	place int
}

type agentAndTask struct{ agent, task string }

func newFailedRuns(runs []*agentRun) failedRuns {
	var f failedRuns
	for i, a := range runs {
		if !a.failed() {
			continue
		}
		if f.byTask == nil { // it is the first one: most units have none
			f = failedRuns{map[string]*agentRun{}, map[agentAndTask][]failedRun{}, map[string][]failedRun{}}
		}
		if a.rec.Is(invocation.Name) {
			if id := a.rec.Str("invocationId"); id != "" {
				f.byInvocation[id] = a
			}
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

// firstEndingAt returns the index of the first run that ended at that time or later. The runs are sorted by end.
func firstEndingAt(runs []failedRun, at time.Time) int {
	i, _ := slices.BinarySearchFunc(runs, at, func(a failedRun, at time.Time) int { return a.end.Compare(at) })
	return i
}

// endedBy returns the run whose end the event reports: the run of the same invocation, else the run of the same
// agent and task without an error whose end is nearest to the event, the last of equally near ones. nil: none.
func (f failedRuns) endedBy(r *record.Record) *agentRun {
	if a := f.byInvocation[str(r, "invocationId")]; a != nil {
		return a
	}
	var best failedRun
	list, nearest := f.byAgent[agentAndTask{str(r, "agent"), str(r, "taskId")}], sameEvent
	for _, a := range list[firstEndingAt(list, r.At.Add(-sameEvent)):] {
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

// lastOf returns the run of the task that ended last by then, the first of those with equal ends. nil: none.
func (f failedRuns) lastOf(task string, by time.Time) *agentRun {
	list := f.byTask[task]
	n := firstEndingAt(list, by.Add(sameEvent+1))
	if task == "" || n == 0 {
		return nil
	}
	return list[firstEndingAt(list, list[n-1].end)].agentRun
}
