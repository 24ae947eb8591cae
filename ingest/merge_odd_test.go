package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/dataset"
)

// blankPart is a part without logs.
func blankPart(t *testing.T, about dataset.Shard) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "part")
	h, err := openShard(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := errors.Join(h.Agree(true), h.CommitShard(about, nil, shardMaker(), "test")); err != nil {
		t.Fatal(err)
	}
	return dir
}

// Every shard counts what is passed over, some of them perhaps at a later time: of a folder and a
// reason the largest count holds, in whatever order the parts are merged.
func TestPassedOverByAllParts(t *testing.T) {
	over := func(folder, why string, files int64) dataset.PassedOver {
		return dataset.PassedOver{Folder: folder, Why: why, Files: files, Logs: []string{}}
	}
	lists := [][]dataset.PassedOver{
		{over("n/a", "node_modules", 2), over("n/a", "--exclude", 9), over("n/c", "node_modules", 1)},
		{over("n/b", ".git", 3), over("n/a", "node_modules", 5), over("n/c", "node_modules", 1)},
		{over("n/a", "node_modules", 4)},
	}
	want := []Passed{
		Passed(over("n/a", "--exclude", 9)), Passed(over("n/a", "node_modules", 5)),
		Passed(over("n/b", ".git", 3)), Passed(over("n/c", "node_modules", 1)),
	}
	var all []string
	for i, list := range lists {
		all = append(all, blankPart(t, dataset.Shard{Index: i + 1, Of: 3, Cut: cutVersion, Passed: list}))
	}
	backwards := slices.Clone(all)
	slices.Reverse(backwards)
	for _, order := range [][]string{all, backwards, {all[1], all[0], all[2]}} {
		into := filepath.Join(t.TempDir(), "merged")
		done, err := Merge(context.Background(), order, into, false, "test")
		if err != nil || done.Parts != 3 || done.Logs != 0 || done.Again != 0 {
			t.Fatalf("%+v, %v", done, err)
		}
		if diff := cmp.Diff(want, read(t, Options{Dataset: into}).Passed); diff != "" {
			t.Errorf("want (-), passed over by %v (+):\n%s", order, diff)
		}
	}
}

// Parts that were cut by another rule would leave files out, and so they are refused. What parts of
// parts lack is missing until another one has it.
func TestShardsOfPartsOfParts(t *testing.T) {
	shard := func(index, of int) dataset.Shard {
		return dataset.Shard{Index: index, Of: of, Cut: cutVersion, Passed: []dataset.PassedOver{}}
	}
	other, lacking := shard(2, 4), dataset.Shard{
		Of: 4, Cut: cutVersion, Passed: []dataset.PassedOver{}, Merged: true, Missing: []int{2, 3},
	}
	other.Cut = cutVersion + 1
	for _, c := range []struct {
		name    string
		parts   []dataset.Shard
		missing []int
		says    string
	}{
		{"another rule", []dataset.Shard{shard(1, 4), other}, nil, "was cut by another version of runreport: make it again"},
		{"parts of parts", []dataset.Shard{lacking}, []int{2, 3}, ""},
		{"one of those that miss", []dataset.Shard{lacking, shard(3, 4)}, []int{2}, ""},
		{"one that was there before", []dataset.Shard{shard(3, 4), lacking}, []int{2}, ""},
		{"all that miss", []dataset.Shard{shard(3, 4), lacking, shard(2, 4)}, nil, ""},
		{"lists of files", []dataset.Shard{shard(0, 0), shard(0, 0)}, nil, ""},
		{"a list beside a shard", []dataset.Shard{shard(1, 4), shard(0, 0)}, nil, "is of 0 shards"},
	} {
		var all []string
		for _, about := range c.parts {
			all = append(all, blankPart(t, about))
		}
		done, err := Merge(context.Background(), all, filepath.Join(t.TempDir(), "merged"), true, "test")
		switch {
		case c.says != "":
			if !errors.Is(err, ErrParts) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("%s: %v, want %s", c.name, err, c.says)
			}
		case err != nil || !slices.Equal(done.Missing, c.missing):
			t.Errorf("%s: %v is missing, %v; want %v", c.name, done.Missing, err, c.missing)
		}
	}
}

