package claude

import (
	"slices"

	"runreport/ingest/record"
)

// The kinds of lines. What claude prints names some of their fields in another way, and has no
// times: session_id, claude_code_version, and parent_tool_use_id on the lines of a sub-agent,
// whose call it names. pick gives these the names of the session's own file. A line of type user is one of four, by what its message holds.
const (
	prompt     = "user"
	answer     = "assistant"
	toolResult = "tool_result"
	interrupt  = "interrupt"
	meta       = "meta"
	usageLine  = "usage"
	outcome    = "result"
)

var common = []record.Field{
	{Key: "type", Type: record.String, Doc: "kind of line: user, assistant, system, summary and others; absent on the lines of usage of old versions"},
	{Key: "timestamp", Type: record.Time, Doc: "when the line was written"},
	{Key: "sessionId", Type: record.String, Doc: "the session that the line belongs to; of a sub-agent, the session that called it"},
	{Key: "uuid", Type: record.String, Doc: "name of the line; a copy of a session keeps it"},
	{Key: "parentUuid", Type: record.String, Doc: "the line before it in the same chain"},
	{Key: "isSidechain", Type: record.Bool, Doc: "the line belongs to a sub-agent"},
	{Key: "agentId", Type: record.String, Doc: "name of the sub-agent"},
	{Key: "version", Type: record.String, Doc: "version of Claude Code; in runs.version"},
	{Key: "cwd", Type: record.String, Doc: "the working folder; its last name alone is kept, in runs.subject, and nothing of a user's home folder"},
}

var call = &record.Kind{
	Name: "tool_use", Table: "checks", Doc: "a call of a tool",
	Fields: []record.Field{
		{Key: "id", Type: record.String, Doc: "name of the call"},
		{Key: "name", Type: record.String, Column: "name", Doc: "the tool"},
		{Key: "text", Type: record.String, Doc: "its input; only where texts are asked for"},
	},
	Sample: `{"id":"t1","name":"Bash"}`,
}

var result = &record.Kind{
	Name: "result", Table: "checks", Doc: "what came of a call",
	Fields: []record.Field{
		{Key: "tool_use_id", Type: record.String, Doc: "name of the call"},
		{Key: "is_error", Type: record.Bool, Doc: "the call failed or was refused; in checks.verdict"},
		{Key: "class", Type: record.String, Column: "reason", Doc: "class of the error or of the refusal, by the first line of the output, which is not kept"},
		{Key: "exit", Type: record.Int, Range: record.ExitStatus, Column: "exit_code", Doc: "exit status that this line names"},
		{Key: "text", Type: record.String, Column: "tail", Doc: "the output; only where texts are asked for"},
	},
	Sample: `{"tool_use_id":"t1","is_error":true}`,
}

// usage are the fields of message.usage, and what stands beside it.
var usage = []record.Field{
	{Key: "message.id", Type: record.String, Doc: "name of the model's message; with requestId what usage is counted once for"},
	{Key: "requestId", Type: record.String, Doc: "the request to the model"},
	{Key: "message.model", Type: record.String, Column: "model", Doc: "the model"},
	{Key: "costUSD", Type: record.Float, Range: record.Dollars, Column: "cost_usd", Doc: "cost, US dollars; old versions alone state it. Costs of calls add up, each message counted once"},
}

// spent are the tokens of a message, or of a whole session.
var spent = []record.Field{
	{Key: "input_tokens", Type: record.Int, Range: record.Tokens, Column: "tokens_in", Doc: "input that was neither read from the cache nor written to it"},
	{Key: "cache_creation_input_tokens", Type: record.Int, Range: record.Tokens, Column: "tokens_in", Doc: "input that was written to the cache"},
	{Key: "cache_read_input_tokens", Type: record.Int, Range: record.Tokens, Column: "tokens_cached", Doc: "input that was read from the cache; part of tokens_in too"},
	{Key: "output_tokens", Type: record.Int, Range: record.Tokens, Column: "tokens_out", Doc: "output"},
}

var text = record.Field{Key: "text", Type: record.String, Doc: "what was said; only where texts are asked for"}

