package cadre

import (
	"fmt"
	"strings"
	"testing"
)

// call is an invocation of CADRE.
func call(id, task, agent, status string, from, ms int, more string) string {
	success := status == "success"
	return object(fmt.Sprintf(`"invocationId":"%s","runId":"r","agent":"%s","workItemId":"7","phase":3`, id, agent), task,
		fmt.Sprintf(`"model":"large-3","tokens":100,"inputTokens":70,"outputTokens":30,"duration":%d,"success":%v,"status":"%s","exitCode":0,"startTime":"%s","timestamp":"%s"`,
			ms, success, status, at(from), at(from+ms)), more) + "\n"
}

const task1, task2 = `"taskId":"task-001"`, `"taskId":"task-002"`

func TestAttemptsOfInvocations(t *testing.T) {
	r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl",
		call("a", task1, "code-writer", "failed", 0, 2000, "") +
			call("c", task1, "code-writer", "timed-out", 9000, 5000, "") +
			call("b", task1, "code-writer", "success", 20000, 3000, "") +
			call("d", task1, "code-reviewer", "success", 30000, 1000, "") +
			call("e", task2, "code-writer", "cancelled", 31000, 1000, "") +
			call("f", task2, "code-writer", "success", 33000, 1000, `"attemptNumber":5,"wasRetry":false,"cost":0.25`) +
			call("g", "", "issue-analyst", "success", 100, 400, "") +
			call("b", task1, "code-writer", "success", 20000, 3000, "")})
	want(t, "attempts", r.rows("Attempts", "id", "step", "phase", "agent", "attempt", "status", "converged", "cut", "retry", "duration_s", "cost_usd"),
		"a task-001 phase 3 code-writer 1 failed false - false 2 -",
		"c task-001 phase 3 code-writer 2 timed-out false killed true 5 -",
		"b task-001 phase 3 code-writer 3 success true - true 3 -",
		"d task-001 phase 3 code-reviewer 1 success true - false 1 -",
		"e task-002 phase 3 code-writer 1 cancelled - canceled false 1 -",
		"f task-002 phase 3 code-writer 5 success true - false 1 0.25",
		"g - phase 3 issue-analyst 1 success true - false 0.4 -")
	want(t, "ledger", r.rows("Sources", "lines", "kept", "duplicate"), "8 7 1")
	want(t, "run", r.rows("Runs", "model", "tokens", "cost_usd", "status"), "large-3 700 0.25 in-progress")
	want(t, "findings", r.CodeNames())
}

func TestOddInvocations(t *testing.T) {
	for _, c := range []struct {
		name, line, duration, status, tokens, finding string
	}{
		{"negative", strings.Replace(call("a", task1, "w", "success", 0, 2500, ""), `"duration":2500`, `"duration":-5`, 1), "-", "success", "100", "invocation_duration"},
		{"no duration", strings.Replace(call("a", task1, "w", "success", 0, 2500, ""), `"duration":2500,`, "", 1), "2.5", "success", "100", ""},
		{"duration and stamps differ", strings.Replace(call("a", task1, "w", "success", 0, 2500, ""), `"duration":2500,`, `"duration":9500,`, 1), "9.5", "success", "100", "invocation_times_differ"},
		{"nobody counted", strings.NewReplacer(`"tokens":100`, `"tokens":0`, `"inputTokens":70`, `"inputTokens":0`).Replace(call("a", task1, "w", "success", 0, 2500, `"cost":0`)), "2.5", "success", "-", ""},
		{"contradicts itself", strings.Replace(call("a", task1, "w", "failed", 0, 2500, ""), `"success":false`, `"success":true`, 1), "2.5", "failed", "100", "invocation_status"},
		{"no status", strings.Replace(call("a", task1, "w", "failed", 0, 2500, ""), `"status":"failed",`, "", 1), "2.5", "failed", "100", ""},
		{"another status", strings.Replace(call("a", task1, "w", "failed", 0, 2500, ""), `"status":"failed"`, `"status":"asleep"`, 1), "2.5", "asleep", "100", "unknown_value"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", c.line})
			want(t, "attempts", r.rows("Attempts", "duration_s", "status", "tokens"), c.duration+" "+c.status+" "+c.tokens)
			if c.finding == "" {
				want(t, "findings", r.CodeNames())
			} else {
				want(t, "findings", r.CodeNames(), c.finding)
			}
			if c.name == "nobody counted" {
				want(t, "parts", r.rows("Attempts", "tokens_in", "tokens_out", "cost_usd"), "- 30 0")
			}
		})
	}
}

