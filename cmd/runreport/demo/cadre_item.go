package demo

import (
	"fmt"
	"time"
)

// workItem is a CADRE work item: an issue that goes through five phases.
type workItem struct {
	number  int
	title   string
	start   time.Time
	fate    itemFate
	tasks   []workTask
	resumed int
	block   bool // the checkpoint says why it stopped, in a terminalExhaustion block
}

// workTask is a task of the third phase.
type workTask struct {
	id, name string
	failures int  // attempts that failed before the last one
	timedOut bool // the first of them ran out of time
}

// itemFate is how a work item ends.
type itemFate struct {
	status string // in the fleet checkpoint
	cause  string // why it stopped early; empty: it did not
	reason string // the code that a terminalExhaustion block gives
	phases int    // phases that were completed
}

// The causes of an early stop.
const (
	causeBudget      = "budget"
	causeRetries     = "retries"
	causeConvergence = "convergence"
	causeCritical    = "critical-failure"
	causeSignal      = "signal"
	causeDependency  = "dependency"
	causeGate        = "gate"
	causeOther       = "other"
)

var (
	fateCompleted    = itemFate{status: "completed", phases: 5}
	fateCodeComplete = itemFate{status: "code-complete", phases: 4}
	fateBudget       = itemFate{"budget-exceeded", causeBudget, "budget-exceeded", 2}
	fateRetries      = itemFate{"failed", causeRetries, "max-retries-exhausted", 2}
	fateCritical     = itemFate{"failed", causeCritical, "critical-phase-failure", 3}
	fateSignal       = itemFate{"in-progress", causeSignal, "signal-interrupted", 2}
	fateDependency   = itemFate{"dep-blocked", causeDependency, "dependency-blocked", 0}
	fateGate         = itemFate{"failed", causeGate, "gate-hard-fail", 1}
)

var cadrePhases = []string{"Analysis & Scouting", "Planning", "Implementation", "Integration Verification", "PR Composition"}

// maxTaskTries is the number of attempts after which a task is blocked.
const maxTaskTries = 3

var itemTitles = []string{
	"Stop the clock in cache tests", "Page through search results", "Warn before a key expires",
	"Split the settings screen", "Retry uploads after a timeout", "Describe the export format",
	"Keep the order of imported rows", "Drop support for old tokens",
}

var taskNames = []string{
	"Extend the interface", "Move the defaults", "Write the migration", "Cover the error path",
	"Rename the option", "Update the reference", "Remove the old branch",
}

// drawItem draws run number i.
func drawItem(seed uint64, i int) *workItem {
	s := newStream(seed, "cadre", i)
	item := &workItem{
		number: 100 + i, title: pick(s, itemTitles), fate: fateCompleted,
		start: dayOf(i).Add(9*time.Hour + time.Duration(s.between(0, 6*3600*1000))*time.Millisecond),
	}
	switch n := s.between(1, 100); {
	case n <= 8:
		item.fate = fateBudget
	case n <= 16:
		item.fate = fateRetries
	case n <= 22:
		item.fate = fateGate
	case n <= 28:
		item.fate = fateSignal
	case n <= 36:
		item.fate = fateDependency
	case n <= 41:
		item.fate = fateCritical
	case n <= 47:
		item.fate = fateCodeComplete
	}
	for n := range s.between(2, 6) {
		t := workTask{id: fmt.Sprintf("task-%03d", n+1), name: pick(s, taskNames)}
		if s.chance(180) {
			t.failures, t.timedOut = s.between(1, maxTaskTries-1), s.chance(300)
		}
		item.tasks = append(item.tasks, t)
	}
	if s.chance(150) {
		item.resumed = s.between(1, 3)
	}
	// Nothing else in the files tells of a critical failure.
	item.block = item.fate == fateCritical || item.fate.cause != "" && item.fate != fateDependency && s.chance(400)
	return item
}

// stopsAt is the index of the task at which the third phase is left; the number
// of tasks where it is not.
func (w *workItem) stopsAt() int {
	switch w.fate {
	case fateBudget, fateRetries, fateSignal:
		return len(w.tasks) - 1
	}
	return len(w.tasks)
}

// tokenBudget is the budget that an issue is given.
const tokenBudget = 60000

// exhaustion is the terminalExhaustion block, or nothing.
func (w *workItem) exhaustion(at time.Time) string {
	if !w.block {
		return ""
	}
	rec := object().str("reasonCode", w.fate.reason).int("workUnit", w.number).int("phase", w.fate.phases+1)
	if n := w.stopsAt(); n < len(w.tasks) {
		rec.str("taskId", w.tasks[n].id)
	}
	return rec.str("summary", "stopped in "+cadrePhases[w.fate.phases]).str("timestamp", stampMillis(at)).json()
}
