package cadre

import (
	"slices"
	"strings"

	"runreport/ingest/record"
)

// event is a type of event: what it says, whatever the shape it is written in.
type event struct {
	name, doc string
	fields    []record.Field
	// sample is the event without its type and its time, as the members of an object.
	sample string
}

// Fields that many events share.
var (
	workItem    = record.Field{Key: "workItemId", Type: record.String, Doc: "the work item; absent in AAMF"}
	issueNumber = record.Field{
		Key:   "issueNumber",
		Type:  record.Int,
		Range: record.Identifier,
		Doc:   "the work item, before workItemId replaced it",
	}
	taskID   = record.Field{Key: "taskId", Type: record.String, Doc: "the task"}
	taskName = record.Field{
		Key:   "taskName",
		Alias: []string{"name"},
		Type:  record.String,
		Doc:   "its title; name in AAMF",
	}
	phase     = record.Field{Key: "phase", Type: record.Int, Range: record.Ordinal, Doc: "number of the phase"}
	phaseName = record.Field{
		Key:   "phaseName",
		Alias: []string{"name"},
		Type:  record.String,
		Doc:   "its title; name in AAMF",
	}
	agent   = record.Field{Key: "agent", Type: record.String, Doc: "the agent"}
	attempt = record.Field{
		Key:   "attempt",
		Type:  record.Int,
		Range: record.AttemptNumber,
		Doc:   "number of the attempt, from 1",
	}
	duration = record.Field{
		Key:   "duration",
		Alias: []string{"durationMs"},
		Type:  record.Float,
		Range: record.Milliseconds,
		Doc:   "wall time, milliseconds",
	}
	errorText = record.Field{Key: "error", Type: record.String, Doc: "what went wrong"}
	reason    = record.Field{Key: "reason", Type: record.String, Doc: "why"}
	success   = record.Field{Key: "success", Type: record.Bool, Doc: "it went well"}
	scope     = record.Field{
		Key:  "scope",
		Type: record.String,
		Enum: []string{"fleet", "issue"},
		Doc:  "whose budget it is; absent in AAMF",
	}
	usage = record.Field{
		Key:   "currentUsage",
		Alias: []string{"usage"},
		Type:  record.Int,
		Range: record.Tokens,
		Doc:   "tokens used; usage in AAMF",
	}
	budget  = record.Field{Key: "budget", Type: record.Int, Range: record.Tokens, Doc: "tokens allowed"}
	runID   = record.Field{Key: "runId", Type: record.String, Doc: "the session"}
	callID  = record.Field{Key: "invocationId", Type: record.String, Doc: "the invocation"}
	wave    = record.Field{Key: "wave", Type: record.Int, Range: record.Ordinal, Doc: "number of the wave of tasks"}
	taskIDs = record.Field{Key: "taskIds", Type: record.Strings, Doc: "the tasks"}
)

func num(key string, r *record.Range, doc string) record.Field {
	return record.Field{Key: key, Type: record.Int, Range: r, Doc: doc}
}
func text(key, doc string) record.Field { return record.Field{Key: key, Type: record.String, Doc: doc} }
func flag(key, doc string) record.Field { return record.Field{Key: key, Type: record.Bool, Doc: doc} }

func needed(f record.Field) record.Field { f.Required = true; return f }

// aboutItem puts the names of a work item before the fields.
func aboutItem(fields ...record.Field) []record.Field {
	return append([]record.Field{workItem, issueNumber}, fields...)
}

var typeField = record.Field{Key: "type", Type: record.String, Doc: "type of event"}

// notification is the kind of the event as a line of notifications.jsonl.
func (e event) notification() *record.Kind {
	return &record.Kind{Name: e.name, Table: "events", Doc: e.doc,
		Fields: append([]record.Field{needed(typeField), {
			Key:      "timestamp",
			Type:     record.Time,
			Required: true,
			Doc:      "when, RFC 3339 with milliseconds",
		}}, e.fields...),
		Sample: object(`"type":"`+e.name+`"`, e.sample, `"timestamp":"2026-04-22T10:05:00.000Z"`)}
}

var logLevels = []string{"debug", "info", "warn", "error"}

// envelope is what every line of a log has around its message.
var envelope = []record.Field{
	{Key: "timestamp", Type: record.Time, Required: true, Doc: "when, RFC 3339 with milliseconds"},
	{Key: "level", Type: record.String, Required: true, Enum: logLevels, Doc: "severity"},
	{Key: "source", Type: record.String, Required: true, Doc: "the logger: fleet, workitem-<id>, runtime"},
	{Key: "message", Type: record.String, Required: true, Doc: "type of event"},
	workItem, issueNumber, phase, taskID, runID, callID, agent, attempt,
	{Key: "sessionId", Type: record.String, Doc: "the isolation session"},
}

// logLine is the kind of the event as a line of a log of CADRE.
func (e event) logLine() *record.Kind { return e.line(`"type":"` + e.name + `"`) }

// bareLine is the kind of the event as a line of AAMF's log, which leaves the type
// out of the data.
func (e event) bareLine() *record.Kind { return e.line("") }

func (e event) line(typeMember string) *record.Kind {
	data := &record.Kind{Name: "data", Doc: e.doc, Fields: append([]record.Field{typeField}, e.fields...)}
	return &record.Kind{
		Name:  e.name,
		Table: "events",
		Doc:   e.doc,
		Fields: append(slices.Clone(envelope), record.Field{
			Key:  "data",
			Type: record.Object,
			Of:   data,
			Doc:  "what the event says",
		}),
		Sample: object(
			`"timestamp":"2026-04-22T10:05:00.000Z","level":"info","source":"fleet"`,
			`"message":"`+e.name+`"`,
			`"data":`+object(typeMember, e.sample),
		),
	}
}

// object is a JSON object of groups of members, of which some may be empty.
func object(members ...string) string {
	var given []string
	for _, m := range members {
		if m != "" {
			given = append(given, m)
		}
	}
	return "{" + strings.Join(given, ",") + "}"
}

// kindsOf are the events as kinds of one shape.
func kindsOf(shape func(event) *record.Kind, events []event) []*record.Kind {
	var kinds []*record.Kind
	for _, e := range events {
		kinds = append(kinds, shape(e).Compile())
	}
	return kinds
}
