package source

import (
	"bytes"
	"encoding/binary"
	"math/bits"
)

// nesting follows the structure of a JSON object over the lines on which it stands. It judges
// no value: it tells where the object ends, or that nothing behind the text can make it one.
//
//	{"a": [1,     goes on
//	{"a": 1}      ends
//	{"a": 1 "b"   broken
type nesting struct {
	open []byte // the braces and brackets that are open
	next awaited
}

// awaited is what may stand next in an object.
type awaited uint8

const (
	aKey awaited = iota
	aKeyOrEnd
	aColon
	aValue
	aValueOrEnd
	aCommaOrEnd
)

// extent is how far an object reaches in a piece of text.
type extent uint8

const (
	goesOn extent = iota
	ended
	brokeOff
)

// maxNesting is how deep an object may nest, which is what the reader of JSON takes.
const maxNesting = 10_000

// begin is the state before the brace of an object.
func (n *nesting) begin() { n.open, n.next = n.open[:0], aValue }

// extent steps over text up to the end of the object, or of the text. The text ends where a line
// does, so that no string and no number goes on behind it. at is where it stopped.
func (n *nesting) extent(text []byte) (at int, how extent) {
	for at < len(text) {
		switch text[at] {
		case ' ', '\t', '\n', '\r':
			at++
			continue
		}
		length := n.token(text[at:])
		if length == 0 {
			return at, brokeOff
		}
		if at += length; len(n.open) == 0 {
			return at, ended
		}
	}
	return at, goesOn
}

// token is the length of the token with which the text begins; 0 where it must not stand there.
func (n *nesting) token(text []byte) int {
	c := text[0]
	switch n.next {
	case aKey, aKeyOrEnd:
		if c == '"' {
			n.next = aColon
			return stringLength(text)
		}
		if n.next == aKeyOrEnd {
			return n.close(c)
		}
	case aColon:
		if c == ':' {
			n.next = aValue
			return 1
		}
	case aValue, aValueOrEnd:
		switch {
		case c == '{' || c == '[':
			return n.deeper(c)
		case c == ']' && n.next == aValueOrEnd:
			return n.close(c)
		}
		n.next = aCommaOrEnd
		if c == '"' {
			return stringLength(text)
		}
		return scalarLength(text)
	case aCommaOrEnd:
		if c != ',' {
			return n.close(c)
		}
		if n.next = aValue; n.open[len(n.open)-1] == '{' {
			n.next = aKey
		}
		return 1
	}
	return 0
}

func (n *nesting) deeper(c byte) int {
	if len(n.open) >= maxNesting {
		return 0
	}
	n.open = append(n.open, c)
	if n.next = aKeyOrEnd; c == '[' {
		n.next = aValueOrEnd
	}
	return 1
}

func (n *nesting) close(c byte) int {
	last := len(n.open) - 1
	if c != n.open[last]+2 { // } follows { in ASCII with one between them, and so does ] on [
		return 0
	}
	n.open, n.next = n.open[:last], aCommaOrEnd
	return 1
}

// separators stand between the objects of an array, and between those that follow each other.
const separators = "[], \t\r"

// objectAt is where the next object begins in a line, from at on; its length where nothing but
// separators follows, -1 where something else does.
func objectAt(line []byte, at int) int {
	rest := bytes.TrimLeft(line[at:], separators)
	if len(rest) > 0 && rest[0] != '{' {
		return -1
	}
	return len(line) - len(rest)
}

// opensList reports whether a line has no more of an object than a key and the bracket of its list.
func opensList(line []byte) bool {
	line, begins := bytes.CutPrefix(bytes.TrimLeft(line, separators), []byte("{"))
	line = bytes.Trim(line, padding)
	if !begins || len(line) == 0 || line[0] != '"' || line[len(line)-1] != '[' {
		return false
	}
	colon := bytes.TrimLeft(line[stringLength(line):], " \t")
	bracket, follows := bytes.CutPrefix(colon, []byte(":"))
	return follows && string(bytes.TrimLeft(bracket, " \t")) == "["
}

// stringLength is the length of the JSON string at the beginning of the text, with its quotes;
// 0 where it does not end.
func stringLength(text []byte) int {
	for i := 1; i < len(text); {
		if i+8 <= len(text) {
			special := specialOf8(binary.LittleEndian.Uint64(text[i:]))
			if special == 0 {
				i += 8
				continue
			}
			i += bits.TrailingZeros64(special) / 8
		}
		switch text[i] {
		case '"':
			return i + 1
		case '\\':
			i++
		case '\n':
			return 0
		}
		i++
	}
	return 0
}

// specialOf8 has the highest bit of the first of eight bytes that is a quote, a backslash or a line
// feed, and no bit of those before it; 0: there is none. Of the bytes behind it it says nothing.
func specialOf8(b uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, slash, feed := b^ones*'"', b^ones*'\\', b^ones*'\n'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (feed-ones)&^feed) & highs
}

// scalars are the words that stand for a value, with those that the json of Python writes.
var scalars = [][]byte{[]byte("true"), []byte("false"), []byte("null"), []byte("NaN"), []byte("Infinity"), []byte("-Infinity")}

// scalarLength is the length of the number or word at the beginning of the text; 0 for none.
func scalarLength(text []byte) int {
	for _, w := range scalars {
		if bytes.HasPrefix(text, w) {
			return len(w)
		}
	}
	n := 0
	for n < len(text) && (text[n] >= '0' && text[n] <= '9' || n > 0 && bytes.IndexByte([]byte("+-.eE"), text[n]) >= 0 || n == 0 && text[n] == '-') {
		n++
	}
	return n
}
