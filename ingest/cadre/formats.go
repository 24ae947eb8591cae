package cadre

import (
	"regexp"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "cadre"

// System is CADRE, and AAMF with it: their files lie in the same layouts and
// share their formats. The column runner of the table runs tells them apart.
var System = &record.System{
	Name: system, Title: "CADRE and AAMF, agents on issues and migrations",
	Formats: formats, Codes: codes, Words: vocabulary, Counts: counts,
	Stitch: stitch, Assemble: assemble, Home: home, Links: links,
}

// The names of the formats.
const (
	formatItem      = "cadre-checkpoint"
	formatMigration = "aamf-checkpoint"
	formatFleet     = "cadre-fleet"
	formatEvents    = "cadre-events"
	formatLog       = "cadre-log"
	formatCalls     = "invocations"
	formatProgress  = "cadre-progress"
	formatMetrics   = "aamf-metrics"
)

var formats = []*record.Format{
	{Name: formatItem, System: system, Title: "checkpoint of a work item", Container: record.Document,
		Kinds: []*record.Kind{itemCheckpoint}, TimeKey: "lastCheckpoint", Is: isItemCheckpoint,
		Names: []string{"checkpoint.json", "checkpoint.backup.json"}, Read: readItem},
	{
		Name:      formatMigration,
		System:    system,
		Title:     "checkpoint of a migration",
		Container: record.Document,
		Kinds: []*record.Kind{
			migrationCheckpoint,
		},
		TimeKey: "lastCheckpoint",
		Is:      isMigrationCheckpoint,
		Read:    readMigration,
	},
	{Name: formatFleet, System: system, Title: "checkpoint of a fleet", Container: record.Document,
		Kinds: []*record.Kind{fleetCheckpoint, fleetItem}, Is: isFleet,
		Names: []string{"fleet-checkpoint.json"}, Read: readFleet},
	{Name: formatEvents, System: system, Title: "events, one JSON object a line", Container: record.Lines,
		Kinds: kindsOf(event.notification, cadreEvents), TimeKey: "timestamp", Is: isEvents,
		KindOf: func(m record.Members) (string, bool) { return m.Text("type"), false }},
	{Name: formatLog, System: system, Title: "log with events between ordinary lines", Container: record.Lines,
		Kinds: logKinds, TimeKey: "timestamp", Is: isLog,
		Names: []string{"workitem-*.log", "migration.log"}, KindOf: logKind},
	{Name: formatCalls, System: system, Title: "invocations of agents, one JSON object a line", Container: record.Lines,
		Kinds: []*record.Kind{invocation}, TimeKey: "timestamp", Is: isCalls,
		Names:  []string{"invocations.jsonl"},
		KindOf: callKind},
	{
		Name:      formatProgress,
		System:    system,
		Title:     "progress page of a work item, a fleet or a migration",
		Container: record.Prose,

		Kinds:     progressKinds,
		Is:        isProgress,
		Read:      readProgress,
		Companion: true,
	},
	{Name: formatMetrics, System: system, Title: "totals of a migration's invocations", Container: record.Document,
		Kinds: []*record.Kind{metricsSummary}, Is: isMetrics, Read: readMetrics, Companion: true},
}

var logKinds = slices.Concat(kindsOf(event.logLine, cadreEvents), kindsOf(event.bareLine, aamfEvents))

// typeName is how event types are written.
var typeName = regexp.MustCompile(`^[a-z]+(-[a-z]+)+$`)

// logKind takes a line for an event when its message is a type of event. A type that is not
// declared is known by its form and its data. Example: message "wave-paused" with data.
func logKind(m record.Members) (name string, ordinary bool) {
	name = m.Text("message")
	if record.Find(logKinds, name) != nil || typeName.MatchString(name) && m.Has("data") {
		return name, false
	}
	return name, true
}

// callKind takes a line for an invocation when it names one of what an invocation is known
// by: other lines are those of another program.
func callKind(m record.Members) (name string, ordinary bool) {
	return invocation.Name, !m.Has("invocationId") && !m.Has("agent") && !m.Has("agentType")
}

// A document that was cut off is known by the keys before the cut, so that none
// of the tests asks for a key that its writer puts near the end.

func isItemCheckpoint(h *source.Head) bool {
	d := h.Doc
	return d.HasAny("workItemId", "issueNumber") && d.HasAny("completedPhases", "currentPhase")
}

func isMigrationCheckpoint(h *source.Head) bool {
	d := h.Doc
	return d.Has("projectName") && d.HasAny("completedPhases", "currentPhase") &&
		!d.HasAny("workItemId", "issueNumber", "issues")
}

func isFleet(h *source.Head) bool {
	d := h.Doc
	return d.Has("projectName") && d["issues"].Kind() == '{' && d.HasAny("tokenUsage", "version", "lastCheckpoint")
}

func isLogLine(o source.Object) bool {
	if !o.Has("timestamp", "source", "message") {
		return false
	}
	_, known := record.OneOf(logLevels, o.Text("level"))
	return known
}

func isLog(h *source.Head) bool { return h.AnyLine(isLogLine) }

// isEvents asks for a type of CADRE, or at least for one that names a work item:
// other programs write hyphenated types with a timestamp too.
func isEvents(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		if !o.Has("timestamp", "type") || isLogLine(o) {
			return false
		}
		name := o.Text("type")
		known := slices.ContainsFunc(cadreEvents, func(e event) bool { return e.name == name })
		return known || typeName.MatchString(name) && o.HasAny("workItemId", "issueNumber")
	})
}

func isCalls(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		return o.Has("invocationId", "startTime") && o.HasAny("agent", "agentType")
	})
}

func isProgress(h *source.Head) bool {
	// Most files have no title: one search replaces four.
	if !h.HasLine("# ") {
		return false
	}
	switch {
	case h.HasLine("# Work Item "), h.HasLine("# Issue #"):
		return h.HasLine("## Pipeline Status")
	case h.HasLine("# CADRE Progress"):
		return h.HasLine("## Fleet Status")
	case h.HasLine("# Migration Progress:"):
		return h.HasLine("## Phases")
	}
	return false
}
