package record

import (
	"math"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Value is what a field of a record holds.
type Value struct {
	Given bool   // it is there, not null, and could be read
	Text  string // a string's value; a number's literal; a time as written
	Num   float64
	Int   int64 // also 0 or 1 of a Bool
	When  time.Time
	more  any // []string, *Record, []*Record, jsontext.Value
	most  int // how much of the text AddValues keeps, in bytes; 0: all
}

// TextValue, IntValue, NumberValue, TimeValue, BoolValue and ListValue make values
// for records that were read from text.
func TextValue(s string) Value { return Value{Given: true, Text: s} }

// AtMost is the value with at most n bytes of its text, once it is in a record: secrets
// are taken out of all of it before.
func (v Value) AtMost(n int) Value { v.most = n; return v }

// IntValue is a whole number.
func IntValue(n int64) Value { return Value{Given: true, Int: n, Num: float64(n)} }

// NumberValue is a number.
func NumberValue(x float64) Value { return Value{Given: true, Num: x} }

// TimeValue is an instant as it was written.
func TimeValue(t time.Time, text string) Value { return Value{Given: true, When: t, Text: text} }

// BoolValue is a truth value.
func BoolValue(b bool) Value {
	if b {
		return Value{Given: true, Int: 1, Text: "true"}
	}
	return Value{Given: true, Text: "false"}
}

// ListValue is an array of strings.
func ListValue(l []string) Value { return Value{Given: true, more: l} }

// deviation is how a value differs from its declaration; empty when it does not.
type deviation string

// read converts a raw JSON value to the field's type, as leniently as it can be
// done without guessing.
func read(f *Field, raw jsontext.Value, in *File, line int64) (Value, deviation) {
	kind := raw.Kind()
	if f.None && saysNone(raw, kind) {
		return Value{Text: "null"}, ""
	}
	if kind == 'n' {
		return Value{}, ""
	}
	switch f.Type {
	case String:
		return readString(raw, kind, in)
	case Int, Float:
		return readNumber(f.Type, raw, kind)
	case Bool:
		return readBool(raw, kind)
	case Time:
		return readTime(raw, kind)
	case Millis:
		return readMillis(raw, kind, in)
	case Strings:
		return readStrings(raw, kind)
	case Object, List:
		return readNested(f, raw, kind, in, line)
	default:
		return Value{Given: true, more: raw.Clone()}, ""
	}
}

// saysNone reports whether a value is one of the ways to write that there is none.
func saysNone(raw jsontext.Value, kind jsontext.Kind) bool {
	if kind != '"' {
		return kind == 'n'
	}
	switch strings.ToLower(strings.TrimSpace(unquote(raw))) {
	case "n/a", "na", "null", "none", "not computable", "not_computable":
		return true
	}
	return false
}

func readString(raw jsontext.Value, kind jsontext.Kind, in *File) (Value, deviation) {
	if kind == '"' {
		return Value{Given: true, Text: in.memory().unquote(raw)}, ""
	}
	return Value{Given: true, Text: string(raw)}, deviation("not a string")
}

func readNumber(t Type, raw jsontext.Value, kind jsontext.Kind) (Value, deviation) {
	literal, dev := string(raw), deviation("")
	switch kind {
	case '0':
	case '"':
		literal, dev = strings.TrimSpace(unquote(raw)), "a number written as a string"
	default:
		return Value{}, "not a number"
	}
	if t == Int {
		if n, err := strconv.ParseInt(literal, 10, 64); err == nil {
			return Value{Given: true, Text: literal, Int: n, Num: float64(n)}, dev
		}
	}
	x, err := strconv.ParseFloat(literal, 64)
	if err != nil || math.IsInf(x, 0) || math.IsNaN(x) {
		return Value{}, "not a number that can be held"
	}
	if t == Int {
		if x != math.Trunc(x) || math.Abs(x) >= 1<<62 {
			return Value{}, "not a whole number"
		}
		return Value{
			Given: true,
			Text:  literal,
			Int:   int64(x),
			Num:   x,
		}, "a whole number written with a fraction or an exponent"
	}
	return Value{Given: true, Text: literal, Num: x}, dev
}

func readBool(raw jsontext.Value, kind jsontext.Kind) (Value, deviation) {
	switch kind {
	case 't':
		return Value{Given: true, Text: "true", Int: 1}, ""
	case 'f':
		return Value{Given: true, Text: "false"}, ""
	case '"':
		switch s := unquote(raw); strings.ToLower(strings.TrimSpace(s)) {
		case "true":
			return Value{Given: true, Text: s, Int: 1}, "a truth value written as a string"
		case "false":
			return Value{Given: true, Text: s}, "a truth value written as a string"
		}
	}
	return Value{}, "neither true nor false"
}

func readStrings(raw jsontext.Value, kind jsontext.Kind) (Value, deviation) {
	if kind == '"' {
		return Value{Given: true, more: []string{unquote(raw)}}, "one string where an array of strings belongs"
	}
	if kind != '[' {
		return Value{}, "not an array of strings"
	}
	list, dev := []string{}, deviation("")
	for _, item := range Elements(raw) {
		if item.Kind() == '"' {
			list = append(list, unquote(item))
		} else {
			list, dev = append(list, string(item)), "an array that holds other things than strings"
		}
	}
	return Value{Given: true, more: list}, dev
}

func readNested(f *Field, raw jsontext.Value, kind jsontext.Kind, in *File, line int64) (Value, deviation) {
	if f.Type == Object && kind == '"' {
		// As a column of a database holds it.
		if inner := jsontext.Value(unquote(raw)); Entries(inner) != nil {
			v, _ := readNested(f, inner, '{', in, line)
			return v, "an object written as a string"
		}
	}
	if f.Type == Object && kind == '{' {
		if f.Of == nil {
			return Value{Given: true, more: raw.Clone()}, ""
		}
		return Value{Given: true, more: parse(f.Of, f.Key, raw, in, line)}, ""
	}
	if f.Type == List && kind == '[' {
		return readList(f, raw, in, line)
	}
	return Value{}, deviation("not " + f.Type.String())
}

// readList reads an array of objects of a kind.
func readList(f *Field, raw jsontext.Value, in *File, line int64) (v Value, dev deviation) {
	mem := in.memory()
	var room [8]*Record
	items, n := room[:0], 0
	if !in.Strict {
		s := mem.scanner()
		defer mem.rest(s)
		n, v.Given = s.eachObject(raw, func() {
			items = append(items, innerRecord(in, f.Of, f.Key, line, s.members, s.shape))
		})
	}
	if !v.Given { // the others, if there are any
		for i, item := range strictElements(raw) {
			if i < n {
				continue
			}
			if item.Kind() != '{' {
				dev = "an array that holds other things than objects"
				continue
			}
			items = append(items, parse(f.Of, f.Key, item, in, line))
		}
	}
	var list []*Record
	if len(items) > 0 {
		list = mem.list(items)
	}
	return Value{Given: true, more: list}, dev
}
