package ingest

import (
	"runreport/ingest/archive"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

// found is one file below the given paths.
type found struct {
	shown   string          // path in the report: the argument's base name, then the path below it
	root    string          // the argument's base name
	real    string          // path on this machine, of the archive where it lies in one; never shown
	odd     string          // the bytes of its name that are no UTF-8, for a finding
	member  *archive.Member // nil: it is a file of its own
	archive *archiveNote    // it stands for an archive as such, whose files are others of the list
	fault   error           // why it cannot be read
	target  string          // path in the report of what a link points to, where that is read; "": no such link
	passing passReason      // why it is passed over; the zero value where it is read

	size   int64 // as much of it is read; 0: all
	beside bool  // parts of the database lie beside it
}

// archiveNote holds the findings about an archive itself, not about its members.
type archiveNote struct {
	kind     string // "zip" or "tar"; "": not known
	findings []record.Finding
}

// open opens the file, up to the size that was seen where one was.
func (at found) open() (*source.Input, error) {
	switch {
	case at.member != nil:
		rc, err := at.member.Open()
		if err != nil {
			return nil, err
		}
		in, err := source.OpenMember(rc, at.member.Size, at.member.Room())
		if err == nil {
			in.Beside = at.member.Beside
		}
		return in, err
	case at.size > 0:
		return source.OpenFirst(at.real, at.size)
	}
	return source.Open(at.real)
}

// hold says that the file is going to be read again. The walk holds each once.
func (at found) hold() {
	if at.member != nil {
		at.member.Hold()
	}
}

// release says that the file has been read.
func (at found) release() {
	if at.member != nil {
		at.member.Release()
	}
}