var kinds = record.Compile(common,
	&record.Kind{Name: prompt, Table: "runs", Doc: "the user asks for something: a turn begins", Fields: []record.Field{text},
		Sample: `{"type":"user","uuid":"u1","parentUuid":null,"isSidechain":false,"sessionId":"s1","version":"2.0.1","cwd":"/home/ada/shop","timestamp":"2026-05-01T10:00:00.000Z","message":{"role":"user","content":"Mend the build."}}`},
	&record.Kind{Name: answer, Table: "attempts", Doc: "a block of a message of the model", Fields: append([]record.Field{
		{Key: "message.stop_reason", Type: record.String, Column: "status", Doc: "why the model stopped"},
		{Key: "isApiErrorMessage", Type: record.Bool, Doc: "no answer: the request to the model failed"},
		{Key: "tool_use", Type: record.List, Of: call, Doc: "the calls of tools in the message"},
		{Key: "content", Type: record.Int, Range: record.Things, Doc: "blocks of text in the message"},
		text,
	}, slices.Concat(usage, spent)...),
		Sample: `{"type":"assistant","uuid":"u2","parentUuid":"u1","isSidechain":false,"sessionId":"s1","requestId":"r1","version":"2.0.1","timestamp":"2026-05-01T10:00:05.000Z","message":{"id":"m1","model":"model-a","role":"assistant","stop_reason":"tool_use","content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"make test"}}],"usage":{"input_tokens":12,"cache_creation_input_tokens":200,"cache_read_input_tokens":4000,"output_tokens":80}}}`},
	&record.Kind{Name: toolResult, Table: "checks", Doc: "what came of calls of tools", Fields: []record.Field{
		{Key: "tool_result", Type: record.List, Of: result, Doc: "the results"},
		{Key: "agent", Type: record.String, Doc: "name of the sub-agent that the call was"},
	},
		Sample: `{"type":"user","uuid":"u3","parentUuid":"u2","isSidechain":false,"sessionId":"s1","timestamp":"2026-05-01T10:00:09.000Z","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","is_error":true,"content":"Exit code 2\nmake: *** [test] Error 2"}]},"toolUseResult":"Error: Exit code 2"}`},
	&record.Kind{Name: interrupt, Doc: "the user interrupts the agent",
		Sample: `{"type":"user","uuid":"u4","parentUuid":"u3","isSidechain":false,"sessionId":"s1","timestamp":"2026-05-01T10:00:20.000Z","message":{"role":"user","content":[{"type":"text","text":"[Request interrupted by user]"}]}}`},
	&record.Kind{Name: meta, Doc: "a line of the user that the user did not write: the output of a local command, a summary after compaction",
		Sample: `{"type":"user","uuid":"u5","isMeta":true,"isSidechain":false,"sessionId":"s1","timestamp":"2026-05-01T10:00:21.000Z","message":{"role":"user","content":"Caveat: the messages below are of local commands."}}`},
	&record.Kind{Name: "system", Doc: "a word of Claude Code itself, as that the session was compacted", Fields: []record.Field{
		{Key: "subtype", Type: record.String, Doc: "what it is about"}},
		Sample: `{"type":"system","subtype":"compact_boundary","uuid":"u6","sessionId":"s1","timestamp":"2026-05-01T10:30:00.000Z","content":"Conversation compacted"}`},
	&record.Kind{Name: "summary", Doc: "the title of a session; not kept, since it is taken from prompts",
		Sample: `{"type":"summary","summary":"Mending the build","leafUuid":"u2"}`},
	&record.Kind{Name: outcome, Table: "attempts", Doc: "the last line of what claude prints: how it ended", Fields: append([]record.Field{
		{Key: "subtype", Type: record.String, Column: "status", Doc: "how it ended: success, error_max_turns and others"},
		{Key: "is_error", Type: record.Bool, Doc: "it ended with an error, whatever subtype says"},
		{Key: "duration_ms", Type: record.Float, Range: record.Milliseconds, Doc: "duration, milliseconds; in runs.duration_s where no line has a time"},
		{Key: "total_cost_usd", Type: record.Float, Range: record.Dollars, Column: "cost_usd", Doc: "cost of the whole session, US dollars; where calls state theirs, what it is more than those"},
		{Key: "denied", Type: record.Strings, Doc: "the calls of tools that were not permitted, of permission_denials; in checks.verdict"},
	}, spent...),
		Sample: `{"type":"result","subtype":"success","is_error":false,"duration_ms":16049,"num_turns":2,"session_id":"s1","total_cost_usd":0.25,"permission_denials":[{"tool_name":"Bash","tool_use_id":"t1","tool_input":{"command":"make"}}],"usage":{"input_tokens":12,"cache_creation_input_tokens":200,"cache_read_input_tokens":4000,"output_tokens":80}}`},
	&record.Kind{Name: usageLine, Table: "attempts", Doc: "usage of an old version, without the message", Fields: slices.Concat(usage, spent),
		Sample: `{"timestamp":"2026-05-01T10:00:00.000Z","sessionId":"s1","version":"1.0.0","requestId":"r9","message":{"id":"m9","model":"model-a","usage":{"input_tokens":10,"output_tokens":20}},"costUSD":0.12}`},
)

// other is every kind of line that says nothing of work: titles, modes, queues, snapshots.
var other = (&record.Kind{Name: "line", Doc: "any other line"}).Compile(common...)
