package demo

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// migration is an AAMF migration: tasks in waves, all within one phase.
type migration struct {
	project string
	start   time.Time
	tasks   []workTask
	reason  string // the code of its terminalExhaustion block; empty: it went through
	resumed int
}

// migrationReason is why a migration stops.
type migrationReason struct{ code, cause, check string }

// migrationReasons are the codes that AAMF writes, and one that nobody has
// documented yet.
var migrationReasons = []migrationReason{
	{"wave-convergence-exhausted", causeConvergence, "wave-validation"},
	{"task-retries-exhausted", causeRetries, "build"},
	{"parity-non-minor-exhausted", causeConvergence, "parity"},
	{"command-recovery-exhausted", causeRetries, "test"},
	{"wave-merge-deadlock", causeOther, "merge"},
}

const (
	migrationPhase = 5 // of 0 to 8, the phase of the tasks
	tasksPerWave   = 3
)

// drawMigration draws run number i.
func drawMigration(seed uint64, i int) *migration {
	s := newStream(seed, "aamf", i)
	m := &migration{
		project: fmt.Sprintf("%s-%06d", pick(s, []string{"billing-to-go", "reports-to-rust", "mailer-to-kotlin"}), i),
		start:   dayOf(i).Add(7*time.Hour + time.Duration(s.between(0, 3600*1000))*time.Millisecond),
		resumed: s.between(0, 2),
	}
	for n := range s.between(4, 10) {
		t := workTask{id: fmt.Sprintf("task-%03d", n+1), name: pick(s, taskNames)}
		if s.chance(220) {
			t.failures = s.between(1, maxTaskTries-1)
		}
		m.tasks = append(m.tasks, t)
	}
	if s.chance(400) {
		m.reason = pick(s, migrationReasons).code
	}
	return m
}

// stopsAt is the index of the task at which the migration stops, or the number
// of tasks.
func (m *migration) stopsAt() int {
	if m.reason == "" {
		return len(m.tasks)
	}
	return len(m.tasks) - 1
}

// migrationTrail is what a migration leaves behind.
type migrationTrail struct {
	*migration
	stream  stream
	now     time.Time
	log     bytes.Buffer
	calls   bytes.Buffer
	done    []string
	took    []int // of the completed tasks, in milliseconds
	tokens  int
	results map[string]int
	n       int      // invocations
	saves   [][]byte // checkpoints
	ended   time.Time
	each    []cadreCall // the invocations
}

func (m *migration) walk(s stream) *migrationTrail {
	t := &migrationTrail{migration: m, stream: s, now: m.start, results: map[string]int{}}
	t.event("migration-started", object(), object().int("tasks", len(m.tasks)))
	t.event("phase-started", object().int("phase", migrationPhase), object())
	for n, task := range m.tasks {
		began := t.now
		where := object().int("phase", migrationPhase).str("taskId", task.id)
		t.event("task-started", where, object().str("taskName", task.name))
		stopped := n == m.stopsAt()
		failures := task.failures
		if stopped {
			failures = maxTaskTries
		}
		for attempt := range failures {
			t.call(task.id, attempt+1, "failed")
			t.event("task-retry", where, object().int("attempt", attempt+1).int("maxAttempts", maxTaskTries))
		}
		if stopped {
			t.stop(task, n/tasksPerWave+1)
			return t
		}
		t.call(task.id, failures+1, "success")
		t.done, t.took = append(t.done, task.id), append(t.took, int(t.now.Sub(began).Milliseconds()))
		t.event("task-completed", where, object().millis("durationMs", t.now.Sub(began)))
		t.save(migrationPhase, "", "")
	}
	t.ended = t.now
	t.event("migration-completed", object(), object().bool("success", true))
	t.save(8, "", "")
	return t
}

func (t *migrationTrail) stop(task workTask, wave int) {
	at := slices.IndexFunc(migrationReasons, func(r migrationReason) bool { return r.code == t.reason })
	data := object().str("reasonCode", t.reason).int("wave", wave).str("taskId", task.id).str("check", migrationReasons[at].check)
	t.ended = t.now
	t.event("terminal-exhaustion", object(), data)
	t.save(migrationPhase, task.id, object().add(data.members()).str("summary", "no attempt succeeded").json())
}

