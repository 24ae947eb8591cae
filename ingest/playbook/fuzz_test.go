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
	f.Fuzz(func(t *testing.T, data []byte) {
		load(t, map[string]string{"harbor/quality/run_state.jsonl": string(data), "harbor/quality/BUGS.md": string(data)})
	})
}
