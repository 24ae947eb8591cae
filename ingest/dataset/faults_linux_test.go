package dataset_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// A commit that finds no room, or may not write, changes nothing: the dataset is what
// it was, and the next commit with room succeeds.
func TestCommitWithoutRoom(t *testing.T) {
	dir := t.TempDir()
	switch err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=1m"); {
	case errors.Is(err, syscall.EPERM):
		t.Skip("only root may mount a file system")
	case err != nil:
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, 0); err != nil {
			t.Error(err)
		}
	})
	at := filepath.Join(dir, "history")
	small := func(reason string) *table.Set {
		s := &table.Set{}
		s.Sources.Path.Set(s.Sources.Add(table.Place{}), "ci/transitions.jsonl")
		row := s.Runs.Add(table.Place{Line: 1})
		s.Runs.Key.Set(row, "kahn:r")
		s.Runs.System.Set(row, "kahn")
		s.Runs.Reason.Set(row, reason)
		return s
	}
	commit(t, at, small("old"))
	check := func(want string) {
		t.Helper()
		got, damaged := load(t, at)
		if len(damaged) > 0 || got.Runs.Len() != 1 || got.Runs.Reason.At(0) != want {
			t.Errorf("%d damaged, %d runs, reason %.20q, want %q", len(damaged), got.Runs.Len(), got.Runs.Reason.At(0), want)
		}
	}
	d := open(t, at)
	if err := d.Commit(small(strings.Repeat("x", 4<<20)).Partitions(), "1", true); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("a full file system: %v", err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	check("old")
	commit(t, at, small("new"))
	check("new")
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Fatal(err)
	}
	if d, err := dataset.Open(context.Background(), at, "runs"); !errors.Is(err, syscall.EROFS) {
		if err == nil {
			err = errors.Join(d.Commit(small("never").Partitions(), "1", true), d.Close())
		}
		if !errors.Is(err, syscall.EROFS) {
			t.Errorf("a read-only file system: %v", err)
		}
	}
	check("new")
}

// A pipe in the place of a part is damage, and nobody waits for its other end.
func TestAPipeIsNoPart(t *testing.T) {
	dir := store(t, demo(t))
	name := parts(t, dir)[0]
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(name, 0o666); err != nil {
		t.Fatal(err)
	}
	_, damaged := load(t, dir)
	if len(damaged) != 1 || !strings.Contains(damaged[0].Err.Error(), "not a plain file") {
		t.Errorf("a pipe as a part: %v", damaged)
	}
}

// Copying opens folders once for several months, and leaves none of them open: neither when all
// was copied, nor when a part is damaged.
func TestCopiesLeaveNoFolderOpen(t *testing.T) {
	opened := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	one, two := months(t, "a", "2026-04", "2026-05"), months(t, "b", "2026-05", "2026-06")
	all := func(int, dataset.Place) dataset.Left { return dataset.Left{} }
	if _, err := copyInto(t, all, nil, one, two); err != nil { // the first opens what stays open
		t.Fatal(err)
	}
	before := opened()
	for range 3 {
		if _, err := copyInto(t, all, nil, one, two); err != nil {
			t.Fatal(err)
		}
	}
	parts, err := filepath.Glob(filepath.Join(two, "table=runs", "*", "*", "part-*"))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	broken := func(_ int, at dataset.Place) dataset.Left { // by then the part is known as whole
		if err := os.WriteFile(parts[0], []byte("PAR1"), 0o666); err != nil {
			t.Error(err)
		}
		return dataset.Left{}
	}
	if _, err := copyInto(t, broken, nil, one, two); err == nil {
		t.Error("a damaged part was copied")
	}
	if after := opened(); after != before {
		t.Errorf("%d files are open, %d were before", after, before)
	}
}
