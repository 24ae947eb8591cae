package archive

import (
	"errors"
	"io"
	"io/fs"
	"sync"
)

// ErrLink is the fault of a member that is a link. It is not followed: what lies in the
// archive is met where it lies.
var ErrLink = errors.New("a link in an archive")

var errOdd = errors.New("neither a file nor a folder")

// Member is one file in an archive.
type Member struct {
	Size  int64 // bytes, unpacked
	Fault error // why it cannot be read; nil: nothing is known against it

	of   *Archive
	raw  string // name as the archive writes it, without what says nothing
	at   string // name in the tree
	mode fs.FileMode
	read func() (io.ReadCloser, error)
	held int
	pack *extent // where it is packed to be read; nil: nowhere
}

// Of is the archive that the member lies in.
func (m *Member) Of() *Archive { return m.of }

// Room is how much may come out of the member where it is compressed itself, in bytes:
// its share, by its size, of what may come out of the archive, or an equal share where
// that is more.
func (m *Member) Room() int64 {
	a := m.of
	return max(int64(float64(a.room)*(float64(m.Size)/float64(max(1, a.bytes)))), a.room/int64(max(1, len(a.files))))
}

// Beside opens the file whose name is the member's with that ending; a nil reader where
// there is none.
func (m *Member) Beside(ending string) (io.ReadCloser, error) {
	if x := m.of.files[m.at+ending]; x != nil {
		return x.Open()
	}
	return nil, nil
}

// Costs is how much has to be read to read the member, in bytes: a compressed tar is
// read from its beginning, and an archive in an archive is unpacked first.
func (m *Member) Costs() int64 {
	a := m.of
	if !a.compressed && a.outer == nil {
		return m.Size
	}
	costs := a.bytes
	if a.outer != nil {
		costs += a.outer.Costs()
	}
	return costs
}

// Hold says that the member is going to be read. The archive stays open from the first
// reading of a member until all that are held have been released.
func (m *Member) Hold() {
	a := m.of
	a.mu.Lock()
	defer a.mu.Unlock()
	m.held++
	if a.held++; a.held == 1 && a.outer != nil {
		a.outer.Hold()
	}
}

// Release takes back one Hold.
func (m *Member) Release() {
	a := m.of
	a.mu.Lock()
	defer a.mu.Unlock()
	m.held--
	if a.held--; a.held > 0 {
		return
	}
	a.settle()
	if a.outer != nil {
		a.outer.Release()
	}
}

// Open reads the member from its beginning.
func (m *Member) Open() (io.ReadCloser, error) {
	if m.Fault != nil {
		return nil, m.Fault
	}
	a := m.of
	a.mu.Lock()
	defer a.mu.Unlock()
	err := a.ensure()
	var rc io.ReadCloser
	if err == nil {
		rc, err = m.read()
	}
	if err != nil {
		a.settle()
		return nil, err
	}
	a.busy++
	return &reading{ReadCloser: rc, of: a}, nil
}

// reading is a member that is open.
type reading struct {
	io.ReadCloser
	of   *Archive
	once sync.Once
}

func (r *reading) Close() error {
	err := r.ReadCloser.Close()
	r.once.Do(func() {
		r.of.mu.Lock()
		defer r.of.mu.Unlock()
		r.of.busy--
		r.of.settle()
	})
	return err
}

// exactly reads size bytes; less is an error.
type exactly struct {
	r    io.Reader
	left int64
}

func (e *exactly) Read(p []byte) (int, error) {
	n, err := e.r.Read(p)
	e.left -= int64(n)
	if errors.Is(err, io.EOF) && e.left > 0 {
		err = io.ErrUnexpectedEOF
	}
	return n, err
}

// then reads to the end and finds a fault there.
type then struct {
	io.ReadCloser
	fault error
}

func (t *then) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) && t.fault != nil {
		err = t.fault
	}
	return n, err
}
