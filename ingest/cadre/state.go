package cadre

import (
	"slices"
	"time"

	"runreport/ingest/record"
)

// lifecycle is the state that the events leave the unit in, and when it came about.
func (w *work) lifecycle() (status string, at time.Time) {
	for _, r := range w.events {
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

// state settles the unit's status: the fleet's word unless the item itself went
// on since; else what its events say; else what its checkpoint implies.
func (w *work) state() {
	status, at := w.lifecycle()
	if w.item != nil && w.item.Str("status") != "" {
		said, _ := record.OneOf(fleetStatuses, w.item.Str("status"))
		if final(said) || !final(status) || !at.After(w.item.At) {
			if said != status {
				at = w.item.At
			}
			status = said
		}
	} else if implied, when := w.implied(); implied != "" && (status == "" || when.After(at) && (!final(status) || implied == "completed")) {
		status, at = implied, when
	}
	if status == "" {
		status = w.pageStatus()
	}
	w.status = status
	if final(status) {
		w.ended, w.outcome = at, status
	}
}

// final reports whether a status is an end.
func final(status string) bool {
	return status != "" && status != "not-started" && status != "in-progress"
}

// implied is the state that the checkpoint implies, where nobody states one.
func (w *work) implied() (status string, at time.Time) {
	if w.doc == nil {
		return "", time.Time{}
	}
	at = w.doc.At
	over, _ := flagOf(w.doc, "budgetExceeded")
	failedGate := slices.ContainsFunc(w.gates(), func(g gate) bool { return g.verdict == "fail" })
	switch {
	case slices.Contains(numbers(w.doc.Raw("completedPhases")), w.lastPhase()):
		return "completed", at
	case w.stop != nil && w.stop.rec == w.doc:
		return "failed", w.stop.at
	case over, failedGate, !w.aamf && len(w.doc.List("blockedTasks")) > 0:
		return "failed", at
	}
	return "in-progress", at
}

// pageStatus is what the progress page implies; its writer updates it last of all.
func (w *work) pageStatus() string {
	if w.stop != nil {
		return "failed"
	}
	for _, s := range w.phases.list {
		if s.status == "failed" {
			return "failed"
		}
	}
	if n := len(w.phases.list); n > 0 && !slices.ContainsFunc(w.phases.list, func(s *step) bool { return s.status != "completed" && s.status != "skipped" }) {
		return "completed"
	}
	return "in-progress"
}