// AAMF names the same things differently; that is no deviation.
func TestInvocationsOfAAMF(t *testing.T) {
	r := ingest(t, input{"migration/billing/metrics/invocations.jsonl",
		`{"runId":"r","phase":5,"taskId":"task-021","agentType":"code-migrator","invocationId":"m1","startTime":"2026-04-22T10:00:00.000Z","endTime":"2026-04-22T10:01:00.000Z","durationMs":60000,` +
			`"attemptNumber":2,"maxAttempts":3,"wasRetry":true,"status":"success","model":"large-3","tokensPrompt":10,"tokensCompletion":5,"tokensTotal":15,"costUsd":0.5,"cachedTokens":4,"routingTier":"heavy"}` + "\n" +
			`{"runId":"r","phase":2,"taskId":"","agentType":"knowledge-builder","invocationId":"m2","startTime":"2026-04-22T09:00:00.000Z","endTime":"2026-04-22T09:01:00.000Z","durationMs":60000,` +
			`"attemptNumber":1,"maxAttempts":3,"wasRetry":false,"status":"success","model":"small-1","tokensPrompt":0,"tokensCompletion":0,"tokensTotal":0,"costUsd":0}` + "\n"})
	want(t, "attempts", r.rows("Attempts", "id", "step", "attempt", "retry", "tokens", "tokens_in", "tokens_out", "tokens_cached", "cost_usd", "tier"),
		"m1 task-021 2 true 15 10 5 4 0.5 heavy", "m2 - 1 false - - - - - -")
	want(t, "runs", r.rows("Runs", "kind", "id", "runner", "tokens", "cost_usd"), "migration billing AAMF 15 0.5")
	want(t, "findings", r.CodeNames())
}

// Where nobody wrote invocations down, launches and ends of agents stand for them.
func TestAttemptsOfEvents(t *testing.T) {
	end := func(name, more string, ms int) string {
		return logged(`"type":"`+name+`","agent":"code-writer","workItemId":"7","taskId":"task-001"`+more, at(ms))
	}
	r := ingest(t, input{"work/issues/7/logs/workitem-7.log",
		logged(launch, at(0)) + end("agent-failed", `,"error":"exit code 1","timedOut":false`, 2000) +
			logged(launch, at(3000)) + end("agent-failed", `,"error":"timed out","timedOut":true`, 9000) +
			logged(launch, at(10000)) + end("agent-completed", `,"exitCode":0,"duration":4000,"tokenUsage":90`, 14000) +
			end("agent-completed", `,"exitCode":2,"duration":1000,"tokenUsage":0`, 20000) +
			logged(launch, at(30000))})
	want(t, "attempts", r.rows("Attempts", "attempt", "status", "converged", "cut", "duration_s", "exit_code", "error", "tokens"),
		"1 failed false - 2 - exit code 1 -", "2 timed-out false killed 6 - timed out -", "3 success true - 4 0 - 90",
		"4 failed false - 1 2 - -", "5 open - open - - - -")
	want(t, "steps", r.rows("Steps", "step", "status", "attempts"), "task-001 in-progress 5")
}

func TestAgentsOfAAMF(t *testing.T) {
	who := `"agent":"code-migrator","taskId":"task-021","invocationId":"c-1"`
	r := ingest(t, input{"m/logs/runtime/migration.log",
		bare("agent-launched", who, at(0)) + bare("agent-heartbeat", who+`,"elapsedSeconds":60`, at(60000)) +
			bare("agent-timed-out", who+`,"timeout":90000`, at(90000)) + bare("agent-failed", who+`,"error":"timed out"`, at(90002)) +
			bare("agent-launched", `"agent":"code-migrator","taskId":"task-021","invocationId":"c-2"`, at(91000)) +
			bare("agent-heartbeat", `"agent":"code-migrator","taskId":"task-021","invocationId":"c-2","elapsedSeconds":60`, at(151000))})
	want(t, "attempts", r.rows("Attempts", "attempt", "status", "cut", "last_heartbeat_at", "duration_s"),
		"1 timed-out killed 10:01:00.000 90", "2 open open 10:02:31.000 -")
	want(t, "findings", r.CodeNames())
}

