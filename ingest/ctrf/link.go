package ctrf

import (
	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// links are those of all formats of tests, and the run that the report is of.
func links(f *record.File) []record.Link {
	all := testrun.Links(f, testrun.Dated)
	if id := runOf(f); id != "" {
		all = append(all, record.Link{Name: "run\x00" + id})
	}
	return all
}
