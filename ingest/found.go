package ingest

import (
	"runreport/ingest/archive"
	"runreport/ingest/record"
	"runreport/ingest/source"
)

// found is one file below the given paths.
type found struct {
	shown  string          // path in the report: the argument's base name, then the path below it
	root   string          // the argument's base name
	real   string          // path on this machine, of the archive where it lies in one; never shown
	size   int64           // as much of it is read; 0: all
	member *archive.Member // nil: it is a file of its own
	*special
}

// special is what is to be said of few files: a list of a million has a pointer for each. Several may have the same
// one, so that it is never changed; see own.
type special struct {
	odd     string       // the bytes of the file's name that are no UTF-8, for a finding
	archive *archiveNote // it stands for an archive as such, whose files are others of the list
	fault   error        // why it cannot be read
	target  string       // path in the report of what a link points to, where that is read; "": no such link
	passing passReason   // why it is passed over; the zero value where it is read
	beside  bool         // parts of the database lie beside it
}

// nothing is said of most files.
var nothing special

// newFound is a file of which there is nothing special.
func newFound(shown, root, real string) found {
	return found{shown: shown, root: root, real: real, special: &nothing}
}

// own is what is special of this file alone, to be changed.
func (at *found) own() *special {
	copied := *at.special
	at.special = &copied
	return &copied
}

// pass says why the file is passed over. A file that is read has no reason. like is one before it, which mostly has
// the same.
func (at *found) pass(why passReason, like *special) {
	switch {
	case why == at.passing:
	case like != nil && *like == special{passing: why} && *at.special == nothing:
		at.special = like
	default:
		at.own().passing = why
	}
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
