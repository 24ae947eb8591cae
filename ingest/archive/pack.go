package archive

import (
	"errors"
	"io"

	"github.com/klauspost/compress/zstd"
)

// extent is where a member lies in the file that members were packed into.
type extent struct {
	from, size int64
	fault      error // that its content ends with; nil: none
}

// unpack opens a member that cannot be read where it lies. The lock is held.
func (a *Archive) unpack(m *Member) (io.ReadCloser, error) {
	if m.pack == nil {
		if err := a.repack(m); err != nil {
			return nil, err
		}
	}
	z, err := zstd.NewReader(io.NewSectionReader(a.packed, m.pack.from, m.pack.size), zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true))
	if err != nil {
		return nil, err
	}
	return &then{z.IOReadCloser(), m.pack.fault}, nil
}

// repack packs the member, and all others that are going to be read, each so that it
// can be read alone. The lock is held.
func (a *Archive) repack(first *Member) error {
	p, err := a.pass()
	if err != nil {
		return err
	}
	defer p.Close()
	if a.packed == nil {
		if a.packed, err = temporary(); err != nil {
			return err
		}
	}
	z, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedFastest), zstd.WithEncoderConcurrency(1), zstd.WithWindowSize(512<<10), zstd.WithLowerEncoderMem(true))
	if err != nil {
		return err
	}
	wanted := func(m *Member) bool { return m != nil && m.pack == nil && (m.held > 0 || m == first) }
	last := len(a.stream)
	for last > 0 && !wanted(a.stream[last-1]) {
		last--
	}
	for _, m := range a.stream[:last] {
		_, fault := p.Next()
		if errors.Is(fault, io.EOF) {
			fault = io.ErrUnexpectedEOF
		}
		if !wanted(m) {
			continue
		}
		if m.pack, err = a.packOne(z, p, fault); err != nil {
			return err
		}
	}
	return nil
}

// packOne packs what the passage has come to, if it has come to it without a fault.
func (a *Archive) packOne(z *zstd.Encoder, p *passage, fault error) (*extent, error) {
	from, err := a.packed.Seek(0, io.SeekEnd)
	if err != nil {
		return nil, err
	}
	z.Reset(a.packed)
	if fault == nil {
		_, fault = io.Copy(struct{ io.Writer }{z}, p) // what came before a fault is kept
	}
	if ofDisk(fault) {
		return nil, fault
	}
	if err := z.Close(); err != nil {
		return nil, err
	}
	to, err := a.packed.Seek(0, io.SeekCurrent)
	return &extent{from, to - from, fault}, err
}
