package cadre

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// tokenUsage is read for its total; the parts are kept as claims.
var tokenUsage = &record.Kind{
	Name: "tokenUsage",
	Doc:  "tokens used; zero means that nobody counted",
	Fields: []record.Field{
		num("total", record.Tokens, "all tokens"),
		{Key: "byPhase", Type: record.Object, Doc: "by number of phase"},
		{Key: "byAgent", Type: record.Object, Doc: "by agent"},
		{Key: "byWorkItem", Type: record.Object, Doc: "by work item, in a fleet"},
		{Key: "byIssue", Type: record.Object, Doc: "the same, before byWorkItem"},
	},
}

var failedTask = &record.Kind{Name: "failedTask", Doc: "a task of which an attempt failed", Fields: []record.Field{
	needed(text("taskId", "the task")),
	{Key: "error", Alias: []string{"lastError"}, Type: record.String, Doc: "what went wrong last; lastError in AAMF"},
	num("attempts", record.AttemptNumber, "number of the last attempt that failed"),
	{Key: "lastAttempt", Type: record.Time, Doc: "when; CADRE only"},
	flag("recoveryAttempted", "AAMF only"),
}}

// exhaustion is read in both vocabularies; its code is an open list.
var exhaustion = &record.Kind{Name: "terminalExhaustion", Doc: "why execution stopped for good", Fields: []record.Field{
	needed(text("reasonCode", "why; see causes")),
	{Key: "workUnit", Type: record.Any, Doc: "work item; CADRE's proposal"},
	num(
		"phase",
		record.Ordinal,
		"phase; CADRE's proposal",
	),
	num("wave", record.Ordinal, "wave; AAMF"),
	text("taskId", "task"),
	text("check", "check that did not pass; AAMF"),
	text("qualifier", "gate or check; CADRE's proposal"),
	text("summary", "why, in words"),
	{Key: "timestamp", Type: record.Time, Doc: "when; CADRE's proposal. AAMF gives none: lastCheckpoint stands for it"},
}}

// checkpointFields are what the checkpoints of both programs say.
var checkpointFields = []record.Field{
	num("version", record.Ordinal, "version of the layout"),
	needed(
		num(
			"currentPhase",
			record.Ordinal,
			"the phase that runs or was completed last; in AAMF one after the last completed",
		),
	),
	text("currentTask", "the task that runs"),
	{Key: "completedPhases", Type: record.Any, Required: true, Doc: "numbers of the phases that are done"},
	{Key: "completedTasks", Type: record.Strings, Doc: "tasks that are done, in the order of their completion"},
	{
		Key:  "failedTasks",
		Type: record.List,
		Of:   failedTask,
		Doc:  "tasks of which an attempt failed; CADRE keeps those that recovered, AAMF does not",
	},
	{Key: "blockedTasks", Type: record.Strings, Doc: "tasks that used up their attempts"},
	{Key: "phaseOutputs", Type: record.Object, Doc: "what the phases wrote"},
	{Key: "gateResults", Type: record.Any, Doc: "verdict, errors and warnings of each phase's gate"},
	{Key: "tokenUsage", Type: record.Object, Of: tokenUsage, Required: true, Doc: "tokens used"},
	{Key: "startedAt", Type: record.Time, Required: true, Column: "started_at", Doc: "start of the unit"},
	{Key: "lastCheckpoint", Type: record.Time, Required: true, Doc: "when this snapshot was written"},
	{
		Key:    "resumeCount",
		Type:   record.Int,
		Range:  record.Things,
		Column: "resumes",
		Doc:    "times it was loaded again; 0 is one session",
	},
	num("metricsCount", record.Things, "lines of invocations.jsonl"),
	{Key: "terminalExhaustion", Type: record.Object, Of: exhaustion, Doc: "why execution stopped for good"},
}

