package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// outcome is how a run ended, and by which statement.
type outcome struct {
	verdicts verdicts // of all sources
	means    record.Meaning
	status   string         // how it stands
	word     string         // as written, by the statement that decides
	verdict  string         // the verdict of its gate, as written
	reason   string         // the telling text, where it did not pass
	at       *record.Record // that states the reason; nil: no single one does
	inferred bool           // no record states the cause
}

func (o outcome) fill(t *table.Runs, row int) {
	t.Status.SetText(row, record.Cut(o.status, 120))
	t.Outcome.SetText(row, record.Cut(o.word, 120))
	t.Verdict.SetText(row, record.Cut(o.verdict, 200))
	if o.reason != "" {
		t.Reason.SetText(row, record.Cut(o.reason, 400))
		if at := o.at; at != nil && at.Line > 0 && at.File.Index == t.Place(row).Source {
			t.ReasonLine.Set(row, at.Line)
		}
	}
	o.means.Fill(&t.Result, &t.Cause, row)
	if o.inferred {
		t.Inferred.Set(row, true)
	}
}

// statement is what one record says about how the run went.
type statement struct {
	by, field, text string
	at              *record.Record
	says            verdict
	more            string // what else tells why
}

func (s statement) String() string {
	text := s.field + ": " + s.text
	if s.more != "" {
		text += "; " + s.more
	}
	return text
}

// statements are in the order in which they count.
type statements []statement

// add adds what a record says in a field, unless that is no verdict.
func (all *statements) add(by, field, text string, at *record.Record, more string) {
	if v := verdictOf(text); at != nil && v != verdictNone {
		*all = append(*all, statement{by: by, field: field, text: text, at: at, says: v, more: more})
	}
}

// failing is the first that says that the run failed; false when none does.
func (all statements) failing() (statement, bool) {
	i := slices.IndexFunc(all, func(s statement) bool { return s.says == verdictFail })
	if i < 0 {
		return statement{}, false
	}
	return all[i], true
}

// outcomeOf is how the run ended. What counts, in this order:
//
//  1. run_end: where its final_verdict, gate_verdict, release_recommendation,
//     release_environment or status says that it failed, it failed. A run that ended with
//     status success and release_recommendation BLOCK has failed.
//  2. Where run_end states no verdict: phase 6, by the gate_verdict of its phase_end, then
//     by gate checks that failed and did not pass later.
//  3. Where the log states none: quality-gate.log, PROGRESS.md, run metadata, INDEX.md and
//     integration-results.json, the first that states one.
//  4. Without run_end: what stopped the run, else a gate_verdict of phase 6 that failed,
//     else the documents, else it is open.
//
// A phase that failed or was run again makes a run that passed failed or flaky.
func outcomeOf(log *events, docs *companion.Documents, phases map[int64]record.Meaning) outcome {
	said := verdictsOf(log, docs)
	o := outcome{verdicts: said, verdict: said.written()}
	switch {
	case log.end != nil:
		o.end(log, said)
	case log.abort != nil:
		o.status, o.means = "aborted", stopWords["aborted_missing_docs"]
		o.reason, o.at = cmp.Or(log.abort.Str("reason"), "aborted_missing_docs"), log.abort
		return o
	case log.fatal != nil:
		o.status, o.means, o.reason, o.at = "aborted", stopWords["error"], log.fatal.Str("message"), log.fatal
		return o
	default:
		o.open(log, docs, said)
	}
	o.worse(log, phases)
	return o
}

// end is the outcome of a run with a run_end.
func (o *outcome) end(log *events, said verdicts) {
	written := cmp.Or(log.end.Str("status"), "finished")
	o.status, _ = record.OneOf(runStatuses, written)
	o.word = o.status
	o.means = log.Unit.Meaning(log.Set, runWords, log.end.Str("status"), log.end)
	o.inferred = o.means.Cause != ""
	by, failed := said.runEnd.failing()
	decided := said.runEnd.ofGate()
	for _, next := range []statements{said.phase, said.documents} {
		if !failed && !decided {
			by, failed = next.deciding()
			decided = len(next) > 0
		}
	}
	switch {
	case failed:
		own := o.means.Result == table.Failed
		o.fail(by)
		if own { // its status says so too
			o.word = o.status
		}
	case o.means.Result == table.Failed, verdictOf(written) == verdictFail:
		o.means = record.Meaning{Result: table.Failed, Cause: table.CauseFailure}
		o.reason, o.at = whyFailed(log, written), log.end
		return
	case o.means.Result == table.Unknown && decided:
		o.means.Result = table.Passed
	}
	if failed {
		o.reason += activeBugs(log)
	}
	if o.means.Result == table.Failed && log.recheck != nil {
		o.reason += "; recheck: " + rechecked(log.recheck)
	}
}

