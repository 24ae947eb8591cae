package ingesttest

import (
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Texts holds texts that a test has made against those of the same names in the file of
// testdata, a txtar. UPDATE_GOLDEN=1 writes the file: read what changed, by hand.
func Texts(t *testing.T, name string, got []File) {
	t.Helper()
	golden := filepath.Join("testdata", name)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		a := &txtar.Archive{}
		for _, f := range got {
			a.Files = append(a.Files, txtar.File{Name: f.Path, Data: []byte(f.Text)})
		}
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, txtar.Format(a), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a, err := txtar.ParseFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]string{}
	for _, f := range a.Files {
		want[f.Name] = string(f.Data)
	}
	if len(want) != len(got) {
		t.Errorf("%d texts, and %d in %s", len(got), len(want), name)
	}
	for _, f := range got {
		t.Run(f.Path, func(t *testing.T) { differ(t, f.Text, want[f.Path]) })
	}
}
