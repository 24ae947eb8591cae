package report

import (
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"time"
)

// WriteSummary writes the data as summary.json, in at most MaxSummaryBytes if cutting lists
// can do that.
func WriteSummary(d *Data) ([]byte, error) {
	e := newEncoder(MaxSummaryBytes)
	if err := e.value(e.form(reflect.TypeFor[Data]()), reflect.ValueOf(d).Elem(), 0); err != nil {
		return nil, err
	}
	e.out = append(e.out, '\n')
	return e.fitted(), nil
}

// encoder writes values as JSON by the conventions of summary.json: a number
// that cannot be given is null with its reason beside it, a list that may be cut
// has its full length beside it, an unknown time is null. The result can stand
// inside HTML and be printed on a terminal: <, >, &, control and invisible
// characters are escaped.
type encoder struct {
	out   []byte
	forms map[reflect.Type]*form
	room  int        // bytes that a list is written in; what is beyond could never be kept
	lists []*cutList // those that may be cut, in order; none lies in another
	above int        // lists that may be cut around this one

	limits map[bool]int // for lists that are kept and for others, how long each may be; none: any length
}

func newEncoder(room int) *encoder {
	return &encoder{forms: map[reflect.Type]*form{}, room: room, limits: map[bool]int{}}
}

// form is how values of one type are written. It is worked out once for each type.
type form struct {
	kind     formKind
	members  []formMember // of an object
	elem     *form        // of a list and of a pointer
	plain    bool         // a list whose values stand on one line
	reasoned bool         // a null of it is explained by a sibling
	typ      reflect.Type
}

type formMember struct {
	member
	form               *form
	key, reason, total []byte // as written
}

// formKind is the form of a type in JSON.
type formKind uint8

const (
	formNone formKind = iota // none
	formNumber
	formWhole
	formMoment
	formObject
	formList
	formPointer
	formString
	formBool
	formInt
	formFloat
)

func (e *encoder) form(t reflect.Type) *form {
	if f := e.forms[t]; f != nil {
		return f
	}
	f := &form{typ: t, reasoned: reasoned(t)}
	e.forms[t] = f // before its parts, which may hold it again
	switch t {
	case numberType:
		f.kind = formNumber
		return f
	case wholeType:
		f.kind = formWhole
		return f
	case momentType:
		f.kind = formMoment
		return f
	}
	switch t.Kind() {
	case reflect.Struct:
		f.kind = formObject
		for _, m := range members(t) {
			f.members = append(f.members, formMember{member: m, form: e.form(m.typ),
				key: quotedKey(m.name), reason: quotedKey(m.name + reasonSuffix), total: quotedKey(m.name + totalSuffix)})
		}
	case reflect.Slice, reflect.Array:
		f.kind, f.elem = formList, e.form(t.Elem())
		switch t.Elem().Kind() {
		case reflect.String, reflect.Bool, reflect.Int64, reflect.Float64:
			f.plain = true
		}
	case reflect.Pointer:
		f.kind, f.elem = formPointer, e.form(t.Elem())
	case reflect.String:
		f.kind = formString
	case reflect.Bool:
		f.kind = formBool
	case reflect.Int, reflect.Int64:
		f.kind = formInt
	case reflect.Float64:
		f.kind = formFloat
	}
	return f
}

// quotedKey is a name as it begins a member.
func quotedKey(name string) []byte { return append(appendString(nil, name), ": "...) }

func (e *encoder) value(f *form, v reflect.Value, depth int) error {
	switch f.kind {
	case formNumber:
		n := numberOf(v)
		if !n.OK {
			return e.null()
		}
		return e.float(n.Value)
	case formWhole:
		n := wholeOf(v)
		if !n.OK {
			return e.null()
		}
		e.out = strconv.AppendInt(e.out, n.Value, 10)
	case formMoment:
		return e.moment(momentOf(v))
	case formObject:
		return e.object(f, v, depth)
	case formList:
		return e.list(f, v, 0, v.Len(), depth)
	case formPointer:
		if v.IsNil() {
			return e.null()
		}
		return e.value(f.elem, v.Elem(), depth)
	case formString:
		e.out = appendString(e.out, v.String())
	case formBool:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case formInt:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case formFloat:
		return e.float(v.Float())
	default:
		return fmt.Errorf("a %s has no form in JSON", f.typ)
	}
	return nil
}

// numberOf, wholeOf and momentOf take a value out of v, by its address where it has one,
// which copies nothing to the heap.
func numberOf(v reflect.Value) Number {
	if v.CanAddr() {
		return *v.Addr().Interface().(*Number)
	}
	return v.Interface().(Number)
}

func wholeOf(v reflect.Value) Whole {
	if v.CanAddr() {
		return *v.Addr().Interface().(*Whole)
	}
	return v.Interface().(Whole)
}

