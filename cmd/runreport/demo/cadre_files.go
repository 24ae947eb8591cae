package demo

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
)

// notification is the event as notifications.jsonl has it.
func (e cadreEvent) notification() string {
	return object().str("type", e.kind).add(e.fields).str("timestamp", stampMillis(e.at)).line()
}

// logLine is the event as a log of CADRE has it.
func (e cadreEvent) logLine(source string) string {
	rec := object().str("timestamp", stampMillis(e.at)).str("level", e.level).str("source", source).str("message", e.kind)
	if e.plain {
		return rec.add(e.fields).line()
	}
	return rec.raw("data", object().str("type", e.kind).add(e.fields).json()).line()
}

// document is the checkpoint of a work item.
func (t *cadreTrail) document(s *cadreState) []byte {
	outputs, gates := object(), object()
	for _, p := range s.phases {
		outputs.str(strconv.Itoa(p), fmt.Sprintf("%s/out-%d.md", t.worktree(), p))
	}
	for _, g := range s.gates {
		var warnings, errs []string
		switch g.status {
		case "warn":
			warnings = []string{g.message}
		case "fail":
			errs = []string{g.message}
		}
		gates.raw(strconv.Itoa(g.phase), object().str("status", g.status).strs("warnings", warnings).strs("errors", errs).json())
	}
	var failed []string
	for _, f := range s.failed {
		failed = append(failed, object().str("taskId", f.id).str("error", f.err).int("attempts", f.attempts).str("lastAttempt", stampMillis(f.last)).json())
	}
	current := 1
	if len(s.phases) > 0 {
		current = s.phases[len(s.phases)-1]
	}
	rec := t.subject().int("version", 1).int("currentPhase", current).optional("currentTask", s.task).
		ints("completedPhases", s.phases).strs("completedTasks", s.done).list("failedTasks", failed).
		strs("blockedTasks", s.blocked).raw("phaseOutputs", outputs.json()).raw("gateResults", gates.json())
	if !t.old {
		rec.raw("subTasks", "{}")
	}
	rec.raw("tokenUsage", object().int("total", s.tokens).raw("byPhase", counted(s.byPhase)).raw("byAgent", counted(s.byAgent)).json()).
		str("worktreePath", t.worktree()).str("branchName", t.branch()).
		str("startedAt", stampMillis(t.item.start)).str("lastCheckpoint", stampMillis(s.saved)).int("resumeCount", t.item.resumed)
	if !t.old {
		rec.int("metricsCount", s.calls)
	}
	if s.over {
		rec.bool("budgetExceeded", true)
	}
	if s.exhausted != "" {
		rec.raw("terminalExhaustion", s.exhausted)
	}
	return rec.document()
}

func counted(list []namedCount) string {
	rec := object()
	for _, c := range list {
		rec.int(c.name, c.n)
	}
	return rec.json()
}

func (t *cadreTrail) branch() string { return "cadre/issue-" + strconv.Itoa(t.item.number) }

// files are the work item's own files, in the fleet's folder.
func (t *cadreTrail) files(folder string) []file {
	if len(t.saves) == 0 {
		return nil // it was never started
	}
	number := strconv.Itoa(t.item.number)
	folder += "/issues/" + number
	var log bytes.Buffer
	for n, e := range t.log {
		if n == 0 || n == t.item.resumed {
			opened := cadreEvent{at: e.at, level: "info", kind: "Loaded checkpoint for work item " + number, plain: true}
			log.WriteString(opened.logLine("workitem-" + number))
		}
		log.WriteString(e.logLine("workitem-" + number))
	}
	out := []file{
		{path: folder + "/checkpoint.json", format: formatCheckpoint, can: wholeFile, data: t.document(&t.saves[len(t.saves)-1])},
		{path: folder + "/logs/workitem-" + number + ".log", format: formatLog, can: plainLog, data: log.Bytes()},
		{path: folder + "/metrics/invocations.jsonl", format: formatCalls, can: callLog, data: []byte(strings.Join(t.calls, ""))},
	}
	if len(t.saves) > 1 {
		out = append(out, file{path: folder + "/checkpoint.backup.json", format: formatCheckpoint, can: wholeFile, data: t.document(&t.saves[0])})
	}
	return out
}
