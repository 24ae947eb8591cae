package record

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"

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
	Name      string // stable, as in the ledger
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
	// Private marks formats whose records hold what people and programs said to each other.
	// Unless texts were asked for, fields that the format does not define are not kept, and
	// neither findings nor citations quote a line.
	Private bool
}

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
	// Assemble writes the rows of one unit. It sees no other unit, so that units
	// can be assembled at the same time.
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
	// where stitching settles it: it takes all units of the system to tell.
	StableSubject string

	topics map[string]int // row of the finding about a topic, while it is assembled
}

// Members are the keys and raw values of a line's object.
type Members struct {
	list []member
	mem  *memory
}

// Text is the value of the key as a string; "" when it is absent or none.
func (m Members) Text(key string) string {
	raw := m.Raw(key)
	switch {
	case raw.Kind() != '"':
		return ""
	case m.mem == nil:
		return unquote(raw)
	}
	return m.mem.unquote(raw)
}

// Raw is the value of the key as it is written; nil when it is absent.
func (m Members) Raw(key string) jsontext.Value {
	for _, x := range m.list {
		if x.key == key {
			return x.raw
		}
	}
	return nil
}

// MembersOf are the members of an object inside a record; none when it is no object.
func MembersOf(raw jsontext.Value) (m Members) {
	if raw.Kind() == '{' {
		m.list, _, _ = object(raw)
	}
	return m
}

// None reports whether there is no member.
func (m Members) None() bool { return len(m.list) == 0 }

// With is m with one more member; m alone where there is no value.
func (m Members) With(key string, raw jsontext.Value) Members {
	if len(raw) == 0 {
		return m
	}
	m.list = append(m.list, member{key: key, raw: raw})
	return m
}

// Has reports whether the key is there.
func (m Members) Has(key string) bool {
	for _, x := range m.list {
		if x.key == key {
			return true
		}
	}
	return false
}

// Decode reads the whole input into the file's records.
func (f *File) Decode(in *source.Input) error {
	defer f.release()
	switch {
	case in.Encoding != "":
		f.Finding(otherCoding, 1, in.Encoding, "UTF-8")
	case in.BOM:
		f.Finding(byteMark, 1, "", "")
	}
	if f.Format.Container == Database {
		return f.decodeTables(in)
	}
	if f.Format.Container == Stream {
		return f.Format.ReadStream(in.Stream(), f)
	}
	if f.Format.Container != Lines {
		text, err := in.All()
		if err != nil {
			f.Reject(badDoc, 0, err.Error(), "")
			return err
		}
		if !utf8.Valid(text) {
			f.Finding(brokenText, 0, "", "")
		}
		text = f.withoutNaN(f.withoutNUL(text, 0), 0)
		if f.Format.Container == Prose && f.CleanPage != nil {
			text = []byte(f.CleanPage(string(text)))
		}
		f.Format.Read(text, f)
		return nil
	}
	return f.decodeLines(in)
}

// maxJudged is how much of a line beyond source.MaxLine is looked at to quote its
// beginning: more than any secret that begins there, in bytes.
const maxJudged = 64 << 10

func (f *File) line(l source.Line) {
	f.lines++
	switch {
	case l.CR && l.Bare:
		f.Finding(bareReturn, l.No, "", "")
	case l.CR:
		f.Finding(carriage, l.No, "", "")
	}
	switch {
	case l.TooLong:
		f.Reject(longLine, l.No, f.quoted(string(l.Text[:maxJudged]), 80), "")
		return
	case l.Blank():
		f.blank++
		return
	}
	if l.Text = f.withoutNUL(l.Text, l.No); len(l.Text) == 0 {
		f.rejected++
		return
	}
	l.Text = f.withoutNaN(l.Text, l.No)
	s := scanners.Get().(*scanner)
	defer s.release()
	if f.Format.Between != nil && !bytes.HasPrefix(bytes.TrimLeft(l.Text, " \t"), []byte("{")) {
		if l.Text = f.Format.Between(l.Text); l.Text == nil {
			f.ignored++
			return
		}
	}
	members, broken, err := f.members(s, l.Text)
	if err != nil {
		f.rejectLine(l, err)
		return
	}
	if broken {
		f.Finding(brokenText, l.No, "", "")
	}
	name, ordinary := f.Format.KindOf(Members{members, f.memory()})
	if ordinary {
		f.ignored++
		return
	}
	if f.Format.Pick == nil {
		f.add(name, l.No, members)
		return
	}
	all := f.memory().sum(members) // records that differ in what is not picked are not the same
	f.add(name, l.No, f.Format.Pick(Members{members, f.memory()}, f.IncludeText).list).Sum = all
}

// members are the members of the object that is all of text, valid until the scanner is
// released.
func (f *File) members(s *scanner, text []byte) (members []member, brokenText bool, err error) {
	if f.Strict {
		return strictly(text)
	}
	return s.read(text)
}

// withoutNUL cuts NUL bytes off both ends of a line or a text. Example: a power cut can
// leave 4096 of them before the first line that was written after it.
func (f *File) withoutNUL(text []byte, line int64) []byte {
	rest := bytes.Trim(text, "\x00")
	if n := len(text) - len(rest); n > 0 {
		f.Add(&Finding{
			Code:     nulBytes,
			Line:     line,
			Seen:     fmt.Sprintf("at the edge of a line or text: %d", n),
			Expected: "text",
			Count:    1,
		})
	}
	return rest
}

