package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/table"
)

// sample is a small log of one system with what its rows say.
type sample struct {
	name, path string
	lines      []string
	runs       []string // id, result, cause, stable subject
	steps      []string // step, stable name, result, cause
	attempts   []string // step or agent, number, result, cause
}

func kahnEvent(run, event, rest string) string {
	return fmt.Sprintf(`{"ts":"2026-04-22T10:00:00.000Z","run_id":%q,"event":%q%s}`, run, event, rest)
}

func kahnMove(run, node, from, to, rest string) string {
	return kahnEvent(run, "node_transition", fmt.Sprintf(`,"node_id":%q,"from":%q,"to":%q%s`, node, from, to, rest))
}

func kahnTry(run, node string, n int, ok bool) string {
	return kahnEvent(run, "node_attempt", fmt.Sprintf(`,"node_id":%q,"attempt":%d,"duration_s":1,"converged":%v,"done_when_results":[]`, node, n, ok))
}

func kahnEnd(run, outcome string) string {
	return kahnEvent(run, "run_end", fmt.Sprintf(`,"outcome":%q,"done":0,"failed":0,"blocked":0,"total_duration_s":1`, outcome))
}

var samples = []sample{
	{"kahn", "shop/transitions.jsonl", []string{
		kahnMove("clean", "a", "ready", "running", `,"attempt":1`), kahnTry("clean", "a", 1, true), kahnMove("clean", "a", "running", "done", ""), kahnEnd("clean", "clean"),
		kahnMove("again", "a", "ready", "running", `,"attempt":1`), kahnTry("again", "a", 1, false), kahnTry("again", "a", 2, true), kahnMove("again", "a", "running", "done", ""), kahnEnd("again", "clean_with_flake"),
		kahnMove("part", "a", "running", "failed", `,"reason":"max_ralph_iters_reached"`), kahnMove("part", "b", "pending", "blocked", `,"reason":"ancestor_failed:a"`), kahnEnd("part", "partial"),
		// It calls itself clean, and a node of it failed.
		kahnMove("liar", "a", "running", "failed", ""), kahnEnd("liar", "clean"),
		kahnMove("stuck", "a", "pending", "ready", ""), kahnEnd("stuck", "stuck"),
		kahnMove("odd", "a", "running", "done", ""), kahnEnd("odd", "splendid"),
		kahnMove("now", "a", "ready", "running", `,"attempt":1`), kahnMove("now", "b", "pending", "ready", ""),
	},
		[]string{"clean passed - shop", "again flaky - shop", "part failed retries shop", "liar failed - shop", "stuck failed stuck shop", "odd unknown - shop", "now open - shop"},
		[]string{"a a passed -", "a a flaky -", "a a failed retries", "b b blocked dependency", "a a failed -", "a a skipped -", "a a passed -", "a a open -", "b b open -"},
		[]string{"a 1 passed -", "a 1 failed -", "a 2 passed -", "a 1 open -"}},
	{"playbook", "bench/quality/run_state.jsonl", []string{
		`{"event":"_index","ts":"2026-03-02T09:00:00Z","schema_version":"1.5.6","event_types":[],"benchmark":"harbor","lever_state":"post-x","started_at":"2026-03-02T09:00:00Z"}`,
		`{"event":"phase_start","ts":"2026-03-02T09:01:00Z","phase":1}`,
		`{"event":"pattern_walked","ts":"2026-03-02T09:02:00Z","phase":1,"pattern":2,"findings_count":1,"decision":"FULL"}`,
		`{"event":"phase_end","ts":"2026-03-02T09:05:00Z","phase":1,"key_counts":{},"artifacts_produced":[]}`,
		`{"event":"phase_start","ts":"2026-03-02T09:06:00Z","phase":2}`,
		`{"event":"error","ts":"2026-03-02T09:07:00Z","phase":2,"message":"again","recoverable":true}`,
		`{"event":"phase_end","ts":"2026-03-02T09:08:00Z","phase":2,"status":"ok","key_counts":{},"artifacts_produced":[]}`,
		`{"event":"phase_start","ts":"2026-03-02T09:09:00Z","phase":3}`,
		`{"event":"run_end","ts":"2026-03-02T09:10:00Z","status":"success"}`,
	},
		[]string{"harbor 2026-03-02T09:00:00Z flaky - harbor"},
		[]string{"phase 1 phase 1 passed -", "phase 2 phase 2 flaky -", "phase 3 phase 3 unknown -", "pattern 2 pattern 2 passed -"},
		[]string{"phase 1 1 passed -", "phase 2 1 failed -", "phase 2 2 passed -"}},
	{"crabyard", "cards/runs.json", []string{`{"runs":[`,
		crabAttempt("CY-1", 3, "review") + ",", crabAttempt("CY-1", 2, "stalled") + ",", crabAttempt("CY-1", 1, "canceled") + ",",
		crabAttempt("CY-2", 1, "running") + ",", crabAttempt("CY-3", 1, "canceled") + ",", crabAttempt("CY-4", 1, "failed"), `]}`},
		[]string{"CY-1 flaky - -", "CY-2 open - -", "CY-3 canceled canceled -", "CY-4 failed failure -"},
		[]string{"card card flaky -", "card card open -", "card card canceled canceled", "card card failed failure"},
		[]string{"card 1 canceled canceled", "card 2 stalled stall", "card 3 passed -", "card 1 open -", "card 1 canceled canceled", "card 1 failed failure"}},
	{"cadre", "work/notifications.jsonl", []string{
		cadreEvent(0, `"type":"issue-started","workItemId":"7","issueTitle":"x"`), cadreEvent(1, `"type":"phase-started","workItemId":"7","phase":1,"phaseName":"Analysis"`),
		cadreEvent(2, `"type":"phase-completed","workItemId":"7","phase":1,"phaseName":"Analysis","duration":1000`),
		cadreEvent(3, `"type":"task-started","workItemId":"7","taskId":"t1","taskName":"x"`), cadreEvent(4, `"type":"task-retry","workItemId":"7","taskId":"t1","attempt":1,"maxAttempts":3,"reason":"build failed"`),
		cadreEvent(5, `"type":"task-completed","workItemId":"7","taskId":"t1","taskName":"x","duration":1000`),
		cadreEvent(6, `"type":"issue-completed","workItemId":"7","issueTitle":"x","success":true,"duration":1000,"tokenUsage":0`),
		cadreEvent(0, `"type":"issue-started","workItemId":"8","issueTitle":"y"`), cadreEvent(1, `"type":"agent-launched","agent":"writer","workItemId":"8","taskId":"t1"`),
		cadreEvent(2, `"type":"agent-failed","agent":"writer","workItemId":"8","taskId":"t1","error":"e","timedOut":true`), cadreEvent(3, `"type":"agent-launched","agent":"writer","workItemId":"8","taskId":"t1"`),
		cadreEvent(4, `"type":"task-blocked","workItemId":"8","taskId":"t1","reason":"no more tries","retryCount":2`),
		cadreEvent(5, `"type":"terminal-exhaustion","workItemId":"8","reasonCode":"task-retries-exhausted","taskId":"t1"`),
		cadreEvent(0, `"type":"issue-started","workItemId":"9","issueTitle":"z"`),
	},
		[]string{"7 flaky - work", "8 failed retries work", "9 open unknown work"},
		[]string{"phase 1 phase 1 passed -", "t1 task flaky -", "t1 task failed retries"},
		[]string{"t1 1 failed time-limit", "t1 2 unknown -"}},
	{"fishbowl", "games/ledger.jsonl", []string{
		fishbowlEvent("won", "1", "run.started", `{"scenario":"duel","cast":{"ada":{},"bo":{}},"competition":{"kind":"judged"}}`),
		fishbowlEvent("won", "2", "run.finished", `{"reason":"verdict","winner":"ada","turns":1,"tokens":1}`),
		fishbowlEvent("spent", "1", "run.started", `{"scenario":"duel","cast":{"ada":{}},"competition":{"kind":"judged"}}`),
		fishbowlEvent("spent", "2", "run.finished", `{"reason":"budget","winner":null,"turns":1,"tokens":1}`),
		fishbowlEvent("walk", "1", "run.started", `{"scenario":"walk","cast":{"ada":{}},"competition":{"kind":"none"}}`),
		fishbowlEvent("walk", "2", "run.finished", `{"reason":"tick_cap","winner":null,"turns":1,"tokens":1}`),
		fishbowlEvent("left", "1", "run.started", `{"scenario":"duel","cast":{"ada":{}},"competition":{"kind":"judged"}}`),
	},
		[]string{"won passed - duel", "spent failed budget duel", "walk passed turn-limit walk", "left open - duel"}, nil, nil},
}

