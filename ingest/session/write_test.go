package session_test

import (
	"strings"
	"testing"
	"time"

	"runreport/ingest/ingesttest"
	"runreport/ingest/record"
	"runreport/ingest/session"
	"runreport/ingest/table"
)

var (
	passed = record.Meaning{Result: table.Passed}
	wrong  = record.Meaning{Result: table.Failed}
	open   = record.Meaning{Result: table.Open}
	stop   = record.Meaning{Result: table.Canceled}
)

// clock is a time of the day on which all sessions here were held; 0 is the time of a log
// without times.
func clock(second int) time.Time {
	if second == 0 {
		return time.Time{}
	}
	return time.Date(2026, 5, 2, 9, 0, second, 0, time.UTC)
}

// at is a record of a log.
func at(second int) *record.Record {
	return &record.Record{File: &record.File{Path: "s.jsonl"}, Line: int64(second), At: clock(second)}
}

// written are the rows of a session; its records are at these seconds.
func written(s *session.Session, seconds ...int) *ingesttest.Result {
	s.Unit = &record.Unit{Key: "u", System: "x", Kind: session.Kind, ID: "s"}
	for _, second := range seconds {
		s.Unit.Records = append(s.Unit.Records, at(second))
	}
	s.First, s.Runner = s.Unit.Records[0], "agent"
	res := &ingesttest.Result{Set: &table.Set{}}
	s.Write(res.Set)
	return res
}

func step(kind, name string, m record.Meaning, from, to int) *session.Step {
	return &session.Step{Kind: kind, Name: name, Meaning: m, Status: "said by " + name, First: at(from), Started: clock(from), Last: clock(to)}
}

func known(n int64) session.Tokens { return session.Tokens{N: n, Known: true} }

// A session is as its last turn, and took from its first time to its last; what it states of
// its duration is for a log without times.
func TestRun(t *testing.T) {
	turn := func(m record.Meaning, from, to int) *session.Step { return step(session.Turn, "turn", m, from, to) }
	sub := func(m record.Meaning, from, to int) *session.Step {
		return step(session.SubAgent, "sub", m, from, to)
	}
	for _, c := range []struct {
		name    string
		s       session.Session
		seconds []int
		want    string // result, status, outcome, started, ended, seconds, active seconds
	}{
		{"the last turn, not the sub-agent behind it", session.Session{Steps: []*session.Step{turn(passed, 1, 5), sub(wrong, 2, 9)}}, []int{1, 9},
			"passed finished said by turn 09:00:01.000 09:00:09.000 8 4"},
		{"the last turn, not the first", session.Session{Steps: []*session.Step{turn(passed, 1, 5), turn(wrong, 6, 9)}}, []int{1, 9},
			"failed finished said by turn 09:00:01.000 09:00:09.000 8 7"},
		{"an open turn", session.Session{Steps: []*session.Step{turn(open, 1, 5)}}, []int{1, 5}, "open unfinished - 09:00:01.000 - - 4"},
		{"a sub-agent alone", session.Session{Steps: []*session.Step{sub(passed, 1, 5)}}, []int{1, 5}, "unknown unfinished - 09:00:01.000 - - -"},
		{"the first record has no time", session.Session{Steps: []*session.Step{turn(passed, 3, 5)}}, []int{0, 3, 5}, "passed finished said by turn 09:00:03.000 09:00:05.000 2 2"},
		{"times before what is stated", session.Session{StatedS: 77, Steps: []*session.Step{turn(passed, 1, 5)}}, []int{1, 5}, "passed finished said by turn 09:00:01.000 09:00:05.000 4 4"},
		{"no times, half a second stated", session.Session{StatedS: 0.5, Steps: []*session.Step{turn(passed, 0, 0)}}, []int{0}, "passed finished said by turn - - 0.5 -"},
		{"no times, stated", session.Session{StatedS: 77, Steps: []*session.Step{turn(passed, 0, 0)}}, []int{0}, "passed finished said by turn - - 77 -"},
		{"no times, nothing stated", session.Session{Steps: []*session.Step{turn(passed, 0, 0)}}, []int{0}, "passed finished said by turn - - - -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			written(&c.s, c.seconds...).Want(t, c.want, "Runs", "result", "status", "outcome", "started_at", "ended_at", "duration_s", "active_s")
		})
	}
}

