package cadre

import (
	"strings"
	"testing"
	"time"
)

const nightPage = `# Issue #31: Give | every <b>answer</b> a form

## Pipeline Status
- **Current Phase**: 3/5
- **Token Usage**: 0
- **Last Updated**: 2026-02-25T00:10:23.140Z

## Phases

| # | Phase | Status | Duration |
|---|-------|--------|----------|
| 1 | Analysis & Scouting | ✅ | 151.9s |
| 2 | Planning | ❌ | 88.4s |
| 3 | Implementation | 🔄 | — |
| 4 | Integration Verification | ⏳ | — |

## Gate Results

### Phase 1: Analysis & Scouting — ⚠️ warn
- ❌ one error
- ⚠️ 9 ambiguities in the issue (threshold: 4)

### Phase 2: Planning — ✅ pass


## Implementation Tasks

| Task | Name | Status |
|------|------|--------|
| task-001 | Widen ` + "`Answer`" + ` \| more | ✅ completed |
| task-002 | task-002 | 🚫 blocked |

## Event Log

- ` + "`23:50:12`" + ` Pipeline started (resume from phase 1)
- ` + "`23:50:13`" + ` Phase 1 started: Analysis & Scouting
- ` + "`23:52:45`" + ` Phase 1 completed in 151870ms
- ` + "`23:54:41`" + ` Task task-001 started: Widen Answer
- ` + "`23:59:58`" + ` Task task-002 started: Second
- ` + "`23:59:57`" + ` Gate phase 1: passed with 1 warning(s)
- ` + "`00:00:42`" + ` Task task-001 completed
- ` + "`00:10:00`" + ` Task task-002 blocked: no more tries
- without a time

`

// Durations come from the page's log, over midnight, and from nowhere else.
func TestProgressOfItem(t *testing.T) {
	r := ingest(t, input{".cadre/issues/31/progress.md", nightPage})
	want(t, "steps", r.rows("Steps", "step", "name", "status", "started_at", "ended_at", "duration_s", "logged_duration_s", "attempts"),
		"phase 1 Analysis & Scouting completed 23:50:13.000 23:52:45.000 152 151.87 -",
		"phase 2 Planning failed - - - 88.4 -", "phase 3 Implementation in-progress - - - - -", "phase 4 Integration Verification not-started - - - - -",
		"task-001 Widen `Answer` | more completed 23:54:41.000 00:00:42.000 361 - 1",
		"task-002 Second blocked 23:59:58.000 00:10:00.000 602 - -")
	want(t, "checks", r.rows("Checks", "step", "verdict", "reason"), "phase 1 warn one error; 9 ambiguities in the issue (threshold: 4)", "phase 2 pass -")
	want(t, "runs", r.rows("Runs", "id", "subject", "status", "started_at", "last_at", "tokens"), "31 - failed 23:50:12.000 00:10:23.140 -")
	want(t, "title", r.rows("Events", "kind", "line", "text")[:1], "progress 1 Give | every <b>answer</b> a form")
	want(t, "log", r.rows("Events", "at_text", "text")[15:16], "00:00:42 Task task-001 completed")
	want(t, "findings", r.CodeNames())
	if at := r.Files[0].Records; at[len(at)-2].Time("at") != time.Date(2026, 2, 25, 0, 10, 0, 0, time.UTC) || at[len(at)-6].Time("at") != time.Date(2026, 2, 24, 23, 54, 41, 0, time.UTC) {
		t.Errorf("the days of the log are wrong: %s, %s", at[len(at)-2].Time("at"), at[len(at)-6].Time("at"))
	}
}

// Events know the times better; the page only adds titles and what it claims.
func TestProgressBesideEvents(t *testing.T) {
	r := ingest(t, input{".cadre/issues/31/progress.md", nightPage}, input{".cadre/notifications.jsonl",
		notified(`"type":"phase-started","workItemId":"31","phase":1,"phaseName":"Analysis"`, "2026-02-24T23:50:13.100Z") +
			notified(`"type":"phase-completed","workItemId":"31","phase":1,"phaseName":"Analysis","duration":152900`, "2026-02-24T23:52:46.050Z")})
	want(t, "phase", r.rows("Steps", "step", "name", "duration_s", "logged_duration_s")[:1], "phase 1 Analysis 152.95 152.9")
	want(t, "claims", r.rows("Claims", "by", "subject", "field", "text", "number")[:5],
		"progress.md - phase 3 3", "progress.md - tokens 0 0", "progress.md - updated 2026-02-25T00:10:23.140Z -",
		"progress.md phase 1 status completed -", "progress.md phase 1 duration_s 151.9 151.9")
	want(t, "findings", r.CodeNames())
}

