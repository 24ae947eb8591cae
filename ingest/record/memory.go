package record

import (
	"hash/maphash"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// memory is what the records of a file are made of: records, values and texts are parts of
// larger blocks, since a block costs as much as a single text, and short texts that stand
// on thousands of lines (names, states, kinds) are kept once. One goroutine at a time uses
// it. A block lives as long as something in it is used.
type memory struct {
	records arena[Record]
	vals    arena[held]
	text    strings.Builder
	symbols [symbolSlots]symbol
	scratch []byte             // at rest between two uses
	last    [lastFields]symbol // of each field, by its place in its kind
	stamp   string             // the last time that was read, as written
	when    time.Time          // which instant it is
	keeps   *Check             // a rule that it keeps
	day     string             // as stamp begins, where it is a time in UTC
	dawn    int64              // when that day begins, seconds since 1970
	kinds   map[string]*Kind
	habits  map[*Kind]*habit
	format  *Format // that the kinds are of
}

const (
	recordBlock = 256 // records
	valueBlock  = 2048
	textBlock   = 32 << 10
	symbolSlots = 2048
	maxSymbol   = 64 // bytes of a text that is kept once
	lastFields  = 32
)

var memories = sync.Pool{New: func() any { return &memory{} }}

var symbolSeed = maphash.MakeSeed() // changes which texts are kept twice, and nothing else

// workspace is where the records of a file are made while it is read.
type workspace struct{ mem *memory }

// memory is what its records are made of. Whoever reads a file gives it back at the end with
// release or reuse.
func (w *workspace) memory() *memory {
	if w.mem == nil {
		w.mem = memories.Get().(*memory)
	}
	return w.mem
}

// release gives the memory back. The records that were made in it stay in use.
func (w *workspace) release() {
	if w.mem != nil {
		w.mem.records.leave()
		w.mem.vals.leave()
		memories.Put(w.mem)
		w.mem = nil
	}
}

// reuse gives the memory back when nobody uses the records any more that were made in it: the
// next ones take their place.
func (w *workspace) reuse() {
	if w.mem != nil {
		w.mem.records.reset()
		w.mem.vals.reset()
		memories.Put(w.mem)
		w.mem = nil
	}
}

// record is a new record, which has to be set as a whole.
func (m *memory) record() *Record { return &m.records.take(1, recordBlock)[0] }

// values has room for n values.
func (m *memory) values(n int) []held {
	if n > valueBlock/8 {
		return make([]held, 0, n)
	}
	return m.vals.take(n, valueBlock)[:0]
}

// keep is the text as a string.
func (m *memory) keep(text []byte) string {
	if len(text) > textBlock/8 {
		return string(text)
	}
	if m.text.Cap()-m.text.Len() < len(text) {
		m.text = strings.Builder{}
		m.text.Grow(textBlock)
	}
	from := m.text.Len()
	m.text.Write(text)
	return m.text.String()[from:]
}

// symbol is a short text, and what was seen of it.
type symbol struct {
	text  string
	quiet bool   // it holds no secret
	keeps *Check // a rule that it keeps; nil: none is known
}

// symbol is the text as a string, mostly the same one for equal short texts.
func (m *memory) symbol(text []byte) string { return m.intern(text, nil).text }

// intern is the text as a symbol. isQuiet tells whether it holds no secret; nil: not asked.
func (m *memory) intern(text []byte, isQuiet func(string) bool) symbol {
	if len(text) == 0 || len(text) > maxSymbol {
		kept := m.keep(text)
		return symbol{text: kept, quiet: isQuiet != nil && isQuiet(kept)}
	}
	s := &m.symbols[maphash.Bytes(symbolSeed, text)%symbolSlots]
	if s.text != string(text) {
		*s = symbol{text: m.keep(text)}
	}
	if !s.quiet && isQuiet != nil {
		s.quiet = isQuiet(s.text)
	}
	return *s
}

// unquote is the text of a JSON string.
func (m *memory) unquote(raw jsontext.Value) string {
	if inner, plain := plainText(raw); plain {
		return m.symbol(inner)
	}
	return strictText(raw)
}

// again is intern for the value of a field, which often is that of the record before.
func (m *memory) again(field int, text []byte, isQuiet func(string) bool) symbol {
	if field >= lastFields || len(text) > maxSymbol {
		return m.intern(text, isQuiet)
	}
	if s := &m.last[field]; s.text != string(text) || !s.quiet && isQuiet != nil {
		*s = m.intern(text, isQuiet)
	}
	return m.last[field]
}

// time is the instant that the text of a time says, as parseTime reads it, and the text as
// a string.
func (m *memory) time(text []byte) (when time.Time, kept string, plain bool) {
	if string(text) == m.stamp {
		return m.when, m.stamp, true
	}
	kept = m.keep(text)
	when, plain = m.clock(kept)
	if !plain {
		var dev deviation
		when, dev, plain = parseTime(kept)
		plain = plain && dev == ""
		m.day = ""
		if plain && len(kept) > 11 && kept[10] == 'T' && kept[len(kept)-1] == 'Z' {
			m.day, m.dawn = kept[:11], when.Truncate(24*time.Hour).Unix()
		}
	}
	if plain {
		m.stamp, m.when, m.keeps = kept, when, nil
	}
	return when, kept, plain
}

// clock reads a time of the same day as the one before, as 10:00:00.250Z behind the T.
func (m *memory) clock(text string) (when time.Time, ok bool) {
	if m.day == "" || len(text) < 20 || text[:11] != m.day || text[len(text)-1] != 'Z' || text[13] != ':' || text[16] != ':' {
		return when, false
	}
	h, hour := twoDigits(text[11:13], 24)
	n, minute := twoDigits(text[14:16], 60)
	s, second := twoDigits(text[17:19], 60)
	nanos, fraction := fractionOf(text[19 : len(text)-1])
	if !hour || !minute || !second || !fraction {
		return when, false
	}
	return time.Unix(m.dawn+3600*h+60*n+s, nanos).UTC(), true
}

// twoDigits reads two digits that are below the limit.
func twoDigits(s string, limit int64) (n int64, ok bool) {
	n = 10*int64(s[0]-'0') + int64(s[1]-'0')
	return n, isDigit(s[0]) && isDigit(s[1]) && n < limit
}

// fractionOf reads the fraction of a second, as .25, in nanoseconds; 0 for "".
func fractionOf(s string) (nanos int64, ok bool) {
	if s == "" {
		return 0, true
	}
	if s[0] != '.' || len(s) < 2 || len(s) > 10 {
		return 0, false
	}
	for i := range 9 {
		nanos *= 10
		if i+1 < len(s) {
			if !isDigit(s[i+1]) {
				return 0, false
			}
			nanos += int64(s[i+1] - '0')
		}
	}
	return nanos, true
}

// setScratch keeps the buffer for another use, unless it is a large one.
func (m *memory) setScratch(b []byte) {
	if cap(b) <= maxReused {
		m.scratch = b[:0]
	}
}

// kind is the format's kind of that name, nil where it has none.
func (m *memory) kind(format *Format, name string) *Kind {
	if m.format != format {
		m.format, m.kinds = format, map[string]*Kind{}
	}
	k, known := m.kinds[name]
	if !known {
		if len(m.kinds) >= maxKinds {
			clear(m.kinds)
		}
		k = Find(format.Kinds, name)
		m.kinds[name] = k
	}
	return k
}

// maxKinds is how many names of kinds are remembered; a log may make up a name a line.
const maxKinds = 1024
