package cadre

import (
	"strings"
	"testing"
)

// Both vocabularies, in the checkpoint and in the event, and codes of neither.
func TestReasonCodes(t *testing.T) {
	for code, cause := range map[string]string{
		"budget-exceeded": "budget", "max-retries": "retries", "max-retries-exhausted": "retries", "convergence-limit": "convergence",
		"critical-phase-failure": "critical-failure", "signal-interrupted": "signal", "dependency-blocked": "dependency", "gate-hard-fail": "gate",
		"wave-convergence-exhausted": "convergence", "task-retries-exhausted": "retries", "parity-non-minor-exhausted": "convergence",
		"command-recovery-exhausted": "retries", "replanned": "other",
	} {
		block := ingest(t, input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), `"terminalExhaustion":{"reasonCode":"`+code+`","phase":3,"taskId":"t1","qualifier":"q","summary":"why"}`)})
		want(t, code, block.rows("Runs", "status", "outcome", "cause", "cause_inferred", "reason", "ended_at"), "failed "+code+" "+cause+" false why 10:00:00.000")
		event := ingest(t, input{"m/migration.log", bare("terminal-exhaustion", `"reasonCode":"`+code+`","wave":2,"taskId":"t1","check":"build"`, at(5))})
		want(t, code, event.rows("Runs", "kind", "status", "cause", "cause_inferred", "reason"), "migration failed "+cause+" false "+code+" at wave 2, t1, build")
		var odd []string
		if cause == "other" {
			odd = []string{"unknown_reason_code"}
		}
		want(t, code, block.CodeNames(), odd...)
		want(t, code, event.CodeNames(), odd...)
	}
}

func TestExhaustion(t *testing.T) {
	const block = `"terminalExhaustion":{"reasonCode":"wave-convergence-exhausted","wave":3,"summary":"wave 3 did not converge"}`
	event := func(code string, ms int) string {
		return bare("terminal-exhaustion", `"reasonCode":"`+code+`"`, at(ms))
	}
	for _, c := range []struct {
		name, saved, log, run, findings string
	}{
		{"block alone", at(1000), bare("checkpoint-saved", `"phase":5`, at(0)), "failed convergence 10:00:01.000", ""},
		{"the event has the time", at(9000), event("wave-convergence-exhausted", 500), "failed convergence 10:00:00.500", ""},
		{"the later one counts: block", at(9000), event("task-retries-exhausted", 500), "failed convergence 10:00:00.500", "exhaustion_disagrees"},
		{"the later one counts: event", at(9000), event("task-retries-exhausted", 20000), "failed retries 10:00:20.000", "exhaustion_disagrees"},
		{"it went on afterwards", at(9000), event("wave-convergence-exhausted", 500) + bare("task-started", `"taskId":"t9","name":"x"`, at(20000)), "in-progress unknown -", "exhaustion_outlived"},
		{"it was completed afterwards", at(9000), event("wave-convergence-exhausted", 500) + bare("migration-completed", `"projectName":"billing","success":true,"duration":1`, at(30000)), "completed - 10:00:30.000", "exhaustion_outlived"},
		{"unwinding is not going on", at(9000), event("wave-convergence-exhausted", 500) + bare("phase-failed", `"phase":5,"name":"x","error":"e"`, at(600)) + bare("migration-completed", `"success":false,"duration":1`, at(700)), "failed convergence 10:00:00.700", ""},
		{"interrupted", at(100), bare("migration-interrupted", `"reason":"SIGINT"`, at(20000)), "interrupted convergence 10:00:20.000", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, input{"m/state/checkpoint.json", migrationAt(c.saved, `"completedTasks":[]`, block)}, input{"m/logs/runtime/migration.log", c.log})
			want(t, "run", r.rows("Runs", "status", "cause", "ended_at"), c.run)
			if got := strings.Join(r.CodeNames(), " "); got != c.findings {
				t.Errorf("findings %q, want %q", got, c.findings)
			}
		})
	}
}

