package record

import (
	"bytes"
	"math"
	"strconv"

	"github.com/zeebo/xxh3"
)

// cell is a value of a field as it was read once. Most values of a log stand on thousands of
// lines, and what was found out about one holds for all of them. Example: "from":"ready". It is small, since a
// value is mostly found in a cell that the processor has to fetch from memory.
type cell struct {
	field *Field // as it was declared; nil: the cell is free
	text  string // of the value
	form  form
	asked bool   // it is known whether the value is quiet
	quiet bool   // it has no secret, or no text; it is not next to form, see put
	nanos uint32 // of a moment
	bits  uint64
	sum   xxh3.Uint128 // of the documented key and the value
}

// holds reports whether the cell is that of the field's value.
func (c *cell) holds(f *Field, raw []byte) bool {
	if c.field != f.origin {
		return false
	}
	if f.Type == String || f.Type == Time {
		n := len(raw)
		return n >= 2 && raw[0] == '"' && c.text == string(raw[1:n-1])
	}
	return c.text == string(raw)
}

// put sets what a record holds of its field of that index to the value. It does so part by part: a value that is made
// as a whole first is copied at the cost of waiting for its parts. Form and quiet would be loaded in one go if they lay
// side by side, and the processor would wait if they had been stored one by one just before.
func (c *cell) put(to *held, field int) {
	to.field, to.given, to.form, to.quiet = uint8(field), true, c.form, c.quiet
	to.nanos, to.bits, to.text, to.more = c.nanos, c.bits, c.text, nil
}

// Values of most fields come again after any number of others. Times and fractions mostly differ
// from all before, so only the last one of each field is remembered.
const (
	cellSlots   = 1024
	latestSlots = 64
	maxCell     = maxSymbol + 2 // bytes of a value that is remembered, with its quotes
)

// cell is where a value of the field is remembered. Values under another key than the documented one are not.
func (m *memory) cell(f *Field, raw []byte, documented bool) *cell {
	switch {
	case len(raw) > maxCell || !documented:
		return &m.passing
	case f.Type == Time || f.Type == Float:
		return &m.latest[f.number%latestSlots]
	}
	return &m.cells[(mixed(raw)^f.number)%cellSlots]
}

// plain reads a value that is written just as its field declares it. It gives up, and
// leaves the value to [read] and the checks after it, where there is anything to say or to
// decide: another type, an escape, an unlisted or misspelled word, a number out of range.
// documented says that its key is the field's own one. isQuiet is as File.Quiet. The cell is valid until the next
// value is read.
func (m *memory) plain(f *Field, x *member, documented bool, isQuiet func(string) bool) (c *cell, ok bool) {
	c = m.cell(f, x.raw, documented)
	if !c.holds(f, x.raw) {
		if f.Withheld || f.None || !m.read(c, f, x) {
			return nil, false
		}
		c.sum = m.hash(x)
		if c != &m.passing {
			c.field = f.origin
		}
	}
	if !c.asked && isQuiet != nil {
		c.quiet, c.asked = isQuiet(c.text), true
	}
	return c, true
}

// read is plain for a value that is not remembered. It leaves the cell free.
func (m *memory) read(c *cell, f *Field, x *member) (ok bool) {
	*c = cell{}
	switch f.Type {
	case String:
		if !x.ascii || f.Enum != nil && !lists(f.Enum, x.raw[1:len(x.raw)-1]) {
			return false
		}
		c.text = m.keep(x.raw[1 : len(x.raw)-1])
	case Int:
		n, plain := plainInt(x.raw)
		if !plain || !f.Range.spans(float64(n)) {
			return false
		}
		c.text = m.keep(x.raw)
		if n != 0 {
			c.form, c.bits = whole, uint64(n)
		}
	case Float:
		if x.raw.Kind() != '0' || len(x.raw) > maxSymbol {
			return false
		}
		c.text = m.keep(x.raw)
		number, err := strconv.ParseFloat(c.text, 64)
		if err != nil || !f.Range.spans(number) {
			return false
		}
		c.bits = math.Float64bits(number)
	case Bool:
		switch x.raw.Kind() {
		case 't':
			c.text, c.form, c.bits = "true", truth, 1
		case 'f':
			c.text = "false"
		default:
			return false
		}
	case Time:
		if !x.ascii {
			return false
		}
		c.text = m.keep(x.raw[1 : len(x.raw)-1])
		when, plain := m.time(c.text)
		if !plain || when.IsZero() || !Possible(when) {
			return false
		}
		c.form, c.bits, c.nanos = moment, uint64(when.Unix()), uint32(when.Nanosecond())
	default:
		return false
	}
	c.quiet = !isText(c.form, c.bits, c.text)
	c.asked = c.quiet
	if f.Check == nil {
		return true
	}
	var h held
	c.put(&h, 0)
	return f.Check.Holds(h.value())
}

// texts reads a list of strings of ASCII characters without escapes, and leaves all others to [read]. Its value is quiet
// if no text of it holds a secret.
//
//	["a.md", "b.md"]    it reads
//	["a.md", 7]         it leaves
func (m *memory) texts(f *Field, x *member, isQuiet func(string) bool) (h held, ok bool) {
	if f.Type != Strings || f.Withheld || f.None || f.Enum != nil || f.Check != nil || x.raw.Kind() != '[' {
		return h, false
	}
	var room [16][]byte
	found, rest := room[:0], bytes.TrimLeft(x.raw[1:], blanks)
	for len(rest) > 0 && rest[0] == '"' {
		end := bytes.IndexByte(rest[1:], '"') + 2
		inner, plain := plainText(rest[:end])
		if !plain {
			return h, false
		}
		found = append(found, inner)
		rest = bytes.TrimLeft(rest[end:], blanks)
		if len(rest) > 0 && rest[0] == ',' {
			rest = bytes.TrimLeft(rest[1:], blanks)
		}
	}
	if len(rest) == 0 || rest[0] != ']' {
		return h, false
	}
	list, quiet := make([]string, len(found)), isQuiet != nil
	for i, text := range found {
		list[i] = m.symbol(text)
		quiet = quiet && isQuiet(list[i])
	}
	return held{given: true, more: list, quiet: quiet}, true
}

// blanks is the white space between the parts of a value.
const blanks = " \t\r\n"

// lists reports whether the text is one of the list.
func lists(list []string, text []byte) bool {
	for _, s := range list {
		if s == string(text) {
			return true
		}
	}
	return false
}

// plainInt reads a whole number of at most 15 digits.
func plainInt(raw []byte) (n int64, ok bool) {
	digits := raw
	if len(raw) > 0 && raw[0] == '-' {
		digits = raw[1:]
	}
	if len(digits) == 0 || len(digits) > 15 {
		return 0, false
	}
	for _, c := range digits {
		if !isDigit(c) {
			return 0, false
		}
		n = 10*n + int64(c-'0')
	}
	if len(digits) < len(raw) {
		n = -n
	}
	return n, true
}
