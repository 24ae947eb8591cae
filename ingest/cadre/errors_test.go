package cadre

import (
	"strings"
	"testing"
)

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

// Which run of an agent an event's error belongs to, and which of two errors counts.
func TestRunsOfErrors(t *testing.T) {
	said := func(kind, more string, ms int) string { return bare(kind, `"taskId":"t1"`+more, at(ms)) }
	line := func(id, agent, task, status string, from, ms int) string {
		return call(id, `"taskId":"`+task+`"`, agent, status, from, ms, "")
	}
	calls := line("a", "w", "t1", "failed", 0, 2000) + line("b", "w", "t1", "failed", 10000, 2000) + line("c", "v", "t1", "failed", 10000, 2500) +
		line("d", "w", "t2", "failed", 10000, 2100) + line("e", "w", "t1", "success", 20000, 2000)
	for _, c := range []struct{ name, events, want string }{
		{"by agent, task and time", said("agent-failed", `,"agent":"w","error":"x"`, 12100), "b x"},
		{"a second away", said("agent-failed", `,"agent":"w","error":"x"`, 3000), "a x"},
		{"more than a second away", said("agent-failed", `,"agent":"w","error":"x"`, 3001), ""},
		{"of another agent", said("agent-failed", `,"agent":"u","error":"x"`, 12000), ""},
		{"of an agent that did not fail", said("agent-failed", `,"agent":"w","error":"x"`, 22000), ""},
		{"by its invocation", said("agent-failed", `,"agent":"w","invocationId":"a","error":"x"`, 12000), "a x"},
		{"by an invocation that did not fail", said("agent-failed", `,"agent":"w","invocationId":"e","error":"x"`, 12000), "b x"},
		{"a time limit", said("agent-timed-out", `,"agent":"w","error":"x"`, 12000), ""},
		{"the first of two", said("agent-failed", `,"agent":"w","error":"x"`, 12000) + said("agent-failed", `,"agent":"w","error":"y"`, 12001), "b x"},
		{"the last run at the task", said("task-failed", `,"error":"x"`, 60000), "c x"},
		{"the last by then", said("task-failed", `,"error":"x"`, 9000), "a x"},
		{"a second before its end", said("task-failed", `,"error":"x"`, 1000), "a x"},
		{"more than a second before it", said("task-failed", `,"error":"x"`, 999), ""},
		{"no task", bare("task-failed", `"error":"x"`, at(60000)), ""},
		{"a task's event without words", said("task-failed", ``, 60000), ""},
		{"two events of the task", said("task-failed", `,"error":"x"`, 60000) + said("task-failed", `,"error":"y"`, 60001), "c x"},
		{"an agent's error that says more", said("agent-failed", `,"agent":"v","error":"no disk"`, 12500) + said("task-failed", `,"error":"x"`, 13000), "c no disk"},
	} {
		r := ingest(t, input{"m/metrics/invocations.jsonl", strings.ReplaceAll(strings.ReplaceAll(calls, `"workItemId":"7",`, ""), `"success":`, `"ok":`)},
			input{"m/logs/runtime/migration.log", c.events})
		var got []string
		for _, row := range r.rows("Attempts", "id", "error") {
			if !strings.HasSuffix(row, " -") {
				got = append(got, row)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// Ties between runs: equal distances, equal ends, repeated and missing invocation ids.
func TestRunsOfErrorsThatTie(t *testing.T) {
	line := func(id, agent string, from, ms int) string {
		return call(id, `"taskId":"t1"`, agent, "failed", from, ms, "")
	}
	event := func(kind, more string, ms int) string { return bare(kind, `"taskId":"t1","error":"x"`+more, at(ms)) }
	for _, c := range []struct{ name, calls, event, want string }{
		{"equally far before and after", line("a", "w", 0, 1000) + line("b", "w", 1000, 1000), event("agent-failed", `,"agent":"w"`, 1500), "b x"},
		{"equally far, the earlier one written last", line("b", "w", 1000, 1000) + line("a", "w", 0, 1000), event("agent-failed", `,"agent":"w"`, 1500), "a x"},
		{"the end is a second after the event", line("a", "w", 0, 2000), event("agent-failed", `,"agent":"w"`, 1000), "a x"},
		{"the end is more than a second after the event", line("a", "w", 0, 2001), event("agent-failed", `,"agent":"w"`, 1000), ""},
		{"equal ends of a task", line("a", "w", 0, 2000) + line("b", "v", 500, 1500), event("task-failed", "", 3000), "a x"},
		{"a repeated invocation", line("a", "w", 0, 2000) + line("a", "w", 5000, 2000), event("agent-failed", `,"agent":"u","invocationId":"a"`, 1000), "a x"},
		{"no invocation", line("", "v", 0, 2000) + line("b", "w", 0, 2000), event("agent-failed", `,"agent":"w"`, 2000), "b x"},
	} {
		r := ingest(t, input{"m/metrics/invocations.jsonl", strings.ReplaceAll(strings.ReplaceAll(c.calls, `"workItemId":"7",`, ""), `"success":`, `"ok":`)},
			input{"m/logs/runtime/migration.log", c.event})
		var got []string
		for _, text := range r.rows("Attempts", "id", "error") {
			if !strings.HasSuffix(text, " -") {
				got = append(got, text)
			}
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
