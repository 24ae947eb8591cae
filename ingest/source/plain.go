package source

import (
	"encoding/binary"
	"math/bits"
)

// plainMembers is members for an object at the beginning of the text that is written as most are: no escapes, no
// lists and no objects in it. It is false for all others, which are left to the reader of JSON: that one takes
// several times as long, and reading what small logs are recognised by took as long as reading them. end is
// behind the object.
func (r *headRoom) plainMembers(text []byte) (o Object, end int, ok bool) {
	if len(text) == 0 || text[0] != '{' {
		return nil, 0, false
	}
	o = r.object()
	defer func() {
		if !ok {
			r.takeBack(o)
			o = nil
		}
	}()
	for at := blanks(text, 1); ; {
		key := plainString(text[at:])
		if key == 0 {
			return o, 0, false
		}
		name := r.name(text[at : at+key])
		if at = blanks(text, at+key); at == len(text) || text[at] != ':' {
			return o, 0, false
		}
		at = blanks(text, at+1)
		value := plainValue(text[at:])
		if value == 0 {
			return o, 0, false
		}
		o[name] = text[at : at+value : at+value]
		if at = blanks(text, at+value); at == len(text) {
			return o, 0, false
		}
		switch text[at] {
		case '}':
			return o, at + 1, true
		case ',':
			at = blanks(text, at+1)
		default:
			return o, 0, false
		}
	}
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

// plainValue is the length of a string without escapes, a number or a word at the beginning of the text; 0
// for none. What follows it is looked at by the caller.
func plainValue(text []byte) int {
	if len(text) == 0 {
		return 0
	}
	switch c := text[0]; {
	case c == '"':
		return plainString(text)
	case c == '-' || c >= '0' && c <= '9':
		return plainNumber(text)
	case c == 't' || c == 'f' || c == 'n':
		for _, word := range []string{"true", "false", "null"} {
			if len(text) >= len(word) && string(text[:len(word)]) == word {
				return len(word)
			}
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