func TestTasks(t *testing.T) {
	const failed = `"failedTasks":[{"taskId":"task-000","error":"flaky","attempts":%d,"lastAttempt":"2026-04-22T10:00:30.000Z"}]`
	for _, c := range []struct {
		name  string
		files []input
		steps []string
	}{
		{"completed, never failed", []input{{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), "")}},
			[]string{"task-000 completed true 1 true passed"}},
		{"recovered: in both lists", []input{{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), fmt.Sprintf(failed, 1))}},
			[]string{"task-000 completed true 2 true flaky"}},
		{"recovered after two", []input{{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), fmt.Sprintf(failed, 2))}},
			[]string{"task-000 completed true 3 true flaky"}},
		{"failed and blocked", []input{{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(60000), fmt.Sprintf(failed, 3)+`,"blockedTasks":["task-000"]`), `"completedTasks":["task-000"]`, `"completedTasks":[]`, 1)}},
			[]string{"task-000 blocked false 3 true failed"}},
		{"a retry that only an event tells", []input{
			{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), "")},
			{"work/notifications.jsonl", notified(strings.Replace(fmt.Sprintf(retry, 1), "task-001", "task-000", 1), at(1000))}},
			[]string{"task-000 completed true 2 true flaky"}},
		{"blocked, then completed after a resume", []input{
			{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), "")},
			{"work/notifications.jsonl", notified(`"type":"task-blocked","workItemId":"7","taskId":"task-000","reason":"no more tries","retryCount":3`, at(1000))}},
			[]string{"task-000 completed true 4 true flaky"}},
		{"begun after the checkpoint", []input{
			{"work/issues/7/checkpoint.json", strings.Replace(checkpoint(`"workItemId":"7"`, at(60000), ""), `"completedTasks":["task-000"]`, `"completedTasks":[]`, 1)},
			{"work/notifications.jsonl", notified(`"type":"task-started","workItemId":"7","taskId":"task-000","taskName":"x"`, at(90000))}},
			[]string{"task-000 in-progress - - true open"}},
		{"AAMF erases recovered failures", []input{{"m/state/checkpoint.json", migrationAt(at(60000), `"completedTasks":["task-000"]`, "")}},
			[]string{"task-000 completed true - false passed"}},
		{"AAMF's log shows them", []input{{"m/state/checkpoint.json", migrationAt(at(60000), `"completedTasks":["task-000"]`, "")},
			{"m/logs/runtime/migration.log", bare("task-failed", `"taskId":"task-000","name":"x","error":"e","attempt":1`, at(1000))}},
			[]string{"task-000 completed true 2 true flaky"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, c.files...)
			var tasks []string
			for _, s := range r.rows("Steps", "step", "status", "converged", "attempts", "retries_visible", "result") {
				if strings.HasPrefix(s, "task-") {
					tasks = append(tasks, s)
				}
			}
			want(t, "tasks", tasks, c.steps...)
			want(t, "findings", r.CodeNames())
		})
	}
}

// migrationAt is a small checkpoint of a migration.
func migrationAt(saved, tasks, more string) string {
	return object(`"projectName":"billing","version":1,"currentPhase":5,"currentTask":null,"completedPhases":[2,3,4]`, tasks,
		`"failedTasks":[],"blockedTasks":[],"phaseOutputs":{},"tokenUsage":{"total":0},"startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"`+saved+`","resumeCount":1,"metricsCount":0`, more)
}

// bare is a line of AAMF's log.
func bare(name, data, stamp string) string {
	return `{"timestamp":"` + stamp + `","level":"info","source":"runtime","message":"` + name + `","data":{` + data + "}}\n"
}

