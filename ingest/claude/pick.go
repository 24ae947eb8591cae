package claude

import (
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
	"runreport/ingest/session"
)

// kindOf tells what a line is. Lines of type user are told apart by their message.
func kindOf(m record.Members) (string, bool) {
	kind := m.Text("type")
	switch {
	case kind == "" && (m.Has("costUSD") || m.Has("message")):
		return usageLine, false
	case kind == "":
		return "line", false
	case kind != prompt:
		return kind, false
	}
	for _, flag := range []string{"isMeta", "isCompactSummary", "isVisibleInTranscriptOnly"} {
		if string(m.Raw(flag)) == "true" {
			return meta, false
		}
	}
	said, results := userContent(record.MembersOf(m.Raw("message")).Raw("content"))
	switch {
	case results:
		return toolResult, false
	case strings.HasPrefix(said, "[Request interrupted by user"):
		return interrupt, false
	case said == "" || localCommand(said):
		return meta, false
	}
	return prompt, false
}

// localCommand reports whether a text is what a command of the program itself printed.
func localCommand(said string) bool {
	for _, prefix := range []string{"<local-command-", "<bash-", "Caveat: The messages below were generated"} {
		if strings.HasPrefix(said, prefix) {
			return true
		}
	}
	return false
}

// userContent is the first text of a user's message, and whether the message has results
// of tools. Pictures stand for a text.
func userContent(content jsontext.Value) (said string, results bool) {
	if content.Kind() == '"' {
		return record.Words(content), false
	}
	for _, block := range record.Elements(content) {
		b := record.MembersOf(block)
		switch b.Text("type") {
		case toolResult:
			return "", true
		case "text":
			if said == "" {
				said = strings.TrimSpace(b.Text("text"))
			}
		case "image", "document":
			if said == "" {
				said = "(a file)"
			}
		}
	}
	return said, false
}

// kept are the members that are taken over as they are.
var kept = []string{"type", "timestamp", "sessionId", "uuid", "parentUuid", "isSidechain", "agentId", "version", "requestId", "costUSD",
	"isApiErrorMessage", "subtype", "is_error", "duration_ms", "total_cost_usd"}

// pickStreamed gives the fields of what claude prints the names that they have in the file of
// the session.
func pickStreamed(out, m record.Members) record.Members {
	out = out.With("sessionId", m.Raw("session_id")).With("version", m.Raw("claude_code_version"))
	if parent := m.Raw("parent_tool_use_id"); parent.Kind() == '"' {
		out = out.With("isSidechain", jsontext.Value("true")).With("agentId", parent)
	}
	return out
}

func pick(m record.Members, texts bool) record.Members {
	var out record.Members
	for _, key := range kept {
		out = out.With(key, m.Raw(key))
	}
	if !m.Has("sessionId") {
		out = pickStreamed(out, m)
	}
	if dir := session.Base(m.Text("cwd")); dir != "" {
		out = out.With("cwd", quote(dir))
	}
	out = out.With("agent", record.MembersOf(m.Raw("toolUseResult")).Raw("agentId"))
	message := record.MembersOf(m.Raw("message"))
	for _, key := range []string{"id", "model", "stop_reason"} {
		out = out.With("message."+key, message.Raw(key))
	}
	used := record.MembersOf(message.Raw("usage"))
	if m.Text("type") == outcome {
		used = record.MembersOf(m.Raw("usage"))
		out = out.With("denied", denied(m.Raw("permission_denials")))
	}
	for _, key := range []string{"input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "output_tokens"} {
		out = out.With(key, used.Raw(key))
	}
	return pickContent(out, message.Raw("content"), texts)
}

// denied are the names of the calls in the list of those that were not permitted.
func denied(list jsontext.Value) jsontext.Value {
	var ids []string
	for _, x := range record.Elements(list) {
		if id := record.MembersOf(x).Raw("tool_use_id"); id.Kind() == '"' {
			ids = append(ids, string(id))
		}
	}
	return array(ids)
}

// pickContent takes the calls and results out of a message's content.
func pickContent(out record.Members, content jsontext.Value, texts bool) record.Members {
	if content.Kind() == '"' {
		out = out.With("content", jsontext.Value("1"))
		if texts {
			out = out.With("text", content)
		}
		return out
	}
	var calls, results []string
	var said []string
	for _, block := range record.Elements(content) {
		b := record.MembersOf(block)
		switch b.Text("type") {
		case "text":
			said = append(said, b.Text("text"))
		case "tool_use", "server_tool_use":
			calls = append(calls, object("id", b.Raw("id"), "name", b.Raw("name"), "text", asked(texts, string(b.Raw("input")))))
		case toolResult:
			results = append(results, pickResult(b, texts))
		}
	}
	out = out.With("tool_use", array(calls)).With("tool_result", array(results))
	if len(said) > 0 {
		out = out.With("content", jsontext.Value(strconv.Itoa(len(said))))
	}
	return out.With("text", asked(texts, strings.Join(said, "\n")))
}

func pickResult(b record.Members, texts bool) string {
	said := resultText(b.Raw("content"))
	members := []any{"tool_use_id", b.Raw("tool_use_id"), "is_error", b.Raw("is_error"), "text", asked(texts, said)}
	if string(b.Raw("is_error")) == "true" {
		class, exit, stated := session.Class(said)
		members = append(members, "class", quote(class))
		if stated {
			members = append(members, "exit", jsontext.Value(strconv.FormatInt(exit, 10)))
		}
	}
	return object(members...)
}

// resultText is the text of a result, which is a string or a list of blocks.
func resultText(content jsontext.Value) string {
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

// asked is a text where texts are asked for; nothing else.
func asked(texts bool, text string) jsontext.Value {
	if !texts || text == "" {
		return nil
	}
	return quote(text)
}

func quote(text string) jsontext.Value {
	b, _ := jsontext.AppendQuote(nil, text) // broken text was replaced when it was read
	return b
}

// object is a JSON object of keys and raw values; those without a value are left out.
func object(members ...any) string {
	var b strings.Builder
	b.WriteByte('{')
	for i := 0; i < len(members); i += 2 {
		raw := members[i+1].(jsontext.Value)
		if len(raw) == 0 {
			continue
		}
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		b.Write(quote(members[i].(string)))
		b.WriteByte(':')
		b.Write(raw)
	}
	b.WriteByte('}')
	return b.String()
}

func array(items []string) jsontext.Value {
	if len(items) == 0 {
		return nil
	}
	return jsontext.Value("[" + strings.Join(items, ",") + "]")
}
