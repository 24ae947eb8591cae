package record

import (
	"encoding/binary"
	"math/bits"
	"slices"
	"sync"
	"unicode/utf8"
)

// scanner reads the members of plain JSON objects in one pass. It takes an object only
// when it is sure of every byte; all others go to the strict reader, which decides what
// they are. It is never sure of a key with an escape or that stands twice, of a \u escape,
// of broken UTF-8, or of a nesting deeper than maxPlainDepth. A fuzz test holds it against
// the strict reader.
//
// Example: {"a":1,"b":[true]} is plain; {"a":1,"a":2} and {"\u0061":1} are not.
type scanner struct {
	text    []byte
	at      int
	wide    bool // a byte of text is not ASCII
	escape  bool // the last string has an escape
	ascii   bool // it is ASCII without escapes
	blanks  int  // bytes of white space that were stepped over
	members []member
	names   [nameSlots]string // keys seen before, so that most are made once
	shape   *shape            // of the members; nil: it is not known
	root    shape             // of an object without keys, from which all others are reached
	shapes  int               // how many there are
	inner   []member          // of the objects in members, one behind the other
	objects []innerObject     // that these are the members of
	keys    [][]byte          // of the open objects that are not kept, to find one that stands twice
}

// maxPlainDepth is how deep values may nest for the scanner.
const maxPlainDepth = 32

// nameSlots is how many different keys a scanner remembers. Logs have some hundred; a
// document may use ids as keys.
const nameSlots = 512

var scanners = sync.Pool{New: func() any { return &scanner{} }}

// plain returns the members of the object that is all of text, their raw values being
// parts of text. It is nil, false where the strict reader has to decide. The members are
// valid until the scanner reads again.
func (s *scanner) plain(text []byte) ([]member, bool) {
	s.text, s.at, s.wide = text, 0, false
	s.space()
	if !s.outermost() {
		return nil, false
	}
	s.space()
	if s.at != len(text) || s.wide && !utf8.Valid(text) {
		return nil, false
	}
	return s.members, true
}

// release gives the scanner back; the members that it returned must not be used after.
func (s *scanner) release() {
	s.rest()
	scanners.Put(s)
}

// rest lets go of a long text.
func (s *scanner) rest() {
	if len(s.text) > maxReused {
		s.members, s.keys, s.inner, s.objects = nil, nil, nil, nil // they hold on to it
	}
	s.forget(0, 0)
	s.text = nil
}

// maxReused is how long a text may be, in bytes, that a scanner at rest holds on to.
const maxReused = 64 << 10

// read returns the members of the object that is all of text, as [object] does; strict: by the
// strict reader alone. They are valid until the scanner is released.
func (s *scanner) read(text []byte, strict bool) (members []member, brokenText bool, err error) {
	if !strict {
		if members, ok := s.plain(text); ok {
			return members, false, nil
		}
	}
	s.shape = nil
	return strictly(text)
}

func (s *scanner) space() {
	if s.at < len(s.text) && s.text[s.at] > ' ' {
		return
	}
	s.blank()
}

// blank steps over white space, if there is any.
func (s *scanner) blank() {
	for s.at < len(s.text) {
		switch s.text[s.at] {
		case ' ', '\t', '\n', '\r':
			s.at++
			s.blanks++
		default:
			return
		}
	}
}

// next steps over the byte, if it stands there.
func (s *scanner) next(c byte) bool {
	if s.at < len(s.text) && s.text[s.at] == c {
		s.at++
		return true
	}
	return false
}

// outermost steps over an object and keeps its members.
func (s *scanner) outermost() (ok bool) {
	s.forget(0, 0)
	s.keys, s.shape = s.keys[:0], &s.root
	s.members, ok = s.object(s.members[:0], 0)
	return ok
}

// object steps over an object of that depth, and adds its members to those of others.
func (s *scanner) object(members []member, depth int) (all []member, ok bool) {
	if !s.next('{') {
		return members, false
	}
	s.space()
	if s.next('}') {
		return members, true
	}
	for first := len(members); ; {
		s.space()
		key, ok := s.key(members[first:])
		if !ok {
			return members, false
		}
		s.space()
		n := len(members)
		if n == cap(members) {
			members = slices.Grow(members, 1)
		}
		members = members[:n+1]
		m := &members[n] // set in place: a copy of a member costs more than reading most values
		m.key, m.objects = key, nil
		if !s.valueOf(m, depth) {
			return members, false
		}
		s.space()
		if s.next('}') {
			return members, true
		}
		if !s.next(',') {
			return members, false
		}
	}
}

// valueOf steps over the value of a member of an object of that depth.
func (s *scanner) valueOf(m *member, depth int) (ok bool) {
	from, blanks := s.at, s.blanks
	if depth == 0 && from < len(s.text) && s.text[from] >= '[' { // an object or an array; or a word
		m.objects, ok = s.nested()
	} else {
		ok = s.value(depth)
	}
	if ok {
		m.raw, m.ascii, m.tight = s.text[from:s.at:s.at], s.ascii && s.text[from] == '"', s.blanks == blanks
	}
	return ok
}

