package cadre

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// TestCases holds the rows of small work items, migrations and fleets against
// testdata/cases.txtar.
func TestCases(t *testing.T) {
	const calls, doc, page, log, notes = "work/issues/7/metrics/invocations.jsonl", "work/issues/7/checkpoint.json", "work/issues/7/progress.md", "work/issues/7/logs/workitem-7.log", "work/notifications.jsonl"
	saved := func(ms int, more string) input { return input{doc, checkpoint(`"workItemId":"7"`, at(ms), more)} }
	with := func(in input, pairs ...string) input {
		return input{in.path, strings.NewReplacer(pairs...).Replace(in.text)}
	}
	event := func(kind, more string, ms int) string {
		if more != "" {
			more = "," + more
		}
		return notified(`"type":"`+kind+`","workItemId":"7"`+more, at(ms))
	}
	failedTask := func(id string, attempts int) string {
		return fmt.Sprintf(`"failedTasks":[{"taskId":%q,"error":"no disk","attempts":%d,"lastAttempt":%q}]`, id, attempts, at(30000))
	}
	tokens := func(total int, more string) []string {
		return []string{`"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}}`, fmt.Sprintf(`"tokenUsage":{"total":%d,%s}`, total, more)}
	}
	fleet := func(pairs ...string) input {
		return input{"work/fleet-checkpoint.json", strings.NewReplacer(pairs...).Replace(tidepool)}
	}
	one, two := call("a", task1, "code-writer", "failed", 1000, 2000, ""), call("b", task1, "code-writer", "success", 4000, 2000, `"cost":0.5`)
	passed := fleet(`"dep-failed"`, `"completed"`, `"failed"`, `"completed"`, `"not-started"`, `"completed"`)
	ended := func(more string) string {
		return notified(`"type":"fleet-completed","prsCreated":1,"failedIssues":2,"totalDuration":900000,"totalTokens":70`+more, at(2000000))
	}
	long := strings.Repeat("x", 500)
	var got []ingesttest.File
	for _, c := range []struct {
		name  string
		files []input
	}{
		{"an agent's errors", []input{{calls, one + two}, {notes, event("agent-failed", `"agent":"code-writer","taskId":"task-001","error":"exit 1"`, 3000) + event("task-retry", `"taskId":"task-001","attempt":1,"maxAttempts":3,"reason":"build failed"`, 3100)}}},
		{"an error of another invocation", []input{{calls, one}, {notes, event("agent-failed", `"agent":"code-writer","taskId":"task-001","invocationId":"z","error":"by time"`, 3000) + event("agent-failed", `"agent":"other","taskId":"task-001","error":"no"`, 3000)}}},
		{"an error by its invocation", []input{{calls, one + call("c", task1, "code-writer", "failed", 60000, 2000, "")}, {notes, event("agent-failed", `"agent":"code-writer","taskId":"task-001","invocationId":"a","error":"by id"`, 62000)}}},
		{"a retry long before", []input{{calls, one}, {notes, event("task-retry", `"taskId":"task-001","attempt":1,"maxAttempts":3,"reason":"early"`, 500)}}},
		{"a reason that is long", []input{{notes, event("task-blocked", `"taskId":"task-001","reason":"`+long+`","retryCount":3`, 1000)}}},
		{"counts of a checkpoint", []input{{calls, one + two}, with(saved(10000, `"metricsCount":2`), tokens(200, `"byPhase":{"3":200},"byAgent":{"code-writer":200}`)...)}},
		{"counts that are wrong", []input{{calls, one + two}, with(saved(10000, `"metricsCount":3`), tokens(300, `"byPhase":{"3":100},"byAgent":{"code-writer":50,"x":"y"}`)...)}},
		{"counts at the edge", []input{{calls, one + two}, with(saved(6500, `"metricsCount":1`), tokens(100, `"byPhase":{},"byAgent":{}`)...)}},
		{"counts behind the edge", []input{{calls, one + two}, with(saved(7001, `"metricsCount":1`), tokens(100, `"byPhase":{},"byAgent":{}`)...)}},
		{"tokens that nobody counted", []input{{calls, one + strings.Replace(two, `"tokens":100`, `"tokens":0`, 1)}, with(saved(10000, ""), tokens(500, `"byPhase":{},"byAgent":{}`)...)}},
		{"phases and their durations", []input{{notes, event("phase-started", `"phase":1,"phaseName":"A"`, 0) + event("phase-completed", `"phase":1,"phaseName":"A","duration":1000`, 1000) + event("phase-started", `"phase":2,"phaseName":"B"`, 1000) + event("phase-completed", `"phase":2,"phaseName":"B","duration":2000`, 3000)}}},
		{"a phase without a duration", []input{{notes, event("phase-started", `"phase":1,"phaseName":"A"`, 0) + event("phase-completed", `"phase":1,"phaseName":"A"`, 1000) + event("phase-started", `"phase":2,"phaseName":"B"`, 1000) + event("phase-completed", `"phase":2,"phaseName":"B","duration":2000`, 3000)}}},
		{"a phase again", []input{{notes, event("phase-started", `"phase":1,"phaseName":"A"`, 0) + event("phase-completed", `"phase":1,"phaseName":"A","duration":1000`, 1000) + event("phase-started", `"phase":1,"phaseName":"A"`, 5000)}}},
		{"a work item that completed", []input{{notes, event("issue-started", `"issueTitle":"T"`, 0) + event("issue-completed", `"success":true,"duration":5000,"tokenUsage":77`, 5000)}, saved(4000, "")}},
		{"a work item that failed", []input{{notes, event("issue-started", `"issueTitle":"T"`, 0) + event("issue-failed", `"error":"no","phase":3,"phaseName":"Implementation"`, 5000)}, saved(4000, failedTask("task-001", 2)+`,"blockedTasks":["task-001"]`)}},
		{"a work item that ended before its checkpoint", []input{{notes, event("issue-failed", `"error":"no","phase":3`, 5000)}, saved(9000, "")}},
		{"all phases completed", []input{with(saved(4000, ""), `"completedPhases":[1,2]`, `"completedPhases":[1,2,3,4,5]`, `"currentPhase":3`, `"currentPhase":5`)}},
		{"a current task", []input{with(saved(4000, ""), `"currentTask":null`, `"currentTask":"task-001"`)}},
		{"a task that failed and completed", []input{saved(4000, failedTask("task-000", 1)), {calls, call("a", `"taskId":"task-000"`, "w", "failed", 1000, 2000, "") + call("b", `"taskId":"task-000"`, "w", "success", 4000, 2000, "")}}},
		{"a task whose first attempt is not recorded", []input{saved(60000, ""), {calls, call("b", `"taskId":"task-000"`, "w", "success", 4000, 2000, `"attemptNumber":2`)}}},
		{"gates", []input{saved(4000, `"gateResults":{"1":{"status":"pass","warnings":[],"errors":[]},"2":{"status":"warn","warnings":["w1","w2"],"errors":[]},"3":{"status":"fail","warnings":["w"],"errors":["e"]}}`)}},
		{"terminal exhaustion", []input{saved(4000, `"terminalExhaustion":{"reasonCode":"max-retries-exhausted","workUnit":7,"phase":3,"summary":"no more","timestamp":"`+at(3500)+`"}`)}},
		{"budget", []input{{notes, event("issue-started", "", 0) + event("budget-exceeded", `"current":70,"budget":60`, 4000)}}},
		{"an interrupted fleet", []input{{notes, event("issue-started", "", 0) + notified(`"type":"fleet-interrupted","signal":"SIGINT","workItemsInProgress":["7"]`, at(4000))}, saved(3000, "")}},
		{"a fleet alone", []input{fleet()}},
		{"a fleet's item ahead of its checkpoint", []input{fleet(), saved(4000, "")}},
		{"a fleet's item and its checkpoint", []input{fleet(`"lastPhase": 5`, `"lastPhase": 2`), with(saved(4000, ""), tokens(50, `"byPhase":{},"byAgent":{}`)...)}},
		{"a fleet without states", []input{fleet(`"status": "completed"`, `"status": "asleep"`, `"issueTitle": "Docs",`, ``)}},
		{"a fleet of passed items without a word of its own", []input{passed, {notes, ended("")}}},
		{"a fleet of passed items that says it failed", []input{passed, {notes, ended(`,"success":false`)}}},
		{"a fleet of failed items that says it passed", []input{fleet(), {notes, ended(`,"success":true`)}}},
		{"a start that comes late", []input{{notes, event("phase-started", `"phase":1,"phaseName":"A"`, 1000) + event("issue-started", "", 3000) + event("issue-completed", `"success":true,"duration":5000,"tokenUsage":7`, 8000)}}},
		{"a migration", []input{{"m/state/checkpoint.json", migrationAt(at(60000), `"completedTasks":["task-000"]`, `"cumulativeDurationMs":5000`)}, {"m/logs/runtime/migration.log", bare("phase-started", `"phase":1,"name":"A"`, at(0)) + bare("task-started", `"taskId":"task-000","name":"x"`, at(1000)) + bare("task-completed", `"taskId":"task-000","name":"x","duration":2000`, at(3000))}}},
		{"agents without invocations", []input{{log, logged(launch, at(0)) + logged(`"type":"agent-completed","agent":"code-writer","workItemId":"7","taskId":"task-001","exitCode":0,"duration":2000,"tokenUsage":90`, at(2000)) + logged(launch, at(5000))}}},
		{"a page", []input{{page, strings.Replace(nightPage, "#31", "#7", 1)}}},
		{"a page and a checkpoint", []input{{page, strings.NewReplacer("#31", "#7", "**Token Usage**: 0", "**Token Usage**: 1,234").Replace(nightPage)}, with(saved(4000, ""), tokens(50, `"byPhase":{},"byAgent":{}`)...)}},
		{"a page of tokens and resumes", []input{{page, strings.NewReplacer("#31", "#7", "**Token Usage**: 0", "**Token Usage**: 1,234").Replace(nightPage)}}},
	} {
		r := ingest(t, c.files...)
		text := ingesttest.Without(ingesttest.Text(r.Set)+"\n", "sources", "events")
		got = append(got, ingesttest.File{Path: c.name, Text: strings.ReplaceAll(text, long[:100], "100x")})
	}
	ingesttest.Texts(t, "cases.txtar", got)
}

