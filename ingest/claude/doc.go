// Package claude reads the sessions that Claude Code keeps in ~/.claude/projects: one JSON
// object a line, one file a session, and one agent-….jsonl for each sub-agent.
//
// The format has no document. A message of the model takes a line for each block of its
// content, and each of these lines repeats the usage of the whole message, in some of them
// as far as it was known by then:
//
//	{"type":"assistant","requestId":"r1","message":{"id":"m1","usage":{"output_tokens":8},"content":[{"type":"text",…}]},…}
//	{"type":"assistant","requestId":"r1","message":{"id":"m1","usage":{"output_tokens":322},"content":[{"type":"tool_use",…}]},…}
//
// So usage counts once for each pair of message.id and requestId, by its last line: 322
// here, not 330. Lines without an id all count. Old versions wrote lines of usage alone,
// with their cost:
//
//	{"timestamp":"…","sessionId":"…","message":{"usage":{…}},"costUSD":0.12,"version":"1.0.0"}
//
// Lines with isSidechain are a sub-agent's: in the file of the session, where each chain of
// parentUuid is one, or in a file of their own, which names the session that it belongs to.
// A tool_use in a message of the model and the tool_result of that id in a later line of
// the user are one call of a tool.
//
// What claude -p prints with --output-format stream-json is the same lines under other names
// and without times. They end with a line that tells how it went, which is all that
// --output-format json prints:
//
//	{"type":"result","subtype":"success","is_error":false,"duration_ms":16049,"total_cost_usd":0.25,"session_id":"…","usage":{…}}
//
// Where messages state costs too, the session's cost is their sum, or what this line says where
// that is more.
package claude
