package record

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Members are the keys and raw values of a line's object.
type Members struct {
	list []member
	mem  *memory
}

// Text is the value of the key as a string; "" when it is absent or none.
func (m Members) Text(key string) string {
	for i := range m.list {
		switch x := &m.list[i]; {
		case x.key != key:
		case x.raw.Kind() != '"':
			return ""
		case m.mem == nil:
			return unquote(x.raw)
		case x.ascii:
			return m.mem.symbol(x.raw[1 : len(x.raw)-1])
		default:
			return m.mem.unquote(x.raw)
		}
	}
	return ""
}

// Raw is the value of the key as it is written; nil when it is absent.
func (m Members) Raw(key string) jsontext.Value {
	for _, x := range m.list {
		if x.key == key {
			return x.raw
		}
	}
	return nil
}

// MembersOf are the members of an object inside a record; none when it is no object.
func MembersOf(raw jsontext.Value) (m Members) {
	if raw.Kind() == '{' {
		m.list, _, _ = object(raw)
	}
	return m
}

// None reports whether there is no member.
func (m Members) None() bool { return len(m.list) == 0 }

// With is m with one more member; m alone where there is no value.
func (m Members) With(key string, raw jsontext.Value) Members {
	if len(raw) == 0 {
		return m
	}
	m.list = append(m.list, member{key: key, raw: raw})
	return m
}

// Has reports whether the key is there.
func (m Members) Has(key string) bool {
	for _, x := range m.list {
		if x.key == key {
			return true
		}
	}
	return false
}