// A cause that a file states is not inferred: a flag, a status or a signal. That a unit
// stopped for its blocked task or its failed gate is.
func TestCauses(t *testing.T) {
	fleet := func(status, more string) input {
		return input{"work/fleet-checkpoint.json", `{"projectName":"tidepool","version":1,"issues":{"7":{"status":"` + status + `","issueTitle":"x","worktreePath":"","branchName":"b","lastPhase":3` + more +
			`,"updatedAt":"` + at(50000) + `"}},"tokenUsage":{"total":0,"byWorkItem":{}},"startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"` + at(50000) + `","resumeCount":0}`}
	}
	interrupted := input{"work/notifications.jsonl", notified(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":["7"]`, at(40000))}
	resumed := input{"work/notifications.jsonl", interrupted.text + notified(launch, at(41000))}
	ck := func(more string) input {
		return input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(30000), more)}
	}
	for _, c := range []struct {
		name  string
		files []input
		run   string
	}{
		{"budget flag", []input{ck(`"budgetExceeded":true`)}, "failed budget false -"},
		{"blocked tasks", []input{ck(`"blockedTasks":["t1"],"failedTasks":[{"taskId":"t1","error":"no build","attempts":3}]`)}, "failed retries true t1: no build"},
		{"failed gate", []input{ck(`"gateResults":{"2":{"status":"fail","warnings":[],"errors":["e"]}}`)}, "failed gate true e"},
		{"dependency", []input{fleet("dep-build-broken", `,"error":"42 failed"`)}, "dep-build-broken dependency false 42 failed"},
		{"the fleet's budget", []input{fleet("budget-exceeded", ""), ck("")}, "budget-exceeded budget false -"},
		{"signal", []input{fleet("in-progress", ""), ck(""), interrupted}, "in-progress signal false SIGINT"},
		{"resumed after the signal", []input{fleet("in-progress", ""), ck(""), resumed}, "in-progress unknown true -"},
		{"budget before signal", []input{ck(`"budgetExceeded":true`), interrupted}, "failed budget false -"},
		{"failed, and nobody says why", []input{fleet("failed", "")}, "failed unknown true -"},
		{"failed, with an error", []input{fleet("failed", `,"error":"network"`)}, "failed failure false network"},
		{"unfinished", []input{ck("")}, "in-progress unknown true -"},
		{"completed", []input{fleet("completed", ""), ck(`"blockedTasks":["t1"]`)}, "completed - - -"},
		{"code complete", []input{fleet("code-complete", "")}, "code-complete - - -"},
		{"not begun", []input{fleet("not-started", "")}, "not-started - - -"},
		{"older word", []input{fleet("code-complete-no-pr", "")}, "code-complete-no-pr - - -"},
		{"all five phases", []input{{"work/issues/7/checkpoint.json", strings.Replace(ck("").text, "[1,2]", "[1,2,3,4,5]", 1)}}, "completed - - -"},
		{"failed by its events", []input{{"work/notifications.jsonl", notified(`"type":"issue-failed","workItemId":"7","issueTitle":"x","error":"boom","phase":3`, at(1000))}}, "failed failure false boom"},
		{"resumed after its failure", []input{{"work/notifications.jsonl", notified(`"type":"issue-failed","workItemId":"7","issueTitle":"x","error":"boom","phase":3`, at(1000)) + notified(launch, at(2000))}}, "in-progress unknown true boom"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, c.files...)
			var items []string
			for _, row := range r.rows("Runs", "kind", "status", "cause", "cause_inferred", "reason") {
				if item, ok := strings.CutPrefix(row, "work item "); ok {
					items = append(items, item)
				}
			}
			want(t, "run", items, c.run)
		})
	}
}

// That a migration failed for the error of its last phase is inferred.
func TestCauseOfAFailedPhase(t *testing.T) {
	r := ingest(t, input{"m/migration.log", bare("phase-failed", `"phase":5,"name":"x","error":"boom"`, at(0)) + bare("migration-completed", `"success":false,"duration":1`, at(5))})
	want(t, "run", r.rows("Runs", "status", "cause", "cause_inferred", "reason"), "failed failure true boom")
}
