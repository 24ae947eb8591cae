package claude

import (
	"fmt"
	"strings"
	"testing"

	"runreport/ingest/ingesttest"
)

// lines are those of a session, a second apart; each is the fields of a line behind its time,
// session and uuid.
func lines(session string, fields ...string) string {
	var b strings.Builder
	for i, f := range fields {
		fmt.Fprintf(&b, `{"timestamp":"2026-05-02T09:00:%02d.000Z","sessionId":%q,"uuid":"%s-%d","cwd":"/home/x/till","version":"2.0.1",%s}`+"\n", i, session, session, i, f)
	}
	return b.String()
}

func asks(words string) string {
	return `"type":"user","message":{"role":"user","content":"` + words + `"}`
}

// answers is a line of a message of the model; more are further fields of the message.
func answers(id, more string) string {
	return `"type":"assistant","requestId":"r-` + id + `","message":{"id":"` + id + `","role":"assistant","model":"m-1"` + more + `}`
}

const (
	done = `,"stop_reason":"end_turn","content":[{"type":"text","text":"done"}]`
	said = `,"content":[{"type":"text","text":"done"}]`
)

func uses(id string) string {
	return `,"content":[{"type":"tool_use","id":"` + id + `","name":"Bash","input":{}}]`
}

func returns(id, more string) string {
	return `"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"` + id + `"` + more + `}]}`
}

// TestTurns: a turn begins with what the user writes once the model has said something.
func TestTurns(t *testing.T) {
	for _, c := range []struct {
		name   string
		fields []string
		want   string // step, parent, status, result
	}{
		{"ended", []string{asks("mend it"), answers("1", done)}, "turn 1 - end_turn passed"},
		{"answered, no reason said", []string{asks("mend it"), answers("1", said)}, "turn 1 - answered passed"},
		{"called a tool last", []string{asks("mend it"), answers("1", uses("t1"))}, "turn 1 - - open"},
		{"the user added to what was asked", []string{asks("mend it"), asks("and that"), answers("1", done)}, "turn 1 - end_turn passed"},
		{"two turns", []string{asks("mend it"), answers("1", done), asks("and that"), answers("2", said)}, "turn 1 - end_turn passed, turn 2 - answered passed"},
		{"the user went on", []string{asks("mend it"), answers("1", uses("t1")), asks("no, that"), answers("2", done)}, "turn 1 - - unknown, turn 2 - end_turn passed"},
		{"too long", []string{asks("mend it"), answers("1", `,"stop_reason":"max_tokens","content":[]`)}, "turn 1 - max_tokens failed"},
		{"no prompt", []string{answers("1", done)}, "turn 1 - end_turn passed"},
		{"sub-agents by their chains", []string{
			asks("mend it"), answers("1", uses("t1")),
			`"isSidechain":true,"parentUuid":null,` + asks("look"), `"isSidechain":true,"parentUuid":"s-2",` + answers("2", done),
			`"isSidechain":true,"parentUuid":null,` + asks("look there"), `"isSidechain":true,"parentUuid":"s-4",` + answers("3", said),
			answers("4", done),
		}, "turn 1 - end_turn passed, sub-agent 1 turn 1 end_turn passed, sub-agent 2 turn 1 answered passed"},
		{"a sub-agent that is named", []string{
			asks("mend it"), answers("1", said), asks("and that"), answers("2", uses("t1")),
			`"isSidechain":true,"agentId":"a1",` + asks("look"), `"isSidechain":true,"agentId":"a1",` + answers("3", done),
		}, "turn 1 - answered passed, turn 2 - - open, sub-agent a1 turn 2 end_turn passed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "till/s.jsonl", Text: lines("s", c.fields...)})
			res.Want(t, c.want, "Steps", "step", "parent", "status", "result")
		})
	}
}