var itemCheckpoint = (&record.Kind{
	Name:  "checkpoint",
	Table: "runs",
	Doc:   "state of a work item",
	Fields: append([]record.Field{
		workItem, issueNumber,
		text("projectName", "project; in the fixture only"),
		{Key: "subTasks", Type: record.Any, Doc: "parts of tasks that are done"},
		flag("budgetExceeded", "the tokens were used up"),
		{Key: "tokenRecords", Type: record.Any, Doc: "tokens of each agent and phase"},
		text("worktreePath", "where it is worked on"), text("branchName", "its branch"), text("baseCommit", "where the branch began"),
		{Key: "phaseResults", Type: record.Any, Doc: "state of each phase; in the fixture only"},
		{Key: "tasks", Type: record.Any, Doc: "state of each task; in the fixture only"},
		{Key: "worktree", Type: record.Any, Doc: "where it is worked on; in the fixture only"},
	}, checkpointFields...),

	Sample: `{"workItemId":"42","version":1,"currentPhase":3,"currentTask":null,"completedPhases":[1,2],"completedTasks":["task-001"],` +
		`"failedTasks":[{"taskId":"task-002","error":"build failed","attempts":3,"lastAttempt":"2026-04-22T10:19:00.000Z"}],"blockedTasks":["task-002"],` +
		`"phaseOutputs":{"1":"out-1.md"},"gateResults":{"1":{"status":"warn","warnings":["9 ambiguities"],"errors":[]}},"subTasks":{},` +
		`"tokenUsage":{"total":31800,"byPhase":{"1":4100},"byAgent":{"code-writer":20400}},"worktreePath":"/srv/worktrees/issue-42",` +
		`"branchName":"cadre/issue-42","baseCommit":"1f6a","startedAt":"2026-04-22T10:00:00.000Z","lastCheckpoint":"2026-04-22T10:20:00.000Z","resumeCount":0,"metricsCount":11}`,
}).Compile()

var migrationCheckpoint = (&record.Kind{
	Name:  "migration checkpoint",
	Table: "runs",
	Doc:   "state of a migration",
	Fields: append([]record.Field{
		needed(text("projectName", "the project")),
		{
			Key:   "cumulativeDurationMs",
			Type:  record.Float,
			Range: record.Milliseconds,
			Doc:   "time in all sessions, milliseconds; zero means that nobody counted",
		},
		{
			Key:  "completedTaskDurationsMs",
			Type: record.Any,
			Doc:  "durations of the completed tasks, milliseconds, without their names",
		},
		flag("phase3aComplete", "the plan is made"), flag("scaffoldComplete", "the target is set up"),
		{Key: "completedPhase2Groups", Type: record.Any, Doc: "groups of modules that are done"},
		text("phase0Fingerprint", "what was indexed"),
		{Key: "adjudicationWaivers", Type: record.Any, Doc: "findings that were waived"},
		{Key: "adjudicationEvents", Type: record.Any, Doc: "findings that were judged"},
		{Key: "phaseCursors", Type: record.Any, Doc: "where each phase stands"},
		{Key: "__flowCheckpoint", Type: record.Any, Doc: "state of the framework"},
		{Key: "__phase4FlowCheckpoint", Type: record.Any, Doc: "state of the framework within the phase of the tasks"},
	}, checkpointFields...),

	Sample: `{"projectName":"billing","version":1,"currentPhase":5,"currentTask":null,"completedPhases":[2,3,4],"completedTasks":["task-001"],"failedTasks":[],` +
		`"blockedTasks":[],"phaseOutputs":{},"tokenUsage":{"total":0,"byPhase":{},"byAgent":{}},"startedAt":"2026-04-22T10:00:00.000Z",` +
		`"lastCheckpoint":"2026-04-22T11:00:00.000Z","resumeCount":2,"cumulativeDurationMs":3600000,"completedTaskDurationsMs":[61000],"metricsCount":4,` +
		`"terminalExhaustion":{"reasonCode":"wave-convergence-exhausted","wave":2,"check":"validation","summary":"wave 2 did not converge"}}`,
}).Compile()