// A step has an end unless it is open, and converged or not only where it was decided. The
// first of its attempts has its duration.
func TestStep(t *testing.T) {
	two := []session.Usage{{Model: "m-1", At: at(1), In: known(1)}, {Model: "m-2", At: at(1), In: known(2)}}
	for _, c := range []struct {
		name           string
		m              record.Meaning
		usage          []session.Usage
		kind, reason   string
		step, attempts string
	}{
		{"passed", passed, nil, session.Turn, "", "turn passed 09:00:05.000 4 true", "agent - 09:00:05.000 4 true - -"},
		{"failed", wrong, nil, session.Turn, "", "turn failed 09:00:05.000 4 false", "agent - 09:00:05.000 4 false - said by x"},
		{"failed, with a reason", wrong, nil, session.Turn, "too long", "turn failed 09:00:05.000 4 false", "agent - 09:00:05.000 4 false - too long"},
		{"canceled", stop, nil, session.Turn, "", "turn canceled 09:00:05.000 4 -", "agent - 09:00:05.000 4 - canceled -"},
		{"open", open, nil, session.Turn, "", "turn open - - -", "agent - - - - open -"},
		{"of a sub-agent", passed, nil, session.SubAgent, "", "sub-agent passed 09:00:05.000 4 true", "sub-agent - 09:00:05.000 4 true - -"},
		{"two models", passed, two, session.Turn, "", "turn passed 09:00:05.000 4 true", "agent m-1 09:00:05.000 4 true - -, agent m-2 09:00:05.000 - true - -"},
		{"two models, open", open, two, session.Turn, "", "turn open - - -", "agent m-1 - - - open -, agent m-2 - - - open -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			x := step(c.kind, "x", c.m, 1, 5)
			x.Usage, x.Reason = c.usage, c.reason
			res := written(&session.Session{Steps: []*session.Step{x}}, 1, 5)
			res.Want(t, c.step, "Steps", "kind", "result", "ended_at", "duration_s", "converged")
			res.Want(t, c.attempts, "Attempts", "agent", "model", "ended_at", "duration_s", "converged", "cut", "error")
		})
	}
}

// Long texts are cut: what was asked for at 200 bytes, reasons and errors at 400.
func TestLongTexts(t *testing.T) {
	for _, c := range []struct{ long, name, reason, failure int }{
		{200, 200, 200, 200}, {201, 203, 201, 201}, {400, 203, 400, 400}, {401, 203, 403, 403},
	} {
		x := step(session.Turn, "x", wrong, 1, 5)
		x.Text, x.Reason = strings.Repeat("x", c.long), strings.Repeat("y", c.long)
		set := written(&session.Session{Steps: []*session.Step{x}}, 1, 5).Set
		if n := len(set.Steps.Name.At(0)); n != c.name {
			t.Errorf("%d bytes: a name of %d, want %d", c.long, n, c.name)
		}
		if n := len(set.Steps.Reason.At(0)); n != c.reason {
			t.Errorf("%d bytes: a reason of %d, want %d", c.long, n, c.reason)
		}
		if n := len(set.Attempts.Error.At(0)); n != c.failure {
			t.Errorf("%d bytes: an error of %d, want %d", c.long, n, c.failure)
		}
	}
}

// Usage is summed up by model. An answer that states neither tokens nor dollars used nothing,
// and those behind it count all the same. The session's model is the one that wrote most.
func TestUsage(t *testing.T) {
	for _, c := range []struct {
		name     string
		usage    []session.Usage
		tokens   session.Tokens // of the session, in and out
		model    string
		attempts string // model, in and out, in, cached, out, dollars
	}{
		{"one that used nothing comes first", []session.Usage{{Model: "<none>", In: known(0)}, {Model: "m-1", In: known(3), Out: known(4)}}, known(7), "m-1", "m-1 7 3 - 4 -"},
		{"input alone", []session.Usage{{Model: "m-1", In: known(3)}}, session.Tokens{}, "m-1", "m-1 - 3 - - -"},
		{"output alone", []session.Usage{{Model: "m-1", Out: known(4)}}, session.Tokens{}, "m-1", "m-1 - - - 4 -"},
		{"input stated as 0", []session.Usage{{Model: "m-1", In: known(0), Out: known(4)}}, known(4), "m-1", "m-1 4 0 - 4 -"},
		{"input and output of two answers", []session.Usage{{Model: "m-1", In: known(3)}, {Model: "m-1", Out: known(4)}}, known(7), "m-1", "m-1 7 3 - 4 -"},
		{"dollars alone", []session.Usage{{Model: "m-1", CostUSD: 0.5, CostIsKnown: true}}, session.Tokens{}, "m-1", "m-1 - - - - 0.5"},
		{"two models in turn", []session.Usage{
			{Model: "m-1", In: known(3), Cached: known(1), Out: known(4)}, {Model: "m-2", Out: known(9)},
			{Model: "m-1", In: known(30), Cached: known(10), Out: known(4), CostUSD: 2, CostIsKnown: true},
		}, known(50), "m-2", "m-1 41 33 11 8 2, m-2 - - - 9 -"},
		{"the one that wrote most has no name", []session.Usage{{Out: known(9)}, {Model: "m-1", Out: known(4)}}, session.Tokens{}, "m-1", "- - - - 9 -, m-1 - - - 4 -"},
	} {
		t.Run(c.name, func(t *testing.T) {
			for i := range c.usage {
				c.usage[i].At = at(1)
			}
			x := step(session.Turn, "x", passed, 1, 5)
			x.Usage = c.usage
			for where, s := range map[string]*session.Session{"in a turn": {Steps: []*session.Step{x}}, "outside": {Loose: c.usage}} {
				res := written(s, 1, 5)
				if got := res.Set.Runs.Model.At(0); got != c.model {
					t.Errorf("%s: the session's model is %q, want %q", where, got, c.model)
				}
				if got, ok := res.Set.Runs.Tokens.Get(0); ok != c.tokens.Known || got != c.tokens.N {
					t.Errorf("%s: the session used %d tokens (known: %v), want %+v", where, got, ok, c.tokens)
				}
				res.Want(t, c.attempts, "Attempts", "model", "tokens", "tokens_in", "tokens_cached", "tokens_out", "cost_usd")
			}
		})
	}
}

