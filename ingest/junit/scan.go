package junit

import (
	"bytes"
	"io"
	"sync"
	"unicode/utf8"
)

// The limits of what is held of a document at once.
const (
	bufferSize = 64 << 10
	maxTag     = 1 << 20 // bytes of one tag with its attributes; what follows is passed over
	maxText    = 8 << 10 // bytes of one text that is kept
	maxDepth   = 1000    // of elements in each other
)

// token is what the scanner met.
type token uint8

const (
	tokenStart token = iota
	tokenEnd
	tokenEOF
)

type attribute struct{ name, value []byte }

// scanner reads XML piece by piece and forgivingly. The standard library stops at the first
// byte that XML forbids, and much of what runners write has some: an unescaped < in an
// attribute or in output, control characters of terminals, a file that is cut off. Entities
// are never expanded, but for the five of XML and character references: an unknown one stays
// as it is written. A DOCTYPE is passed over. A fuzz test holds it against the standard
// library over all documents that this one accepts.
type scanner struct {
	r    io.Reader
	buf  []byte
	own  *[bufferSize]byte // what buf is a part of, unless it had to grow
	at   int               // in buf
	err  error
	line int64 // of buf[at]

	name    []byte // of the tag that was met, without its prefix
	attrs   []attribute
	tagLine int64
	closed  bool // the tag that was met closes itself

	careful bool // no tag is read by plainTag, against which that is held

	keep bool   // keep the text that follows
	text []byte // since keep was set
	cut  bool   // more text than is kept

	broken func(line int64, what string) // told of what XML forbids
}

// buffers are used again from file to file: a run may be 10,000 small files.
var buffers = sync.Pool{New: func() any { return new([bufferSize]byte) }}

// newScanner begins to read; free ends it.
func newScanner(r io.Reader, broken func(int64, string)) *scanner {
	own := buffers.Get().(*[bufferSize]byte)
	return &scanner{r: r, buf: own[:0], own: own, line: 1, broken: broken}
}

// free gives the buffer back. Names and values of the last tag are parts of it.
func (s *scanner) free() {
	buffers.Put(s.own)
	s.own, s.buf, s.name, s.attrs = nil, nil, nil, nil
}

// fill reads more, keeping what is not consumed. It reports whether there is more.
func (s *scanner) fill() bool {
	if s.err != nil {
		return false
	}
	if s.at > 0 {
		s.buf = append(s.buf[:0], s.buf[s.at:]...)
		s.at = 0
	}
	if len(s.buf) == cap(s.buf) {
		s.buf = append(s.buf, 0)[:len(s.buf)]
	}
	before := len(s.buf)
	for range 100 { // a reader may return nothing now and then
		n, err := s.r.Read(s.buf[len(s.buf):cap(s.buf)])
		s.buf = s.buf[:len(s.buf)+n]
		if err != nil {
			s.err = err
		}
		if n > 0 || err != nil {
			break
		}
	}
	if len(s.buf) == before && s.err == nil {
		s.err = io.ErrNoProgress
	}
	return len(s.buf) > before
}

// rest is what is buffered and not consumed.
func (s *scanner) rest() []byte { return s.buf[s.at:] }

// skip consumes n bytes.
func (s *scanner) skip(n int) {
	s.line += int64(bytes.Count(s.buf[s.at:s.at+n], []byte{'\n'}))
	s.at += n
}

// next finds the next tag. Text before it is kept where keep is set.
func (s *scanner) next() token {
	if s.closed {
		s.closed = false
		return tokenEnd
	}
	for {
		i := bytes.IndexByte(s.rest(), '<')
		if i < 0 {
			n := len(s.rest()) - unsettled(s.rest())
			s.take(s.rest()[:n], true)
			s.skip(n)
			if !s.fill() {
				s.take(s.rest(), true)
				s.skip(len(s.rest()))
				return tokenEOF
			}
			continue
		}
		s.take(s.rest()[:i], true)
		s.skip(i)
		for len(s.rest()) < len("<![CDATA[") && s.fill() {
		}
		switch b := s.rest(); {
		case len(b) < 2:
			s.skip(len(b))
			return tokenEOF
		case bytes.HasPrefix(b, []byte("<![CDATA[")):
			s.skip(len("<![CDATA["))
			s.until("]]>", true)
		case bytes.HasPrefix(b, []byte("<!--")):
			s.skip(len("<!--"))
			s.until("-->", false)
		case b[1] == '?':
			s.skip(2)
			s.until("?>", false)
		case b[1] == '!':
			s.declaration()
		case b[1] == '/' || nameStart(b[1]):
			if s.plainTag() {
				return tokenStart
			}
			if t, ok := s.tag(); ok {
				return t
			}
		default: // a bare < in a text
			s.broken(s.line, "an unescaped < in a text")
			s.take(b[:1], false)
			s.skip(1)
		}
	}
}

// longestEntity is the longest entity that is known, with & and ;, in bytes.
const longestEntity = 12

// unsettled is how many of the last bytes mean something else with what follows: an entity
// that is begun, or a carriage return.
func unsettled(b []byte) int {
	if len(b) > 0 && b[len(b)-1] == '\r' {
		return 1
	}
	tail := b[max(0, len(b)-longestEntity):]
	if i := bytes.LastIndexByte(tail, '&'); i >= 0 && bytes.IndexByte(tail[i:], ';') < 0 {
		return len(tail) - i
	}
	return 0
}

func nameStart(c byte) bool {
	return c == '_' || c == ':' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= utf8.RuneSelf
}

