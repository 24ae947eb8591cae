package crabyard

import (
	"runreport/ingest/record"
)

var (
	runtimes = []string{"container", "crabbox"}
	statuses = []string{"queued", "leasing", "running", "review", "completed", "failed", "stalled", "canceled"}
	intents  = []string{"takeover", "cancel"}
	lanes    = []string{laneTodo, laneRunning, laneReview, laneDone}

	counted = &record.Check{Expected: "1 or more", Holds: func(v record.Value) bool { return v.Int >= 1 }}
)

// The lanes of the board, in the order in which a card moves.
const (
	laneTodo    = "Todo"
	laneRunning = "Running"
	laneReview  = "Human Review"
	laneDone    = "Done"
)

var capabilities = &record.Kind{
	Name:  "capabilities",
	Table: "attempts",
	Doc:   "what the runtime of an attempt offers",
	Fields: []record.Field{
		{Key: "terminal", Type: record.Bool, Doc: "a terminal"},
		{Key: "takeover", Type: record.Bool, Doc: "a person may take over"},
		{Key: "vnc", Type: record.Bool, Doc: "a remote screen"},
		{Key: "desktop", Type: record.Bool, Doc: "a desktop"},
		{Key: "logs", Type: record.Bool, Doc: "logs"},
		{Key: "artifacts", Type: record.Bool, Doc: "files to fetch"},
	},
	Sample: `{"terminal":true,"takeover":false,"vnc":false,"desktop":false,"logs":true,"artifacts":true}`,
}

var attempt = (&record.Kind{Name: "run_attempt", Table: "attempts", Doc: "one attempt at a card", Fields: []record.Field{
	{Key: "id", Type: record.String, Required: true, Column: "id", Doc: "<cardId>-R<attempt>"},
	{Key: "cardId", Alias: []string{"card_id"}, Type: record.String, Required: true, Doc: "the card"},
	{
		Key:      "attempt",
		Type:     record.Int,
		Range:    record.AttemptNumber,
		Required: true,
		Column:   "attempt",
		Check:    counted,
		Doc:      "number of the attempt, from 1",
	},
	{Key: "runtime", Type: record.String, Required: true, Column: "runtime", Enum: runtimes, Doc: "where it ran"},
	{Key: "status", Type: record.String, Required: true, Column: "status", Enum: statuses, Doc: "where it stands"},
	{
		Key:   "controlIntent",
		Alias: []string{"control_intent"},
		Type:  record.String,
		Enum:  intents,
		Doc:   "what a person asked for; null again once the attempt ended",
	},
	{Key: "leaseId", Alias: []string{"lease_id"}, Type: record.String, Doc: "lease of the machine; not copied"},
	{Key: "attachUrl", Alias: []string{"attach_url"}, Type: record.String, Doc: "address of the terminal; not copied"},
	{Key: "vncUrl", Alias: []string{"vnc_url"}, Type: record.String, Doc: "address of the screen; not copied"},
	{
		Key:   "ptyAvailable",
		Alias: []string{"pty_available"},
		Type:  record.Bool,
		Doc:   "newer versions: a terminal can be attached",
	},
	{
		Key:   "selectionReason",
		Alias: []string{"selection_reason"},
		Type:  record.String,
		Doc:   "why this runtime; null on old rows",
	},
	{
		Key:   "capabilities",
		Alias: []string{"capabilities_json"},
		Type:  record.Object,
		Of:    capabilities,
		Doc:   "what the runtime offers; absent in old dumps",
	},
	{Key: "operator", Type: record.String, Doc: "person who took over"},
	{
		Key:      "lastHeartbeatAt",
		Alias:    []string{"last_heartbeat_at"},
		Type:     record.Millis,
		Required: true,
		Doc:      "last sign of life",
	},
	{Key: "startedAt", Alias: []string{"started_at"}, Type: record.Millis, Doc: "start; null before it started"},
	{Key: "endedAt", Alias: []string{"ended_at"}, Type: record.Millis, Doc: "end; null while active"},
	{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Required: true, Doc: "when it was queued"},
	{
		Key:      "updatedAt",
		Alias:    []string{"updated_at"},
		Type:     record.Millis,
		Required: true,
		Doc:      "last change of the row; the later of two exports counts",
	},
	{Key: "error", Type: record.String, Doc: "why it stalled or failed"},
}, Sample: `{"id":"CY-105-R1","cardId":"CY-105","attempt":1,"runtime":"container","status":"review","controlIntent":null,"leaseId":null,"attachUrl":null,"vncUrl":null,` +
	`"selectionReason":"default container runtime","capabilities":{"terminal":true,"takeover":false,"vnc":false,"desktop":false,"logs":true,"artifacts":true},"operator":null,` +
	`"lastHeartbeatAt":1777000604000,"startedAt":1777000005000,"endedAt":1777000605000,"createdAt":1777000005000,"updatedAt":1777000605000,"error":null}`}).Compile()

