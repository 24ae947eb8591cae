// Package source opens an input file and hands out its lines or the whole of it.
// It is the one place that knows about line numbers, blank and torn lines, \r\n,
// byte order marks, compression and the longest line, so that no decoder can get
// a position wrong.
package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"

	"runreport/ingest/source/sqlite"
)

const (
	// MaxLine is the longest line that is read, in bytes. A longer one is counted
	// and skipped.
	MaxLine = 64 << 20
	// MaxDocument is the largest whole document that is read, in bytes.
	MaxDocument = 256 << 20
	// maxInflated and maxRatio stop a compressed file that would fill the disk or
	// the memory: what comes out of it, and how many times what went in.
	maxInflated = 16 << 30
	minInflated = 64 << 20 // never less, so that a small file may be all alike
	maxRatio    = 2000
	peekSize    = 256 << 10
)

// ErrNotRegular is returned for a device, a pipe or a socket: reading one can hang.
var ErrNotRegular = errors.New("not a regular file")

// ErrInflated is returned for a compressed file that grows beyond all measure.
var ErrInflated = errors.New("compressed data grows beyond the limit")

// Input is one open file.
type Input struct {
	Compression string // "gzip", "zstd" or ""
	Bytes       int64  // size on disk
	BOM         bool   // it began with a byte order mark, which is not part of line 1
	Encoding    string // "UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", which are read as UTF-8; else ""

	// Beside opens what lies beside an input that is no file of its own, by the ending
	// that its name has more; a nil reader where there is nothing. nil: nothing does.
	Beside func(ending string) (io.ReadCloser, error)

	from    io.Closer // nil: nothing is to be given back
	path    string    // "": it is no file of its own
	inflate io.Closer
	r       *bufio.Reader
	under   []*bufio.Reader // what r reads from, where that is buffered too
	passed  int64           // lines that were skipped
	read    int64           // bytes that were handed out as lines, skipped or a byte order mark
	end     byte            // that ends a line; 0: not looked for yet
	db      *sqlite.DB
}

var readers = sync.Pool{New: func() any { return bufio.NewReaderSize(nil, peekSize) }}

// Open opens the regular file at path, inflating gzip and zstd by their magic
// bytes. The file is only ever read.
func Open(path string) (*Input, error) {
	f, size, err := openRegular(path)
	if err != nil {
		return nil, err
	}
	return newFile(f, path, size)
}

// OpenFirst is Open for the first size bytes of the file: what a writer adds while it
// is read is left for another time. A database is read from its own file all the same.
func OpenFirst(path string, size int64) (*Input, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	return newFile(f, path, size)
}

// newFile reads the first size bytes of the file, and closes it with the input.
func newFile(f io.ReadCloser, path string, size int64) (*Input, error) {
	in, err := New(io.LimitReader(f, size), size)
	if err != nil {
		_ = f.Close() // the fault above is what matters
		return nil, err
	}
	in.from, in.path = f, path
	return in, nil
}

// OpenMember reads an input of size bytes that lies in an archive, and closes rc with
// it. Where it is compressed once more, no more than room bytes come out of it.
func OpenMember(rc io.ReadCloser, size, room int64) (*Input, error) {
	in, err := newInput(rc, size, min(room, Room(size)))
	if err != nil {
		_ = rc.Close() // the fault above is what matters
		return nil, err
	}
	in.from = rc
	return in, nil
}

// Skip passes over the first bytes of the input, which hold so many lines.
func (in *Input) Skip(size, lines int64) error {
	in.passed, in.read = lines, size
	if in.BOM {
		size, in.BOM = size-3, false
	}
	_, err := in.r.Discard(int(size))
	return err
}

// New reads an input from r, which is size bytes long where it comes from.
func New(r io.Reader, size int64) (*Input, error) { return newInput(r, size, Room(size)) }

func newInput(r io.Reader, size, room int64) (*Input, error) {
	in := &Input{Bytes: size}
	in.r = readers.Get().(*bufio.Reader)
	in.r.Reset(r)
	if err := in.unwrap(room); err != nil {
		in.Close()
		return nil, err
	}
	return in, nil
}

// Room is how much may come out of so many bytes of compressed data, in bytes.
func Room(size int64) int64 {
	return min(int64(maxInflated), max(size*maxRatio, minInflated))
}

func (in *Input) unwrap(room int64) error {
	kind, rc, err := Inflate(in.r, room)
	in.Compression = kind
	if err != nil {
		return err
	}
	if kind != "" {
		in.inflate = rc
		in.buffer(rc)
	}
	if mark, _ := in.r.Peek(3); bytes.Equal(mark, []byte{0xef, 0xbb, 0xbf}) {
		in.BOM, in.read = true, 3
		_, _ = in.r.Discard(3) // the three bytes are there: they were just seen
		return nil
	}
	in.decode()
	return nil
}

