package actions

import (
	"fmt"

	"runreport/ingest/record"
)

// links are the runs of a file: their jobs and other attempts may lie elsewhere.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		if id, ok := runOf(r); ok {
			all = append(all, record.Link{Name: fmt.Sprint("run\x00", id)})
		}
	}
	return all
}
