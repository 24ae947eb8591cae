package testrun

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

// Document reads a JSON document member by member, so that what stands before a cut is read
// all the same.
type Document struct {
	text []byte
	d    *jsontext.Decoder
	line int64
	at   int64
}

// NewDocument begins to read the text.
func NewDocument(text []byte) *Document {
	return &Document{text: text, line: 1,
		d: jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(true), jsontext.AllowDuplicateNames(true))}
}

var errOther = errors.New("another value than the format has there")

// Object reads an object and calls member for each of its keys. A member that returns false
// without having read its value has it passed over.
func (x *Document) Object(member func(key string) (read bool, err error)) error {
	if x.d.PeekKind() != '{' {
		return x.other()
	}
	if _, err := x.d.ReadToken(); err != nil {
		return err
	}
	for x.d.PeekKind() != '}' {
		key, err := x.d.ReadToken()
		if err != nil {
			return err
		}
		read, err := member(key.String())
		if err == nil && !read {
			err = x.d.SkipValue()
		}
		if err != nil {
			return err
		}
	}
	_, err := x.d.ReadToken()
	return err
}

// Array reads an array and calls element where each of its elements begins.
func (x *Document) Array(element func() error) error {
	if x.d.PeekKind() != '[' {
		return x.other()
	}
	if _, err := x.d.ReadToken(); err != nil {
		return err
	}
	for x.d.PeekKind() != ']' {
		if err := element(); err != nil {
			return err
		}
	}
	_, err := x.d.ReadToken()
	return err
}

// other passes over a value of another kind than was looked for: null is none.
func (x *Document) other() error {
	if x.d.PeekKind() == 0 {
		_, err := x.d.ReadToken()
		return err
	}
	null := x.d.PeekKind() == 'n'
	if err := x.d.SkipValue(); err != nil {
		return err
	}
	if null {
		return nil
	}
	return errOther
}

// Value reads the value that begins here, with the line on which it begins.
func (x *Document) Value() (raw jsontext.Value, line int64, err error) {
	if raw, err = x.d.ReadValue(); err != nil {
		return nil, x.Line(), err
	}
	begins := x.d.InputOffset() - int64(len(raw))
	x.line += int64(bytes.Count(x.text[x.at:begins], []byte{'\n'}))
	x.at = begins
	return raw.Clone(), x.line, nil
}

// Line is the line up to which the document was read.
func (x *Document) Line() int64 {
	end := min(x.d.InputOffset(), int64(len(x.text)))
	return x.line + int64(bytes.Count(x.text[x.at:max(x.at, end)], []byte{'\n'}))
}

// Broken tells the file of the fault with which reading the document ended, if any.
func (x *Document) Broken(f *record.File, err error) {
	switch {
	case err == nil:
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		f.Broken(x.Line(), errors.New("the document ends early"))
	default:
		f.Broken(x.Line(), err)
	}
}

// Header collects members of a document that become one record.
type Header struct{ b []byte }

// Add adds a member as it is written.
func (h *Header) Add(key string, raw jsontext.Value) {
	if len(h.b) == 0 {
		h.b = append(h.b, '{')
	} else {
		h.b = append(h.b, ',')
	}
	h.b, _ = jsontext.AppendQuote(h.b, key) // broken text was replaced when the key was read
	h.b = append(append(h.b, ':'), raw...)
}

// Object is the object of all members.
func (h *Header) Object() jsontext.Value {
	if len(h.b) == 0 {
		return jsontext.Value("{}")
	}
	return append(bytes.Clone(h.b), '}')
}

// Keys are the keys of an object that may be cut off; nil where the text is no object.
func Keys(text []byte) map[string]bool {
	keys := map[string]bool{}
	x := NewDocument(text)
	_ = x.Object(func(key string) (bool, error) { // what was met before a break counts
		keys[key] = true
		return false, nil
	})
	return keys
}

// Millis is a time as a number of milliseconds or seconds since 1970, or as text; false where
// it is none or lies where no log can have been written.
func Millis(raw jsontext.Value) (at Instant, ok bool) {
	n, ok := record.Number(raw)
	if !ok && raw.Kind() == '"' {
		when, _, good := ParseTime(record.Words(raw))
		return Instant{Time: when}, good && record.Possible(when)
	}
	if !ok || n <= 0 || n >= maxEpoch {
		return Instant{}, false
	}
	at = Instant{Time: Epoch(n), InSeconds: n < smallestMillis, Fraction: n != float64(int64(n))}
	return at, record.Possible(at.Time)
}
