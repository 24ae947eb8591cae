package cadre

import (
	"strings"
	"testing"

	"github.com/zeebo/xxh3"

	"runreport/ingest/record"
)

// Two events of one type and moment in two files are one only if they name the same things.
func TestNamesOfEvents(t *testing.T) {
	for _, c := range []struct{ kind, same, one, other string }{
		{"phase-started", ``, `"phase":1`, `"phase":2`},
		{"task-started", ``, `"taskId":"t1"`, `"taskId":"t2"`},
		{"agent-launched", `"taskId":"t1",`, `"agent":"a"`, `"agent":"b"`},
		{"agent-launched", `"agent":"a",`, `"invocationId":"c1"`, `"invocationId":"c2"`},
		{"agent-launched", ``, `"agent":"a","taskId":"bc"`, `"agent":"ab","taskId":"c"`},
		{"task-retry", `"taskId":"t1",`, `"attempt":1`, `"attempt":2`},
		{"budget-warning", ``, `"scope":"fleet"`, `"scope":"issue"`},
		{"fleet-interrupted", ``, `"signal":"SIGINT"`, `"signal":"SIGTERM"`},
		{"git-commit", ``, `"sha":"1f6a"`, `"sha":"2b7c"`},
		{"git-push", ``, `"branch":"a"`, `"branch":"b"`},
		{"pr-created", ``, `"prNumber":7`, `"prNumber":8`},
		{"isolation-session-started", ``, `"sessionId":"s1"`, `"sessionId":"s2"`},
		{"terminal-exhaustion", ``, `"reasonCode":"max-retries"`, `"reasonCode":"budget-exceeded"`},
		{"terminal-exhaustion", `"reasonCode":"max-retries",`, `"check":"lint"`, `"check":"build"`},
		{"wave-started", ``, `"wave":1`, `"wave":2`},
		{"epoch-started", ``, `"epoch":1`, `"epoch":2`},
		{"wave-convergence-status", `"wave":1,`, `"iteration":1`, `"iteration":2`},
		{"agent-heartbeat", `"agent":"a",`, `"elapsedSeconds":60`, `"elapsedSeconds":61`},
		{"agent-output-line", `"agent":"a","line":"done",`, `"stream":"stdout"`, `"stream":"stderr"`},
		{"agent-output-line", `"agent":"a",`, `"line":"done"`, `"line":"gone"`},
		{"agent-output-file-detected", `"agent":"a",`, `"file":"a.rs"`, `"file":"b.rs"`},
	} {
		counted := func(second string) int {
			r := ingest(t, input{"m/logs/a.log", bare(c.kind, c.same+c.one, at(100))},
				input{"m/logs/b.log", bare(c.kind, c.same+second, at(101))})
			return r.Set.Events.Len()
		}
		if n := counted(c.one); n != 1 {
			t.Errorf("%s, %s%s twice: %d events, want 1", c.kind, c.same, c.one, n)
		}
		if n := counted(c.other); n != 2 {
			t.Errorf("%s, %s%s and %s: %d events, want 2", c.kind, c.same, c.one, c.other, n)
		}
	}
}

// A line stands for one line of every other file, also where the other file's is the later one.
func TestLinesOfSeveralFiles(t *testing.T) {
	for _, c := range []struct {
		name  string
		times [][]int // of the same event, milliseconds, by file
		want  int     // events that count
	}{
		{"a second before", [][]int{{1500}, {500}}, 1},
		{"the second before", [][]int{{1001}, {999}}, 1},
		{"more than a second before", [][]int{{1501}, {500}}, 2},
		{"three files", [][]int{{100}, {200}, {300}}, 1},
		{"two in each of three files", [][]int{{100, 400}, {110, 410}, {120, 420}}, 2},
		{"one file has one more", [][]int{{100, 400}, {110, 410, 700}}, 3},
		{"twice within a file", [][]int{{100, 400}}, 2},
	} {
		var files []input
		for i, times := range c.times {
			text := ""
			for _, ms := range times {
				text += bare("agent-launched", `"agent":"a","taskId":"t1"`, at(ms))
			}
			files = append(files, input{"m/logs/" + string(rune('a'+i)) + ".log", text})
		}
		if n := ingest(t, files...).Set.Events.Len(); n != c.want {
			t.Errorf("%s: %d events, want %d", c.name, n, c.want)
		}
	}
}

// An agent may print one line twice in a moment; any other line that stands twice counts once.
func TestLinesThatStandTwice(t *testing.T) {
	printed := bare("agent-output-line", `"agent":"a","stream":"stdout","line":"done"`, at(0))
	launched := bare("agent-launched", `"agent":"a","taskId":"t1"`, at(0))
	r := ingest(t, input{"m/logs/a.log", printed + printed + launched + launched})
	want(t, "events", r.rows("Events", "kind"), "agent-output-line", "agent-output-line", "agent-launched")
	want(t, "findings", r.CodeNames(), "repeated_event")
}

// Lines with one invocation id are one invocation; they are a finding only where they differ.
func TestInvocationsWrittenTwice(t *testing.T) {
	one, other := call("a", task1, "w", "success", 0, 2000, ""), call("a", task1, "w", "failed", 0, 2000, "")
	withoutID := func(line string) string { return strings.Replace(line, `"invocationId":"a"`, `"invocationId":""`, 1) }
	for _, c := range []struct{ name, lines, attempts, findings string }{
		{"the same line", one + one, "success", ""},
		{"two lines that differ", one + other, "success", "repeated_invocation"},
		{"two lines without an id", one + withoutID(one) + withoutID(other), "success success failed", ""},
	} {
		r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", c.lines})
		want(t, c.name, r.rows("Attempts", "status"), strings.Fields(c.attempts)...)
		want(t, c.name, append(r.CodeNames(), "")[:1], c.findings)
	}
}

// An event of a kind that nobody knows is what its whole line says.
func TestIdentityOfUnknownEvents(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range []record.Record{
		{Name: "task-paused", Sum: xxh3.Uint128{Hi: 1, Lo: 2}},
		{Name: "task-paused", Sum: xxh3.Uint128{Hi: 1, Lo: 3}},
		{Name: "task-paused", Sum: xxh3.Uint128{Hi: 4, Lo: 2}},
		{Name: "wave-paused", Sum: xxh3.Uint128{Hi: 1, Lo: 2}},
	} {
		is := string(appendIdentity(nil, &r))
		if seen[is] {
			t.Errorf("%s %v is taken for another event", r.Name, r.Sum)
		}
		seen[is] = true
	}
}
