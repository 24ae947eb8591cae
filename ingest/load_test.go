package ingest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

func TestADamagedPartIsAFinding(t *testing.T) {
	s := read(t, Options{Paths: []string{tree(t, map[string]string{"transitions.jsonl": kahnLog})}}).Tables
	dir := filepath.Join(t.TempDir(), "data")
	d, err := dataset.Open(context.Background(), dir, table.LogsName)
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Commit(s.Partitions(), "1.2.3", true); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if !IsDataset(dir) || IsDataset(filepath.Dir(dir)) {
		t.Error("a dataset is not told from another folder")
	}
	whole, err := LoadDataset(dir)
	if err != nil || whole.Findings.Len() != s.Findings.Len() || whole.Attempts.Len() != s.Attempts.Len() {
		t.Fatalf("%v; %d findings, want %d", err, whole.Findings.Len(), s.Findings.Len())
	}
	parts, err := filepath.Glob(filepath.Join(dir, "table=attempts", "*", "*", "*"))
	if err != nil || len(parts) != 1 {
		t.Fatal(parts, err)
	}
	if err := os.Truncate(parts[0], 50); err != nil {
		t.Fatal(err)
	}
	part, err := LoadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	last := part.Findings.Len() - 1
	if last != whole.Findings.Len() || part.Findings.Code.At(last) != "damaged_part" || part.Attempts.Len() != 0 {
		t.Errorf("%d findings, the last is %s; %d attempts", last+1, part.Findings.Code.At(last), part.Attempts.Len())
	}
}
