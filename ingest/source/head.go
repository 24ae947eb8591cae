package source

import (
	"bytes"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/source/sqlite"
)

// Object is the top level of a JSON object: key to raw value.
type Object map[string]jsontext.Value

// Has reports whether all the keys are there.
func (o Object) Has(keys ...string) bool {
	for _, k := range keys {
		if _, ok := o[k]; !ok {
			return false
		}
	}
	return true
}

// HasAny reports whether one of the keys is there.
func (o Object) HasAny(keys ...string) bool {
	for _, k := range keys {
		if _, ok := o[k]; ok {
			return true
		}
	}
	return false
}

// Text is the value of the key as a string; "" when it is absent or no string.
func (o Object) Text(key string) string {
	v := o[key]
	if v.Kind() != '"' {
		return ""
	}
	s, err := jsontext.AppendUnquote(nil, v)
	if err != nil {
		return ""
	}
	return string(s)
}

// Head is what a format is recognised by: the first few objects of a file, not
// its name and not its first bytes alone.
type Head struct {
	Path   string   // as shown in the report
	Bytes  []byte   // the beginning of the content
	Whole  bool     // Bytes is all there is
	Lines  []Object // the first valid objects that stand on a line of their own
	Doc    Object   // the top level of one JSON document, as far as it could be read
	Items  Object   // the first object inside Doc's first array, or of a top-level array
	Rows   []Object // the first row of each result set, where the document is a database's answer
	Binary bool
	// Database says that the file is an SQLite database; Tables are what it holds, or
	// what SQL text makes and fills, as far as its beginning shows.
	Database bool
	Tables   []*sqlite.Table
}

// headObjects is how many valid objects are looked at; a log may begin with a
// stray line, a header, or a record that several formats could own.
const headObjects = 12

// Head reads what a format is recognised by. shown is the file's path in the report.
func (in *Input) Head(shown string) (*Head, error) {
	b, whole, err := in.Peek()
	if err == nil && !whole && bytes.IndexByte(b, '\n') < 0 && bytes.HasPrefix(bytes.TrimSpace(b), []byte("{")) {
		b, whole, err = in.peekLine() // a record that is larger than all that is usually looked at
	}
	h := &Head{Path: shown, Bytes: b, Whole: whole}
	h.Binary = bytes.IndexByte(b[:min(len(b), 8000)], 0) >= 0
	if err == nil && sqlite.Is(b) {
		h.Bytes, h.Whole = bytes.Clone(b[:min(len(b), 100)]), false // the rest is no text
		db, err := in.Database()
		if err != nil {
			return h, err
		}
		h.Database, h.Tables = true, db.Tables()
		return h, nil
	}
	if h.Binary || err != nil {
		return h, err
	}
	rest := b
	for len(rest) > 0 && len(h.Lines) < headObjects {
		line, after, full := bytes.Cut(rest, []byte("\n"))
		rest = after
		line = bytes.TrimSpace(line)
		if len(line) == 0 || line[0] != '{' {
			continue
		}
		// What can be read of a record that goes on behind the head tells its format.
		if o, ok := topLevel(line); ok || !full && !whole && len(o) > 1 {
			h.Lines = append(h.Lines, o)
		}
	}
	if text := bytes.TrimSpace(b); len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		h.Doc, h.Items = document(text)
		h.Rows = firstRows(text)
	}
	h.Tables = sqlite.DumpTables(b)
	return h, nil
}

// Table is the table of that name, one without columns where there is none.
func (h *Head) Table(name string) *sqlite.Table {
	for _, t := range h.Tables {
		if t.Name == name {
			return t
		}
	}
	return &sqlite.Table{}
}

// Name is the last element of the path, without a suffix of compression.
func (h *Head) Name() string {
	return strings.TrimSuffix(strings.TrimSuffix(path.Base(h.Path), ".gz"), ".zst")
}

// AnyLine reports whether one of the first objects passes the test.
func (h *Head) AnyLine(is func(Object) bool) bool {
	for _, o := range h.Lines {
		if is(o) {
			return true
		}
	}
	return false
}

// HasLine reports whether a line among the first bytes begins with the prefix.
func (h *Head) HasLine(prefix string) bool {
	return bytes.HasPrefix(h.Bytes, []byte(prefix)) || bytes.Contains(h.Bytes, []byte("\n"+prefix))
}

func topLevel(text []byte) (Object, bool) {
	o, _, err := members(jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true)), len(text))
	return o, err == nil
}

// document reads keys until the text ends or breaks, so that a document that was
// cut off is still known for what it is.
func document(text []byte) (doc, items Object) {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if d.PeekKind() == '[' {
		items = firstItem(text)
		return Object{}, items
	}
	doc, broken, _ := members(d, len(text))
	if broken.key != "" {
		if _, ok := doc[broken.key]; !ok {
			doc[broken.key] = text[broken.at:]
		}
	}
	for _, key := range []string{"runs", "cards", "records", "bugs"} {
		if v, ok := doc[key]; ok {
			if items = firstItem(v); items != nil {
				break
			}
		}
	}
	return doc, items
}

// brokenAt is the key whose value could not be read to its end.
type brokenAt struct {
	key string
	at  int64
}

func members(d *jsontext.Decoder, size int) (o Object, broken brokenAt, err error) {
	o = Object{}
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return o, broken, errNoObject
	}
	for d.PeekKind() != '}' {
		t, err := d.ReadToken()
		if err != nil {
			return o, broken, err
		}
		key := t.String()
		broken = brokenAt{key, min(d.InputOffset()+1, int64(size))}
		v, err := d.ReadValue()
		if err != nil {
			return o, broken, err
		}
		o[key] = v.Clone()
	}
	_, err = d.ReadToken()
	return o, brokenAt{}, err
}

// firstItem is the first object of an array that may be cut off.
func firstItem(text []byte) Object {
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return nil
	}
	o, _, _ := members(d, len(text))
	if len(o) == 0 {
		return nil
	}
	return o
}

// firstRows is the first row of each list called results: what a database answers to
// one statement is an object with such a list, to several an array of them.
func firstRows(text []byte) (rows []Object) {
	if !bytes.Contains(text, []byte(`"results"`)) {
		return nil
	}
	d := jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
	several := d.PeekKind() == '['
	if several {
		_, _ = d.ReadToken() // it was just seen
	}
	for d.PeekKind() == '{' {
		o, broken, err := members(d, len(text))
		list := o["results"]
		if broken.key == "results" && list == nil {
			list = text[broken.at:]
		}
		if row := firstItem(list); row != nil {
			rows = append(rows, row)
		}
		if err != nil || !several {
			break
		}
	}
	return rows
}

type headError string

func (e headError) Error() string { return string(e) }

const errNoObject = headError("no JSON object")
