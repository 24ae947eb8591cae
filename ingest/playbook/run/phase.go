package run

import (
	"time"

	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// phases are the phases of a run while it is read.
type phases struct {
	numbers sheet.Places[int64]
	list    []*phase // by place
	open    *phase   // the phase that began last and has not ended
	highest int64    // highest number of a phase with a start or an end
}

// of is the phase of that number.
func (all *phases) of(n int64) *phase {
	if all.list == nil { // capacity for those that most runs have
		all.list, all.numbers.Order = make([]*phase, 0, sheet.LastPhase), make([]int64, 0, sheet.LastPhase)
	}
	at, isNew := all.numbers.Place(n)
	if isNew {
		p := &phase{n: n}
		p.marks, p.attempts = p.marksBuf[:0], p.attemptsBuf[:0]
		all.list = append(all.list, p)
	}
	return all.list[at]
}

// find is the phase of that number; nil where the log does not name it.
func (all *phases) find(n int64) *phase {
	if at := all.numbers.Find(n); at >= 0 {
		return all.list[at]
	}
	return nil
}

// counts are the entries of key_counts in the phase_end that counts of a phase; nil where the phase has not ended.
func (all *phases) counts(n int64) []record.Entry {
	if p := all.find(n); p != nil {
		return p.counts
	}
	return nil
}

// count is a number of those entries; false where there is none of that key.
func (all *phases) count(n int64, key string) (float64, bool) {
	for _, e := range all.counts(n) {
		if e.Key == key {
			return record.Number(e.Raw)
		}
	}
	return 0, false
}

// ended is the phase_end that counts of a phase; nil where the phase has not ended.
func (all *phases) ended(n int64) *record.Record {
	if p := all.find(n); p != nil {
		return p.end
	}
	return nil
}

func (all *phases) settle() {
	for _, p := range all.list {
		p.settle()
	}
}

// phase is one phase of a run while it is read.
type phase struct {
	n      int64
	marks  []mark  // starts, ends and errors in file order
	seen   [3]bool // by markKind: there is such a mark
	errors []*record.Record

	start, end *record.Record // those that count
	counts     []record.Entry // of key_counts in that end
	from       time.Time      // where the attempt that has not ended began
	attempts   []phaseAttempt

	// Buffers for what most phases have: a start, an end and one attempt.
	marksBuf    [2]mark
	attemptsBuf [1]phaseAttempt
}

// mark is an event that bounds a try at a phase.
type mark struct {
	rec    *record.Record
	what   markKind
	retry  bool           // an error after which the phase is run again
	counts []record.Entry // of key_counts in an end
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

func (p *phase) has(what markKind) bool { return p.seen[what] }

func (p *phase) mark(m mark) { p.marks, p.seen[m.what] = append(p.marks, m), true }

// settle picks what counts: the last end in file order, and the last start before
// it, since a phase that is run again starts again. A start behind the last end
// means that the phase is open. What fails before the first start is no attempt: nothing
// of the phase had been tried. Example: a tool that is not there is noticed, the run goes
// on without it, and phase 1 starts. Of a phase without any start, an error is an attempt.
func (p *phase) settle() {
	var from time.Time // where the try that is under way began
	var start *record.Record
	var last phaseAttempt
	begun := !p.has(started)
	for _, m := range p.marks {
		switch m.what {
		case started:
			start, from, p.start, p.end, p.counts, begun = m.rec, m.rec.At, m.rec, nil, nil, true
		case failed:
			if m.retry && begun {
				p.attempts = append(p.attempts, phaseAttempt{from: from, to: m.rec.At, at: m.rec})
				from = m.rec.At
			}
		case ended:
			p.start, p.end, p.counts = start, m.rec, m.counts
			last = phaseAttempt{from: from, to: m.rec.At, at: m.rec, converged: !badWord(m.rec.Str("status"))}
		}
	}
	p.from = from
	if p.end != nil {
		p.attempts = append(p.attempts, last)
	}
}

// retries is how often the phase is run again: once for each attempt that an error ended
// and that allows it.
func (p *phase) retries() (n int64) {
	for _, a := range p.attempts {
		if a.at.Is("error") {
			n++
		}
	}
	return n
}

// failure is the last error that ended an attempt; nil where none did.
func (p *phase) failure() *record.Record {
	for i := len(p.attempts) - 1; i >= 0; i-- {
		if p.attempts[i].at.Is("error") {
			return p.attempts[i].at
		}
	}
	return nil
}

// badWord reports whether a status says that something did not work.
func badWord(status string) bool {
	if status == "" {
		return false // as most ends have it: no word, which would be held against every one
	}
	m, _ := endWords.Of(status)
	return m.Result == table.Failed
}

func stateWord(converged bool) string {
	if converged {
		return "done"
	}
	return "failed"
}

// resultOf is the result of a try at a phase.
func resultOf(converged bool) table.Result {
	if converged {
		return table.Passed
	}
	return table.Failed
}
