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

// pageRoom is memory that is used for one page after the other, and for some of its values after the others.
type pageRoom struct {
	page   []byte
	levels [2][]int32
	texts  []string
	dict   []int64
	list   []int32 // places of all values of a page

	places [valuesAtOnce]int32
	words  [valuesAtOnce]int64
	floats [valuesAtOnce]float64
	truths [valuesAtOnce]bool
}

// valuesAtOnce is how many rows are read at once: what is made of their values on the way is still near the processor
// then, however many a page has.
const valuesAtOnce = 4096

var pageRooms = sync.Pool{New: func() any { return &pageRoom{} }}

// The encodings of values and of levels that the program writes, as parquet.thrift numbers them.
const (
	plain           = 0
	plainDictionary = 2
	runLengths      = 3
	runDictionary   = 8
)

// pageValues are values of one page that are not null: those of the next rows.
type pageValues struct {
	n      int
	before int    // how many of the page were read
	b      []byte // the values, those that were read are cut off where they are of whole bytes
	places *runs  // the places of the values in a dictionary; nil: b has the values
}

// valuesOf are the values of a page, of which there are some.
func valuesOf(p page, b []byte) (pageValues, error) {
	switch p.encoding {
	case plain:
		return pageValues{b: b}, nil
	case plainDictionary, runDictionary:
	default:
		return pageValues{}, fmt.Errorf("values of encoding %d", p.encoding)
	}
	if len(b) == 0 {
		return pageValues{}, errShort
	}
	if b[0] > 32 {
		return pageValues{}, fmt.Errorf("places of %d bits", b[0])
	}
	return pageValues{places: &runs{b: b[1:], bits: uint(b[0])}}, nil
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

// flat reads a column that is no list. It calls take for the given values of some rows after the others: those of
// which valid says so.
func (l *leafReader) flat(keep bool, valid *bitmap, dictionary func(b []byte, n int) error, take func(rows span, v *pageValues) error) error {
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
		if n, err := given.bitmap(valid, rows, l.rows); err != nil || n == 0 {
			return err
		}
		v, err := valuesOf(p, b)
		for next := (span{to: rows.from}); err == nil && next.to < rows.to; v.before += v.n {
			next = span{next.to, min(next.to+valuesAtOnce, rows.to)}
			if v.n = valid.count(next); v.n > 0 {
				err = take(next, &v)
			}
		}
		return err
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

// at are the places of the next values in a dictionary of so many, in the room.
func (v *pageValues) at(room []int32, size int) ([]int32, error) {
	room = room[:v.n]
	high, err := v.places.fill(room)
	if err != nil {
		return nil, err
	}
	if high >= uint32(size) {
		return nil, fmt.Errorf("value %d of a dictionary of %d", high, size)
	}
	return room, nil
}

// words are values of eight bytes each.
func words(b []byte, into []int64) ([]int64, error) {
	if len(b) < 8*len(into) {
		return nil, errShort
	}
	for i := range into {
		into[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return into, nil
}

// readWords reads a column of values of eight bytes. take gets those of the given rows.
func (l *leafReader) readWords(valid *bitmap, take func(rows span, given []int64)) error {
	room := l.room
	dictionary := func(b []byte, n int) (err error) {
		room.dict = slices.Grow(room.dict[:0], n)
		room.dict, err = words(b, room.dict[:n])
		return err
	}
	return l.flat(false, valid, dictionary, func(rows span, v *pageValues) error {
		given := room.words[:v.n]
		if v.places == nil {
			if _, err := words(v.b, given); err != nil {
				return err
			}
			v.b = v.b[8*v.n:]
		} else {
			places, err := v.at(room.places[:], len(room.dict))
			if err != nil {
				return err
			}
			for i, at := range places {
				given[i] = room.dict[at]
			}
		}
		take(rows, given)
		return nil
	})
}

// texts are so many texts, each behind its length.
func texts(b []byte, n int, into []string) ([]string, error) {
	all := string(b) // they share its bytes
	into = slices.Grow(into[:0], n)
	_, err := eachBytes(b, n, func(from, to int) { into = append(into, all[from:to]) })
	return into, err
}

// eachBytes calls do for where each of n values lies in b, in which each is behind its length, and returns where the
// last of them ends.
func eachBytes(b []byte, n int, do func(from, to int)) (end int, err error) {
	at := 0
	for range n {
		if len(b)-at < 4 {
			return 0, errShort
		}
		size := int64(binary.LittleEndian.Uint32(b[at:]))
		if at += 4; size > int64(len(b)-at) {
			return 0, errShort
		}
		do(at, at+int(size))
		at += int(size)
	}
	return at, nil
}

// bytes are the next values of a page as slices of its bytes, or of those of its dictionary.
func (v *pageValues) bytes(dictionary [][]byte, room *pageRoom) (all [][]byte, err error) {
	if v.places == nil {
		all, end, err := slicesOf(v.b, v.n)
		v.b = v.b[end:]
		return all, err
	}
	places, err := v.at(room.places[:], len(dictionary))
	if err != nil {
		return nil, err
	}
	all = make([][]byte, v.n)
	for i, at := range places {
		all[i] = dictionary[at]
	}
	return all, nil
}

func slicesOf(b []byte, n int) (all [][]byte, end int, err error) {
	all = make([][]byte, 0, min(n, len(b)/4))
	end, err = eachBytes(b, n, func(from, to int) { all = append(all, b[from:to:to]) })
	return all, end, err
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
	texts := 0
	for _, level := range given {
		if level == levelText {
			texts++
		}
	}
	if texts > 0 {
		v, err = valuesOf(p, b)
		v.n = texts
	}
	return given, repeated, v, err
}

// texts are the values of a page of lists.
func (v *pageValues) texts(dictionary []string, room *pageRoom) (all []string, err error) {
	if v.n == 0 {
		return nil, nil
	}
	if v.places == nil {
		return texts(v.b, v.n, nil)
	}
	room.list = slices.Grow(room.list[:0], v.n)[:v.n]
	places, err := v.at(room.list, len(dictionary))
	if err != nil {
		return nil, err
	}
	all = make([]string, v.n)
	for i, at := range places {
		all[i] = dictionary[at]
	}
	return all, nil
}
