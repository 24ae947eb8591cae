package run

import (
	"fmt"
	"math"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// phase is one phase of a run while it is read.
type phase struct {
	n      int64
	marks  []mark // starts, ends and errors in file order
	errors []*record.Record

	start, end *record.Record // those that count
	from       time.Time      // where the attempt that has not ended began
	attempts   []phaseAttempt
	means      record.Meaning // how it ended, once all is read
}

// mark is an event that bounds a try at a phase.
type mark struct {
	rec   *record.Record
	what  markKind
	retry bool // an error after which the phase is run again
}

type markKind uint8

const (
	started markKind = iota
	ended
	failed
)

// phaseAttempt is one attempt at a phase: up to an error, or to the end that counts. An
// error that stops the run ends one too.
type phaseAttempt struct {
	from, to  time.Time
	at        *record.Record
	converged bool
}

// phase is the phase of that number.
func (r *run) phase(n int64) *phase {
	p := r.byPhase[n]
	if p == nil {
		p = &phase{n: n}
		r.byPhase[n] = p
		r.phases = append(r.phases, p)
	}
	return p
}

// marker reads a phase_start or a phase_end.
func (r *run) marker(rec *record.Record) {
	n, ok := rec.Int("phase")
	if !ok {
		return // missing_field says so
	}
	p := r.phase(n)
	name := sheet.PhaseLabel(n)
	if rec.Is("phase_start") {
		if p.has(started) {
			r.Finding(twicePhase, rec, name+" starts twice", "one phase_start a phase")
		} else {
			r.inOrder(p, rec)
		}
		p.marks = append(p.marks, mark{rec: rec, what: started})
		r.open, r.fatal = p, nil // the run went on
		return
	}
	if p.has(ended) {
		r.Finding(twicePhase, rec, name+" ends twice", "one phase_end a phase")
	}
	if !p.has(started) {
		r.Finding(endNoStart, rec, name+" ends", "phase_start before phase_end")
	}
	p.marks = append(p.marks, mark{rec: rec, what: ended})
	if r.open == p {
		r.open = nil
	}
	r.phaseEnd(rec, n)
}

func (p *phase) has(what markKind) bool {
	for _, m := range p.marks {
		if m.what == what {
			return true
		}
	}
	return false
}

// inOrder checks that a phase starts behind those before it.
func (r *run) inOrder(p *phase, rec *record.Record) {
	if r.open != nil {
		r.Finding(phaseOrder, rec, fmt.Sprintf("phase %d starts while phase %d has not ended", p.n, r.open.n), "phases one behind the other")
	}
	for _, other := range r.phases {
		if other.n > p.n && (other.has(started) || other.has(ended)) {
			r.Finding(phaseOrder, rec, fmt.Sprintf("phase %d starts behind phase %d", p.n, other.n), "phases in the order of their numbers")
			return
		}
	}
}

// settle picks what counts: the last end in file order, and the last start before
// it, since a phase that is run again starts again. A start behind the last end
// means that the phase is open.
func (p *phase) settle() {
	var from time.Time // where the try that is under way began
	var start *record.Record
	var last *phaseAttempt
	for _, m := range p.marks {
		switch m.what {
		case started:
			start, from, p.start, p.end = m.rec, m.rec.At, m.rec, nil
		case failed:
			if m.retry {
				p.attempts = append(p.attempts, phaseAttempt{from: from, to: m.rec.At, at: m.rec})
				from = m.rec.At
			}
		case ended:
			p.start, p.end = start, m.rec
			last = &phaseAttempt{from: from, to: m.rec.At, at: m.rec, converged: !badWord(m.rec.Str("status"))}
		}
	}
	p.from = from
	if last != nil && p.end != nil {
		p.attempts = append(p.attempts, *last)
	}
}

// stoppedIn reports whether the run ended in this phase, by an error that it could not
// recover from. The try that was under way ended there.
func (r *run) stoppedIn(p *phase) bool {
	return p.end == nil && r.fatal != nil && len(p.errors) > 0 && p.errors[len(p.errors)-1] == r.fatal
}

// badWord reports whether a status says that something did not work.
func badWord(status string) bool {
	m, _ := endWords.Of(status)
	return m.Result == table.Failed
}

// phaseRow writes the row of a phase and of its tries.
func (r *run) phaseRow(p *phase) {
	first := p.marks[0].rec
	t := &r.Set.Steps
	row := r.Unit.Row(&t.Rows, &t.Run, first)
	t.Step.Set(row, sheet.PhaseLabel(p.n))
	t.StableStep.Set(row, sheet.PhaseLabel(p.n))
	t.Kind.Set(row, "phase")
	t.Stage.Set(row, true)
	t.Retryable.Set(row, true)
	t.RetriesVisible.Set(row, true)
	if p.n > 0 && p.n < int64(len(phaseNames)) {
		t.Name.Set(row, phaseNames[p.n])
	}
	for _, e := range p.errors {
		t.Reason.SetText(row, record.Cut(e.Str("message"), 400))
	}
	t.Attempts.Set(row, 1+p.retries())
	p.means.Fill(&t.Result, &t.Cause, row)
	t.Status.Set(row, "open")
	if p.start != nil {
		t.StartedAt.Set(row, p.start.At)
	}
	switch {
	case p.end != nil:
		ok := !badWord(p.end.Str("status"))
		t.Converged.Set(row, ok)
		t.Status.Set(row, stateWord(ok))
		t.EndedAt.Set(row, p.end.At)
		if p.start != nil {
			if s, ok := r.length(sheet.PhaseLabel(p.n), p.start, p.end); ok {
				t.DurationS.Set(row, s)
			}
		}
		r.logged(p, row)
	case r.stoppedIn(p):
		t.Converged.Set(row, false)
		t.Status.Set(row, "failed")
		p.attempts = append(p.attempts, phaseAttempt{from: p.from, to: r.fatal.At, at: r.fatal})
	}
	r.attemptRows(p)
}

func stateWord(converged bool) string {
	if converged {
		return "done"
	}
	return "failed"
}

// length is the time between two records, with a finding where it is none.
func (r *run) length(what string, start, end *record.Record) (float64, bool) {
	s, ok := record.Span(start.At, end.At)
	switch {
	case start.At.IsZero() || end.At.IsZero():
		return 0, false
	case !ok:
		r.Finding(negativePhase, end, what+" ends before it starts", "an end behind the start")
	case s == 0:
		r.Finding(zeroPhase, end, what, "stamps of when it happened")
		return 0, false
	}
	return s, ok
}

// logged holds the duration that phase_end states against the stamps.
func (r *run) logged(p *phase, row int) {
	s, ok := p.end.Float("duration_seconds")
	if !ok {
		return
	}
	if s < 0 {
		r.Finding(negativePhase, p.end, sheet.PhaseLabel(p.n)+" lasts less than nothing", "seconds, 0 or more")
		return
	}
	r.Set.Steps.LoggedS.Set(row, s)
	if stamps, ok := r.Set.Steps.DurationS.Get(row); ok && math.Abs(s-stamps) > max(1, 0.01*stamps) {
		r.Finding(loggedLength, p.end, fmt.Sprintf("%s: %g s in the log", sheet.PhaseLabel(p.n), s), fmt.Sprintf("%g s by its stamps", stamps))
	}
}

// attemptRows writes a row for each attempt that ended. Example: phase_start, a
// recoverable error, phase_end are two attempts, the first of which failed.
func (r *run) attemptRows(p *phase) {
	t := &r.Set.Attempts
	for i, y := range p.attempts {
		row := r.Unit.Row(&t.Rows, &t.Run, y.at)
		t.Step.Set(row, sheet.PhaseLabel(p.n))
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