// call writes one invocation.
func (t *migrationTrail) call(task string, attempt int, status string) {
	began := t.now
	t.now = t.now.Add(t.stream.around(5 * time.Minute))
	tokens := 100 * t.stream.between(30, 90)
	t.calls.WriteString(object().str("runId", t.project).int("phase", migrationPhase).str("taskId", task).str("agentType", "code-migrator").
		str("invocationId", t.stream.uuid()).str("startTime", stampMillis(began)).str("endTime", stampMillis(t.now)).
		millis("durationMs", t.now.Sub(began)).int("attemptNumber", attempt).int("maxAttempts", maxTaskTries).bool("wasRetry", attempt > 1).
		str("status", status).str("model", "large-3").int("tokensPrompt", tokens*3/4).int("tokensCompletion", tokens/4).
		int("tokensTotal", tokens).raw("costUsd", decimal(tokens, 100000)).line())
	t.tokens += tokens
	t.results[status]++
	t.each = append(t.each, cadreCall{task, status, t.now.Sub(began)})
	t.n++
}

// event writes a line of the runtime log: AAMF puts the place on the envelope
// and takes the type out of the data.
func (t *migrationTrail) event(kind string, where, data *record) {
	t.log.WriteString(object().str("timestamp", stampMillis(t.now)).str("level", "info").str("source", "runtime").
		str("message", kind).add(where.members()).str("runId", t.project).raw("data", data.json()).line())
	t.now = t.now.Add(5 * time.Millisecond)
}

// save writes a checkpoint. AAMF keeps no trace of failures that were recovered from.
func (t *migrationTrail) save(phase int, failed, exhausted string) {
	var completed []int
	for p := range phase {
		completed = append(completed, p)
	}
	var failures []string
	if failed != "" {
		failures = []string{object().str("taskId", failed).int("attempts", maxTaskTries).str("lastError", "check failed").bool("recoveryAttempted", true).json()}
	}
	rec := object().str("projectName", t.project).int("version", 1).int("currentPhase", phase).optional("currentTask", failed).
		ints("completedPhases", completed).strs("completedTasks", t.done).list("failedTasks", failures).list("blockedTasks", nil).
		raw("phaseOutputs", "{}").raw("tokenUsage", object().int("total", t.tokens).
		raw("byPhase", object().int(strconv.Itoa(migrationPhase), t.tokens).json()).
		raw("byAgent", object().int("code-migrator", t.tokens).json()).json()).
		str("startedAt", stampMillis(t.start)).str("lastCheckpoint", stampMillis(t.now)).int("resumeCount", t.resumed).
		millis("cumulativeDurationMs", t.now.Sub(t.start)).ints("completedTaskDurationsMs", t.took).int("metricsCount", t.n)
	if exhausted != "" {
		rec.raw("terminalExhaustion", exhausted)
	}
	t.saves = append(t.saves, rec.document())
	t.event("checkpoint-saved", object().int("phase", phase), object())
}

func (t *migrationTrail) files(folder string) []file {
	out := []file{
		{path: folder + "/state/checkpoint.json", format: formatMigration, can: wholeFile, data: t.saves[len(t.saves)-1]},
		{path: folder + "/logs/runtime/migration.log", format: formatLog, can: plainLog, data: t.log.Bytes()},
		{path: folder + "/metrics/invocations.jsonl", format: formatCalls, can: callLog, data: t.calls.Bytes()},
	}
	if n := len(t.saves); n > 1 {
		out = append(out, file{path: folder + "/state/checkpoint.backup.json", format: formatMigration, can: wholeFile, data: t.saves[n-2]})
	}
	return out
}

// aamf writes a folder for each migration.
func (g *generator) aamf(runs []int) (TaskTruth, error) {
	truth := newTaskTruth()
	for _, i := range runs {
		t := drawMigration(g.seed, i).walk(newStream(g.seed, "aamf jitter", i))
		truth.addMigration(t)
		t.measure(g.samples)
		for _, f := range t.files(strings.Join([]string{"aamf", "migration", t.project}, "/")) {
			if err := g.write(f); err != nil {
				return TaskTruth{}, err
			}
		}
	}
	return truth, nil
}

func (truth *TaskTruth) addMigration(t *migrationTrail) {
	truth.Runs++
	for _, r := range migrationReasons {
		if r.code == t.reason {
			truth.Causes[r.cause]++
			truth.Reasons[r.code]++
		}
	}
	for status, n := range t.results {
		truth.Invocations[status] += n
	}
	truth.Tokens += t.tokens
	for _, task := range t.tasks[:t.stopsAt()] {
		truth.TaskFlake.count(task.failures > 0)
	}
}
