package codex

import (
	"runreport/ingest/record"
	"runreport/ingest/session"
	"runreport/ingest/source"
)

const (
	system = "codex"
	runner = "Codex"
)

// System is Codex.
var System = &record.System{
	Name: system, Title: "Codex, sessions of a coding agent",
	Formats: []*record.Format{format},
	Words:   vocabulary,
	Counts:  session.Counts(),
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "codex-session", System: system, Title: "a session, one JSON object a line",
	Names:     []string{"rollout-*.jsonl"},
	Container: record.Lines, Kinds: kinds, Other: other, TimeKey: "timestamp", Is: is,
	KindOf: kindOf, Pick: pick, Private: true,
}

var envelopes = map[string]bool{"session_meta": true, "turn_context": true, "response_item": true, "event_msg": true, "compacted": true}

func is(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool {
		return o.Has("timestamp", "payload") && envelopes[o.Text("type")] ||
			o.Has("id", "timestamp", "instructions") && !o.Has("type")
	})
}