// TestUsage: the usage of a message counts once, by its last line, and every line without an
// id counts. Input is what was sent, written to the cache and read from it.
func TestUsage(t *testing.T) {
	usage := func(in, made, read, out int) string {
		return fmt.Sprintf(`,"usage":{"input_tokens":%d,"cache_creation_input_tokens":%d,"cache_read_input_tokens":%d,"output_tokens":%d}`, in, made, read, out)
	}
	for _, c := range []struct {
		name   string
		fields []string
		want   string // in, cached, out
	}{
		{"one", []string{answers("1", done+usage(1, 20, 300, 4000))}, "321 300 4000"},
		{"the last line of a message", []string{answers("1", said+usage(5, 0, 0, 8)), answers("1", done+usage(5, 0, 0, 322))}, "5 0 322"},
		{"two messages", []string{answers("1", said+usage(5, 0, 0, 8)), answers("2", done+usage(5, 0, 0, 322))}, "10 0 330"},
		{"another request", []string{answers("1", said+usage(5, 0, 0, 8)), strings.Replace(answers("1", done+usage(5, 0, 0, 322)), "r-1", "r-2", 1)}, "10 0 330"},
		{"0 that is stated", []string{answers("1", done+usage(5, 0, 0, 8))}, "5 0 8"},
		{"nothing stated of a cache", []string{answers("1", done+`,"usage":{"input_tokens":5,"output_tokens":8}`)}, "5 - 8"},
		{"output alone", []string{answers("1", done+`,"usage":{"output_tokens":8}`)}, "- - 8"},
		{"no ids", []string{strings.Replace(answers("1", said+usage(5, 0, 0, 8)), `"id":"1",`, "", 1), strings.Replace(answers("1", said+usage(5, 0, 0, 8)), `"id":"1",`, "", 1)}, "10 0 16"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "till/s.jsonl", Text: lines("s", append([]string{asks("mend it")}, c.fields...)...)})
			res.Want(t, c.want, "Attempts", "tokens_in", "tokens_cached", "tokens_out")
		})
	}
}

// TestCalls: a call and the first result of its id are one check.
func TestCalls(t *testing.T) {
	for _, c := range []struct {
		name   string
		fields []string
		want   string // name, verdict
	}{
		{"well", []string{answers("1", uses("t1")), returns("t1", `,"content":"ok"`)}, "Bash pass"},
		{"an error", []string{answers("1", uses("t1")), returns("t1", `,"is_error":true,"content":"Exit code 2"`)}, "Bash fail"},
		{"no error", []string{answers("1", uses("t1")), returns("t1", `,"is_error":false,"content":"ok"`)}, "Bash pass"},
		{"rejected by the user", []string{answers("1", uses("t1")), returns("t1", `,"is_error":true,"content":"The user doesn't want to proceed with this tool use. The tool use was rejected"`)}, "Bash refused"},
		{"not permitted", []string{answers("1", uses("t1")), returns("t1", `,"is_error":true,"content":"Claude requested permissions to use Bash, but you haven't granted it yet."`)}, "Bash refused"},
		{"a permission that it lacks itself", []string{answers("1", uses("t1")), returns("t1", `,"is_error":true,"content":"EACCES: permission denied, open 'x'"`)}, "Bash fail"},
		{"a result twice", []string{answers("1", uses("t1")), returns("t1", `,"content":"ok"`), returns("t1", `,"is_error":true,"content":"no"`)}, "Bash pass"},
		{"a result of another call", []string{answers("1", uses("t1")), returns("t2", `,"is_error":true,"content":"no"`)}, "Bash open"},
		{"two calls", []string{answers("1", uses("t1")), answers("2", uses("t2")), returns("t2", `,"is_error":true,"content":"no"`), returns("t1", `,"content":"ok"`)}, "Bash pass, Bash fail"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "till/s.jsonl", Text: lines("s", append([]string{asks("mend it")}, c.fields...)...)})
			res.Want(t, c.want, "Checks", "name", "verdict")
		})
	}
}

