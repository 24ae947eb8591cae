package metric

import (
	"context"
	"slices"

	"runreport/analyze/report"
	"runreport/analyze/stat"
	"runreport/ingest/table"
	"runreport/unit/parallel"
)

// runRow makes the row of a unit in the list of runs.
type runRow struct{ *Unit }

// Runs is every unit as the report has it, oldest first. It ends early with its context.
func Runs(ctx context.Context, t *table.Set, units []*Unit) []report.Run {
	perRun := map[string]int64{}
	f := &t.Findings
	for row := range f.Len() {
		perRun[f.Run.At(row)]++
	}
	out := make([]report.Run, len(units))
	parallel.Ranges(len(units), func(from, to int) {
		for i := from; i < to && ctx.Err() == nil; i++ {
			out[i] = runRow{units[i]}.run()
			out[i].Findings = perRun[units[i].Key]
		}
	})
	return out
}

func (u runRow) run() report.Run {
	t := &u.t.Runs
	cause, implied := u.cause()
	r := report.Run{
		Key: u.Key, System: u.System, Unit: u.ID, Kind: u.Kind, Subject: u.Subject,
		Variant: t.Variant.At(u.Row), Runner: t.Runner.At(u.Row), Model: t.Model.At(u.Row), Version: t.Version.At(u.Row),
		StartedAt: t.StartedAt.At(u.Row), EndedAt: t.EndedAt.At(u.Row),
		DurationS: optional(&t.DurationS, u.Row, u.whyNoDuration()), ActiveS: optional(&t.ActiveS, u.Row, stat.ReasonNoData),
		Status: t.Status.At(u.Row), Outcome: t.Outcome.At(u.Row), Cause: string(cause), CauseInferred: implied && cause != "",
		Verdict: t.Verdict.At(u.Row), Counts: u.runCounts(),
		Result: t.Result.At(u.Row), StableSubject: stableSubject(t, u.Row),
		Reason: t.Reason.At(u.Row), ReasonEvidence: Cite(u.t, u.reasonPlace()), Flaked: NotNil(u.flaked()),
		CriticalPath: []report.PathStep{}, PathCoverage: report.Missing(string(stat.ReasonNoData)),
		WithoutFlakesS:  report.Missing(string(stat.ReasonNoData)),
		SupersededFiles: NotNil(t.Superseded.At(u.Row)), Files: NotNil(t.Files.At(u.Row)), StitchedBy: t.Evidence.At(u.Row),
		Evidence: Cite(u.t, t.Place(u.Row)), Checks: u.gateChecks(),
	}
	u.count(&r)
	u.criticalPath(&r)
	return r
}

// stableSubject is the subject's name as it lasts from report to report; nil where no
// record tells it. The empty name is one too.
func stableSubject(t *table.Runs, row int) *string {
	if name, given := t.StableSubject.Get(row); given {
		return &name
	}
	return nil
}

// reasonPlace is the line that states why the run stopped, else where the run begins.
func (u runRow) reasonPlace() table.Place {
	at := u.t.Runs.Place(u.Row)
	if line, ok := u.t.Runs.ReasonLine.Get(u.Row); ok {
		at.Line = line
	}
	return at
}

func (u runRow) whyNoDuration() stat.Reason {
	t := &u.t.Runs
	end, ended := t.EndedAt.Get(u.Row)
	start, started := t.StartedAt.Get(u.Row)
	switch {
	case !ended && table.Result(t.Result.At(u.Row)).Decided(): // it has, at a time that nobody logged
		return stat.ReasonNotReported
	case !ended:
		return stat.ReasonOpen
	case started && end.Before(start):
		return stat.ReasonNegativeDuration
	case started: // longer than counts
		return stat.ReasonUncheckable
	}
	return stat.ReasonNoData
}

func optional(c *table.Float, row int, why stat.Reason) report.Number {
	if v, ok := c.Get(row); ok {
		return report.Known(v)
	}
	return report.Missing(string(why))
}

