package record

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// member is one key of an object with its raw value.
type member struct {
	key     string
	raw     jsontext.Value
	objects []innerObject // that its value is, or is an array of; nil: there are none, or they are not known
	ascii   bool          // raw is a string of ASCII characters without escapes
	tight   bool          // raw has no white space but in its strings
}

// object reads the members of a JSON object strictly: duplicate keys, text after
// the object and everything else that RFC 8259 forbids is an error. Only broken
// UTF-8 is let through, as replacement characters, and reported.
func object(text []byte) (members []member, brokenText bool, err error) {
	s := scanners.Get().(*scanner)
	defer s.release()
	members, brokenText, err = s.read(text, false)
	members = slices.Clone(members)
	for i := range members {
		members[i].objects = nil // they are the scanner's
	}
	return members, brokenText, err
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
		r := in.memory().record(k, name, in, line)
		in.Finding(badValue, line, name+": "+err.Error(), "an object")
		return r
	}
	return innerRecord(in, k, name, line, members, s.shape)
}

// innerRecord makes a record of the members of a nested object.
func innerRecord(f *File, k *Kind, name string, line int64, members []member, shape *shape) *Record {
	r := f.memory().record(k, name, f, line)
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
			r.Extra = mem.object(members, places(len(members)))
		}
		return
	}
	habit := mem.habit(r.Kind, members, shape)
	r.vals = mem.values(min(habit.known, len(r.Kind.Fields)))
	var room [8]int // places of the members whose values no field has
	extra, odd, whole, allQuiet := room[:0], false, habit.whole, true
	strict, quiet := r.File.Strict, r.File.Quiet
	var sum xxh3.Uint128
	for n := range members {
		m := &members[n]
		meant := &habit.keys[n]
		if !meant.known {
			extra, odd = append(extra, n), odd || meant.odd
			sum = plus(sum, mem.hash(m))
			continue
		}
		i := meant.field
		f := &r.Kind.Fields[i]
		if meant.also {
			r.Finding(synonym, m.key, f.Key)
		}
		if meant.other && r.vals.given(i) { // both spellings: the documented one counts
			extra = append(extra, n)
			sum = plus(sum, mem.hash(m))
			continue
		}
		if !strict {
			if c, ok := mem.plain(f, m, !meant.other, quiet); ok {
				c.put(r.vals.place(i), i)
				allQuiet = allQuiet && c.quiet
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
		v, dev := innerValue(r, f, m), deviation("")
		if !v.Given {
			v, dev = read(f, m.raw, r.File, r.Line)
		}
		if dev != "" {
			r.Finding(badValue, f.Key+": "+r.File.quoted(string(m.raw), 80)+" is "+string(dev), f.Type.String())
			if !v.Given {
				extra = append(extra, n)
			}
		}
		switch {
		case f.Withheld:
			v = Value{Given: v.Given}
		case v.Given && !r.bound(f, &v):
			extra = append(extra, n)
		}
		r.vals.put(i, v)
		r.check(f, v)
	}
	r.Sum, r.quiet = sum, allQuiet
	if !whole {
		r.missing()
	}
	if odd {
		r.damagedKeys(members, extra)
	}
	if len(extra) > 0 && !r.File.Private() {
		r.Extra = mem.object(members, extra)
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

// object is the members of these places as a JSON object; "" where there are none.
func (m *memory) object(members []member, places []int) string {
	if len(places) == 0 {
		return ""
	}
	b := append(m.scratch[:0], '{')
	for i, n := range places {
		if i > 0 {
			b = append(b, ',')
		}
		b, _ = jsontext.AppendQuote(b, members[n].key) // broken text was replaced when it was read
		b = append(b, ':')
		if raw := members[n].raw; len(raw) > maxExtra {
			b = fmt.Appendf(b, "\"(%d bytes left out)\"", len(raw))
		} else {
			b = append(b, members[n].compact()...)
		}
	}
	b = append(b, '}')
	m.setScratch(b)
	return m.symbol(b)
}

// places are those of all n members of an object.
func places(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// maxExtra is the size, in bytes, above which the value of an unknown field is
// not kept: pictures and sound travel as text in some logs.
const maxExtra = 4096