// fleetStatuses are the states that a fleet gives its items, with one that older versions wrote.
var fleetStatuses = []string{
	"not-started",
	"in-progress",
	"completed",
	"failed",
	"blocked",
	"budget-exceeded",
	"code-complete",
	"dep-failed",
	"dep-merge-conflict",
	"dep-build-broken",
	"dep-blocked",
	"code-complete-no-pr",
}

const fleetSample = `{"projectName":"tidepool","version":1,"issues":{"42":{"status":"completed","issueTitle":"Cache eviction","worktreePath":"","branchName":"cadre/issue-42",` +
	`"lastPhase":5,"updatedAt":"2026-04-22T11:00:00.000Z"}},"tokenUsage":{"total":31800,"byWorkItem":{"42":31800}},"startedAt":"2026-04-22T10:00:00.000Z",` +
	`"lastCheckpoint":"2026-04-22T11:00:00.000Z","resumeCount":1,"dag":{"42":[]},"waves":[["42"]],"completedWaves":[0]}`

var fleetCheckpoint = (&record.Kind{
	Name:  "fleet checkpoint",
	Table: "runs",
	Doc:   "state of a fleet",
	Fields: []record.Field{
		needed(text("projectName", "the project")), num("version", record.Ordinal, "version of the layout"),
		{Key: "issues", Type: record.Object, Required: true, Doc: "the work items by name"},
		{Key: "tokenUsage", Type: record.Object, Of: tokenUsage, Required: true, Doc: "tokens used"},
		{Key: "startedAt", Type: record.Time, Required: true, Column: "started_at", Doc: "start of the fleet"},
		{Key: "lastCheckpoint", Type: record.Time, Required: true, Doc: "when this snapshot was written"},
		{
			Key:    "resumeCount",
			Type:   record.Int,
			Range:  record.Things,
			Column: "resumes",
			Doc:    "times it was loaded again",
		},
		{Key: "dag", Type: record.Any, Doc: "which items each one waits for"},
		{Key: "waves", Type: record.Any, Doc: "items that can be worked on together"},
		{Key: "completedWaves", Type: record.Any, Doc: "waves that are done"},
	},
	Sample: fleetSample,
}).Compile()

// fleetItem is one of the map of issues.
var fleetItem = (&record.Kind{
	Name:  "fleet item",
	Table: "steps",
	Doc:   "state of one work item in its fleet",
	Fields: []record.Field{
		{Key: itemKey, Type: record.String, Column: "step", Doc: "the work item: its key in issues"},
		{Key: "status", Type: record.String, Required: true, Enum: fleetStatuses, Column: "status", Doc: "its state"},
		{Key: "issueTitle", Type: record.String, Column: "name", Doc: "its title"},
		text("worktreePath", "where it is worked on"), text("branchName", "its branch"), num("lastPhase", record.Ordinal, "phase that was completed last"),
		{Key: "error", Type: record.String, Column: "reason", Doc: "what went wrong"},
		{Key: "updatedAt", Type: record.Time, Doc: "when the state was set"},
		{Key: itemTokens, Type: record.Int, Range: record.Tokens, Doc: "its tokens: its entry in tokenUsage"},
		{Key: itemWaits, Type: record.Strings, Doc: "the items it waits for: its entry in dag"},
	},
	Sample: fleetSample,
}).Compile()

// What the fleet says of an item elsewhere is read as fields of the item. No key
// of a real item has a space.
const (
	itemKey    = "key in issues"
	itemTokens = "entry in tokenUsage"
	itemWaits  = "entry in dag"
)

func readItem(doc []byte, f *record.File) {
	r := f.AddObject(itemCheckpoint, doc, 0)
	if r == nil {
		return
	}
	if r.Has("phaseResults") || r.Has("tasks") {
		r.Finding(fixtureLayout, "phaseResults, tasks", "completedTasks, failedTasks and phaseOutputs")
	}
	checkList(r, "completedPhases")
	checkMap(r, "gateResults", "phaseResults", "tasks")
}

