package ingest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
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

// The severity of a stored finding follows its code: histories may hold the words of an
// earlier program, or a code that was graded otherwise.
func TestStoredFindingsHaveTheSeverityOfTheirCode(t *testing.T) {
	s := read(t, Options{Paths: []string{tree(t, map[string]string{"transitions.jsonl": kahnLog + "{not JSON\n" + kahnLog})}}).Tables
	stored := []struct{ code, severity, want string }{
		{"bad_line", "act", "error"},
		{"torn_line", "look", "warning"},
		{"crlf", "know", "info"},
		{"crlf", "error", "info"},
		{"no_longer_known", "error", "error"},
		{"no_longer_known", "act", "warning"},
	}
	first := s.Findings.Len()
	for i, c := range stored {
		record.Finding{Code: earlierCode(c.code, c.severity), Count: int64(i + 1)}.Fill(&s.Findings, 0, "")
	}
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
	loaded, err := LoadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	if loaded.Findings.Len() != first+len(stored) {
		t.Fatalf("%d findings, want %d", loaded.Findings.Len(), first+len(stored))
	}
	got := map[string]int{}
	for row := range loaded.Findings.Len() {
		got[loaded.Findings.Code.At(row)+" "+loaded.Findings.Severity.At(row)]++
	}
	for _, c := range stored {
		if got[c.code+" "+c.want] == 0 {
			t.Errorf("%s, stored as %s: not %s; have %v", c.code, c.severity, c.want, got)
		}
	}
	for row := range loaded.Findings.Len() {
		if word := loaded.Findings.Severity.At(row); word != "error" && word != "warning" && word != "info" {
			t.Errorf("%s is %q", loaded.Findings.Code.At(row), word)
		}
	}
}

// earlierCode is a code as an earlier program may have had it.
func earlierCode(name, severity string) *record.Code {
	return &record.Code{Name: name, Severity: table.Severity(severity), Means: "of an earlier program"}
}