// TestTies holds what may belong to the same work: all of one folder, and copies of a checkpoint.
func TestTies(t *testing.T) {
	file := func(path, text string) ingesttest.File { return ingesttest.File{Path: path, Text: text} }
	doc, later := checkpoint(`"workItemId":"7"`, at(1000), ""), checkpoint(`"workItemId":"7"`, at(2000), "")
	other := strings.ReplaceAll(doc, "2026-04-22T10:00:00.000Z", "2026-04-21T10:00:00.000Z")
	line := call("a", task1, "code-writer", "success", 0, 2000, "")
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string
	}{
		{"one folder", []ingesttest.File{file("work/issues/7/checkpoint.json", doc), file("work/issues/8/metrics/invocations.jsonl", line)}, "work/issues/7/checkpoint.json work/issues/8/metrics/invocations.jsonl"},
		{"another folder", []ingesttest.File{file("a/issues/7/checkpoint.json", doc), file("b/issues/8/metrics/invocations.jsonl", line)}, ""},
		{"a later copy", []ingesttest.File{file("a/issues/7/checkpoint.json", doc), file("b/issues/7/checkpoint.json", later)}, "a/issues/7/checkpoint.json b/issues/7/checkpoint.json"},
		{"another start", []ingesttest.File{file("a/issues/7/checkpoint.json", doc), file("b/issues/7/checkpoint.json", other)}, ""},
		{"a copy of a log", []ingesttest.File{file("a/issues/7/metrics/invocations.jsonl", line), file("b/issues/7/metrics/invocations.jsonl", line)}, "a/issues/7/metrics/invocations.jsonl b/issues/7/metrics/invocations.jsonl"},
		{"items without a commit", []ingesttest.File{file("a/issues/7/checkpoint.json", strings.Replace(doc, "1f6a", "", 1)), file("b/issues/8/checkpoint.json", strings.Replace(doc, "1f6a", "", 1))}, ""},
		{"the same totals", []ingesttest.File{file("a/metrics/summary.json", metricsSummary.Sample), file("b/metrics/summary.json", metricsSummary.Sample)}, ""},
	} {
		t.Run(c.name, func(t *testing.T) { ingesttest.WantTies(t, System, c.want, c.files...) })
	}
}
