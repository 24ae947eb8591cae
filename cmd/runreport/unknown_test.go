package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// What no record tells is in no number: these logs leave out what their formats allow
// them to, and each number is held against what is left.

func jsonLines(lines ...string) string { return strings.Join(lines, "\n") + "\n" }

// TestAttemptsThatStillRunAreCutOff: in an open kahn run one attempt ended after 20 s,
// and two go on when the log ends after 60 s and 40 s.
func TestAttemptsThatStillRunAreCutOff(t *testing.T) {
	line := func(second int, event, rest string) string {
		return fmt.Sprintf(`{"ts":"2026-04-22T10:00:%02d.000Z","run_id":"n17","event":%q,%s}`, second, event, rest)
	}
	s := buildFrom(t, "transitions.jsonl", jsonLines(
		line(0, "run_start", `"total_nodes":3`),
		line(0, "node_transition", `"node_id":"lint","from":"ready","to":"running","attempt":1`),
		line(0, "node_transition", `"node_id":"e2e","from":"ready","to":"running","attempt":1`),
		line(20, "node_attempt", `"node_id":"lint","attempt":1,"duration_s":20.0,"converged":false,"done_when_results":[]`),
		line(20, "node_transition", `"node_id":"lint","from":"running","to":"running","attempt":2`),
		line(59, "node_transition", `"node_id":"docs","from":"pending","to":"ready"`)))
	v := dig(s, "durations", "survival", 0)
	for key, want := range map[string]any{"system": "kahn", "n": float64(3), "events": float64(1), "censored": float64(2), "p50_s": nil, "p90_finished_only_s": float64(20)} {
		expect(t, key, dig(v, key), want)
	}
	expect(t, "cut off after", dig(v, "cut_offs_s"), []any{float64(39), float64(59)})
	expect(t, "most at once", dig(s, "usage", "peak_concurrency"), float64(2))
	expect(t, "attempts", dig(s, "runs", 0, "attempts"), float64(3))
	if f := with(s["findings"], "code", "attempts_missing"); f != nil {
		t.Errorf("an attempt that goes on is missing: %v", f)
	}
}

// TestThePathIsInDoubt: build becomes ready three seconds after lint, the only node
// that was done, so that something else may have held it up. Its line of becoming ready
// was written behind the one of running.
func TestThePathIsInDoubt(t *testing.T) {
	line := func(second int, event, rest string) string {
		return fmt.Sprintf(`{"ts":"2026-04-22T10:00:%02d.000Z","run_id":"n17","event":%q,%s}`, second, event, rest)
	}
	move := func(second int, node, from, to string) string {
		attempt := ""
		if to == "running" {
			attempt = `,"attempt":1`
		}
		return line(second, "node_transition", fmt.Sprintf(`"node_id":%q,"from":%q,"to":%q%s`, node, from, to, attempt))
	}
	s := buildFrom(t, "transitions.jsonl", jsonLines(
		line(0, "run_start", `"total_nodes":2`),
		move(0, "lint", "pending", "ready"), move(0, "lint", "ready", "running"), move(10, "lint", "running", "done"),
		move(15, "build", "ready", "running"), move(13, "build", "pending", "ready"), move(40, "build", "running", "done"),
		line(40, "run_end", `"outcome":"clean","done":2,"failed":0,"blocked":0,"total_duration_s":40.0`)))
	expect(t, "label", dig(s, "runs", 0, "path_label"), "ambiguous")
	expect(t, "steps", []any{dig(s, "runs", 0, "critical_path", 0, "step"), dig(s, "runs", 0, "critical_path", 1, "step")}, []any{"lint", "build"})
	expect(t, "share of build", dig(s, "runs", 0, "critical_path", 1, "share"), 27.0/40)
}

