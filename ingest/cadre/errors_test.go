package cadre

import "testing"

// An invocation says that it failed; the events beside it say why.
func TestErrorsOfInvocations(t *testing.T) {
	failed := func(ms int, text string) string {
		return notified(`"type":"agent-failed","agent":"code-writer","workItemId":"7","taskId":"task-001","error":"`+text+`","timedOut":false`, at(ms))
	}
	again := func(ms, n int, reason string) string {
		return notified(`"type":"task-retry","workItemId":"7","taskId":"task-001","attempt":`+string(rune('0'+n))+`,"maxAttempts":3,"reason":"`+reason+`"`, at(ms))
	}
	calls := input{"work/issues/7/metrics/invocations.jsonl",
		call("a", task1, "code-writer", "failed", 0, 2000, "") + call("b", task1, "code-writer", "failed", 10000, 2000, "") + call("c", task1, "code-writer", "success", 20000, 2000, "")}
	for _, c := range []struct {
		name, events string
		errors       []string
	}{
		{"nobody says it", notified(launch, at(0)), []string{"1 -", "2 -", "3 -"}},
		{"each has its own", failed(2000, "no build") + failed(12001, "no lint"), []string{"1 no build", "2 no lint", "3 -"}},
		{"the task knows more than an exit status", failed(2000, "exit code 1") + again(2500, 1, "tests fail: TestPort") + failed(12000, "exit code 2"),
			[]string{"1 tests fail: TestPort (exit code 1)", "2 exit code 2", "3 -"}},
		{"the task alone knows it", again(2500, 1, "build failed") + again(12500, 2, "build failed"), []string{"1 build failed", "2 build failed", "3 -"}},
		{"of another time", failed(6000, "no build"), []string{"1 -", "2 -", "3 -"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := ingest(t, calls, input{"work/notifications.jsonl", c.events})
			want(t, "attempts", r.rows("Attempts", "attempt", "error"), c.errors...)
		})
	}
}

// The last words of a phase stand behind its error, which often is an exit status only.
func TestErrorOfPhase(t *testing.T) {
	r := ingest(t, input{"m/logs/runtime/migration.log",
		bare("phase-failed", `"phase":5,"name":"Final Parity","error":"exit code 1","exitCode":1,"stderr":"TypeError: x is undefined"`, at(0))})
	want(t, "phase", r.rows("Steps", "step", "reason"), "phase 5 exit code 1: TypeError: x is undefined")
}

func TestErrorOfFleet(t *testing.T) {
	r := ingest(t, input{"work/fleet-checkpoint.json", tidepool}, input{"work/notifications.jsonl",
		notified(`"type":"fleet-completed","success":false,"prsCreated":1,"failedIssues":2,"totalDuration":1930000,"totalTokens":70`, at(32*60000+10000))})
	want(t, "fleet", r.rows("Runs", "result", "reason")[:1], "failed 8: 9 failed")
}