// until consumes everything up to and including the end, and keeps it where it is text.
func (s *scanner) until(end string, text bool) {
	for {
		b := s.rest()
		if i := bytes.Index(b, []byte(end)); i >= 0 {
			if text {
				s.take(b[:i], false)
			}
			s.skip(i + len(end))
			return
		}
		n := max(0, len(b)-len(end)+1) // the end may be begun
		if n > 0 && b[n-1] == '\r' {
			n--
		}
		if text {
			s.take(b[:n], false)
		}
		s.skip(n)
		if !s.fill() {
			if text {
				s.take(s.rest(), false)
			}
			s.skip(len(s.rest()))
			return
		}
	}
}

// declaration passes over a DOCTYPE with what it declares inside of brackets.
func (s *scanner) declaration() {
	depth, quote, last := 1, byte(0), [3]byte{}
	const comment = 'c'           // in place of a quote
	s.skip(min(3, len(s.rest()))) // <! and a first character, whatever it is
	for {
		for i, c := range s.rest() {
			switch {
			case quote == comment:
				if c == '>' && last[1] == '-' && last[2] == '-' {
					quote = 0
					depth--
				}
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '-' && last == [3]byte{'<', '!', '-'}:
				quote = comment
				c = 0 // it does not end the comment that it begins
			case c == '<':
				depth++
			case c == '>':
				if depth--; depth == 0 {
					s.skip(i + 1)
					return
				}
			}
			last = [3]byte{last[1], last[2], c}
		}
		s.skip(len(s.rest()))
		if !s.fill() {
			return
		}
	}
}

// plain are the bytes of names without a prefix.
var plain = func() (is [256]bool) {
	for c := range is {
		is[c] = c < utf8.RuneSelf && (nameStart(byte(c)) && c != ':' || '0' <= c && c <= '9' || c == '-' || c == '.')
	}
	return is
}()

// plainTag reads a start tag as nearly all are written, in one go: <name a="1" b="2">, with or
// without a slash at its end. false: it is written in another way, or not all of it is buffered;
// then nothing has happened.
func (s *scanner) plainTag() bool {
	if s.careful {
		return false
	}
	b := s.rest()
	i := 1
	for i < len(b) && plain[b[i]] {
		i++
	}
	name := b[1:i]
	s.attrs = s.attrs[:0]
	escaped := false
	for i < len(b) && space(b[i]) {
		for i < len(b) && space(b[i]) {
			i++
		}
		from := i
		for i < len(b) && plain[b[i]] {
			i++
		}
		if i == from {
			break // the end of the tag, if it is plain
		}
		if len(b)-i < 2 || b[i] != '=' || b[i+1] != '"' && b[i+1] != '\'' {
			return false
		}
		value := b[i+2:]
		n := bytes.IndexByte(value, b[i+1])
		if n < 0 {
			return false
		}
		if value = value[:n]; bytes.IndexByte(value, '<') >= 0 {
			return false
		}
		escaped = escaped || bytes.IndexByte(value, '&') >= 0 || bytes.IndexByte(value, '\r') >= 0
		s.attrs = append(s.attrs, attribute{b[from:i], value})
		i += n + 3
	}
	closed := i < len(b) && b[i] == '/'
	if closed {
		i++
	}
	if len(name) == 0 || i >= len(b) || b[i] != '>' {
		return false
	}
	s.tagLine, s.name, s.closed = s.line, name, closed
	if escaped {
		for n := range s.attrs {
			s.attrs[n].value = s.unescape(s.attrs[n].value)
		}
	}
	s.skip(i + 1)
	return true
}

// tag reads the tag that begins here; false where it is cut off by the end of the document.
func (s *scanner) tag() (token, bool) {
	end, quote, i := -1, byte(0), 1
	for end < 0 {
		b := s.rest()
		for ; i < len(b); i++ {
			c := b[i]
			if quote != 0 {
				if c == quote {
					quote = 0
				}
			} else if c == '>' {
				end = i
				break
			} else if c == '"' || c == '\'' {
				quote = c
			}
		}
		if end >= 0 || len(b) > maxTag {
			break
		}
		if !s.fill() {
			s.skip(len(s.rest()))
			return 0, false
		}
	}
	s.tagLine = s.line
	body, long := []byte(nil), end < 0
	if long {
		end = len(s.rest())
	}
	if body = s.rest()[1:end]; long {
		body = bytes.Clone(body) // what follows is read over it
	}
	t := tokenStart
	if body[0] == '/' {
		t, body = tokenEnd, body[1:]
	} else if n := len(body); body[n-1] == '/' {
		s.closed, body = true, body[:n-1]
	}
	n := 0
	for n < len(body) && !space(body[n]) && body[n] != '/' {
		n++
	}
	s.name = local(body[:n])
	s.attrs = s.attrs[:0]
	if t == tokenStart {
		s.attributes(body[n:])
	}
	s.skip(end)
	if long {
		s.broken(s.tagLine, "a tag longer than 1 MiB")
		s.pass(quote)
		return t, true
	}
	s.skip(1)
	return t, true
}

// pass consumes the rest of a tag that is too long, which may be inside of a quoted value.
func (s *scanner) pass(quote byte) {
	for {
		for i, c := range s.rest() {
			switch {
			case quote != 0:
				if c == quote {
					quote = 0
				}
			case c == '"' || c == '\'':
				quote = c
			case c == '>':
				s.closed = s.closed || i > 0 && s.rest()[i-1] == '/'
				s.skip(i + 1)
				return
			}
		}
		s.skip(len(s.rest()))
		if !s.fill() {
			return
		}
	}
}
