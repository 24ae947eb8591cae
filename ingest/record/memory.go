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
	records []Record
	vals    []held
	text    strings.Builder
	symbols [symbolSlots]symbol
	scratch []byte    // at rest between two uses
	stamp   string    // the last time that was read, as written
	when    time.Time // which instant it is
	kinds   map[string]*Kind
	format  *Format // that the kinds are of
}

const (
	recordBlock = 256
	valueBlock  = 2048
	textBlock   = 32 << 10
	symbolSlots = 2048
	maxSymbol   = 64 // bytes of a text that is kept once
)

var memories = sync.Pool{New: func() any { return &memory{} }}

var symbolSeed = maphash.MakeSeed() // changes which texts are kept twice, and nothing else

// memory is where the file's records are made. Whoever reads a file gives it back at the
// end with release.
func (f *File) memory() *memory {
	if f.mem == nil {
		f.mem = memories.Get().(*memory)
	}
	return f.mem
}

func (f *File) release() {
	if f.mem != nil {
		memories.Put(f.mem)
		f.mem = nil
	}
}

// record is a new record.
func (m *memory) record() *Record {
	if len(m.records) == 0 {
		m.records = make([]Record, recordBlock)
	}
	r := &m.records[0]
	m.records = m.records[1:]
	return r
}

// values has room for n values.
func (m *memory) values(n int) []held {
	if n > valueBlock/8 {
		return make([]held, 0, n)
	}
	if len(m.vals) < n {
		m.vals = make([]held, valueBlock)
	}
	v := m.vals[:0:n]
	m.vals = m.vals[n:]
	return v
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

// symbol is a short text, and whether it was seen to hold no secret.
type symbol struct {
	text  string
	quiet bool
}

// symbol is the text as a string, mostly the same one for equal short texts.
func (m *memory) symbol(text []byte) string { return m.intern(text, nil).text }

// intern is the text as a symbol. isQuiet tells whether it holds no secret; nil: not asked.
func (m *memory) intern(text []byte, isQuiet func(string) bool) symbol {
	if len(text) == 0 || len(text) > maxSymbol {
		kept := m.keep(text)
		return symbol{kept, isQuiet != nil && isQuiet(kept)}
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

// time is the instant that the text of a time says, as parseTime reads it.
func (m *memory) time(text string) (when time.Time, dev deviation, ok bool) {
	if text == m.stamp {
		return m.when, "", true
	}
	when, dev, ok = parseTime(text)
	if ok && dev == "" {
		m.stamp, m.when = text, when
	}
	return when, dev, ok
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