func TestPhases(t *testing.T) {
	r := ingest(t, input{"work/notifications.jsonl",
		notified(`"type":"phase-started","workItemId":"7","phase":1,"phaseName":"Analysis"`, at(0)) +
			notified(`"type":"phase-completed","workItemId":"7","phase":1,"phaseName":"Analysis","duration":9990`, at(10000)) +
			notified(`"type":"phase-started","workItemId":"7","phase":2,"phaseName":"Planning"`, at(10000)) +
			notified(`"type":"phase-completed","workItemId":"7","phase":2,"phaseName":"Planning","duration":90000`, at(20000)) +
			notified(`"type":"phase-skipped","workItemId":"7","phase":3,"reason":"done before"`, at(20000)) +
			notified(`"type":"phase-started","workItemId":"7","phase":4,"phaseName":"Check"`, at(20000)) +
			notified(`"type":"phase-completed","workItemId":"7","phase":5,"phaseName":"Publish","duration":-1`, at(30000))})
	want(t, "phases", r.rows("Steps", "step", "kind", "name", "status", "converged", "duration_s", "logged_duration_s", "attempts", "reason"),
		"phase 1 phase Analysis completed - 10 9.99 - -", "phase 2 phase Planning completed - 10 90 - -",
		"phase 3 phase - skipped - - - - done before", "phase 4 phase Check in-progress - - - - -", "phase 5 phase Publish completed - - - - -")
	want(t, "findings", r.CodeNames(), "event_duration", "step_times_differ")
}

func TestDurationsWithoutNames(t *testing.T) {
	for _, c := range []struct{ durations, first, second, finding string }{
		{"[2000,1000]", "t2 2", "t1 1", ""},
		{"[2000]", "t2 -", "t1 -", "task_durations_loose"},
		{"[2000,-1]", "t2 2", "t1 -", ""},
		{`[2000,"x"]`, "t2 2", "t1 -", "checkpoint_value"},
	} {
		r := ingest(t, input{"a/state/checkpoint.json", migrationAt(at(0), `"completedTasks":["t2","t1"]`, `"completedTaskDurationsMs":`+c.durations)})
		want(t, c.durations, r.rows("Steps", "step", "logged_duration_s")[4:], c.first, c.second)
		if got := strings.Join(r.CodeNames(), " "); got != c.finding {
			t.Errorf("%s: findings %q, want %q", c.durations, got, c.finding)
		}
	}
}

func TestFixtureCheckpoint(t *testing.T) {
	r := ingest(t, input{"x/checkpoint.json", `{"issueNumber":7,"projectName":"tidepool","startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"2026-04-22T10:47:00.000Z",
 "completedPhases":[1],"currentPhase":2,
 "phaseResults":{"1":{"phaseId":1,"status":"completed","startedAt":"2026-04-22T10:00:00.000Z","completedAt":"2026-04-22T10:12:00.000Z"},"2":{"phaseId":2,"status":"in-progress","startedAt":"2026-04-22T10:12:00.000Z"}},
 "tasks":{"t1":{"taskId":"t1","status":"completed","startedAt":"2026-04-22T10:10:00.000Z","completedAt":"2026-04-22T10:11:00.000Z","attempts":2},"t2":{"taskId":"t2","status":"not-started","attempts":0}},
 "tokenUsage":{"total":36,"byAgent":{},"byPhase":{}},"worktree":{"path":"/tmp/x"},"resumeCount":0,"subTasks":{}}`})
	want(t, "steps", r.rows("Steps", "step", "status", "converged", "duration_s", "attempts"),
		"phase 1 completed - 720 -", "phase 2 in-progress - - -", "t1 completed true 60 2", "t2 not-started - - -")
	want(t, "run", r.rows("Runs", "subject", "variant", "status", "tokens"), "tidepool C3 in-progress 36")
	want(t, "findings", r.CodeNames(), "fixture_checkpoint")
}

func TestGates(t *testing.T) {
	r := ingest(t, input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0),
		`"gateResults":{"1":{"errors":[],"status":"warn","warnings":["a","b"]},"2":{"status":"FAIL","warnings":["w"],"errors":["e"]},"3":{"status":"odd"},"x":7}`)})
	want(t, "checks", r.rows("Checks", "step", "kind", "name", "verdict", "written", "reason"),
		"phase 1 gate phase 1 gate warn warn a; b", "phase 2 gate phase 2 gate fail FAIL e; w", "phase 3 gate phase 3 gate odd odd -")
	want(t, "run", r.rows("Runs", "status", "cause", "cause_inferred", "reason"), "failed gate true e; w")
	want(t, "findings", r.CodeNames(), "gate_status")
}
