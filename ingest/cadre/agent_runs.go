package cadre

import (
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// agentRun is one time that an agent ran, from its invocation or, where a unit has no
// invocations, from its events. It becomes one row of the table attempts.
type agentRun struct {
	rec          *record.Record
	agent        string
	task         string // "": it worked for the phase
	phase        int64
	hasPhase     bool
	status, err  string
	start, end   time.Time
	heartbeat    time.Time // the last one
	seconds      float64   // duration
	hasSeconds   bool
	ok, known    bool   // it reached its goal; known once it ended
	cut          string // why its duration is cut off, as in the column cut
	number       int64  // of the attempt, from 1; 0: the file gives none
	retry        bool
	retryWritten bool
	explained    bool // an event about its task said what went wrong
	exit         int64
	exited       bool // exit is known
	usage        agentUsage
}

// agentUsage is what an agent used. The programs write zero for a count that they do not
// have, so that a zero counts only beside another number of the same line that is not zero.
type agentUsage struct {
	tokens, in, out, cached int64 // tokens; -1: not known
	cost                    float64
	hasCost                 bool
}

var noUsage = agentUsage{tokens: -1, in: -1, out: -1, cached: -1}

// setStatus settles what a status means. An agent that was stopped at its time limit
// did not reach its goal, and did not end by itself either.
func (a *agentRun) setStatus(status string) {
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

// failed reports whether the agent ended without reaching its goal.
func (a *agentRun) failed() bool { return a.known && !a.ok }

// begun is the start, else the end.
func (a *agentRun) begun() time.Time {
	if a.start.IsZero() {
		return a.end
	}
	return a.start
}

// agentRuns are those of invocations.jsonl; in a unit without that file those of the events
// agent-launched, agent-completed and agent-failed. All have numbers.
func agentRuns(in *inputs, out output) []*agentRun {
	runs := invocationRuns(in.calls, out)
	if len(in.calls) == 0 {
		runs = eventRuns(in.events)
	}
	numberRuns(runs)
	addErrors(newFailedRuns(runs), in.events)
	return runs
}

// invocationRuns reads lines of invocations.jsonl.
func invocationRuns(calls []*record.Record, out output) []*agentRun {
	runs, room := make([]*agentRun, 0, len(calls)), make([]agentRun, len(calls))
	for i, r := range calls {
		a := &room[i]
		*a = agentRun{
			rec:   r,
			agent: r.Str("agent"),
			task:  r.Str("taskId"),
			start: r.Time("startTime"),
			end:   r.Time("timestamp"),
			usage: usageOf(r),
		}
		a.phase, a.hasPhase = r.Int("phase")
		a.number, _ = r.Int("attemptNumber")
		a.retry, a.retryWritten = r.Bool("wasRetry")
		status := r.Str("status")
		success, given := r.Bool("success")
		switch {
		case status == "" && given && success:
			status = "success"
		case status == "" && given:
			status = "failed"
		}
		a.setStatus(status)
		if given && a.known && success != a.ok {
			out.finding(callStatus, r, "status "+status, "success that says the same")
		}
		a.setDuration(out)
		runs = append(runs, a)
	}
	return runs
}

// setDuration takes the logged duration of an invocation, else what its stamps give.
func (a *agentRun) setDuration(out output) {
	logged := a.rec.Value("duration")
	span, spanned := record.Span(a.start, a.end)
	a.seconds, a.hasSeconds = seconds(logged)
	switch {
	case logged.Given && !a.hasSeconds:
		out.finding(badCallTime, a.rec, "duration: "+logged.Text, "milliseconds, 0 or more")
	case !spanned && !a.start.IsZero() && !a.end.IsZero():
		out.finding(badCallTime, a.rec, "it ends before it starts", "an end after the start")
	case a.hasSeconds && spanned && differ(a.seconds, span):
		out.finding(callTimesDiffer, a.rec, "duration: "+logged.Text+" ms", "the time between start and end")
	}
	if !logged.Given {
		a.seconds, a.hasSeconds = span, spanned
	}
}

// usageOf reads the counts of an invocation. Example: tokens 0, inputTokens 0,
// outputTokens 30, cost 0 gives output 30 and cost 0; tokens and input are not known.
func usageOf(r *record.Record) agentUsage {
	u := noUsage
	n, counted := positive(r.Value("tokens"))
	if counted {
		u.tokens = n
	}
	for _, part := range []struct {
		key    string
		tokens *int64
	}{{"inputTokens", &u.in}, {"outputTokens", &u.out}, {"cachedTokens", &u.cached}} {
		n, given := r.Int(part.key)
		if n > 0 || n == 0 && given && counted {
			*part.tokens = n
			counted = true
		}
	}
	if cost, ok := r.Float("cost"); ok && (cost > 0 || cost == 0 && counted) {
		u.cost, u.hasCost = cost, true
	}
	return u
}

// eventRuns pairs launches and ends of agents in their order: the ends do not say
// which launch was theirs.
func eventRuns(events []*record.Record) []*agentRun {
	var runs []*agentRun
	open, closed := map[string][]*agentRun{}, map[string]*agentRun{}
	for _, r := range events {
		if r.Kind == nil || !strings.HasPrefix(r.Name, "agent-") {
			continue
		}
		who := str(r, "agent") + "\x00" + str(r, "taskId") + "\x00" + str(r, "invocationId")
		switch r.Name {
		case "agent-heartbeat":
			if waiting := open[who]; len(waiting) > 0 {
				waiting[0].heartbeat = r.At
			}
		case "agent-launched":
			a := newEventRun(r)
			a.start, a.cut = r.At, "open"
			open[who] = append(open[who], a)
			runs = append(runs, a)
		case "agent-completed", "agent-failed", "agent-timed-out":
			var a *agentRun
			if waiting := open[who]; len(waiting) > 0 {
				a, open[who] = waiting[0], waiting[1:]
			} else if last := closed[who]; last != nil && r.At.Sub(last.end) <= sameEvent {
				continue // the failure that follows a time limit is the same end
			} else {
				a = newEventRun(r)
				runs = append(runs, a)
			}
			closed[who] = a
			a.finish(r)
		}
	}
	return runs
}

func newEventRun(r *record.Record) *agentRun {
	a := &agentRun{rec: r, agent: str(r, "agent"), task: str(r, "taskId"), usage: noUsage}
	v := value(r, "phase")
	a.phase, a.hasPhase = v.Int, v.Given
	return a
}

// finish takes over what the end of an agent says.
func (a *agentRun) finish(r *record.Record) {
	a.end, a.cut = r.At, ""
	exit := value(r, "exitCode")
	a.exit, a.exited, a.err = exit.Int, exit.Given, str(r, "error")
	a.number = max(a.number, value(r, "attempt").Int)
	if n, ok := positive(value(r, "tokenUsage")); ok {
		a.usage.tokens = n
	}
	status := "failed"
	success := value(r, "success")
	switch {
	case r.Is("agent-timed-out"), value(r, "timedOut").Int == 1:
		status = "timed-out"
	case r.Is("agent-completed") && (a.exited && a.exit == 0 || success.Int == 1 || !a.exited && !success.Given):
		status = "success"
	}
	a.setStatus(status)
	a.seconds, a.hasSeconds = seconds(value(r, "duration"))
	if !a.hasSeconds {
		a.seconds, a.hasSeconds = record.Span(a.start, a.end)
	}
}

// numberRuns counts the attempts of an agent at one task or phase in the order of their
// starts, where their files give no numbers.
func numberRuns(runs []*agentRun) {
	type chain struct {
		agent, task string
		phase       int64
	}
	count := map[chain]int64{}
	for _, a := range byStart(runs) {
		c := chain{a.agent, a.task, a.phase}
		count[c]++
		if a.number < 1 {
			a.number = count[c]
		}
		if !a.retryWritten {
			a.retry = count[c] > 1 || a.number > 1
		}
	}
}

// byStart are the runs in the order of their starts, as they mostly are in their file.
func byStart(runs []*agentRun) []*agentRun {
	compare := func(a, b *agentRun) int { return a.begun().Compare(b.begun()) }
	if slices.IsSortedFunc(runs, compare) {
		return runs
	}
	order := slices.Clone(runs)
	slices.SortStableFunc(order, compare)
	return order
}