func (f *File) rejectLine(l source.Line, err error) {
	seen := f.quoted(string(bytes.ToValidUTF8(l.Text, []byte("\uFFFD"))), 120)
	switch {
	case isDuplicateKey(err):
		f.Reject(dupKey, l.No, seen, "")
	case bytes.IndexByte(l.Text, 0) >= 0:
		f.Reject(nulBytes, l.No, "in a line: "+seen, "text")
	case l.Torn:
		f.Reject(tornLine, l.No, seen, "")
	default:
		f.Reject(badLine, l.No, seen, "")
	}
}

func (f *File) add(name string, line int64, members []member) *Record {
	mem := f.memory()
	r := mem.record()
	*r = Record{Kind: mem.kind(f.Format, name), Name: name, File: f, Line: line}
	if r.Kind == nil {
		r.Kind = f.Format.Other
	}
	switch {
	case r.Kind == nil:
		f.Finding(unknownKind, line, f.Cut(name, 80), "")
		if like := damagedKind(f.Format.Kinds, name); like != "" || strings.ContainsRune(name, utf8.RuneError) {
			f.Finding(damagedName, line, f.Cut(name, 80), cmp.Or(like, "a kind of record"))
		}
	case r.Kind.Undocumented:
		f.Finding(undocumented, line, r.Kind.Name, "")
	}
	r.fill(members)
	f.stamp(r, members)
	r.dropFar()
	f.Records = append(f.Records, r)
	return r
}

// stamp gives the record its time. A record of an unknown kind has one too.
func (f *File) stamp(r *Record, members []member) {
	if f.Format.TimeKey == "" {
		return
	}
	if r.Kind != nil {
		r.At = r.Value(f.Format.TimeKey).When
		return
	}
	for _, m := range members {
		if m.key == f.Format.TimeKey {
			v, _ := readTime(m.raw, m.raw.Kind())
			if v.Given && r.bound(&Field{Key: m.key, Type: Time}, &v) {
				r.At = v.When
			}
		}
	}
}

// Broken rejects what could not be read of a document; what was read of it before counts.
func (f *File) Broken(line int64, err error) {
	if isDuplicateKey(err) {
		f.Reject(dupKey, line, err.Error(), "")
		return
	}
	f.Reject(badDoc, line, err.Error(), "")
}

// AddObject adds a record of a document: an object of the kind. line is 0 where
// positions in the document mean nothing to a reader.
func (f *File) AddObject(kind *Kind, raw jsontext.Value, line int64) *Record {
	s := scanners.Get().(*scanner)
	defer s.release()
	members, broken, err := f.members(s, raw)
	if err != nil {
		f.Broken(line, err)
		return nil
	}
	if broken {
		f.Finding(brokenText, line, "", "")
	}
	r := f.memory().record()
	*r = Record{Kind: kind, Name: kind.Name, File: f, Line: line}
	r.fill(members)
	f.stamp(r, members)
	r.dropFar()
	f.Records = append(f.Records, r)
	return r
}

// AddValues adds a record whose values were read from text rather than from
// JSON. The keys must be declared by the kind.
func (f *File) AddValues(kind *Kind, line int64, values map[string]Value) *Record {
	r := f.memory().record()
	*r = Record{Kind: kind, Name: kind.Name, File: f, Line: line}
	r.vals = f.memory().values(len(values))
	for _, key := range slices.Sorted(maps.Keys(values)) {
		i, _, ok := kind.keys.find(key)
		if !ok {
			panic("record: kind " + kind.Name + " has no field " + key)
		}
		v := values[key]
		if v.most > 0 {
			v.Text = f.Cut(v.Text, v.most)
		}
		r.bound(&kind.Fields[i], &v)
		r.put(i, v)
	}
	f.Records = append(f.Records, r)
	return r
}

// AddFields adds a record whose values were read from text rather than from JSON, in the
// order of the kind's fields: one that is not there is the zero Value. It is AddValues for
// formats with very many records, and also says which required fields are missing.
func (f *File) AddFields(kind *Kind, line int64, values []Value) *Record {
	r := &Record{Kind: kind, Name: kind.Name, File: f, Line: line}
	given := 0
	for i := range values {
		if values[i].Given || values[i].Text != "" {
			given++
		}
	}
	r.vals = make([]held, 0, given)
	h := xxh3.New()
	for i, v := range values {
		if v.most > 0 {
			v.Text = f.Cut(v.Text, v.most)
		}
		r.bound(&kind.Fields[i], &v)
		r.put(i, v)
		_, _ = h.WriteString(v.Text) // a hash never fails
		_, _ = h.Write([]byte{0})
	}
	r.Sum = h.Sum128()
	r.missing()
	f.Records = append(f.Records, r)
	return r
}

// BrokenText says that a text of the file holds bytes that are not UTF-8.
func (f *File) BrokenText(line int64) { f.Finding(brokenText, line, "", "") }

// Recoded says in which other encoding than UTF-8 the file's text is.
func (f *File) Recoded(name string) { f.Finding(otherCoding, 1, f.Cut(name, 40), "UTF-8") }
