package cadre

import (
	"cmp"
	"path"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// maxText is how many bytes of a free text go into a column.
const maxText = 400

// newRun opens the unit's row of the table runs with what all units have.
func (o output) newRun(subject, runner string) (row int) {
	u, t := o.unit, &o.t.Runs
	row = t.Add(u.Records[0].Place())
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, subject)
	t.StableSubject.Set(row, subject)
	t.ExhaustionVisible.Set(row, true)
	t.Runner.Set(row, runner)
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	return row
}

func (o output) runRow(in *inputs, steps *steps, runs []*agentRun, end ending) {
	t := &o.t.Runs
	runner := "CADRE"
	if in.aamf {
		runner = "AAMF"
	}
	row := o.newRun(in.subject(), runner)
	t.Model.SetText(row, in.model())
	if in.doc != nil {
		t.Variant.Set(row, dialect(in.doc))
		in.doc.Fill(t, row)
	}
	start, logged := in.started(end.status != "not-started")
	t.StartedAt.Set(row, start)
	t.LastAt.Set(row, in.last())
	t.EndedAt.Set(row, end.at)
	if s, ok := record.Span(start, end.at); ok && logged {
		t.DurationS.Set(row, s)
	}
	if s, ok := activeTime(in, steps); ok {
		t.ActiveS.Set(row, s)
	}
	if in.page != nil && in.doc == nil {
		if n, ok := in.page.Int("resumes"); ok {
			t.Resumes.Set(row, n)
		}
	}
	t.Status.Set(row, end.status)
	t.Outcome.SetText(row, end.outcome)
	t.Result.Set(row, string(end.result))
	o.fillWhy(row, end.why)
	if n := tokensUsed(in, runs); n > 0 {
		t.Tokens.Set(row, n)
	}
	if cost, ok := costOf(runs); ok {
		t.CostUSD.Set(row, cost)
	}
}

// fillWhy writes why the run of the row stopped.
func (o output) fillWhy(row int, w why) {
	t := &o.t.Runs
	t.Cause.SetText(row, string(w.cause))
	t.Reason.SetText(row, record.Cut(w.reason, maxText))
	if w.cause != "" {
		t.Inferred.Set(row, w.inferred)
	}
}

// activeTime is the time in phases, seconds, where every completed phase states one;
// AAMF counts the time of all sessions itself.
func activeTime(in *inputs, steps *steps) (sum float64, ok bool) {
	if in.aamf && in.doc != nil {
		s, _ := seconds(in.doc.Value("cumulativeDurationMs"))
		return s, s > 0
	}
	for _, s := range steps.phases.list {
		if s.status == "completed" && !s.hasLogged {
			return 0, false
		}
		if s.hasLogged {
			sum, ok = sum+s.logged, true
		}
	}
	return sum, ok
}

// tokensUsed is the checkpoint's count, else that of the runs of agents, else what the
// last event, the fleet or the progress page states; 0 when nobody counted.
func tokensUsed(in *inputs, runs []*agentRun) int64 {
	if in.doc != nil {
		if used := in.doc.Item("tokenUsage"); used != nil {
			if n, ok := positive(used.Value("total")); ok {
				return n
			}
		}
	}
	sum := int64(0)
	for _, a := range runs {
		sum += max(0, a.usage.tokens)
	}
	if sum > 0 {
		return sum
	}
	if r := in.lastEvent("issue-completed"); r != nil {
		n, _ := positive(value(r, "tokenUsage"))
		return n
	}
	if in.item != nil {
		if n, ok := positive(in.item.Value(itemTokens)); ok {
			return n
		}
	}
	if in.page != nil {
		n, _ := positive(in.page.Value("tokens"))
		return n
	}
	return 0
}

// costOf is the cost of the runs, US dollars; false when none states it.
func costOf(runs []*agentRun) (sum float64, ok bool) {
	for _, a := range runs {
		if a.usage.hasCost {
			sum, ok = sum+a.usage.cost, true
		}
	}
	return sum, ok
}

// checkFleet holds the fleet's word against the item's own checkpoint.
func (o output) checkFleet(in *inputs) {
	if in.item == nil || in.doc == nil || in.item.Str("status") != "completed" {
		return
	}
	last, _ := in.item.Int("lastPhase")
	done := numbers(in.doc.Raw("completedPhases"))
	if last > 0 && !slices.Contains(done, last) {
		o.finding(
			fleetAhead,
			in.item,
			"completed in "+phaseStep(last),
			"that phase among completedPhases of "+path.Base(in.doc.File.Path),
		)
	}
}

func (o output) attemptRows(runs []*agentRun, end ending) {
	t := &o.t.Attempts
	for _, a := range runs {
		row := o.unit.Row(&t.Rows, &t.Run, a.rec)
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
		m := record.Meaning{Result: table.Unfinished(true, end.over())}
		if a.cut != "open" {
			m = o.meaning(callWords, a.status, a.rec)
		}
		m.Fill(&t.Result, &t.Cause, row)
		if a.known {
			t.Converged.Set(row, a.ok)
		}
		t.Cut.SetText(row, a.cut)
		t.StartedAt.Set(row, a.start)
		t.EndedAt.Set(row, a.end)
		t.HeartbeatAt.Set(row, a.heartbeat)
		if a.hasSeconds {
			t.DurationS.Set(row, a.seconds)
		}
		if a.exited {
			t.ExitCode.Set(row, a.exit)
		}
		t.Error.SetText(row, record.Cut(a.err, maxText))
		t.Retry.Set(row, a.retry)
		a.usage.fill(t, row)
	}
}

func (u agentUsage) fill(t *table.Attempts, row int) {
	for _, c := range []struct {
		tokens int64
		column *table.Int
	}{{u.tokens, &t.Tokens}, {u.in, &t.TokensIn}, {u.out, &t.TokensOut}, {u.cached, &t.TokensCache}} {
		if c.tokens >= 0 {
			c.column.Set(row, c.tokens)
		}
	}
	if u.hasCost {
		t.CostUSD.Set(row, u.cost)
	}
}