func readMigration(doc []byte, f *record.File) {
	if r := f.AddObject(migrationCheckpoint, doc, 0); r != nil {
		checkList(r, "completedPhases", "completedTaskDurationsMs")
		checkMap(r, "gateResults")
	}
}

func readFleet(doc []byte, f *record.File) {
	r := f.AddObject(fleetCheckpoint, doc, 0)
	if r == nil {
		return
	}
	r.At = r.Time("lastCheckpoint")
	checkMap(r, "dag")
	waits, tokens := map[string]jsontext.Value{}, map[string]jsontext.Value{}
	for _, e := range record.Entries(r.Raw("dag")) {
		waits[e.Key] = e.Raw
	}
	if used := r.Item("tokenUsage"); used != nil {
		for _, e := range append(record.Entries(used.Raw("byIssue")), record.Entries(used.Raw("byWorkItem"))...) {
			tokens[e.Key] = e.Raw
		}
	}
	for _, e := range record.Entries(r.Raw("issues")) {
		raw := bytes.TrimSpace(e.Raw)
		if e.Raw.Kind() != '{' {
			r.Finding(badShape, "issues: "+r.File.Cut(e.Key, 80)+" is "+r.File.Cut(string(raw), 80), "an object")
			continue
		}
		text := itemOfFleet(e.Key, raw, tokens[e.Key], waits[e.Key])
		if item := f.AddObject(fleetItem, text, 0); item != nil {
			item.At = item.Time("updatedAt")
		}
	}
}

// itemOfFleet returns one JSON object: the item, its name, its tokens and what it waits for.
func itemOfFleet(name string, item, tokens, waits jsontext.Value) jsontext.Value {
	const around = 4*len(`,"":[]`) + len(itemKey+itemTokens+itemWaits)
	text := append(make([]byte, 0, around+len(name)+len(item)+len(tokens)+len(waits)), '{')
	text = appendQuote(appendKey(text, itemKey), name)
	if tokens.Kind() == '0' {
		text = append(appendKey(append(text, ','), itemTokens), tokens...)
	}
	if waits.Kind() == '[' {
		text = appendStrings(appendKey(append(text, ','), itemWaits), waits)
	}
	if members := bytes.TrimSpace(item[1 : len(item)-1]); len(members) > 0 {
		text = append(append(text, ','), members...)
	}
	return append(text, '}')
}

// appendKey appends the key of a member of a JSON object.
func appendKey(text []byte, key string) []byte { return append(appendQuote(text, key), ':') }

func appendQuote(text []byte, s string) []byte {
	text, _ = jsontext.AppendQuote(text, s) // broken text was replaced when it was read
	return text
}

// appendStrings appends the elements of an array as strings: older fleets number their items.
func appendStrings(text []byte, list jsontext.Value) []byte {
	text = append(text, '[')
	for i, e := range record.Elements(list) {
		if i > 0 {
			text = append(text, ',')
		}
		text = appendQuote(text, record.Words(e))
	}
	return append(text, ']')
}

func checkList(r *record.Record, keys ...string) {
	for _, key := range keys {
		raw := r.Raw(key)
		if r.Has(key) && raw.Kind() != '[' {
			r.Finding(badShape, key+": "+r.File.Cut(string(raw), 80), "an array of numbers")
		}
		for _, e := range record.Elements(raw) {
			if _, ok := record.Number(e); !ok {
				r.Finding(badShape, key+": "+r.File.Cut(string(e), 80), "a number")
			}
		}
	}
}

func checkMap(r *record.Record, keys ...string) {
	for _, key := range keys {
		if raw := r.Raw(key); r.Has(key) && raw.Kind() != '{' {
			r.Finding(badShape, key+": "+r.File.Cut(string(raw), 80), "an object")
		}
	}
}
