package ingest

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/redact"
)

// What fails on one file ends this file only: nothing of it is left but a finding.
func TestAProgramThatFailsOnAFile(t *testing.T) {
	f := &record.File{Path: "a.jsonl", Format: Systems[0].Formats[0], Records: []*record.Record{{Line: 1}}}
	err := recoverFault(f, func() error { panic("index out of range") })
	if err == nil || err.Error() != "internal fault: index out of range" {
		t.Errorf("the fault is %v", err)
	}
	if f.Format != nil || f.Records != nil || !f.Found(decoder) {
		t.Errorf("of format %v, %d records, found: %t", f.Format, len(f.Records), f.Found(decoder))
	}
	if got := f.Findings(); len(got) != 1 || got[0].Seen != "index out of range" {
		t.Errorf("findings %v", got)
	}
	other, fault := &record.File{Format: Systems[0].Formats[0]}, errors.New("cut off")
	if err := recoverFault(other, func() error { return fault }); err != fault || other.Format == nil || len(other.Findings()) != 0 {
		t.Errorf("a fault that is none of the program: %v, %v", err, other.Findings())
	}
}

// A fault that was told of is not told of again when the file is read a second time.
func TestFaultsAreToldOnce(t *testing.T) {
	res := &Result{redactor: redact.New(), Problems: []Problem{{"a", fs.ErrNotExist}}}
	res.addFaults([]Problem{{"a", fs.ErrPermission}, {"b", errors.New("of ada@corp.io")}})
	if len(res.Problems) != 2 || res.Problems[0].Err != fs.ErrNotExist || res.Problems[1].Path != "b" ||
		res.Problems[1].Err.Error() != "of [redacted: e-mail]" {
		t.Errorf("problems %v", res.Problems)
	}
}

// Arguments that cannot be read end a reading, and so does what is no history.
func TestArgumentsThatAreRefused(t *testing.T) {
	logs := tree(t, map[string]string{"x.jsonl": kahnLog})
	gone := filepath.Join(logs, "gone")
	for name, o := range map[string]Options{
		"a path that is not there": {Paths: []string{gone}},
		"a pattern to exclude":     {Paths: []string{logs}, Exclude: []string{"a", "[z"}},
		"a pattern to include":     {Paths: []string{logs}, Include: []string{"[z"}},
		"texts that are stored":    {Paths: []string{logs}, IncludeText: true, History: filepath.Join(t.TempDir(), "h")},
	} {
		if res, err := Read(context.Background(), o); err == nil || res != nil {
			t.Errorf("%s: %v, %v", name, res, err)
		}
		part := filepath.Join(t.TempDir(), "part")
		if done, err := ReadShard(context.Background(), o, Shards{1, 1}, part); err == nil || done.Files != 0 {
			t.Errorf("%s, into a shard: %+v, %v", name, done, err)
		}
		if _, err := os.Stat(part); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s, into a shard: it was written (%v)", name, err)
		}
	}
	res, err := Read(context.Background(), Options{Dataset: merge(t, parts(t, logs, 1, Options{})...), Paths: []string{gone}})
	if err == nil || res != nil {
		t.Errorf("logs of a dataset that are not there: %v, %v", res, err)
	}
	for name, dir := range map[string]string{"a folder of logs": logs, "no folder": gone} {
		if _, err := Compact(context.Background(), dir, 0, "test"); !errors.Is(err, ErrHistory) {
			t.Errorf("%s as a history to make smaller: %v", name, err)
		}
		if s, err := LoadDataset(dir); err == nil || s != nil {
			t.Errorf("%s as a dataset: %v, %v", name, s, err)
		}
	}
}

// Nothing is merged, made smaller or taken over once it is interrupted.
func TestInterruptedWorkOnDatasets(t *testing.T) {
	logs := tree(t, map[string]string{"x.jsonl": kahnLog})
	store := filepath.Join(t.TempDir(), "history")
	read(t, Options{Paths: []string{logs}, History: store})
	all := parts(t, logs, 1, Options{})
	merged, into := merge(t, all...), filepath.Join(t.TempDir(), "merged")
	before := contents(t, store)
	ctx, interrupt := context.WithCancel(context.Background())
	interrupt()
	if _, err := Merge(ctx, all, into, false, "test"); !errors.Is(err, context.Canceled) {
		t.Errorf("merging: %v", err)
	}
	if IsDataset(into) {
		t.Error("merged though it was interrupted")
	}
	if _, err := Compact(ctx, store, 0, "test"); !errors.Is(err, context.Canceled) || contents(t, store) != before {
		t.Errorf("making a history smaller: %v, and it is as before: %t", err, contents(t, store) == before)
	}
	if res, err := Read(ctx, Options{Dataset: merged, Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)}); err == nil || res != nil {
		t.Errorf("reading a dataset: %v, %v", res, err)
	}
}
