package claude

import "runreport/ingest/record"

// links are the sessions of a file by their ids, and its lines: another file of the project, or
// another one without an id, may have copies of them.
func links(f *record.File) (all []record.Link) {
	for _, x := range fragments(f) {
		if x.id != "" {
			all = append(all, record.Link{Name: "session\x00" + x.id})
		}
		for _, r := range x.Records {
			of := line(r)
			all = append(all, record.Link{Name: "folder\x00" + x.home + "\x00" + of})
			if x.id == "" {
				all = append(all, record.Link{Name: "line\x00" + of})
			}
		}
	}
	return all
}
