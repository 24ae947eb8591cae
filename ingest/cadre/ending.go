package cadre

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// ending is how a unit ended, and why.
type ending struct {
	status  string
	outcome string    // as written: a status, or the code of its terminal exhaustion
	at      time.Time // zero while it is open
	result  table.Result
	why
}

// over reports whether the unit has ended.
func (e ending) over() bool { return final(e.status) }

// why is why a unit stopped; empty for one that did what it was to do or has not begun.
type why struct {
	cause    table.Cause
	reason   string // in the log's own words
	inferred bool   // no file states the cause, other fields imply it
}

// final reports whether a status is an end.
func final(status string) bool {
	return status != "" && status != "not-started" && status != "in-progress"
}

// settle works out how the unit ended from everything that is known about it.
func settle(in *inputs, steps *steps, runs []*agentRun, out output) ending {
	stop := findStop(in, out)
	e := ending{}
	e.status, e.at = settleStatus(in, steps, stop)
	if e.over() {
		e.outcome = e.status
	} else {
		e.at = time.Time{}
	}
	// A writer that goes on after a resume leaves the old block in the checkpoint.
	if stop != nil && (e.status == "completed" || in.workedAfter(stop.at)) {
		out.finding(oldExhaustion, stop.rec, stop.code, "a block that is cleared when the unit goes on")
		stop = nil
	}
	if stop != nil {
		m, known := stop.meaning()
		if !known {
			out.finding(oddReason, stop.rec, record.Cut(stop.code, 80), "a code of CADRE's or AAMF's list")
		}
		e.outcome, e.result, e.why = stop.code, m.Result, why{cause: m.Cause, reason: stop.reason()}
		return e
	}
	e.result = out.meaning(statusWords, e.status, in.unit.Records[0]).Result
	if e.result == table.Passed &&
		slices.ContainsFunc(steps.tasks.list, func(s *step) bool { return flaked(s, in) }) {
		e.result = table.Flaky
	}
	e.why = whyStopped(in, e.status)
	return e
}

// settleStatus is the unit's status and when it came about: the fleet's word unless the
// item itself went on since; else what its events say; else what its checkpoint implies;
// else what its progress page shows.
func settleStatus(in *inputs, steps *steps, stop *stop) (status string, at time.Time) {
	status, at = lifecycle(in.events)
	if in.item != nil && in.item.Str("status") != "" {
		word, _ := record.OneOf(fleetStatuses, in.item.Str("status"))
		if final(word) || !final(status) || !at.After(in.item.At) {
			if word != status {
				at = in.item.At
			}
			status = word
		}
	} else if implied, when := impliedStatus(in, stop); implied != "" &&
		(status == "" || when.After(at) && (!final(status) || implied == "completed")) {
		status, at = implied, when
	}
	if status == "" {
		status = pageStatus(steps, stop)
	}
	return status, at
}

// lifecycle is the state that the events leave the unit in, and when it came about.
func lifecycle(events []*record.Record) (status string, at time.Time) {
	for _, r := range events {
		switch r.Name {
		case "issue-started", "migration-started":
			status, at = "in-progress", r.At
		case "issue-completed", "migration-completed":
			status, at = "completed", r.At
			if v := value(r, "success"); v.Given && v.Int == 0 {
				status = "failed"
			}
		case "issue-failed", "terminal-exhaustion":
			status, at = "failed", r.At
		case "migration-interrupted":
			status, at = "interrupted", r.At
		case "phase-started", "task-started", "agent-launched":
			if status != "completed" { // work goes on after a failure
				status, at = "in-progress", r.At
			}
		}
	}
	return status, at
}

// impliedStatus is the state that the checkpoint implies, for a unit without a status of its
// own. Example: budgetExceeded true implies failed, and the last phase among completedPhases
// implies completed.
func impliedStatus(in *inputs, stop *stop) (status string, at time.Time) {
	if in.doc == nil {
		return "", time.Time{}
	}
	at = in.doc.At
	switch {
	case slices.Contains(numbers(in.doc.Raw("completedPhases")), in.lastPhase()):
		return "completed", at
	case stop != nil && stop.rec == in.doc:
		return "failed", stop.at
	case boolField(in.doc, "budgetExceeded"), in.failedGate() != nil, !in.aamf && len(in.doc.List("blockedTasks")) > 0:
		return "failed", at
	}
	return "in-progress", at
}