func TestProgressOfFleet(t *testing.T) {
	r := ingest(t, input{"work/progress.md", "# CADRE Progress\n\n## Fleet Status\n- **Issues**: 1,003 total | 1,001 completed | 0 in-progress\n- **PRs Created**: 1\n" +
		"- **Token Usage**: 31.800 / 65 000\n- **Last Updated**: 2026-04-22T10:00:00.000Z\n\n## Issues\n\n| Issue | Title | Status | Phase | PR |\n|---|---|---|---|---|\n" +
		"| #42 | Cache | ✅ completed | 5/5 | #101 |\n\n## Code Complete — PR Needed\n\n- 44 Docs — branch: `cadre/issue-44`\n\n## Event Log\n\n- `09:59:59` Fleet resumed\n"})
	want(t, "claims", r.rows("Claims", "subject", "field", "text", "number"), "- prs 1 1", "- tokens 31800 31800", "- budget 65000 65000",
		"- updated 2026-04-22T10:00:00.000Z -", "- total 1003 1003", "- completed 1001 1001", "- in-progress 0 0", "42 status completed -")
	want(t, "events", r.rows("Events", "kind", "at", "at_text", "text")[2:], "progress line - - 44 Docs — branch: `cadre/issue-44`", "progress event - 09:59:59 Fleet resumed")
	want(t, "findings", r.CodeNames(), "fleet_parts")
}

func TestProgressOfMigration(t *testing.T) {
	r := ingest(t, input{".aamf/migration/billing/reports/progress.md", "# Migration Progress: billing\n\n**Started:** 2026-04-22T10:00:00.000Z\n**Token Usage:** 0 tokens\n\n## Phases\n\n" +
		"| Phase | Name | Status | Notes |\n|---|---|---|---|\n| 3 | Planning | ✅ completed |  |\n| 4 | Iterative Migration | ❌ failed | one task |\n\n## Task Progress\n\n[██░░] 50% (1/2 tasks)\n\n" +
		"### Failed Tasks\n- **task-002**: no build\n\n### Blocked Tasks\n- **task-003**: max retries exceeded\n\n## Event Log\n\n- [2026-04-22T10:30:00.000Z] Phase 4 started: Iterative Migration\n\n" +
		"## Retry Targets\n\n| Scope | Attempt | Task | Wave | Check | Summary |\n|---|---|---|---|---|---|\n| task | 2/3 | task-002 |  | build | again |\n\n" +
		"## Terminal Exhaustion\n\n- **reasonCode:** task-retries-exhausted\n- **taskId:** task-002\n- **summary:** gave up\n"})
	want(t, "run", r.rows("Runs", "kind", "id", "status", "outcome", "cause", "reason"), "migration billing failed task-retries-exhausted retries gave up")
	want(t, "steps", r.rows("Steps", "step", "status", "converged", "reason"), "phase 3 completed - -", "phase 4 failed - one task", "task-002 failed false no build", "task-003 blocked false max retries exceeded")
	want(t, "rest", r.rows("Events", "kind", "step", "attempt", "text")[6:7], "progress retry task-002 2 again: build")
	want(t, "counts", countsOf(r), "phases 2 said by progress", "phases completed 1", "phases failed 1", "tasks 2 said by progress", "tasks blocked 1", "tasks failed 1",
		"terminal_exhaustions task-retries-exhausted 1", "retry_targets task 1")
	want(t, "claims", r.rows("Claims", "subject", "field", "text")[:4], "- tokens 0", "- updated 2026-04-22T10:30:00.000Z", "- done 1", "- tasks 2")
}

func TestProgressSnapshots(t *testing.T) {
	r := ingest(t, input{"a/issues/31/progress.md", nightPage}, input{"a/issues/31/progress.old.md", strings.Replace(nightPage, "2026-02-25T00:10", "2026-02-25T00:05", 1)})
	want(t, "superseded", r.rows("Sources", "superseded"), "0", "18")
}

func TestOddPages(t *testing.T) {
	for name, c := range map[string]struct{ page, findings string }{
		"no time":        {strings.Replace(nightPage, "- **Last Updated**: 2026-02-25T00:10:23.140Z\n", "", 1), "progress_without_time"},
		"broken text":    {strings.Replace(nightPage, "Give", "Gi\xffve", 1), "invalid_utf8"},
		"a second title": {nightPage + "# Issue #32: other\n", ""},
		"a long line":    {strings.Replace(nightPage, "Give", strings.Repeat(">", 20000), 1), "progress_too_long"},
		"a long page":    {nightPage + strings.Repeat("- `00:10:00` x\n", 80000), "progress_too_long"},
		"a strange time": {strings.Replace(nightPage, "`23:54:41`", "`99:54:32`", 1), ""},
		"huge numbers":   {strings.NewReplacer("| 2 | Planning", "| 99999999999999999999 | Planning", "Usage**: 0", "Usage**: 99999999999999999999999").Replace(nightPage), ""},
	} {
		r := ingest(t, input{"a/issues/31/progress.md", c.page})
		if got := strings.Join(r.CodeNames(), " "); got != c.findings {
			t.Errorf("%s: findings %q, want %q", name, got, c.findings)
		}
		want(t, name, r.rows("Runs", "id"), "31")
	}
}

// A page that still shows a phase as pending does not undo what an event says of it.
func TestPendingOnThePageUndoesNothing(t *testing.T) {
	r := ingest(t, input{"work/issues/31/progress.md", nightPage},
		input{"work/notifications.jsonl", `{"type":"phase-completed","workItemId":"31","phase":4,"phaseName":"Integration Verification",` +
			`"duration":60000,"timestamp":"2026-02-25T00:05:00.000Z"}` + "\n"})
	want(t, "phases", r.rows("Steps", "step", "status")[:4], "phase 1 completed", "phase 2 failed", "phase 3 in-progress", "phase 4 completed")
}
