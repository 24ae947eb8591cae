package codex

import (
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
)

// What kind of record a line is, by its envelope, by the type of its payload, and by its fields
// where versions before 0.40 wrote neither.
func TestKindsOfLines(t *testing.T) {
	for line, want := range map[string]string{
		`{"type":"session_meta","payload":{"id":"c1"}}`:                        sessionMeta,
		`{"type":"session_meta","payload":{"type":"message","role":"user"}}`:   sessionMeta,
		`{"type":"turn_context","payload":{"model":"m"}}`:                      turnContext,
		`{"id":"c1","instructions":null}`:                                      sessionMeta,
		`{"id":"c1"}`:                                                          "line",
		`{"instructions":"x"}`:                                                 "line",
		`{"type":"x","id":"c1","instructions":null}`:                           "x",
		`{"type":"response_item","payload":{"id":"c1","instructions":null}}`:   "line",
		`{"role":"assistant","content":"x"}`:                                   message,
		`{"type":"response_item","payload":{"role":"user","content":[]}}`:      message,
		`{"type":"message","role":"user"}`:                                     message,
		`{"type":"compacted","payload":{"message":"x"}}`:                       "compacted",
		`{"type":"compacted","payload":{"type":"custom_tool_call"}}`:           "compacted",
		`{"type":"response_item","payload":{"type":"custom_tool_call"}}`:       functionCall,
		`{"type":"event_msg","payload":{"type":"mcp_tool_call_end"}}`:          callOutput,
		`{"type":"event_msg","payload":{"type":"turn_started"}}`:               taskStarted,
		`{"type":"event_msg","payload":{"type":"agent_reasoning"}}`:            "agent_reasoning",
		`{"type":"event_msg","payload":{}}`:                                    "line",
		`{"record_type":"state"}`:                                              "line",
		`{"type":"function_call_output","call_id":"1","output":"x"}`:           callOutput,
		`{"type":"response_item","payload":{"type":"web_search_call"}}`:        functionCall,
		`{"type":"event_msg","payload":{"type":"stream_error","message":"x"}}`: "line",
	} {
		got, ordinary := kindOf(record.MembersOf([]byte(line)))
		if got != want {
			t.Errorf("%s is a %s, want %s", line, got, want)
		}
		if ordinary {
			t.Errorf("%s is left out", line)
		}
	}
}

// What is kept of a line. Of a call it is the id and the name, which some lines have elsewhere;
// of a text it is nothing, unless texts are asked for.
func TestWhatIsKept(t *testing.T) {
	item := func(payload string) string {
		return `{"timestamp":"T","type":"response_item","payload":` + payload + `}`
	}
	for _, c := range []struct{ name, line, want, withText string }{
		{"a call", item(`{"type":"function_call","call_id":"1","name":"shell","arguments":"ls","status":"completed"}`),
			`call_id="1" name="shell" status="completed"`, ` text="ls"`},
		{"a call with two ids", item(`{"type":"function_call","call_id":"1","id":"2","name":"x"}`), `call_id="1" name="x"`, ""},
		{"a call with an id of null", item(`{"type":"local_shell_call","call_id":null,"id":"2"}`), `call_id="2" name="local_shell"`, ""},
		{"a call without arguments", item(`{"type":"custom_tool_call","call_id":"1","name":"x","input":"patch"}`), `call_id="1" name="x"`, ` text="patch"`},
		{"a message", item(`{"type":"message","role":"user","content":[{"type":"input_text","text":"mend"}]}`),
			`role="user" injected=false`, ` text="mend"`},
		{"a message that says nothing", item(`{"type":"message","role":"user","content":[{"type":"input_image"}]}`), `role="user" injected=true`, ""},
		{"the folder's name alone", `{"timestamp":"T","type":"turn_context","payload":{"cwd":"/srv/app/till","model":"m-1"}}`, `cwd="till" model="m-1"`, ""},
		{"a line without an envelope", `{"timestamp":"T","type":"function_call","call_id":"1","name":"x"}`, `call_id="1" name="x"`, ""},
		{"an output that is text", item(`{"type":"function_call_output","call_id":"1","output":"well"}`), `call_id="1"`, ` text="well"`},
		{"an output of status 0", item(`{"type":"function_call_output","call_id":"1","output":{"exit_code":0,"content":"x"}}`), `call_id="1" exit=0`, ` text="x"`},
		{"an output that failed", item(`{"type":"function_call_output","call_id":"1","output":{"exit_code":3,"content":"x"}}`),
			`call_id="1" exit=3 failed=true class="exit status 3"`, ` text="x"`},
		{"the exit status of the metadata", item(`{"type":"function_call_output","call_id":"1","output":{"exit_code":0,"metadata":{"exit_code":4}}}`),
			`call_id="1" exit=4 failed=true class="exit status 4"`, ""},
	} {
		for texts, more := range map[bool]string{false: "", true: c.withText} {
			m := pick(record.MembersOf([]byte(c.line)), texts)
			var kept []string
			for _, key := range []string{"cwd", "id", "model", "call_id", "name", "role", "injected", "status", "exit", "failed", "class", "text"} {
				if m.Has(key) {
					kept = append(kept, key+"="+string(m.Raw(key)))
				}
			}
			if got := strings.Join(kept, " "); got != c.want+more {
				t.Errorf("%s, with texts %v: %s, want %s", c.name, texts, got, c.want+more)
			}
			if !m.Has("timestamp") || m.Has("type") != strings.Contains(c.line, `"payload"`) {
				t.Errorf("%s: the envelope of the line is lost, or one is made up", c.name)
			}
		}
	}
}

// A file is of Codex where one of its lines is, whatever the file's name: each kind of envelope,
// and the first line of versions that wrote none.
func TestFilesOfCodex(t *testing.T) {
	const stamp = `"timestamp":"2026-05-02T09:00:00Z"`
	for line, want := range map[string]bool{
		`{` + stamp + `,"type":"session_meta","payload":{"id":"c1"}}`:                                    true,
		`{` + stamp + `,"type":"turn_context","payload":{"model":"m"}}`:                                  true,
		`{` + stamp + `,"type":"response_item","payload":{"type":"message","role":"user","content":[]}}`: true,
		`{` + stamp + `,"type":"event_msg","payload":{"type":"user_message","message":"x"}}`:             true,
		`{` + stamp + `,"type":"compacted","payload":{"message":"x"}}`:                                   true,
		`{"note":1}` + "\n" + `{` + stamp + `,"type":"event_msg","payload":{"type":"user_message"}}`:     true,
		`{"id":"c1",` + stamp + `,"instructions":null}`:                                                  true,
		`{"id":"c1",` + stamp + `,"instructions":null,"type":"session"}`:                                 false,
		`{"id":"c1",` + stamp + `}`:                                            false,
		`{` + stamp + `,"type":"deploy","payload":{"id":"c1"}}`:                false,
		`{` + stamp + `,"type":"event_msg"}`:                                   false,
		`{"type":"event_msg","payload":{"type":"user_message","message":"x"}}`: false,
	} {
		res := ingesttest.Run(t, System, ingesttest.File{Path: "x.jsonl", Text: line + "\n"})
		if got := len(res.Files) == 1 && res.Files[0].Format == format; got != want {
			t.Errorf("%s: is a session: %v, want %v", line, got, want)
		}
	}
}
