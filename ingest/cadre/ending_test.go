package cadre

import (
	"strings"
	"testing"
)

// What events leave a work item in, in their order.
func TestLifecycle(t *testing.T) {
	event := func(kind, more string) string {
		if more != "" {
			more = "," + more
		}
		return `"type":"` + kind + `","workItemId":"7"` + more
	}
	started, failed, done := event("issue-started", `"issueTitle":"T"`), event("issue-failed", `"error":"no","phase":3`), event("issue-completed", `"success":true,"duration":1,"tokenUsage":0`)
	undone, phase, task := event("issue-completed", `"success":false,"duration":1,"tokenUsage":0`), event("phase-started", `"phase":1,"phaseName":"A"`), event("task-started", `"taskId":"t","taskName":"x"`)
	agent := event("agent-launched", `"agent":"w","taskId":"t","worktreePath":"/w"`)
	for _, c := range []struct {
		events []string
		want   string // status, end
	}{
		{[]string{started}, "in-progress -"}, {[]string{started, done}, "completed 10:00:01.000"}, {[]string{started, undone}, "failed 10:00:01.000"}, {[]string{started, failed}, "failed 10:00:01.000"},
		{[]string{started, failed, phase}, "in-progress -"}, {[]string{started, failed, task}, "in-progress -"}, {[]string{started, failed, agent}, "in-progress -"},
		{[]string{started, done, phase}, "completed 10:00:01.000"}, {[]string{started, done, task}, "completed 10:00:01.000"}, {[]string{started, undone, phase}, "in-progress -"},
		{[]string{started, failed, started}, "in-progress -"}, {[]string{started, done, failed}, "failed 10:00:02.000"}, {[]string{failed, done}, "completed 10:00:01.000"}, {[]string{phase}, "in-progress -"},
		{[]string{started, event("terminal-exhaustion", `"reasonCode":"budget-exceeded","summary":"s"`)}, "failed 10:00:01.000"},
	} {
		var log strings.Builder
		for i, e := range c.events {
			log.WriteString(notified(e, at(1000*i)))
		}
		r := ingest(t, input{"work/notifications.jsonl", log.String()})
		if got := strings.Join(r.rows("Runs", "status", "ended_at"), ", "); got != c.want {
			t.Errorf("%q: %s, want %s", c.events, got, c.want)
		}
	}
}

