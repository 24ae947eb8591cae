package archive

import (
	"archive/zip"
	"errors"
	"fmt"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/zstd"
)

// maxDirectory is the longest list of members that is read of a zip, in bytes.
const maxDirectory = 64 << 20

// encrypted is the flag of a member that needs a password.
const encrypted = 1

var (
	errDirectory = fmt.Errorf("a list of members longer than %d bytes", maxDirectory)
	errEncrypted = errors.New("encrypted; expected a member without a password")
)

// IsZip reports whether a file that begins so is a zip: one with a member, without
// any, or the only part of one that was to be cut.
func IsZip(head []byte) bool {
	switch string(head) {
	case "PK\x03\x04", "PK\x05\x06", "PK\x07\x08":
		return true
	}
	return false
}

// listZip lists the members by the directory at the file's end, which alone counts. A
// zip that was cut off has none.
func (a *Archive) listZip() error {
	a.Kind = "zip"
	at := &directory{Archive: a, left: maxDirectory}
	z, err := zip.NewReader(at, a.Size)
	at.whole = true
	switch {
	case ofDisk(err):
		return err
	case errors.Is(err, errDirectory):
		a.note(TooLarge, err.Error(), "a shorter one; nothing of it was read")
		return nil
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		a.note(Damaged, fmt.Sprintf("no list of members at the end of its %d bytes", a.Size), "the list that every zip ends with; nothing of it was read")
		return nil
	}
	z.RegisterDecompressor(zip.Deflate, flate.NewReader)
	z.RegisterDecompressor(zstd.ZipMethodWinZip, zstd.ZipDecompressor(zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(1<<30), zstd.WithDecoderMaxWindow(128<<20)))
	for _, f := range z.File {
		name := strings.ReplaceAll(f.Name, `\`, "/") // as old programs write them
		if strings.HasSuffix(name, "/") || f.Mode().IsDir() {
			continue
		}
		m := &Member{Size: int64(f.UncompressedSize64), Fault: fault(f.Mode()), mode: f.Mode(), read: f.Open}
		switch {
		case m.Fault != nil:
		case f.Flags&encrypted != 0:
			m.Fault = errEncrypted
		case f.Method != zip.Store && f.Method != zip.Deflate && f.Method != zstd.ZipMethodWinZip:
			m.Fault = fmt.Errorf("compression method %d; expected stored, deflate or zstd", f.Method)
		}
		if !a.add(name, m) {
			break
		}
	}
	return nil
}

// directory reads no more than so much of an archive until the whole may be read.
type directory struct {
	*Archive
	left  int
	whole bool
}

func (d *directory) ReadAt(p []byte, off int64) (int, error) {
	if d.whole {
		return d.Archive.ReadAt(p, off)
	}
	if d.left -= len(p); d.left < 0 {
		return 0, errDirectory
	}
	return d.Archive.ReadAt(p, off)
}
