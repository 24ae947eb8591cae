package cadre

import (
	"strings"
	"testing"
)

// CADRE puts a worktree below the folder of its project.
func TestProjectOfAWorktree(t *testing.T) {
	for worktree, want := range map[string]string{
		"/srv/.cadre/tidepool/worktrees/issue-42": "tidepool", "tidepool/worktrees/issue-42": "tidepool", "/worktrees/issue-42": "",
		"/srv/tidepool/issue-42": "", "worktrees/issue-42": "", "": "",
	} {
		if got := projectOf(worktree); got != want {
			t.Errorf("%q is of the project %q, want %q", worktree, got, want)
		}
	}
	for home, want := range map[string]string{"work/tidepool": "tidepool", "work/.cadre": "", ".cadre": ""} {
		if got := projectOfFolder(home); got != want {
			t.Errorf("%q is the folder of the project %q, want %q", home, got, want)
		}
	}
}

// A work item is completed by its fifth phase and a migration by its eighth; where a unit stands
// is a phase up to that one which is not completed.
func TestLastPhase(t *testing.T) {
	const current, done = `"currentPhase":3`, `"completedPhases":[1,2]`
	item := func(now, ended string) input {
		doc := strings.NewReplacer(current, `"currentPhase":`+now, done, `"completedPhases":[`+ended+`]`).Replace(checkpoint(`"workItemId":"7"`, at(0), ""))
		return input{"work/issues/7/checkpoint.json", strings.Replace(doc, `"completedTasks":["task-000"]`, `"completedTasks":[]`, 1)}
	}
	migration := func(now, ended string) input {
		return input{"m/state/checkpoint.json", strings.NewReplacer(`"currentPhase":5`, `"currentPhase":`+now, `"completedPhases":[2,3,4]`, `"completedPhases":[`+ended+`]`).
			Replace(migrationAt(at(0), `"completedTasks":[]`, ""))}
	}
	for _, c := range []struct {
		name         string
		doc          input
		status, want string
	}{
		{"an item before its last phase", item("4", "4"), "in-progress", "phase 4 completed"},
		{"an item in its last phase", item("5", "4"), "in-progress", "phase 4 completed, phase 5 in-progress"},
		{"an item behind it", item("6", "4,5"), "completed", "phase 4 completed, phase 5 completed"},
		{"an item that has not begun", item("0", ""), "in-progress", ""},
		{"an item in its first phase", item("1", ""), "in-progress", "phase 1 in-progress"},
		{"a migration in its last phase", migration("8", "7"), "in-progress", "phase 7 completed, phase 8 in-progress"},
		{"a migration behind it", migration("9", "8"), "completed", "phase 8 completed"},
	} {
		r := ingest(t, c.doc)
		want(t, c.name, r.rows("Runs", "status"), c.status)
		if got := strings.Join(r.rows("Steps", "step", "status"), ", "); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

// A run has a model where all of its invocations name one and the same.
func TestModel(t *testing.T) {
	for models, want := range map[string]string{"a": "a", "a a a": "a", "a b": "-", "a b b": "-", "a - a": "-", "- a": "-"} {
		lines := ""
		for i, m := range strings.Fields(models) {
			if m == "-" {
				m = ""
			}
			lines += strings.Replace(call(string(rune('a'+i)), task1, "w", "success", 1000*i, 500, ""), `"large-3"`, `"`+m+`"`, 1)
		}
		r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", lines})
		if got := r.rows("Runs", "id", "model")[0]; got != "7 "+want {
			t.Errorf("models %s: %s, want %s", models, got, want)
		}
	}
}

// Work that goes on behind a terminal exhaustion shows that it was not the end.
func TestWorkThatGoesOn(t *testing.T) {
	const outlived = "exhaustion_outlived"
	for kind, want := range map[string]string{
		"issue-started": outlived, "migration-started": outlived, "phase-started": outlived, "phase-completed": outlived,
		"task-started": outlived, "task-completed": outlived, "agent-launched": outlived, "wave-started": outlived, "epoch-started": outlived,
		"checkpoint-saved": "", "agent-failed": "", "task-blocked": "",
	} {
		r := ingest(t, input{"m/logs/runtime/migration.log",
			bare("terminal-exhaustion", `"reasonCode":"max-retries"`, at(0)) + bare(kind, `"taskId":"t1","agent":"a"`, at(1000))})
		if got := strings.Join(r.CodeNames(), " "); got != want {
			t.Errorf("%s: %q, want %q", kind, got, want)
		}
	}
}

// A unit begins as its checkpoint or its first event says; else with its first record, from which
// no duration is measured, once it has begun.
func TestStart(t *testing.T) {
	phase := func(ms int) string { return notified(`"type":"phase-started","workItemId":"7","phase":1`, at(ms)) }
	failed := notified(`"type":"issue-failed","workItemId":"7","error":"e"`, at(60000))
	begun := notified(`"type":"issue-started","workItemId":"7"`, at(5000))
	for _, c := range []struct {
		name  string
		files []input
		want  string // start, duration
	}{
		{"an event of the start", []input{{"work/notifications.jsonl", phase(1000) + begun + failed}}, "10:00:05.000 55"},
		{"the first record", []input{{"work/notifications.jsonl", phase(3000) + phase(2000) + failed}}, "10:00:02.000 -"},
		{"a checkpoint", []input{{"work/notifications.jsonl", phase(1000) + failed},
			{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(2000), "")}}, "10:00:00.000 60"},
		{"a page", []input{{"work/issues/31/progress.md", nightPage}}, "23:50:12.000 -"},
	} {
		want(t, c.name, ingest(t, c.files...).rows("Runs", "started_at", "duration_s"), c.want)
	}
}

// The invocations of a unit may lie in several files.
func TestInvocationsOfSeveralFiles(t *testing.T) {
	r := ingest(t, input{"work/issues/7/metrics/invocations.jsonl", call("a", task1, "w", "failed", 0, 500, "")},
		input{"work/metrics/invocations.jsonl", call("b", task1, "w", "success", 1000, 500, "")})
	want(t, "attempts", r.rows("Attempts", "id", "attempt"), "a 1", "b 2")
	want(t, "run", r.rows("Runs", "id", "tokens"), "7 200")
}
