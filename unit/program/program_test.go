package program

import (
	"os"
	"path/filepath"
	"testing"
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
		if got := hashOf(path); got != want {
			t.Errorf("hash of %q is %q, want %q", content, got, want)
		}
	}
	if got := hashOf(filepath.Join(dir, "missing")); got != "" {
		t.Errorf("a missing file has the hash %q", got)
	}
	if got := hashOf(dir); got != "" {
		t.Errorf("a folder has the hash %q", got)
	}
	if path, err := os.Executable(); err != nil || Hash() != hashOf(path) || Hash() == "" {
		t.Errorf("the program's own hash is %q, %v", Hash(), err)
	}
}
