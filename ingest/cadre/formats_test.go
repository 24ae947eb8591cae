package cadre

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/source"
)

// Files of other programs that look a little like ours.
func TestLookAlikes(t *testing.T) {
	for name, text := range map[string]string{
		"a package":              `{"name":"tidepool","version":"1.0.0","issues":"https://example.org"}`,
		"issues of a host":       `{"projectName":"tidepool","issues":[{"number":1}],"version":1}`,
		"a run report":           `{"runId":"r","project":"tidepool","issues":[{"workItemId":"42","success":true}],"totals":{}}`,
		"a cost report":          `{"workItemId":"42","totalTokens":5,"byPhase":[]}`,
		"another agent's log":    `{"type":"queue-operation","operation":"enqueue","timestamp":"2026-04-22T10:00:00.000Z","sessionId":"s"}`,
		"a kahn log":             `{"ts":"2026-04-22T10:00:00.000Z","run_id":"n17","event":"run_start","total_nodes":4}`,
		"a ledger":               `{"kind":"judge.verdict","run_id":"g","actor":"judge","payload":{},"created_at":"2026-04-22T10:00:00Z","turn":1}`,
		"a session log":          `{"actor":"agent","message":"hello","createdAt":1750000000000}`,
		"a log without a level":  `{"timestamp":"2026-04-22T10:00:00.000Z","source":"x","message":"task-retry"}`,
		"a page of another sort": "# Issue #12: title\n\nSome text.\n",
		"another progress page":  "# Quality Playbook Progress\n\n## Phases\n",
		"an event without time":  `{"type":"task-retry","workItemId":"42","taskId":"t"}`,
		"an unknown event":       `{"type":"task-paused","timestamp":"2026-04-22T10:00:00.000Z"}`,
		"a type of one word":     `{"type":"paused","workItemId":"42","timestamp":"2026-04-22T10:00:00.000Z"}`,
		"a checkpoint of nobody": `{"completedPhases":[1],"currentPhase":2}`,
		"a project":              `{"projectName":"tidepool","version":1}`,
		"an item of a list":      `{"workItemId":"42","version":1}`,
		"a fleet of no version":  `{"projectName":"tidepool","issues":{}}`,
		"a call of nobody":       `{"invocationId":"a","startTime":"2026-04-22T10:00:00.000Z"}`,
		"a call without start":   `{"invocationId":"a","agent":"w"}`,
		"a call without name":    `{"agent":"w","startTime":"2026-04-22T10:00:00.000Z"}`,
		"a log without messages": `{"timestamp":"2026-04-22T10:00:00.000Z","level":"info","source":"x"}`,
		"a log without sources":  `{"timestamp":"2026-04-22T10:00:00.000Z","level":"info","message":"m"}`,
		"a strange level":        `{"timestamp":"2026-04-22T10:00:00.000Z","level":"odd","source":"x","message":"m"}`,
		"a migration's page":     "# Migration Progress: billing\n\n## Status\n",
		"a fleet's page":         "# CADRE Progress\n\n## Status\n",
		"nothing":                "",
	} {
		file := filepath.Join(t.TempDir(), "x")
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := source.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		head, err := in.Head("x")
		if err != nil {
			t.Fatal(err)
		}
		if f := ingesttest.Recognise(System, head); f != nil {
			t.Errorf("%s is read as %s", name, f.Name)
		}
		in.Close()
	}
}

func TestHome(t *testing.T) {
	for dir, want := range map[string]string{
		"work/tidepool":                              "work/tidepool",
		"work/tidepool/issues/42":                    "work/tidepool",
		"work/tidepool/issues/42/logs":               "work/tidepool",
		"work/tidepool/issues/42/metrics":            "work/tidepool",
		"work/tidepool/logs":                         "work/tidepool",
		"work/tidepool/reports":                      "work/tidepool",
		"issues/42":                                  "",
		"exports/issues/old/repo/tidepool":           "exports/issues/old/repo/tidepool",
		".aamf/migration/billing":                    ".aamf/migration/billing",
		".aamf/migration/billing/state":              ".aamf/migration/billing",
		".aamf/migration/billing/logs/runtime":       ".aamf/migration/billing",
		"migration/.aamf/migration/billing/metrics":  "migration/.aamf/migration/billing",
		"billing/logs/runtime":                       "billing",
		"billing/reports/observability":              "billing",
		"cadre/state":                                "cadre/state",
		"":                                           "",
		"logs":                                       "",
		"worktrees/issue-12/.cadre/issues/12":        "worktrees/issue-12/.cadre",
		"worktrees/issue-12/.cadre/issues/12/notes":  "worktrees/issue-12/.cadre/issues/12/notes",
		"worktrees/issue-12/.cadre/issues/12/logs/x": "worktrees/issue-12/.cadre/issues/12/logs/x",
	} {
		if got := home(dir); got != want {
			t.Errorf("home(%q) = %q, want %q", dir, got, want)
		}
	}
}

