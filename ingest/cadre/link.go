package cadre

import "runreport/ingest/record"

// links are the folder of a file, in which everything joins, and what tells that a checkpoint or
// a whole file is a copy of one in another folder.
func links(f *record.File) []record.Link {
	all := append(make([]record.Link, 0, 2), record.Link{Name: "home\x00" + homeOf(f)})
	if copied(f) {
		all = append(all, record.Link{Name: "begins\x00" + beginningOf(f).String()})
	}
	for _, r := range checkpoints(f) {
		if kind, id := unitOf(r); kind != "" {
			if far := farIdentity(kind, id, r); far != "" {
				all = append(all, record.Link{Name: far})
			}
		}
	}
	return all
}
