package source

import (
	"encoding/binary"
	"math/bits"
)

// plainDepth is how deep lists and objects of a plain object may lie in each other; empty ones do not count.
const plainDepth = 8

// plainMember is where a key, with its quotes, and its value lie in a text.
type plainMember struct{ key, keyEnd, value, end int }

// plain finds the members of an object at the beginning of the text that is written as most are: no escapes in
// it, no exponents, and at least one member. end is behind it. It is 0 for all others, which are left to the reader of
// JSON: that one takes several times as long, and finding out what small logs are took as long as reading
// them. The members are those of this object until another one is looked at.
func (r *headRoom) plain(text []byte) (members []plainMember, end int) {
	if r != nil {
		members = r.found[:0]
	}
	if len(text) == 0 || text[0] != '{' {
		return nil, 0
	}
	end = plainObject(text, plainDepth, &members)
	if r != nil {
		r.found = members
	}
	return members, end
}

// made is the object that has these members of the text.
func (r *headRoom) made(text []byte, members []plainMember) Object {
	o := r.object()
	for _, m := range members {
		o[r.name(text[m.key:m.keyEnd])] = text[m.value:m.end:m.end]
	}
	return o
}

// plainObject is the length of an object at the beginning of the text; 0 where it is none, or not plain.
// Its members are added to those that are given, unless that is nil.
func plainObject(text []byte, depth int, members *[]plainMember) int {
	for at := blanks(text, 1); ; {
		var m plainMember
		key := plainString(text[at:])
		if key == 0 {
			return 0
		}
		m.key, m.keyEnd = at, at+key
		if at = blanks(text, m.keyEnd); at == len(text) || text[at] != ':' {
			return 0
		}
		m.value = blanks(text, at+1)
		value := plainValue(text[m.value:], depth)
		if value == 0 {
			return 0
		}
		if m.end = m.value + value; members != nil {
			*members = append(*members, m)
		}
		next, end := plainNext(text, m.end, '}')
		if next == 0 {
			return end
		}
		at = next
	}
}

// plainList is plainObject for a list.
func plainList(text []byte, depth int) int {
	for at := blanks(text, 1); ; {
		value := plainValue(text[at:], depth)
		if value == 0 {
			return 0
		}
		next, end := plainNext(text, at+value, ']')
		if next == 0 {
			return end
		}
		at = next
	}
}

// plainNext is where the next member or entry stands behind the one that ends at a place. Behind the last it is
// 0, and end is behind the closing brace or bracket; both are 0 where something else follows.
func plainNext(text []byte, at int, closing byte) (next, end int) {
	switch at = blanks(text, at); {
	case at == len(text):
		return 0, 0
	case text[at] == closing:
		return 0, at + 1
	case text[at] == ',':
		return blanks(text, at+1), 0
	}
	return 0, 0
}

// blanks is where something else than white space stands in the text, from at on.
func blanks(text []byte, at int) int {
	for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\n' || text[at] == '\r') {
		at++
	}
	return at
}

// plainString is the length of a JSON string without escapes at the beginning of the text, with its quotes;
// 0 for none.
func plainString(text []byte) int {
	if len(text) == 0 || text[0] != '"' {
		return 0
	}
	i := 1
	for ; i+8 <= len(text); i += 8 {
		if special := notPlain8(binary.LittleEndian.Uint64(text[i:])); special != 0 {
			i += bits.TrailingZeros64(special) / 8
			break
		}
	}
	for ; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			return i + 1
		case c == '\\' || c < ' ':
			return 0
		}
	}
	return 0
}

// notPlain8 is specialOf8 for quotes, backslashes and all control characters.
func notPlain8(b uint64) uint64 {
	const ones, highs = 0x0101010101010101, 0x8080808080808080
	quote, slash := b^ones*'"', b^ones*'\\'
	return ((quote-ones)&^quote | (slash-ones)&^slash | (b-ones*' ')&^b) & highs
}

// plainValue is the length of a plain value at the beginning of the text; 0 for none. What follows it is
// looked at by the caller.
func plainValue(text []byte, depth int) int {
	if len(text) == 0 {
		return 0
	}
	switch c := text[0]; {
	case c == '"':
		return plainString(text)
	case c == '-' || c >= '0' && c <= '9':
		return plainNumber(text)
	case c == '{' || c == '[':
		if rest := blanks(text, 1); rest < len(text) && text[rest] == c+2 { // } follows { in ASCII with one between them, and ] follows [ so
			return rest + 1
		}
		switch {
		case depth == 0:
			return 0
		case c == '{':
			return plainObject(text, depth-1, nil)
		}
		return plainList(text, depth-1)
	}
	for _, word := range []string{"true", "false", "null"} {
		if len(text) >= len(word) && string(text[:len(word)]) == word {
			return len(word)
		}
	}
	return 0
}

// plainNumber is the length of a number without an exponent.
func plainNumber(text []byte) int {
	at := 0
	if text[0] == '-' {
		at++
	}
	whole := digits(text, at)
	if whole == at || text[at] == '0' && whole > at+1 {
		return 0
	}
	if whole == len(text) || text[whole] != '.' {
		return whole
	}
	end := digits(text, whole+1)
	if end == whole+1 {
		return 0
	}
	return end
}

// digits is where something else than a digit stands in the text, from at on.
func digits(text []byte, at int) int {
	for at < len(text) && text[at] >= '0' && text[at] <= '9' {
		at++
	}
	return at
}
