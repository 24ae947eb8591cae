package record

import (
	"bytes"
	"strconv"

	"github.com/zeebo/xxh3"
)

// cell is a value of a field as it was read once. Most values of a log stand on thousands of
// lines, and what was found out about one holds for all of them. Example: "from":"ready".
type cell struct {
	field *Field // as it was declared; nil: the cell is free
	key   string // as it is written, which may be another than the documented one
	raw   string
	held  held         // if it is quiet, it has no secret, or no text
	asked bool         // it is known whether the value is quiet
	sum   xxh3.Uint128 // of the key and the value
}

// Values of most fields come again after any number of others. Times and fractions mostly differ
// from all before, so only the last one of each field is remembered.
const (
	cellSlots   = 1024
	latestSlots = 64
	maxCell     = maxSymbol + 2 // bytes of a value that is remembered, with its quotes
)

// cell is where a value of the field is remembered.
func (m *memory) cell(f *Field, raw []byte) *cell {
	switch {
	case len(raw) > maxCell:
		return &m.passing
	case f.Type == Time || f.Type == Float:
		return &m.latest[f.number%latestSlots]
	}
	return &m.cells[(mixed(raw)^f.number)%cellSlots]
}

// plain reads a value that is written just as its field declares it. It gives up, and
// leaves the value to [read] and the checks after it, where there is anything to say or to
// decide: another type, an escape, an unlisted or misspelled word, a number out of range.
// isQuiet is as File.Quiet. The cell is valid until the next value is read.
func (m *memory) plain(f *Field, x *member, isQuiet func(string) bool) (c *cell, ok bool) {
	c = m.cell(f, x.raw)
	if c.field != f.origin || c.key != x.key || c.raw != string(x.raw) {
		h, kept, ok := m.read(f, x)
		if !ok {
			return nil, false
		}
		c.held, c.sum, c.asked = h, m.hash(x), h.quiet
		if c != &m.passing {
			c.field, c.key, c.raw = f.origin, x.key, kept
		}
	}
	if !c.asked && isQuiet != nil {
		c.held.quiet, c.asked = isQuiet(c.held.text), true
	}
	return c, true
}

// read is plain for a value that is not remembered. kept is the value as a string.
func (m *memory) read(f *Field, x *member) (h held, kept string, ok bool) {
	if f.Withheld || f.None {
		return h, "", false
	}
	h.given = true
	switch f.Type {
	case String:
		if !x.ascii || f.Enum != nil && !lists(f.Enum, x.raw[1:len(x.raw)-1]) {
			return h, "", false
		}
		kept = m.keep(x.raw)
		h.text = kept[1 : len(kept)-1]
	case Int:
		n, plain := plainInt(x.raw)
		if !plain || !f.Range.spans(float64(n)) {
			return h, "", false
		}
		kept = m.keep(x.raw)
		h.text = kept
		if n != 0 {
			h.form, h.bits = whole, uint64(n)
		}
	case Float:
		if x.raw.Kind() != '0' || len(x.raw) > maxSymbol {
			return h, "", false
		}
		kept = m.keep(x.raw)
		number, err := strconv.ParseFloat(kept, 64)
		if err != nil || !f.Range.spans(number) {
			return h, "", false
		}
		h = hold(0, Value{Given: true, Text: kept, Num: number})
	case Bool:
		switch x.raw.Kind() {
		case 't':
			h.text, h.form, h.bits = "true", truth, 1
		case 'f':
			h.text = "false"
		default:
			return h, "", false
		}
		kept = h.text
	case Time:
		if !x.ascii {
			return h, "", false
		}
		kept = m.keep(x.raw)
		h.text = kept[1 : len(kept)-1]
		when, plain := m.time(h.text)
		if !plain || when.IsZero() || !Possible(when) {
			return h, "", false
		}
		h.form, h.bits, h.nanos = moment, uint64(when.Unix()), uint32(when.Nanosecond())
	default:
		return h, "", false
	}
	h.quiet = !h.isText()
	return h, kept, f.Check == nil || f.Check.Holds(h.value())
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
