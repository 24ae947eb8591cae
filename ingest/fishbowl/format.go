package fishbowl

import (
	"fmt"
	"slices"

	"runreport/ingest/record"
	"runreport/ingest/source"
)

const system = "fishbowl"

// System is Fishbowl.
var System = &record.System{
	Name: system, Title: "Fishbowl, competitions of agents",
	Formats: []*record.Format{format, databaseFormat},
	Codes:   codes,
	Words:   vocabulary,
	Stitch:  stitch, Assemble: assemble, Links: links,
}

var format = &record.Format{
	Name: "fishbowl", System: system, Title: "the event ledger, one JSON object a line",
	Container: record.Lines, Kinds: kinds, Other: other, TimeKey: "created_at", Is: is,
	KindOf: func(m record.Members) (string, bool) { return m.Text("kind"), false }, Segments: newSegmenter,
}

var databaseFormat = &record.Format{
	Name: "fishbowl-db", System: system, Title: "the event ledger as a database of SQLite, in either of its layouts",
	Container: record.Database, Kinds: append(slices.Clone(kinds), leaderboardEntry), Other: other, TimeKey: "created_at", Is: isDatabase, ReadTables: readDatabase,
}

func is(h *source.Head) bool {
	return h.AnyLine(func(o source.Object) bool { return o.Has("kind", "actor", "payload", "turn") })
}

// upcasters bring a record of schema version i+1 to the next one; behind the last
// it is what this package reads.
var upcasters = []func(*record.Record){
	func(*record.Record) {}, // version 1 is what is read
}

// upcast brings a record up to date. Of a version that is not known yet, what looks
// the same is read the same.
func upcast(r *record.Record) {
	version, given := r.Int("schema_version")
	if !given {
		version = 1
	}
	if version < 1 || version > int64(len(upcasters)) {
		r.Finding(schemaVersion, fmt.Sprintf("schema_version %d", version), fmt.Sprintf("1 to %d", len(upcasters)))
		return
	}
	for _, up := range upcasters[version-1:] {
		up(r)
	}
}
