package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// member is one key of an object with its raw value.
type member struct {
	key   string
	raw   jsontext.Value
	ascii bool // raw is a string of ASCII characters without escapes
	tight bool // raw has no white space but in its strings
}

// object reads the members of a JSON object strictly: duplicate keys, text after
// the object and everything else that RFC 8259 forbids is an error. Only broken
// UTF-8 is let through, as replacement characters, and reported.
func object(text []byte) (members []member, brokenText bool, err error) {
	s := scanners.Get().(*scanner)
	defer s.release()
	members, brokenText, err = s.read(text, false)
	return slices.Clone(members), brokenText, err
}

// strictly is object without the scanner.
func strictly(text []byte) (members []member, brokenText bool, err error) {
	members, err = strictObject(text, false)
	if err == nil {
		return members, false, nil
	}
	// Letting broken text through is the only difference of the second reading,
	// so where it succeeds, broken text was the only fault.
	if again, fault := strictObject(text, true); fault == nil {
		return again, true, nil
	}
	return nil, false, err
}

// decoders keeps those that are not at work: what each has set up to find
// duplicate keys serves the next object as well.
var decoders = sync.Pool{New: func() any { return jsontext.NewDecoder(bytes.NewBuffer(nil)) }}

func strictObject(text []byte, brokenText bool) ([]member, error) {
	d := decoders.Get().(*jsontext.Decoder)
	defer decoders.Put(d)
	d.Reset(bytes.NewBuffer(text), jsontext.AllowInvalidUTF8(brokenText))
	if t, err := d.ReadToken(); err != nil {
		return nil, err
	} else if t.Kind() != '{' {
		return nil, errNoObject
	}
	members := make([]member, 0, 10)
	for d.PeekKind() != '}' {
		t, err := d.ReadToken()
		if err != nil {
			return nil, err
		}
		key := t.String()
		v, err := d.ReadValue()
		if err != nil {
			return nil, err
		}
		members = append(members, member{key: key, raw: v.Clone()})
	}
	if _, err := d.ReadToken(); err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(text[d.InputOffset():])) > 0 {
		return nil, errTrailing
	}
	return members, nil
}

type parseError string

func (e parseError) Error() string { return string(e) }

const (
	errNoObject = parseError("no JSON object")
	errTrailing = parseError("text behind the JSON object")
)

// parse reads a nested object of a declared kind; its deviations become findings.
func parse(k *Kind, name string, raw jsontext.Value, in *File, line int64) *Record {
	s := in.memory().scanner()
	defer in.memory().rest(s)
	members, _, err := s.read(raw, in.Strict)
	if err != nil {
		r := in.memory().record()
		*r = Record{Kind: k, Name: name, File: in, Line: line}
		in.Finding(badValue, line, name+": "+err.Error(), "an object")
		return r
	}
	return innerRecord(in, k, name, line, members, s.shape)
}

// innerRecord makes a record of the members of a nested object.
func innerRecord(f *File, k *Kind, name string, line int64, members []member, shape *shape) *Record {
	r := f.memory().record()
	*r = Record{Kind: k, Name: name, File: f, Line: line}
	r.fill(members, shape)
	return r
}

// fill reads the members into the record's fields by its kind's declaration. shape is that of the
// members; nil: it is not known.
func (r *Record) fill(members []member, shape *shape) {
	mem := r.File.memory()
	if r.Kind == nil {
		r.Sum = mem.sum(members)
		if !r.File.Private() {
			r.Extra = mem.object(members)
		}
		return
	}
	habit := mem.habit(r.Kind, members, shape)
	r.vals = mem.values(min(habit.known, len(r.Kind.Fields)))
	var room [8]member
	extra, odd, whole, allQuiet := room[:0], false, habit.whole, true
	strict, quiet := r.File.Strict, r.File.Quiet
	var sum xxh3.Uint128
	for n := range members {
		m := &members[n]
		meant := &habit.keys[n]
		if !meant.known {
			extra, odd = append(extra, *m), odd || meant.odd
			sum = plus(sum, mem.hash(m))
			continue
		}
		i := meant.field
		f := &r.Kind.Fields[i]
		if meant.also {
			r.Finding(synonym, m.key, f.Key)
		}
		if meant.other && r.vals.given(i) { // both spellings: the documented one counts
			extra = append(extra, *m)
			sum = plus(sum, mem.hash(m))
			continue
		}
		if !strict {
			if c, ok := mem.plain(f, m, quiet); ok {
				r.vals.putHeld(i, &c.held)
				allQuiet = allQuiet && c.held.quiet
				sum = plus(sum, c.sum)
				continue
			}
			if h, ok := mem.texts(f, m, quiet); ok {
				r.vals.putHeld(i, &h)
				allQuiet = allQuiet && h.quiet
				sum = plus(sum, mem.hash(m))
				continue
			}
		}
		whole, allQuiet = false, false
		sum = plus(sum, mem.hash(m))
		v, dev := read(f, m.raw, r.File, r.Line)
		if dev != "" {
			r.Finding(badValue, f.Key+": "+r.File.quoted(string(m.raw), 80)+" is "+string(dev), f.Type.String())
			if !v.Given {
				extra = append(extra, *m)
			}
		}
		switch {
		case f.Withheld:
			v = Value{Given: v.Given}
		case v.Given && !r.bound(f, &v):
			extra = append(extra, *m)
		}
		r.vals.put(i, v)
		r.check(f, v)
	}
	r.Sum, r.quiet = sum, allQuiet
	if !whole {
		r.missing()
	}
	if odd {
		r.damagedKeys(extra)
	}
	if !r.File.Private() {
		r.Extra = mem.object(extra)
	}
}