// Calls count in all and by tool: those that failed apart from those that were refused.
func TestCounts(t *testing.T) {
	call := func(name, class string) *session.Call {
		return &session.Call{Name: name, At: at(2), Done: at(3), Failed: class != "", Error: class}
	}
	turn, sub := step(session.Turn, "turn 1", passed, 1, 5), step(session.SubAgent, "sub", passed, 1, 5)
	turn.Calls = []*session.Call{call("Read", ""), call("Edit", "error"), call("Bash", "error"), call("Bash", session.ByPolicy), {Name: "Bash", At: at(4)}}
	sub.Calls = []*session.Call{call("Bash", "error"), call("Web", session.ByUser), call("Edit", "")}
	res := written(&session.Session{Steps: []*session.Step{turn, sub, step(session.Turn, "turn 2", passed, 1, 5)}}, 1, 5)
	res.Want(t, strings.Join([]string{
		"turns - 2", "sub-agents - 1", "tool-calls - 8", "failed-tool-calls - 3", "refused-tool-calls - 2",
		"tool-calls Bash 4", "failed-tool-calls Bash 2", "refused-tool-calls Bash 1",
		"tool-calls Edit 2", "failed-tool-calls Edit 1",
		"tool-calls Read 1",
		"tool-calls Web 1", "refused-tool-calls Web 1",
	}, ", "), "Counts", "name", "part", "value")
	res.Want(t, "turn 1 Read pass 1, turn 1 Edit fail 1, turn 1 Bash fail 1, turn 1 Bash refused 1, turn 1 Bash open -, sub Bash fail 1, sub Web refused 1, sub Edit pass 1",
		"Checks", "step", "name", "verdict", "duration_s")
}

// An exit status belongs to the class that names it. What stands far behind the beginning of a
// text or of its first line is not looked at.
func TestExitStatus(t *testing.T) {
	spaces := func(n int) string { return strings.Repeat(" ", n) }
	for _, c := range []struct {
		name, text, class string
		exit              int64
		stated            bool
	}{
		{"stated", "Exit code 124\nmore", "exit status 124", 124, true},
		{"below 0", "exited with code -2", "exit status -2", -2, true},
		{"refused", "This command requires approval: exit code 3", session.ByPolicy, 0, false},
		{"a class", "Command timed out", "timed out", 0, false},
		{"nothing known", "no", "error", 0, false},
		{"the last byte of a line that is looked at", "x" + spaces(500-1-len("exit code 3")) + "exit code 3", "exit status 3", 3, true},
		{"the byte behind it", "x" + spaces(501-1-len("exit code 34")) + "exit code 34", "exit status 3", 3, true},
		{"a refusal that is looked at", "error: permission to use" + spaces(4000-len("error: permission to use")-len("was denied")) + "was denied", session.ByPolicy, 0, false},
		{"a refusal that ends behind", "error: permission to use" + spaces(4001-len("error: permission to use")-len("was denied")) + "was denied", "no permission", 0, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			class, exit, stated := session.Class(c.text)
			if class != c.class || exit != c.exit || stated != c.stated {
				t.Errorf("%q %d %v, want %q %d %v", class, exit, stated, c.class, c.exit, c.stated)
			}
		})
	}
}

// A home folder has no name of its own, a folder in it and one that is called like it has.
func TestBaseOfHomes(t *testing.T) {
	const user = "root" // whose home folder is not below that of all others
	for dir, want := range map[string]string{
		"/" + user: "", "/" + user + "/till": "till", "/srv/" + user: "root", user: "", "/srv/ada": "ada", "/home/ada/" + user: "root",
		"/Users/ada/till": "till", `D:\work\till`: "till", `D:\Users`: "Users", "/srv/till/Users/ada": "ada",
		"/srv/" + strings.Repeat("x", 120): strings.Repeat("x", 120), "/srv/" + strings.Repeat("x", 121): strings.Repeat("x", 120) + "…",
	} {
		if got := session.Base(dir); got != want {
			t.Errorf("%s: %q, want %q", dir, got, want)
		}
	}
}
