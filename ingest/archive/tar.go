package archive

import (
	"archive/tar"
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"

	"runreport/ingest/source"
)

// passage is one reading of a tar, from its beginning to its end.
type passage struct {
	*tar.Reader
	io.Closer
	compressed bool
	begins     []byte // its first bytes, inflated
	meter      *meter
}

// pass begins a passage. The file is open.
func (a *Archive) pass() (*passage, error) {
	whole := io.NewSectionReader(a, 0, a.Size)
	b := bufio.NewReaderSize(whole, 64<<10)
	kind, rc, err := source.Inflate(b, a.room)
	if err != nil {
		return nil, err
	}
	p := &passage{Closer: rc, compressed: kind != "", meter: &meter{r: rc}}
	if p.compressed {
		b = bufio.NewReaderSize(rc, 64<<10)
		p.meter.r = b
		p.Reader = tar.NewReader(p.meter)
	}
	p.begins, _ = b.Peek(16) // a fault comes up again when more is read
	p.begins = bytes.Clone(p.begins)
	if !p.compressed {
		p.meter.r = whole
		if _, err := whole.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		p.Reader = tar.NewReader(&seeker{p.meter, whole})
	}
	return p, nil
}

// listTar lists the members from header to header, up to where that is possible.
func (a *Archive) listTar() error {
	p, err := a.pass()
	if ofDisk(err) {
		return err
	}
	if err != nil {
		a.note(Damaged, err.Error(), "a compressed tar; nothing of it was read")
		return nil
	}
	defer p.Close()
	a.compressed = p.compressed
	for {
		h, err := p.Next()
		switch {
		case errors.Is(err, io.EOF):
			return a.ends(p)
		case ofDisk(err):
			return err
		case err != nil && !errors.Is(err, tar.ErrInsecurePath):
			a.cut(p, err)
			return nil
		}
		a.Kind = "tar"
		if len(a.stream) == 2*maxEntries { // folders, links and doubles among them
			a.note(TooLarge, fmt.Sprintf("more than %d headers", len(a.stream)), "no more; what stands before was read")
			return nil
		}
		a.stream = append(a.stream, nil)
		mode := h.FileInfo().Mode()
		if mode.IsDir() || h.Typeflag == tar.TypeXGlobalHeader {
			continue
		}
		m := &Member{Size: h.Size, Fault: fault(mode), mode: mode}
		switch {
		case h.Typeflag == tar.TypeLink:
			m.Fault = ErrLink
		case m.Fault != nil:
		case h.Typeflag != tar.TypeReg && h.Typeflag != tar.TypeCont && h.Typeflag != tar.TypeGNUSparse:
			m.Fault = fmt.Errorf("a member of the type %q: %w", h.Typeflag, errOdd)
		case p.compressed || sparse(h):
			a.stream[len(a.stream)-1] = m
			m.read = func() (io.ReadCloser, error) { return a.unpack(m) }
		default:
			from := p.meter.n
			m.read = func() (io.ReadCloser, error) {
				return io.NopCloser(&exactly{io.NewSectionReader(a, from, m.Size), m.Size}), nil
			}
		}
		if !a.add(h.Name, m) {
			return nil
		}
	}
}

// sparse reports whether the holes of a file were left out, so that it does not lie in
// the tar as it is.
func sparse(h *tar.Header) bool {
	if h.Typeflag == tar.TypeGNUSparse {
		return true
	}
	for key := range h.PAXRecords {
		if strings.HasPrefix(key, "GNU.sparse.") {
			return true
		}
	}
	return false
}

// fault says why what has the mode is not read; nil where it is.
func fault(mode fs.FileMode) error {
	switch {
	case mode&fs.ModeSymlink != 0:
		return ErrLink
	case !mode.IsRegular():
		return errOdd
	}
	return nil
}

// cut notes that a passage ended before the tar did.
func (a *Archive) cut(p *passage, err error) {
	switch {
	case errors.Is(err, source.ErrInflated):
		a.note(TooLarge, fmt.Sprintf("%s, behind %d members", err, len(a.files)), fmt.Sprintf("at most %d bytes of all members together", a.room))
	case p.meter.n <= 512 && len(a.files) == 0:
		a.note(Damaged, fmt.Sprintf("a file that begins with %q", p.begins), "a zip, or a tar that may be compressed by gzip or zstd; nothing of it was read")
	default:
		a.note(Damaged, fmt.Sprintf("%s behind %d members, at byte %d", err, len(a.files), p.meter.n), "a tar to its end; what stands before was read")
	}
}

// ends looks at how the tar ends: one that stops without saying so may have been cut
// between two members, and damage may show in the checksum of the compression alone.
func (a *Archive) ends(p *passage) error {
	if p.meter.zeros < 512 {
		a.cut(p, errors.New("the end of the file, and no block of zeros"))
		return nil
	}
	if !p.compressed {
		return nil
	}
	_, err := io.Copy(io.Discard, p.meter)
	if err != nil && !ofDisk(err) {
		a.cut(p, err)
		return nil
	}
	return err
}

// meter counts what was read, and how many zeros it ended with.
type meter struct {
	r        io.Reader
	n, zeros int64
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.r.Read(p)
	m.n += int64(n)
	rest := len(bytes.TrimRight(p[:n], "\x00"))
	if rest > 0 {
		m.zeros = 0
	}
	m.zeros += int64(n - rest)
	return n, err
}

// seeker is a meter that can pass over what a member holds.
type seeker struct {
	*meter
	s io.Seeker
}

func (s *seeker) Seek(offset int64, whence int) (int64, error) {
	at, err := s.s.Seek(offset, whence)
	if err == nil && at != s.n {
		s.n, s.zeros = at, 0
	}
	return at, err
}
