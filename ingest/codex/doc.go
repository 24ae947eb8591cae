// Package codex reads the sessions that Codex keeps in ~/.codex/sessions: one JSON object a
// line, one file rollout-….jsonl a session. A line is an envelope with a payload:
//
//	{"timestamp":"…","type":"session_meta","payload":{"id":"…","cwd":"…","cli_version":"…"}}
//	{"timestamp":"…","type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c1","arguments":"…"}}
//	{"timestamp":"…","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{…},"total_token_usage":{…}}}}
//
// Versions before 0.40 wrote the payloads of response_item without an envelope, after a
// first line with id, timestamp and instructions.
//
// last_token_usage is what the last answer used and is added up; total_token_usage is the
// sum so far and is never added. A token_count that repeats the one before it word for
// word, total included, tells of the same answer again and counts once. Where only the
// total is given, its growth counts. cached_input_tokens are part of input_tokens.
package codex
