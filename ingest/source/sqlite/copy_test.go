package sqlite

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A copy is whole with what lies beside it, or there is none: nothing is left of one that failed.
func TestPrivateCopy(t *testing.T) {
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	if _, err := privateCopy(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("of nothing: %v", err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
	from := stored(t, filepath.Join(t.TempDir(), "a.db"), []byte("12345678"))
	stored(t, from+"-wal", []byte("log"))
	dir, err := privateCopy(from)
	if err != nil {
		t.Fatal(err)
	}
	for ending, want := range map[string]string{"": "12345678", "-wal": "log"} {
		if b, err := os.ReadFile(filepath.Join(dir, copyName) + ending); err != nil || string(b) != want {
			t.Errorf("the copy of %q: %q, %v", ending, b, err)
		}
	}
	info, err := os.Stat(dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := info.Mode().Perm(); got != 0o700 {
		t.Errorf("the folder of the copy is of mode %o", got)
	}
	stored(t, from+"-journal", append(make([]byte, 600), journalMagic...))
	if _, err := privateCopy(from); !errors.Is(err, errOthers) {
		t.Errorf("with the journal of several: %v", err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) != 1 {
		t.Errorf("%d folders are left, want that of the copy: %v", len(left), err)
	}
	t.Setenv("TMPDIR", filepath.Join(temp, "none"))
	if _, err := privateCopy(from); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("without a folder for it: %v", err)
	}
}

// What lies beside a database that comes from elsewhere can fail to be read, and fails it.
func TestFaultsBesideADatabase(t *testing.T) {
	broken := errors.New("the disk is broken")
	for name, beside := range map[string]func(string) (io.ReadCloser, error){
		"it cannot be opened": func(string) (io.ReadCloser, error) { return nil, broken },
		"it cannot be read":   func(string) (io.ReadCloser, error) { return io.NopCloser(failing{broken}), nil },
	} {
		if _, err := spool(filepath.Join(t.TempDir(), "a"), strings.NewReader("1234"), beside); !errors.Is(err, broken) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if how, err := spool(filepath.Join(t.TempDir(), "a"), failing{broken}, nil); !errors.Is(err, broken) {
		t.Errorf("the database cannot be read: %s, %v", how, err)
	}
	if how, err := spool(filepath.Join(t.TempDir(), "a"), strings.NewReader("1234"), nil); err != nil ||
		how != readOnly {
		t.Errorf("nothing beside it: %s, %v", how, err)
	}
}

// The header of a database has the size of a page at byte 16, where 1 is 65,536, and at byte 28 the number of
// pages, which counts where bytes 24 and 92 have one number: then the last writer counted them.
func TestFieldsOfAHeader(t *testing.T) {
	for _, c := range []struct {
		name              string
		page              uint16
		pages             uint32
		change, counted   uint32
		wantPage, wantAll int64
	}{
		{"of 4,096", 4096, 3, 7, 7, 4096, 3},
		{"of 65,536", 1, 3, 7, 7, 65536, 3},
		{"counted by another", 4096, 3, 8, 7, 4096, 0},
		{"never counted", 4096, 0, 0, 0, 4096, 0},
	} {
		b := make([]byte, 120)
		copy(b, magic)
		binary.BigEndian.PutUint16(b[16:], c.page)
		binary.BigEndian.PutUint32(b[24:], c.change)
		binary.BigEndian.PutUint32(b[28:], c.pages)
		binary.BigEndian.PutUint32(b[92:], c.counted)
		h, err := headerOf(stored(t, filepath.Join(t.TempDir(), "a"), b))
		if err != nil || h.page != c.wantPage || h.pages != c.wantAll || h.size != 120 {
			t.Errorf("%s: %+v, %v", c.name, h, err)
		}
	}
	for n, want := range map[int]string{0: "after 0 bytes", 99: "after 99 bytes"} {
		if _, err := headerOf(stored(t, filepath.Join(t.TempDir(), "a"), make([]byte, n))); err == nil ||
			!strings.HasSuffix(err.Error(), want) {
			t.Errorf("%d bytes: %v, want %s", n, err, want)
		}
	}
	if _, err := headerOf(filepath.Join(t.TempDir(), "none")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("nothing: %v", err)
	}
	for head, want := range map[string]bool{
		magic: true, magic + "x": true, magic[:15]: false, "": false, strings.ToUpper(magic): false,
	} {
		if got := Is([]byte(head)); got != want {
			t.Errorf("%q is a database: %v", head, got)
		}
	}
	if !bytes.HasPrefix([]byte(magic), []byte("SQLite format 3\x00")) || len(magic) != 16 {
		t.Errorf("%q", magic)
	}
}
