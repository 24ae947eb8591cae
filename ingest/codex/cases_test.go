package codex

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// lines are those of a session, a second apart. Each is the payload of an event or,
// where it begins with "meta", "context" or "item", of another kind of line.
func lines(payloads ...string) string {
	var b strings.Builder
	kinds := map[string]string{"meta": "session_meta", "context": "turn_context", "item": "response_item"}
	for i, p := range payloads {
		kind := "event_msg"
		if word, rest, ok := strings.Cut(p, " "); ok && kinds[word] != "" {
			kind, p = kinds[word], rest
		}
		fmt.Fprintf(&b, `{"timestamp":"2026-05-02T09:00:%02d.000Z","type":%q,"payload":%s}`+"\n", i, kind, p)
	}
	return b.String()
}

const (
	begun = `meta {"id":"c1","cwd":"/home/x/till","cli_version":"0.60.1"}`
	asks  = `{"type":"user_message","message":"mend it"}`
	says  = `item {"type":"message","role":"assistant","content":[{"type":"output_text","text":"done"}]}`
)

func call(id, more string) string {
	return `item {"type":"function_call","name":"shell","call_id":"` + id + `"` + more + `}`
}

func output(id, text string) string {
	return `item {"type":"function_call_output","call_id":"` + id + `","output":` + text + `}`
}

func counted(last, total string) string {
	info := ""
	if last != "" {
		info += `"last_token_usage":` + last
	}
	if total != "" {
		info += strings.Repeat(",", min(1, len(info))) + `"total_token_usage":` + total
	}
	return `{"type":"token_count","info":{` + info + `}}`
}

// TestTurns: a turn begins with what the user writes, and its last line of weight ends it.
func TestTurns(t *testing.T) {
	user := func(text string) string {
		return `item {"type":"message","role":"user","content":[{"type":"input_text","text":"` + text + `"}]}`
	}
	for _, c := range []struct {
		name     string
		payloads []string
		want     string // step, status, result, cause
	}{
		{"ended", []string{begun, asks, says, `{"type":"task_complete"}`}, "turn 1 task_complete passed -"},
		{"the model answered last", []string{begun, asks, says}, "turn 1 answered passed -"},
		{"called last", []string{begun, asks, says, call("1", "")}, "turn 1 - open -"},
		{"nothing came of it and the user went on", []string{begun, asks, call("1", ""), asks, says}, "turn 1 - unknown -, turn 2 answered passed -"},
		{"the user added to what was asked", []string{begun, asks, asks, says}, "turn 1 answered passed -"},
		{"two turns", []string{begun, asks, says, asks, says, `{"type":"turn_aborted","reason":"interrupted"}`}, "turn 1 answered passed -, turn 2 interrupted canceled canceled"},
		{"aborted without a reason", []string{begun, asks, `{"type":"turn_aborted"}`}, "turn 1 turn_aborted canceled canceled"},
		{"out of budget", []string{begun, asks, `{"type":"turn_aborted","reason":"budget_limited"}`}, "turn 1 budget_limited failed budget"},
		{"an error", []string{begun, asks, `{"type":"error","message":"stream closed"}`}, "turn 1 error failed failure"},
		{"messages of the user where no event tells", []string{begun, user("mend it"), says, user("and that"), says}, "turn 1 answered passed -, turn 2 answered passed -"},
		{"what the program writes in the user's name", []string{begun, user("<environment_context>x"), user("# AGENTS.md instructions for x"), user(" "), user("mend it"), says}, "turn 1 answered passed -"},
		{"events before messages", []string{begun, asks, user("mend it"), says, user("<skill>"), says}, "turn 1 answered passed -"},
		{"a part that begins with a call", []string{call("1", ""), says}, "turn 1 answered passed -"},
		{"nothing was asked", []string{begun, says}, ""},
		{"names of later versions", []string{begun, asks, says, `{"type":"turn_complete"}`}, "turn 1 task_complete passed -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: lines(c.payloads...)})
			res.Want(t, c.want, "Steps", "step", "status", "result", "cause")
		})
	}
}

