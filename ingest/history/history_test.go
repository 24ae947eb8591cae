package history

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/record"
	"runreport/ingest/table"
)

var (
	format = &record.Format{Name: "lines", System: "toy"}
	system = &record.System{Name: "toy", Formats: []*record.Format{format}}
	at     = time.Date(2026, 3, 5, 1, 2, 3, 4000, time.UTC)
)

func opened(t *testing.T, dir string) *History {
	t.Helper()
	h, err := Open(t.Context(), dir, []*record.System{system}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func commit(t *testing.T, h *History) {
	t.Helper()
	if err := errors.Join(h.Commit(&table.Set{}, "1.0"), h.Close()); err != nil {
		t.Fatal(err)
	}
}

// add stores a piece of a log.
func add(h *History, path string, from, to int64, sum string) *New {
	n := NewPiece(&record.File{Path: path, Format: format, Group: "g", Compression: "gzip", Link: "l", Bytes: to, Labels: []string{"a=b"}}, from,
		State{Size: to, SHA256: sum, Modified: at, WholeLine: true})
	h.Add(n)
	return n
}

// addAll stores pieces that are told as "from to hash".
func addAll(t *testing.T, h *History, path string, pieces ...string) {
	t.Helper()
	for _, p := range pieces {
		var from, to int64
		var sum string
		if _, err := fmt.Sscan(p, &from, &to, &sum); err != nil {
			t.Fatal(err)
		}
		add(h, path, from, to, sum)
	}
}

func TestPiecesOfALog(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := opened(t, dir)
	if len(h.Paths()) != 0 || h.About().Pieces != 0 || h.About().Shard != nil || len(h.About().Damaged) != 0 {
		t.Errorf("a new history has %q", h.Paths())
	}
	if err := h.Agree(true); err != nil {
		t.Error(err)
	}
	add(h, "a", 0, 900, "s1")
	add(h, "gap", 10, 900, "s1")
	h.Drop(&record.File{Path: "old", Format: format}, State{Size: 5, SHA256: "s5"})
	commit(t, h)

	h = opened(t, dir)
	add(h, "a", 900, 2400, "s2")
	add(h, "new", 0, 1, "s1")
	add(h, "new", 0, 2, "s2") // read anew: what was known before it is replaced
	commit(t, h)

	h = opened(t, dir)
	paths, all := h.Paths(), h.AllPaths()
	slices.Sort(paths)
	slices.Sort(all)
	if !slices.Equal(paths, []string{"a", "gap", "new"}) || !slices.Equal(all, []string{"a", "gap", "new", "old"}) || h.About().Pieces != 6 || !h.About().Redacted {
		t.Errorf("paths %q and %q, %d pieces, redacted %t", paths, all, h.About().Pieces, h.About().Redacted)
	}
	for path, want := range map[string]struct {
		size  int64
		known bool
	}{"a": {2400, true}, "gap": {0, false}, "new": {2, true}, "none": {0, false}, "old": {5, true}} {
		last, ok := h.Known(path)
		if ok != want.known || ok && last.Size() != want.size {
			t.Errorf("%s: known %t", path, ok)
		}
	}
	last, _ := h.Known("a")
	if last.From() != 900 || last.SHA256() != "s2" || !last.WholeLine() || last.Dropped() || !last.Modified().Equal(at) {
		t.Errorf("from %d, %s, %t, %t, %s", last.From(), last.SHA256(), last.WholeLine(), last.Dropped(), last.Modified())
	}
	if last, _ := h.Known("old"); !last.Dropped() || last.WholeLine() || !last.Modified().IsZero() || !h.Dropped("old") || h.Dropped("a") {
		t.Error("a log that was taken out is not told from one that was not")
	}
	f := &record.File{Path: "a"}
	if err := h.Restore(f); err != nil || f.Bytes != 2400 || f.Format != format || f.Group != "g" || f.Compression != "gzip" || f.Link != "l" || !slices.Equal(f.Labels, []string{"a=b"}) {
		t.Errorf("%v: %+v", err, f)
	}
	if err := h.Agree(true); err != nil {
		t.Error(err)
	}
	if err := h.Agree(false); !errors.Is(err, Err) || err.Error() != "the history was made without --no-redact: build with the same, or into another folder" {
		t.Errorf("with secrets kept: %v", err)
	}
	h.Empty()
	if len(h.AllPaths()) != 0 || h.build != 1 {
		t.Errorf("emptied: %q, build %d", h.AllPaths(), h.build)
	}
	commit(t, h)
	if h = opened(t, dir); h.About().Pieces != 0 {
		t.Errorf("%d pieces after it was emptied", h.About().Pieces)
	}
	if err := h.Close(); err != nil {
		t.Error(err)
	}
}

func TestFormatsThatAreNotKnown(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "history")
	h := opened(t, dir)
	add(h, "a", 0, 900, "s1")
	commit(t, h)
	h, err := Open(t.Context(), dir, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if err := h.Restore(&record.File{Path: "a"}); err == nil || err.Error() != `format "lines" is not known` {
		t.Errorf("%v", err)
	}
	if h.About().Redacted {
		t.Error("nothing was redacted")
	}
	if err := h.Agree(true); !errors.Is(err, Err) || err.Error() != "the history was made with --no-redact: build with the same, or into another folder" {
		t.Errorf("%v", err)
	}
}

// What shards have written is copied into one history, but for what is left of it.
func TestCommitMerged(t *testing.T) {
	shard := func(paths ...string) *History {
		dir := filepath.Join(t.TempDir(), "history")
		h := opened(t, dir)
		for i, path := range paths {
			add(h, path, 0, int64(i+1), "s")
		}
		if err := errors.Join(h.CommitShard(dataset.Shard{Index: 1, Of: 2}, nil, "me", "1.0"), h.Close()); err != nil {
			t.Fatal(err)
		}
		brief, err := OpenPart(t.Context(), dir, []*record.System{system}, nil)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { brief.Close() })
		if brief.About().Maker != "me" {
			t.Errorf("made by %q", brief.About().Maker)
		}
		return brief
	}
	dir := filepath.Join(t.TempDir(), "merged")
	into := opened(t, dir)
	again := table.SourceID("b")
	leave := func(i int, _ dataset.Place) dataset.Left {
		return dataset.Left{Of: func(source int64) bool { return i == 1 && source == again }}
	}
	from := []*History{shard("a", "b"), shard("b", "c")}
	if err := errors.Join(into.CommitMerged(dataset.Shard{Merged: true}, from, nil, leave, "me", "1.0"), into.Close()); err != nil {
		t.Fatal(err)
	}
	h := opened(t, dir)
	defer h.Close()
	paths := h.Paths()
	slices.Sort(paths)
	if !slices.Equal(paths, []string{"a", "b", "c"}) || h.About().Pieces != 3 || h.About().Shard == nil || !h.About().Shard.Merged {
		t.Errorf("%q, %d pieces, shard %v", paths, h.About().Pieces, h.About().Shard)
	}
	brief := from[0]
	if err := brief.ReadLogs(nil); err != nil || brief.Content("b") != h.Content("b") || h.Content("b") == h.Content("a") {
		t.Errorf("%v: %d, %d, %d", err, brief.Content("b"), h.Content("b"), h.Content("a"))
	}
}

func TestFoldersThatAreNoHistory(t *testing.T) {
	if _, err := Open(t.Context(), ".", nil, nil); !errors.Is(err, Err) {
		t.Errorf("a folder of something else: %v", err)
	}
}
