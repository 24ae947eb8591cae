package record

import (
	"bytes"
	"slices"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// sum adds up the hashes of the members, so that the order of keys does not
// count, and takes white space out of values first, so that it does not either.
func (m *memory) sum(members []member) (total xxh3.Uint128) {
	for i := range members {
		total = plus(total, m.hash(&members[i]))
	}
	return total
}

// hash is the part of the member in the sum.
func (m *memory) hash(x *member) xxh3.Uint128 {
	if len(x.raw) > maxReused && x.isCompact() {
		return x.longHash()
	}
	buf := slices.Grow(m.scratch[:0], len(x.key)+1+len(x.raw))
	buf = append(append(buf, x.key...), 0)
	if all, ok := x.appendCompact(buf); ok {
		buf = all
	} else {
		buf = append(buf, x.compact()...)
	}
	m.setScratch(buf)
	return xxh3.Hash128(buf)
}

// longHash is hash of a long value that is compact. The value is not copied.
func (m *member) longHash() xxh3.Uint128 {
	h := xxh3.New()
	_, _ = h.WriteString(m.key) // never an error
	_, _ = h.Write([]byte{0})
	_, _ = h.Write(m.raw)
	return h.Sum128()
}

func plus(a, b xxh3.Uint128) xxh3.Uint128 {
	return xxh3.Uint128{Hi: a.Hi + b.Hi, Lo: a.Lo + b.Lo}
}

// isCompact reports that compact leaves the value as it is; false where that is not known.
func (m *member) isCompact() bool {
	k := m.raw.Kind()
	return m.tight || k != '{' && k != '['
}

// appendCompact appends the value as compact has it; false where it is not of ASCII characters alone.
func (m *member) appendCompact(to []byte) (all []byte, ok bool) {
	if m.isCompact() {
		return append(to, m.raw...), true
	}
	for rest := m.raw; len(rest) > 0; {
		n := 0
		switch c := rest[0]; {
		case c == '"':
			for n = 1; n < len(rest) && rest[n] != '"'; n++ {
				if rest[n] >= utf8.RuneSelf {
					return nil, false
				}
				if rest[n] == '\\' {
					n++
				}
			}
			if n >= len(rest) {
				return nil, false
			}
			to = append(to, rest[:n+1]...)
		case c > ' ':
			to = append(to, c)
		}
		rest = rest[n+1:]
	}
	return to, true
}

// compact is the value without white space between its parts.
func (m *member) compact() jsontext.Value {
	v := m.raw
	if k := v.Kind(); !m.tight && (k == '{' || k == '[') && bytes.ContainsAny(v, " \t\n\r") {
		v = v.Clone()
		_ = v.Compact() // it was read as valid a moment ago
	}
	return v
}
