package cadre

import (
	"strings"
	"testing"
)

// Which layout a checkpoint has, by the fields that tell it.
func TestDialects(t *testing.T) {
	item := func(id, more string) input { return input{"w/issues/7/checkpoint.json", checkpoint(id, at(0), more)} }
	migration := func(more string) input {
		return input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":[]`, more)}
	}
	for _, c := range []struct {
		want string
		doc  input
	}{
		{"C1", item(`"issueNumber":7`, "")}, {"C2", item(`"workItemId":"7"`, "")}, {"C2", item(`"workItemId":"7","issueNumber":7`, "")},
		{"C3", item(`"issueNumber":7`, `"phaseResults":{}`)}, {"C3", item(`"workItemId":"7"`, `"tasks":{}`)}, {"A1", migration("")},
		{"A2", migration(`"cumulativeDurationMs":0`)}, {"A2", migration(`"completedTaskDurationsMs":[]`)}, {"A2", migration(`"phaseCursors":{}`)},
		{"A2", migration(`"adjudicationEvents":[]`)}, {"A2", migration(`"adjudicationWaivers":[]`)},
		{"A2", migration(`"terminalExhaustion":{"reasonCode":"max-retries"}`)}, {"C4", input{"w/fleet-checkpoint.json", tidepool}},
	} {
		if got := ingest(t, c.doc).rows("Runs", "variant")[0]; got != c.want {
			t.Errorf("%s: %s, want %s", c.doc.text, got, c.want)
		}
	}
}

// Fixes of the final parity check that failed are tasks, by the names that the checkpoint gives them.
func TestFailedFixes(t *testing.T) {
	doc := migrationAt(at(0), `"completedTasks":[]`, `"phaseCursors":{"4":{"failedFixes":[{"taskId":"other"}]},"5":{"iteration":0,"failedFixes":[`+
		`{"error":"no name"},{"taskId":"fix-0-0","error":"no build","description":"d"},{"taskId":"fix-0-1","description":"one gap"},{"taskId":"t1"}]}}`)
	r := ingest(t, input{"m/state/checkpoint.json", strings.Replace(doc, `"failedTasks":[]`, `"failedTasks":[{"taskId":"t1","error":"e","attempts":3}]`, 1)})
	want(t, "tasks", r.rows("Steps", "step", "status", "attempts", "reason")[4:], "t1 failed 3 -", "fix-0-0 failed 1 no build", "fix-0-1 failed 1 one gap")
	want(t, "counts", countsOf(r)[3:], "parity_rounds 0 said by migration checkpoint", "parity_failed_fixes 4 said by migration checkpoint")
}

// A duration without a name is given to a task that states none itself.
func TestDurationsBesideEvents(t *testing.T) {
	log := input{"m/logs/runtime/migration.log", bare("task-completed", `"taskId":"t1","duration":7000`, at(0))}
	doc := func(durations string) input {
		return input{"m/state/checkpoint.json", migrationAt(at(0), `"completedTasks":["t1","t2"]`, `"completedTaskDurationsMs":`+durations)}
	}
	for durations, second := range map[string]string{"[1000,2000]": "2", "[1000,0]": "0", "[1000,-1]": "-", "[1000,null]": "-"} {
		r := ingest(t, log, doc(durations))
		want(t, durations, r.rows("Steps", "step", "logged_duration_s")[4:], "t1 7", "t2 "+second)
	}
}

// The fixture's phases and tasks, and what in them is no phase, no state and no number of attempts.
func TestPartsOfTheFixture(t *testing.T) {
	r := ingest(t, input{"x/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), `"phaseResults":{"12":{"status":"completed","startedAt":"`+at(0)+`","completedAt":"`+at(5000)+`"},`+
		`"x":{"status":"completed"},"4":{"startedAt":"`+at(0)+`"}},"tasks":{"a":{"status":"failed","attempts":1,"completedAt":"`+at(9000)+`"},`+
		`"b":{"status":"failed","attempts":0},"c":{"status":"failed","attempts":"x"},"d":{"status":"failed","attempts":1e9},"e":{"status":"failed","attempts":999999999}}`)})
	want(t, "steps", r.rows("Steps", "step", "status", "started_at", "ended_at", "attempts"),
		"phase 1 completed - - -", "phase 2 completed - - -", "phase 3 in-progress - - -", "phase 4 - - - -", "phase 12 completed 10:00:00.000 10:00:05.000 -",
		"task-000 completed - - 1", "a failed - 10:00:09.000 1", "b failed - - -", "c failed - - -", "d failed - - -", "e failed - - 999999999")
	want(t, "counts", countsOf(r), "phases completed 3", "phases in-progress 1", "tasks completed 1", "tasks failed 5")
}
