package cadre

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Whether a task failed before it was completed: an attempt of its own that failed, or one of which
// there is no record. What other tasks did, and attempts that were stopped, say nothing of it.
func TestFlakyTasks(t *testing.T) {
	attempt := func(id, task, status string, n int) string {
		return call(id, `"taskId":"`+task+`"`, "w", status, 10000*n, 2000, `"attemptNumber":`+string(rune('0'+n)))
	}
	for _, c := range []struct {
		name, calls string
		want        string // attempts, result, first result
	}{
		{"no record", "", "1 passed passed"},
		{"the first passed", attempt("a", "task-000", "success", 1), "1 passed -"},
		{"the first failed", attempt("a", "task-000", "failed", 1) + attempt("b", "task-000", "success", 2), "2 flaky -"},
		{"the first failed, and the next is not recorded", attempt("a", "task-000", "failed", 1), "2 flaky -"},
		{"the first was stopped", attempt("a", "task-000", "cancelled", 1) + attempt("b", "task-000", "success", 2), "2 passed -"},
		{"the first was stopped, and another task failed", attempt("a", "task-000", "cancelled", 1) + attempt("c", "t2", "failed", 1) +
			attempt("b", "task-000", "success", 2), "2 passed -"},
		{"the first is not recorded", attempt("b", "task-000", "success", 2), "2 flaky -"},
		{"the first of another task is recorded", attempt("c", "t2", "cancelled", 1) + attempt("b", "task-000", "success", 2), "2 flaky -"},
		{"the second is not recorded", attempt("a", "task-000", "cancelled", 1) + attempt("b", "task-000", "success", 3), "3 flaky -"},
		{"only another task has a record", attempt("c", "t2", "success", 1), "1 passed passed"},
	} {
		files := []input{{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(60000), "")}}
		if c.calls != "" {
			files = append(files, input{"work/issues/7/metrics/invocations.jsonl", c.calls})
		}
		got := ""
		for _, row := range ingest(t, files...).rows("Steps", "step", "attempts", "result", "first_result") {
			if rest, ok := strings.CutPrefix(row, "task-000 "); ok {
				got = rest
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// A migration erases the failures of a task that it completed: only its log or its invocations
// show them.
func TestRetriesOfAMigration(t *testing.T) {
	for _, c := range []struct{ name, log, want string }{
		{"no log", "", "false erased"},
		{"a call", strings.Replace(strings.Replace(call("a", `"taskId":"t9"`, "w", "failed", 0, 2000, ""), `"workItemId":"7",`, "", 1), `"success":false,`, "", 1), "true -"},
		{"a log without tasks", bare("checkpoint-saved", `"phase":5`, at(0)), "false erased"},
		{"a log with tasks", bare("task-started", `"taskId":"t9"`, at(0)), "true -"},
		{"a log with agents", bare("agent-launched", `"agent":"a","taskId":"t9"`, at(0)), "true -"},
	} {
		files := []input{{"m/state/checkpoint.json", migrationAt(at(60000), `"completedTasks":["t1"]`, "")}}
		if c.log != "" {
			path := "m/logs/runtime/migration.log"
			if c.name == "a call" {
				path = "m/metrics/invocations.jsonl"
			}
			files = append(files, input{path, c.log})
		}
		got := ""
		for _, row := range ingest(t, files...).rows("Steps", "step", "retries_visible", "retries_hidden") {
			if rest, ok := strings.CutPrefix(row, "t1 "); ok {
				got = rest
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Times of a task by its events: a start after an end is another session, and an end that another
// state came behind is none.
func TestTimesOfATask(t *testing.T) {
	event := func(kind, more string, ms int) string {
		return notified(`"type":"task-`+kind+`","workItemId":"7","taskId":"t1"`+more, at(ms))
	}
	for _, c := range []struct{ name, log, want string }{
		{"a start and an end", event("started", "", 1000) + event("completed", "", 5000), "completed 10:00:01.000 10:00:05.000 4 -"},
		{"two starts", event("started", "", 1000) + event("started", "", 2000) + event("completed", "", 5000), "completed 10:00:01.000 10:00:05.000 4 -"},
		{"an end, and a start behind it", event("started", "", 1000) + event("completed", `,"duration":4000`, 5000) + event("started", "", 7000),
			"in-progress 10:00:07.000 - - -"},
		{"two sessions", event("started", "", 1000) + event("blocked", "", 5000) + event("started", "", 7000) + event("completed", `,"duration":500`, 8000),
			"completed 10:00:07.000 10:00:08.000 1 0.5"},
		{"an end alone", event("blocked", "", 5000), "blocked - 10:00:05.000 - -"},
	} {
		want(t, c.name, ingest(t, input{"work/notifications.jsonl", c.log}).rows("Steps", "status", "started_at", "ended_at", "duration_s", "logged_duration_s"), c.want)
	}
	log := bare("task-completed", `"taskId":"t1"`, at(5000)) + bare("task-failed", `"taskId":"t1","error":"e"`, at(6000))
	r := ingest(t, input{"m/migration.log", log})
	want(t, "a failure behind its end", r.rows("Steps", "step", "status", "ended_at"), "t1 failed -")
}

// Events of a phase or a task without a name of it are of none.
func TestEventsWithoutAName(t *testing.T) {
	r := ingest(t, input{"work/notifications.jsonl", notified(`"type":"phase-started","workItemId":"7","phaseName":"A"`, at(0)) +
		notified(`"type":"task-started","workItemId":"7","taskName":"A"`, at(1))})
	want(t, "steps", r.rows("Steps", "step"))
	r = ingest(t, input{"work/notifications.jsonl", notified(`"type":"phase-started","workItemId":"7","phase":10,"phaseName":"A"`, at(0)) +
		notified(`"type":"checkpoint-saved","workItemId":"7","phase":11`, at(1))})
	want(t, "steps", r.rows("Steps", "step", "name"), "phase 10 A")
}

// The reason of a phase that failed: its error, with the last words that were written.
func TestReasonsOfAPhase(t *testing.T) {
	for more, want := range map[string]string{
		`"error":"e","stderr":"s"`: "e: s", `"error":"e"`: "e", `"stderr":"s"`: "s", `"error":"e","stderr":""`: "e", `"exitCode":1`: "-",
	} {
		r := ingest(t, input{"m/migration.log", bare("phase-failed", `"phase":5,`+more, at(0))})
		if got := r.rows("Steps", "step", "reason")[0]; got != "phase 5 "+want {
			t.Errorf("%s: %s, want %s", more, got, want)
		}
	}
}

// A step is found again by its id, whether there are few or many, and they stay in their order.
func TestManySteps(t *testing.T) {
	for _, n := range []int{1, fewSteps, fewSteps + 1, fewSteps + 2, 5 * fewSteps} {
		var s stepList
		var added []*step
		for i := range n {
			if s.known(fmt.Sprint("t", i)) != nil {
				t.Errorf("t%d of %d is known before it is added", i, n)
			}
			added = append(added, s.get(fmt.Sprint("t", i), nil))
		}
		for i, x := range added {
			id := fmt.Sprint("t", i)
			if x.id != id || s.known(id) != x || s.get(id, nil) != x {
				t.Errorf("%s of %d is not found again", id, n)
			}
		}
		if !slices.Equal(s.list, added) {
			t.Errorf("%d steps: %d are listed, or in another order", n, len(s.list))
		}
	}
}
