package claude

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/session"
	"runreport/ingest/table"
)

// work is a turn or a sub-agent while its lines are read.
type work struct {
	session.Step
	last     *record.Record // its last message of the model, or interruption
	answered bool           // the model said something
	closed   bool           // nothing more belongs to it
}

// log is one session while its lines are read.
type log struct {
	unit    *record.Unit
	t       *table.Set
	session *session.Session
	turns   []*work
	agents  []*work
	byAgent map[string]*work
	chain   map[string]string // uuid of a sub-agent's line → the agent
	calls   map[string]*pending
	latest  map[[2]string]*record.Record // (message.id, requestId) → the last line of it
	priced  map[[2]string]*record.Record // the same → the last line of it that states a cost
	called  map[string]*work             // sub-agent → the turn that called it
	outcome *record.Record               // the last line of what was printed
}

// pending is a call and the work that it belongs to.
type pending struct {
	*session.Call
	by *work
}

func assemble(u *record.Unit, t *table.Set) {
	if len(u.Records) == 0 {
		return // another session has all of its lines
	}
	l := &log{unit: u, t: t, byAgent: map[string]*work{}, chain: map[string]string{}, calls: map[string]*pending{},
		latest: map[[2]string]*record.Record{}, priced: map[[2]string]*record.Record{}, called: map[string]*work{}}
	l.session = &session.Session{Unit: u, Runner: runner, First: u.Records[0]}
	for _, r := range u.Records {
		if key, ok := usageKey(r); ok {
			l.latest[key] = r
			if r.Has("costUSD") {
				l.priced[key] = r
			}
		}
	}
	for _, r := range u.Records {
		l.take(r)
	}
	// Lines that name no session are in events, and belong to no run.
	if u.ID == "" {
		return
	}
	l.finish()
	l.session.Write(t)
}

// usageKey is what the usage of a line counts once for; false where every line counts.
func usageKey(r *record.Record) (key [2]string, ok bool) {
	if !r.Is(answer) && !r.Is(usageLine) {
		return key, false
	}
	id := r.Str("message.id")
	return [2]string{id, r.Str("requestId")}, id != ""
}

func (l *log) take(r *record.Record) {
	s := l.session
	s.Subject = cmp.Or(s.Subject, r.Str("cwd"))
	if v := r.Str("version"); v != "" {
		s.Version = v
	}
	side, _ := r.Bool("isSidechain")
	var at *work
	switch {
	case r.Is(usageLine):
		s.Loose = append(s.Loose, l.usage(r)...)
	case side || agentOf(r.File.Path) != "":
		at = l.agent(r)
		l.add(at, r)
	case r.Is(prompt), r.Is(answer), r.Is(toolResult), r.Is(interrupt), r.Is(outcome):
		at = l.turn(r)
		l.add(at, r)
	}
	step := ""
	if at != nil {
		step = at.Name
	}
	actor, said := "", ""
	if r.Is(prompt) || r.Is(answer) {
		actor, said = r.Name, r.Str("text")
	}
	l.unit.Event(l.t, r, step, actor, said)
}

// turn is the turn that a line of the session itself belongs to. What the user writes
// before the model has said anything belongs to the same turn.
func (l *log) turn(r *record.Record) *work {
	var cur *work
	if n := len(l.turns); n > 0 {
		cur = l.turns[n-1]
	}
	if cur == nil || r.Is(prompt) && (cur.answered || cur.closed) {
		cur = l.begin(r, session.Turn, fmt.Sprintf("turn %d", len(l.turns)+1))
		l.turns = append(l.turns, cur)
	}
	if r.Is(prompt) && !cur.answered {
		cur.Started = r.At // waiting for it begins with the last words
	}
	return cur
}

func (l *log) begin(r *record.Record, kind, name string) *work {
	return &work{Step: session.Step{Name: name, Kind: kind, First: r, Started: r.At}}
}

// agent is the sub-agent that a line belongs to: the one that it names, the one of its
// file, else that of its chain.
func (l *log) agent(r *record.Record) *work {
	id := cmp.Or(r.Str("agentId"), agentOf(r.File.Path))
	if id == "" {
		id = l.chain[r.Str("parentUuid")]
	}
	if id == "" {
		id = fmt.Sprint(len(l.agents) + 1)
	}
	l.chain[r.Str("uuid")] = id
	a := l.byAgent[id]
	if a == nil {
		a = l.begin(r, session.SubAgent, session.SubAgent+" "+record.Cut(id, 80))
		l.byAgent[id] = a
		l.agents = append(l.agents, a)
	}
	return a
}

// add adds a line to a turn or a sub-agent.
func (l *log) add(at *work, r *record.Record) {
	if r.At.After(at.Last) {
		at.Last = r.At
	}
	if r.Is(prompt) {
		at.Text = cmp.Or(at.Text, r.Str("text"))
	}
	switch {
	case r.Is(answer):
		at.answered, at.last = true, r
		at.Usage = append(at.Usage, l.usage(r)...)
		for _, c := range r.Items("tool_use") {
			call := &session.Call{ID: c.Str("id"), Name: record.Cut(c.Str("name"), 120), At: r, Text: c.Str("text")}
			at.Calls = append(at.Calls, call)
			l.calls[call.ID] = &pending{call, at}
		}
	case r.Is(toolResult):
		for _, done := range r.Items("tool_result") {
			l.result(at, r, done)
		}
		if id := r.Str("agent"); id != "" {
			l.called[id] = at
		}
	case r.Is(interrupt):
		at.last, at.closed = r, true
	case r.Is(outcome):
		at.last, at.closed, l.outcome = r, true, r
		ms, _ := r.Float("duration_ms")
		l.session.StatedS += ms / 1000
		for _, id := range r.List("denied") {
			l.deny(id, r)
		}
	}
}

