package ingest

import (
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
)

// claimBeside counts the log, the index and the journal of a database among its
// format's files. What they hold is read with the database.
func claimBeside(files []*record.File) {
	var byPath map[string]*record.File // made where it is asked for, which is seldom
	for _, f := range files {
		if f.Format != nil {
			continue
		}
		of, ok := sqlite.Belongs(f.Path)
		if !ok {
			continue
		}
		if byPath == nil {
			byPath = make(map[string]*record.File, len(files))
			for _, f := range files {
				byPath[f.Path] = f
			}
		}
		if db := byPath[of]; db != nil && db.Format != nil && db.Format.Container == record.Database {
			f.Format, f.Group = db.Format, db.Group
		}
	}
}

// tableNames lists the tables of a database that no format claims, for a finding.
func tableNames(h *source.Head) string {
	var names []string
	for _, t := range h.Tables {
		names = append(names, t.Name)
	}
	if len(names) == 0 {
		return "no tables"
	}
	return "tables " + record.Cut(strings.Join(names, ", "), 200)
}
