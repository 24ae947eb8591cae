package cadre

import "runreport/ingest/record"

const pageHead = "# Work Item 42: Cache eviction\n\n## Pipeline Status\n- **Current Phase**: 3/5\n- **Token Usage**: 31,800\n- **Last Updated**: 2026-04-22T10:20:00.000Z\n\n"

// The kinds of a progress page: the page itself and each line that states something.
var (
	progressPage = (&record.Kind{
		Name:  "progress",
		Table: "claims",
		Doc:   "a progress page: whose it is and when it was written",
		Fields: []record.Field{
			text("of", "work item, fleet or migration"), text("id", "the work item or the project"), text("title", "title of the work item"),
			{
				Key:  "updated",
				Type: record.Time,
				Doc:  "last update, RFC 3339; in AAMF the last line of its log",
			}, num("phase", record.Ordinal, "current phase"),
			num("tokens", record.Tokens, "tokens used; zero means that nobody counted"), num("budget", record.Tokens, "tokens allowed"), num("prs", record.Things, "pull requests made"),
			text("issues", "numbers of work items by state, as written"),
			num("done", record.Things, "AAMF: tasks that are done"), num("migrated", record.Things, "AAMF: tasks that wait for their wave to be checked"),
			num("tasks", record.Things, "AAMF: tasks in all"), num("resumes", record.Things, "AAMF: number of the last resume in its log"),
		},
		Sample: pageHead,
	}).Compile()
	progressPhase = (&record.Kind{
		Name:  "progress phase",
		Table: "steps",
		Doc:   "a row of the table of phases",
		Fields: []record.Field{
			num("phase", record.Ordinal, "number of the phase"), text("name", "its title"), text("status", "its state"),
			{
				Key:   "seconds",
				Type:  record.Float,
				Range: record.Seconds,
				Doc:   "its duration, seconds, one decimal",
			}, text("notes", "AAMF: what went wrong"),
		},
		Sample: pageHead + "## Phases\n\n| # | Phase | Status | Duration |\n|---|-------|--------|----------|\n| 1 | Analysis & Scouting | ✅ | 88.4s |\n",
	}).Compile()
	progressGate = (&record.Kind{
		Name:  "progress gate",
		Table: "checks",
		Doc:   "the result of a phase's gate",
		Fields: []record.Field{
			num("phase", record.Ordinal, "number of the phase"), text("name", "title of the phase"), text("verdict", "pass, warn or fail"), text("messages", "errors and warnings"),
		},
		Sample: pageHead + "## Gate Results\n\n### Phase 1: Analysis & Scouting — ⚠️ warn\n- ⚠️ 9 ambiguities\n",
	}).Compile()
	progressTask = (&record.Kind{
		Name:  "progress task",
		Table: "steps",
		Doc:   "a row of the table of tasks, or of AAMF's lists of failed and blocked ones",
		Fields: []record.Field{
			text("task", "the task"), text("name", "its title"), text("status", "its state"), text("error", "AAMF: what went wrong"),
		},
		Sample: pageHead + "## Implementation Tasks\n\n| Task | Name | Status |\n|------|------|--------|\n| task-001 | Extend the cache | ✅ completed |\n",
	}).Compile()
	progressItem = (&record.Kind{
		Name:  "progress item",
		Table: "claims",
		Doc:   "a row of a fleet's table of work items",
		Fields: []record.Field{
			text("item", "the work item"), text("title", "its title"), text("status", "its state"), text("phase", "its phase"),
		},
		Sample: "# CADRE Progress\n\n## Fleet Status\n- **Last Updated**: 2026-04-22T10:20:00.000Z\n\n## Issues\n\n| Issue | Title | Status | Phase | PR |\n|-------|-------|--------|-------|----|\n| 42 | Cache eviction | ✅ completed | 5/5 | #7 |\n",
	}).Compile()
	progressEvent = (&record.Kind{
		Name:  "progress event",
		Table: "steps",
		Doc:   "a line of the page's log: a time of day in UTC and a sentence; the last 30 (fleet 20, AAMF 50)",
		Fields: []record.Field{
			text("clock", "time as written"), {
				Key:  "at",
				Type: record.Time,
				Doc:  "the same with the day that the last update gives it",
			}, text("text", "what happened"),
		},
		Sample: pageHead + "## Event Log\n\n- `10:19:58` Task task-001 started: Extend the cache\n",
	}).Compile()
	progressStop = (&record.Kind{
		Name:  "progress exhaustion",
		Table: "claims",
		Doc:   "AAMF: a line about why execution stopped for good",
		Fields: []record.Field{
			text("field", "reasonCode, taskId, wave, check or summary"), text("text", "what it says"),
		},
		Sample: "# Migration Progress: billing\n\n## Phases\n\n## Terminal Exhaustion\n\n- **reasonCode:** task-retries-exhausted\n",
	}).Compile()
	progressRetry = (&record.Kind{
		Name:  "progress retry",
		Table: "counts",
		Doc:   "AAMF: a row of the table of retries; the last 100",
		Fields: []record.Field{
			text("scope", "what is tried again: task, parity, command or wave"), num("attempt", record.AttemptNumber, "number of the attempt"),
			text("taskId", "the task"), text("check", "check that did not pass"), text("summary", "why, in words"),
		},
		Sample: "# Migration Progress: billing\n\n## Phases\n\n## Retry Targets\n\n| Scope | Attempt | Task | Wave | Check | Summary |\n|-------|---------|------|------|-------|---------|\n" +
			"| parity | 2/3 | task-002 | 1 | build | one gap is left |\n",
	}).Compile()
	progressLine = (&record.Kind{
		Name:  "progress line",
		Table: "events",
		Doc:   "any other line of a list or a table",
		Fields: []record.Field{
			text("section", "heading above it"), text("text", "as written; the cells of a row between |"),
		},
		Sample: "# CADRE Progress\n\n## Fleet Status\n\n## Code Complete — PR Needed\n\n- 44 Docs — branch: `cadre/issue-44`\n",
	}).Compile()

	progressKinds = []*record.Kind{
		progressPage,
		progressPhase,
		progressGate,
		progressTask,
		progressItem,
		progressEvent,
		progressStop,
		progressRetry,
		progressLine,
	}
)
