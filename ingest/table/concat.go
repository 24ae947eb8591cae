package table

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// magic begins and ends a Parquet file.
const magic = "PAR1"

// Concat is one Parquet file with the rows of several of one table, in their order. Columns
// are copied as they are encoded: only the footer is written anew, in which each group of rows
// says where its columns begin. The files are as Encode makes them, and the caller has checked
// that they are as they were written. The error is ErrTooLarge where Read would not take the
// file: what a part may hold follows from its length, and each has a mebibyte besides.
func Concat(parts [][]byte) (whole []byte, err error) {
	if len(parts) == 0 {
		return nil, errors.New("no part")
	}
	size := 0
	for _, p := range parts {
		size += len(p)
	}
	sum := footerSum{groups: thriftWriter{b: make([]byte, 0, size/8)}}
	out := append(make([]byte, 0, size), magic...)
	for _, p := range parts {
		end, err := footerAt(p)
		if err != nil {
			return nil, err
		}
		if err := walk(func() { sum.add(p[end:len(p)-footerTail], int64(len(out)-len(magic)), int64(end)) }); err != nil {
			return nil, err
		}
		out = append(out, p[len(magic):end]...)
	}
	from := len(out)
	out = sum.append(out)
	out = binary.LittleEndian.AppendUint32(out, uint32(len(out)-from))
	out = append(out, magic...)
	if sum.holds > Room(int64(len(out))) { // by the sizes in the footer, which count too much
		return out, fits(out)
	}
	return out, nil
}

// footerTail is the length of the footer and the letters PAR1.
const footerTail = 4 + len(magic)

// footerAt is where the footer of a part begins.
func footerAt(part []byte) (int, error) {
	begins, ends := bytes.HasPrefix(part, []byte(magic)), bytes.HasSuffix(part, []byte(magic))
	if len(part) < len(magic)+footerTail || !begins || !ends {
		return 0, errors.New("too short for a part, or none")
	}
	end := len(part) - footerTail
	length := int64(binary.LittleEndian.Uint32(part[end:]))
	if length > int64(end-len(magic)) {
		return 0, errors.New("a footer that is longer than the part")
	}
	return end - int(length), nil
}

// The fields of a footer, by the structure that they are in.
const (
	fileSchema, fileRows, fileGroups = 2, 3, 4

	groupColumns, groupOffset, groupOrdinal = 1, 5, 7

	columnOffset, columnMeta          = 2, 3
	columnIndexFirst, columnIndexLast = 4, 7 // where indexes of pages lie

	metaValues, metaUncompressed, metaCompressed = 5, 6, 7
	metaData, metaIndex, metaDictionary          = 9, 10, 11
	metaBloom                                    = 14
)

// footerField is a field as it is encoded.
type footerField struct {
	id    int64
	of    thriftType
	value []byte
}

// footerSum is a footer that is made of several.
type footerSum struct {
	fields []footerField // of the first
	schema []byte
	rows   int64
	count  int // of groups
	groups thriftWriter
	holds  int64 // what Read may need, counted too high
}

// add adds the footer of a part, whose columns move by so many bytes and end where its footer
// begins.
func (s *footerSum) add(footer []byte, move, end int64) {
	w, first := &thriftWalker{b: footer}, s.fields == nil
	schema := []byte(nil)
	w.fields(func(id int64, of thriftType) {
		from := w.at
		switch {
		case id == fileRows && of == thriftInt64:
			s.rows += w.integer()
		case id == fileGroups && of == thriftList:
			_, n := w.list()
			for range n {
				s.groups.inside(func() { s.group(w, move, end) })
			}
			s.count += n
		default:
			w.skip(of, false)
		}
		if id == fileSchema {
			schema = footer[from:w.at]
		}
		if first {
			s.fields = append(s.fields, footerField{id, of, footer[from:w.at]})
		}
	})
	w.end()
	if first {
		s.schema = schema
	}
	if schema == nil || !bytes.Equal(schema, s.schema) {
		panic("the columns are those of another table")
	}
}

// append writes the footer.
func (s *footerSum) append(out []byte) []byte {
	w := thriftWriter{b: out}
	for _, f := range s.fields {
		w.field(f.id, f.of)
		switch f.id {
		case fileRows:
			w.integer(s.rows)
		case fileGroups:
			w.list(s.count)
			w.b = append(w.b, s.groups.b...)
		default:
			w.b = append(w.b, f.value...)
		}
	}
	return append(w.b, 0)
}

// group writes a group of rows.
func (s *footerSum) group(w *thriftWalker, move, end int64) {
	out := &s.groups
	w.fields(func(id int64, of thriftType) {
		switch {
		case id == groupColumns && of == thriftList:
			_, n := w.list()
			out.field(id, of)
			out.list(n)
			for range n {
				out.inside(func() { s.column(w, move, end) })
			}
		case id == groupOffset && of == thriftInt64:
			out.field(id, of)
			out.integer(w.integer() + move)
		default:
			s.copy(w, id, of, id == groupOrdinal)
		}
	})
}

// column writes what a group says of a column.
func (s *footerSum) column(w *thriftWalker, move, end int64) {
	out := &s.groups
	w.fields(func(id int64, of thriftType) {
		switch {
		case id == columnOffset && of == thriftInt64:
			out.field(id, of)
			out.integer(w.integer() + move)
		case id == columnMeta && of == thriftStruct:
			out.field(id, of)
			out.inside(func() { s.pages(w, move, end) })
		default:
			s.copy(w, id, of, id >= columnIndexFirst && id <= columnIndexLast)
		}
	})
}

// pages writes where the pages of a column lie, and checks that they do.
func (s *footerSum) pages(w *thriftWalker, move, end int64) {
	out, is := &s.groups, [16]int64{}
	w.fields(func(id int64, of thriftType) {
		if of != thriftInt64 || id <= 0 || id >= int64(len(is)) {
			s.copy(w, id, of, false)
			return
		}
		is[id] = w.integer()
		v := is[id]
		switch id {
		case metaIndex, metaBloom:
			return
		case metaData, metaDictionary:
			if v > 0 { // else there is no dictionary
				v += move
			}
		}
		out.field(id, of)
		out.integer(v)
	})
	start := is[metaData]
	if d := is[metaDictionary]; d > 0 {
		start = min(start, d)
	}
	if start < int64(len(magic)) || is[metaCompressed] < 0 || is[metaCompressed] > end-start {
		panic("a column beyond the end of the file")
	}
	s.holds += 3*is[metaUncompressed] + cellBytes*is[metaValues]
}

// copy writes a field as it is, unless it is dropped.
func (s *footerSum) copy(w *thriftWalker, id int64, of thriftType, drop bool) {
	from := w.at
	w.skip(of, false)
	if !drop {
		s.groups.field(id, of)
		s.groups.b = append(s.groups.b, w.b[from:w.at]...)
	}
}
