package record

import (
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
)

// plain reads a value that is written just as its field declares it. It gives up, and
// leaves the value to [read] and the checks after it, where there is anything to say or to
// decide: another type, an escape, an unlisted or misspelled word, a number out of range.
// isQuiet is as File.Quiet. at is the field's place in its kind; ascii says that raw is a
// string of ASCII characters without escapes.
func (m *memory) plain(f *Field, at int, raw jsontext.Value, ascii bool, isQuiet func(string) bool) (h held, ok bool) {
	if f.Withheld || f.None {
		return h, false
	}
	h.given = true
	var kept **Check // where it is noted that a value keeps a rule
	switch f.Type {
	case String:
		if !ascii {
			return h, false
		}
		text := raw[1 : len(raw)-1]
		s := m.again(at, text, isQuiet)
		h.text, h.quiet = s.text, s.quiet
		if at < lastFields && len(text) <= maxSymbol {
			kept = &m.last[at].keeps
		}
		if f.Enum != nil && !slices.Contains(f.Enum, h.text) {
			return h, false
		}
	case Int:
		n, plain := plainInt(raw)
		if x := float64(n); !plain || f.Range != nil && (x < f.Range.Min || x > f.Range.Max) {
			return h, false
		}
		s := m.again(at, raw, isQuiet)
		h.text, h.quiet = s.text, s.quiet
		if n != 0 {
			h.form, h.bits = whole, uint64(n)
		}
	case Float:
		if raw.Kind() != '0' || len(raw) > maxSymbol {
			return h, false
		}
		s := m.intern(raw, isQuiet)
		x, err := strconv.ParseFloat(s.text, 64)
		if err != nil || f.Range != nil && (x < f.Range.Min || x > f.Range.Max) {
			return h, false
		}
		h = hold(0, Value{Given: true, Text: s.text, Num: x})
		h.quiet = s.quiet
	case Bool:
		switch raw.Kind() {
		case 't':
			h.text, h.form, h.bits = "true", truth, 1
		case 'f':
			s := m.intern(raw, isQuiet)
			h.text, h.quiet = s.text, s.quiet
		default:
			return h, false
		}
	case Time:
		if !ascii {
			return h, false
		}
		when, text, plain := m.time(raw[1 : len(raw)-1])
		if !plain || when.IsZero() || !Possible(when) {
			return h, false
		}
		h.text = text
		h.form, h.bits, h.nanos = moment, uint64(when.Unix()), uint32(when.Nanosecond())
		kept = &m.keeps
	default:
		return h, false
	}
	switch {
	case f.Check == nil, kept != nil && *kept == f.Check:
		return h, true
	case !f.Check.Holds(h.value()):
		return h, false
	case kept != nil:
		*kept = f.Check
	}
	return h, true
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