func crabAttempt(card string, n int, status string) string {
	ended := "1777000605000"
	if status == "running" {
		ended = "null"
	}
	return fmt.Sprintf(`{"id":"%s-R%d","cardId":%q,"attempt":%d,"runtime":"container","status":%q,"lastHeartbeatAt":1777000604000,"startedAt":1777000005000,"endedAt":%s,"createdAt":1777000005000,"updatedAt":1777000605000}`,
		card, n, card, n, status, ended)
}

func cadreEvent(second int, fields string) string {
	return fmt.Sprintf(`{%s,"timestamp":"2026-04-22T10:00:%02d.000Z"}`, fields, second)
}

func fishbowlEvent(run, id, kind, payload string) string {
	return fmt.Sprintf(`{"id":"%s-%s","run_id":%q,"turn":1,"kind":%q,"actor":"conductor","payload":%s,"created_at":"2026-05-01T10:00:0%s.000000Z","schema_version":1}`, run, id, run, kind, payload, id)
}

func TestResultsOfSmallLogs(t *testing.T) {
	for _, c := range samples {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, "in", filepath.FromSlash(c.path))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, []byte(strings.Join(c.lines, "\n")+"\n"), 0o600); err != nil {
				t.Fatal(err)
			}
			s := read(t, Options{Paths: []string{filepath.Join(dir, "in")}}).Tables
			compare(t, "runs", rowsOf(s.Runs.Len(), &s.Runs.ID, &s.Runs.Result, &s.Runs.Cause, &s.Runs.StableSubject), c.runs)
			compare(t, "steps", rowsOf(s.Steps.Len(), &s.Steps.Step, &s.Steps.StableStep, &s.Steps.Result, &s.Steps.Cause), c.steps)
			var attempts []string
			for row, l := range rowsOf(s.Attempts.Len(), &s.Attempts.Result, &s.Attempts.Cause) {
				attempts = append(attempts, fmt.Sprintf("%s %d %s", s.Attempts.Step.At(row), s.Attempts.Attempt.At(row), l))
			}
			compare(t, "attempts", attempts, c.attempts)
		})
	}
}

