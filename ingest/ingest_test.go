package ingest

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
)

// reference is the shared file of worked cases, where it lies beside the project.
func reference(t *testing.T, id string) map[string]any {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("..", "..", "shared", "reference", "statistics.json"))
	if err != nil {
		t.Skip("the reference cases are not here")
	}
	var doc struct {
		Cases []struct {
			ID     string
			Inputs map[string]any
		}
	}
	if err := json.Unmarshal(b, &doc); err != nil {
		t.Fatal(err)
	}
	for _, c := range doc.Cases {
		if c.ID == id {
			return c.Inputs
		}
	}
	t.Fatalf("no case %s", id)
	return nil
}

func read(t *testing.T, o Options) *Result {
	t.Helper()
	res, err := Read(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func TestThreeKahnRuns(t *testing.T) {
	in := reference(t, "log-kahn-three-runs")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "transitions.jsonl"), []byte(in["jsonl"].(string)), 0o600); err != nil {
		t.Fatal(err)
	}
	s := read(t, Options{Paths: []string{dir}}).Tables
	if n := s.Runs.Len(); n != 3 {
		t.Errorf("runs = %d, want 3", n)
	}
	if n := s.Attempts.Len(); n != 15 {
		t.Errorf("attempts = %d, want 6 + 4 + 5", n)
	}
	for row := range s.Findings.Len() {
		t.Errorf("finding %s: saw %s, expected %s", s.Findings.Code.At(row), s.Findings.Seen.At(row), s.Findings.Expected.At(row))
	}
	if kept, lines := s.Sources.Kept.At(0), s.Sources.Lines.At(0); kept != lines || lines == 0 {
		t.Errorf("kept %d of %d lines", kept, lines)
	}
}