// TestUsage: what the last answer used is added up, the total never is. A count that is
// repeated word for word tells of the same answer.
func TestUsage(t *testing.T) {
	for _, c := range []struct {
		name     string
		payloads []string
		want     string // tokens, in, cached, out
	}{
		{"added up", []string{
			counted(`{"input_tokens":100,"cached_input_tokens":40,"output_tokens":10}`, `{"input_tokens":100,"cached_input_tokens":40,"output_tokens":10}`),
			counted(`{"input_tokens":200,"cached_input_tokens":90,"output_tokens":20}`, `{"input_tokens":300,"cached_input_tokens":130,"output_tokens":30}`),
		}, "330 300 130 30"},
		{"repeated", []string{
			counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`),
			counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`),
		}, "110 100 - 10"},
		{"the same once more, by its total", []string{
			counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`),
			counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":200,"output_tokens":20}`),
		}, "220 200 - 20"},
		{"the same once more, without a total", []string{
			counted(`{"input_tokens":100,"output_tokens":10}`, ``), counted(`{"input_tokens":100,"output_tokens":10}`, ``),
		}, "220 200 - 20"},
		{"the growth of the total", []string{counted(``, `{"input_tokens":100,"output_tokens":10}`), counted(``, `{"input_tokens":150,"output_tokens":30}`)}, "180 150 - 30"},
		{"a total that began anew", []string{counted(``, `{"input_tokens":100,"output_tokens":10}`), counted(``, `{"input_tokens":60,"output_tokens":20}`)}, "120 100 - 20"},
		{"0 cached, as stated", []string{counted(`{"input_tokens":100,"cached_input_tokens":0,"output_tokens":10}`, ``)}, "110 100 0 10"},
		{"output alone", []string{counted(`{"output_tokens":10}`, ``)}, "- - - 10"},
		{"input alone", []string{counted(`{"input_tokens":100}`, ``)}, "- 100 - -"},
		{"another input only", []string{counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`), counted(`{"input_tokens":90,"output_tokens":10}`, `{"input_tokens":190,"output_tokens":20}`)}, "210 190 - 20"},
		{"another output only", []string{counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`), counted(`{"input_tokens":100,"output_tokens":20}`, `{"input_tokens":200,"output_tokens":30}`)}, "230 200 - 30"},
		{"repeated, and then more", []string{counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`), counted(`{"input_tokens":100,"output_tokens":10}`, `{"input_tokens":100,"output_tokens":10}`),
			counted(`{"input_tokens":200,"output_tokens":20}`, `{"input_tokens":300,"output_tokens":30}`)}, "330 300 - 30"},
		{"flat", []string{`{"type":"token_count","input_tokens":100,"output_tokens":10}`}, "110 100 - 10"},
		{"none", []string{`{"type":"token_count","info":null}`}, ""},
	} {
		text := lines(append([]string{begun, `context {"model":"m-1"}`, asks, says}, c.payloads...)...)
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
			res.Want(t, c.want, "Attempts", "tokens", "tokens_in", "tokens_cached", "tokens_out")
		})
	}
}

// TestCalls: a call failed where its exit code, its text or its status says so.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name     string
		payloads []string
		want     string // name, verdict
	}{
		{"an exit code of 0", []string{call("1", ""), output("1", `"{\"output\":\"ok\",\"metadata\":{\"exit_code\":0}}"`)}, "shell pass"},
		{"another", []string{call("1", ""), output("1", `"{\"output\":\"no\",\"metadata\":{\"exit_code\":2}}"`)}, "shell fail"},
		{"as an object", []string{call("1", ""), output("1", `{"exit_code":1,"content":"no"}`)}, "shell fail"},
		{"text that says nothing", []string{call("1", ""), output("1", `"all is well"`)}, "shell pass"},
		{"success is false", []string{call("1", ""), output("1", `{"success":false,"content":"no"}`)}, "shell fail"},
		{"success is true", []string{call("1", ""), output("1", `{"success":true,"content":"yes"}`)}, "shell pass"},
		{"status of the call alone", []string{call("1", `,"status":"failed"`)}, "shell fail"},
		{"incomplete", []string{call("1", `,"status":"incomplete"`)}, "shell fail"},
		{"completed", []string{call("1", `,"status":"completed"`)}, "shell pass"},
		{"two calls of an id, each with its output", []string{call("1", ""), call("1", ""), output("1", `{"exit_code":1}`), output("1", `{"exit_code":0}`)}, "shell fail, shell pass"},
		{"an output of another call", []string{call("1", ""), output("2", `{"exit_code":1}`)}, "shell open"},
		{"a call without a name", []string{`item {"type":"web_search_call","id":"w1","status":"completed"}`}, "web_search pass"},
		{"an id of null", []string{`item {"type":"local_shell_call","call_id":null,"id":"w1"}`, output("w1", `{"exit_code":1}`)}, "local_shell fail"},
	} {
		text := lines(append([]string{begun, asks}, append(c.payloads, says)...)...)
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
			res.Want(t, c.want, "Checks", "name", "verdict")
		})
	}
}

// Input from the cache is a part of the input.
func TestCachedInput(t *testing.T) {
	text := lines(begun, asks, says, counted(`{"input_tokens":100,"cached_input_tokens":40,"output_tokens":10}`, ""),
		counted(`{"input_tokens":200,"cached_input_tokens":90,"output_tokens":20}`, ""))
	res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
	res.Want(t, "330 300 130 30", "Attempts", "tokens", "tokens_in", "tokens_cached", "tokens_out")
}

// Versions before 0.40 wrote payloads without an envelope, after a line of their own.
func TestOldForm(t *testing.T) {
	text := `{"id":"c9","timestamp":"2026-05-02T09:00:00Z","instructions":null}` + "\n" +
		`{"type":"message","role":"user","content":[{"type":"input_text","text":"mend it"}]}` + "\n" +
		`{"role":"assistant","content":"done"}` + "\n" + `{"record_type":"state"}` + "\n"
	res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c9.jsonl", Text: text})
	res.Want(t, "turn 1 answered", "Steps", "step", "status")
	res.Want(t, "c9", "Runs", "id")
}

// Sessions are told from other logs by a line.
func TestClaims(t *testing.T) {
	for text, want := range map[string]bool{
		lines(begun): true, lines(says): true,
		`{"id":"c9","timestamp":"2026-05-02T09:00:00Z","instructions":null}`:            true,
		`{"id":"c9","timestamp":"2026-05-02T09:00:00Z","instructions":null,"type":"x"}`: false,
		`{"id":"c9","timestamp":"2026-05-02T09:00:00Z"}`:                                false,
		`{"timestamp":"2026-05-02T09:00:00Z","type":"event","payload":{}}`:              false,
		`{"timestamp":"2026-05-02T09:00:00Z","type":"event_msg"}`:                       false,
		`{"type":"event_msg","payload":{}}`:                                             false,
	} {
		if got := len(ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: text}).Files) == 1; got != want {
			t.Errorf("%s: claimed: %v", text, got)
		}
	}
}

// TestOutputs: what is kept of an output is its exit status and the class of its error.
func TestOutputs(t *testing.T) {
	for _, c := range []struct{ name, output, want string }{
		{"an exit code of 0", `{"exit_code":0,"content":"x"}`, "pass 0"},
		{"another", `{"exit_code":3,"content":"x"}`, "fail 3"},
		{"in the text", `"Process exited with code 0\nall is well"`, "pass 0"},
		{"another in the text", `"Process exited with code 4\nnothing is well"`, "fail 4"},
		{"rejected by the user", `"exec command rejected by user"`, "refused -"},
		{"rejected by a policy", `"patch rejected: writing outside of the project; rejected by user approval settings"`, "refused -"},
		{"a command that prints of a refusal", `{"output":"patch rejected: x","metadata":{"exit_code":1}}`, "fail 1"},
		{"one that prints of a refusal and passes", `{"output":"patch rejected: x","metadata":{"exit_code":0}}`, "pass 0"},
	} {
		text := lines(begun, asks, call("1", ""), output("1", c.output), says)
		res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
		res.Want(t, c.want, "Checks", "verdict", "exit_code")
	}
}

// TestEndsOfCalls: what an event tells of a call's end, where no output of the call is logged.
func TestEndsOfCalls(t *testing.T) {
	for payload, want := range map[string]string{
		`"type":"exec_command_end","exit_code":0,"aggregated_output":"x"`:                                                             "pass 0 -",
		`"type":"exec_command_end","exit_code":-1,"status":"declined"`:                                                                "refused - rejected by the user",
		"\"type\":\"exec_command_end\",\"exit_code\":-1,\"aggregated_output\":\"`x` rejected: blocked by policy\"":                    "refused - refused by a policy",
		`"type":"exec_command_end","exit_code":-1,"aggregated_output":"killed"`:                                                       "fail -1 exit status -1",
		`"type":"mcp_tool_call_end","result":{"Ok":{"content":[{"type":"text","text":"x"}]}}`:                                         "pass - -",
		`"type":"mcp_tool_call_end","result":{"Ok":{"content":[{"type":"text","text":"Exit code 3: no such file"}],"isError":false}}`: "pass - -",
		`"type":"mcp_tool_call_end","result":{"Ok":{"content":[{"type":"text","text":"Rejected: two of three"}]}}`:                    "pass - -",
		`"type":"mcp_tool_call_end","result":{"Ok":{"content":[],"isError":true}}`:                                                    "fail - error",
		`"type":"mcp_tool_call_end","result":{"Err":"no such file"}`:                                                                  "fail - not found",
		`"type":"mcp_tool_call_end","result":{"Err":"user rejected MCP tool call"}`:                                                   "refused - rejected by the user",
	} {
		text := lines(begun, asks, call("1", ""), `{"call_id":"1",`+payload+`}`, says)
		res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
		res.Want(t, want, "Checks", "verdict", "exit_code", "reason")
	}
}

// TestMessages: text alone or in a list of blocks is what a message says, and one of the
// program in the user's name begins no turn.
func TestMessages(t *testing.T) {
	for content, want := range map[string]string{
		`"mend it"`:  "turn 1",
		`"<skill>x"`: "",
		`[{"type":"input_text","text":"<skill>"}]`:                        "",
		`[{"type":"input_image"},{"type":"input_text","text":"mend it"}]`: "turn 1",
		`[]`: "",
	} {
		text := lines(begun, `item {"type":"message","role":"user","content":`+content+`}`, says)
		res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: text})
		res.Want(t, want, "Steps", "step")
	}
}

// TestNamesOfSessions: a session without an id is named by its file.
func TestNamesOfSessions(t *testing.T) {
	for at, want := range map[string]string{"x.jsonl": "x", "x.jsonl.gz": "x", "x.jsonl.zst": "x", "x": "x", ".jsonl": ".jsonl"} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: at, Text: lines(asks, says)})
		res.Want(t, want, "Runs", "id")
	}
	res := ingesttest.Run(t, System, ingesttest.File{Path: "a.jsonl", Text: lines(asks, says)},
		ingesttest.File{Path: "b/a.jsonl", Text: lines(asks, says, asks, says)})
	if n := len(res.Rows(t, "Runs", "id")); n != 2 {
		t.Errorf("%d sessions of two files without an id", n)
	}
}

// What was used before anybody asked is of the session and of no turn; so are its other lines. A
// log that begins with a call begins in the middle of a turn.
func TestLinesBeforeTheFirstTurn(t *testing.T) {
	early, later := counted(`{"input_tokens":100,"output_tokens":10}`, ``), counted(`{"input_tokens":7,"output_tokens":3}`, ``)
	for _, c := range []struct {
		name           string
		payloads       []string
		runs, attempts string
	}{
		{"usage alone", []string{begun, early}, "110", "- 110"},
		{"usage and then a turn", []string{begun, early, asks, says, later}, "120", "turn 1 10, - 110"},
		{"an answer to nobody", []string{begun, says, asks, says, later}, "10", "turn 1 10"},
		{"a call in the middle of a turn", []string{begun, call("a", ""), output("a", `"ok"`), early}, "110", "turn 1 110"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: lines(c.payloads...)})
			res.Want(t, c.runs, "Runs", "tokens")
			res.Want(t, c.attempts, "Attempts", "step", "tokens") // a row of no step is of the session itself
		})
	}
}

// Long names are cut, and a file of which nothing was read is no session.
func TestOddSessions(t *testing.T) {
	for length, want := range map[int]int{120: 120, 121: 120 + len("…")} {
		name := strings.Repeat("x", length)
		res := ingesttest.Run(t, System, ingesttest.File{Path: "rollout-c1.jsonl", Text: lines(begun, asks, strings.Replace(call("1", ""), "shell", name, 1), says)})
		if got := res.Set.Checks.Name.At(0); len(got) != want {
			t.Errorf("a name of %d bytes became one of %d, want %d", length, len(got), want)
		}
	}
	format := &record.Format{}
	read := func(path, id string) *record.File {
		f := &record.File{Path: path, Format: format}
		f.AddObject(record.Find(kinds, sessionMeta), []byte(`{"id":"`+id+`"}`), 1)
		return f
	}
	var got []string
	for _, u := range stitch([]*record.File{{Path: "none", Format: format}, read("a", "c1"), {Path: "none too", Format: format}, read("b", "c2")}) {
		got = append(got, u.ID)
	}
	if strings.Join(got, " ") != "c1 c2" {
		t.Errorf("sessions %q", got)
	}
}
