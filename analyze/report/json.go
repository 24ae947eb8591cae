package report

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// WriteSummary writes the data as summary.json.
func WriteSummary(d *Data) ([]byte, error) {
	e := encoder{members: map[reflect.Type][]member{}}
	if err := e.value(reflect.ValueOf(*d), 0); err != nil {
		return nil, err
	}
	return append(e.out, '\n'), nil
}

// encoder writes values as JSON by the conventions of summary.json: a number
// that cannot be given is null with its reason beside it, a list that may be cut
// has its full length beside it, an unknown time is null. The result can stand
// inside HTML and be printed on a terminal: <, >, &, control and invisible
// characters are escaped.
type encoder struct {
	out     []byte
	members map[reflect.Type][]member
}

func (e *encoder) value(v reflect.Value, depth int) error {
	switch v.Type() {
	case numberType:
		n := v.Interface().(Number)
		if !n.OK {
			return e.null()
		}
		return e.float(n.Value)
	case wholeType:
		n := v.Interface().(Whole)
		if !n.OK {
			return e.null()
		}
		e.out = strconv.AppendInt(e.out, n.Value, 10)
		return nil
	case momentType:
		return e.moment(v.Interface().(time.Time))
	}
	switch v.Kind() {
	case reflect.Struct:
		return e.object(v, depth)
	case reflect.Slice, reflect.Array:
		return e.list(v, v.Len(), depth)
	case reflect.Pointer:
		if v.IsNil() {
			return e.null()
		}
		return e.value(v.Elem(), depth)
	case reflect.String:
		e.string(v.String())
	case reflect.Bool:
		e.out = strconv.AppendBool(e.out, v.Bool())
	case reflect.Int, reflect.Int64:
		e.out = strconv.AppendInt(e.out, v.Int(), 10)
	case reflect.Float64:
		return e.float(v.Float())
	default:
		return fmt.Errorf("a %s has no form in JSON", v.Type())
	}
	return nil
}

func (e *encoder) object(v reflect.Value, depth int) error {
	list, known := e.members[v.Type()]
	if !known {
		list = members(v.Type())
		e.members[v.Type()] = list
	}
	open := len(e.out)
	for _, m := range list {
		field := v.FieldByIndex(m.index)
		if m.omitEmpty && (field.IsZero() || field.Kind() == reflect.Slice && field.Len() == 0) {
			continue
		}
		e.key(m.name, open, depth)
		var err error
		if m.counted {
			err = e.list(field, min(field.Len(), MaxList), depth+1)
		} else {
			err = e.value(field, depth+1)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", m.name, err)
		}
		if why := reason(field); why != "" {
			e.key(m.name+reasonSuffix, open, depth)
			e.string(why)
		}
		if m.counted {
			e.key(m.name+totalSuffix, open, depth)
			e.out = strconv.AppendInt(e.out, int64(field.Len()), 10)
		}
	}
	if len(e.out) == open {
		e.out = append(e.out, "{}"...)
		return nil
	}
	e.line(depth)
	e.out = append(e.out, '}')
	return nil
}

// reason says why v will be null, or nothing. A part that is missing as a whole,
// and a number that gives no reason, were not computed.
func reason(v reflect.Value) string {
	var why string
	switch {
	case v.Type() == numberType:
		n := v.Interface().(Number)
		if n.OK {
			return ""
		}
		why = n.Reason
	case v.Type() == wholeType:
		n := v.Interface().(Whole)
		if n.OK {
			return ""
		}
		why = n.Reason
	case !reasoned(v.Type()) || !v.IsNil():
		return ""
	}
	if why == "" {
		return NotComputed
	}
	return why
}

// key begins a member of the object that began at open.
func (e *encoder) key(name string, open, depth int) {
	if len(e.out) == open {
		e.out = append(e.out, '{')
	} else {
		e.out = append(e.out, ',')
	}
	e.line(depth + 1)
	e.string(name)
	e.out = append(e.out, ": "...)
}

// list writes the first n entries of v: plain values on one line, all else one
// to a line.
func (e *encoder) list(v reflect.Value, n, depth int) error {
	if n == 0 {
		e.out = append(e.out, "[]"...)
		return nil
	}
	plain := slices.Contains([]reflect.Kind{reflect.String, reflect.Bool, reflect.Int64, reflect.Float64}, v.Type().Elem().Kind())
	e.out = append(e.out, '[')
	for i := range n {
		switch {
		case !plain && i > 0:
			e.out = append(e.out, ',')
			e.line(depth + 1)
		case !plain:
			e.line(depth + 1)
		case i > 0:
			e.out = append(e.out, ", "...)
		}
		if err := e.value(v.Index(i), depth+1); err != nil {
			return fmt.Errorf("[%d]: %w", i, err)
		}
	}
	if !plain {
		e.line(depth)
	}
	e.out = append(e.out, ']')
	return nil
}

func (e *encoder) line(depth int) {
	e.out = append(e.out, '\n')
	for range depth {
		e.out = append(e.out, "  "...)
	}
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

func (e *encoder) string(s string) {
	e.out = append(e.out, '"')
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case r == '"' || r == '\\':
			e.out = append(e.out, '\\', byte(r))
		case r == '\n':
			e.out = append(e.out, `\n`...)
		case r == '\t':
			e.out = append(e.out, `\t`...)
		case r == '<' || r == '>' || r == '&' || Unseen(r):
			for _, u := range utf16.Encode([]rune{r}) {
				e.out = fmt.Appendf(e.out, `\u%04x`, u)
			}
		default:
			e.out = utf8.AppendRune(e.out, r)
		}
	}
	e.out = append(e.out, '"')
}

// Unseen says that r leaves no mark of its own: controls, format characters
// (zero width, direction, tags) and code points that are no characters.
func Unseen(r rune) bool {
	if r >= ' ' && r <= '~' {
		return false
	}
	return unicode.In(r, unicode.Cc, unicode.Cf) || r == '\u2028' || r == '\u2029' ||
		r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF
}