// skip steps over an object inside.
func (s *scanner) skip(depth int) bool {
	if depth > maxPlainDepth || !s.next('{') {
		return false
	}
	first := len(s.keys)
	s.space()
	if s.next('}') {
		return true
	}
	for {
		s.space()
		from := s.at
		if !s.string() || s.escape || !s.once(s.text[from+1:s.at-1], first) {
			return false
		}
		s.space()
		if !s.next(':') {
			return false
		}
		s.space()
		if !s.value(depth) {
			return false
		}
		s.space()
		if s.next('}') {
			s.keys = s.keys[:first]
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// maxPlainKeys is how many keys an object may have for the scanner, which compares each
// with all before it.
const maxPlainKeys = 128

// once adds a key to those of the open object, unless it is there already.
func (s *scanner) once(key []byte, first int) bool {
	open := s.keys[first:]
	if len(open) >= maxPlainKeys {
		return false
	}
	for _, k := range open {
		if len(k) == len(key) && string(k) == string(key) {
			return false
		}
	}
	s.keys = append(s.keys, key)
	return true
}

func (s *scanner) value(depth int) bool {
	if s.at >= len(s.text) {
		return false
	}
	switch s.text[s.at] {
	case '"':
		return s.string()
	case '{':
		return s.skip(depth + 1)
	case '[':
		return s.array(depth + 1)
	case 't':
		return s.word("true")
	case 'f':
		return s.word("false")
	case 'n':
		return s.word("null")
	default:
		return s.number()
	}
}

func (s *scanner) word(w string) bool {
	if rest := s.text[s.at:]; len(rest) < len(w) || string(rest[:len(w)]) != w {
		return false
	}
	s.at += len(w)
	return true
}

func (s *scanner) array(depth int) bool {
	if depth > maxPlainDepth || !s.next('[') {
		return false
	}
	s.space()
	if s.next(']') {
		return true
	}
	for {
		s.space()
		if !s.value(depth) {
			return false
		}
		s.space()
		if s.next(']') {
			return true
		}
		if !s.next(',') {
			return false
		}
	}
}

// string steps over a string with its quotes.
func (s *scanner) string() bool {
	if !s.next('"') {
		return false
	}
	s.escape, s.ascii = false, true
	text, i := s.text, s.at
	for {
		for i+8 <= len(text) {
			odd := oddOf8(binary.LittleEndian.Uint64(text[i:]))
			if odd != 0 {
				i += bits.TrailingZeros64(odd) / 8
				break
			}
			i += 8
		}
		if i >= len(text) {
			return false
		}
		switch c := text[i]; {
		case c == '"':
			s.at = i + 1
			return true
		case c == '\\':
			i++
			if i >= len(text) || !simpleEscape[text[i]] {
				return false
			}
			s.escape, s.ascii = true, false
		case c < ' ':
			return false
		case c >= utf8.RuneSelf:
			s.wide, s.ascii = true, false
		}
		i++
	}
}

// oddOf8 has the highest bit of the first of eight bytes that is a quote, a backslash, a control
// character or beyond ASCII, and no bit of those before it; 0: there is none. Of the bytes
// behind it it says nothing.
func oddOf8(b uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote := b ^ ones*'"'
	slash := b ^ ones*'\\'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (b - ones*' ') | b) & highs
}

// simpleEscape are the bytes that may follow a backslash, but for the u of code points.
var simpleEscape = [256]bool{'"': true, '\\': true, '/': true, 'b': true, 'f': true, 'n': true, 'r': true, 't': true}

// number steps over a number as RFC 8259 writes it.
func (s *scanner) number() bool {
	s.next('-')
	if !s.next('0') && !s.digits() {
		return false
	}
	if s.next('.') && !s.digits() {
		return false
	}
	if s.next('e') || s.next('E') {
		if !s.next('+') {
			s.next('-')
		}
		return s.digits()
	}
	return true
}

func (s *scanner) digits() bool {
	from := s.at
	for s.at < len(s.text) && s.text[s.at] >= '0' && s.text[s.at] <= '9' {
		s.at++
	}
	return s.at > from
}

// plainText returns what stands between the quotes of a JSON string of ASCII characters
// without escapes.
func plainText(raw []byte) ([]byte, bool) {
	if len(raw) < 2 || raw[0] != '"' || raw[len(raw)-1] != '"' {
		return nil, false
	}
	inner := raw[1 : len(raw)-1]
	for _, c := range inner {
		if c == '\\' || c == '"' || c < ' ' || c >= utf8.RuneSelf {
			return nil, false
		}
	}
	return inner, true
}
