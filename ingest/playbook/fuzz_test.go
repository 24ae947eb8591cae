package playbook

import (
	"os"
	"path/filepath"
	"testing"
)

// FuzzDecode reads any bytes as a log and as a document beside it: nothing may
// panic, and every line and record must be accounted for.
func FuzzDecode(f *testing.F) {
	for _, format := range System.Formats {
		for _, k := range format.Kinds {
			f.Add([]byte(k.Sample))
		}
	}
	tree, err := filepath.Glob(filepath.Join("testdata", "harbor", "quality", "*"))
	if err != nil {
		f.Fatal(err)
	}
	for _, p := range tree {
		if b, err := os.ReadFile(p); err == nil {
			f.Add(b)
		}
	}
	dir := f.TempDir()
	quality := filepath.Join(dir, "harbor", "quality")
	if err := os.MkdirAll(quality, 0o755); err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, name := range []string{"run_state.jsonl", "BUGS.md"} {
			if err := os.WriteFile(filepath.Join(quality, name), data, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		loadDir(t, dir)
	})
}
