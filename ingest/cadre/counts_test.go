package cadre

import (
	"fmt"
	"strings"
	"testing"
)

// countsOf are the counts as "name part value", and who states them.
func countsOf(r *read) (list []string) {
	c := &r.Set.Counts
	for row := range c.Len() {
		said := ""
		if c.Stated.Is(row) {
			said = " said by " + c.SaidBy.At(row)
		}
		part := c.Part.At(row)
		if part != "" {
			part += " "
		}
		list = append(list, fmt.Sprintf("%s %s%g%s", c.Name.At(row), part, c.Value.At(row), said))
	}
	return list
}

// How far a migration is: its phases and tasks, its parity checks, how often it was resumed
// and why it stopped.
func TestProgressOfCheckpoint(t *testing.T) {
	doc := strings.Replace(migrationAt(at(9000), `"completedTasks":["task-001","task-002"]`,
		`"phaseCursors":{"4":{"tasks":{}},"5":{"iteration":2,"fixIndex":0,"failedFixes":[{"taskId":"fix-1-0","description":"d","error":"no build"}]}},`+
			`"adjudicationEvents":[{"decision":"fixed"},{"decision":"real_gap"},{"decision":"fixed"}],`+
			`"terminalExhaustion":{"reasonCode":"parity-non-minor-exhausted","summary":"two gaps"}`),
		`"blockedTasks":[]`, `"blockedTasks":["task-003"]`, 1)
	r := ingest(t, input{"m/state/checkpoint.json", doc}, input{"m/logs/runtime/migration.log",
		bare("parity-retry-continued", `"scope":"per-task","taskId":"task-003","attempt":2,"summary":"one gap"`, at(1000)) +
			bare("parity-targeted-recovery", `"scope":"final-gate","attempt":1,"summary":"two gaps","targetedIssueCount":2`, at(2000)) +
			bare("parity-targeted-recovery", `"scope":"final-gate","attempt":2,"summary":"one gap","targetedIssueCount":1`, at(3000)) +
			bare("terminal-exhaustion", `"reasonCode":"task-retries-exhausted","taskId":"task-003"`, at(8000)) +
			bare("terminal-exhaustion", `"reasonCode":"parity-non-minor-exhausted"`, at(9000))})
	want(t, "counts", countsOf(r), "phases completed 3", "phases in-progress 1", "tasks blocked 1", "tasks completed 2", "tasks failed 1",
		"terminal_exhaustions parity-non-minor-exhausted 1", "terminal_exhaustions task-retries-exhausted 1",
		"parity_retries repeated 1", "parity_retries single gaps repaired 2", "parity_gaps 3",
		"parity_rounds 2 said by migration checkpoint", "parity_failed_fixes 1 said by migration checkpoint", "adjudications fixed 2", "adjudications real_gap 1")
	want(t, "run", r.rows("Runs", "resumes", "outcome"), "1 parity-non-minor-exhausted")
	want(t, "fix", r.rows("Steps", "step", "status", "reason")[7:], "fix-1-0 failed no build")
}

// Where only the progress page is left, it tells all of that.
func TestProgressOfPage(t *testing.T) {
	r := ingest(t, input{".aamf/migration/billing/reports/progress.md", "# Migration Progress: billing\n\n**Started:** 2026-04-22T10:00:00.000Z\n**Elapsed:** 1h\n**Token Usage:** 31,800 tokens\n\n" +
		"## Token Usage\n\n**Total:** 31,800 tokens\n\n## Phases\n\n| Phase | Name | Status | Notes |\n|---|---|---|---|\n| 3 | Planning | ✅ completed |  |\n| 4 | Migration | 🔄 in-progress |  |\n| 5 | Parity | ⬜ pending |  |\n\n" +
		"## Task Progress\n\n[████████████░░░░░░░░] 60% (1 completed, 2 migrated / 5 tasks)\n\n## Event Log\n\n- [2026-04-22T10:30:00.000Z] Resumed from checkpoint (resume #1)\n" +
		"- [2026-04-22T10:50:00.000Z] Resumed from checkpoint (resume #2)\n\n" +
		"## Retry Targets\n\n| Scope | Attempt | Task | Wave | Check | Summary |\n|---|---|---|---|---|---|\n| parity | 2/3 | task-002 |  | parity | again |\n| parity | 3/3 | task-002 |  | parity | again |\n| wave | 1/3 |  | 2 | build | again |\n"})
	want(t, "counts", countsOf(r), "phases 3 said by progress", "phases completed 1", "phases in-progress 1", "phases pending 1", "tasks 5 said by progress",
		"retry_targets parity 2", "retry_targets wave 1")
	want(t, "run", r.rows("Runs", "id", "resumes", "tokens", "status"), "billing 2 31800 in-progress")
	want(t, "claims", r.rows("Claims", "field", "text")[:5], "tokens 31800", "updated 2026-04-22T10:50:00.000Z", "done 1", "migrated 2", "tasks 5")
	want(t, "findings", r.CodeNames())
}

// A count of many records is about the first of them.
func TestFirstRecordOfACount(t *testing.T) {
	log := ""
	for i := range 30 {
		kind := [...]string{"task-started", "task-blocked", "task-completed"}[i%3]
		log += notified(fmt.Sprintf(`"type":%q,"workItemId":"7","taskId":"t%d"`, kind, i), at(i))
	}
	r := ingest(t, input{"work/notifications.jsonl", log})
	want(t, "counts", r.rows("Counts", "part", "value", "line"), "blocked 10 2", "completed 10 3", "in-progress 10 1")
}
