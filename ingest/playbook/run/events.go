package run

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
)

// events is what the log of a run says, once it was read in file order.
type events struct {
	*sheet.Sheet

	index, start, end *record.Record
	abort, docState   *record.Record // aborted_missing_docs and documentation_state
	fatal             *record.Record // the last error that is not recoverable
	lastError         *record.Record
	recheck           *record.Record
	before            *record.Record // the record before, that has a time
	phases            phases
	inner             innerSteps
	gates             []gate
	found             []*record.Record // findings that the log names
}

// readEvents reads the records of a unit in file order. It writes the rows of single
// events, checks and statements, and the findings that a single record shows.
func readEvents(to *sheet.Sheet) *events {
	e := &events{Sheet: to, inner: innerSteps{Sheet: to}}
	for _, rec := range to.Unit.Records {
		e.take(rec)
	}
	e.phases.settle()
	return e
}

// take reads one record in file order.
func (e *events) take(rec *record.Record) {
	e.declared(rec)
	e.clock(rec)
	if e.end != nil && !rec.Is("run_end") {
		e.Finding(afterRunEnd, rec, rec.Name, "run_end as the run's last record")
	}
	step, text := e.stepOf(rec), ""
	switch {
	case rec.Is("_index"):
		e.header(&e.index, rec)
		text = e.Words(rec.Str("benchmark"), rec.Str("lever_state"))
	case rec.Is("run_start"):
		e.header(&e.start, rec)
		text = e.Words(rec.Str("runner"), rec.Str("playbook_version"), "on", rec.Str("target_path"))
	case rec.Is("run_end"):
		text = e.runEnd(rec)
	case rec.Is("phase_start"), rec.Is("phase_end"):
		e.marker(rec)
	case rec.Is("error"):
		text = rec.Str("message")
		e.failure(rec)
	case rec.Is("gate_check"):
		text = e.gateCheck(rec, step)
	case rec.Is("finding_logged"):
		text = e.Words(rec.Str("finding_id"), rec.Str("category"))
		if rec.Has("finding_id") {
			e.found = append(e.found, rec)
		}
		e.Claims(rec, "finding_logged", step, "count")
	case rec.Is("artifact_written"):
		text = rec.Str("relative_path")
	case rec.Is("documentation_state"):
		e.docState = rec
		text = rec.Str("state") + ": " + rec.Str("reason")
		e.Claims(rec, "documentation_state", "", "state", "reason")
	case rec.Is("aborted_missing_docs"):
		e.abort, text = rec, rec.Str("reason")
	case rec.Is("recheck_end"):
		e.recheck, text = rec, rec.Str("status")
		e.Claims(rec, "recheck_end", "", "status", "fixed", "partially_fixed", "still_open")
	default:
		step, text = e.inner.read(rec)
	}
	e.Unit.Event(e.Set, rec, step, "", text)
}

// runEnd reads the end of the run and what it states.
func (e *events) runEnd(rec *record.Record) string {
	if e.end != nil {
		e.Finding(secondRunEnd, rec, "run_end twice", "one run_end")
	}
	e.end = rec
	e.Claims(rec, "run_end", "", "status", "total_findings", "final_verdict", "gate_verdict", "release_recommendation",
		"release_environment", "active_bugs", "expected_fail", "reason")
	return e.Words(rec.Str("status"), rec.Str("final_verdict"), rec.Str("release_recommendation"))
}

// header keeps the first header of its kind; a later one may only repeat it.
func (e *events) header(have **record.Record, rec *record.Record) {
	if *have == nil {
		*have = rec
		return
	}
	if (*have).Sum != rec.Sum {
		e.Finding(laterIndex, rec, rec.Name+" twice", "one "+rec.Name)
	}
}

// stepOf is the phase that a record is about: its own, else the one that is open.
func (e *events) stepOf(rec *record.Record) string {
	switch {
	case rec.Kind == nil, rec.Is("_index"), rec.Is("run_start"), rec.Is("run_end"), rec.Is("aborted_missing_docs"), rec.Is("recheck_end"):
		return ""
	case rec.Is("documentation_state"), rec.Is("iteration_start"), rec.Is("iteration_end"):
		return ""
	}
	if n, ok := rec.Int("phase"); ok {
		return sheet.PhaseLabel(n)
	}
	if e.phases.open != nil && !rec.Is("error") {
		return sheet.PhaseLabel(e.phases.open.n)
	}
	return ""
}

// declared holds a record's event against the list in _index.
func (e *events) declared(rec *record.Record) {
	if e.index == nil || !e.index.Has("event_types") || slices.Contains(e.index.List("event_types"), rec.Name) {
		return
	}
	e.Finding(undeclared, rec, rec.Name, "an event of _index.event_types")
}

