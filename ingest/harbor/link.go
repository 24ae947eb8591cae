package harbor

import "runreport/ingest/record"

// links are the jobs that the records name, and the folders of jobs: a record that names no job
// is of the first one that lies in its folder.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		id, dir := jobOf(f, r)
		if id == "" {
			id, dir = r.File.Dir, r.File.Dir
		}
		all = append(all, record.Link{Name: "job\x00" + id}, record.Link{Name: "folder\x00" + dir})
	}
	return all
}
