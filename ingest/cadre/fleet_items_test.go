package cadre

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// fleetOf is the checkpoint of a fleet with the entries of issues and of dag.
func fleetOf(issues, dag string) input {
	return input{"work/fleet-checkpoint.json", `{"projectName":"tidepool","version":1,"issues":{` + issues + `},"tokenUsage":{"total":0,"byWorkItem":{}},` +
		`"startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"` + at(60000) + `","resumeCount":0,"dag":{` + dag + `}}`}
}

// fleetEntry is an item of a fleet's checkpoint that changed its state at a time.
func fleetEntry(id, status string, ms int, more string) string {
	return fmt.Sprintf(`"%s":{"status":"%s","issueTitle":"x","worktreePath":"","branchName":"b","lastPhase":1,"updatedAt":"%s"%s}`, id, status, at(ms), more)
}

// ofFleet are the rows of a fleet, without the name of its kind, and those of its items left out.
func ofFleet(rows []string) (list []string) {
	for _, row := range rows {
		if rest, ok := strings.CutPrefix(row, "fleet "); ok {
			list = append(list, rest)
		}
	}
	return list
}

// An item has an end where its state is one, and obstacles where it waits for others: those of its
// list that are not completed.
func TestItemsOfAFleet(t *testing.T) {
	r := ingest(t, fleetOf(strings.Join([]string{fleetEntry("1", "completed", 1000, ""), fleetEntry("2", "in-progress", 2000, ""), fleetEntry("3", "failed", 3000, ""),
		fleetEntry("4", "dep-failed", 4000, ""), fleetEntry("5", "failed", 5000, ""), fleetEntry("6", "code-complete", 6000, "")}, ","),
		`"4":[1,2,"3","6","9"],"5":["2"],"6":["3"]`))
	items := r.rows("Steps", "kind", "step", "stable_step", "ended_at", "blocked_by")
	want(t, "items", slices.DeleteFunc(items, func(row string) bool { return !strings.HasPrefix(row, "work item ") }),
		"work item 1 1 10:00:01.000 -", "work item 2 2 - -", "work item 3 3 10:00:03.000 -", "work item 4 4 10:00:04.000 [2 3 6 9]",
		"work item 5 5 10:00:05.000 -", "work item 6 6 10:00:06.000 -")
}

