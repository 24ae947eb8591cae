package codex

import (
	"cmp"
	"path"
	"strings"

	"runreport/ingest/record"
	"runreport/ingest/session"
)

// stitch makes a unit of every session. Files of one session id are one session: copies
// and snapshots of each other, or parts that follow each other. A file without an id is a
// session of its own under the name of the file.
func stitch(files []*record.File) []*record.Unit {
	type place struct{ id, where string }
	parts := map[place][]*record.Fragment{}
	var order []place
	for _, f := range files {
		if len(f.Records) == 0 {
			continue
		}
		p := place{id: idOf(f)}
		if p.id == "" {
			p = place{fileName(f.Path), f.Path}
		}
		if parts[p] == nil {
			order = append(order, p)
		}
		parts[p] = append(parts[p], &record.Fragment{File: f, Records: f.Records})
	}
	var units []*record.Unit
	for _, p := range order {
		u := &record.Unit{System: system, Kind: session.Kind, ID: p.id, Home: parts[p][0].File.Dir, Evidence: "session id " + record.Cut(p.id, 80)}
		if p.where != "" {
			u.Evidence = "the file"
		}
		u.Log(parts[p], nil)
		units = append(units, u)
	}
	return units
}

// idOf is the id of the file's first session_meta. Another one behind it is that of the
// session which this one goes on from.
func idOf(f *record.File) string {
	for _, r := range f.Records {
		if r.Is(sessionMeta) {
			return r.Str("id")
		}
	}
	return ""
}

// fileName is the name of a file without its endings.
func fileName(shown string) string {
	name := path.Base(shown)
	name = strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
	return cmp.Or(strings.TrimSuffix(name, path.Ext(name)), name)
}
