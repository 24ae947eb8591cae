package cadre

import (
	"strings"
	"testing"
)

// What an agent used: zero counts only beside a number of the line that is not zero.
func TestUsageOfAnAgent(t *testing.T) {
	line := func(tokens, in, out, cached, cost string) string {
		text := strings.NewReplacer(`"tokens":100`, `"tokens":`+tokens, `"inputTokens":70`, `"inputTokens":`+in, `"outputTokens":30`, `"outputTokens":`+out).
			Replace(call("a", task1, "w", "success", 0, 2500, `"cachedTokens":`+cached+`,"cost":`+cost))
		for _, key := range []string{"inputTokens", "cachedTokens", "cost"} {
			text = strings.Replace(text, `,"`+key+`":x`, "", 1)
		}
		return text
	}
	for _, c := range []struct{ name, line, want string }{
		{"all", line("5", "3", "2", "1", "0.5"), "5 3 2 1 0.5"},
		{"one token", line("1", "1", "0", "0", "0"), "1 1 0 0 0"},
		{"one token in all", line("1", "0", "0", "0", "0"), "1 0 0 0 0"},
		{"one token read", line("0", "1", "0", "0", "0"), "- 1 0 0 0"},
		{"one token written", line("0", "0", "1", "0", "0"), "- - 1 0 0"},
		{"one token of a cache", line("0", "0", "0", "1", "0"), "- - - 1 0"},
		{"nothing", line("0", "0", "0", "0", "0"), "- - - - -"},
		{"a cost alone", line("0", "0", "0", "0", "0.001"), "- - - - 0.001"},
		{"no parts", line("5", "x", "0", "x", "x"), "5 - 0 - -"},
	} {
		r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", c.line})
		want(t, c.name, r.rows("Attempts", "id", "tokens", "tokens_in", "tokens_out", "tokens_cached", "cost_usd"), "a "+c.want)
	}
}

// An invocation lasts as long as it says, else from its start to its end.
func TestDurationOfAnInvocation(t *testing.T) {
	one := call("a", task1, "w", "success", 10000, 2000, "")
	for _, c := range []struct{ name, old, with, want, findings string }{
		{"as logged", "", "", "2", ""},
		{"nothing", `"duration":2000`, `"duration":0`, "0", "invocation_times_differ"},
		{"less than nothing", `"duration":2000`, `"duration":-1`, "-", "invocation_duration"},
		{"a second off", `"duration":2000`, `"duration":3000`, "3", ""},
		{"more than a second off", `"duration":2000`, `"duration":3001`, "3.001", "invocation_times_differ"},
		{"an end before its start", `"startTime":"2026-04-22`, `"startTime":"2026-04-23`, "2", "invocation_duration"},
		{"the same, without a duration", `"duration":2000,"success":true,"status":"success","exitCode":0,"startTime":"2026-04-22`, `"success":true,"startTime":"2026-04-23`, "-", "invocation_duration"},
		{"no duration", `"duration":2000,`, ``, "2", ""},
	} {
		r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", strings.Replace(one, c.old, c.with, 1)})
		want(t, c.name, r.rows("Attempts", "id", "duration_s"), "a "+c.want)
		if got := strings.Join(r.CodeNames(), " "); got != c.findings {
			t.Errorf("%s: findings %q, want %q", c.name, got, c.findings)
		}
	}
}

// How an agent ended by its event, where nobody wrote its invocation down.
func TestEndOfAnAgent(t *testing.T) {
	for _, c := range []struct{ kind, more, want string }{
		{"completed", ``, "success true -"},
		{"completed", `,"exitCode":0`, "success true -"},
		{"completed", `,"exitCode":1`, "failed false -"},
		{"completed", `,"exitCode":1,"success":true`, "success true -"},
		{"completed", `,"success":true`, "success true -"},
		{"completed", `,"success":false`, "failed false -"},
		{"completed", `,"success":false,"exitCode":0`, "success true -"},
		{"failed", ``, "failed false -"},
		{"failed", `,"timedOut":false`, "failed false -"},
		{"failed", `,"timedOut":true`, "timed-out false killed"},
		{"timed-out", ``, "timed-out false killed"},
	} {
		r := ingest(t, input{"m/logs/runtime/migration.log", bare("agent-"+c.kind, `"agent":"a","taskId":"t1"`+c.more, at(1000))})
		want(t, c.kind+c.more, r.rows("Attempts", "status", "converged", "cut"), c.want)
	}
}

