package table

import (
	"bytes"
	"errors"
	"fmt"
	"sync"

	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/klauspost/compress/zstd"
)

// A part of a history may be forged: 68 KB of zstd can hold a gigabyte, and some bytes
// of a run length a billion rows. So what a part holds is bounded by how long its file
// is, which Read checks in the page headers before it decodes anything, and the writer
// keeps to the same bounds.
const (
	roomFloor = 1 << 20 // bytes that any part may hold
	roomRatio = 64      // times the length of the file
	roomMax   = 1 << 30 // bytes that no part holds more than
	cellBytes = 8       // what a value costs besides its own bytes
	pageBytes = 256     // what a page costs at least: it is remembered, in a list that grows

	maxGroups = 1 << 15
)

// ErrTooLarge is a part that holds more than is read of one.
var ErrTooLarge = errors.New("holds more than is read of a part")

// Room is how much a part of so many bytes may hold when it is decoded, in bytes: 64
// times as much and a mebibyte, at most a gibibyte.
func Room(size int64) int64 { return min(roomMax, roomFloor+roomRatio*min(size, roomMax)) }

// checkFooter walks through the footer. Arrow believes the lengths of lists in it, and
// takes room for a hundred million entries of a list that holds none.
func checkFooter(part []byte) error {
	from, err := footerAt(part)
	if err != nil {
		return err
	}
	w := &thriftWalker{b: part[from : len(part)-footerTail]}
	return walk(func() {
		w.skip(thriftStruct, false)
		w.end()
	})
}

// partPages are the pages of a part, each of which lies within it and says how much it holds.
type partPages struct {
	columns int
	rows    []int64 // of each group of rows
	pages   []page
	from    []int // of each group and column: where its pages begin
	own     bool  // this program wrote it, whose dictionaries hold each text once
}

// of are the pages that a group of rows has of a column.
func (p *partPages) of(group, leaf int) []page {
	at := group*p.columns + leaf
	return p.pages[p.from[at]:p.from[at+1]]
}

// checkPages adds up what the pages of a part say that they hold, and refuses what is
// beyond its room or cannot be.
func checkPages(part []byte, m *metadata.FileMetaData) (*partPages, error) {
	room := Room(int64(len(part)))
	if groups := len(m.RowGroups); groups > maxGroups {
		return nil, fmt.Errorf("%w: %d groups of rows, at most %d", ErrTooLarge, groups, maxGroups)
	}
	if rows := m.GetNumRows(); rows < 0 || rows > room/cellBytes {
		return nil, fmt.Errorf("%w: %d rows in %d bytes", ErrTooLarge, rows, len(part))
	}
	total, rows := int64(0), int64(0)
	all := &partPages{columns: m.Schema.NumColumns(), from: []int{0}, own: m.GetCreatedBy() == createdBy}
	for g := range m.RowGroups {
		group := m.RowGroup(g)
		if n := group.NumRows(); n < 0 || group.NumColumns() != all.columns {
			return nil, fmt.Errorf("a group of %d rows and %d columns of %d", n, group.NumColumns(), all.columns)
		}
		all.rows = append(all.rows, group.NumRows())
		rows += group.NumRows()
		for i := range group.NumColumns() {
			chunk, err := group.ColumnChunk(i)
			if err != nil {
				return nil, err
			}
			holds, err := all.add(part, chunk, room)
			if err != nil {
				return nil, err
			}
			if total += holds; total > room {
				return nil, fmt.Errorf("%w: more than %d bytes in a file of %d", ErrTooLarge, room, len(part))
			}
		}
	}
	if rows != m.GetNumRows() {
		return nil, fmt.Errorf("%d rows in its groups, %d in all", rows, m.GetNumRows())
	}
	return all, nil
}

// add adds the pages of one column of a group, and adds up what they hold.
func (p *partPages) add(part []byte, chunk *metadata.ColumnChunkMetaData, room int64) (holds int64, err error) {
	packed := chunk.Compression() == compress.Codecs.Zstd
	if !packed && chunk.Compression() != compress.Codecs.Uncompressed {
		return 0, fmt.Errorf("compressed by %s", chunk.Compression())
	}
	start := chunk.DataPageOffset()
	if at := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && at > 0 && at < start {
		start = at
	}
	length, size := chunk.TotalCompressedSize(), int64(len(part))
	if start < 0 || length < 0 || length > size-start {
		return 0, errors.New("a column beyond the end of the file")
	}
	rest := part[start : start+length]
	values := int64(0)
	for values < chunk.NumValues() {
		next, n, err := readPage(rest)
		if err != nil {
			return 0, err
		}
		rest = rest[n:]
		switch {
		case next.compressed < 0 || int(next.compressed) > len(rest) || next.uncompressed < 0 || next.values < 0:
			return 0, errors.New("a page beyond the end of its column")
		case next.kind == dictionaryPage && int64(next.values)*4 > int64(next.uncompressed):
			return 0, fmt.Errorf("a dictionary of %d values in %d bytes", next.values, next.uncompressed)
		case next.kind != dataPage && next.kind != dictionaryPage:
			return 0, fmt.Errorf("a page of kind %d", next.kind)
		}
		next.packed, next.body = packed, rest[:next.compressed]
		p.pages = append(p.pages, next)
		rest = rest[next.compressed:]
		holds += max(pageBytes, int64(next.uncompressed)+cellBytes*int64(next.values))
		if holds > room {
			return 0, fmt.Errorf("%w: a column of more than %d bytes in a file of %d", ErrTooLarge, room, len(part))
		}
		if next.kind == dataPage {
			values += int64(next.values)
		}
	}
	if values != chunk.NumValues() {
		return 0, fmt.Errorf("%d values in the pages of a column, %d in all", values, chunk.NumValues())
	}
	p.from = append(p.from, len(p.pages))
	return holds, nil
}

