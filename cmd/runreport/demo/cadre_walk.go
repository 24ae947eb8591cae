package demo

import (
	"slices"
	"strconv"
	"time"
)

// cadreEvent is an event, or an ordinary line of a log.
type cadreEvent struct {
	at     time.Time
	level  string
	kind   string // the event's type, or the text of an ordinary line
	fields string // members of the event
	plain  bool   // an ordinary line
}

// cadreState is what a checkpoint holds.
type cadreState struct {
	phases    []int // completed
	task      string
	done      []string
	failed    []failedTask
	blocked   []string
	gates     []phaseGate
	byPhase   []namedCount
	byAgent   []namedCount
	tokens    int
	over      bool
	exhausted string // the terminalExhaustion block
	saved     time.Time
	calls     int
}

type failedTask struct {
	id       string
	attempts int
	err      string
	last     time.Time
}

type phaseGate struct {
	phase   int
	status  string
	message string
}

// cadreTrail is what a work item leaves behind while it goes through its phases.
type cadreTrail struct {
	item    *workItem
	stream  stream
	old     bool // the older dialect, with issueNumber in place of workItemId
	run     string
	now     time.Time    // at the end of the walk: the last sign of life
	events  []cadreEvent // of the fleet
	log     []cadreEvent // of the work item
	calls   []string     // invocation records
	state   cadreState
	saves   []cadreState // the last two
	results map[string]int
	took    []cadreCall     // the invocations
	passed  []time.Duration // how long the completed phases took
	ended   time.Time       // zero while it goes on
}

// cadreCall is an invocation of an agent.
type cadreCall struct {
	task, status string
	took         time.Duration
}

// walk plays a work item. Jitter is drawn from s; everything that matters was
// decided before.
func walk(item *workItem, s stream, run string, old bool) *cadreTrail {
	t := &cadreTrail{item: item, stream: s, old: old, run: run, now: item.start, results: map[string]int{}}
	if item.fate == fateDependency {
		return t
	}
	t.event("issue-started", "info", t.subject().str("issueTitle", item.title).str("worktreePath", t.worktree()))
	for n, name := range cadrePhases {
		phase := n + 1
		began := t.now
		t.event("phase-started", "info", t.subject().int("phase", phase).str("phaseName", name))
		t.wait(2 * time.Millisecond)
		if !t.phase(phase) {
			t.stop(phase)
			return t
		}
		t.state.phases = append(t.state.phases, phase)
		t.passed = append(t.passed, t.now.Sub(began))
		t.event("phase-completed", "info", t.subject().int("phase", phase).str("phaseName", name).millis("duration", t.now.Sub(began)))
		t.save()
		if item.fate == fateCodeComplete && phase == 4 {
			t.ended = t.now
			return t
		}
	}
	t.event("pr-created", "info", t.subject().int("prNumber", item.number+1000).str("prUrl", "https://example.invalid/pr/"+strconv.Itoa(item.number+1000)))
	t.ended = t.now
	t.event("issue-completed", "info", t.subject().str("issueTitle", item.title).bool("success", true).millis("duration", t.now.Sub(item.start)))
	return t
}

// phase plays a phase and tells whether it was completed.
func (t *cadreTrail) phase(phase int) bool {
	switch phase {
	case 1:
		t.call("issue-analyst", phase, "", "success")
		t.call("codebase-scout", phase, "", "success")
		t.gate(phase, "pass", "")
	case 2:
		t.call("implementation-planner", phase, "", "success")
		if t.item.fate == fateGate {
			t.gate(phase, "fail", "the plan names a file that does not exist")
			return false
		}
		t.gate(phase, "warn", "3 open questions (threshold: 2)")
	case 3:
		return t.implement()
	case 4:
		if t.item.fate == fateCritical {
			t.call("integration-checker", phase, "", "failed")
			return false
		}
		t.call("integration-checker", phase, "", "success")
	case 5:
		t.call("pr-composer", phase, "", "success")
	}
	return true
}

// implement plays the tasks and tells whether all were completed.
func (t *cadreTrail) implement() bool {
	const phase = 3
	for n, task := range t.item.tasks {
		began := t.now
		t.state.task = task.id
		t.event("task-started", "info", t.subject().str("taskId", task.id).str("taskName", task.name))
		last := n == t.item.stopsAt()
		if last && t.item.fate == fateSignal {
			t.call("code-writer", phase, task.id, "cancelled")
			return false
		}
		failures := task.failures
		if last && t.item.fate == fateRetries {
			failures = maxTaskTries
		}
		t.fail(task, failures)
		if failures == maxTaskTries {
			t.state.blocked = append(t.state.blocked, task.id)
			t.event("task-blocked", "error", t.subject().str("taskId", task.id).str("reason", "Max retries exceeded").int("retryCount", failures))
			t.save()
			return false
		}
		t.call("code-writer", phase, task.id, "success")
		if last && t.item.fate == fateBudget {
			t.state.over = true
			t.event("budget-exceeded", "error", t.subject().str("scope", "issue").
				int("currentUsage", t.state.tokens).int("budget", t.state.tokens-1))
			return false
		}
		t.state.done = append(t.state.done, task.id)
		t.event("task-completed", "info", t.subject().str("taskId", task.id).millis("duration", t.now.Sub(began)))
		t.save()
	}
	t.state.task = ""
	return true
}