var changes = &record.Kind{
	Name:  "changes",
	Table: "runs",
	Doc:   "what a card changed; files and patch are not copied",
	Fields: []record.Field{
		{Key: "totals", Type: record.Object, Doc: "lines and files"},
	},
	Sample: `{"totals":{"additions":3,"deletions":1,"files":1}}`,
}

var card = (&record.Kind{
	Name:  "card",
	Table: "runs",
	Doc:   "one card of the board as the state shows it",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Required: true, Column: "id", Doc: "the card, CY-<n> from 101"},
		{Key: "title", Type: record.String, Doc: "title"},
		{Key: "prompt", Type: record.String, Doc: "what is asked for; not copied"},
		{Key: "repo", Type: record.String, Column: "subject", Doc: "repository it works on"},
		{Key: "source", Type: record.String, Doc: "Prompt, Issue or PR"},
		{Key: "runtime", Type: record.String, Doc: "auto, container or crabbox, as asked for"},
		{Key: "policy", Type: record.String, Doc: "merge policy"},
		{Key: "lane", Type: record.String, Enum: lanes, Doc: "column of the board"},
		{Key: "owner", Type: record.String, Doc: "who made it"},
		{Key: "startedAt", Alias: []string{"started_at"}, Type: record.Millis, Doc: "first start"},
		{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Doc: "when it was made"},
		{
			Key:   "updatedAt",
			Alias: []string{"updated_at"},
			Type:  record.Millis,
			Doc:   "last change; in the database only",
		},
		{
			Key:   "lastEvent",
			Alias: []string{"last_event"},
			Type:  record.String,
			Doc:   "its last message; in the database only",
		},
		{
			Key:   "activeRunId",
			Alias: []string{"active_run_id"},
			Type:  record.String,
			Doc:   "its latest attempt; in the database only",
		},
		{
			Key:   "changedFiles",
			Alias: []string{"changed_files"},
			Type:  record.Any,
			Doc:   "files that it changed; in the database only, not copied",
		},
		{
			Key:   "diffPatch",
			Alias: []string{"diff_patch"},
			Type:  record.String,
			Doc:   "what it changed in them; in the database only, not copied",
		},
		{
			Key:   "ownerSubject",
			Alias: []string{"owner_subject"},
			Type:  record.String,
			Doc:   "newer versions: account of the owner; not copied",
		},
		{
			Key:   "schedule",
			Alias: []string{"schedule_json"},
			Type:  record.Any,
			Doc:   "newer versions: when it runs again",
		},
		{
			Key:   "scheduleClaimedAt",
			Alias: []string{"schedule_claimed_at"},
			Type:  record.Millis,
			Doc:   "newer versions: when its next run was taken on",
		},
		{Key: "nextRunAt", Alias: []string{"next_run_at"}, Type: record.Millis, Doc: "newer versions: its next run"},
		{
			Key:   "lastScheduledRunAt",
			Alias: []string{"last_scheduled_run_at"},
			Type:  record.Millis,
			Doc:   "newer versions: its last scheduled run",
		},
		{
			Key:  "logs",
			Type: record.Strings,
			Doc:  "its last 80 messages as HH:MM:SS message, by the server's clock, without date and actor",
		},
		{Key: "changes", Type: record.Object, Of: changes, Doc: "what it changed"},
		{Key: "run", Type: record.Object, Doc: "its latest attempt, a run_attempt; null before the first"},
	},
	Sample: `{"id":"CY-105","title":"Fix the login page","prompt":"Fix it","repo":"acme/app","source":"Prompt","runtime":"auto","policy":"open_pr","lane":"Human Review",` +
		`"owner":"maria","startedAt":1777000005000,"createdAt":1777000000000,"logs":["03:06:45 heartbeat ok"],"changes":{"files":[],"patch":"","totals":{"additions":0,"deletions":0,"files":0}},"run":null}`,
}).Compile()

