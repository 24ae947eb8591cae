package ingest

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A file that cannot be read again, or has lost records since it was read, is a fault of the whole
// reading, and the finding says so.
func TestFaultsOfASecondReading(t *testing.T) {
	run := strings.Join([]string{
		`{"ts":"2026-03-02T02:00:00.000Z","run_id":"nightly","event":"run_start","total_nodes":1}`,
		`{"ts":"2026-03-02T02:00:01.000Z","run_id":"nightly","event":"node_transition","node_id":"a","from":"ready","to":"running","attempt":1}`,
		`{"ts":"2026-03-02T02:00:09.000Z","run_id":"nightly","event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9}`,
	}, "\n") + "\n"
	for _, c := range []struct {
		name   string
		change func(path string) error
		seen   string // by the finding; empty: all is well
	}{
		{"nothing happens", func(string) error { return nil }, ""},
		{"it is deleted", os.Remove, "no such file"},
		{"it is written again", func(p string) error { return os.WriteFile(p, []byte(run[:strings.Index(run, "\n")+1]), 0o600) }, "1 of 3 records are there"},
		{"it goes on", func(p string) error { return os.WriteFile(p, []byte(run+run), 0o600) }, ""},
	} {
		dir := tree(t, map[string]string{"a.jsonl": run, "b.jsonl": run})
		o := Options{Paths: []string{dir}, Jobs: 1, sealAfter: 1, Progress: func(stage string, _, _ int) {
			if stage == "telling units apart" {
				if err := c.change(filepath.Join(dir, "a.jsonl")); err != nil {
					t.Error(err)
				}
			}
		}}
		res, err := Read(context.Background(), o)
		if err != nil {
			t.Fatal(err)
		}
		seen := ""
		for row := range res.Tables.Findings.Len() {
			if f := &res.Tables.Findings; f.Code.At(row) == cannotRead.Name {
				seen = f.Seen.At(row)
			}
		}
		if c.seen == "" && seen != "" || !strings.Contains(seen, c.seen) || (len(res.Problems) == 1) != (c.seen != "") {
			t.Errorf("%s: %q, problems %v", c.name, seen, res.Problems)
		}
	}
}
