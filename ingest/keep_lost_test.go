package ingest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Lines behind an object that never ends are held back until the end of the log: several pieces would
// end at one byte, and be taken for one that is stored twice.
func TestPiecesOfLinesThatAreHeldBack(t *testing.T) {
	noTemporary(t)
	var log bytes.Buffer
	if err := longKahnLog(&log, 40<<10); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(log.String()), "\n")
	broken := strings.Join(lines[:30], "\n") + "\n{\"meta\":1,\"x\":[\n" + strings.Join(lines[30:], ",\n") + "\n"
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	night{"a.jsonl": []byte(broken)}.put(t, logs)
	want := everything(read(t, Options{Paths: []string{logs}, sealAfter: -1}).Tables)
	for i, after := range []int{40, 40, -1} {
		got := read(t, Options{Paths: []string{logs}, History: store, sealAfter: after})
		if diff := cmp.Diff(want, everything(got.Tables)); diff != "" {
			t.Errorf("build %d: one reading (-) and the history (+):\n%.2000s", i, diff)
		}
		if i > 0 && got.Read != 0 {
			t.Errorf("build %d: %d bytes were read again", i, got.Read)
		}
	}
	holdStored(t, store, filepath.Join(logs, "a.jsonl"), "logs/a.jsonl", []byte(broken))
	if _, err := Compact(context.Background(), store, 0, "test"); err != nil {
		t.Error(err)
	}
}

// A log of several pieces of which one was lost to damage is no log: where it has gone, nothing of it
// counts, and each build says so; where it is there, it is read again.
func TestALogOfWhichAPieceIsLost(t *testing.T) {
	var log bytes.Buffer
	if err := longKahnLog(&log, 60<<10); err != nil {
		t.Fatal(err)
	}
	// The second half is a month later, so that its pieces are stored in another part.
	at := bytes.Index(log.Bytes()[30<<10:], []byte(`{"v":1,"event":"run_start"`)) + 30<<10
	content := slices.Concat(log.Bytes()[:at], bytes.ReplaceAll(bytes.ReplaceAll(log.Bytes()[at:], []byte(`"2026-`), []byte(`"2027-`)), []byte(`"run-`), []byte(`"later-`)))
	for _, year := range []string{"2026", "2027"} {
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		night{"a.jsonl": content, "notes.txt": []byte("no log")}.put(t, logs)
		o := Options{Paths: []string{logs}, History: store, sealAfter: 40}
		want := everything(read(t, o).Tables)
		parts, err := filepath.Glob(filepath.Join(store, "table=logs", "system=kahn", "month="+year+"-*", "*"))
		if err != nil || len(parts) == 0 {
			t.Fatal(parts, err)
		}
		for _, part := range parts {
			whole, err := os.ReadFile(part)
			if err != nil {
				t.Fatal(err)
			}
			whole[len(whole)/2] ^= 1
			if err := os.WriteFile(part, whole, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		path := filepath.Join(logs, "a.jsonl")
		if err := os.Rename(path, path+".away"); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(path+".away", filepath.Join(base, "away")); err != nil {
			t.Fatal(err)
		}
		for i := range 2 {
			got := read(t, o)
			if n := got.Tables.Runs.Len(); n != 0 {
				t.Errorf("%s lost, build %d: %d runs of it count", year, i, n)
			}
			f, told := &got.Tables.Findings, false
			for row := range f.Len() {
				told = told || f.Code.At(row) == outdated.Name && strings.Contains(f.Seen.At(row), "missing")
			}
			if !told {
				t.Errorf("%s lost, build %d: nobody is told", year, i)
			}
		}
		if _, err := Compact(context.Background(), store, 0, "test"); err == nil {
			t.Errorf("%s lost: what is left was made one row", year)
		}
		if err := os.Rename(filepath.Join(base, "away"), path); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, everything(read(t, o).Tables)); diff != "" {
			t.Errorf("%s lost, and the log is there again:\n%.2000s", year, diff)
		}
	}
}

// A log that goes away after it was listed is a file that cannot be read, whether it is known or not.
func TestALogGoesAwayBeforeItIsRead(t *testing.T) {
	for _, known := range []bool{true, false} {
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		night{"a.jsonl": []byte(kahnLog)}.put(t, logs)
		o := Options{Paths: []string{logs}, History: store}
		if known {
			read(t, o)
		}
		o.Progress = func(stage string, done, total int) {
			if stage == "reading" && done == 0 {
				if err := os.RemoveAll(filepath.Join(logs, "a.jsonl")); err != nil {
					t.Error(err)
				}
			}
		}
		got := read(t, o)
		if len(got.Problems) != 1 || (got.Tables.Runs.Len() > 0) != known {
			t.Errorf("known %t: problems %v, %d runs", known, got.Problems, got.Tables.Runs.Len())
		}
	}
}