// The kinds of pages that the program writes, as parquet.thrift numbers them.
const (
	dataPage       = 0
	dictionaryPage = 2
)

// page is what the header of a page says, and the bytes behind it.
type page struct {
	kind, uncompressed, compressed int32
	values                         int32 // null ones too
	encoding                       int32 // of the values
	given, repeated                int32 // encodings of the levels
	packed                         bool  // by zstd
	body                           []byte
}

// readPage reads the header that b begins with, which is n bytes long. Its fields are
// those of PageHeader in parquet.thrift.
func readPage(b []byte) (p page, n int, err error) {
	p.values = -1
	err = walk(func() {
		w := &thriftWalker{b: b}
		w.fields(func(id int64, of thriftType) {
			switch {
			case id == 1:
				p.kind = w.short(of)
			case id == 2:
				p.uncompressed = w.short(of)
			case id == 3:
				p.compressed = w.short(of)
			case id == 5 || id == 7: // DataPageHeader, DictionaryPageHeader
				ofData := id == 5
				w.fields(func(id int64, of thriftType) {
					switch {
					case id == 1:
						p.values = w.short(of)
					case id == 2:
						p.encoding = w.short(of)
					case id == 3 && ofData:
						p.given = w.short(of)
					case id == 4 && ofData:
						p.repeated = w.short(of)
					default:
						w.skip(of, false)
					}
				})
			default:
				w.skip(of, false)
			}
		})
		n = w.at
	})
	if err != nil {
		return p, 0, fmt.Errorf("the header of a page: %w", err)
	}
	return p, n, nil
}

// Arrow's codec lets a page grow to whatever its zstd frame holds, though the header of
// the page says how long it is.
func init() {
	whole, err := compress.GetCodec(compress.Codecs.Zstd)
	if err != nil {
		panic(err) // Arrow without zstd
	}
	compress.RegisterCodec(compress.Codecs.Zstd, &boundedZstd{Codec: whole})
}

// cappedZstd is one decoder for all, which several goroutines may use.
var cappedZstd = sync.OnceValue(func() *zstd.Decoder {
	z, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(0), zstd.WithDecodeAllCapLimit(true), zstd.WithDecoderLowmem(true))
	if err != nil {
		panic(err) // an option that the library does not know
	}
	return z
})

// unpackPage decodes no more than there is room for in dst.
func unpackPage(dst, src []byte) ([]byte, error) {
	return cappedZstd().DecodeAll(src, dst[:0:len(dst)])
}

// boundedZstd is Arrow's codec within the bounds.
type boundedZstd struct{ compress.Codec }

// Decode panics, as Arrow's own does, where src is damaged or holds more than dst is
// long.
func (*boundedZstd) Decode(dst, src []byte) []byte {
	out, err := unpackPage(dst, src)
	if err != nil {
		panic(err)
	}
	return out
}

// fits says whether Read would take the part.
func fits(part []byte) error {
	r, err := file.NewParquetReader(bytes.NewReader(part))
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = checkPages(part, r.MetaData())
	return err
}

// missing is how many bytes a part is too short for what it holds, which is counted too high as by Concat.
func missing(part []byte) (int, error) {
	r, err := file.NewParquetReader(bytes.NewReader(part))
	if err != nil {
		return 0, err
	}
	defer r.Close()
	m, holds := r.MetaData(), int64(0)
	for g := range m.RowGroups {
		group := m.RowGroup(g)
		for i := range group.NumColumns() {
			chunk, err := group.ColumnChunk(i)
			if err != nil {
				return 0, err
			}
			holds += 3*chunk.TotalUncompressedSize() + cellBytes*chunk.NumValues()
		}
	}
	return int(max(holds/roomRatio-int64(len(part)), 0)), nil
}
