package swebench

import (
	"path"

	"runreport/ingest/record"
)

// links are the runs that the reports are of.
func links(f *record.File) (all []record.Link) {
	for _, r := range f.Records {
		key, _, _ := runOf(f, r)
		all = append(all, record.Link{Name: "run\x00" + key})
	}
	return all
}

// below is the folder of a trial, whose result a report of its verifier looks for.
func below(dir string) (trial string, looks bool) {
	return path.Dir(dir), path.Base(dir) == verifier
}
