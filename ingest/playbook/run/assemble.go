// Package run puts the logs of a Quality Playbook run together, writes its rows, and
// compares it with the companion documents in its quality folder.
package run

import (
	"cmp"

	"runreport/ingest/playbook/companion"
	"runreport/ingest/playbook/layout"
	"runreport/ingest/playbook/sheet"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

// Assemble writes the rows of a run, of its companion documents, and of what the two
// contradict each other in.
func Assemble(u *record.Unit, t *table.Set) {
	to := &sheet.Sheet{Unit: u, Set: t}
	docs := companion.DocumentsOf(u)
	log := readEvents(to)
	docs.ForRun(log.span())

	run := known{Sheet: to, log: log, docs: docs}
	phases := run.phaseMeanings()
	end := outcomeOf(log, docs, phases)
	rows := rowWriter{run}
	rows.run(end)
	rows.phases(phases)
	rows.innerSteps()
	rows.findings()
	companion.WriteRows(to, docs)
	counter{run}.write(bugsOf(log, docs))

	ruleChecker{run}.check()
	comparison{run}.check(end)
}

// known is what is known of one run: what its log says, and the documents beside it.
type known struct {
	*sheet.Sheet
	log  *events
	docs *companion.Documents
}

// about is what the run reviews.
func (k known) about() string {
	return cmp.Or(companion.FieldText(k.log.index, "benchmark"), k.docs.About(), layout.FolderName(k.Unit.Home))
}

// place is where the run's row comes from: its first record, else its first document.
func (k known) place() table.Place {
	if len(k.Unit.Records) > 0 {
		return k.Unit.Records[0].Place()
	}
	return k.docs.All[0].Place()
}

// phaseMeanings is how each phase ended; flaky where it was run again after an error.
func (k known) phaseMeanings() map[int64]record.Meaning {
	all := map[int64]record.Meaning{}
	for _, p := range k.log.phases.list {
		all[p.n] = k.phaseMeaning(p)
	}
	return all
}

func (k known) phaseMeaning(p *phase) record.Meaning {
	if p.end == nil {
		if k.log.stoppedIn(p) {
			return stopWords["error"]
		}
		return record.Meaning{Result: table.Unfinished(p.has(started), k.log.over())}
	}
	m := k.endMeaning(p.end)
	if m.Result == table.Passed && p.retries() > 0 {
		m.Result = table.Flaky
	}
	return m
}

// endMeaning is what the record of an end says; one that says no more than that it is
// the end is a pass.
func (k known) endMeaning(rec *record.Record) record.Meaning {
	return k.Unit.Meaning(k.Set, endWords, cmp.Or(rec.Str("status"), "done"), rec)
}