// dated is what messages have in common. Those in a state's logs have neither a
// number, an actor nor a time.
var dated = []record.Field{
	{Key: "id", Type: record.Int, Range: record.Identifier, Doc: "number of the row; in the database only"},
	{Key: "message", Type: record.String, Required: true, Doc: "what happened"},
}

var cardEvent = (&record.Kind{
	Name:  "card_event",
	Table: "events",
	Doc:   "one message about a card",
	Fields: []record.Field{
		{Key: "cardId", Alias: []string{"card_id"}, Type: record.String, Required: true, Doc: "the card"},
		{Key: "actor", Type: record.String, Doc: "who did it; the state does not say"},
		{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Doc: "when; the state does not say"},
		{Key: "clock", Type: record.String, Doc: "time of day in the state's logs"},
	},
	Sample: `{"id":7,"cardId":"CY-105","actor":"maria","message":"heartbeat ok","createdAt":1777000005000}`,
}).Compile(dated...)

var sessionEvent = (&record.Kind{
	Name:  "session_event",
	Table: "events",
	Doc:   "one message of an interactive session",
	Fields: []record.Field{
		{
			Key:   "sessionId",
			Alias: []string{"session_id"},
			Type:  record.String,
			Doc:   "the session; in the database only",
		},
		{Key: "actor", Type: record.String, Required: true, Doc: "who did it"},
		{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Required: true, Doc: "when"},
		{
			Key:   "eventKey",
			Alias: []string{"event_key"},
			Type:  record.String,
			Doc:   "newer versions: what the message is counted under",
		},
		{
			Key:   "eventType",
			Alias: []string{"event_type"},
			Type:  record.String,
			Doc:   "newer versions: message, or a sort of action",
		},
		{
			Key:   "payload",
			Alias: []string{"payload_json"},
			Type:  record.Any,
			Doc:   "newer versions: what the action was; not copied",
		},
	},
	Sample: `{"actor":"maria","message":"session requested","createdAt":1777000005000}`,
}).Compile(dated...)

var auditEvent = (&record.Kind{
	Name:  "audit_event",
	Table: "events",
	Doc:   "one message about the installation, as a change of its settings",
	Fields: []record.Field{
		{Key: "actor", Type: record.String, Required: true, Doc: "who did it"},
		{Key: "createdAt", Alias: []string{"created_at"}, Type: record.Millis, Required: true, Doc: "when"},
	},
	Sample: `{"id":3,"actor":"maria","message":"policy updated cap=20","createdAt":1777000005000}`,
}).Compile(dated...)

var setting = (&record.Kind{
	Name:  "setting",
	Table: "claims",
	Doc:   "one setting of the installation; cap and stall_ms are claims about it, of the others only the names are copied",
	Fields: []record.Field{
		{Key: "key", Type: record.String, Required: true, Column: "field", Doc: "name"},
		{Key: "value", Type: record.String, Required: true, Doc: "value"},
	},
	Sample: `{"key":"cap","value":"20"}`,
}).Compile()
