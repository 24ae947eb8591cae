package companion

import (
	"slices"
	"strings"
	"time"

	"runreport/ingest/record"
)

// earlierMetadata is the folder into which a further round of exploration puts the
// metadata of the rounds before.
const earlierMetadata = "previous_run_meta"

// ForRun picks the metadata of the run that its log tells of: from its start to its end,
// or to its last record where it has no end. Every round of exploration writes metadata of
// its own beside it. Example: a run from 23:09 to 04:40 has run-2026-07-23T23-09-52.json;
// run-2026-07-24T09-40-00.json beside it is of a round that began at 09:13.
func (d *Documents) ForRun(from, to time.Time) {
	if from.IsZero() {
		return
	}
	d.Metadata = nil
	best := otherRun
	for _, r := range d.metadata {
		if fit := fits(r, from, to); fit > otherRun && fit >= best {
			d.Metadata, best = r, fit
		}
	}
}

// fit is how well the start that metadata states fits the start of a run.
type fit uint8

const (
	otherRun   fit = iota
	insideRun      // it began while the run went on: a phase was run again
	otherZone      // whole or half hours off: one of the two is local time
	sameMoment     // within a minute
)

func fits(r *record.Record, from, to time.Time) fit {
	start := r.Time("start_time")
	off := start.Sub(from).Abs()
	switch {
	case slices.Contains(strings.Split(r.File.Dir, "/"), earlierMetadata):
		return otherRun
	case start.IsZero(), off <= time.Minute:
		return sameMoment
	case off <= 14*time.Hour && off%(30*time.Minute) == 0:
		return otherZone
	case start.After(from) && (to.IsZero() || !start.After(to)):
		return insideRun
	}
	return otherRun
}

// round is the start of the round of exploration that metadata is of; "" for the run's own.
func (d *Documents) round(r *record.Record) string {
	if r == d.Metadata {
		return ""
	}
	return "round from " + r.Value("start_time").Text
}
