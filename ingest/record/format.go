package record

import (
	"cmp"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source"
	"runreport/ingest/source/sqlite"
	"runreport/ingest/table"
)

// Container is how records lie in a file.
type Container uint8

// The containers.
const (
	Lines    Container = iota // one JSON object a line
	Document                  // one JSON document
	Prose                     // Markdown or another text read as a whole
	Database                  // an SQLite database
	Stream                    // a text that is read once from its beginning to its end, however large it is
)

// Format is one kind of file that a system writes.
type Format struct {
	Name      string // stable
	Ledger    string // what InLedger returns, where that is not Name
	System    string
	Title     string // in a few words
	Container Container
	// Names are patterns of the names that the writer gives its files, where no other
	// program is likely to use them. A file is recognised by its content only; one of such a
	// name that no format claims is a finding.
	Names []string
	// Is recognises the format by the content that Head shows; "mine, but broken"
	// is yes.
	Is func(*source.Head) bool
	// Own recognises a file of the format that this program wrote, which is no log: Is says no
	// of it. nil: it writes none.
	Own   func(*source.Head) bool
	Kinds []*Kind
	// Other is the kind of records whose name no other kind has, where the format
	// leaves its kinds open. nil: such a record is a finding.
	Other *Kind
	// KindOf names the kind of a line's object. ordinary marks a line that is not
	// an event: it is counted and left alone. For containers of lines.
	KindOf func(Members) (name string, ordinary bool)
	// Between makes an event of a line of a log that is no JSON, as programs print them between
	// its events; nil for one that is none. A format without Between has no such lines, and
	// they are rejected. A line that begins as an object is never one.
	Between func(line []byte) jsontext.Value
	// Read reads a whole document or text.
	Read func(text []byte, f *File)
	// ReadStream reads a text piece by piece: no more of it than a record is held at once.
	// It returns faults of reading; what is wrong with the text is a finding.
	ReadStream func(text io.Reader, f *File) error
	// ReadTables reads the tables of a database.
	ReadTables func(db *sqlite.DB, f *File)
	// TimeKey is the key of the records' own time, when they have one.
	TimeKey string
	// NaN says that the writer writes NaN and Infinity, as the json of Python does: they
	// are read as null.
	NaN bool
	// Companion marks documents that somebody wrote beside a log: their times do not
	// tell until when the log was watched.
	Companion bool
	// Pick names the fields of a line's object, which are read in place of its own members:
	// what it does not name is not kept. texts says that texts were asked for. nil: all
	// members are fields. For containers of lines.
	//
	//	{"type":"user","message":{"content":"Mend the build"}} → type
	Pick func(m Members, texts bool) Members
	// Seal tells how its units are put together while files are still being read. nil: they
	// are when all files were read. For containers of lines.
	Seal *Seal
	// Segments makes a segmenter for a log that may be put together in parts while it is read. nil: it is put
	// together when it was read. For containers of lines.
	Segments func() Segmenter
	// Private marks formats whose records hold what people and programs said to each other.
	// Unless texts were asked for, fields that the format does not define are not kept, and
	// neither findings nor citations quote a line.
	Private bool
}

// InLedger is what the ledger calls the format. Example: a trial and a job of Harbor are
// files of two formats, and both are "harbor" there.
func (f *Format) InLedger() string { return cmp.Or(f.Ledger, f.Name) }

// System is one of the programs whose files are read.
type System struct {
	Name    string
	Title   string
	Formats []*Format
	Codes   []*Code      // its own findings
	Words   []WordTable  // what it means by the words it writes
	Counts  []*CountKind // the numbers that its units come to
	// Bundles are endings of names under which the system writes zips, as ".eval". Such a
	// file is read as a folder.
	Bundles []string
	// Stitch puts together what belongs together, over all files of the system in
	// path order, collapses copies and snapshots, and settles the fate of records.
	Stitch func(files []*File) []*Unit
	// Subject names what a unit of that home and own name is about, by its folder; see [Subjects]. nil:
	// Stitch sets StableSubject where it settles it.
	Subject func(home, id string) string
	// Links are what a file has in common with those that it may be stitched with, after
	// stitching: units of files that share nothing are the same whether these are stitched
	// together or apart. Of a large file they may be as many as its records.
	Links func(f *File) []Link
	// Below is the folder in which the units of a file in dir look for files of others, if they
	// look for any. nil: they look for none.
	Below func(dir string) (folder string, looks bool)
	// Assemble writes the rows of one unit. It sees no other unit, so that units
	// can be assembled at the same time, and changes nothing of the files: their own rows are written meanwhile.
	Assemble func(u *Unit, t *table.Set)
	// Home is the folder that holds one installation's files, given the folder and
	// name of one of them: the cut-off time of open work is the latest event below
	// it. nil: the folder that was given on the command line.
	Home func(dir string) string
}

// Unit is what belongs together: a run, a card, a work item, a cycle.
type Unit struct {
	System     string
	Kind       string
	ID         string // the unit's own name
	Key        string // unique in the report; set by ingest
	Home       string // folder that tells units of one name apart
	Records    []*Record
	Companions []*File // documents beside it
	Superseded []string
	Files      []string
	Evidence   string    // what holds its files together
	Related    []*Record // records of other units that speak about this one; they are not its own
	// StableSubject is the subject's name as it stays from one run date to the next,
	// where it takes all units of the system to tell.
	StableSubject string

	topics map[topic]int // row of the finding about a topic, while it is assembled
}