// pageStatus is what the progress page implies; its writer updates it last of all.
func pageStatus(steps *steps, stop *stop) string {
	phases := steps.phases.list
	unfinished := func(s *step) bool { return s.status != "completed" && s.status != "skipped" }
	switch {
	case stop != nil, slices.ContainsFunc(phases, func(s *step) bool { return s.status == "failed" }):
		return "failed"
	case len(phases) > 0 && !slices.ContainsFunc(phases, unfinished):
		return "completed"
	}
	return "in-progress"
}

// whyStopped looks for the cause where no terminal exhaustion is written down, as CADRE
// never writes one: the fleet's word first, then the checkpoint, then events, then
// signals.
func whyStopped(in *inputs, status string) why {
	switch status {
	case "completed", "code-complete", "code-complete-no-pr", "not-started":
		return why{}
	}
	w := impliedCause(in, status)
	text, whole := in.errorText()
	if w.cause == table.CauseUnknown && text != "" && final(status) { // one that goes on has not failed of it
		w = why{cause: table.CauseFailure, inferred: !whole}
	}
	w.reason = cmp.Or(w.reason, text)
	return w
}

// impliedCause is inferred where the log states something about a part of the unit and not
// why the unit stopped. Example: budgetExceeded states the cause; a blocked task states that
// this task used up its attempts, and that the unit stopped for it is inferred.
func impliedCause(in *inputs, status string) why {
	switch {
	case status == "budget-exceeded":
		return why{cause: table.CauseBudget}
	case strings.HasPrefix(status, "dep-"):
		return why{cause: table.CauseDependency}
	}
	if in.doc != nil && !in.workedAfter(in.doc.At) {
		if boolField(in.doc, "budgetExceeded") {
			return why{cause: table.CauseBudget}
		}
		if blocked := in.doc.List("blockedTasks"); len(blocked) > 0 {
			return why{cause: table.CauseRetries, reason: blockedReason(in.doc, blocked), inferred: true}
		}
		if g := in.failedGate(); g != nil {
			return why{cause: table.CauseGate, reason: g.reason, inferred: true}
		}
	}
	for _, r := range slices.Backward(in.events) {
		if in.workedAfter(r.At) {
			continue
		}
		switch {
		case r.Is("budget-exceeded"):
			return why{cause: table.CauseBudget}
		case r.Is("task-blocked"):
			return why{cause: table.CauseRetries, reason: str(r, "taskId") + ": " + str(r, "reason"), inferred: true}
		case r.Is("migration-interrupted"):
			return why{cause: table.CauseSignal, reason: str(r, "reason")}
		}
	}
	for _, r := range in.unit.Related {
		if !in.workedAfter(r.At) {
			return why{cause: table.CauseSignal, reason: str(r, "signal")}
		}
	}
	return why{cause: table.CauseUnknown, inferred: true}
}

// failedGate is the first gate of the checkpoint that failed; nil when none did.
func (in *inputs) failedGate() *gate {
	for _, g := range in.gates {
		if g.verdict == "fail" {
			return &g
		}
	}
	return nil
}

// blockedReason is what went wrong with the task that was blocked last.
func blockedReason(doc *record.Record, blocked []string) string {
	for _, f := range doc.Items("failedTasks") {
		if f.Str("taskId") == blocked[len(blocked)-1] {
			return f.Str("taskId") + ": " + f.Str("error")
		}
	}
	return "blocked: " + strings.Join(blocked, ", ")
}

// boolField is a truth value of a checkpoint whose kind may not have the field; false without it.
func boolField(r *record.Record, key string) bool {
	if !r.Kind.Declares(key) {
		return false
	}
	value, _ := r.Bool(key)
	return value
}
