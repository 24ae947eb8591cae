package dataset

import (
	"bytes"
	"crypto/sha256"
	"os"
	"path/filepath"
	"testing"
)

// A part that is only checked is hashed in pieces: what is damaged in any of them is found, in files of any length,
// whichever hash the manifest has.
func TestCheckedInPieces(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for _, size := range []int{0, 1, checkedAtOnce - 1, checkedAtOnce, checkedAtOnce + 1, 3*checkedAtOnce + 5} {
		content := bytes.Repeat([]byte("of no table\n"), size/12+1)[:size]
		p := Part{Path: "part"}
		p.hold(content, sha256.Sum256(content))
		older := p
		older.XXH3 = ""
		write := func(content []byte) {
			if err := os.WriteFile(filepath.Join(dir, "part"), content, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		for _, of := range []Part{p, older} {
			write(content)
			if err := of.check(root); err != nil {
				t.Errorf("%d bytes: %v", size, err)
			}
			if err := of.verify(content); err != nil {
				t.Errorf("%d bytes at once: %v", size, err)
			}
			for at := 0; at < size; at += max(1, size/3) {
				damaged := bytes.Clone(content)
				damaged[at] ^= 1
				if write(damaged); of.check(root) == nil {
					t.Errorf("%d bytes: byte %d is damaged, and nobody notices", size, at)
				}
			}
			if write(append(bytes.Clone(content), 'x')); of.check(root) == nil {
				t.Errorf("%d bytes and one more, and nobody notices", size)
			}
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "folder"), 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"folder", "not there"} {
		if err := (Part{Path: name}).check(root); err == nil {
			t.Errorf("%s is a part as it was written", name)
		}
	}
	huge, err := os.Create(filepath.Join(dir, "huge"))
	if err != nil {
		t.Fatal(err)
	}
	defer huge.Close()
	if err := huge.Truncate(maxPart + 1); err != nil { // which takes no room
		t.Fatal(err)
	}
	if f, _, err := openFile(root, "huge", maxPart); err == nil {
		f.Close()
		t.Error("a file of more bytes than are read is opened")
	}
}
