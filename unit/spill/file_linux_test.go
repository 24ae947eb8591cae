package spill

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// A fault of writing is told, and what was written until then is not taken for all.
func TestFaultOfWriting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "read-only")
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := write(int(f.Fd()), [][]byte{{1}}); err == nil {
		t.Error("a file that is open for reading was written")
	}
	if err := write(int(f.Fd()), nil); err != nil {
		t.Errorf("nothing to write: %v", err)
	}
}

// The system may write less than it is given, up to any byte.
func TestBehind(t *testing.T) {
	lists := [][]byte{{1, 2}, {}, {3}, {4, 5, 6}, {}}
	all := bytes.Join(lists, nil)
	given := slices.Clone(lists)
	for n := range len(all) + 1 {
		if got := bytes.Join(behind(lists, n), nil); !bytes.Equal(got, all[n:]) {
			t.Errorf("behind %d bytes: %v, want %v", n, got, all[n:])
		}
		if !slices.EqualFunc(lists, given, bytes.Equal) {
			t.Fatalf("the lists became %v", lists)
		}
	}
}
