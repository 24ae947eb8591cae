package junit

import (
	"path"

	"runreport/ingest/record"
	"runreport/ingest/testrun"
)

// links are those of all formats of tests, and the folder of a file that is a part of its report.
func links(f *record.File) []record.Link {
	all := testrun.Links(f, timed)
	if testrun.IsPart(path.Base(f.Path)) {
		all = append(all, testrun.FolderLink(f))
	}
	return all
}