// buffer has the input read r, which reads what it has read from so far.
func (in *Input) buffer(r io.Reader) {
	in.under = append(in.under, in.r)
	in.r = readers.Get().(*bufio.Reader)
	in.r.Reset(r)
}

// Inflate gives what is in r, which is compressed as its first bytes say: kind is
// "gzip", "zstd", or "" where it is not. No more than room bytes come out of it before
// ErrInflated.
func Inflate(r *bufio.Reader, room int64) (kind string, rc io.ReadCloser, err error) {
	magic, _ := r.Peek(4)
	switch {
	case bytes.HasPrefix(magic, []byte{0x1f, 0x8b}):
		z, err := gzip.NewReader(r)
		if err != nil {
			return "gzip", nil, fmt.Errorf("gzip: %w", err)
		}
		return "gzip", &limited{z, room}, nil
	case bytes.Equal(magic, []byte{0x28, 0xb5, 0x2f, 0xfd}):
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderMaxWindow(128<<20))
		if err != nil {
			return "zstd", nil, fmt.Errorf("zstd: %w", err)
		}
		return "zstd", &limited{z.IOReadCloser(), room}, nil
	}
	return "", io.NopCloser(r), nil
}

// Close gives the file back. It may be called more than once.
func (in *Input) Close() {
	if in.db != nil {
		in.db.Close()
		in.db = nil
	}
	if in.inflate != nil {
		_ = in.inflate.Close() // nothing was written
		in.inflate = nil
	}
	for _, r := range in.under {
		giveBack(r)
	}
	giveBack(in.r)
	in.r, in.under = nil, nil
	if in.from != nil {
		_ = in.from.Close() // nothing was written
		in.from = nil
	}
}

// giveBack gives a reader to another input.
func giveBack(r *bufio.Reader) {
	if r != nil && r.Size() == peekSize {
		r.Reset(nil)
		readers.Put(r)
	}
}

// Peek is the beginning of the input, at most a quarter of a mebibyte, without
// consuming it. whole reports whether it is all there is. A fault behind the beginning
// is not returned here but when the input is read.
func (in *Input) Peek() (head []byte, whole bool, err error) { return in.peek(peekSize) }

// peekLine is the beginning of the input up to MaxLine.
func (in *Input) peekLine() (head []byte, whole bool, err error) {
	if in.r.Size() < MaxLine {
		in.under = append(in.under, in.r)
		in.r = bufio.NewReaderSize(in.r, MaxLine)
	}
	return in.peek(MaxLine)
}

func (in *Input) peek(size int) (head []byte, whole bool, err error) {
	head, err = in.r.Peek(size)
	switch {
	case errors.Is(err, io.EOF):
		return head, true, nil
	case len(head) > 0:
		return head, false, nil
	}
	return head, false, err
}

// All is the whole input from where it stands; an error when it is larger than
// MaxDocument. Where carriage returns alone end its lines they are newlines in it.
func (in *Input) All() ([]byte, error) {
	end, err := in.lineEnd()
	if err != nil {
		return nil, err
	}
	var buf bytes.Buffer
	// Made at the size of the file, which an archive may overstate, or something compressed exceed.
	buf.Grow(int(min(in.Bytes, BlockSize)) + bytes.MinRead)
	n, err := buf.ReadFrom(io.LimitReader(in.r, MaxDocument+1))
	if err != nil {
		return nil, err
	}
	if n > MaxDocument {
		return nil, fmt.Errorf("document larger than %d bytes", int64(MaxDocument))
	}
	if end == '\r' {
		return bytes.ReplaceAll(buf.Bytes(), []byte("\r"), []byte("\n")), nil
	}
	return buf.Bytes(), nil
}

// Stream is the input from where it stands, for reading it piece by piece.
func (in *Input) Stream() io.Reader { return in.r }

// Database is the input as a database, which is closed with it. A database is read
// from its own file, since parts of it may lie beside it; what is compressed, or no
// file, from a private copy.
func (in *Input) Database() (*sqlite.DB, error) {
	if in.db != nil {
		return in.db, nil
	}
	var err error
	if in.Compression == "" && in.path != "" {
		in.db, err = sqlite.Open(in.path)
	} else {
		in.db, err = sqlite.Spool(in.r, in.Beside)
	}
	return in.db, err
}

// limited stops reading with ErrInflated after so many bytes.
type limited struct {
	io.ReadCloser
	left int64
}

func (l *limited) Read(p []byte) (int, error) {
	if l.left <= 0 {
		return 0, ErrInflated
	}
	if int64(len(p)) > l.left {
		p = p[:l.left]
	}
	n, err := l.ReadCloser.Read(p)
	l.left -= int64(n)
	return n, err
}
