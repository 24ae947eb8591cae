package cadre

import (
	"slices"
	"strings"
	"testing"
)

const tidepool = `{
  "projectName": "tidepool", "version": 1,
  "issues": {
    "7": {"status": "completed", "issueTitle": "Cache", "worktreePath": "", "branchName": "b7", "lastPhase": 5, "updatedAt": "2026-04-22T10:30:00.000Z"},
    "8": {"status": "dep-failed", "issueTitle": "Docs", "worktreePath": "", "branchName": "b8", "lastPhase": 0, "error": "9 failed", "updatedAt": "2026-04-22T10:31:00.000Z"},
    "9": {"status": "failed", "issueTitle": "Queue", "worktreePath": "", "branchName": "b9", "lastPhase": 3, "updatedAt": "2026-04-22T10:32:00.000Z"},
    "10": {"status": "not-started", "issueTitle": "Later", "worktreePath": "", "branchName": "", "lastPhase": 0}
  },
  "tokenUsage": {"total": 70, "byWorkItem": {"7": 50, "9": 20}},
  "startedAt": "2026-04-22T10:00:00.000Z", "lastCheckpoint": "2026-04-22T10:32:00.000Z", "resumeCount": 1,
  "dag": {"7": [], "8": ["7", "9"], "9": [], "10": []}, "waves": [["7","9"],["8"]], "completedWaves": [0]
}`