// TestSessions: what lies in a project's folder under one sessionId is one session, and so is
// a copy elsewhere that has a line of it. Every line counts once.
func TestSessions(t *testing.T) {
	s := lines("s", asks("mend it"), answers("1", done))
	sub := strings.ReplaceAll(lines("s", `"isSidechain":true,`+asks("look"), `"isSidechain":true,`+answers("9", done)), `"s-`, `"sub-`)
	for _, c := range []struct {
		name  string
		files []ingesttest.File
		want  string // id, subject, status
		steps string
		fates [4]int64
	}{
		{"a copy", []ingesttest.File{{Path: "a/s.jsonl", Text: s}, {Path: "b/s.jsonl", Text: s}}, "s till finished", "turn 1", [4]int64{2, 2, 0, 0}},
		{"a longer copy", []ingesttest.File{{Path: "a/s.jsonl", Text: s}, {Path: "b/s.jsonl", Text: lines("s", asks("mend it"), answers("1", done), asks("and that"), answers("2", done))}},
			"s till finished", "turn 1, turn 2", [4]int64{4, 2, 0, 0}},
		{"two sessions", []ingesttest.File{{Path: "a/s.jsonl", Text: s}, {Path: "a/z.jsonl", Text: lines("z", asks("mend it"), answers("1", done))}},
			"s till finished, z till finished", "turn 1, turn 1", [4]int64{4, 0, 0, 0}},
		{"a session that goes on under another id brings its lines with it", []ingesttest.File{{Path: "a/s.jsonl", Text: s},
			{Path: "a/z.jsonl", Text: strings.ReplaceAll(s, `"sessionId":"s"`, `"sessionId":"z"`) + lines("z", asks("and that"), answers("2", done))}},
			"s till finished, z till finished", "turn 1, turn 1", [4]int64{4, 2, 0, 0}},
		{"a sub-agent's own file", []ingesttest.File{{Path: "a/s.jsonl", Text: s}, {Path: "a/agent-x.jsonl", Text: sub}}, "s till finished", "turn 1, sub-agent x", [4]int64{4, 0, 0, 0}},
		{"a sub-agent's own folder", []ingesttest.File{{Path: "a/s.jsonl", Text: s}, {Path: "a/s/subagents/agent-x.jsonl", Text: sub}}, "s till finished", "turn 1, sub-agent x", [4]int64{4, 0, 0, 0}},
		{"a file of two sessions", []ingesttest.File{{Path: "a/s.jsonl", Text: s + lines("z", asks("mend it"), answers("1", done))}}, "s till finished, z till finished", "turn 1, turn 1", [4]int64{4, 0, 0, 0}},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, c.files...)
			res.Want(t, c.want, "Runs", "id", "subject", "status")
			res.Want(t, c.steps, "Steps", "step")
			res.WantFates(t, c.fates)
		})
	}
}

// Old versions wrote lines of usage alone, with their cost.
func TestLinesOfUsage(t *testing.T) {
	line := `{"timestamp":"2026-05-02T09:00:00Z","sessionId":"s","message":{"usage":{"input_tokens":10,"output_tokens":5}},"costUSD":0.12,"version":"1.0.0"}` + "\n"
	res := ingesttest.Run(t, System, ingesttest.File{Path: "s.jsonl", Text: line + strings.Replace(line, "09:00:00", "09:00:01", 1)})
	res.Want(t, "s 30 0.24", "Runs", "id", "tokens", "cost_usd")
}

