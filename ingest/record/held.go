package record

import (
	"math"
	"slices"
	"time"
)

// held is a value as a record keeps it between reading and assembling, in little
// more than half the room: a report's memory is mostly the fields of its records.
// It gives back the very Value that was put in.
type held struct {
	field uint8 // its place in the kind
	given bool
	form  form
	quiet bool   // its text holds no secret, unless its key says so
	nanos uint32 // of a moment
	bits  uint64
	text  string
	more  any // as in Value, or the time.Time of a value that is also a number
}

// form says what the bits of a held value are.
type form uint8

const (
	fraction form = iota // a float64; the whole number is 0
	whole                // an int64; the number is the same
	truth                // an int64; the number is 0
	moment               // seconds since 1970, in UTC
)

func hold(field int, v Value) held {
	h := held{field: uint8(field), given: v.Given, text: v.Text, more: v.more}
	number := v.Int != 0 || v.Num != 0
	switch {
	case v.When.IsZero():
	case number:
		h.more = v.When
	default:
		h.form, h.bits, h.nanos = moment, uint64(v.When.Unix()), uint32(v.When.Nanosecond())
		return h
	}
	switch {
	case v.Int == 0:
		h.form, h.bits = fraction, math.Float64bits(v.Num)
	case v.Num == float64(v.Int):
		h.form, h.bits = whole, uint64(v.Int)
	default:
		h.form, h.bits = truth, uint64(v.Int)
	}
	return h
}

func (h *held) value() Value {
	v := Value{Given: h.given, Text: h.text, Int: h.integer(), Num: h.number(), When: h.when()}
	if _, ok := h.more.(time.Time); !ok {
		v.more = h.more
	}
	return v
}

// integer is the whole number of the value.
func (h *held) integer() int64 {
	if h.form == whole || h.form == truth {
		return int64(h.bits)
	}
	return 0
}

// number is the number of the value.
func (h *held) number() float64 {
	switch h.form {
	case fraction:
		return math.Float64frombits(h.bits)
	case whole:
		return float64(int64(h.bits))
	}
	return 0
}

// when is the instant of the value.
func (h *held) when() time.Time {
	if h.form == moment {
		return time.Unix(int64(h.bits), int64(h.nanos)).UTC()
	}
	when, _ := h.more.(time.Time)
	return when
}

// values are what a record holds, in the order of its kind's fields.
type values []held

// at is where the field's value is among those held, or where it would be.
func (all values) at(field int) (int, bool) {
	// Where all fields before it have a value, it is in its own place.
	if field < len(all) && all[field].field == uint8(field) {
		return field, true
	}
	// A record has few fields, and most are read in their order: the search from the end
	// finds the place of the next one at once.
	i := len(all)
	for i > 0 && all[i-1].field >= uint8(field) {
		i--
	}
	return i, i < len(all) && all[i].field == uint8(field)
}

// given reports whether the kind's field of that index has a value.
func (all values) given(field int) bool {
	i, ok := all.at(field)
	return ok && all[i].given
}

// value is the value of the kind's field of that index.
func (all values) value(field int) Value {
	if i, ok := all.at(field); ok {
		return all[i].value()
	}
	return Value{}
}

// put sets a field. What is neither given nor says anything takes no room.
func (all *values) put(field int, v Value) {
	if v.Given || v.Text != "" {
		h := hold(field, v)
		all.putHeld(field, &h)
	} else if i, ok := all.at(field); ok {
		*all = slices.Delete(*all, i, i+1)
	}
}

// putHeld sets a field to a value that is given or says something.
func (all *values) putHeld(field int, h *held) {
	to := all.place(field)
	*to = *h
	to.field = uint8(field)
}

// place is where the value of the field goes, which has to be set as a whole.
func (all *values) place(field int) *held {
	// Most values are read in the order of their fields, into room that is there.
	if n := len(*all); n < cap(*all) && (n == 0 || (*all)[n-1].field < uint8(field)) {
		*all = (*all)[:n+1]
		return &(*all)[n]
	}
	return all.insert(field)
}

// insert is place for any field.
func (all *values) insert(field int) *held {
	i, ok := all.at(field)
	switch {
	case ok:
	case i == len(*all):
		*all = append(*all, held{})
	default:
		*all = slices.Insert(*all, i, held{})
	}
	return &(*all)[i]
}

// The marks of a packed value, beside its form.
const (
	packedForm  = 1<<4 - 1
	packedGiven = 1 << 4
	packedQuiet = 1 << 5
)

// held packs a value that is a text and a number alone.
func (e *encoder) held(h *held) {
	mark := byte(h.form)
	if h.given {
		mark |= packedGiven
	}
	if h.quiet {
		mark |= packedQuiet
	}
	e.b = append(e.b, h.field, mark)
	e.number(int64(h.nanos))
	e.number(int64(h.bits))
	e.text(h.text)
}

func (d *decoder) held() held {
	h := held{field: d.byte()}
	mark := d.byte()
	h.form, h.given, h.quiet = form(mark&packedForm), mark&packedGiven != 0, mark&packedQuiet != 0
	h.nanos, h.bits, h.text = uint32(d.number()), uint64(d.number()), d.text()
	return h
}
