package table

import (
	"encoding/binary"
	"errors"
	"fmt"
)

// The footer of a Parquet file is a structure in Thrift's compact protocol, and so is the header
// of each page. They are walked through here rather than read into values, which costs ten times
// as much, and most files are small.
//
//	0x15 0x04    field 1, an integer: 2
//	0x19 0x2c …  field 2, a list of two structures
//	0x00         the end

// thriftType is how a value is encoded.
type thriftType byte

const (
	thriftTrue   thriftType = 1
	thriftFalse  thriftType = 2
	thriftByte   thriftType = 3
	thriftInt16  thriftType = 4
	thriftInt32  thriftType = 5
	thriftInt64  thriftType = 6
	thriftDouble thriftType = 7
	thriftBinary thriftType = 8
	thriftList   thriftType = 9
	thriftSet    thriftType = 10
	thriftMap    thriftType = 11
	thriftStruct thriftType = 12
)

// thriftDepth is how deep values may lie in each other. Those of a footer lie in five others.
const thriftDepth = 16

// errThrift is a structure that is damaged. The walker panics with it.
var errThrift = errors.New("a structure is damaged")

// thriftWalker walks through a structure.
type thriftWalker struct {
	b     []byte
	at    int
	depth int
}

// walk calls do, whose walker panics where the bytes are damaged.
func walk(do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", errThrift, p)
		}
	}()
	do()
	return nil
}

func (w *thriftWalker) byte() byte {
	w.at++
	return w.b[w.at-1]
}

func (w *thriftWalker) number() uint64 {
	v, n := binary.Uvarint(w.b[w.at:])
	if n <= 0 {
		panic("a number that does not end")
	}
	w.at += n
	return v
}

func (w *thriftWalker) integer() int64 {
	v := w.number()
	return int64(v>>1) ^ -int64(v&1)
}

// short is the value of a field of 32 bits.
func (w *thriftWalker) short(of thriftType) int32 {
	v := w.integer()
	if of != thriftInt32 || v != int64(int32(v)) {
		panic("no number of 32 bits")
	}
	return int32(v)
}

// pass passes over so many bytes.
func (w *thriftWalker) pass(n uint64) {
	if n > uint64(len(w.b)-w.at) {
		panic("a text beyond the end")
	}
	w.at += int(n)
}

// list is the type of the elements of a list and how many they are.
func (w *thriftWalker) list() (of thriftType, n int) {
	h := w.byte()
	size := uint64(h >> 4)
	if size == 15 {
		size = w.number()
	}
	if size > uint64(len(w.b)-w.at) { // each has a byte or more
		panic("a list beyond the end")
	}
	return thriftType(h & 15), int(size)
}

// fields calls do for each field of a structure, which has to walk over its value.
func (w *thriftWalker) fields(do func(id int64, of thriftType)) {
	w.deeper()
	for id := int64(0); ; {
		h := w.byte()
		if h == 0 {
			break
		}
		if delta := h >> 4; delta > 0 {
			id += int64(delta)
		} else {
			id = w.integer()
		}
		do(id, thriftType(h&15))
	}
	w.depth--
}

func (w *thriftWalker) deeper() {
	if w.depth++; w.depth > thriftDepth {
		panic("values too deep in each other")
	}
}

// end expects that nothing follows.
func (w *thriftWalker) end() {
	if w.at != len(w.b) {
		panic("more than a structure")
	}
}

// skip walks over a value, of a field or of a list.
func (w *thriftWalker) skip(of thriftType, inList bool) {
	switch of {
	case thriftTrue, thriftFalse:
		if inList { // that of a field stands in its type
			w.pass(1)
		}
	case thriftByte:
		w.pass(1)
	case thriftInt16, thriftInt32, thriftInt64:
		w.number()
	case thriftDouble:
		w.pass(8)
	case thriftBinary:
		w.pass(w.number())
	case thriftList, thriftSet:
		w.deeper()
		of, n := w.list()
		for range n {
			w.skip(of, true)
		}
		w.depth--
	case thriftMap:
		w.deeper()
		if n := w.number(); n > 0 {
			types := w.byte()
			for ; n > 0; n-- {
				w.skip(thriftType(types>>4), true)
				w.skip(thriftType(types&15), true)
			}
		}
		w.depth--
	case thriftStruct:
		w.fields(func(_ int64, of thriftType) { w.skip(of, false) })
	default:
		panic("a value of no type")
	}
}

// thriftWriter writes a structure.
type thriftWriter struct {
	b    []byte
	last int64 // id of the field that was written last
}

// field begins a field.
func (w *thriftWriter) field(id int64, of thriftType) {
	if delta := id - w.last; delta > 0 && delta < 16 {
		w.b = append(w.b, byte(delta)<<4|byte(of))
	} else {
		w.b = append(w.b, byte(of))
		w.integer(id)
	}
	w.last = id
}

func (w *thriftWriter) integer(v int64) { w.b = binary.AppendUvarint(w.b, uint64(v<<1)^uint64(v>>63)) }

// list begins a list of so many structures.
func (w *thriftWriter) list(structs int) {
	if structs < 15 {
		w.b = append(w.b, byte(structs)<<4|byte(thriftStruct))
		return
	}
	w.b = binary.AppendUvarint(append(w.b, 15<<4|byte(thriftStruct)), uint64(structs))
}

// inside writes a structure in the one that is written.
func (w *thriftWriter) inside(write func()) {
	last := w.last
	w.last = 0
	write()
	w.b, w.last = append(w.b, 0), last
}