// Costs are stated for each call, and at the end of what is printed for the whole session: the
// session's cost is that of its calls, or what is stated of it, whichever is more, never both.
func TestCosts(t *testing.T) {
	says := func(id, cost string) string {
		return fmt.Sprintf(`"type":"assistant","uuid":"u%[1]s","requestId":"r%[1]s","message":{"id":%[1]q,"model":"m-1","role":"assistant","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":5,"output_tokens":8}},"parent_tool_use_id":null%[2]s`, id, cost)
	}
	ends := func(cost string) string {
		return `"type":"result","subtype":"success","is_error":false,"duration_ms":16049,"num_turns":2,"result":"done"` + cost
	}
	for _, c := range []struct {
		name  string
		lines []string
		run   string // cost_usd
		tries string // step, tokens_out, cost_usd
	}{
		{"of each call", []string{says("1", `,"costUSD":0.25`), says("2", `,"costUSD":0.5`)}, "0.75", "turn 1 16 0.75"},
		{"of a call on several lines", []string{says("1", `,"costUSD":0.125`), says("1", `,"costUSD":0.25`), says("2", `,"costUSD":0.5`)}, "0.75", "turn 1 16 0.75"},
		{"on an earlier line of the call alone", []string{says("1", `,"costUSD":0.25`), says("1", ""), says("2", `,"costUSD":0.5`)}, "0.75", "turn 1 16 0.75"},
		{"of some calls", []string{says("1", `,"costUSD":0.25`), says("2", "")}, "0.25", "turn 1 16 0.25"},
		{"of the session", []string{says("1", ""), ends(`,"total_cost_usd":0.5`)}, "0.5", "turn 1 8 -, - - 0.5"},
		{"of the session, nought", []string{says("1", ""), ends(`,"total_cost_usd":0`)}, "0", "turn 1 8 -, - - 0"},
		{"of both, alike", []string{says("1", `,"costUSD":0.25`), ends(`,"total_cost_usd":0.25`)}, "0.25", "turn 1 8 0.25"},
		{"of both, more of the session", []string{says("1", `,"costUSD":0.25`), says("2", ""), ends(`,"total_cost_usd":1`)}, "1", "turn 1 16 0.25, - - 0.75"},
		{"of both, more of the calls", []string{says("1", `,"costUSD":0.25`), says("2", `,"costUSD":0.5`), ends(`,"total_cost_usd":0.5`)}, "0.75", "turn 1 16 0.75"},
		{"of none", []string{says("1", ""), ends("")}, "", "turn 1 8 -"},
		{"of none, nought", []string{says("1", `,"costUSD":0`), ends(`,"total_cost_usd":0`)}, "0", "turn 1 8 0"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "ci/claude.jsonl", Text: printed(c.lines...)})
			res.Want(t, c.run, "Runs", "cost_usd")
			res.Want(t, c.tries, "Attempts", "step", "tokens_out", "cost_usd")
		})
	}
}

// printed are lines as claude prints them with --output-format stream-json.
func printed(fields ...string) string {
	var b strings.Builder
	for _, f := range fields {
		fmt.Fprintf(&b, `{%s,"session_id":"s"}`+"\n", f)
	}
	return b.String()
}

