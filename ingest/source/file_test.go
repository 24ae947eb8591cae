package source

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"testing/iotest"
)

func TestRegularFiles(t *testing.T) {
	dir := t.TempDir()
	for _, want := range []string{"", "a", string(bytes.Repeat([]byte("line\n"), 100_000))} {
		path := filepath.Join(dir, "log")
		if err := os.WriteFile(path, []byte(want), 0o600); err != nil {
			t.Fatal(err)
		}
		f, size, err := openRegular(path)
		if err != nil {
			t.Fatal(err)
		}
		if size != int64(len(want)) {
			t.Errorf("%d bytes, want %d", size, len(want))
		}
		if err := iotest.TestReader(f, []byte(want)); err != nil {
			t.Errorf("%d bytes: %v", len(want), err)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		other, err := os.Open(path) // which may have the number of the closed one
		if err != nil {
			t.Fatal(err)
		}
		if n, err := f.Read(make([]byte, 9)); n != 0 || err == nil || err == io.EOF {
			t.Errorf("%d bytes and %v of a closed file", n, err)
		}
		if err := f.Close(); err == nil {
			t.Error("a file was closed twice")
		}
		if _, err := io.ReadAll(other); err != nil {
			t.Errorf("another file was closed: %v", err)
		}
		_ = other.Close()
	}
}

// Faults name the file and say what package os says.
func TestFaultsOfOpening(t *testing.T) {
	dir := t.TempDir()
	missing := filepath.Join(dir, "missing")
	_, want := os.Open(missing)
	if _, _, err := openRegular(missing); !errors.Is(err, fs.ErrNotExist) || err.Error() != want.Error() {
		t.Errorf("%v, want %v", err, want)
	}
	if _, _, err := openRegular(dir); err != ErrNotRegular {
		t.Errorf("a folder: %v", err)
	}
	if _, _, err := openRegular("a\x00b"); err == nil {
		t.Error("a path with a NUL was opened")
	}
}
