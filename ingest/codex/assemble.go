package codex

import (
	"cmp"
	"fmt"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/session"
	"runreport/ingest/table"
)

// turn is a turn while its lines are read.
type turn struct {
	session.Step
	last  *record.Record // the line that ended it, or its last message of the model
	ended string         // the word that ended it
	said  bool           // the model did something
}

// log is one session while its lines are read.
type log struct {
	unit     *record.Unit
	t        *table.Set
	session  *session.Session
	turns    []*turn
	model    string
	byEvents bool // user_message tells where turns begin, else messages of the user
	calls    map[string][]*session.Call
	before   *record.Record // the last token_count
}

func assemble(u *record.Unit, t *table.Set) {
	l := &log{unit: u, t: t, calls: map[string][]*session.Call{}}
	l.session = &session.Session{Unit: u, Runner: runner, First: u.Records[0]}
	l.byEvents = slices.ContainsFunc(u.Records, func(r *record.Record) bool { return r.Is(userMessage) })
	for _, r := range u.Records {
		step, said := l.take(r), ""
		if r.Is(userMessage) || r.Is(message) {
			said = r.Str("text")
		}
		u.Event(t, r, step, "", said)
	}
	for i, x := range l.turns {
		l.end(x, i < len(l.turns)-1)
		l.session.Steps = append(l.session.Steps, &x.Step)
	}
	l.session.Write(t)
}

// take reads a line and says which turn it belongs to.
func (l *log) take(r *record.Record) (step string) {
	s := l.session
	switch {
	case r.Is(sessionMeta):
		s.Version = cmp.Or(s.Version, r.Str("cli_version"))
		s.Subject = cmp.Or(s.Subject, r.Str("cwd"))
		return ""
	case r.Is(turnContext):
		l.model = cmp.Or(r.Str("model"), l.model)
		s.Subject = cmp.Or(s.Subject, r.Str("cwd"))
		return ""
	case l.asks(r):
		l.ask(r)
	}
	if len(l.turns) == 0 {
		if r.Is(tokenCount) {
			s.Loose = append(s.Loose, l.usage(r)...)
			return ""
		}
		if !r.Is(functionCall) {
			return ""
		}
		l.begin(r) // a part of a log that begins in the middle of a turn
	}
	cur := l.turns[len(l.turns)-1]
	l.add(cur, r)
	return cur.Name
}

// asks reports whether the user asks for something with the line.
func (l *log) asks(r *record.Record) bool {
	if l.byEvents {
		return r.Is(userMessage)
	}
	if !r.Is(message) || r.Str("role") != "user" {
		return false
	}
	made, _ := r.Bool("injected")
	return !made
}

// ask begins a turn. What the user writes before the model did anything belongs to the
// same one.
func (l *log) ask(r *record.Record) {
	if n := len(l.turns); n > 0 && !l.turns[n-1].said && l.turns[n-1].ended == "" {
		l.turns[n-1].Started = r.At
		return
	}
	l.begin(r)
	l.turns[len(l.turns)-1].Text = r.Str("text")
}

func (l *log) begin(r *record.Record) {
	l.turns = append(l.turns, &turn{Step: session.Step{Name: fmt.Sprintf("turn %d", len(l.turns)+1), Kind: session.Turn, First: r, Started: r.At}})
}

func (l *log) add(cur *turn, r *record.Record) {
	if r.At.After(cur.Last) && !r.Is("line") {
		cur.Last = r.At
	}
	switch {
	case r.Is(message) && r.Str("role") == "assistant":
		cur.said, cur.last, cur.ended = true, r, answered
	case r.Is(functionCall):
		cur.said, cur.ended = true, ""
		c := &session.Call{ID: r.Str("call_id"), Name: record.Cut(r.Str("name"), 120), At: r, Text: r.Str("text")}
		switch r.Str("status") {
		case "completed":
			c.Done = r
		case "failed", "incomplete":
			c.Done, c.Failed, c.Error = r, true, "error"
		}
		cur.Calls = append(cur.Calls, c)
		l.calls[c.ID] = append(l.calls[c.ID], c)
	case r.Is(callOutput):
		l.result(r)
	case r.Is(tokenCount):
		cur.Usage = append(cur.Usage, l.usage(r)...)
	case r.Is(taskComplete), r.Is(failure):
		cur.last, cur.ended = r, r.Name
	case r.Is(turnAborted):
		cur.last, cur.ended = r, cmp.Or(r.Str("reason"), turnAborted)
	}
}

// result ends the first call of that id that has no result.
func (l *log) result(r *record.Record) {
	id := r.Str("call_id")
	list := l.calls[id]
	for len(list) > 0 && list[0].Done != nil && list[0].Done != list[0].At {
		list = list[1:]
	}
	if l.calls[id] = list; len(list) == 0 {
		return
	}
	c := list[0]
	c.Done = r
	c.Failed, _ = r.Bool("failed")
	c.Error = r.Str("class")
	c.Exit, c.ExitStated = r.Int("exit")
	c.Text = cmp.Or(r.Str("text"), c.Text)
}

// usage is what a token_count adds: last_token_usage, or the growth of the total where
// that is all that is given. Nothing where it tells of the same answer again.
func (l *log) usage(r *record.Record) []session.Usage {
	before := l.before
	l.before = r
	u := session.Usage{Model: cmp.Or(r.Str("model"), l.model), At: r}
	again := before != nil && r.Has("total.input_tokens")
	for _, x := range []struct {
		key string
		to  *session.Tokens
	}{{"input_tokens", &u.In}, {"cached_input_tokens", &u.Cached}, {"output_tokens", &u.Out}} {
		n, given := r.Int("last." + x.key)
		if total, ok := r.Int("total." + x.key); ok && !given {
			n, given = total, true
			if before != nil {
				was, _ := before.Int("total." + x.key)
				n = max(0, total-was)
			}
		}
		if given {
			x.to.Add(n)
		}
		if again {
			again = r.Value("last."+x.key).Int == before.Value("last."+x.key).Int && r.Value("total."+x.key).Int == before.Value("total."+x.key).Int
		}
	}
	if again || !u.In.Known && !u.Cached.Known && !u.Out.Known {
		return nil
	}
	return []session.Usage{u}
}

// end settles how a turn ended. over: the session went on after it.
func (l *log) end(x *turn, over bool) {
	if x.ended == "" {
		x.Meaning = session.Unfinished(over)
		return
	}
	x.Status = x.ended
	x.Meaning = l.unit.Meaning(l.t, endWords, x.ended, x.last)
	if x.last.Is(failure) {
		x.Reason = cmp.Or(x.last.Str("text"), x.last.Str("class"))
	}
}
