package cadre

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// try is one time that an agent ran, from its invocation or, where a unit has no
// invocations, from its events.
type try struct {
	rec          *record.Record
	agent        string
	task         string // "": it worked for the phase
	phase        int64
	hasPhase     bool
	status, why  string
	start, end   time.Time
	alive        time.Time // last sign of life
	secs         float64   // of its duration
	hasSecs      bool
	ok, known    bool // it reached its goal; known once it ended
	cut          string
	number       int64 // 0: the file gives none
	retry, isSet bool
	tokens       int64
	exit         record.Value
}

// ended settles what a status means. An agent that was stopped at its time limit
// did not reach its goal, and did not end by itself either.
func (a *try) ended(status string) {
	m, _ := callWords.Of(status)
	a.status = status
	a.ok, a.known = m.Result == table.Passed, m.Result.Decided()
	switch {
	case m.Cause == table.CauseTimeLimit:
		a.cut = "killed"
	case m.Result == table.Canceled:
		a.cut = "canceled"
	}
}

// invocations reads the tries from invocations.jsonl.
func (w *work) invocations() {
	for _, r := range w.calls {
		a := &try{
			rec:   r,
			agent: r.Str("agent"),
			task:  r.Str("taskId"),
			start: r.Time("startTime"),
			end:   r.Time("timestamp"),
		}
		a.phase, a.hasPhase = r.Int("phase")
		a.number, _ = r.Int("attemptNumber")
		a.retry, a.isSet = r.Bool("wasRetry")
		a.tokens, _ = positive(r.Value("tokens"))
		status := r.Str("status")
		success, said := r.Bool("success")
		switch {
		case status == "" && said && success:
			status = "success"
		case status == "" && said:
			status = "failed"
		}
		a.ended(status)
		if said && a.known && success != a.ok {
			w.unit.Finding(w.t, callStatus, r, "status "+status, "success that says the same")
		}
		w.callTime(a)
		w.tries = append(w.tries, a)
	}
}

// callTime takes the logged duration of an invocation, else what its stamps give.
func (w *work) callTime(a *try) {
	logged := a.rec.Value("duration")
	span, spanned := record.Span(a.start, a.end)
	a.secs, a.hasSecs = seconds(logged)
	switch {
	case logged.Given && !a.hasSecs:
		w.unit.Finding(w.t, badCallTime, a.rec, "duration: "+logged.Text, "milliseconds, 0 or more")
	case !spanned && !a.start.IsZero() && !a.end.IsZero():
		w.unit.Finding(w.t, badCallTime, a.rec, "it ends before it starts", "an end after the start")
	case a.hasSecs && spanned && apart(a.secs, span):
		w.unit.Finding(w.t, callTimesDiffer, a.rec, "duration: "+logged.Text+" ms", "the time between start and end")
	}
	if !logged.Given {
		a.secs, a.hasSecs = span, spanned
	}
}

// agentEvents reads the tries from launches and ends of agents, which pair up in
// their order: the ends do not say which launch was theirs.
func (w *work) agentEvents() {
	open, closed := map[string][]*try{}, map[string]*try{}
	for _, r := range w.events {
		if r.Kind == nil || !strings.HasPrefix(r.Name, "agent-") {
			continue
		}
		who := str(r, "agent") + "\x00" + str(r, "taskId") + "\x00" + str(r, "invocationId")
		switch r.Name {
		case "agent-heartbeat":
			if waiting := open[who]; len(waiting) > 0 {
				waiting[0].alive = r.At
			}
		case "agent-launched":
			a := w.agentTry(r)
			a.start, a.cut = r.At, "open"
			open[who] = append(open[who], a)
			w.tries = append(w.tries, a)
		case "agent-completed", "agent-failed", "agent-timed-out":
			var a *try
			if waiting := open[who]; len(waiting) > 0 {
				a, open[who] = waiting[0], waiting[1:]
			} else if last := closed[who]; last != nil && r.At.Sub(last.end) <= nearby {
				continue // the failure that follows a time limit is the same end
			} else {
				a = w.agentTry(r)
				w.tries = append(w.tries, a)
			}
			closed[who] = a
			a.finish(r)
		}
	}
}

