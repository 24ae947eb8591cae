package run

import (
	"cmp"
	"fmt"
	"math"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// rowWriter writes the rows of a run, its steps and its attempts.
type rowWriter struct{ known }

// run writes the row of the run. What its log does not say is taken from the
// documents beside it; where both speak, the log counts and the comparison says so.
func (w rowWriter) run(end outcome) {
	u, t := w.Unit, &w.Set.Runs
	row := t.Add(w.place())
	for _, rec := range []*record.Record{w.log.index, w.log.start, w.log.abort, w.log.end} {
		if rec != nil {
			rec.Fill(t, row)
		}
	}
	t.Key.Set(row, u.Key)
	t.System.Set(row, u.System)
	t.Kind.Set(row, u.Kind)
	t.ID.Set(row, u.ID)
	t.Subject.SetText(row, record.Cut(w.about(), 200))
	if t.Runner.At(row) == "" {
		t.Runner.SetText(row, w.docs.Runner())
	}
	if t.Version.At(row) == "" {
		t.Version.SetText(row, w.docs.Version())
	}
	if t.Variant.At(row) == "" {
		t.Variant.SetText(row, companion.FirstWord(companion.FieldText(w.docs.Progress, "lever")))
	}
	t.Model.SetText(row, w.docs.Model())
	t.Files.Set(row, u.Files)
	t.Superseded.Set(row, u.Superseded)
	t.Evidence.SetText(row, u.Evidence)
	t.LastAt.Set(row, record.LastTime(u.Records))
	t.StableSubject.Set(row, t.Subject.At(row))
	t.Side.SetText(row, sheet.SideOf(t.Variant.At(row)))
	if len(u.Records) == 0 {
		t.DocumentsOnly.Set(row, true)
	}
	w.times(row)
	end.fill(t, row)
}

// times sets start, end and both durations: the run's own, up to run_end, and the
// time in its phases.
func (w rowWriter) times(row int) {
	t, from := &w.Set.Runs, w.log.head()
	switch {
	case from != nil && !from.At.IsZero():
		t.StartedAt.Set(row, from.At)
	case len(w.Unit.Records) > 0:
		t.StartedAt.Set(row, (&record.Fragment{Records: w.Unit.Records}).First())
	case w.docs.Metadata != nil:
		t.StartedAt.Set(row, w.docs.Metadata.Time("start_time"))
	}
	if end := w.log.end; end != nil {
		t.EndedAt.Set(row, end.At)
		if from != nil {
			if s, ok := record.Span(from.At, end.At); ok {
				t.DurationS.Set(row, s)
			} else if !from.At.IsZero() && !end.At.IsZero() {
				w.Finding(negativePhase, end, "run ends before it starts", "an end behind the start")
			}
		}
	} else if stop := cmp.Or(w.log.abort, w.log.fatal); stop != nil {
		t.EndedAt.Set(row, stop.At)
	}
	active, any := 0.0, false
	for _, p := range w.log.phases.list {
		if p.start == nil || p.end == nil {
			continue
		}
		if s, ok := record.Span(p.start.At, p.end.At); ok && s > 0 {
			active, any = active+s, true
		}
	}
	if any {
		t.ActiveS.Set(row, active)
	}
}

// phases writes the rows of the phases and of their attempts.
func (w rowWriter) phases(means map[int64]record.Meaning) {
	for _, p := range w.log.phases.list {
		w.phase(p, means[p.n])
	}
}

func (w rowWriter) phase(p *phase, means record.Meaning) {
	t, name := &w.Set.Steps, sheet.PhaseLabel(p.n)
	row := w.Unit.Row(&t.Rows, &t.Run, p.marks[0].rec)
	t.Step.Set(row, name)
	t.StableStep.Set(row, name)
	t.Kind.Set(row, "phase")
	t.Stage.Set(row, true)
	t.Retryable.Set(row, true)
	t.RetriesVisible.Set(row, true)
	if p.n > 0 && p.n < int64(len(phaseNames)) {
		t.Name.Set(row, phaseNames[p.n])
	}
	t.Attempts.Set(row, 1+p.retries())
	means.Fill(&t.Result, &t.Cause, row)
	t.Status.Set(row, "open")
	if p.start != nil {
		t.StartedAt.Set(row, p.start.At)
	}
	attempts, why := p.attempts, p.failure()
	switch {
	case p.end != nil:
		ok := !badWord(p.end.Str("status"))
		t.Converged.Set(row, ok)
		t.Status.Set(row, stateWord(ok))
		t.EndedAt.Set(row, p.end.At)
		if !ok {
			t.Reason.SetText(row, record.Cut("status: "+p.end.Str("status"), 400))
		}
		if p.start != nil {
			if s, ok := w.length(name, p.start, p.end); ok {
				t.DurationS.Set(row, s)
			}
		}
		w.logged(p, row)
	case w.log.stoppedIn(p):
		t.Converged.Set(row, false)
		t.Status.Set(row, "failed")
		attempts = append(attempts, phaseAttempt{from: p.from, to: w.log.fatal.At, at: w.log.fatal})
		why = w.log.fatal
	case len(p.errors) > 0:
		why = p.errors[len(p.errors)-1]
	}
	if why != nil {
		t.Reason.SetText(row, record.Cut(why.Str("message"), 400))
	}
	w.attempts(p.n, attempts)
}

// attempts writes a row for each attempt that ended. Example: phase_start, a
// recoverable error, phase_end are two attempts, the first of which failed.
func (w rowWriter) attempts(phase int64, all []phaseAttempt) {
	t := &w.Set.Attempts
	for i, y := range all {
		row := w.Unit.Row(&t.Rows, &t.Run, y.at)
		t.Step.Set(row, sheet.PhaseLabel(phase))
		t.Attempt.Set(row, int64(i+1))
		t.Converged.Set(row, y.converged)
		t.Result.Set(row, string(resultOf(y.converged)))
		t.StartedAt.Set(row, y.from)
		t.EndedAt.Set(row, y.to)
		if s, ok := record.Span(y.from, y.to); ok && s > 0 {
			t.DurationS.Set(row, s)
		}
		t.Status.Set(row, stateWord(y.converged))
		if y.at.Is("error") {
			t.Error.SetText(row, record.Cut(y.at.Str("message"), 400))
		}
	}
}

// length is the time between two records, with a finding where it is none.
func (w rowWriter) length(what string, start, end *record.Record) (float64, bool) {
	s, ok := record.Span(start.At, end.At)
	switch {
	case start.At.IsZero() || end.At.IsZero():
		return 0, false
	case !ok:
		w.Finding(negativePhase, end, what+" ends before it starts", "an end behind the start")
	case s == 0:
		w.Finding(zeroPhase, end, what, "stamps of when it happened")
		return 0, false
	}
	return s, ok
}

// logged holds the duration that phase_end states against the stamps.
func (w rowWriter) logged(p *phase, row int) {
	s, ok := p.end.Float("duration_seconds")
	if !ok {
		return
	}
	if s < 0 {
		w.Finding(negativePhase, p.end, sheet.PhaseLabel(p.n)+" lasts less than nothing", "seconds, 0 or more")
		return
	}
	w.Set.Steps.LoggedS.Set(row, s)
	if stamps, ok := w.Set.Steps.DurationS.Get(row); ok && math.Abs(s-stamps) > max(1, 0.01*stamps) {
		w.Finding(loggedLength, p.end, fmt.Sprintf("%s: %g s in the log", sheet.PhaseLabel(p.n), s), fmt.Sprintf("%g s by its stamps", stamps))
	}
}

// innerSteps writes the rows of patterns, passes and iterations. Whether one reached its
// goal no record says.
func (w rowWriter) innerSteps() {
	for _, p := range w.log.inner.list {
		w.innerStep(p)
	}
}

func (w rowWriter) innerStep(p *innerStep) {
	t := &w.Set.Steps
	row := w.Unit.Row(&t.Rows, &t.Run, p.last)
	p.last.Fill(t, row)
	t.Step.Set(row, p.label)
	t.StableStep.Set(row, p.label)
	t.Kind.Set(row, p.kind)
	t.Parent.SetText(row, p.phase)
	means := w.innerStepMeaning(p)
	means.Fill(&t.Result, &t.Cause, row)
	if means.Result == table.Failed && t.Reason.At(row) == "" {
		t.Reason.SetText(row, p.why())
	}
	if p.start != nil {
		t.StartedAt.Set(row, p.start.At)
	}
	if p.end == nil {
		t.Status.Set(row, "open")
		return
	}
	t.EndedAt.Set(row, p.end.At)
	if t.Status.At(row) == "" {
		t.Status.Set(row, "done")
	}
	if p.start != nil {
		if s, ok := w.length(p.label, p.start, p.end); ok {
			t.DurationS.Set(row, s)
		}
	}
}

// innerStepMeaning is how a pattern, a pass or an iteration ended. A pattern has no word for
// it: it was walked. Iterations come after the end of their run; one whose gate failed has
// failed.
func (w rowWriter) innerStepMeaning(p *innerStep) record.Meaning {
	switch {
	case p.end == nil:
		return record.Meaning{Result: table.Unfinished(true, w.log.over() && p.kind != "iteration")}
	case p.kind == "pattern":
		return record.Meaning{Result: table.Passed}
	case p.gateFailed():
		return record.Meaning{Result: table.Failed, Cause: table.CauseGate}
	}
	return w.endMeaning(p.end)
}

// findings writes the rows of the findings that the log names.
func (w rowWriter) findings() {
	for _, rec := range w.log.found {
		w.Bug(rec, "finding", w.about())
	}
}
