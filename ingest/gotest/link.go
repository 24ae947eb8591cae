package gotest

import (
	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// links are those of all formats of tests: each file is a run of its own.
func links(f *record.File) []record.Link { return testrun.Links(f, testrun.Dated) }
