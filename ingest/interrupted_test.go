package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// A reading that is interrupted, at whatever it says it has done, gives nothing: no half of the
// numbers, and no other history or shard than the one that was there.
func TestInterruptedReadings(t *testing.T) {
	logs := tree(t, map[string]string{"ci/transitions.jsonl": kahnLog, "notes.txt": "no log\n", "node_modules/x/transitions.jsonl": kahnLog})
	for name, read := range map[string]func(ctx context.Context, o Options, dir string) error{
		"without a history": func(ctx context.Context, o Options, _ string) error {
			res, err := Read(ctx, o)
			if err != nil && res != nil {
				t.Errorf("a result beside %v", err)
			}
			return err
		},
		"into a history": func(ctx context.Context, o Options, dir string) error {
			o.History = dir
			res, err := Read(ctx, o)
			if err != nil && res != nil {
				t.Errorf("a result beside %v", err)
			}
			return err
		},
		"into a shard": func(ctx context.Context, o Options, dir string) error {
			_, err := ReadShard(ctx, o, Shards{Index: 1, Of: 1}, dir)
			return err
		},
	} {
		stages := map[string]bool{}
		for n := 1; ; n++ {
			dir := filepath.Join(t.TempDir(), "kept")
			ctx, interrupt := context.WithCancel(context.Background())
			reported, last := 0, ""
			err := read(ctx, Options{Paths: []string{logs}, Jobs: 1, Version: "1", Progress: func(stage string, _, _ int) {
				if reported++; reported == n {
					last = stage
					interrupt()
				}
			}}, dir)
			interrupt()
			if reported < n { // it ended before
				if err != nil {
					t.Errorf("%s: %v", name, err)
				}
				break
			}
			stages[last] = true
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, interrupted while %s: %v", name, last, err)
			}
			if _, err := os.Stat(filepath.Join(dir, "manifest.json")); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("%s, interrupted while %s: something is stored (%v)", name, last, err)
			}
		}
		if len(stages) < 2 {
			t.Errorf("%s: only interrupted while %v", name, stages)
		}
	}
}

// A history and a configuration below the folder of the logs are no input, and nothing is said of
// them: building twice gives the same report.
func TestAHistoryBelowTheLogs(t *testing.T) {
	logs := tree(t, map[string]string{"ci/transitions.jsonl": kahnLog, "ci/settings.toml": "depth = 1\n"})
	o := Options{Paths: []string{logs}, History: filepath.Join(logs, "history"), Config: filepath.Join(logs, "ci/settings.toml"), Version: "1"}
	first := read(t, o)
	second := read(t, o)
	for i, res := range []*Result{first, second} {
		if res.Tables.Runs.Len() != 2 || len(res.Passed) != 0 || res.Tables.Sources.Len() != 1 {
			t.Errorf("reading %d: %d runs, %d files, passed over %v", i+1, res.Tables.Runs.Len(), res.Tables.Sources.Len(), res.Passed)
		}
	}
	if a, b := dump(first.Tables), dump(second.Tables); a != b {
		t.Errorf("read twice:\n%s\n%s", a, b)
	}
	// Without being told of it, its parts are files like others.
	o.History, o.Config = "", ""
	if res := read(t, o); res.Tables.Sources.Len() < 3 {
		t.Errorf("%d files where the history is not known", res.Tables.Sources.Len())
	}
}