// TestTasksWithoutInvocations: of three tasks that only events tell of, one passed at
// once, one was retried, and one used up its tries; no file says how long any took.
func TestTasksWithoutInvocations(t *testing.T) {
	second := 0
	line := func(kind, rest string) string {
		second++
		return fmt.Sprintf(`{"type":%q,"workItemId":"7",%s,"timestamp":"2026-04-22T10:00:%02d.000Z"}`, kind, rest, second)
	}
	s := buildFrom(t, "notifications.jsonl", jsonLines(
		line("issue-started", `"issueTitle":"Slow tests"`),
		line("task-started", `"taskId":"task-001","taskName":"Measure"`),
		line("task-completed", `"taskId":"task-001","duration":900`),
		line("task-started", `"taskId":"task-002","taskName":"Repair"`),
		line("task-retry", `"taskId":"task-002","attempt":1,"maxAttempts":3,"reason":"build failed"`),
		line("task-completed", `"taskId":"task-002","duration":1900`),
		line("task-started", `"taskId":"task-003","taskName":"Document"`),
		line("task-retry", `"taskId":"task-003","attempt":1,"maxAttempts":2,"reason":"build failed"`),
		line("task-blocked", `"taskId":"task-003","reason":"Max retries exceeded","retryCount":2`)))
	for what, want := range map[string][2]float64{"overall": {1, 2}, "first_attempt_pass": {1, 3}, "recovery": {1, 2}} {
		expect(t, what, []any{dig(s, "flakes", what, "num"), dig(s, "flakes", what, "den")}, []any{want[0], want[1]})
	}
	node := with(dig(s, "flakes", "by_node"), "node", "task")
	expect(t, "cost", dig(node, "cost_s"), nil)
	expect(t, "why there is no cost", dig(node, "cost_s_reason"), "not_measured")
	expect(t, "attempts without a time", dig(node, "untimed"), float64(1))
}

// TestUnfinishedIsNotExhausted: a work item in progress has not stopped.
func TestUnfinishedIsNotExhausted(t *testing.T) {
	checkpoint := func(item, more string) string {
		return fmt.Sprintf(`{"workItemId":%q,"version":1,"currentPhase":3,"currentTask":null,"completedPhases":[1,2],"completedTasks":[],"failedTasks":[],`+
			`"blockedTasks":[],"phaseOutputs":{},"gateResults":{},"subTasks":{},"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}},`+
			`"startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"2026-04-22T10:20:00.000Z","resumeCount":0,"metricsCount":0%s}`, item, more)
	}
	s := buildFrom(t, "checkpoint.json", checkpoint("7", ""))
	expect(t, "exhausted, of", dig(s, "stops", "exhausted", "den"), float64(0))
	expect(t, "sentence", dig(with(s["problems"], "kind", "stopped"), "text"), "No end record and no reason: 7.")
	s = buildFrom(t, "checkpoint.json", checkpoint("8", `,"terminalExhaustion":{"reasonCode":"budget-exceeded","summary":"40 of 40 used","timestamp":"2026-04-22T10:20:00.000Z"}`))
	expect(t, "exhausted", []any{dig(s, "stops", "exhausted", "num"), dig(s, "stops", "exhausted", "den")}, []any{float64(1), float64(1)})
}

