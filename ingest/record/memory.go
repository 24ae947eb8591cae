package record

import (
	"encoding/binary"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/zeebo/xxh3"
)

// memory is what the records of a file are made of: records, values and texts are parts of
// larger blocks, since a block costs as much as a single text, and short texts that stand
// on thousands of lines (names, states, kinds) are kept once. One goroutine at a time uses
// it. A block lives as long as something in it is used.
type memory struct {
	records  arena[Record]
	vals     arena[held]
	lists    arena[*Record]
	text     strings.Builder
	symbols  [symbolSlots]string
	cells    [cellSlots]cell
	latest   [latestSlots]cell
	passing  cell       // a value that is not remembered
	scratch  []byte     // at rest between two uses
	scanners []*scanner // at rest
	day      string     // as the last time begins, where it is one in UTC
	dawn     int64      // when that day begins, seconds since 1970
	kinds    map[string]*Kind
	lastName string // of the kind that was asked for last
	lastKind *Kind  // nil: the format has none of that name
	habits   map[*Kind]*habit
	format   *Format // that the kinds are of
}

const (
	recordBlock = 256 // records
	valueBlock  = 2048
	textBlock   = 32 << 10
	symbolSlots = 2048
	maxSymbol   = 64 // bytes of a text that is kept once
	listBlock   = 1024
)

var memories = sync.Pool{New: func() any {
	return &memory{records: arena[Record]{stock: &recordStock}, vals: arena[held]{stock: &valueStock}, lists: arena[*Record]{stock: &listStock}}
}}

// Blocks that nobody uses.
var recordStock, valueStock, listStock sync.Pool

// mixed tells most texts apart by their lengths and their first and last eight bytes.
func mixed(text []byte) uint32 {
	n := len(text)
	var first, last uint64
	switch {
	case n >= 8:
		first, last = binary.LittleEndian.Uint64(text), binary.LittleEndian.Uint64(text[n-8:])
	case n >= 4:
		first, last = uint64(binary.LittleEndian.Uint32(text)), uint64(binary.LittleEndian.Uint32(text[n-4:]))
	case n > 0:
		first = uint64(text[0]) | uint64(text[n/2])<<8 | uint64(text[n-1])<<16
	}
	h := (first ^ uint64(n)) * 0x9e3779b97f4a7c15
	h = (h ^ h>>32 ^ last) * 0xc2b2ae3d27d4eb4f
	return uint32(h >> 32)
}

// workspace is where the records of a file are made while it is read.
type workspace struct {
	mem  *memory
	left *remains // nil: nothing
}

// remains are blocks that hold what was made of a file, and what was made of others.
type remains struct {
	records []*block[Record]
	vals    []*block[held]
	lists   []*block[*Record]
}

// memory is what its records are made of. Whoever reads a file gives it back at the end with
// release or reuse.
func (w *workspace) memory() *memory {
	if w.mem == nil {
		w.mem = memories.Get().(*memory)
	}
	return w.mem
}

// release gives the memory back. The records that were made in it stay in use: until they are dropped, if
// they are going to be.
func (w *workspace) release(dropped bool) {
	if w.mem == nil {
		return
	}
	left := remains{w.mem.records.leave(), w.mem.vals.leave(), w.mem.lists.leave()}
	memories.Put(w.mem)
	if w.mem = nil; dropped {
		w.left = &left
	}
}

// drop says that nobody uses the records any more that were made before the last release: those of
// other files take their place.
func (w *workspace) drop() {
	if w.left != nil {
		giveBack(&recordStock, w.left.records)
		giveBack(&valueStock, w.left.vals)
		giveBack(&listStock, w.left.lists)
		w.left = nil
	}
}

// reuse gives the memory back when nobody uses the records any more that were made in it: the
// next ones take their place.
func (w *workspace) reuse() {
	if w.mem != nil {
		w.mem.records.reset()
		w.mem.vals.reset()
		w.mem.lists.reset()
		memories.Put(w.mem)
		w.mem = nil
	}
}

// record is a new record without values. It is set part by part: one that is made as a whole first is copied at the
// cost of waiting for its parts.
func (m *memory) record(kind *Kind, name string, in *File, line int64) *Record {
	r := &m.records.take(1, recordBlock)[0]
	r.Kind, r.Name, r.File, r.Line = kind, name, in, line
	r.At, r.Extra, r.Fate, r.quiet = time.Time{}, "", Kept, false
	r.Column, r.Sum, r.vals = 0, xxh3.Uint128{}, nil
	return r
}

// values has room for n values.
func (m *memory) values(n int) []held {
	if n > valueBlock/8 {
		return make([]held, 0, n)
	}
	return m.vals.take(n, valueBlock)[:0]
}

// list is the records as a list of its own.
func (m *memory) list(records []*Record) []*Record {
	if len(records) > listBlock/8 {
		return slices.Clone(records)
	}
	list := m.lists.take(len(records), listBlock)
	copy(list, records)
	return list
}

// scanner is one that is not at work. It is given back with rest.
func (m *memory) scanner() *scanner {
	if n := len(m.scanners); n > 0 {
		s := m.scanners[n-1]
		m.scanners = m.scanners[:n-1]
		return s
	}
	return &scanner{}
}

// rest gives the scanner back; the members that it returned must not be used after.
func (m *memory) rest(s *scanner) {
	s.rest()
	m.scanners = append(m.scanners, s)
}

// keep is the text as a string.
func (m *memory) keep(text []byte) string {
	if len(text) > textBlock/8 {
		return string(text)
	}
	from := m.room(len(text))
	m.text.Write(text)
	return m.text.String()[from:]
}

// keepPart is the text without what it is a part of, which may be all of a file.
func (m *memory) keepPart(text string) string {
	if len(text) > textBlock/8 {
		return strings.Clone(text)
	}
	from := m.room(len(text))
	m.text.WriteString(text)
	return m.text.String()[from:]
}

// room makes room for n bytes of text, and is where it begins.
func (m *memory) room(n int) int {
	if m.text.Cap()-m.text.Len() < n {
		m.text = strings.Builder{}
		m.text.Grow(textBlock)
	}
	return m.text.Len()
}

// symbol is the text as a string, mostly the same one for equal short texts.
func (m *memory) symbol(text []byte) string {
	if len(text) == 0 || len(text) > maxSymbol {
		return m.keep(text)
	}
	s := &m.symbols[mixed(text)%symbolSlots]
	if *s != string(text) {
		*s = m.keep(text)
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
	} else if name == m.lastName {
		return m.lastKind
	}
	k, known := m.kinds[name]
	if !known {
		if len(m.kinds) >= maxKinds {
			clear(m.kinds)
		}
		k = Find(format.Kinds, name)
		m.kinds[name] = k
	}
	m.lastName, m.lastKind = name, k
	return k
}

// maxKinds is how many names of kinds are remembered; a log may make up a name a line.
const maxKinds = 1024