// Two words that are no secret each come to be one where they are put together. The rows of a part
// with such a log are never copied, and the tables are those of one reading all the same.
func TestPartsWithSecretsThatArePutTogether(t *testing.T) {
	dir, logs := filepath.Join(t.TempDir(), "logs"), night{}
	lists := make([][]string, 2)
	for n := range 4 {
		name := fmt.Sprintf("n%d/transitions.jsonl", n)
		logs[name] = plainRuns(rand.New(rand.NewPCG(uint64(n), 4)), n, 2)
		lists[n%2] = append(lists[n%2], name)
	}
	token := "a8F3kQ9zLm2Xv7Tb" + "1Rw6Yc4Nd5Hj0Ps8GhIj"
	logs["n1/transitions.jsonl"] = bytes.ReplaceAll(logs["n1/transitions.jsonl"],
		[]byte(`"from":"ready","to":"running"`), []byte(`"from":"Authorization: Bearer","to":"`+token+`"`))
	logs.write(t, dir)
	checkMerged(t, dir, lists, 4)
	logs["n3/transitions.jsonl"] = append(logs["n3/transitions.jsonl"], logs["n2/transitions.jsonl"]...)
	logs.write(t, dir)
	before := listed(t, dir, lists[1])
	logs["n3/transitions.jsonl"] = logs["n2/transitions.jsonl"]
	logs.write(t, dir)
	after := listed(t, dir, lists[1])
	_, err := Merge(context.Background(), []string{before, after}, filepath.Join(t.TempDir(), "merged"), false, "test")
	if !errors.Is(err, ErrParts) || !strings.Contains(err.Error(), after) || !strings.HasSuffix(err.Error(), "logs/n3/transitions.jsonl") {
		t.Errorf("two parts with different content of one log: %v", err)
	}
	damage(t, []string{after}, "logs")
	_, err = Merge(context.Background(), []string{after}, filepath.Join(t.TempDir(), "merged"), false, "test")
	if !errors.Is(err, ErrParts) || !strings.Contains(err.Error(), after) || !strings.HasSuffix(err.Error(), "; make it again") {
		t.Errorf("a part whose logs are damaged: %v", err)
	}
}

// Three runs of the playbook, of which the first two have one key and the third has the key that the second gets by that. They
// are put together twice when parts are merged. Each time they find the files beside them that are not put together again.
func TestMergedRunsFindWhatLiesBesideThem(t *testing.T) {
	run := func(benchmark, id string) []byte {
		at := func(members string, minute int) string {
			return fmt.Sprintf(`{%s,"ts":"2026-03-02T09:%02d:00Z"}`+"\n", members, minute)
		}
		return []byte(at(`"event":"_index","schema_version":"1.5.6","event_types":["_index","run_start","phase_start","phase_end"],`+
			`"lever_state":"x","started_at":"2026-03-02T09:00:00Z","benchmark":"`+benchmark+`"`+id, 0) +
			at(`"event":"run_start","runner":"claude","playbook_version":"1.5.6","target_path":"logs"`+id, 0) +
			at(`"event":"phase_start","phase":2`, 1) +
			at(`"event":"phase_end","phase":2,"key_counts":{},"artifacts_produced":["quality/QUALITY.md"]`, 2))
	}
	logs := night{
		"quality/run_state.jsonl":     run("zz", `,"run_id":"a/b/c 2026-03-02T09:00:00Z#2"`),
		"a/quality/run_state.jsonl":   run("b/c", ""),
		"a/b/quality/run_state.jsonl": run("c", ""),
		"out/k.txt":                   []byte("nothing\n"),
	}
	for _, folder := range []string{"", "a/", "a/b/"} {
		for _, name := range []string{"REQUIREMENTS", "QUALITY", "CONTRACTS", "COVERAGE_MATRIX", "COMPLETENESS_REPORT",
			"RUN_CODE_REVIEW", "RUN_INTEGRATION_TESTS", "RUN_SPEC_AUDIT", "RUN_TDD_TESTS"} {
			logs[folder+"quality/"+name+".md"] = []byte("# A title\n")
		}
		logs[folder+"quality/test_functional.py"] = []byte("pass\n")
		logs[folder+"quality/EXPLORATION.md"] = []byte("# Exploration\n\n## Finding 1\ntext\n") // which says that the others count
	}
	dir := filepath.Join(t.TempDir(), "logs")
	logs.write(t, dir)
	if err := os.Symlink("out", filepath.Join(dir, "link")); err != nil { // it may lead to anything, so runs are put together again
		t.Fatal(err)
	}
	o := Options{Paths: []string{dir}}
	want := wholeTables(t, o)
	for _, lotFiles := range []int{0, 1} {
		var parts []string
		for i := range 3 {
			part := filepath.Join(t.TempDir(), fmt.Sprint(i))
			if _, err := ReadShard(context.Background(), o, Shards{i + 1, 3}, part); err != nil {
				t.Fatal(err)
			}
			parts = append(parts, part)
		}
		merged := filepath.Join(t.TempDir(), "merged")
		done, err := mergeLots(context.Background(), parts, merged, false, "test", lotFiles)
		if err != nil {
			t.Fatal(err)
		}
		if got := mergedTablesOf(t, merged); got != want || done.Again != 6 {
			t.Errorf("lots of %d, %d logs again: merged stores\n%s\none reading:\n%s", lotFiles, done.Again, got, want)
		}
	}
}