// The fleet's word counts unless the item went on since, then events, then the checkpoint.
func TestWhoseStatusCounts(t *testing.T) {
	const issues = `"7": {"status": "completed", "issueTitle": "Cache", "worktreePath": "", "branchName": "b7", "lastPhase": 5, "updatedAt": "2026-04-22T10:30:00.000Z"}`
	fleet := func(status string) string {
		return strings.Replace(tidepool, issues, strings.Replace(issues, `"completed"`, `"`+status+`"`, 1), 1)
	}
	event := func(kind string, minute int) string {
		return notified(`"type":"`+kind+`","workItemId":"7","success":true,"phase":1,"phaseName":"A"`, at(minute*60000))
	}
	whole := strings.NewReplacer(`"completedPhases":[1,2]`, `"completedPhases":[1,2,3,4,5]`).Replace
	doc := func(minute int, more string) string { return checkpoint(`"workItemId":"7"`, at(minute*60000), more) }
	for _, c := range []struct {
		name, fleet, events, doc, want string // status, result, cause
	}{
		{"the fleet alone", fleet("completed"), "", "", "completed passed -"},
		{"the fleet, and an end before", fleet("failed"), event("issue-completed", 20), "", "failed failed unknown"},
		{"the fleet, and an end after", fleet("in-progress"), event("issue-completed", 40), "", "completed passed -"},
		{"the fleet's end, and work after", fleet("failed"), event("phase-started", 40), "", "failed failed unknown"},
		{"the fleet in progress, and an end before", fleet("in-progress"), event("issue-completed", 20), "", "in-progress open unknown"},
		{"the fleet in progress, and an end at that moment", fleet("in-progress"), event("issue-completed", 30), "", "in-progress open unknown"},
		{"the fleet in progress, and all phases", fleet("in-progress"), "", whole(doc(5, "")), "in-progress open unknown"},
		{"the fleet's code, complete", fleet("code-complete"), event("issue-started", 20), "", "code-complete passed -"},
		{"the fleet's item, blocked", fleet("blocked"), "", "", "blocked blocked unknown"},
		{"the fleet's budget", fleet("budget-exceeded"), "", "", "budget-exceeded failed budget"},
		{"the fleet's dependency", fleet("dep-failed"), "", "", "dep-failed blocked dependency"},
		{"a checkpoint with all phases", "", "", whole(doc(5, "")), "completed passed -"},
		{"a checkpoint with all phases, before more work", "", event("phase-started", 9), whole(doc(5, "")), "in-progress open unknown"},
		{"a checkpoint with all phases, after a failure", "", event("issue-failed", 3), whole(doc(5, "")), "completed passed -"},
		{"a checkpoint after a failure", "", event("issue-failed", 3), doc(5, ""), "failed failed unknown"},
		{"a checkpoint after a start", "", event("issue-started", 3), doc(5, `"blockedTasks":["t"]`), "failed failed retries"},
		{"a checkpoint before a start", "", event("issue-started", 9), doc(5, `"blockedTasks":["t"]`), "in-progress open unknown"},
		{"a failed gate", "", "", doc(5, `"gateResults":{"2":{"status":"fail","warnings":[],"errors":["e"]}}`), "failed failed gate"},
		{"over budget", "", "", doc(5, `"budgetExceeded":true`), "failed failed budget"},
		{"not over budget", "", "", doc(5, `"budgetExceeded":false`), "in-progress open unknown"},
		{"nothing but a checkpoint", "", "", doc(5, ""), "in-progress open unknown"},
	} {
		var inputs []input
		for path, text := range map[string]string{"work/fleet-checkpoint.json": c.fleet, "work/notifications.jsonl": c.events, "work/issues/7/checkpoint.json": c.doc} {
			if text != "" {
				inputs = append(inputs, input{path, text})
			}
		}
		r := ingest(t, inputs...)
		got := ""
		for _, row := range r.rows("Runs", "id", "status", "result", "cause") {
			if rest, ok := strings.CutPrefix(row, "7 "); ok {
				got = rest
			}
		}
		if got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// Tokens on a page that was written with a checkpoint are those of the checkpoint, and a later page
// may have more.
func TestTokensOfAPage(t *testing.T) {
	for _, c := range []struct {
		shown string
		after int // milliseconds
		want  string
	}{
		{"50", 0, ""}, {"51", 0, "Token Usage: 51"}, {"49", 0, "Token Usage: 49"}, {"51", 999, "Token Usage: 51"}, {"51", 1000, ""}, {"49", 5000, "Token Usage: 49"}, {"51", -999, "Token Usage: 51"}, {"51", -1000, ""}, {"49", -1000, ""}, {"0", 0, ""},
	} {
		doc := strings.Replace(checkpoint(`"workItemId":"7"`, at(10000), ""), `"tokenUsage":{"total":0`, `"tokenUsage":{"total":50`, 1)
		page := strings.NewReplacer("#31", "#7", "**Token Usage**: 0", "**Token Usage**: "+c.shown, "2026-02-25T00:10:23.140Z", at(10000+c.after)).Replace(nightPage)
		r := ingest(t, input{"work/issues/7/checkpoint.json", doc}, input{"work/issues/7/progress.md", page})
		got := ""
		for _, row := range r.rows("Findings", "seen") {
			if strings.HasPrefix(row, "Token Usage") {
				got = row
			}
		}
		if got != c.want {
			t.Errorf("%s tokens, %d ms later: %q, want %q", c.shown, c.after, got, c.want)
		}
	}
}

// Durations of a page's table, and tasks below headings of their own.
func TestPartsOfAPage(t *testing.T) {
	for cell, want := range map[string]string{"88.4s": "88.4", "0s": "0", "1s": "1", "-1s": "-", "—": "-", "": "-", "soon": "-", "7": "7"} {
		page := strings.Replace(nightPage, "88.4s", cell, 1)
		r := ingest(t, input{".cadre/issues/31/progress.md", page})
		got := "?"
		for _, row := range r.rows("Steps", "step", "logged_duration_s") {
			if rest, ok := strings.CutPrefix(row, "phase 2 "); ok {
				got = rest
			}
		}
		if got != want {
			t.Errorf("%q: %s, want %s", cell, got, want)
		}
	}
	r := ingest(t, input{".cadre/issues/31/progress.md", nightPage +
		"## Notes\n\n### Failed Tasks\n- **task-008**: no disk\n\n### Blocked Tasks\n- **task-009**: no tries\n\n### Other\n- **task-010**: x\n\n"})
	var got []string
	for _, row := range r.rows("Steps", "step", "status", "reason") {
		if strings.HasPrefix(row, "task-00") && row > "task-003" || strings.HasPrefix(row, "task-010") {
			got = append(got, row)
		}
	}
	want(t, "tasks below headings", got, "task-008 failed no disk", "task-009 blocked no tries")
}

// A task that was blocked gives the reason of its last failure, where the checkpoint has it.
func TestReasonOfABlockedTask(t *testing.T) {
	failures := `"failedTasks":[{"taskId":"t1","error":"one","attempts":3},{"taskId":"t2","error":"two","attempts":3}]`
	for blocked, want := range map[string]string{`["t1"]`: "t1: one", `["t1","t2"]`: "t2: two", `["t2","t1"]`: "t1: one", `["t1","t3"]`: "blocked: t1, t3"} {
		r := ingest(t, input{"work/issues/7/checkpoint.json", checkpoint(`"workItemId":"7"`, at(0), failures+`,"blockedTasks":`+blocked)})
		if got := r.rows("Runs", "id", "reason")[0]; got != "7 "+want {
			t.Errorf("%s: %s, want %s", blocked, got, want)
		}
	}
}

// Where fleet and events agree on an end, it has the time of the event; else that of the fleet's word.
func TestTimeOfAnEnd(t *testing.T) {
	fleet := fleetOf(fleetEntry("7", "failed", 30000, ""), "")
	for kind, want := range map[string]string{"issue-failed": "failed 10:00:20.000", "issue-completed": "failed 10:00:30.000", "issue-started": "failed 10:00:30.000"} {
		r := ingest(t, fleet, input{"work/notifications.jsonl", notified(`"type":"`+kind+`","workItemId":"7"`, at(20000))})
		for _, row := range r.rows("Runs", "kind", "status", "ended_at") {
			if got, ok := strings.CutPrefix(row, "work item "); ok && got != want {
				t.Errorf("%s: %s, want %s", kind, got, want)
			}
		}
	}
}

// What stopped a unit before it went on is not why it stands where it stands.
func TestCausesBeforeMoreWork(t *testing.T) {
	stop := func(kind string) string {
		return notified(`"type":"`+kind+`","workItemId":"7","taskId":"t1","reason":"r"`, at(1000))
	}
	work := notified(`"type":"phase-started","workItemId":"7","phase":1`, at(2000))
	for kind, want := range map[string]string{"budget-exceeded": "budget", "task-blocked": "retries"} {
		for log, cause := range map[string]string{work + stop(kind): "unknown", strings.Replace(work, at(2000), at(500), 1) + stop(kind): want} {
			if got := ingest(t, input{"work/notifications.jsonl", log}).rows("Runs", "cause")[0]; got != cause {
				t.Errorf("%s: %s, want %s", log, got, cause)
			}
		}
	}
}
