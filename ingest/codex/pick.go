package codex

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/session"
)

// sorts are the types of payloads that are read as another one.
var sorts = map[string]string{
	"custom_tool_call": functionCall, "local_shell_call": functionCall, "web_search_call": functionCall, "tool_call": functionCall,
	"mcp_tool_call": functionCall, "custom_tool_call_output": callOutput, "tool_call_output": callOutput, "exec_command_end": callOutput,
	"mcp_tool_call_end": callOutput, "stream_error": "line", "turn_started": taskStarted, "turn_complete": taskComplete,
}

// payloadOf is what a line says: its payload, or the whole line where it has no envelope.
func payloadOf(m record.Members) (envelope string, p record.Members) {
	if !m.Has("payload") {
		return "", m
	}
	return m.Text("type"), record.MembersOf(m.Raw("payload"))
}

func kindOf(m record.Members) (string, bool) {
	envelope, p := payloadOf(m)
	kind := p.Text("type")
	switch {
	case envelope == sessionMeta, envelope == turnContext:
		return envelope, false
	case envelope == "" && kind == "" && m.Has("id") && m.Has("instructions"):
		return sessionMeta, false
	case kind == "" && p.Has("role"):
		return message, false
	case envelope != "" && envelope != "response_item" && envelope != "event_msg":
		return envelope, false
	}
	if as, ok := sorts[kind]; ok {
		return as, false
	}
	if kind == "" {
		return "line", false
	}
	return kind, false
}

func pick(m record.Members, texts bool) record.Members {
	_, p := payloadOf(m)
	out := record.Members{}.With("timestamp", m.Raw("timestamp"))
	if m.Has("payload") {
		out = out.With("type", m.Raw("type"))
	}
	if dir := session.Base(p.Text("cwd")); dir != "" {
		out = out.With("cwd", quote(dir))
	}
	kind, _ := kindOf(m)
	switch kind {
	case sessionMeta:
		return out.With("id", p.Raw("id")).With("cli_version", p.Raw("cli_version"))
	case turnContext:
		return out.With("model", p.Raw("model"))
	case functionCall:
		id := p.Raw("call_id")
		if len(id) == 0 || id.Kind() == 'n' {
			id = p.Raw("id")
		}
		name := p.Raw("name")
		if len(name) == 0 {
			name = quote(strings.TrimSuffix(p.Text("type"), "_call"))
		}
		out = out.With("call_id", id).With("name", name).With("status", p.Raw("status"))
		return asked(out, texts, p.Text("arguments"), p.Text("input"))
	case callOutput:
		return pickOutput(out, p, texts)
	case tokenCount:
		return pickTokens(out, p)
	case failure:
		class, _, _ := session.Class(p.Text("message"))
		return asked(out.With("class", quote(class)), texts, p.Text("message"))
	case turnAborted:
		return out.With("reason", p.Raw("reason"))
	case userMessage:
		return asked(out, texts, p.Text("message"))
	case message:
		said := messageText(p.Raw("content"))
		out = out.With("role", p.Raw("role")).With("injected", jsontext.Value(strconv.FormatBool(injected(said))))
		return asked(out, texts, said)
	}
	return out
}

// asked adds the first text that there is, where texts are asked for.
func asked(out record.Members, texts bool, all ...string) record.Members {
	for _, said := range all {
		if texts && said != "" {
			return out.With("text", quote(said))
		}
	}
	return out
}

func messageText(content jsontext.Value) string {
	if content.Kind() == '"' {
		return record.Words(content)
	}
	for _, block := range record.Elements(content) {
		if said := record.MembersOf(block).Text("text"); said != "" {
			return said
		}
	}
	return ""
}

// injected reports whether the program wrote a message in the user's name.
func injected(said string) bool {
	said = strings.TrimSpace(said)
	for _, prefix := range []string{"<environment_context>", "<user_instructions>", "<permissions", "<turn_aborted>", "<skill", "<user_shell_command>",
		"# AGENTS.md instructions", "<subagent_notification>"} {
		if strings.HasPrefix(said, prefix) {
			return true
		}
	}
	return said == ""
}

// pickOutput tells whether a call failed. Its output is text, an object, or text that is
// an object, as {"output":"…","metadata":{"exit_code":2}}; that of a tool of a server is
// {"Ok":{"content":[…],"isError":false}} or {"Err":"…"}. A call that was refused has no exit
// status, or -1.
func pickOutput(out, p record.Members, texts bool) record.Members {
	out = out.With("call_id", p.Raw("call_id"))
	said, body := "", p
	if raw := p.Raw("output"); raw.Kind() == '"' {
		said = record.Words(raw)
		if inner := record.MembersOf(jsontext.Value(said)); !inner.None() {
			body, said = inner, inner.Text("output")
		}
	} else if raw.Kind() == '{' {
		body = record.MembersOf(raw)
		said = messageText(body.Raw("content"))
	}
	broken := string(body.Raw("success")) == "false"
	if result := record.MembersOf(p.Raw("result")); !result.None() {
		ok := record.MembersOf(result.Raw("Ok"))
		said = cmp.Or(result.Text("Err"), messageText(ok.Raw("content")))
		broken = result.Has("Err") || string(ok.Raw("isError")) == "true" || string(ok.Raw("is_error")) == "true"
		if !broken { // whatever its text says of an exit status
			return asked(out, texts, said)
		}
	}
	exit := body.Raw("exit_code")
	if inner := record.MembersOf(body.Raw("metadata")).Raw("exit_code"); len(inner) > 0 {
		exit = inner
	}
	said = cmp.Or(said, p.Text("aggregated_output"))
	class, code, stated := session.Class(said)
	if p.Text("status") == "declined" && !session.Refused(class) {
		class = session.ByUser
	}
	switch {
	case session.Refused(class) && (len(exit) == 0 || string(exit) == "-1"):
	case exit.Kind() == '0':
		out = out.With("exit", exit)
		if string(exit) == "0" {
			return asked(out, texts, said)
		}
		if !stated {
			class = "exit status " + string(exit)
		}
	case stated:
		out = out.With("exit", jsontext.Value(strconv.FormatInt(code, 10)))
		if code == 0 {
			return asked(out, texts, said)
		}
	case !broken:
		return asked(out, texts, said)
	}
	out = out.With("failed", jsontext.Value("true")).With("class", quote(class))
	return asked(out, texts, said)
}

// pickTokens takes the counts out of info, or out of the payload where they lie flat.
func pickTokens(out, p record.Members) record.Members {
	info := record.MembersOf(p.Raw("info"))
	out = out.With("model", info.Raw("model"))
	last, total := record.MembersOf(info.Raw("last_token_usage")), record.MembersOf(info.Raw("total_token_usage"))
	if info.None() && p.Has("input_tokens") {
		last = p
	}
	for _, key := range []string{"input_tokens", "cached_input_tokens", "output_tokens"} {
		out = out.With("last."+key, last.Raw(key)).With("total."+key, total.Raw(key))
	}
	return out
}

func quote(text string) jsontext.Value {
	b, _ := jsontext.AppendQuote(nil, text) // broken text was replaced when it was read
	return b
}
