package cadre

import (
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/table"
)

func assemble(u *record.Unit, t *table.Set) {
	if len(u.Records) == 0 {
		return // every record of it was written elsewhere before
	}
	for _, r := range u.Records {
		writeEvent(u, t, r)
	}
	out := output{unit: u, t: t}
	if u.Kind == kindFleet {
		assembleFleet(out)
		return
	}
	assembleWork(out)
}

// assembleWork writes the rows of a work item or a migration: first the attempts and
// the steps are put together from all files, then it is settled how the unit ended,
// then the rows are written.
func assembleWork(out output) {
	in := gather(out.unit)
	runs := agentRuns(in, out)
	steps := collectSteps(in, runs, out)
	end := settle(in, steps, runs, out)

	out.attemptRows(runs, end)
	out.runRow(in, steps, runs, end)
	out.stepRows(in, steps, end)
	out.gateRows(in)
	out.writeCounts(in, steps)
	out.claimRows(in)
	out.checkFleet(in)
	out.checkTotals(in)
}

// output is where the rows and the findings of one unit go.
type output struct {
	unit *record.Unit
	t    *table.Set
}

// finding records a deviation of the unit.
func (o output) finding(code *record.Code, at *record.Record, seen, expected string) {
	o.unit.Finding(o.t, code, at, seen, expected)
}

// meaning looks a word up; a word that the vocabulary does not list is a finding.
func (o output) meaning(words record.Vocabulary, word string, at *record.Record) record.Meaning {
	return o.unit.Meaning(o.t, words, word, at)
}

// sortByTime orders events of several files. Writers do not wait for their lines to
// reach the file, so that a file's own order is not theirs; it settles ties.
func sortByTime(events []*record.Record) {
	slices.SortStableFunc(events, func(a, b *record.Record) int { return a.At.Compare(b.At) })
}
