package cadre

import "runreport/ingest/record"

// callStatuses are the results of an invocation.
var callStatuses = []string{"success", "failed", "cancelled", "timed-out"}

// invocation is one time that an agent ran. The two programs name the same things
// differently; neither name is a deviation.
var invocation = (&record.Kind{Name: "invocation", Table: "attempts", Doc: "an agent ran once", Fields: []record.Field{
	{Key: "invocationId", Type: record.String, Required: true, Column: "id", Doc: "its own name"},
	text("runId", "the session"),
	{
		Key:      "agent",
		Alias:    []string{"agentType"},
		Type:     record.String,
		Required: true,
		Column:   "agent",
		Doc:      "the agent; agentType in AAMF",
	},
	text("workItemId", "the work item; CADRE only"), num("issueNumber", record.Identifier, "the work item, before workItemId replaced it"),
	num("phase", record.Ordinal, "number of the phase"),
	text("taskId", "the task; absent or empty where it works for the phase"),
	{Key: "model", Type: record.String, Column: "model", Doc: "language model"},
	{
		Key:   "tokens",
		Alias: []string{"tokensTotal"},
		Type:  record.Int,
		Range: record.Tokens,
		Doc:   "all tokens, zero: nobody counted; tokensTotal in AAMF",
	},
	{
		Key:   "inputTokens",
		Alias: []string{"tokensPrompt"},
		Type:  record.Int,
		Range: record.Tokens,
		Doc:   "tokens read; tokensPrompt in AAMF",
	},
	{
		Key:   "outputTokens",
		Alias: []string{"tokensCompletion"},
		Type:  record.Int,
		Range: record.Tokens,
		Doc:   "tokens written; tokensCompletion in AAMF",
	},
	num("cachedTokens", record.Tokens, "tokens read from a cache"),
	{
		Key:   "cost",
		Alias: []string{"costUsd"},
		Type:  record.Float,
		Range: record.Dollars,
		Doc:   "cost, US dollars; costUsd in AAMF",
	},
	{Key: "routing", Type: record.Any, Doc: "how the model was chosen; CADRE"},
	{Key: "routingTier", Type: record.String, Column: "tier", Doc: "routing tier; AAMF"},
	{Key: "routingReason", Type: record.String, Column: "reason", Doc: "why that tier; AAMF"},
	{
		Key:   "escalationCostUsd",
		Type:  record.Float,
		Range: record.Dollars,
		Doc:   "cost of the higher tier, US dollars; AAMF",
	},
	{Key: "premiumRequests", Type: record.Float, Range: record.Things, Doc: "requests of a dearer sort; AAMF"},
	{
		Key:   "duration",
		Alias: []string{"durationMs"},
		Type:  record.Float,
		Range: record.Milliseconds,
		Doc:   "wall time, milliseconds; durationMs in AAMF",
	},
	flag("success", "it went well; CADRE"),
	{Key: "status", Type: record.String, Enum: callStatuses, Column: "status", Doc: "how it ended"},
	{
		Key:    "exitCode",
		Type:   record.Int,
		Range:  record.ExitStatus,
		Column: "exit_code",
		Doc:    "exit status; null when it was stopped",
	},
	{Key: "startTime", Type: record.Time, Required: true, Column: "started_at", Doc: "start"},
	{
		Key:      "timestamp",
		Alias:    []string{"endTime"},
		Type:     record.Time,
		Required: true,
		Column:   "ended_at",
		Doc:      "end; endTime in AAMF",
	},
	num("attemptNumber", record.AttemptNumber, "number of the attempt, from 1"), num("maxAttempts", record.Things, "attempts allowed"), flag("wasRetry", "it is not the first attempt"),
}, Sample: `{"invocationId":"c-7","runId":"r-9","agent":"code-writer","workItemId":"42","phase":3,"taskId":"task-002","model":"large-3","tokens":5200,` +
	`"inputTokens":4300,"outputTokens":900,"duration":20000,"success":false,"status":"failed","exitCode":1,` +
	`"startTime":"2026-04-22T10:05:00.000Z","timestamp":"2026-04-22T10:05:20.000Z"}`}).Compile()