// fail plays the attempts at a task that fail. CADRE keeps the task among the
// failed ones even if it is completed later.
func (t *cadreTrail) fail(task workTask, failures int) {
	for n := range failures {
		status := "failed"
		if n == 0 && task.timedOut {
			status = "timed-out"
		}
		t.call("code-writer", 3, task.id, status)
		t.event("task-retry", "warn", t.subject().str("taskId", task.id).int("attempt", n+1).int("maxAttempts", maxTaskTries).str("reason", "build failed"))
		t.wait(time.Duration(n+1) * 2 * time.Second)
	}
	if failures > 0 {
		t.state.failed = append(t.state.failed, failedTask{task.id, failures, "build failed", t.now})
	}
}

// stop writes why the item was left in a phase.
func (t *cadreTrail) stop(phase int) {
	t.wait(100 * time.Millisecond)
	t.state.exhausted = t.item.exhaustion(t.now)
	if t.item.fate != fateSignal {
		t.ended = t.now
		t.event("issue-failed", "error", t.subject().str("issueTitle", t.item.title).
			str("error", "stopped: "+t.item.fate.cause).int("phase", phase).str("phaseName", cadrePhases[phase-1]))
	} else {
		t.event("fleet-interrupted", "warn", object().str("signal", "SIGINT").strs("workItemsInProgress", []string{strconv.Itoa(t.item.number)}))
	}
	t.save()
	if t.item.fate == fateBudget {
		t.ended = t.now // as the fleet says, which calls it something else than the event does
	}
}

func (t *cadreTrail) gate(phase int, status, message string) {
	t.state.gates = append(t.state.gates, phaseGate{phase, status, message})
}

// call plays one invocation of an agent.
func (t *cadreTrail) call(agent string, phase int, task, status string) {
	began := t.now
	tokens := 100 * t.stream.between(20, 70)
	subject := func() *record {
		rec := object().str("agent", agent).add(t.subject().members())
		if task != "" {
			rec.str("taskId", task)
		}
		return rec
	}
	t.note("agent-launched", "info", subject().str("worktreePath", t.worktree()))
	t.wait(t.stream.around(4 * time.Minute))
	took := t.now.Sub(began)
	switch status {
	case "success":
		t.note("agent-completed", "info", subject().int("exitCode", 0).millis("duration", took).int("tokenUsage", tokens))
	case "timed-out":
		t.note("agent-failed", "error", subject().str("error", "timed out").bool("timedOut", true))
	default:
		t.note("agent-failed", "error", subject().str("error", "exit code 1").bool("timedOut", false))
	}
	rec := object().str("invocationId", t.stream.uuid()).str("runId", t.run).str("agent", agent).
		add(t.subject().members()).int("phase", phase)
	if task != "" {
		rec.str("taskId", task)
	}
	rec.str("model", "large-3").int("tokens", tokens).int("inputTokens", tokens*4/5).int("outputTokens", tokens/5).
		millis("duration", took).bool("success", status == "success").str("status", status)
	if status == "success" {
		rec.int("exitCode", 0)
	} else {
		rec.int("exitCode", 1)
	}
	t.calls = append(t.calls, rec.str("startTime", stampMillis(began)).str("timestamp", stampMillis(t.now)).line())
	t.results[status]++
	t.took = append(t.took, cadreCall{task, status, took})
	t.state.calls++
	t.state.tokens += tokens
	t.state.byPhase = addCount(t.state.byPhase, strconv.Itoa(phase), tokens)
	t.state.byAgent = addCount(t.state.byAgent, agent, tokens)
	t.wait(3 * time.Millisecond)
}

func addCount(list []namedCount, name string, n int) []namedCount {
	at := slices.IndexFunc(list, func(c namedCount) bool { return c.name == name })
	if at < 0 {
		return append(list, namedCount{name, n})
	}
	list[at].n += n
	return list
}

// save keeps the state as a checkpoint does: the last one and the one before.
func (t *cadreTrail) save() {
	s := t.state
	s.saved = t.now
	s.phases, s.done, s.failed = slices.Clone(s.phases), slices.Clone(s.done), slices.Clone(s.failed)
	s.byPhase, s.byAgent = slices.Clone(s.byPhase), slices.Clone(s.byAgent)
	t.saves = append(t.saves, s)
	t.saves = t.saves[max(0, len(t.saves)-2):]
	t.wait(time.Millisecond)
}

func (t *cadreTrail) wait(d time.Duration) { t.now = t.now.Add(d) }

// subject names the work item as the dialect does.
func (t *cadreTrail) subject() *record {
	if t.old {
		return object().int("issueNumber", t.item.number)
	}
	return object().str("workItemId", strconv.Itoa(t.item.number))
}

func (t *cadreTrail) worktree() string {
	return "/srv/ci/worktrees/issue-" + strconv.Itoa(t.item.number)
}

// event is told to the fleet, note stays in the item's own log.
func (t *cadreTrail) event(kind, level string, fields *record) {
	t.events = append(t.events, cadreEvent{at: t.now, level: level, kind: kind, fields: fields.members()})
}

func (t *cadreTrail) note(kind, level string, fields *record) {
	t.log = append(t.log, cadreEvent{at: t.now, level: level, kind: kind, fields: fields.members()})
}