func (w *work) agentTry(r *record.Record) *try {
	a := &try{rec: r, agent: str(r, "agent"), task: str(r, "taskId")}
	v := value(r, "phase")
	a.phase, a.hasPhase = v.Int, v.Given
	return a
}

// finish takes over what the end of an agent says.
func (a *try) finish(r *record.Record) {
	a.end, a.cut = r.At, ""
	a.exit, a.why = value(r, "exitCode"), str(r, "error")
	a.number = max(a.number, value(r, "attempt").Int)
	a.tokens, _ = positive(value(r, "tokenUsage"))
	status := "failed"
	switch {
	case r.Is("agent-timed-out"), value(r, "timedOut").Int == 1:
		status = "timed-out"
	case r.Is("agent-completed") && (a.exit.Given && a.exit.Int == 0 || value(r, "success").Int == 1 || !a.exit.Given && !value(r, "success").Given):
		status = "success"
	}
	a.ended(status)
	a.secs, a.hasSecs = seconds(value(r, "duration"))
	if !a.hasSecs {
		a.secs, a.hasSecs = record.Span(a.start, a.end)
	}
}

// numberTries counts the tries of an agent at one task or phase in the order of their
// starts, where their files give no numbers, and tells the tasks of them.
func (w *work) numberTries() {
	order := slices.Clone(w.tries)
	slices.SortStableFunc(order, func(a, b *try) int { return a.begun().Compare(b.begun()) })
	type chain struct {
		agent, task string
		phase       int64
	}
	count := map[chain]int64{}
	for _, a := range order {
		c := chain{a.agent, a.task, a.phase}
		count[c]++
		if a.number < 1 {
			a.number = count[c]
		}
		if !a.isSet {
			a.retry = count[c] > 1 || a.number > 1
		}
		if a.task == "" {
			continue
		}
		s := w.tasks.get(a.task, a.rec)
		s.highest = max(s.highest, a.number)
		if a.known && !a.ok {
			s.failed = max(s.failed, a.number)
		}
		if s.status == "" {
			s.say("in-progress", a.begun(), byLog)
		}
	}
}

func (a *try) begun() time.Time {
	if a.start.IsZero() {
		return a.end
	}
	return a.start
}

func (w *work) attemptRows() {
	t := &w.t.Attempts
	for _, a := range w.tries {
		row := w.unit.Row(&t.Rows, &t.Run, a.rec)
		if a.rec.Is(invocation.Name) {
			a.rec.Fill(t, row)
		}
		t.Step.SetText(row, a.task)
		t.Attempt.Set(row, a.number)
		t.Agent.SetText(row, a.agent)
		if a.hasPhase {
			t.Phase.Set(row, phaseStep(a.phase))
		}
		t.Status.SetText(row, cmp.Or(a.status, a.cut))
		w.attemptMeaning(a).Fill(&t.Result, &t.Cause, row)
		if a.known {
			t.Converged.Set(row, a.ok)
		}
		t.Cut.SetText(row, a.cut)
		t.StartedAt.Set(row, a.start)
		t.EndedAt.Set(row, a.end)
		t.HeartbeatAt.Set(row, a.alive)
		if a.hasSecs {
			t.DurationS.Set(row, a.secs)
		}
		if a.exit.Given {
			t.ExitCode.Set(row, a.exit.Int)
		}
		t.Error.SetText(row, record.Cut(a.why, 400))
		t.Retry.Set(row, a.retry)
		w.tokens(a, row)
	}
}

// tokens writes what a try used. Zero means that nobody counted.
func (w *work) tokens(a *try, row int) {
	t := &w.t.Attempts
	if a.tokens > 0 {
		t.Tokens.Set(row, a.tokens)
	}
	if !a.rec.Is(invocation.Name) {
		return
	}
	counted := a.tokens > 0
	for _, part := range []struct {
		key    string
		column *table.Int
	}{{"inputTokens", &t.TokensIn}, {"outputTokens", &t.TokensOut}, {"cachedTokens", &t.TokensCache}} {
		n, given := a.rec.Int(part.key)
		if n > 0 || n == 0 && given && counted {
			part.column.Set(row, n)
			counted = true
		}
	}
	if cost, ok := a.rec.Float("cost"); ok && (cost > 0 || cost == 0 && counted) {
		t.CostUSD.Set(row, cost)
		w.cost, w.hasCost = w.cost+cost, true
	}
}
