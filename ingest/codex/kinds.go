package codex

import "runreport/ingest/record"

// The kinds of lines, by the type of the payload.
const (
	sessionMeta  = "session_meta"
	turnContext  = "turn_context"
	userMessage  = "user_message"
	message      = "message"
	functionCall = "function_call"
	callOutput   = "function_call_output"
	tokenCount   = "token_count"
	taskStarted  = "task_started"
	taskComplete = "task_complete"
	turnAborted  = "turn_aborted"
	failure      = "error"
)

var common = []record.Field{
	{Key: "timestamp", Type: record.Time, Doc: "when the line was written"},
	{Key: "type", Type: record.String, Doc: "type of the envelope: session_meta, turn_context, response_item, event_msg; absent in versions before 0.40"},
}

var (
	callID = record.Field{Key: "call_id", Type: record.String, Doc: "name of the call"}
	text   = record.Field{Key: "text", Type: record.String, Doc: "what was said; only where texts are asked for"}
	model  = record.Field{Key: "model", Type: record.String, Column: "model", Doc: "the model"}
	cwd    = record.Field{Key: "cwd", Type: record.String, Doc: "the working folder; its last name alone is kept, in runs.subject, and nothing of a user's home folder"}
)

func tokens(key, column, doc string) record.Field {
	return record.Field{Key: key, Type: record.Int, Range: record.Tokens, Column: column, Doc: doc}
}

var kinds = record.Compile(common,
	&record.Kind{Name: sessionMeta, Table: "runs", Doc: "a session begins", Fields: []record.Field{
		{Key: "id", Type: record.String, Column: "id", Doc: "name of the session"},
		{Key: "cli_version", Type: record.String, Column: "version", Doc: "version of Codex"},
		cwd,
	}, Sample: `{"timestamp":"2026-05-01T10:00:00.000Z","type":"session_meta","payload":{"id":"s1","timestamp":"2026-05-01T10:00:00.000Z","cwd":"/home/ada/shop","originator":"codex_cli_rs","cli_version":"0.60.1"}}`},
	&record.Kind{Name: turnContext, Table: "attempts", Doc: "what a turn runs with", Fields: []record.Field{model, cwd},
		Sample: `{"timestamp":"2026-05-01T10:00:00.100Z","type":"turn_context","payload":{"cwd":"/home/ada/shop","approval_policy":"on-request","model":"model-b"}}`},
	&record.Kind{Name: userMessage, Doc: "the user asks for something: a turn begins", Fields: []record.Field{text},
		Sample: `{"timestamp":"2026-05-01T10:00:01.000Z","type":"event_msg","payload":{"type":"user_message","message":"Mend the build.","kind":"plain"}}`},
	&record.Kind{Name: message, Doc: "a message of the user, which begins a turn where the file has no user_message, or of the model", Fields: []record.Field{
		{Key: "role", Type: record.String, Doc: "user, assistant or developer"},
		{Key: "injected", Type: record.Bool, Doc: "the program wrote it in the user's name: its instructions, or what surrounds it"},
		text,
	}, Sample: `{"timestamp":"2026-05-01T10:00:09.000Z","type":"response_item","payload":{"type":"message","role":"assistant","content":[{"type":"output_text","text":"Done."}]}}`},
	&record.Kind{Name: functionCall, Table: "checks", Doc: "a call of a tool: function_call, custom_tool_call, local_shell_call, web_search_call or tool_call", Fields: []record.Field{
		callID,
		{Key: "name", Type: record.String, Column: "name", Doc: "the tool"},
		{Key: "status", Type: record.String, Doc: "state of a call that has no output of its own"},
		text,
	}, Sample: `{"timestamp":"2026-05-01T10:00:03.000Z","type":"response_item","payload":{"type":"function_call","name":"shell","call_id":"c1","arguments":"{\"command\":[\"make\"]}"}}`},
	&record.Kind{Name: callOutput, Table: "checks", Doc: "what came of a call", Fields: []record.Field{
		callID,
		{Key: "failed", Type: record.Bool, Doc: "its exit status is not 0, or it says that it did not succeed or was refused; in checks.verdict"},
		{Key: "class", Type: record.String, Column: "reason", Doc: "class of the error or of the refusal, by the first line of the output, which is not kept"},
		{Key: "exit", Type: record.Int, Range: record.ExitStatus, Column: "exit_code", Doc: "exit status"},
		text,
	}, Sample: `{"timestamp":"2026-05-01T10:00:05.000Z","type":"response_item","payload":{"type":"function_call_output","call_id":"c1","output":"{\"output\":\"make: no rule\",\"metadata\":{\"exit_code\":2,\"duration_seconds\":1.5}}"}}`},
	&record.Kind{Name: tokenCount, Table: "attempts", Doc: "what was used", Fields: []record.Field{
		model,
		tokens("last.input_tokens", "tokens_in", "input of the last answer, cached input included"),
		tokens("last.cached_input_tokens", "tokens_cached", "the part of it that was read from the cache"),
		tokens("last.output_tokens", "tokens_out", "output of the last answer"),
		tokens("total.input_tokens", "", "the same of the session so far; never added up"),
		tokens("total.cached_input_tokens", "", "the same of the session so far; never added up"),
		tokens("total.output_tokens", "", "the same of the session so far; never added up"),
	}, Sample: `{"timestamp":"2026-05-01T10:00:08.000Z","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"input_tokens":900,"cached_input_tokens":300,"output_tokens":70},"total_token_usage":{"input_tokens":900,"cached_input_tokens":300,"output_tokens":70}}}}`},
	&record.Kind{Name: taskStarted, Doc: "the agent begins to work",
		Sample: `{"timestamp":"2026-05-01T10:00:01.100Z","type":"event_msg","payload":{"type":"task_started","model_context_window":272000}}`},
	&record.Kind{Name: taskComplete, Table: "steps", Doc: "the agent has answered",
		Sample: `{"timestamp":"2026-05-01T10:00:09.100Z","type":"event_msg","payload":{"type":"task_complete","last_agent_message":"Done."}}`},
	&record.Kind{Name: turnAborted, Table: "steps", Doc: "a turn ends before its answer", Fields: []record.Field{
		{Key: "reason", Type: record.String, Column: "status", Doc: "why"}},
		Sample: `{"timestamp":"2026-05-01T10:00:20.000Z","type":"event_msg","payload":{"type":"turn_aborted","reason":"interrupted"}}`},
	&record.Kind{Name: failure, Table: "steps", Doc: "the agent cannot go on", Fields: []record.Field{
		{Key: "class", Type: record.String, Column: "reason", Doc: "class of the error, by its message, which is not kept"},
		text,
	},
		Sample: `{"timestamp":"2026-05-01T10:00:21.000Z","type":"event_msg","payload":{"type":"error","message":"stream disconnected"}}`},
)

// other is every kind of line that says nothing of work: reasoning, notices, settings.
var other = (&record.Kind{Name: "line", Doc: "any other line"}).Compile(common...)
