package demo

import (
	"slices"
	"time"
)

// cadreSystem is how the report calls both CADRE and AAMF.
const cadreSystem = "cadre"

// taskFate is what became of a task.
type taskFate int

const (
	taskOpen   taskFate = iota // nobody says
	taskDone                   // completed
	taskFailed                 // failed or blocked in the end
)

// usedUp are the causes that mean that something ran out.
var usedUp = []string{causeBudget, causeRetries, causeConvergence}

// measureTask adds a task that was started to the metrics, with its invocations in order,
// and reports whether it flaked.
func measureTask(out *samples, fate taskFate, calls []cadreCall) (flaked bool) {
	lost := time.Duration(0)
	for _, c := range calls {
		if c.failed() {
			lost += c.took
		}
	}
	flaked = fate == taskDone && lost > 0
	first := calls[0]
	out.value("retries-per-step", cadreSystem, float64(len(calls)-1))
	if first.failed() || first.status == "success" {
		out.hit("first-attempt-pass-rate", cadreSystem, first.status == "success")
	}
	if first.failed() && fate != taskOpen {
		out.hit("recovery-rate", cadreSystem, fate == taskDone)
	}
	if fate == taskDone {
		out.hit("step-flake-rate", cadreSystem, flaked)
	}
	if flaked {
		out.took("flake-cost", cadreSystem, lost)
	}
	return flaked
}

func (c cadreCall) failed() bool { return c.status == "failed" || c.status == "timed-out" }

// measureCalls adds the durations of invocations to the metrics.
func measureCalls(out *samples, calls []cadreCall) {
	for _, c := range calls {
		switch {
		case c.status == "success":
			out.took("attempt-duration", cadreSystem, c.took)
		case c.failed():
			out.took("failed-attempt-duration", cadreSystem, c.took)
		}
	}
}

// callsOf are the invocations for one task.
func callsOf(all []cadreCall, task string) []cadreCall {
	return slices.DeleteFunc(slices.Clone(all), func(c cadreCall) bool { return c.task != task })
}

// measure adds the work item to the metrics.
func (t *cadreTrail) measure(out *samples) {
	measureCalls(out, t.took)
	for _, took := range t.passed {
		out.took("phase-duration", cadreSystem, took)
	}
	for _, g := range t.state.gates {
		out.hit("gate-failure-rate", cadreSystem, g.status == "fail")
	}
	flaked := false
	for n, task := range t.item.tasks {
		calls := callsOf(t.took, task.id)
		if len(calls) == 0 {
			continue
		}
		flaked = measureTask(out, t.fateOf(n, calls), calls) || flaked
	}
	out.hit("exhaustion-rate", cadreSystem, slices.Contains(usedUp, t.item.fate.cause))
	if t.item.fate == fateDependency { // never began, so that it took no time
		out.category("outcome-mix", cadreSystem, t.item.fate.status)
		return
	}
	if t.ended.IsZero() {
		return
	}
	out.took("run-duration", cadreSystem, t.ended.Sub(t.item.start))
	out.hit("runs-with-a-flake", cadreSystem, flaked)
	if t.item.block {
		out.category("outcome-mix", cadreSystem, t.item.fate.reason)
	} else {
		out.category("outcome-mix", cadreSystem, t.item.fate.status)
	}
}

// fateOf is what the files say of task n. CADRE lists a task that was left after a failure
// among the failed ones, even if its last invocation went well.
func (t *cadreTrail) fateOf(n int, calls []cadreCall) taskFate {
	switch {
	case n < len(t.state.done): // tasks are completed in their order
		return taskDone
	case slices.ContainsFunc(calls, cadreCall.failed):
		return taskFailed
	}
	return taskOpen
}

// measure adds the fleet itself to the metrics.
func (f *fleet) measure(out *samples) {
	begin, end := f.span()
	outcome := "success"
	for _, t := range f.trails {
		if t.item.fate != fateCompleted {
			outcome = "failed"
		}
	}
	out.category("outcome-mix", cadreSystem, outcome)
	out.took("run-duration", cadreSystem, end.Sub(begin))
	out.hit("exhaustion-rate", cadreSystem, false)
}

// measure adds the migration to the metrics. All of them come to an end.
func (t *migrationTrail) measure(out *samples) {
	measureCalls(out, t.each)
	flaked := false
	for n, task := range t.tasks {
		fate := taskDone
		if n == t.stopsAt() {
			fate = taskFailed
		}
		flaked = measureTask(out, fate, callsOf(t.each, task.id)) || flaked
	}
	outcome, cause := "completed", ""
	for _, r := range migrationReasons {
		if r.code == t.reason {
			outcome, cause = r.code, r.cause
		}
	}
	out.hit("runs-with-a-flake", cadreSystem, flaked)
	out.hit("exhaustion-rate", cadreSystem, slices.Contains(usedUp, cause))
	out.category("outcome-mix", cadreSystem, outcome)
	out.took("run-duration", cadreSystem, t.ended.Sub(t.start))
}