// rowsOf are the rows as text; - is null or empty.
func rowsOf(n int, columns ...*table.String) (rows []string) {
	for row := range n {
		var cells []string
		for _, c := range columns {
			text := c.At(row)
			if text == "" {
				text = "-"
			}
			cells = append(cells, text)
		}
		rows = append(rows, strings.Join(cells, " "))
	}
	return rows
}

func compare(t *testing.T, what string, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s:\n got %s\nwant %s", what, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// The name of a kahn workflow outlives the folder that the logs are given in, unless two
// workflows would have one name without it.
func TestStableSubjects(t *testing.T) {
	log := kahnEnd("r", "clean") + "\n"
	for _, c := range []struct {
		name  string
		paths []string
		want  []string
	}{
		{"one folder each night", []string{"nightly-07/shop/t.jsonl"}, []string{"nightly-07/shop → shop"}},
		{"two workflows", []string{"nightly-07/shop/t.jsonl", "nightly-07/till/t.jsonl"}, []string{"nightly-07/shop → shop", "nightly-07/till → till"}},
		{"one name in two arguments", []string{"east/shop/t.jsonl", "west/shop/t.jsonl"}, []string{"east/shop → east/shop", "west/shop → west/shop"}},
		{"no folder below the argument", []string{"nightly-07/t.jsonl"}, []string{"nightly-07 → "}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			roots := map[string]bool{}
			var paths []string
			for i, p := range c.paths {
				full := filepath.Join(dir, filepath.FromSlash(p))
				if err := os.MkdirAll(filepath.Dir(full), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(full, []byte(strings.ReplaceAll(log, `"r"`, fmt.Sprintf(`"r%d"`, i))), 0o600); err != nil {
					t.Fatal(err)
				}
				if root, _, _ := strings.Cut(p, "/"); !roots[root] {
					roots[root] = true
					paths = append(paths, filepath.Join(dir, root))
				}
			}
			s := read(t, Options{Paths: paths}).Tables
			var got []string
			for row := range s.Runs.Len() {
				got = append(got, s.Runs.Subject.At(row)+" → "+s.Runs.StableSubject.At(row))
			}
			compare(t, "subjects", got, c.want)
		})
	}
}