// TestStreamed: what claude prints has no times, names the call of a sub-agent on its lines,
// and ends with a line that tells how it ended, what it took and what it cost.
func TestStreamed(t *testing.T) {
	const (
		begins = `"type":"system","subtype":"init","cwd":"/home/x/till","tools":["Bash","Task"],"claude_code_version":"2.0.62"`
		ends   = `"type":"result","subtype":"success","is_error":false,"duration_ms":16049,"num_turns":2,"result":"done","total_cost_usd":0.25,"usage":{"input_tokens":9,"output_tokens":90}`
	)
	says := func(id, parent, content string) string {
		return fmt.Sprintf(`"type":"assistant","message":{"id":%q,"model":"m-1","role":"assistant","stop_reason":null,"content":[%s],"usage":{"input_tokens":5,"output_tokens":8}},"parent_tool_use_id":%s`, id, content, parent)
	}
	gives := func(id, parent, more string) string {
		return fmt.Sprintf(`"type":"user","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":%q%s}]},"parent_tool_use_id":%s`, id, more, parent)
	}
	const text = `{"type":"text","text":"done"}`
	calls := func(id, name string) string {
		return fmt.Sprintf(`{"type":"tool_use","id":%q,"name":%q,"input":{}}`, id, name)
	}
	ended := func(subtype, isError string) string {
		return strings.NewReplacer(`"subtype":"success"`, `"subtype":"`+subtype+`"`, `"is_error":false`, `"is_error":`+isError).Replace(ends)
	}
	for _, c := range []struct {
		name   string
		lines  []string
		run    string // id, subject, version, status, result, cause, duration_s
		steps  string // step, parent, status, result
		checks string // step, name, verdict
		tries  string // step, tokens_in, tokens_out, cost_usd
	}{
		{"a task", []string{begins, says("1", "null", calls("t1", "Bash")), gives("t1", "null", `,"is_error":true,"content":"Exit code 2"`), says("2", "null", text), ends},
			"s till 2.0.62 finished passed - 16.049", "turn 1 - success passed", "turn 1 Bash fail", "turn 1 10 16 -, - - - 0.25"},
		{"cut off", []string{begins, says("1", "null", calls("t1", "Bash"))}, "s till 2.0.62 unfinished open - -", "turn 1 - - open", "turn 1 Bash open", "turn 1 5 8 -"},
		{"out of turns", []string{begins, says("1", "null", calls("t1", "Bash")), ended("error_max_turns", "true")},
			"s till 2.0.62 finished failed budget 16.049", "turn 1 - error_max_turns failed", "turn 1 Bash open", "turn 1 5 8 -, - - - 0.25"},
		{"an error of the model's service", []string{begins, ended("success", "true")}, "s till 2.0.62 finished failed failure 16.049", "turn 1 - api error failed", "", "turn 1 - - -, - 9 90 0.25"},
		{"calls that were not permitted", []string{begins, says("1", "null", calls("t1", "Bash")+","+calls("t2", "Read")+","+calls("t3", "Write")), gives("t1", "null", `,"is_error":true,"content":"no"`),
			gives("t2", "null", `,"is_error":true,"content":"no"`), strings.Replace(ends, `"result":`, `"permission_denials":[{"tool_name":"Bash","tool_use_id":"t1"},{"tool_name":"Write","tool_use_id":"t3"},{"tool_use_id":"t9"}],"result":`, 1)},
			"s till 2.0.62 finished passed - 16.049", "turn 1 - success passed", "turn 1 Bash refused, turn 1 Read fail, turn 1 Write refused", "turn 1 5 8 -, - - - 0.25"},
		{"a sub-agent", []string{begins, says("1", "null", calls("t1", "Task")), says("2", `"t1"`, calls("t2", "Read")), gives("t2", `"t1"`, `,"content":"x"`), gives("t1", "null", `,"content":"y"`), says("3", "null", text), ends},
			"s till 2.0.62 finished passed - 16.049", "turn 1 - success passed, sub-agent t1 turn 1 - unknown", "turn 1 Task pass, sub-agent t1 Read pass", "turn 1 10 16 -, sub-agent t1 5 8 -, - - - 0.25"},
		{"the result alone, as --output-format json prints it", []string{ends}, "s - - finished passed - 16.049", "turn 1 - success passed", "", "turn 1 - - -, - 9 90 0.25"},
	} {
		t.Run(c.name, func(t *testing.T) {
			res := ingesttest.Run(t, System, ingesttest.File{Path: "ci/claude.jsonl", Text: printed(c.lines...)})
			res.Want(t, c.run, "Runs", "id", "subject", "version", "status", "result", "cause", "duration_s")
			res.Want(t, c.steps, "Steps", "step", "parent", "status", "result")
			res.Want(t, c.checks, "Checks", "step", "name", "verdict")
			res.Want(t, c.tries, "Attempts", "step", "tokens_in", "tokens_out", "cost_usd")
		})
	}
}
