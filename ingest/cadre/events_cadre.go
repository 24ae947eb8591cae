package cadre

import "runreport/ingest/record"

// cadreEvents are the events of CADRE. Those that AAMF has too carry its fields as well.
var cadreEvents = []event{
	{
		"fleet-started",
		"a fleet begins to work on its items",
		[]record.Field{
			needed(
				num("issueCount", record.Things, "work items"),
			),
			num("maxParallel", record.Things, "work items at a time"),
		},
		`"issueCount":3,"maxParallel":2`,
	},
	{
		"fleet-completed",
		"a fleet has nothing left to do",
		[]record.Field{
			needed(
				success,
			),
			num("prsCreated", record.Things, "pull requests made"),
			num("failedIssues", record.Things, "work items that are not completed"),
			{
				Key:   "totalDuration",
				Type:  record.Float,
				Range: record.Milliseconds,
				Doc:   "wall time, milliseconds",
			},
			num("totalTokens", record.Tokens, "tokens used"),
		},
		`"success":false,"prsCreated":2,"failedIssues":1,"totalDuration":90000,"totalTokens":0`,
	},
	{"fleet-interrupted", "a signal ends a fleet", []record.Field{
		needed(text("signal", "the signal")),
		{Key: "workItemsInProgress", Type: record.Strings, Doc: "the work items it cut off"},
		{Key: "issuesInProgress", Type: record.Any, Doc: "the same, as numbers, before workItemId"},
	}, `"signal":"SIGINT","workItemsInProgress":["42"]`},
	{
		"issue-started",
		"work on an item begins",
		aboutItem(text("issueTitle", "its title"), text("worktreePath", "where it is worked on")),
		`"workItemId":"42","issueTitle":"Cache eviction","worktreePath":"/srv/worktrees/issue-42"`,
	},
	{
		"issue-completed",
		"work on an item ended",
		aboutItem(text("issueTitle", "its title"), needed(success), num("prNumber", record.Identifier, "pull request"),
			text("prUrl", "address of the pull request"), duration, num("tokenUsage", record.Tokens, "tokens used")),
		`"workItemId":"42","issueTitle":"Cache eviction","success":true,"duration":60000,"tokenUsage":0`,
	},
	{
		"issue-failed",
		"work on an item failed",
		aboutItem(
			text("issueTitle", "its title"),
			needed(errorText),
			phase,
			phaseName,
			text("failedTask", "the task that failed"),
		),
		`"workItemId":"42","issueTitle":"Cache eviction","error":"Phase 3 failed","phase":3`,
	},
	{
		"phase-started",
		"a phase begins",
		aboutItem(phase, phaseName),
		`"workItemId":"42","phase":2,"phaseName":"Planning"`,
	},
	{
		"phase-completed",
		"a phase ended",
		aboutItem(phase, phaseName, success, duration),
		`"workItemId":"42","phase":2,"phaseName":"Planning","duration":61000`,
	},
	{
		"phase-skipped",
		"a phase is left out",
		aboutItem(phase, phaseName, reason),
		`"workItemId":"42","phase":2,"reason":"done before"`,
	},
	{
		"agent-launched",
		"an agent starts",
		aboutItem(agent, taskID, phase, runID, callID, text("worktreePath", "where it works")),
		`"agent":"code-writer","workItemId":"42","taskId":"task-001","worktreePath":"/srv/worktrees/issue-42"`,
	},
	{
		"agent-completed",
		"an agent ended by itself",
		aboutItem(agent, taskID, phase, num("exitCode", record.ExitStatus, "exit status"), success, duration,
			num("tokenUsage", record.Tokens, "tokens used"), runID, callID),
		`"agent":"code-writer","workItemId":"42","taskId":"task-001","exitCode":0,"duration":19000,"tokenUsage":5200`,
	},
	{
		"agent-failed",
		"an agent failed",
		aboutItem(
			agent,
			taskID,
			phase,
			errorText,
			flag("timedOut", "it was stopped when its time was over"),
			attempt,
			runID,
			callID,
		),
		`"agent":"code-writer","workItemId":"42","taskId":"task-001","error":"exit code 1","timedOut":false`,
	},
	{
		"task-started",
		"work on a task begins",
		aboutItem(taskID, taskName),
		`"workItemId":"42","taskId":"task-001","taskName":"Extend the cache"`,
	},
	{
		"task-completed",
		"a task is done",
		aboutItem(taskID, taskName, duration),
		`"workItemId":"42","taskId":"task-001","duration":34000`,
	},
	{
		"task-blocked",
		"a task has used up its attempts",
		aboutItem(taskID, taskName, reason, num("retryCount", record.AttemptNumber, "attempts")),
		`"workItemId":"42","taskId":"task-001","reason":"Max retries exceeded","retryCount":3`,
	},
	{
		"task-retry",
		"an attempt at a task failed",
		aboutItem(taskID, taskName, attempt, num("maxAttempts", record.Things, "attempts allowed"), reason),
		`"workItemId":"42","taskId":"task-001","attempt":1,"maxAttempts":3,"reason":"build failed"`,
	},
	{
		"git-commit",
		"a commit was made",
		aboutItem(text("sha", "the commit"), text("message", "its message")),
		`"workItemId":"42","sha":"1f6a","message":"extend the cache"`,
	},
	{
		"git-push",
		"a branch was pushed",
		aboutItem(text("branch", "the branch")),
		`"workItemId":"42","branch":"cadre/issue-42"`,
	},
	{
		"pr-created",
		"a pull request was made",
		aboutItem(num("prNumber", record.Identifier, "its number"), text("prUrl", "its address")),
		`"workItemId":"42","prNumber":7,"prUrl":"https://example.org/pr/7"`,
	},
	{"ambiguity-detected", "the issue's text is unclear", aboutItem(record.Field{
		Key:  "ambiguities",
		Type: record.Strings,
		Doc:  "what is unclear",
	}),
		`"workItemId":"42","ambiguities":["which cache"]`},
	{"budget-warning", "most tokens are used", aboutItem(scope, usage, budget,
		record.Field{
			Key:   "percentUsed",
			Alias: []string{"percentage"},
			Type:  record.Float,
			Range: record.Ratio,
			Doc:   "share of the budget, percent; percentage in AAMF",
		}),
		`"scope":"issue","workItemId":"42","currentUsage":52000,"budget":65000,"percentUsed":80`},
	{
		"budget-exceeded",
		"all tokens are used",
		aboutItem(scope, usage, budget),
		`"scope":"issue","workItemId":"42","currentUsage":66000,"budget":65000`,
	},
	{
		"isolation-session-started",
		"a sandbox opens",
		[]record.Field{
			text("providerName", "its provider"),
			text("sessionId", "its name"),
			text("policyProfile", "its rules"),
		},
		`"providerName":"host","sessionId":"s-1","policyProfile":"default"`,
	},
	{
		"isolation-session-ended",
		"a sandbox closes",
		[]record.Field{text("providerName", "its provider"), text("sessionId", "its name"), duration, success},
		`"providerName":"host","sessionId":"s-1","durationMs":3200,"success":true`,
	},
	{
		"isolation-capability-downgrade",
		"another sandbox than the one asked for",
		[]record.Field{
			text("requestedProvider", "asked for"),
			text(
				"fallbackProvider",
				"used",
			),
			reason,
		},
		`"requestedProvider":"docker","fallbackProvider":"host","reason":"not installed"`,
	},
	{
		"terminal-exhaustion",
		"execution stops for good",
		aboutItem(
			record.Field{
				Key:  "workUnit",
				Type: record.Any,
				Doc:  "the work item, in CADRE's proposal",
			},
			needed(text("reasonCode", "why; an open list, see causes")),
			wave,
			phase,
			taskID,
			text("check", "the check that did not pass"),
			text("qualifier", "the gate or the check, in CADRE's proposal"),
			text("summary", "why, in words"),
		),
		`"reasonCode":"task-retries-exhausted","wave":2,"taskId":"task-021","check":"lint"`,
	},
}
