// Package run puts the logs of a Quality Playbook run together, writes its rows, and
// compares it with the companion documents in its quality folder.
package run

import (
	"fmt"
	"slices"
	"strings"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// run is one run while its rows are written.
type run struct {
	*sheet.Sheet
	docs *companion.Documents

	index, start, end *record.Record
	abort, docState   *record.Record // aborted_missing_docs and documentation_state
	fatal             *record.Record // the last error that is not recoverable
	before            *record.Record // the record before, that has a time
	phases            []*phase
	byPhase           map[int64]*phase
	open              *phase // the phase that began last and has not ended
	innerSteps        []*innerStep
	iterations        int
	patterns, passes  int // walked, and ended in phase 4
	gates, failed     int // gate checks of phase 5, and those that fail
	found             []*record.Record
}

// Assemble writes the rows of a run, of its companion documents, and of what the two
// contradict each other in.
func Assemble(u *record.Unit, t *table.Set) {
	r := &run{Sheet: &sheet.Sheet{Unit: u, Set: t}, docs: companion.DocumentsOf(u), byPhase: map[int64]*phase{}}
	for _, rec := range u.Records {
		r.take(rec)
	}
	for _, p := range r.phases {
		p.settle()
	}
	for _, p := range r.phases {
		p.means = r.phaseMeaning(p)
	}
	r.runRow()
	for _, p := range r.phases {
		r.phaseRow(p)
	}
	for _, p := range r.innerSteps {
		r.innerStepRow(p)
	}
	for _, rec := range r.found {
		r.Bug(rec, "finding", r.about())
	}
	companion.WriteRows(r.Sheet, r.docs)
	r.rules()
	r.compare()
}

// take reads one record in file order.
func (r *run) take(rec *record.Record) {
	r.declared(rec)
	r.clock(rec)
	if r.end != nil && !rec.Is("run_end") {
		r.Finding(afterRunEnd, rec, rec.Name, "run_end as the run's last record")
	}
	step, text := r.stepOf(rec), ""
	switch {
	case rec.Is("_index"):
		r.header(&r.index, rec)
		text = strings.TrimSpace(rec.Str("benchmark") + " " + rec.Str("lever_state"))
	case rec.Is("run_start"):
		r.header(&r.start, rec)
		text = strings.TrimSpace(rec.Str("runner") + " " + rec.Str("playbook_version") + " on " + rec.Str("target_path"))
	case rec.Is("run_end"):
		if r.end != nil {
			r.Finding(secondRunEnd, rec, "run_end twice", "one run_end")
		}
		r.end = rec
		text = strings.TrimSpace(rec.Str("status") + " " + rec.Str("final_verdict"))
		r.Claims(rec, "run_end", "", "status", "total_findings", "final_verdict")
	case rec.Is("phase_start"), rec.Is("phase_end"):
		r.marker(rec)
	case rec.Is("error"):
		text = rec.Str("message")
		r.failure(rec)
	case rec.Is("gate_check"):
		text = r.gateCheck(rec, step)
	case rec.Is("finding_logged"):
		text = strings.TrimSpace(rec.Str("finding_id") + " " + rec.Str("category"))
		if rec.Has("finding_id") {
			r.found = append(r.found, rec)
		}
		r.Claims(rec, "finding_logged", step, "count")
	case rec.Is("artifact_written"):
		text = rec.Str("relative_path")
		if lines, short := shortExploration(rec); short {
			r.Finding(phaseRule, rec, fmt.Sprintf("EXPLORATION.md: %d lines", lines), "120 lines or more")
		}
	case rec.Is("documentation_state"):
		r.docState = rec
		text = rec.Str("state") + ": " + rec.Str("reason")
		r.Claims(rec, "documentation_state", "", "state", "reason")
	case rec.Is("aborted_missing_docs"):
		r.abort, text = rec, rec.Str("reason")
	case rec.Is("recheck_end"):
		text = rec.Str("status")
		r.Claims(rec, "recheck_end", "", "status", "fixed", "partially_fixed", "still_open")
	default:
		step, text = r.innerStep(rec)
	}
	r.Unit.Event(r.Set, rec, step, "", text)
}

// header keeps the first header of its kind; a later one may only repeat it.
func (r *run) header(have **record.Record, rec *record.Record) {
	if *have == nil {
		*have = rec
		return
	}
	if (*have).Sum != rec.Sum {
		r.Finding(laterIndex, rec, rec.Name+" twice", "one "+rec.Name)
	}
}

// stepOf is the phase that a record is about: its own, else the one that is open.
func (r *run) stepOf(rec *record.Record) string {
	switch {
	case rec.Kind == nil, rec.Is("_index"), rec.Is("run_start"), rec.Is("run_end"), rec.Is("aborted_missing_docs"), rec.Is("recheck_end"):
		return ""
	case rec.Is("documentation_state"), rec.Is("iteration_start"), rec.Is("iteration_end"):
		return ""
	}
	if n, ok := rec.Int("phase"); ok {
		return sheet.PhaseLabel(n)
	}
	if r.open != nil && !rec.Is("error") {
		return sheet.PhaseLabel(r.open.n)
	}
	return ""
}

// about is what the run reviews.
func (r *run) about() string {
	if r.index != nil && r.index.Has("benchmark") {
		return r.index.Str("benchmark")
	}
	if about := r.docs.About(); about != "" {
		return about
	}
	return layout.FolderName(r.Unit.Home)
}

// declared holds a record's event against the list in _index.
func (r *run) declared(rec *record.Record) {
	if r.index == nil || !r.index.Has("event_types") || slices.Contains(r.index.List("event_types"), rec.Name) {
		return
	}
	r.Finding(undeclared, rec, rec.Name, "an event of _index.event_types")
}

// clock notices time that goes back.
func (r *run) clock(rec *record.Record) {
	if rec.At.IsZero() {
		return
	}
	if r.before != nil && rec.At.Before(r.before.At) {
		r.Finding(record.OutOfOrder, rec, "time goes back: "+rec.At.Format("15:04:05")+" after "+r.before.At.Format("15:04:05"), "time that does not go back")
	}
	r.before = rec
}

// failure notes an error with the phase that it belongs to.
func (r *run) failure(rec *record.Record) {
	recoverable, given := rec.Bool("recoverable")
	if given && !recoverable {
		r.fatal = rec
		r.Finding(sheet.Unrecoverable, rec, record.Cut(rec.Str("message"), 120), "")
	}
	if n, ok := rec.Int("phase"); ok {
		p := r.phase(n)
		p.errors = append(p.errors, rec)
		p.marks = append(p.marks, mark{rec: rec, what: failed, retry: recoverable})
	}
	r.Claims(rec, "error", r.stepOf(rec), "message")
}
