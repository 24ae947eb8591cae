package run

import (
	"cmp"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

// over reports whether the run has ended, in whatever way.
func (r *run) over() bool { return r.end != nil || r.abort != nil || r.fatal != nil }

// result writes how the run ended: as run_end says, or as its phases ended where that
// is worse; without run_end by what stopped it. Documents alone do not say.
func (r *run) result(row int) {
	t := &r.Set.Runs
	m := record.Meaning{Result: table.Open}
	switch {
	case r.end != nil:
		m = r.Unit.Meaning(r.Set, runWords, r.end.Str("status"), r.end)
		for _, p := range r.phases {
			if of := p.means.Result; m.Result.Passing() && (of == table.Flaky || of == table.Failed) {
				m.Result = table.Worse(m.Result, of)
			}
		}
		if m.Cause != "" {
			t.Inferred.Set(row, true)
		}
	case len(r.Unit.Records) == 0:
		m.Result = table.Unknown
	case r.abort != nil:
		m = stopWords["aborted_missing_docs"]
	case r.fatal != nil:
		m = stopWords["error"]
	}
	m.Fill(&t.Result, &t.Cause, row)
}

// phaseMeaning is how the phase ended; flaky where it was run again after an error.
func (r *run) phaseMeaning(p *phase) record.Meaning {
	if p.end == nil {
		if r.stoppedIn(p) {
			return stopWords["error"]
		}
		return record.Meaning{Result: table.Unfinished(p.has(started), r.over())}
	}
	m := r.endMeaning(p.end)
	if m.Result == table.Passed && p.retries() > 0 {
		m.Result = table.Flaky
	}
	return m
}

// endMeaning is what the record of an end says; one that says no more than that it is
// the end is a pass.
func (r *run) endMeaning(rec *record.Record) record.Meaning {
	return r.Unit.Meaning(r.Set, endWords, cmp.Or(rec.Str("status"), "done"), rec)
}

// retries is how often the phase is run again: once for each error that allows it.
func (p *phase) retries() (n int64) {
	for _, e := range p.errors {
		if again, ok := e.Bool("recoverable"); ok && again {
			n++
		}
	}
	return n
}

// innerStepMeaning is how a pattern, a pass or an iteration ended. A pattern has no word for
// it: it was walked. Iterations come after the end of their run.
func (r *run) innerStepMeaning(p *innerStep) record.Meaning {
	switch {
	case p.end == nil:
		return record.Meaning{Result: table.Unfinished(true, r.over() && p.kind != "iteration")}
	case p.kind == "pattern":
		return record.Meaning{Result: table.Passed}
	}
	return r.endMeaning(p.end)
}

// resultOf is the result of a try at a phase.
func resultOf(converged bool) table.Result {
	if converged {
		return table.Passed
	}
	return table.Failed
}
