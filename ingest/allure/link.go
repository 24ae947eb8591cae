package allure

import (
	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// links are those of all formats of tests, and the folder, whose results are one run.
func links(f *record.File) []record.Link { return testrun.FolderLinks(f, testrun.Dated) }
