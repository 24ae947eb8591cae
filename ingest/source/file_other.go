//go:build !unix

package source

import (
	"io"
	"os"
)

// openRegular opens a regular file, whose size it tells in bytes.
func openRegular(path string) (io.ReadCloser, int64, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	about, err := f.Stat()
	if err == nil && !about.Mode().IsRegular() {
		err = ErrNotRegular
	}
	if err != nil {
		_ = f.Close() // the fault above is what matters
		return nil, 0, err
	}
	return f, about.Size(), nil
}
