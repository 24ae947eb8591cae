package claude

import (
	"runreport/ingest/record"
	"runreport/ingest/session"
	"runreport/ingest/source"
)

const (
	system = "claude-code"
	runner = "Claude Code"
)

// System is Claude Code.
var System = &record.System{
	Name: system, Title: "Claude Code, sessions of a coding agent",
	Formats: []*record.Format{format},
	Words:   vocabulary,
	Counts:  session.Counts(),
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "claude-session", System: system, Title: "a session or a sub-agent of one, one JSON object a line",
	Container: record.Lines, Kinds: kinds, Other: other, TimeKey: "timestamp", Is: is,
	KindOf: kindOf, Pick: pick, Private: true,
}

// stray are types of lines that may stand before the first message of a session.
var stray = map[string]bool{
	"system": true, "queue-operation": true, "progress": true, "attachment": true, "last-prompt": true, "custom-title": true,
	"ai-title": true, "agent-name": true, "agent-color": true, "permission-mode": true, "mode": true, "pr-link": true, "tag": true,
}

func is(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		kind := o.Text("type")
		switch {
		case o.Has("session_id"):
			return streamed(o, kind)
		case o.Has("sessionId"):
			return (kind == "user" || kind == "assistant") && o.HasAny("uuid", "message") || stray[kind] ||
				kind == "" && o.Has("message") && o.HasAny("costUSD", "requestId", "version")
		case kind == "summary":
			return o.Has("summary", "leafUuid")
		case kind == "file-history-snapshot":
			return o.Has("messageId", "snapshot")
		}
		return false
	})
}

// streamed reports whether a line is of what claude prints with --output-format stream-json,
// or all that it prints with --output-format json.
func streamed(o source.Object, kind string) bool {
	switch kind {
	case "user", "assistant":
		return o.Has("message", "parent_tool_use_id")
	case "system":
		return o.Has("subtype", "tools")
	case outcome:
		return o.Has("subtype", "duration_ms")
	}
	return false
}