func TestFleet(t *testing.T) {
	r := ingest(t, input{"work/fleet-checkpoint.json", tidepool}, input{"work/notifications.jsonl",
		notified(`"type":"fleet-started","issueCount":4,"maxParallel":2`, at(0)) +
			notified(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":["9"]`, at(60000)) +
			notified(`"type":"fleet-started","issueCount":4,"maxParallel":2`, at(120000)) +
			notified(`"type":"fleet-completed","success":false,"prsCreated":1,"failedIssues":2,"totalDuration":1930000,"totalTokens":70`, at(32*60000+10000))})
	want(t, "items", r.rows("Steps", "step", "kind", "name", "status", "converged", "ended_at", "reason", "blocked_by"),
		"7 work item Cache completed - 10:30:00.000 - -", "8 work item Docs dep-failed - 10:31:00.000 9 failed [9]",
		"9 work item Queue failed - 10:32:00.000 - -", "10 work item Later not-started - - - -")
	want(t, "runs", r.rows("Runs", "kind", "id", "subject", "status", "outcome", "started_at", "ended_at", "duration_s", "tokens", "total_steps"),
		"fleet tidepool tidepool completed failed 10:00:00.000 10:32:10.000 1930 - 4",
		"work item 7 tidepool completed completed 10:30:00.000 10:30:00.000 - 50 -",
		"work item 8 tidepool dep-failed dep-failed 10:31:00.000 10:31:00.000 - - -",
		"work item 9 tidepool failed failed 10:32:00.000 10:32:00.000 - 20 -",
		"work item 10 tidepool not-started - - - - - -")
	want(t, "claims", r.rows("Claims", "by", "field", "text", "number"),
		"fleet checkpoint tokens 70 70", "fleet-completed success false -", "fleet-completed prsCreated 1 1", "fleet-completed failedIssues 2 2", "fleet-completed totalDuration 1930000 1.93e+06", "fleet-completed totalTokens 70 70")
	want(t, "ledger", r.rows("Sources", "records", "kept"), "5 5", "4 4")
	want(t, "findings", r.CodeNames())
}

// Without a checkpoint, events say how each item of a fleet went, and the fleet has its items' project.
func TestFleetWithoutCheckpoint(t *testing.T) {
	events := notified(`"type":"fleet-started","issueCount":3,"maxParallel":2`, at(0)) +
		notified(`"type":"issue-started","workItemId":"7","issueTitle":"Cache"`, at(1000)) +
		notified(`"type":"issue-started","workItemId":"8","issueTitle":"Docs"`, at(2000)) +
		notified(`"type":"issue-completed","workItemId":"7","issueTitle":"Cache","success":true,"duration":9000`, at(10000)) +
		notified(`"type":"issue-failed","workItemId":"8","issueTitle":"Docs","error":"no branch","phase":1`, at(20000)) +
		notified(`"type":"issue-started","workItemId":"9","issueTitle":"Queue"`, at(21000)) +
		notified(`"type":"fleet-completed","success":false,"prsCreated":1,"failedIssues":1,"totalDuration":30000,"totalTokens":0`, at(30000))
	for _, c := range []struct {
		name, folder, subject string
		more                  []input
	}{
		{"a folder of a project", "work", "work", nil},
		{"a hidden folder", ".cadre", "-", nil},
		{"a project by a checkpoint of an item", ".cadre", "tidepool", []input{{".cadre/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(500), "")}}},
	} {
		r := ingest(t, append(c.more, input{c.folder + "/notifications.jsonl", events})...)
		others := func(row string) bool { return !strings.HasPrefix(row, "work item ") }
		want(t, c.name+": items", slices.DeleteFunc(r.rows("Steps", "kind", "step", "stable_step", "name", "status", "result", "ended_at", "reason"), others),
			"work item 7 7 Cache completed passed 10:00:10.000 -", "work item 8 8 Docs failed failed 10:00:20.000 no branch", "work item 9 9 Queue in-progress open - -")
		items := func(row string) bool { return !strings.HasPrefix(row, "fleet ") }
		want(t, c.name, slices.DeleteFunc(r.rows("Runs", "kind", "subject", "result", "cause", "reason"), items),
			"fleet "+c.subject+" failed failure 8: no branch")
	}
}

func TestFleetStates(t *testing.T) {
	started := notified(`"type":"fleet-started","issueCount":1,"maxParallel":1`, at(0))
	signal := notified(`"type":"fleet-interrupted","signal":"SIGTERM","workItemsInProgress":[]`, at(5000))
	for _, c := range []struct{ name, events, run string }{
		{"running", started, "in-progress - - -"},
		{"interrupted", started + signal, "interrupted interrupted signal SIGTERM"},
		{"resumed", started + signal + notified(`"type":"fleet-started","issueCount":1,"maxParallel":1`, at(9000)), "in-progress - - -"},
		{"out of budget", started + notified(`"type":"terminal-exhaustion","reasonCode":"budget-exceeded","summary":"65,000 tokens"`, at(5000)), "failed budget-exceeded budget 65,000 tokens"},
		{"completed after all", started + signal + notified(`"type":"fleet-completed","success":true,"prsCreated":0,"failedIssues":0,"totalDuration":1,"totalTokens":0`, at(9000)), "completed success - -"},
	} {
		r := ingest(t, input{"work/notifications.jsonl", c.events})
		want(t, c.name, r.rows("Runs", "status", "outcome", "cause", "reason"), c.run)
	}
}

// An agent that works for the fleet itself is no work item's.
func TestInvocationsOfFleet(t *testing.T) {
	r := ingest(t, input{"work/metrics/invocations.jsonl", strings.Replace(call("a", "", "dependency-analyst", "success", 0, 2000, ""), `"workItemId":"7"`, `"workItemId":""`, 1)})
	want(t, "runs", r.rows("Runs", "kind", "id", "status"), "fleet work in-progress")
	want(t, "attempts", r.rows("Attempts", "run", "agent", "duration_s"), "cadre:work/work dependency-analyst 2")
}

// A fleet that is copied while it goes on: the newest snapshot counts, and so do its items.
func TestFleetSnapshots(t *testing.T) {
	older := strings.NewReplacer(`"lastCheckpoint": "2026-04-22T10:32`, `"lastCheckpoint": "2026-04-22T10:20`, `"status": "failed"`, `"status": "in-progress"`).Replace(tidepool)
	r := ingest(t, input{"a/fleet-checkpoint.json", older}, input{"b/fleet-checkpoint.json", tidepool})
	want(t, "ledger", r.rows("Sources", "kept", "superseded"), "0 5", "5 0")
	want(t, "items", r.rows("Steps", "step", "status"), "7 completed", "8 dep-failed", "9 failed", "10 not-started")
}

func TestFleetAheadOfItem(t *testing.T) {
	r := ingest(t, input{"work/fleet-checkpoint.json", tidepool}, input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), "")})
	want(t, "findings", r.CodeNames(), "fleet_ahead_of_item")
}

func TestOddFleets(t *testing.T) {
	r := ingest(t, input{"work/fleet-checkpoint.json", `{"projectName":"x","version":1,"issues":{"1":7,"2":{"status":"asleep"},"3":{}},"tokenUsage":{"total":0,"byIssue":{"2":9}},
 "startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"2026-04-22T10:00:00.000Z","resumeCount":0,"dag":[1]}`})
	want(t, "findings", r.CodeNames(), "checkpoint_value", "missing_field", "unknown_value")
	want(t, "items", r.rows("Steps", "step", "status"), "2 asleep", "3 -")
	want(t, "tokens", r.rows("Runs", "id", "tokens"), "x -", "2 9", "3 -")
}
