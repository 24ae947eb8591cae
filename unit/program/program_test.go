package program

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/zeebo/xxh3"
)

// The hashes of an empty file and of "abc" are those that the reference implementation of XXH3 gives. A file that
// cannot be read has none.
func TestHashOfAFile(t *testing.T) {
	dir := t.TempDir()
	for content, want := range map[string]string{"": "2d06800538d394c2", "abc": "78af5f94892f3950"} {
		path := filepath.Join(dir, "program")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := ofFile(path, xxh3.New()); got != want {
			t.Errorf("hash of %q is %q, want %q", content, got, want)
		}
	}
	if got := ofFile(filepath.Join(dir, "missing"), xxh3.New()); got != "" {
		t.Errorf("a missing file has the hash %q", got)
	}
	if got := ofFile(dir, xxh3.New()); got != "" {
		t.Errorf("a folder has the hash %q", got)
	}
	path, err := os.Executable()
	if err != nil || Hash() != ofFile(path, xxh3.New()) || Hash() == "" {
		t.Errorf("the program's own hash is %q, %v", Hash(), err)
	}
	content, err := os.ReadFile(path)
	if err != nil || SHA256() != fmt.Sprintf("%x", sha256.Sum256(content)) {
		t.Errorf("its SHA-256 is %q, %v", SHA256(), err)
	}
}
