package trial

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"runreport/ingest/record"
)

var errNoObject = errors.New("no JSON object")

// Document reads a JSON document whose elements count one by one. The elements of the lists
// at the paths, as "results" or "results.results", are handed out as they come. The return
// value is the rest of the document, with these lists empty. Where the text breaks off, what
// stands before it counts and the break is one rejected record.
func Document(text []byte, f *record.File, element func(path string, raw jsontext.Value), paths ...string) jsontext.Value {
	s := &splitter{
		// Each record is held to strict JSON when it is added; here a fault in one must not
		// end the reading of the others.
		d:       jsontext.NewDecoder(bytes.NewBuffer(text), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)),
		element: element,
		paths:   paths,
	}
	err := errNoObject
	if s.d.PeekKind() == '{' {
		err = s.object("", 0)
	}
	if err == nil {
		if _, err = s.d.ReadToken(); errors.Is(err, io.EOF) {
			err = nil
		} else if err == nil {
			err = errors.New("text behind the JSON object")
		}
	}
	if err != nil {
		f.Broken(0, unexpected(err))
	}
	return s.rest.Bytes()
}

// unexpected tells a document that ends too early from one that is not there.
func unexpected(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

// splitter takes a document apart.
type splitter struct {
	d       *jsontext.Decoder
	rest    bytes.Buffer
	element func(string, jsontext.Value)
	paths   []string
}

// deepest is how deep objects are taken apart, so that of one that breaks off what stands
// before the break is kept.
const deepest = 4

// object copies an object to the rest, and closes it wherever it ends.
func (s *splitter) object(path string, depth int) error {
	if _, err := s.d.ReadToken(); err != nil {
		return err
	}
	s.rest.WriteByte('{')
	defer s.rest.WriteByte('}')
	for n := 0; s.d.PeekKind() != '}'; {
		name, err := s.d.ReadToken()
		if err != nil {
			return err
		}
		key, err := jsontext.AppendQuote(nil, name.String())
		if err != nil && key == nil {
			return err
		}
		at := strings.TrimPrefix(path+"."+name.String(), ".")
		write := func() {
			if n++; n > 1 {
				s.rest.WriteByte(',')
			}
			s.rest.Write(key)
			s.rest.WriteByte(':')
		}
		switch kind := s.d.PeekKind(); {
		case kind == '[' && slices.Contains(s.paths, at):
			err = s.list(at)
		case kind == '{' && depth < deepest:
			write()
			err = s.object(at, depth+1)
		default:
			var raw jsontext.Value
			if raw, err = s.d.ReadValue(); err == nil {
				write()
				s.rest.Write(raw)
			}
		}
		if err != nil {
			return err
		}
	}
	_, err := s.d.ReadToken()
	return err
}

// list hands out the elements of a list.
func (s *splitter) list(path string) error {
	if _, err := s.d.ReadToken(); err != nil {
		return err
	}
	for s.d.PeekKind() != ']' {
		raw, err := s.d.ReadValue()
		if err != nil {
			return err
		}
		s.element(path, raw)
	}
	_, err := s.d.ReadToken()
	return err
}
