package source

import (
	"bytes"
	"iter"
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
// its name and not its first bytes alone. It holds until the input is read on or closed, or until it is
// released: what it tells lies in the input's memory, or in room that the next head gets.
type Head struct {
	Path  string   // as shown in the report
	Bytes []byte   // the beginning of the content
	Whole bool     // Bytes is all there is
	Doc   Object   // the top level of one JSON document, as far as it could be read
	Items Object   // the first object inside Doc's first array, or of a top-level array
	Rows  []Object // the first row of each result set, where the document is a database's answer
	// Database says that the file is an SQLite database; Tables are what it holds, or
	// what SQL text makes and fills, as far as its beginning shows.
	Database bool
	Tables   []*sqlite.Table

	lines headLines
	room  *headRoom // that the objects are made in; nil: each has its own
}

// headObjects is how many valid objects are looked at; a log may begin with a
// stray line, a header, or a record that several formats could own.
const headObjects = 12

// padding is what no text begins or ends with: white space, and the NUL bytes that a
// power cut leaves where blocks of a file were not written.
const padding = " \t\r\n\x00"

// Head reads what a format is recognised by. shown is the file's path in the report.
// What is damaged is passed over: the first objects that are whole count, wherever they
// stand among the first bytes, and what can be read of broken ones only where no other
// is to be had.
func (in *Input) Head(shown string) (*Head, error) {
	b, whole, err := in.Peek()
	h := &Head{Path: shown, Bytes: b, Whole: whole, room: headRooms.Get().(*headRoom)}
	if err != nil {
		return h, err
	}
	if sqlite.Is(b) {
		h.Bytes, h.Whole = bytes.Clone(b[:min(len(b), 100)]), false // the rest is no text
		db, err := in.Database()
		if err != nil {
			return h, err
		}
		h.Database, h.Tables = true, db.Tables()
		return h, nil
	}
	end, err := in.lineEnd()
	if err != nil {
		return h, err
	}
	if b, whole, err = in.Peek(); err != nil { // looking for the end of a line may have read on
		return h, err
	}
	h.look(b, whole, end)
	if !whole && !h.HasObjects() && (bytes.IndexByte(b, end) < 0 || h.namedLog()) {
		// A first line, or damage, that is longer than all that is usually looked at.
		if b, whole, err = in.peekLine(); err != nil {
			return h, err
		}
		h.look(b, whole, end)
	}
	return h, nil
}

// namedLog reports whether the name is one that logs of lines have.
func (h *Head) namedLog() bool {
	switch path.Ext(h.Name()) {
	case ".jsonl", ".ndjson", ".log":
		return true
	}
	return false
}

// look fills in what the first bytes tell.
func (h *Head) look(b []byte, whole bool, end byte) {
	if end != '\n' {
		b = bytes.ReplaceAll(b, []byte{end}, []byte("\n"))
	}
	h.Bytes, h.Whole = b, whole
	b, _ = WithoutNaN(b, "null") // a format that writes it is known all the same
	h.lines.begin(h.room, b)
	if text := bytes.Trim(b, padding); len(text) > 0 && (text[0] == '{' || text[0] == '[') {
		var end int
		if h.Doc, h.Items, end = h.room.document(text); end > 0 { // of one object, of which all is known
			h.lines.doc, h.lines.docText = h.Doc, text[:end]
			h.Rows = h.room.firstRow(h.Doc)
		} else {
			h.Rows = h.room.firstRows(text)
		}
	}
	h.Tables = sqlite.DumpTables(b)
}

// Lines are the first valid objects of a log, of which no more is read than is asked for: most logs are told by
// their first.
func (h *Head) Lines() iter.Seq[Object] {
	return func(yield func(Object) bool) {
		for i := 0; i < len(h.lines.all) || h.lines.readOn(); i++ {
			if !yield(h.lines.all[i]) {
				return
			}
		}
	}
}

// HeadOf is the head of a log with that object alone.
func HeadOf(o Object) *Head { return &Head{lines: headLines{all: []Object{o}}} }

// Spread reports whether there are Lines, none of which stands on a line of its own, so that they may be
// parts of one document: an object over several lines, an array on one.
func (h *Head) Spread() bool {
	for h.lines.readOn() {
	}
	return h.lines.spread
}

// HasObjects reports whether there are Lines.
func (h *Head) HasObjects() bool { return len(h.lines.all) > 0 || h.lines.readOn() }

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
	for o := range h.Lines() {
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

// decoder reads JSON of any kind: what is wrong with it is told when it is read as a log.
func decoder(text []byte) *jsontext.Decoder {
	return jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))
}