// deny settles a call that the last line of what was printed lists as not permitted.
func (l *log) deny(id string, r *record.Record) {
	c := l.calls[id]
	if c == nil || c.Done != nil && session.Refused(c.Error) {
		return
	}
	c.Done, c.Failed, c.Error = cmp.Or(c.Done, r), true, session.ByPolicy
}

// result ends a call. A result of no call that was logged tells nothing.
func (l *log) result(at *work, r, done *record.Record) {
	c := l.calls[done.Str("tool_use_id")]
	if c == nil || c.Done != nil {
		return
	}
	c.Done = r
	c.Failed, _ = done.Bool("is_error")
	c.Error = done.Str("class")
	c.Exit, c.ExitStated = done.Int("exit")
	c.Text = cmp.Or(done.Str("text"), c.Text)
	if r.At.After(c.by.Last) && c.by != at {
		c.by.Last = r.At
	}
}

// usage is what a line adds: nothing where a later line of the same message counts.
func (l *log) usage(r *record.Record) []session.Usage {
	priced := r
	if key, ok := usageKey(r); ok {
		if l.latest[key] != r {
			return nil
		}
		priced = cmp.Or(l.priced[key], r)
	}
	u := tokensOf(r)
	u.Model = r.Str("message.model")
	u.CostUSD, u.CostIsKnown = priced.Float("costUSD")
	return []session.Usage{u}
}

// tokensOf are the tokens that a line states.
func tokensOf(r *record.Record) session.Usage {
	u := session.Usage{At: r}
	for _, x := range []struct {
		key string
		to  []*session.Tokens
	}{
		{"input_tokens", []*session.Tokens{&u.In}},
		{"cache_creation_input_tokens", []*session.Tokens{&u.In}},
		{"cache_read_input_tokens", []*session.Tokens{&u.In, &u.Cached}},
		{"output_tokens", []*session.Tokens{&u.Out}},
	} {
		if n, ok := r.Int(x.key); ok {
			for _, to := range x.to {
				to.Add(n)
			}
		}
	}
	return u
}

// finish settles how turns and sub-agents ended, and which turn a sub-agent belongs to.
func (l *log) finish() {
	end := time.Time{}
	for i, w := range l.turns {
		l.end(w, i < len(l.turns)-1)
		l.session.Steps = append(l.session.Steps, &w.Step)
		if w.Last.After(end) {
			end = w.Last
		}
	}
	l.stated()
	for id, w := range l.called {
		if a := l.byAgent[id]; a != nil {
			a.Parent = w.Name
		}
	}
	for _, a := range l.agents {
		c := l.calls[a.First.Str("agentId")] // the call that it is, in what claude prints
		l.end(a, end.After(a.Last) || c != nil && c.Done != nil)
		if c != nil && a.Parent == "" {
			a.Parent = c.by.Name
		}
		if a.Parent == "" {
			a.Parent = l.turnAt(a.Started)
		}
		l.session.Steps = append(l.session.Steps, &a.Step)
	}
}

// stated takes over what the last line of what was printed says of the whole session. Its
// tokens are those of the messages, and count only where no message is there. Of its cost
// counts what it is more than the calls state.
func (l *log) stated() {
	if l.outcome == nil {
		return
	}
	u := session.Usage{At: l.outcome}
	if len(l.latest) == 0 {
		u = tokensOf(l.outcome)
	}
	u.CostUSD, u.CostIsKnown = l.outcome.Float("total_cost_usd")
	if calls, known := l.costOfCalls(); known {
		u.CostUSD -= calls
		u.CostIsKnown = u.CostUSD > leastCost
	}
	l.session.Loose = append(l.session.Loose, u)
}

// leastCost is a difference of costs that says no more than that they were rounded, US dollars.
const leastCost = 1e-6

// costOfCalls is the sum of the costs that calls of a model state.
func (l *log) costOfCalls() (sum float64, known bool) {
	all := slices.Clone(l.session.Loose)
	for _, w := range slices.Concat(l.turns, l.agents) {
		all = append(all, w.Usage...)
	}
	for _, u := range all {
		if u.CostIsKnown {
			sum, known = sum+u.CostUSD, true
		}
	}
	return sum, known
}

// turnAt is the turn that went on at that time; the first where no time tells.
func (l *log) turnAt(at time.Time) string {
	name := ""
	for i, w := range l.turns {
		if i == 0 || !at.IsZero() && !w.Started.After(at) {
			name = w.Name
		}
	}
	return name
}

// end settles how a turn or a sub-agent ended. over: the session went on after it.
func (l *log) end(w *work, over bool) {
	switch {
	case w.last == nil:
	case w.last.Is(interrupt):
		w.Status = interrupted
	case w.last.Is(outcome) && w.last.Value("is_error").Int == 1 && w.last.Str("subtype") == "success":
		w.Status = apiError
	case w.last.Is(outcome):
		w.Status = w.last.Str("subtype")
	case w.last.Value("isApiErrorMessage").Int == 1:
		w.Status = apiError
	case w.last.Str("message.stop_reason") != "":
		w.Status = w.last.Str("message.stop_reason")
	case len(w.last.Items("tool_use")) == 0 && w.last.Has("content"):
		w.Status = answered
	}
	if w.Status == "" {
		w.Meaning = session.Unfinished(over)
		return
	}
	w.Meaning = l.unit.Meaning(l.t, stopWords, w.Status, w.last)
	if w.Meaning.Result == table.Open {
		w.Meaning = session.Unfinished(over)
	}
}
