package cadre

import "testing"

// What an event says in short: its first three words of those that count, its step, its agent and
// the number of its attempt.
func TestRowsOfEvents(t *testing.T) {
	for _, c := range []struct{ name, members, want string }{
		{"a reason", `"type":"task-retry","workItemId":"7","taskId":"t1","attempt":2,"reason":"no build"`, "t1 - 2 no build"},
		{"three words", `"type":"issue-failed","workItemId":"7","issueTitle":"T","error":"e","phaseName":"P","phase":3`, "phase 3 - - e: T: P"},
		{"no more than three", `"type":"terminal-exhaustion","workItemId":"7","reasonCode":"max-retries","summary":"s","check":"c","phase":10,"taskId":"t1"`, "t1 - - max-retries: s: c"},
		{"the message of a commit", `"type":"git-commit","workItemId":"7","sha":"1f6a","message":"m"`, "- - - m: 1f6a"},
		{"an agent", `"type":"agent-launched","workItemId":"7","agent":"code-writer","phase":1`, "phase 1 code-writer - -"},
		{"nothing", `"type":"phase-started","workItemId":"7"`, "- - - -"},
		{"an unknown type", `"type":"issue-paused","workItemId":"7","reason":"r","agent":"a"`, "- - - -"},
	} {
		r := ingest(t, input{"work/notifications.jsonl", notified(`"type":"phase-started","workItemId":"7"`, at(0)) + notified(c.members, at(1000))})
		want(t, c.name, r.rows("Events", "at", "step", "actor", "attempt", "text")[1:], "10:00:01.000 "+c.want)
	}
	log := logged(`"type":"task-retry","workItemId":"7","taskId":"t1","attempt":3,"reason":"r"`, at(0))
	want(t, "a log line", ingest(t, input{"work/logs/fleet.log", log}).rows("Events", "step", "actor", "attempt", "text"), "t1 fleet 3 r")
	r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", call("a", task1, "w", "success", 0, 2000, `"attemptNumber":4`)})
	want(t, "an invocation", r.rows("Events", "step", "actor", "attempt", "text"), "task-001 w 4 success")
}
