package ingest

import (
	"archive/tar"
	"compress/gzip"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Upgrade makes the tables of an earlier schema anew from the logs that the history keeps, of
// which none is left out, however old it is. What is current is left as it is.
func TestUpgrade(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Open(filepath.Join("..", "testdata", "earlier", "tables-1.tar.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			continue
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		(night{h.Name: b}).put(t, dir)
	}
	history := filepath.Join(dir, "history")
	before, done, err := Upgrade(context.Background(), history, "test")
	if err != nil || before.Current() || done.Logs != 25 || done.Dropped != 0 {
		t.Errorf("of schema %v: %+v, %v", before.Tables, done, err)
	}
	made := contents(t, history)
	before, done, err = Upgrade(context.Background(), history, "test")
	if err != nil || !before.Current() || before.Rows != 25 || done != (Compacted{}) || contents(t, history) != made {
		t.Errorf("once more: %+v, %+v, %v", before, done, err)
	}
	for name, dir := range map[string]string{"a folder of logs": tree(t, map[string]string{"x.jsonl": kahnLog}), "no folder": filepath.Join(dir, "gone")} {
		if _, _, err := Upgrade(context.Background(), dir, "test"); !errors.Is(err, ErrHistory) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The tables of a dataset can be named, those of a part that is not merged cannot.
func TestDatasetTables(t *testing.T) {
	dir := tree(t, map[string]string{"x.jsonl": kahnLog})
	all := parts(t, dir, 2, Options{})
	names, err := DatasetTables(merge(t, all...))
	if err != nil || len(names) < 5 {
		t.Errorf("%v, %v", names, err)
	}
	for name, dir := range map[string]string{"a part": all[0], "a folder of logs": dir} {
		names, err := DatasetTables(dir)
		if !errors.Is(err, ErrHistory) || names != nil || strings.Contains(err.Error(), "is a part: ") != (name == "a part") {
			t.Errorf("%s: %v, %v", name, names, err)
		}
	}
}