func momentOf(v reflect.Value) time.Time {
	if v.CanAddr() {
		return *v.Addr().Interface().(*time.Time)
	}
	return v.Interface().(time.Time)
}

func (e *encoder) object(f *form, v reflect.Value, depth int) error {
	empty := true
	for i := range f.members {
		m := &f.members[i]
		field := m.field(v)
		if m.omitEmpty && (field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		e.key(m.key, empty, depth)
		empty = false
		var err error
		if m.counted {
			err = e.counted(m, field, depth+1)
		} else {
			err = e.value(m.form, field, depth+1)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if m.form.reasoned {
			if why := reason(m.form, field); why != "" {
				e.key(m.reason, false, depth)
				e.out = appendString(e.out, why)
			}
		}
		if m.counted {
			e.key(m.total, false, depth)
			e.out = strconv.AppendInt(e.out, int64(field.Len())+m.further(v), 10)
		}
	}
	if empty {
		e.out = append(e.out, "{}"...)
		return nil
	}
	e.line(depth)
	e.out = append(e.out, '}')
	return nil
}

// reason says why v will be null, or nothing. A part that is missing as a whole,
// and a number that gives no reason, were not computed.
func reason(f *form, v reflect.Value) string {
	var why string
	switch f.kind {
	case formNumber:
		n := numberOf(v)
		if n.OK {
			return ""
		}
		why = n.Reason
	case formWhole:
		n := wholeOf(v)
		if n.OK {
			return ""
		}
		why = n.Reason
	default:
		if !v.IsNil() {
			return ""
		}
	}
	if why == "" {
		return NotComputed
	}
	return why
}

// key begins a member of an object, maybe its first.
func (e *encoder) key(key []byte, first bool, depth int) {
	if first {
		e.out = append(e.out, '{')
	} else {
		e.out = append(e.out, ',')
	}
	e.line(depth + 1)
	e.out = append(e.out, key...)
}

// list writes the entries of v from one to before another: plain values on one line, all
// else one to a line.
func (e *encoder) list(f *form, v reflect.Value, from, to, depth int) error {
	if from == to {
		e.out = append(e.out, "[]"...)
		return nil
	}
	e.out = append(e.out, '[')
	for i := from; i < to; i++ {
		if err := e.entry(f, v, i, i > from, depth); err != nil {
			return err
		}
	}
	if !f.plain {
		e.line(depth)
	}
	e.out = append(e.out, ']')
	return nil
}

// smallEntry is the room that is there before an entry of a list is written.
const smallEntry = 4 << 10

// entry writes an entry of a list with what parts it from the one before.
func (e *encoder) entry(f *form, v reflect.Value, i int, another bool, depth int) error {
	switch {
	case !f.plain:
		if another {
			e.out = append(e.out, ',')
		}
		e.line(depth + 1)
	case another:
		e.out = append(e.out, ", "...)
	}
	if cap(e.out)-len(e.out) < smallEntry {
		e.grow()
	}
	if err := e.value(f.elem, v.Index(i), depth+1); err != nil {
		return fmt.Errorf("[%d]: %w", i, err)
	}
	return nil
}

// grow doubles the room for the output, where append would add a quarter and copy more often. What gets long
// has room for all that can be kept at once, and little more after that: copying 16 MB to be written, and the
// memory for that, took longer than writing them.
func (e *encoder) grow() {
	size := max(2*cap(e.out), 16*smallEntry)
	if whole := e.room + e.room/2; size > whole/16 {
		size = max(cap(e.out)+cap(e.out)/4, whole)
	}
	e.out = append(make([]byte, 0, size), e.out...)
}

// indents are enough for any depth of a report.
const indents = "\n                                                                "

func (e *encoder) line(depth int) {
	if n := 1 + 2*depth; n <= len(indents) {
		e.out = append(e.out, indents[:n]...)
		return
	}
	e.out = append(append(e.out, '\n'), strings.Repeat("  ", depth)...)
}

func (e *encoder) null() error {
	e.out = append(e.out, "null"...)
	return nil
}

// float writes v in the shortest form that reads back as v.
func (e *encoder) float(v float64) error {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return fmt.Errorf("%v is not a number in JSON", v)
	}
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	e.out = strconv.AppendFloat(e.out, v+0, format, -1, 64) // -0 + 0 is 0
	return nil
}

func (e *encoder) moment(t time.Time) error {
	if t.IsZero() {
		return e.null()
	}
	t = t.UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		return fmt.Errorf("the year %d has no form in RFC 3339", y)
	}
	e.out = t.AppendFormat(append(e.out, '"'), time.RFC3339Nano)
	e.out = append(e.out, '"')
	return nil
}