// fail makes the run failed by a statement.
func (o *outcome) fail(by statement) {
	o.means = record.Meaning{Result: table.Failed, Cause: table.CauseGate}
	o.word, o.reason, o.at, o.inferred = by.text, by.String(), by.at, false
	if by.by != "run_end" {
		o.reason = by.by + ": " + o.reason
	}
}

// ofGate reports whether one of the statements is about the gate.
func (all statements) ofGate() bool {
	return slices.ContainsFunc(all, func(s statement) bool { return s.field != recommendation })
}

// deciding is the first statement, and whether it says that the run failed.
func (all statements) deciding() (statement, bool) {
	if len(all) == 0 {
		return statement{}, false
	}
	return all[0], all[0].says == verdictFail
}

// open is the outcome of a run that its log does not end: as its documents tell, which are
// written later.
func (o *outcome) open(log *events, docs *companion.Documents, said verdicts) {
	o.status, o.means.Result = "unfinished", table.Open
	if len(log.Unit.Records) == 0 {
		o.status, o.means.Result = "no log", table.Unknown
	}
	if by, failed := said.phase.whole().deciding(); failed {
		o.fail(by)
		return
	}
	by, failed := said.documents.deciding()
	switch {
	case failed:
		o.fail(by)
	case by.says == verdictPass && (len(log.Unit.Records) == 0 || allDone(log, docs)):
		o.means.Result, o.word = table.Passed, by.text
	}
}

// allDone reports whether all six phases have ended by the log or by PROGRESS.md.
func allDone(log *events, docs *companion.Documents) bool {
	ticked := docs.Ticked()
	for n := int64(1); n <= sheet.LastPhase; n++ {
		if log.phases.ended(n) == nil && !ticked[n] {
			return false
		}
	}
	return true
}

// worse takes the phases into account: one that failed makes a passed run failed, one that
// was run again makes it flaky.
func (o *outcome) worse(log *events, phases map[int64]record.Meaning) {
	for _, p := range log.phases.list {
		of := phases[p.n].Result
		if !o.means.Result.Passing() || of != table.Flaky && of != table.Failed {
			continue
		}
		o.means.Result = table.Worse(o.means.Result, of)
		if o.means.Result == table.Failed {
			o.reason = sheet.PhaseLabel(p.n) + " failed"
			if why := p.failure(); why != nil {
				o.reason += ": " + why.Str("message")
				o.at = why
			}
		}
	}
}

// whyFailed is why a run failed whose run_end gives no verdict.
func whyFailed(log *events, status string) string {
	text := "status: " + status
	switch {
	case log.end.Has("reason"):
		text += "; " + log.end.Str("reason")
	case log.fatal != nil:
		text += "; " + log.fatal.Str("message")
	case len(log.failing()) > 0:
		text += "; " + gateText(log.failing()[0])
	case log.lastError != nil:
		text += "; " + log.lastError.Str("message")
	}
	return text
}

// activeBugs is how many bugs were open at the end, as a part of a sentence; "" where the
// log does not say.
func activeBugs(log *events) string {
	if n, ok := stated(log, "active_bugs"); ok && n > 0 {
		return fmt.Sprintf(", %d active bugs", n)
	}
	return ""
}

// stated is a number of run_end, else of the last gate check that states it.
func stated(log *events, key string) (n int64, ok bool) {
	if log.end != nil {
		if n, ok = log.end.Int(key); ok {
			return n, true
		}
	}
	for _, g := range slices.Backward(log.gates) {
		if n, ok = g.at.Int(key); ok {
			return n, true
		}
	}
	return 0, false
}

// rechecked is what a recheck behind the end of the run came to.
func rechecked(rec *record.Record) string {
	var parts []string
	for _, key := range []string{"fixed", "partially_fixed", "still_open"} {
		if n, ok := rec.Int(key); ok {
			parts = append(parts, fmt.Sprintf("%d %s", n, strings.ReplaceAll(key, "_", " ")))
		}
	}
	return strings.Join(parts, ", ")
}