// count sums up the unit's steps and attempts.
func (u runRow) count(r *report.Run) {
	missing := None(stat.ReasonNoData)
	r.Attempts, r.Retries, r.RetriesAll, r.Done, r.Failed, r.Blocked = missing, missing, missing, missing, missing, missing
	attempts := int64(u.attempts().len())
	steps := u.retryable
	for _, y := range steps {
		attempts += y.missing()
	}
	if attempts > 0 {
		r.Attempts = report.Count(attempts)
	}
	if len(steps) == 0 {
		return
	}
	var converged, all, done, failed, blocked int64
	for _, y := range steps {
		if y.highest() > 1 {
			all += y.highest() - 1
			if y.converged {
				converged += y.highest() - 1
			}
		}
		switch {
		case table.Result(u.t.Steps.Result.At(y.row)) == table.Blocked:
			blocked++
		case y.converged:
			done++
		case y.settled:
			failed++
		}
	}
	r.Retries, r.RetriesAll = report.Count(converged), report.Count(all)
	r.Done, r.Failed, r.Blocked = report.Count(done), report.Count(failed), report.Count(blocked)
}

func (u runRow) gateChecks() []report.Check {
	c := &u.t.Checks
	out := []report.Check{}
	for row := range u.checks().each {
		if c.Kind.At(row) == "gate" {
			out = append(out, report.Check{Name: c.Name.At(row), Step: c.Step.At(row), Verdict: c.Verdict.At(row),
				Reason: c.Reason.At(row), Evidence: Cite(u.t, c.Place(row))})
		}
	}
	return out
}

// criticalPath infers the chain of steps that a closed run waited for, where its log
// says when a step became ready.
func (u runRow) criticalPath(r *report.Run) {
	t := &u.t.Transitions
	if u.transitions().len() == 0 || r.EndedAt.IsZero() || r.StartedAt.IsZero() {
		return
	}
	var nodes []stat.Node
	var names []string
	index, released := map[string]int{}, map[string]bool{}
	at := -1
	for row := range u.transitions().each {
		at++
		name, when := t.Step.At(row), float64(t.At.At(row).UnixMicro())/1e6
		i, known := index[name]
		if !known {
			i = len(nodes)
			index[name] = i
			names = append(names, name)
			nodes = append(nodes, stat.Node{ReadyAt: -1, FinishAt: -1})
		}
		n := &nodes[i]
		switch to := table.State(t.State.At(row)); to {
		case table.StateReady, table.StateRunning:
			// To wait no more is becoming ready, wherever among the lines that one stands.
			waited := table.State(t.StateBefore.At(row)) == table.StateWaiting
			freed := to == table.StateReady && waited && !released[name]
			if n.ReadyAt < 0 || freed {
				n.ReadyAt, n.Ready = at, when
			}
			released[name] = released[name] || freed
		case table.StatePassed, table.StateFailed:
			n.FinishAt, n.Finish, n.Done = at, when, to == table.StatePassed
		}
	}
	var finished []stat.Node
	var kept []string
	for i, n := range nodes {
		if n.FinishAt >= 0 {
			finished = append(finished, n)
			kept = append(kept, names[i])
		}
	}
	p := stat.CriticalPath(finished, float64(r.StartedAt.UnixMicro())/1e6, float64(r.EndedAt.UnixMicro())/1e6)
	r.CriticalPath = make([]report.PathStep, 0, len(p.Steps))
	for _, s := range p.Steps {
		r.CriticalPath = append(r.CriticalPath, report.PathStep{Step: kept[s.Node], Share: Number(s.Share)})
	}
	r.PathCoverage = Number(p.Coverage)
	switch {
	case len(p.Steps) == 0:
	case p.Ambiguous():
		r.PathLabel = "ambiguous"
	default:
		r.PathLabel = "inferred"
	}
	if !r.DurationS.OK {
		return
	}
	var saved lost
	for y := range u.eachRetryable {
		step := u.t.Steps.Step.At(y.row)
		if y.flaked() && slices.ContainsFunc(r.CriticalPath, func(s report.PathStep) bool { return s.Step == step }) {
			saved.add(y.cost())
		}
	}
	if saved.untimed > 0 { // they may have taken any time
		r.WithoutFlakesS = report.Missing(string(stat.ReasonNotMeasured))
		return
	}
	r.WithoutFlakesS = report.Known(max(0, r.DurationS.Value-saved.seconds))
}