// clock notices time that goes back.
func (e *events) clock(rec *record.Record) {
	if rec.At.IsZero() {
		return
	}
	if e.before != nil && rec.At.Before(e.before.At) {
		e.Finding(record.OutOfOrder, rec, "time goes back: "+rec.At.Format("15:04:05")+" after "+e.before.At.Format("15:04:05"), "time that does not go back")
	}
	e.before = rec
}

// failure notes an error with the phase that it belongs to.
func (e *events) failure(rec *record.Record) {
	e.lastError = rec
	recoverable, given := rec.Bool("recoverable")
	if given && !recoverable {
		e.fatal = rec
		e.Finding(sheet.Unrecoverable, rec, record.Cut(rec.Str("message"), 120), "")
	}
	if n, ok := rec.Int("phase"); ok {
		p := e.phases.of(n)
		p.errors = append(p.errors, rec)
		p.mark(mark{rec: rec, what: failed, retry: recoverable})
	}
	e.Claims(rec, "error", e.stepOf(rec), "message")
}

// marker reads a phase_start or a phase_end.
func (e *events) marker(rec *record.Record) {
	n, ok := rec.Int("phase")
	if !ok {
		return // missing_field says so
	}
	p, name := e.phases.of(n), sheet.PhaseLabel(n)
	if rec.Is("phase_start") {
		if p.has(started) {
			e.Finding(twicePhase, rec, name+" starts twice", "one phase_start a phase")
		} else {
			e.inOrder(p, rec)
		}
		p.mark(mark{rec: rec, what: started})
		e.phases.highest = max(e.phases.highest, n)
		e.phases.open, e.fatal = p, nil // the run went on
		return
	}
	if p.has(ended) {
		e.Finding(twicePhase, rec, name+" ends twice", "one phase_end a phase")
	}
	if !p.has(started) {
		e.Finding(endNoStart, rec, name+" ends", "phase_start before phase_end")
	}
	e.phases.highest = max(e.phases.highest, n)
	if e.phases.open == p {
		e.phases.open = nil
	}
	p.mark(mark{rec: rec, what: ended, counts: e.phaseEnd(rec, n)})
}

// inOrder checks that a phase starts behind those before it.
func (e *events) inOrder(p *phase, rec *record.Record) {
	if open := e.phases.open; open != nil {
		e.Finding(phaseOrder, rec, fmt.Sprintf("phase %d starts while phase %d has not ended", p.n, open.n), "phases one behind the other")
	}
	if e.phases.highest <= p.n {
		return
	}
	for _, other := range e.phases.list {
		if other.n > p.n && (other.has(started) || other.has(ended)) {
			e.Finding(phaseOrder, rec, fmt.Sprintf("phase %d starts behind phase %d", p.n, other.n), "phases in the order of their numbers")
			return
		}
	}
}

// phaseEnd reads what a phase_end says about its phase, and returns the entries of its key_counts.
func (e *events) phaseEnd(rec *record.Record, n int64) (counts []record.Entry) {
	name := sheet.PhaseLabel(n)
	if written := rec.Str("gate"); written != "" {
		e.checkRow(rec, name, "phase gate", written)
	}
	counts = e.Entries(rec, "phase_end", name, rec.Raw("key_counts"))
	e.countsGiven(rec, n, counts)
	for _, path := range rec.List("artifacts_produced") {
		if strings.ContainsAny(path, "*?{") || strings.HasSuffix(path, "/") ||
			strings.Contains(path, "..") && rangeOfFiles.MatchString(path) {
			e.Finding(notAFile, rec, "no file: "+record.Cut(path, 120), "the path of a file")
		}
	}
	return counts
}

// over reports whether the run has ended, in whatever way.
func (e *events) over() bool { return e.end != nil || e.abort != nil || e.fatal != nil }

// stoppedIn reports whether the run ended in this phase, by an error that it could not
// recover from. The try that was under way ended there.
func (e *events) stoppedIn(p *phase) bool {
	return p.end == nil && e.fatal != nil && len(p.errors) > 0 && p.errors[len(p.errors)-1] == e.fatal
}

// head is the record that says when the run began: run_start, else _index; nil where
// there is neither.
func (e *events) head() *record.Record {
	if e.start != nil {
		return e.start
	}
	return e.index
}

// span is when the run began and ended by its log; the end is its last record where
// nothing ends it. Both are zero where the log does not tell.
func (e *events) span() (from, to time.Time) {
	if head := e.head(); head != nil {
		from = head.At
	}
	if e.end != nil {
		return from, e.end.At
	}
	return from, record.LastTime(e.Unit.Records)
}
