package testrun

import (
	"fmt"
	"path"
	"sync"

	"runreport/ingest/record"
)

// Links are what a report has in common with those that it may be stitched with, in every format
// of tests: its records, since DropCopies leaves out a file that has the same ones, and its short
// subject, which NameSubjects takes as long as it stands for nothing else in any report. dated is
// that of DropCopies.
func Links(f *record.File, dated func(*record.File) bool) []record.Link {
	return links(f, dated, f.Path)
}

// FolderLinks are Links of a report that is a part of its folder, whose units NameFolders names.
func FolderLinks(f *record.File, dated func(*record.File) bool) []record.Link {
	return append(links(f, dated, partOf(f.Path)), FolderLink(f))
}

// FolderLink ties the reports of a folder.
func FolderLink(f *record.File) record.Link { return record.Link{Name: "folder\x00" + f.Dir} }

func links(f *record.File, dated func(*record.File) bool, named string) []record.Link {
	if len(f.Records) == 0 {
		return nil
	}
	by := knownSubjects.Get().(*subjects)
	defer knownSubjects.Put(by)
	if len(by.folders)+len(by.files) > maxKnown {
		*by = newSubjects()
	}
	full, short := by.of(named)
	all := []record.Link{{Name: "subject\x00" + short, Value: "is " + full}}
	if dated(f) {
		all = append(all, record.Link{Name: fmt.Sprint("records\x00", sumOf(f))})
	}
	return all
}

// knownSubjects remember names of folders and files from one file to the next, maxKnown of them at
// most. A path may be made up of any.
var knownSubjects = sync.Pool{New: func() any {
	by := newSubjects()
	return &by
}}

const maxKnown = 10_000

// partOf is a file of the folder whose name says nothing about what was tested.
func partOf(file string) string { return path.Join(path.Dir(file), "TEST-") }