// TestCardsOfWhichSomethingIsUnknown: the status of an attempt counts, what waits in a
// queue has not started, a flake that was seen is one whatever else is missing, and
// what is over at an unknown time did not run on.
func TestCardsOfWhichSomethingIsUnknown(t *testing.T) {
	const start = 1777000000000
	attempt := func(card, attempt int, status, heartbeat, from, to string) string {
		return fmt.Sprintf(`{"id":"CY-%d-R%d","cardId":"CY-%d","attempt":%d,"runtime":"container","status":%q,"lastHeartbeatAt":%s,"startedAt":%s,"endedAt":%s,"createdAt":%d,"updatedAt":%d}`,
			card, attempt, card, attempt, status, heartbeat, from, to, start, start+5000000)
	}
	after := func(seconds int) string { return fmt.Sprint(start + seconds*1000) }
	s := buildFrom(t, "runs.json", `{"runs":[`+strings.Join([]string{
		attempt(101, 3, "completed", after(900), after(600), after(900)), // its second try stalled, of the first nothing is known
		attempt(101, 2, "stalled", after(300), after(0), after(500)),
		attempt(102, 2, "completed", after(4000), after(3000), after(4000)), // nothing is known of its first try
		attempt(103, 1, "stalled", "null", after(1000), "null"),             // neither a heartbeat nor an end
		attempt(104, 1, "running", after(4900), after(4500), after(4600)),   // an end, but it runs
		attempt(105, 1, "queued", after(0), "null", "null"),
	}, ",")+`]}`)
	rates := map[string][2]float64{"flakes/overall": {1, 1}, "flakes/first_attempt_pass": {0, 1}, "stops/stall_rate": {2, 4}}
	for what, want := range rates {
		family, name, _ := strings.Cut(what, "/")
		expect(t, what, []any{dig(s, family, name, "num"), dig(s, family, name, "den")}, []any{want[0], want[1]})
	}
	expect(t, "cards not measured", dig(with(dig(s, "flakes", "by_system"), "system", "crabyard"), "not_measured"), float64(1))
	expect(t, "retries of started cards", dig(s, "flakes", "retries_per_step"), 0.75)
	// 300 s, 300 s, 1000 s and from 4500 s to the last event at 5000 s, none beside another.
	expect(t, "most at once", dig(s, "usage", "peak_concurrency"), float64(1))
	expect(t, "busy", dig(s, "usage", "concurrency", 0, "by_day", 0, "busy_s"), float64(2100))
}

// TestACardIsWatchedUntilItsLastExport: the exports of two days show one attempt alike,
// which then ran until the second of them was made, whichever of the two counts.
func TestACardIsWatchedUntilItsLastExport(t *testing.T) {
	attempt := func(card, started, beat int) string {
		return fmt.Sprintf(`{"id":"CY-%d-R1","cardId":"CY-%d","attempt":1,"runtime":"container","status":"running","lastHeartbeatAt":%d,"startedAt":%d,"endedAt":null,"createdAt":%d,"updatedAt":%d}`,
			card, card, beat, started, started, beat)
	}
	const start = 1777000000000
	dir := t.TempDir()
	for day, content := range map[string]string{"mon": attempt(101, start, start+60_000), "tue": attempt(101, start, start+60_000) + "," + attempt(102, start+90_000, start+300_000)} {
		if err := os.MkdirAll(filepath.Join(dir, day), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, day, "runs.json"), []byte(`{"runs":[`+content+`]}`), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	s := summaryOf(t, build(t, dir))
	expect(t, "cut off after", dig(s, "durations", "survival", 0, "cut_offs_s"), []any{float64(210), float64(300)})
}

// TestEveryVerdictThatSaysSoCounts: two judges of one run disagree.
func TestEveryVerdictThatSaysSoCounts(t *testing.T) {
	n := 0
	line := func(kind, actor, payload string) string {
		n++
		return fmt.Sprintf(`{"id":"e%d","run_id":"r1","turn":%d,"kind":%q,"actor":%q,"payload":%s,"created_at":"2026-05-01T10:00:%02d.000000Z","schema_version":1}`, n, n, kind, actor, payload, n)
	}
	s := buildFrom(t, "events.jsonl", jsonLines(
		line("run.started", "conductor", `{"scenario":"duel","cast":{"ada":{},"bo":{},"judge-a":{},"judge-b":{}},"competition":{"kind":"versus","teams":null,"symmetric_seats":["ada","bo"]}}`),
		line("agent.spoke", "ada", `{"text":"Maps lie."}`),
		line("judge.verdict", "judge-a", `{"text":"It is ada.","winner":"ada","accused":"bo","correct":false}`),
		line("judge.verdict", "judge-b", `{"text":"It is bo.","winner":"bo"}`),
		line("run.finished", "conductor", `{"reason":"verdict","winner":"bo","winner_kind":"agent","winning_model":null,"winning_models":[],"turns":1,"tokens":9}`)))
	expect(t, "judges right", []any{dig(s, "competitions", "judge_correct", "num"), dig(s, "competitions", "judge_correct", "den")}, []any{float64(0), float64(1)})
}
