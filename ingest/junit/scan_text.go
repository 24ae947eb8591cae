package junit

import (
	"bytes"
	"strconv"
	"unicode/utf8"
)

func space(c byte) bool { return c == ' ' || c == '\n' || c == '\t' || c == '\r' }

// local is a name without the prefix of its name space.
func local(name []byte) []byte {
	if i := bytes.IndexByte(name, ':'); i > 0 && i < len(name)-1 {
		return name[i+1:]
	}
	return name
}

// attributes reads name="value" pairs. Their values are parts of the buffer and hold until
// the next tag.
func (s *scanner) attributes(b []byte) {
	for {
		for len(b) > 0 && (space(b[0]) || b[0] == '/') {
			b = b[1:]
		}
		n := 0
		for n < len(b) && b[n] != '=' && !space(b[n]) {
			n++
		}
		if n == 0 {
			if len(b) == 0 {
				return
			}
			b = b[1:]
			continue
		}
		name := b[:n]
		for b = b[n:]; len(b) > 0 && space(b[0]); {
			b = b[1:]
		}
		if len(b) == 0 || b[0] != '=' {
			s.broken(s.tagLine, "an attribute without a value")
			continue
		}
		for b = b[1:]; len(b) > 0 && space(b[0]); {
			b = b[1:]
		}
		if len(b) == 0 {
			s.broken(s.tagLine, "an attribute without a value")
			return
		}
		quote := b[0]
		if quote != '"' && quote != '\'' {
			s.broken(s.tagLine, "a value without quotes")
			n = 0
			for n < len(b) && !space(b[n]) {
				n++
			}
			s.attrs = append(s.attrs, attribute{local(name), s.unescape(b[:n])})
			b = b[n:]
			continue
		}
		n = bytes.IndexByte(b[1:], quote)
		if n < 0 {
			s.attrs = append(s.attrs, attribute{local(name), s.unescape(b[1:])})
			return
		}
		value := b[1 : 1+n]
		if bytes.IndexByte(value, '<') >= 0 {
			s.broken(s.tagLine, "an unescaped < in an attribute")
		}
		s.attrs = append(s.attrs, attribute{local(name), s.unescape(value)})
		b = b[n+2:]
	}
}

// take adds to the text that is kept.
func (s *scanner) take(b []byte, escaped bool) {
	if !s.keep || len(b) == 0 {
		return
	}
	if len(s.text) >= maxText {
		s.cut = true
		return
	}
	s.text, s.cut = s.appendText(s.text, b, escaped, maxText)
}

// unescape is an attribute's value with its entities replaced.
func (s *scanner) unescape(b []byte) []byte {
	if bytes.IndexByte(b, '&') < 0 && bytes.IndexByte(b, '\r') < 0 {
		return b
	}
	out, _ := s.appendText(make([]byte, 0, len(b)), b, true, maxTag)
	return out
}

// appendText appends text up to a length, with \n for the line ends of other systems as XML
// has it, and, where it is escaped, the entities that XML defines replaced. Others stay as
// they are written.
func (s *scanner) appendText(out, b []byte, escaped bool, most int) (text []byte, cut bool) {
	for len(b) > 0 {
		if len(out) >= most {
			return out[:most], true
		}
		n := bytes.IndexByte(b, '\r')
		if n < 0 {
			n = len(b)
		}
		if escaped {
			if i := bytes.IndexByte(b[:n], '&'); i >= 0 {
				n = i
			}
		}
		if n > most-len(out) {
			return append(out, b[:most-len(out)]...), true
		}
		out, b = append(out, b[:n]...), b[n:]
		switch {
		case len(b) == 0 || len(out) >= most:
		case b[0] == '\r':
			if b = b[1:]; len(b) == 0 || b[0] != '\n' {
				out = append(out, '\n')
			}
		default:
			replaced, n := entityAt(b)
			if n == 0 {
				s.broken(s.line, "an entity that XML does not define")
				replaced, n = "&", 1
			}
			out, b = append(out, replaced...), b[n:]
		}
	}
	return out[:min(len(out), most)], len(out) > most
}

// entityAt is what the entity at the beginning stands for, and its length; 0 for an unknown
// one.
func entityAt(b []byte) (text string, n int) {
	end := bytes.IndexByte(b[:min(len(b), longestEntity)], ';')
	if end < 0 {
		return "", 0
	}
	text, ok := entity(string(b[1:end]))
	if !ok {
		return "", 0
	}
	return text, end + 1
}

func entity(name string) (string, bool) {
	switch name {
	case "lt":
		return "<", true
	case "gt":
		return ">", true
	case "amp":
		return "&", true
	case "quot":
		return `"`, true
	case "apos":
		return "'", true
	}
	if len(name) < 2 || name[0] != '#' {
		return "", false
	}
	digits, base := name[1:], 10
	if digits[0] == 'x' {
		digits, base = digits[1:], 16
	}
	n, err := strconv.ParseUint(digits, base, 32)
	if err != nil || n > utf8.MaxRune {
		return "", false
	}
	return string(rune(n)), true
}
