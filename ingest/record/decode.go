package record

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source"
)

// Decode reads the whole input into the file's records.
func (f *File) Decode(in *source.Input) error {
	defer f.release(f.Passing && f.Format.Seal == nil)
	switch {
	case in.Encoding != "":
		f.Finding(otherCoding, 1, in.Encoding, "UTF-8")
	case in.BOM:
		f.Finding(byteMark, 1, "", "")
	}
	if f.Format.Container == Database {
		return readTables(f, in)
	}
	if f.Format.Container == Stream {
		return readStream(f, in)
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
		text = withoutNaN(f, f.withoutNUL(text, 0), 0)
		if f.Format.Container == Prose && f.CleanPage != nil {
			text = []byte(f.CleanPage(string(text)))
		}
		f.Format.Read(text, f)
		return nil
	}
	return lines{f}.decode(in)
}

func readStream(f *File, in *source.Input) error {
	l := &later{}
	f.later = l
	defer func() {
		f.later = nil
		l.busy.Wait() // after a panic too: the memory that records are in is given back at the end
	}()
	err := f.Format.ReadStream(in.Stream(), f)
	l.finish(f)
	return err
}

// withoutNUL cuts NUL bytes off both ends of a line or a text. Example: a power cut can
// leave 4096 of them before the first line that was written after it.
func (f *findings) withoutNUL(text []byte, line int64) []byte {
	if n := len(text); n == 0 || text[0] != 0 && text[n-1] != 0 {
		return text
	}
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

// add adds a record of the named kind. shape is that of the members; nil: it is not known.
func (f *File) add(name string, line int64, members []member, shape *shape) *Record {
	mem := f.memory()
	kind := mem.kind(f.Format, name)
	if kind == nil {
		kind = f.Format.Other
	}
	r := mem.record(kind, name, f, line)
	switch {
	case r.Kind == nil:
		f.Finding(unknownKind, line, f.Cut(name, 80), "")
		if like := damagedKind(f.Format.Kinds, name); like != "" || strings.ContainsRune(name, utf8.RuneError) {
			f.Finding(damagedName, line, f.Cut(name, 80), cmp.Or(like, "a kind of record"))
		}
	case r.Kind.Undocumented:
		f.Finding(undocumented, line, r.Kind.Name, "")
	}
	r.fill(members, shape)
	r.stamp(members)
	r.dropFar()
	f.Records = append(f.Records, r)
	return r
}

// stamp gives the record its time. One of an unknown kind has one too.
func (r *Record) stamp(members []member) {
	key := r.File.Format.TimeKey
	switch {
	case key == "":
		return
	case r.Kind != nil && r.Kind.timeKey == key: // as nearly always
		if i, ok := r.vals.at(r.Kind.moment); ok {
			r.At = r.vals[i].when()
		}
		return
	case r.Kind != nil:
		r.At = r.Time(key)
		return
	}
	for _, m := range members {
		if m.key == key {
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
	mem := f.memory()
	s := mem.scanner()
	defer mem.rest(s)
	members, broken, err := s.read(raw, f.Strict)
	if err != nil {
		f.Broken(line, err)
		return nil
	}
	if broken {
		f.Finding(brokenText, line, "", "")
	}
	r := mem.record(kind, kind.Name, f, line)
	r.fill(members, s.shape)
	r.stamp(members)
	r.dropFar()
	f.Records = append(f.Records, r)
	return r
}

// AddValues adds a record whose values were read from text rather than from
// JSON. The keys must be declared by the kind. Its Sum stays zero, as that of every other such
// record: formats that look for copies by sums, as reports of tests do, use AddFields.
func (f *File) AddValues(kind *Kind, line int64, values map[string]Value) *Record {
	mem := f.memory()
	r := mem.record(kind, kind.Name, f, line)
	r.vals = mem.values(len(values))
	var room [24]string // for as many keys as most records have
	keys := slices.AppendSeq(room[:0], maps.Keys(values))
	slices.Sort(keys)
	for _, key := range keys {
		i, _, ok := kind.keys.find(key)
		if !ok {
			panic("record: kind " + kind.Name + " has no field " + key)
		}
		v := values[key]
		if v.most > 0 {
			v.Text = f.Cut(v.Text, v.most)
		}
		v.Text = mem.keepPart(v.Text)
		r.bound(&kind.Fields[i], &v)
		r.vals.put(i, v)
	}
	f.Records = append(f.Records, r)
	return r
}

// AddFields adds a record whose values were read from text rather than from JSON, in the
// order of the kind's fields: one that is not there is the zero Value. It is AddValues for
// formats with very many records, and also says which required fields are missing.
func (f *File) AddFields(kind *Kind, line int64, values []Value) *Record {
	mem := f.memory()
	r := mem.record(kind, kind.Name, f, line)
	given := 0
	for i := range values {
		if values[i].Given || values[i].Text != "" {
			given++
		}
	}
	r.vals = mem.values(given)
	for i := range values {
		if !values[i].Given && values[i].Text == "" {
			continue
		}
		v := values[i]
		if v.most > 0 {
			v.Text = f.Cut(v.Text, v.most)
		}
		r.bound(&kind.Fields[i], &v)
		r.vals.put(i, v)
	}
	r.missing()
	f.Records = append(f.Records, r)
	f.later.add(f, r)
	return r
}

// BrokenText says that a text of the file holds bytes that are not UTF-8.
func (f *File) BrokenText(line int64) { f.Finding(brokenText, line, "", "") }

// NotLines says that an object of the file does not stand alone on its line.
func (f *File) NotLines(line int64) { f.Finding(notLines, line, "", "") }

// Recoded says in which other encoding than UTF-8 the file's text is.
func (f *File) Recoded(name string) { f.Finding(otherCoding, 1, f.Cut(name, 40), "UTF-8") }
