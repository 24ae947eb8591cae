package cadre

import "runreport/ingest/record"

var (
	epoch     = num("epoch", record.Ordinal, "number of the epoch of tasks")
	iteration = num("iteration", record.Ordinal, "number of the round")
	converged = flag("converged", "nothing is left to repair")
	failures  = num("remainingFailures", record.Things, "failures that are left")
	maxRounds = num("maxIterations", record.Things, "rounds allowed")
	parity    = record.Field{Key: "scope", Type: record.String, Doc: "per-task, wave-barrier or final-gate"}
	summary   = text("summary", "in words")
)

// aamfEvents are the events that only AAMF has.
var aamfEvents = []event{
	{
		"migration-started",
		"a migration begins or is resumed",
		[]record.Field{text("projectName", "the project")},
		`"projectName":"billing"`,
	},
	{
		"migration-completed",
		"a migration ended",
		[]record.Field{text("projectName", "the project"), needed(success), duration},
		`"projectName":"billing","success":true,"duration":3600000`,
	},
	{"migration-interrupted", "a migration was stopped", []record.Field{reason}, `"reason":"SIGINT"`},
	{
		"phase-failed",
		"a phase failed",
		[]record.Field{
			phase,
			phaseName,
			errorText,
			num("exitCode", record.ExitStatus, "exit status"),
			text("stderr", "last words"),
		},
		`"phase":5,"name":"Migration","error":"one task is blocked"`,
	},
	{
		"task-failed",
		"an attempt at a task failed",
		[]record.Field{taskID, taskName, errorText, attempt},
		`"taskId":"task-021","name":"Port the parser","error":"build failed","attempt":1`,
	},
	{
		"agent-queued",
		"an agent waits for its turn",
		[]record.Field{agent, taskID, phase, runID, callID},
		`"agent":"code-migrator","taskId":"task-021","phase":5`,
	},
	{
		"agent-heartbeat",
		"an agent is alive",
		[]record.Field{agent, taskID, runID, callID, num("elapsedSeconds", record.Seconds, "seconds since it started")},
		`"agent":"code-migrator","taskId":"task-021","elapsedSeconds":60`,
	},
	{
		"agent-timed-out",
		"an agent was stopped when its time was over",
		[]record.Field{agent, taskID, runID, callID, num("timeout", record.Milliseconds, "time allowed, milliseconds")},
		`"agent":"code-migrator","taskId":"task-021","timeout":300000`,
	},
	{
		"agent-output-file-detected",
		"an agent wrote a file",
		[]record.Field{agent, taskID, runID, callID, text("file", "the file")},
		`"agent":"code-migrator","file":"parser.rs"`,
	},
	{
		"agent-output-line",
		"an agent printed a line",
		[]record.Field{agent, taskID, runID, callID, text("stream", "stdout or stderr"), text("line", "the line")},
		`"agent":"code-migrator","stream":"stdout","line":"done"`,
	},
	{"wave-started", "a wave of tasks begins", []record.Field{wave, taskIDs}, `"wave":2,"taskIds":["task-021"]`},
	{
		"wave-completed",
		"a wave of tasks ended",
		[]record.Field{wave, taskIDs, duration},
		`"wave":2,"taskIds":["task-021"],"duration":60000`,
	},
	{"wave-barrier-entered", "a wave waits for its last task", []record.Field{wave}, `"wave":2`},
	{"wave-barrier-released", "a wave may go on", []record.Field{wave, duration}, `"wave":2,"duration":900`},
	{
		"wave-convergence-status",
		"how far a wave is repaired",
		[]record.Field{wave, iteration, converged, failures},
		`"wave":2,"iteration":1,"converged":false,"remainingFailures":2`,
	},
	{
		"wave-convergence-limit-reached",
		"a wave is given up",
		[]record.Field{wave, maxRounds, failures},
		`"wave":2,"maxIterations":3,"remainingFailures":1`,
	},
	{"epoch-started", "an epoch of tasks begins", []record.Field{epoch, taskIDs, {
		Key:  "levels",
		Type: record.Any,
		Doc:  "levels of the task graph",
	}}, `"epoch":1,"taskIds":["task-021"],"levels":[0]`},
	{
		"epoch-completed",
		"an epoch of tasks ended",
		[]record.Field{epoch, taskIDs, duration},
		`"epoch":1,"taskIds":["task-021"],"duration":60000`,
	},
	{"epoch-sync-entered", "an epoch waits for its last task", []record.Field{epoch}, `"epoch":1`},
	{"epoch-sync-released", "an epoch may go on", []record.Field{epoch, duration}, `"epoch":1,"duration":900`},
	{
		"epoch-convergence-status",
		"how far an epoch is repaired",
		[]record.Field{epoch, iteration, converged, failures},
		`"epoch":1,"iteration":1,"converged":true,"remainingFailures":0`,
	},
	{
		"epoch-convergence-limit-reached",
		"an epoch is given up",
		[]record.Field{epoch, maxRounds, failures},
		`"epoch":1,"maxIterations":3,"remainingFailures":1`,
	},
	{
		"parity-retry-continued",
		"parity is checked again",
		[]record.Field{parity, taskID, attempt, summary},
		`"scope":"per-task","taskId":"task-021","attempt":2,"summary":"one gap is left"`,
	},
	{
		"parity-early-stop",
		"parity is not checked again",
		[]record.Field{parity, taskID, attempt, summary},
		`"scope":"per-task","taskId":"task-021","attempt":2,"summary":"the same gap twice"`,
	},
	{
		"parity-targeted-recovery",
		"single gaps of parity are repaired",
		[]record.Field{parity, taskID, attempt, summary, num("targetedIssueCount", record.Things, "gaps")},
		`"scope":"final-gate","attempt":1,"summary":"two gaps","targetedIssueCount":2`,
	},
	{"checkpoint-saved", "the checkpoint was written", []record.Field{phase, taskID}, `"phase":5`},
	{"metric-recorded", "an invocation was written down", []record.Field{callID}, `"invocationId":"c-1"`},
	{
		"model-routing-decision",
		"a model was chosen for a task",
		[]record.Field{taskID, text("tier", "normal, heavy or critical"), text("selectedModel", "the model"), reason,
			{
				Key:   "score",
				Type:  record.Float,
				Range: record.Score,
				Doc:   "how hard the task looks, 0 to 100",
			}},
		`"taskId":"task-021","tier":"heavy","selectedModel":"large-3","reason":"many symbols","score":71`,
	},
	{"report-generated", "a report was written", []record.Field{text("path", "where")}, `"path":"reports/index.md"`},
}