func TestLogLines(t *testing.T) {
	r := ingest(t, input{"work/logs/fleet.log", `
{"timestamp":"2026-04-22T10:00:00.000Z","level":"info","source":"fleet","message":"fleet-started","data":{"type":"fleet-started","issueCount":2,"maxParallel":1}}
{"timestamp":"2026-04-22T10:00:01.000Z","level":"info","source":"fleet","message":"Loaded fleet checkpoint","data":{"issues":2}}
{"timestamp":"2026-04-22T10:00:02.000Z","level":"INFO","source":"fleet","message":"fleet-paused","data":{"type":"fleet-paused","why":"night"}}
{"timestamp":"2026-04-22T10:00:03.000Z","level":"info","source":"fleet","message":"half a li`})
	want(t, "ledger", r.rows("Sources", "lines", "kept", "blank", "ignored", "rejected"), "5 2 1 1 1")
	want(t, "findings", r.CodeNames(), "torn_line", "unknown_kind")
	want(t, "events", r.rows("Events", "kind", "extra"), "fleet-started -",
		`fleet-paused {"timestamp":"2026-04-22T10:00:02.000Z","level":"INFO","source":"fleet","message":"fleet-paused","data":{"type":"fleet-paused","why":"night"}}`)
}

// What each format is known by.
func TestRecognised(t *testing.T) {
	for text, want := range map[string]string{
		`{"workItemId":"42","currentPhase":1}`:                                                                 formatItem,
		`{"issueNumber":42,"completedPhases":[]}`:                                                              formatItem,
		`{"projectName":"x","workItemId":"42","currentPhase":1}`:                                               formatItem,
		`{"projectName":"billing","currentPhase":1}`:                                                           formatMigration,
		`{"projectName":"billing","completedPhases":[]}`:                                                       formatMigration,
		`{"projectName":"x","issues":{},"tokenUsage":{}}`:                                                      formatFleet,
		`{"projectName":"x","issues":{},"version":1}`:                                                          formatFleet,
		`{"projectName":"x","issues":{},"lastCheckpoint":""}`:                                                  formatFleet,
		`{"projectName":"x","issues":{},"version":1,"currentPhase":1}`:                                         formatFleet,
		`{"type":"fleet-started","timestamp":"2026-04-22T10:00:00.000Z"}`:                                      formatEvents,
		`{"type":"task-paused","workItemId":"42","timestamp":"2026-04-22T10:00:00.000Z"}`:                      formatEvents,
		`{"type":"task-paused","issueNumber":42,"timestamp":"2026-04-22T10:00:00.000Z"}`:                       formatEvents,
		`{"timestamp":"2026-04-22T10:00:00.000Z","level":"warn","source":"x","message":"m"}`:                   formatLog,
		`{"timestamp":"2026-04-22T10:00:00.000Z","level":"INFO","source":"x","message":"m","type":"git-push"}`: formatLog,
		`{"invocationId":"a","agent":"w","startTime":"2026-04-22T10:00:00.000Z"}`:                              formatCalls,
		`{"invocationId":"a","agentType":"w","startTime":"2026-04-22T10:00:00.000Z"}`:                          formatCalls,
		"# Work Item 42: x\n\n## Pipeline Status\n":                                                            formatProgress,
		"# Issue #42: x\n\n## Pipeline Status\n":                                                               formatProgress,
		`{"totalInvocations":1,"invocationsByAgent":{}}`:                                                       formatMetrics,
		`{"metrics":[],"aggregates":{"totalInvocations":1}}`:                                                   formatMetrics,
	} {
		if got := ingest(t, input{"work/x", text + "\n"}).Files[0].Format.Name; got != want {
			t.Errorf("%s is read as %s, want %s", text, got, want)
		}
	}
}

// A line of a log is an event where its message is a type of event, also of one that nobody knows,
// with data; a line among invocations is one where it names an agent or an invocation.
func TestKindsOfLines(t *testing.T) {
	line := func(message, more string) string {
		return `{"timestamp":"` + at(0) + `","level":"info","source":"fleet","message":"` + message + `"` + more + "}\n"
	}
	for _, c := range []struct{ text, want string }{
		{line("task-retry", ""), "1 0"}, {line("task-paused", `,"data":{}`), "1 0"}, {line("task-paused", ""), "0 1"}, {line("Task paused", `,"data":{}`), "0 1"}, {line("wave-started", ""), "1 0"},
	} {
		want(t, c.text, ingest(t, input{"work/logs/fleet.log", line("git-push", "") + c.text}).rows("Sources", "kept", "ignored"), strings.NewReplacer("1 0", "2 0", "0 1", "1 1").Replace(c.want))
	}
	for more, want1 := range map[string]string{`"invocationId":"b"`: "2 0", `"agent":"w"`: "2 0", `"agentType":"w"`: "2 0", `"x":1`: "1 1"} {
		r := ingest(t, input{"work/metrics/invocations.jsonl", call("a", task1, "w", "success", 0, 2000, "") + "{" + more + "}\n"})
		want(t, more, r.rows("Sources", "kept", "ignored"), want1)
	}
}