func (r *Record) check(f *Field, v Value) {
	if !v.Given {
		return
	}
	if f.Enum != nil {
		if known, ok := OneOf(f.Enum, v.Text); !ok {
			r.Finding(unknownValue, f.Key+": "+r.File.quoted(v.Text, 80), "one of "+strings.Join(f.Enum, ", "))
		} else if known != v.Text {
			r.Finding(spelling, f.Key+": "+r.File.quoted(v.Text, 80), known)
		}
	}
	if f.Check != nil && !f.Check.Holds(v) {
		r.Finding(badValue, f.Key+": "+r.File.quoted(v.Text, 80), f.Check.Expected)
	}
}

func (r *Record) missing() {
	for _, i := range r.Kind.required {
		if f := &r.Kind.Fields[i]; !r.vals.given(i) {
			r.Finding(missingField, r.Name+" has no "+f.Key, f.Key+", "+f.Type.String())
		}
	}
}

func isDuplicateKey(err error) bool { return errors.Is(err, jsontext.ErrDuplicateName) }

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

func plus(a, b xxh3.Uint128) xxh3.Uint128 {
	return xxh3.Uint128{Hi: a.Hi + b.Hi, Lo: a.Lo + b.Lo}
}

// appendCompact appends the value as compact has it; false where it is not of ASCII characters alone.
func (m *member) appendCompact(to []byte) (all []byte, ok bool) {
	if k := m.raw.Kind(); m.tight || k != '{' && k != '[' {
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

// object is the members as a JSON object; "" where there are none.
func (m *memory) object(members []member) string {
	if len(members) == 0 {
		return ""
	}
	b := append(m.scratch[:0], '{')
	for i := range members {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, members[i].key) // broken text was replaced when it was read
		b = append(b, ':')
		if raw := members[i].raw; len(raw) > maxExtra {
			b = fmt.Appendf(b, "\"(%d bytes left out)\"", len(raw))
		} else {
			b = append(b, members[i].compact()...)
		}
	}
	b = append(b, '}')
	m.setScratch(b)
	return m.symbol(b)
}

// maxExtra is the size, in bytes, above which the value of an unknown field is
// not kept: pictures and sound travel as text in some logs.
const maxExtra = 4096

// Elements are the raw elements of a JSON array; nil when it is none.
func Elements(raw jsontext.Value) []jsontext.Value {
	s := scanners.Get().(*scanner)
	defer s.release()
	if out, ok := s.elements(raw); ok {
		return out
	}
	return strictElements(raw)
}

// strictElements is Elements without the scanner.
func strictElements(raw jsontext.Value) []jsontext.Value {
	d := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowInvalidUTF8(true))
	if t, err := d.ReadToken(); err != nil || t.Kind() != '[' {
		return nil
	}
	var out []jsontext.Value
	for d.PeekKind() != ']' {
		v, err := d.ReadValue()
		if err != nil {
			return out
		}
		out = append(out, v.Clone())
	}
	return out
}

// Entry is one key of a JSON object with its raw value.
type Entry struct {
	Key string
	Raw jsontext.Value
}

// Entries are the members of a JSON object in their order; nil when it is none.
func Entries(raw jsontext.Value) []Entry {
	if len(raw) == 0 {
		return nil // of a field that is not there
	}
	s := scanners.Get().(*scanner)
	defer s.release()
	members, _, err := s.read(raw, false)
	if err != nil {
		return nil
	}
	out := make([]Entry, len(members))
	for i, m := range members {
		out[i] = Entry{m.key, m.raw}
	}
	return out
}

// Words is a raw value as words: a string without its quotes, anything else as written.
func Words(raw jsontext.Value) string {
	switch {
	case raw.Kind() == '"':
		return unquote(raw)
	case len(raw) == 1 && isDigit(raw[0]): // as most numbers of patterns and phases
		return digits[raw[0]-'0':][:1]
	}
	return string(raw)
}

const digits = "0123456789"

// Number is a raw value as a number; false when it is none.
func Number(raw jsontext.Value) (float64, bool) {
	if n, plain := plainInt(raw); plain && n != 0 { // -0 is another number than 0
		return float64(n), true
	}
	v, _ := readNumber(Float, raw, raw.Kind())
	return v.Num, v.Given
}

// unquote returns the text of a JSON string.
func unquote(raw jsontext.Value) string {
	if inner, ok := plainText(raw); ok {
		return string(inner)
	}
	return strictText(raw)
}

func strictText(raw jsontext.Value) string {
	b, _ := jsontext.AppendUnquote(nil, raw) // broken text becomes replacement characters
	return string(b)
}

// Cut shortens text to at most n bytes at a rune's boundary, and says that it did. It is
// for texts without secrets, as records have them once their file was read; until then
// [File.Cut] takes them out first.
func Cut(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && text[n]&0xc0 == 0x80 {
		n--
	}
	return text[:n] + "…"
}

// CutName shortens a name to about n bytes as Cut does, with a hash of all of it behind, so that
// two names that begin alike stay two.
func CutName(name string, n int) string {
	if len(name) <= n {
		return name
	}
	return fmt.Sprintf("%s #%08x", Cut(name, n), uint32(xxh3.HashString(name)))
}