// topLevel reads an object, of which it keeps a copy; of a broken one, what is before the break. notPlain says that
// it is known not to be plain.
func (r *headRoom) topLevel(text []byte, notPlain bool) (Object, bool) {
	text = r.keep(text)
	if !notPlain {
		if members, end := r.plain(text); end > 0 {
			return r.made(text, members), true
		}
	}
	o, broken, err := r.members(r.decoder(text), text)
	o.addBroken(broken, text)
	return o, err == nil
}

// addBroken adds the key whose value could not be read to its end, with what there is
// of it.
func (o Object) addBroken(broken brokenAt, text []byte) {
	if broken.key != "" && !o.Has(broken.key) {
		o[broken.key] = text[broken.at:]
	}
}

// document reads keys until the text ends or breaks, so that a document that was
// cut off is still known for what it is. end is behind it where it is written plainly, and so whole; else it is 0.
func (r *headRoom) document(text []byte) (doc, items Object, end int) {
	members, end := r.plain(text)
	if end > 0 {
		doc = r.made(text, members)
	} else {
		d := r.decoder(text)
		if d.PeekKind() == '[' {
			items = r.firstItem(text)
			return Object{}, items, 0
		}
		var broken brokenAt
		doc, broken, _ = r.members(d, text)
		doc.addBroken(broken, text)
	}
	for _, key := range []string{"runs", "cards", "records", "bugs"} {
		if v, ok := doc[key]; ok {
			if items = r.firstItem(v); items != nil {
				break
			}
		}
	}
	return doc, items, end
}

// brokenAt is the key whose value could not be read to its end.
type brokenAt struct {
	key string
	at  int64
}

// members reads an object of the text that the decoder reads. Its values are parts of the text.
func (r *headRoom) members(d *jsontext.Decoder, text []byte) (o Object, broken brokenAt, err error) {
	o = r.object()
	if t, err := d.ReadToken(); err != nil || t.Kind() != '{' {
		return o, broken, errNoObject
	}
	for d.PeekKind() != '}' {
		written, err := d.ReadValue()
		if err != nil {
			return o, broken, err
		}
		key := r.name(written)
		broken = brokenAt{key, min(d.InputOffset()+1, int64(len(text)))}
		v, err := d.ReadValue()
		if err != nil {
			return o, broken, err
		}
		end := int(d.InputOffset())
		o[key] = text[end-len(v) : end : end]
	}
	_, err = d.ReadToken()
	return o, brokenAt{}, err
}

// firstItem is the first object of an array that may be cut off.
func (r *headRoom) firstItem(text []byte) Object {
	d := r.decoder(text)
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return nil
	}
	o, _, _ := r.members(d, text)
	if len(o) == 0 {
		return nil
	}
	return o
}

// firstRow is firstRows for an object.
func (r *headRoom) firstRow(o Object) []Object {
	list, ok := o["results"]
	if !ok {
		return nil
	}
	if row := r.firstItem(list); row != nil {
		return []Object{row}
	}
	return nil
}

// firstRows is the first row of each list called results: what a database answers to
// one statement is an object with such a list, to several an array of them.
func (r *headRoom) firstRows(text []byte) (rows []Object) {
	if !bytes.Contains(text, []byte(`"results"`)) {
		return nil
	}
	d := decoder(text) // one of its own: items are read while it is at a list
	several := d.PeekKind() == '['
	if several {
		_, _ = d.ReadToken() // it was just seen
	}
	for d.PeekKind() == '{' {
		o, broken, err := r.members(d, text)
		list := o["results"]
		if broken.key == "results" && list == nil {
			list = text[broken.at:]
		}
		if row := r.firstItem(list); row != nil {
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
