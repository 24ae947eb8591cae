package ownlog

import "runreport/ingest/record"

// links are the runs of a file: rows of the same run may lie beside it.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		p := placeOf(f, r)
		all = append(all, record.Link{Name: "run\x00" + p.where + "\x00" + p.run})
	}
	return all
}