// Launches and ends of agents make attempts in their order; events of other agents, tasks and
// invocations are no part of them.
func TestLaunchesAndEnds(t *testing.T) {
	event := func(kind, who string, ms int, more string) string {
		return bare("agent-"+kind, `"agent":"`+who+`","taskId":"t1"`+more, at(ms))
	}
	for _, c := range []struct {
		name, log string
		want      []string // attempt, agent, status, start, end, duration, heartbeat
	}{
		{"two of one agent", event("launched", "a", 0, "") + event("launched", "a", 1000, "") + event("failed", "a", 2000, "") + event("completed", "a", 5000, ""),
			[]string{"1 a failed 10:00:00.000 10:00:02.000 2 -", "2 a success 10:00:01.000 10:00:05.000 4 -"}},
		{"two agents", event("launched", "a", 0, "") + event("launched", "b", 1000, "") + event("completed", "b", 3000, ""),
			[]string{"1 a open 10:00:00.000 - - -", "1 b success 10:00:01.000 10:00:03.000 2 -"}},
		{"an end without a launch", event("failed", "a", 2000, ""), []string{"1 a failed - 10:00:02.000 - -"}},
		{"an end without a launch, with a duration", event("failed", "a", 2000, "") + event("completed", "a", 4000, `,"duration":500`),
			[]string{"1 a failed - 10:00:02.000 - -", "2 a success - 10:00:04.000 0.5 -"}},
		{"a failure a second behind a time limit", event("launched", "a", 0, "") + event("timed-out", "a", 5000, "") + event("failed", "a", 6000, ""),
			[]string{"1 a timed-out 10:00:00.000 10:00:05.000 5 -"}},
		{"a failure later", event("launched", "a", 0, "") + event("timed-out", "a", 5000, "") + event("failed", "a", 6001, ""),
			[]string{"1 a timed-out 10:00:00.000 10:00:05.000 5 -", "2 a failed - 10:00:06.001 - -"}},
		{"a heartbeat", event("launched", "a", 0, "") + event("launched", "a", 10, "") + event("heartbeat", "a", 1000, ""),
			[]string{"1 a open 10:00:00.000 - - 10:00:01.000", "2 a open 10:00:00.010 - - -"}},
		{"a heartbeat of nobody", event("heartbeat", "a", 1000, "") + event("launched", "a", 2000, ""), []string{"1 a open 10:00:02.000 - - -"}},
		{"a number of the attempt", event("launched", "a", 0, "") + event("failed", "a", 1000, `,"attempt":3`), []string{"3 a failed 10:00:00.000 10:00:01.000 1 -"}},
		{"another event between", event("launched", "a", 0, "") + bare("task-started", `"taskId":"t1"`, at(1)) + bare("wave-paused", `"taskId":"t1"`, at(2)) + event("completed", "a", 1000, ""),
			[]string{"1 a success 10:00:00.000 10:00:01.000 1 -"}},
	} {
		r := ingest(t, input{"m/logs/runtime/migration.log", c.log})
		want(t, c.name, r.rows("Attempts", "attempt", "agent", "status", "started_at", "ended_at", "duration_s", "last_heartbeat_at"), c.want...)
	}
}

// Attempts are counted by agent, task and phase in the order of their starts, unless the file
// numbers them and says which are retries.
func TestNumbersOfAttempts(t *testing.T) {
	in := func(phase, line string) string { return strings.Replace(line, `"phase":3`, `"phase":`+phase, 1) }
	r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl",
		call("b", task1, "w", "success", 5000, 1000, "") + call("a", task1, "w", "failed", 0, 1000, "") + in("4", call("c", task1, "w", "failed", 9000, 1000, "")) +
			call("d", task1, "w", "failed", 11000, 1000, `"attemptNumber":1`) + call("e", task2, "w", "failed", 0, 1000, `"attemptNumber":2`) +
			call("f", task2, "v", "failed", 0, 1000, `"wasRetry":true`) + call("g", task2, "w", "failed", 9000, 1000, `"wasRetry":false`)})
	want(t, "attempts", r.rows("Attempts", "id", "attempt", "retry"), "b 2 true", "a 1 false", "c 1 false", "d 1 true", "e 2 true", "f 1 true", "g 2 false")
}

// An agent that has not ended is open while its unit goes on, and unknown behind the unit's end.
func TestOpenAttempts(t *testing.T) {
	launched := bare("agent-launched", `"agent":"a","taskId":"t1"`, at(0))
	for log, want := range map[string]string{launched: "open open", launched + bare("migration-completed", `"success":true`, at(1000)): "open unknown"} {
		if got := ingest(t, input{"m/logs/runtime/migration.log", log}).rows("Attempts", "status", "result")[0]; got != want {
			t.Errorf("%s: %s, want %s", log, got, want)
		}
	}
}
