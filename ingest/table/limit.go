package table

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/apache/arrow/go/v17/arrow/memory"
	"github.com/apache/arrow/go/v17/parquet/compress"
	"github.com/apache/arrow/go/v17/parquet/file"
	"github.com/apache/arrow/go/v17/parquet/metadata"
	"github.com/apache/thrift/lib/go/thrift"
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

	// allocRatio is how many times the room Arrow may take at once while it decodes:
	// pages, growing builders and arrays hold the same values for a moment.
	allocRatio = 4
	allocFloor = 64 << 20
	maxGroups  = 1 << 15
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

// checkPages adds up what the pages of a part say that they hold, and refuses what is
// beyond its room or cannot be.
func checkPages(part []byte, m *metadata.FileMetaData) error {
	room := Room(int64(len(part)))
	if groups := len(m.RowGroups); groups > maxGroups {
		return fmt.Errorf("%w: %d groups of rows, at most %d", ErrTooLarge, groups, maxGroups)
	}
	if rows := m.GetNumRows(); rows < 0 || rows > room/cellBytes {
		return fmt.Errorf("%w: %d rows in %d bytes", ErrTooLarge, rows, len(part))
	}
	total, rows := int64(0), int64(0)
	for g := range m.RowGroups {
		group := m.RowGroup(g)
		rows += group.NumRows()
		for i := range group.NumColumns() {
			chunk, err := group.ColumnChunk(i)
			if err != nil {
				return err
			}
			holds, err := checkChunk(part, chunk, room)
			if err != nil {
				return err
			}
			if total += holds; total > room {
				return fmt.Errorf("%w: more than %d bytes in a file of %d", ErrTooLarge, room, len(part))
			}
		}
	}
	if rows != m.GetNumRows() {
		return fmt.Errorf("%d rows in its groups, %d in all", rows, m.GetNumRows())
	}
	return nil
}

// checkChunk adds up the pages of one column.
func checkChunk(part []byte, chunk *metadata.ColumnChunkMetaData, room int64) (holds int64, err error) {
	if c := chunk.Compression(); c != compress.Codecs.Zstd && c != compress.Codecs.Uncompressed {
		return 0, fmt.Errorf("compressed by %s", c)
	}
	start := chunk.DataPageOffset()
	if at := chunk.DictionaryPageOffset(); chunk.HasDictionaryPage() && at > 0 && at < start {
		start = at
	}
	length, size := chunk.TotalCompressedSize(), int64(len(part))
	if start < 0 || length < 0 || start > size || length > size-start {
		return 0, errors.New("a column beyond the end of the file")
	}
	rest := part[start : start+length]
	values := int64(0)
	for values < chunk.NumValues() {
		p, n, err := readPage(rest)
		if err != nil {
			return 0, err
		}
		rest = rest[n:]
		switch {
		case p.compressed < 0 || int(p.compressed) > len(rest) || p.uncompressed < 0 || p.values < 0:
			return 0, errors.New("a page beyond the end of its column")
		case p.kind == dictionaryPage && int64(p.values)*4 > int64(p.uncompressed):
			return 0, fmt.Errorf("a dictionary of %d values in %d bytes", p.values, p.uncompressed)
		case p.kind != dataPage && p.kind != dictionaryPage:
			return 0, fmt.Errorf("a page of kind %d", p.kind)
		}
		rest = rest[p.compressed:]
		holds += int64(p.uncompressed) + cellBytes*int64(p.values)
		if holds > room {
			return 0, fmt.Errorf("%w: a column of more than %d bytes in a file of %d", ErrTooLarge, room, len(part))
		}
		if p.kind == dataPage {
			values += int64(p.values)
		}
	}
	if values != chunk.NumValues() {
		return 0, fmt.Errorf("%d values in the pages of a column, %d in all", values, chunk.NumValues())
	}
	return holds, nil
}

// The kinds of pages that the program writes, as parquet.thrift numbers them.
const (
	dataPage       = 0
	dictionaryPage = 2
)

// page is what the header of a page says.
type page struct{ kind, uncompressed, compressed, values int32 }

// readPage reads the header that b begins with, which is n bytes long. Its fields are
// those of PageHeader in parquet.thrift.
func readPage(b []byte) (p page, n int, err error) {
	in := &thrift.TMemoryBuffer{Buffer: bytes.NewBuffer(b)}
	r := thrift.NewTCompactProtocolConf(in, nil)
	p.values = -1
	err = fields(r, func(ctx context.Context, id int16) (err error) {
		switch id {
		case 1:
			p.kind, err = r.ReadI32(ctx)
		case 2:
			p.uncompressed, err = r.ReadI32(ctx)
		case 3:
			p.compressed, err = r.ReadI32(ctx)
		case 5, 7: // DataPageHeader, DictionaryPageHeader
			err = fields(r, func(ctx context.Context, id int16) (err error) {
				if id == 1 {
					p.values, err = r.ReadI32(ctx)
					return err
				}
				return errSkip
			})
		default:
			return errSkip
		}
		return err
	})
	if err != nil {
		return p, 0, fmt.Errorf("the header of a page: %w", err)
	}
	return p, len(b) - in.Len(), nil
}

var errSkip = errors.New("a field of no interest")

// fields calls read for each field of a struct and passes over those that it returns
// errSkip for.
func fields(r thrift.TProtocol, read func(ctx context.Context, id int16) error) error {
	ctx := context.Background()
	if _, err := r.ReadStructBegin(ctx); err != nil {
		return err
	}
	for {
		_, kind, id, err := r.ReadFieldBegin(ctx)
		if err != nil {
			return err
		}
		if kind == thrift.STOP {
			return r.ReadStructEnd(ctx)
		}
		err = read(ctx, id)
		if errors.Is(err, errSkip) {
			err = r.Skip(ctx, kind)
		}
		if err == nil {
			err = r.ReadFieldEnd(ctx)
		}
		if err != nil {
			return err
		}
	}
}

// allocator is Arrow's with an end: beyond it a panic with ErrTooLarge, which Read turns
// into an error. What is shared between rows, as a long text that a million rows of a
// list name, grows only in decoding.
type allocator struct {
	memory.Allocator
	left atomic.Int64
}

func newAllocator(room int64) *allocator {
	a := &allocator{Allocator: memory.NewGoAllocator()}
	a.left.Store(allocFloor + allocRatio*room)
	return a
}

func (a *allocator) take(n int) {
	if a.left.Add(-int64(n)) < 0 {
		panic(ErrTooLarge)
	}
}

func (a *allocator) Allocate(size int) []byte {
	a.take(size)
	return a.Allocator.Allocate(size)
}

func (a *allocator) Reallocate(size int, b []byte) []byte {
	a.take(max(0, size-cap(b)))
	return a.Allocator.Reallocate(size, b)
}

func (a *allocator) Free(b []byte) {
	a.left.Add(int64(cap(b)))
	a.Allocator.Free(b)
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

// boundedZstd decodes no more than there is room for.
type boundedZstd struct{ compress.Codec }

// Decode panics, as Arrow's own does, where src is damaged or holds more than dst is
// long.
func (*boundedZstd) Decode(dst, src []byte) []byte {
	out, err := cappedZstd().DecodeAll(src, dst[:0:len(dst)])
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
	return checkPages(part, r.MetaData())
}