// How a fleet ended: by its last own event, unless it says no end or an item ended behind it; else
// by its items.
func TestEndOfAFleet(t *testing.T) {
	started := notified(`"type":"fleet-started","issueCount":2,"maxParallel":1`, at(1000))
	signal := notified(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":[]`, at(20000))
	done := func(success string) string {
		return notified(`"type":"fleet-completed"`+success+`,"prsCreated":1,"failedIssues":0,"totalDuration":1,"totalTokens":0`, at(20000))
	}
	stopped := func(code string) string {
		return notified(`"type":"terminal-exhaustion","reasonCode":"`+code+`","scope":"fleet"`, at(20000))
	}
	passed := fleetOf(fleetEntry("1", "completed", 1000, "")+","+fleetEntry("2", "completed", 20000, ""), "")
	later := fleetOf(fleetEntry("1", "completed", 20001, ""), "")
	running := fleetOf(fleetEntry("1", "completed", 1000, "")+","+fleetEntry("2", "in-progress", 20001, ""), "")
	broken := fleetOf(fleetEntry("1", "failed", 1000, `,"error":"no disk"`)+","+fleetEntry("2", "failed", 2000, `,"error":"no net"`), "")
	silent := fleetOf(fleetEntry("1", "completed", 1000, `,"error":"old"`)+","+fleetEntry("2", "failed", 2000, "")+","+fleetEntry("3", "failed", 2000, `,"error":"no net"`), "")
	none := fleetOf("", "")
	const success, failure = `,"success":true`, `,"success":false`
	for _, c := range []struct {
		name   string
		doc    input
		events string
		want   string // status, result, outcome, cause, end, duration, reason
	}{
		{"all items passed", passed, started, "in-progress open - - - - -"},
		{"all items passed, without events", passed, "", "completed passed - - - - -"},
		{"its only item passed", fleetOf(fleetEntry("1", "completed", 1000, ""), ""), "", "completed passed - - - - -"},
		{"another event behind its end", passed, done(success) + notified(`"type":"budget-warning","scope":"fleet"`, at(21000)), "completed passed success - 10:00:20.000 20 -"},
		{"an item goes on", running, "", "in-progress open - - - - -"},
		{"no item", none, "", "in-progress open - - - - -"},
		{"items failed, without events", broken, "", "completed failed - - - - -"},
		{"it says that it passed", broken, done(success), "completed passed success - 10:00:20.000 20 -"},
		{"it says nothing, and all passed", passed, done(""), "completed passed success - 10:00:20.000 20 -"},
		{"it says nothing, and items failed", broken, done(""), "completed failed success - 10:00:20.000 20 -"},
		{"it says that it failed", broken, done(failure), "completed failed failed failure 10:00:20.000 20 1: no disk"},
		{"the first error of an item that failed", silent, done(failure), "completed failed failed failure 10:00:20.000 20 3: no net"},
		{"no item says why", passed, done(failure), "completed failed failed failure 10:00:20.000 20 -"},
		{"an item ended behind its end", later, done(success), "completed passed success - 10:00:20.000 20 -"},
		{"a signal", passed, signal, "interrupted canceled interrupted signal 10:00:20.000 20 SIGINT"},
		{"a signal, and an item that ended behind it", later, signal, "in-progress open - - - - -"},
		{"a signal, and an item that was begun behind it", running, signal, "interrupted canceled interrupted signal 10:00:20.000 20 SIGINT"},
		{"it was stopped", passed, stopped("max-retries"), "failed failed max-retries retries 10:00:20.000 20 max-retries"},
		{"it was stopped by another code", passed, stopped("replanned"), "failed failed replanned other 10:00:20.000 20 replanned"},
	} {
		t.Run(c.name, func(t *testing.T) {
			files := []input{c.doc}
			if c.events != "" {
				files = append(files, input{"work/notifications.jsonl", c.events})
			}
			r := ingest(t, files...)
			want(t, "fleet", ofFleet(r.rows("Runs", "kind", "status", "result", "outcome", "cause", "ended_at", "duration_s", "reason")), c.want)
			if odd := slices.Contains(r.CodeNames(), "unknown_reason_code"); odd != strings.Contains(c.want, "replanned") {
				t.Errorf("findings %v", r.CodeNames())
			}
		})
	}
}

// A fleet has as many items as its checkpoint lists, else as its last start says. It begins with
// its checkpoint's start, else with its first record.
func TestSizeOfAFleet(t *testing.T) {
	started := func(n, ms int) string {
		return notified(fmt.Sprintf(`"type":"fleet-started","issueCount":%d`, n), at(ms))
	}
	signal := notified(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":[]`, at(500))
	for _, c := range []struct {
		name  string
		files []input
		want  string // items, start, end, duration
	}{
		{"by its start", []input{{"work/notifications.jsonl", started(1, 1000)}}, "1 10:00:01.000 - -"},
		{"by its last start", []input{{"work/notifications.jsonl", started(3, 1000) + started(2, 2000)}}, "2 10:00:01.000 - -"},
		{"by a start, and a signal behind it", []input{{"work/notifications.jsonl", started(3, 100) + signal}}, "3 10:00:00.100 10:00:00.500 0.4"},
		{"of none", []input{{"work/notifications.jsonl", started(0, 1000)}}, "- 10:00:01.000 - -"},
		{"by its checkpoint", []input{{"work/notifications.jsonl", started(3, 1000)}, fleetOf(fleetEntry("1", "in-progress", 0, ""), "")}, "1 10:00:00.000 - -"},
		{"by its first record", []input{{"work/notifications.jsonl", started(2, 1000) + signal}}, "2 10:00:00.500 - -"},
		{"an end before its start", []input{{"work/notifications.jsonl", strings.Replace(signal, "2026-04-22", "2026-04-21", 1)},
			fleetOf(fleetEntry("1", "in-progress", 0, ""), "")}, "1 10:00:00.000 10:00:00.500 -"},
	} {
		r := ingest(t, c.files...)
		want(t, c.name, ofFleet(r.rows("Runs", "kind", "total_steps", "started_at", "ended_at", "duration_s")), c.want)
	}
}

// What the page of a fleet states about it, and whether its parts add up.
func TestClaimsOfAFleetsPage(t *testing.T) {
	for _, c := range []struct{ issues, claims, findings string }{
		{"3 total | 2 completed | 1 failed", "total 3, completed 2, failed 1", ""},
		{"3 total | 2 completed", "total 3, completed 2", "3 in all, 2 in its parts"},
		{"1 completed", "completed 1", ""},
		{"2 total | 2 completed | 5 completed", "total 2, completed 2", ""},
		{"2 total | . failed | 2 completed", "total 2, completed 2", ""},
		{"none", "", ""},
	} {
		r := ingest(t, input{"work/progress.md", "# CADRE Progress\n\n## Fleet Status\n- **Issues**: " + c.issues + "\n- **Last Updated**: 2026-04-22T10:00:00.000Z\n"})
		var got []string
		for _, row := range r.rows("Claims", "by", "field", "text") {
			if rest, ok := strings.CutPrefix(row, "progress.md "); ok && !strings.HasPrefix(rest, "updated") {
				got = append(got, rest)
			}
		}
		if got := strings.Join(got, ", "); got != c.claims {
			t.Errorf("%s: claims %q, want %q", c.issues, got, c.claims)
		}
		if got := strings.Join(r.rows("Findings", "seen"), ", "); got != c.findings {
			t.Errorf("%s: findings %q, want %q", c.issues, got, c.findings)
		}
	}
}
