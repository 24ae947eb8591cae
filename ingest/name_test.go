package ingest

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"unicode/utf8"
)

// Names that are not UTF-8 stay apart from each other and from a name that is written as
// one of them is shown; a valid name stays as it is. With and without redaction.
func TestOddNamesStayApart(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system takes only names in UTF-8")
	}
	dir := filepath.Join(t.TempDir(), "logs")
	for i, name := range []string{"a\xff.jsonl", "a\xfe.jsonl", "a%FF.jsonl", "a%FE%25.jsonl", "d\xff/x.jsonl", "d\xff/y.jsonl", "d\xfe/x.jsonl"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		content := `{"ts":"2026-03-02T01:00:00Z","run_id":"r` + string(rune('0'+i)) + `","event":"run_start","total_nodes":7}` + "\n"
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{"logs/a%FE%25.jsonl", "logs/a%FE.jsonl", "logs/a%FF (2).jsonl", "logs/a%FF.jsonl", "logs/d%FE/x.jsonl", "logs/d%FF/x.jsonl", "logs/d%FF/y.jsonl"}
	for _, keep := range []bool{false, true} {
		res, err := Read(context.Background(), Options{Paths: []string{dir}, KeepSecrets: keep})
		if err != nil {
			t.Fatal(err)
		}
		var paths []string
		for row := range res.Tables.Sources.Len() {
			paths = append(paths, res.Tables.Sources.Path.At(row))
		}
		if !slices.Equal(paths, want) {
			t.Errorf("paths %q, want %q", paths, want)
		}
		if n := res.Tables.Runs.Len(); n != 7 {
			t.Errorf("%d runs, want 7", n)
		}
		odd := 0
		for row := range res.Tables.Findings.Len() {
			if res.Tables.Findings.Code.At(row) == "odd_file_name" {
				odd++
			}
		}
		if odd != 5 {
			t.Errorf("%d findings about names, want 5", odd)
		}
		for _, tab := range res.Tables.Tables() {
			if !utf8.ValidString(tab.Text()) {
				t.Errorf("table %s holds what is no UTF-8", tab.Name)
			}
		}
	}
}

// The finding about a name stays when the file is taken from the history.
func TestOddNamesInAHistory(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("this system takes only names in UTF-8")
	}
	dir, store := filepath.Join(t.TempDir(), "logs"), filepath.Join(t.TempDir(), "history")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "a\xff.jsonl")
	if err := os.WriteFile(path, []byte(`{"ts":"2026-03-02T01:00:00Z","run_id":"r","event":"run_start","total_nodes":7}`+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for i := range 3 {
		if i == 2 {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
		}
		res, err := Read(context.Background(), Options{Paths: []string{dir}, History: store, Version: "1"})
		if err != nil {
			t.Fatal(err)
		}
		f := &res.Tables.Findings
		n := 0
		for row := range f.Len() {
			if f.Code.At(row) == "odd_file_name" && f.Count.At(row) == 1 {
				n++
			}
		}
		if n != 1 || res.Tables.Runs.Len() != 1 || res.Tables.Sources.Path.At(0) != "logs/a%FF.jsonl" {
			t.Errorf("build %d: %d findings, %d runs, %q", i, n, res.Tables.Runs.Len(), res.Tables.Sources.Path.At(0))
		}
	}
}
