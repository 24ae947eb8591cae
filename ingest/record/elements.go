package record

import (
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// elements returns the elements of the array that is all of raw, as parts of raw; false
// where the strict reader has to decide.
func (s *scanner) elements(raw []byte) (out []jsontext.Value, ok bool) {
	s.text, s.at, s.wide, s.keys = raw, 0, false, s.keys[:0]
	s.space()
	if !s.next('[') {
		return nil, false
	}
	s.space()
	for !s.next(']') {
		if len(out) > 0 && !s.next(',') {
			return nil, false
		}
		s.space()
		from := s.at
		if !s.value(0) {
			return nil, false
		}
		out = append(out, jsontext.Value(raw[from:s.at:s.at]))
		s.space()
	}
	s.space()
	return out, s.at == len(raw) && (!s.wide || utf8.Valid(raw))
}

// eachObject reads the array that is all of raw, and visits the members of its elements, which are
// objects. It is false where the strict reader has to decide about the element behind the n that
// it read.
func (s *scanner) eachObject(raw []byte, visit func()) (n int, ok bool) {
	s.text, s.at = raw, 0
	if !s.next('[') {
		return 0, false
	}
	s.space()
	for !s.next(']') {
		if n > 0 && !s.next(',') {
			return n, false
		}
		s.space()
		from := s.at
		s.wide = false
		if !s.outermost() || s.wide && !utf8.Valid(raw[from:s.at]) {
			return n, false
		}
		visit()
		n++
		s.space()
	}
	return n, s.at == len(raw)
}
