package table

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
)

// leafReader reads the values of one column from all groups of rows of a part.
type leafReader struct {
	part *partPages
	leaf int // its number among the leaves of the schema
	rows int
	room *pageRoom
}

// pageRoom is memory that is used for one page after the other.
type pageRoom struct {
	page   []byte
	levels [2][]int32
	places []int32
	words  []uint64
	dict   pageWords
	texts  []string
}

var pageRooms = sync.Pool{New: func() any { return &pageRoom{} }}

// The encodings of values and of levels that the program writes, as parquet.thrift numbers them.
const (
	plain           = 0
	plainDictionary = 2
	runLengths      = 3
	runDictionary   = 8
)

// pageValues are the values of one page that are not null.
type pageValues struct {
	n          int
	b          []byte
	dictionary bool // they are places in a dictionary
}

// errShort is a page that ends before its values do.
var errShort = errors.New("a page that ends too soon")

// each calls dictionary at the start of each group of rows, with nothing, and for the dictionary
// of the group, with how many values it has, and data for each page of values, in order. keep says that the bytes are kept: else they are
// only valid during the call.
func (l *leafReader) each(keep bool, dictionary func(b []byte, n int) error, data func(p page, b []byte) error) error {
	for g := range l.part.rows {
		if err := dictionary(nil, 0); err != nil { // not that of the group before, nor of another column
			return err
		}
		for i, p := range l.part.of(g, l.leaf) {
			b, err := l.unpack(p, keep)
			if err != nil {
				return err
			}
			switch {
			case p.kind == dataPage:
				err = data(p, b)
			case i > 0:
				err = errors.New("a dictionary behind values")
			case p.encoding != plain && p.encoding != plainDictionary:
				err = fmt.Errorf("a dictionary of encoding %d", p.encoding)
			default:
				err = dictionary(b, int(p.values))
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// unpack is what the page holds. Its header is not believed: a page that holds more, or less, is
// damaged.
func (l *leafReader) unpack(p page, keep bool) ([]byte, error) {
	b, size := p.body, int(p.uncompressed)
	var err error
	switch {
	case p.packed && keep:
		b, err = unpackPage(make([]byte, size), b)
	case p.packed:
		l.room.page = slices.Grow(l.room.page[:0], size)
		b, err = unpackPage(l.room.page[:size], b)
	case keep: // else the values would hold on to the whole file
		b = bytes.Clone(b)
	}
	if err == nil && len(b) != size {
		err = fmt.Errorf("a page of %d bytes, its header says %d", len(b), size)
	}
	return b, err
}

// levelRuns takes the levels that b begins with, of so many bits each.
func levelRuns(b []byte, encoding int32, bits uint) (r *runs, rest []byte, err error) {
	if encoding != runLengths {
		return nil, nil, fmt.Errorf("levels of encoding %d", encoding)
	}
	if len(b) < 4 {
		return nil, nil, errShort
	}
	n := int64(binary.LittleEndian.Uint32(b))
	if b = b[4:]; n > int64(len(b)) {
		return nil, nil, errShort
	}
	return &runs{b: b[:n], bits: bits}, b[n:], nil
}

// flat reads a column that is no list. It calls take for the given values of each page that has
// any: they belong to the rows of valid from one row up to another.
func (l *leafReader) flat(keep bool, valid *bitmap, dictionary func(b []byte, n int) error, take func(rows span, v pageValues) error) error {
	row := 0
	err := l.each(keep, dictionary, func(p page, b []byte) error {
		rows := span{row, row + int(p.values)}
		if row = rows.to; row > l.rows {
			return nil // whole tells
		}
		given, b, err := levelRuns(b, p.given, 1)
		if err != nil {
			return err
		}
		v := pageValues{b: b, dictionary: p.encoding == plainDictionary || p.encoding == runDictionary}
		if v.n, err = given.bitmap(valid, rows, l.rows); err != nil || v.n == 0 {
			return err
		}
		if !v.dictionary && p.encoding != plain {
			return fmt.Errorf("values of encoding %d", p.encoding)
		}
		return take(rows, v)
	})
	return errors.Join(err, l.whole(row))
}

// whole refuses a column that has other rows than the part.
func (l *leafReader) whole(rows int) error {
	if rows != l.rows {
		return fmt.Errorf("%d rows, not %d", rows, l.rows)
	}
	return nil
}

// places are the places of the values, of which there is one, in a dictionary of so many.
func (v pageValues) places(room []int32, size int) ([]int32, error) {
	if len(v.b) == 0 {
		return nil, errShort
	}
	if v.b[0] > 32 {
		return nil, fmt.Errorf("places of %d bits", v.b[0])
	}
	room = slices.Grow(room[:0], v.n)[:v.n]
	high, err := (&runs{b: v.b[1:], bits: uint(v.b[0])}).fill(room)
	if err != nil {
		return nil, err
	}
	if high >= uint32(size) {
		return nil, fmt.Errorf("value %d of a dictionary of %d", high, size)
	}
	return room, nil
}

// words are values of eight bytes each.
func words(b []byte, n int, into []uint64) ([]uint64, error) {
	if len(b) < 8*n {
		return nil, errShort
	}
	into = slices.Grow(into[:0], n)[:n]
	for i := range into {
		into[i] = binary.LittleEndian.Uint64(b[8*i:])
	}
	return into, nil
}

// pageWords are the given values of a page, of eight bytes each.
type pageWords struct {
	words     []uint64
	low, high int64   // of the words as integers, and 0
	places    []int32 // in words, of each value; nil: words are the values
}

// read makes the words those of the bytes.
func (w *pageWords) read(b []byte, n int) (err error) {
	w.words, err = words(b, n, w.words)
	w.low, w.high = 0, 0
	for _, v := range w.words {
		w.low, w.high = min(w.low, int64(v)), max(w.high, int64(v))
	}
	return err
}

// each are the values one by one, in the room where they are places.
func (w pageWords) each(room *pageRoom) []uint64 {
	if w.places == nil {
		return w.words
	}
	room.words = slices.Grow(room.words[:0], len(w.places))[:len(w.places)]
	for i, at := range w.places {
		room.words[i] = w.words[at]
	}
	return room.words
}

// readWords reads a column of values of eight bytes. take gets those of the given rows, and may write over
// the places.
func (l *leafReader) readWords(valid *bitmap, take func(rows span, given pageWords)) error {
	room := l.room
	return l.flat(false, valid, func(b []byte, n int) (err error) {
		return room.dict.read(b, n)
	}, func(rows span, v pageValues) (err error) {
		given := room.dict
		if v.dictionary {
			room.places, err = v.places(room.places, len(given.words))
			given.places = room.places
		} else {
			given = pageWords{words: room.words}
			err = given.read(v.b, v.n)
			room.words = given.words
		}
		if err == nil {
			take(rows, given)
		}
		return err
	})
}

// texts are so many texts, each behind its length.
func texts(b []byte, n int, into []string) ([]string, error) {
	all := string(b) // they share its bytes
	into = slices.Grow(into[:0], n)
	err := eachBytes(b, n, func(from, to int) { into = append(into, all[from:to]) })
	return into, err
}

// eachBytes calls do for where each of n values lies in b, in which each is behind its length.
func eachBytes(b []byte, n int, do func(from, to int)) error {
	at := 0
	for range n {
		if len(b)-at < 4 {
			return errShort
		}
		size := int64(binary.LittleEndian.Uint32(b[at:]))
		if at += 4; size > int64(len(b)-at) {
			return errShort
		}
		do(at, at+int(size))
		at += int(size)
	}
	return nil
}

// bytes are the values of a page as slices of its bytes, or of those of its dictionary.
func (v pageValues) bytes(dictionary [][]byte, room *pageRoom) (all [][]byte, err error) {
	if !v.dictionary {
		return slicesOf(v.b, v.n)
	}
	if room.places, err = v.places(room.places, len(dictionary)); err != nil {
		return nil, err
	}
	all = make([][]byte, v.n)
	for i, at := range room.places {
		all[i] = dictionary[at]
	}
	return all, nil
}

func slicesOf(b []byte, n int) (all [][]byte, err error) {
	all = make([][]byte, 0, min(n, len(b)/4))
	err = eachBytes(b, n, func(from, to int) { all = append(all, b[from:to:to]) })
	return all, err
}

// entries are the levels of a page of lists, and the values of those that are texts.
func (l *leafReader) entries(p page, b []byte) (given, repeated []int32, v pageValues, err error) {
	n := int(p.values)
	for i, of := range []struct {
		encoding int32
		bits     uint
	}{{p.repeated, 1}, {p.given, 2}} {
		var r *runs
		if r, b, err = levelRuns(b, of.encoding, of.bits); err != nil {
			return nil, nil, v, err
		}
		l.room.levels[i] = slices.Grow(l.room.levels[i][:0], n)[:n]
		if _, err := r.fill(l.room.levels[i]); err != nil {
			return nil, nil, v, err
		}
	}
	repeated, given = l.room.levels[0], l.room.levels[1]
	for _, level := range given {
		if level == levelText {
			v.n++
		}
	}
	v.b, v.dictionary = b, p.encoding == plainDictionary || p.encoding == runDictionary
	if v.n > 0 && !v.dictionary && p.encoding != plain {
		err = fmt.Errorf("values of encoding %d", p.encoding)
	}
	return given, repeated, v, err
}

// texts are the values of a page that are places in a dictionary.
func (v pageValues) texts(dictionary []string, room *pageRoom) (all []string, err error) {
	if v.n == 0 {
		return nil, nil
	}
	if room.places, err = v.places(room.places, len(dictionary)); err != nil {
		return nil, err
	}
	all = make([]string, v.n)
	for i, at := range room.places {
		all[i] = dictionary[at]
	}
	return all, nil
}
