package ingest

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/fragment"
	"runreport/ingest/history"
	"runreport/ingest/record"
)

// The place of a unit is that of its first record, else of one that speaks of it, else of a
// document beside it or of a file that is superseded as a whole.
func TestPlacesOfUnits(t *testing.T) {
	at := func(path string, line int64, column uint32) *record.Record {
		return &record.Record{File: &record.File{Path: path}, Line: line, Column: column}
	}
	for _, c := range []struct {
		unit record.Unit
		want unitPlace
	}{
		{record.Unit{}, unitPlace{}},
		{record.Unit{Records: []*record.Record{at("b", 7, 2), at("a", 1, 1)}, Related: []*record.Record{at("c", 1, 1)}}, unitPlace{"b", 7, 2}},
		{record.Unit{Related: []*record.Record{at("c", 3, 1)}, Companions: []*record.File{{Path: "d"}}}, unitPlace{"c", 3, 1}},
		{record.Unit{Companions: []*record.File{{Path: "d"}, {Path: "e"}}, Files: []string{"f"}}, unitPlace{path: "d"}},
		{record.Unit{Files: []string{"f"}, Superseded: []string{"g"}}, unitPlace{path: "f"}},
		{record.Unit{Superseded: []string{"g"}}, unitPlace{path: "g"}},
	} {
		if got := placeOf(&c.unit); got != c.want {
			t.Errorf("%+v, want %+v", got, c.want)
		}
	}
	inOrder := []unitPlace{{}, {"a", 1, 1}, {"a", 1, 2}, {"a", 2, 1}, {"a", 10, 0}, {"b", 0, 0}}
	for i, x := range inOrder {
		for j, y := range inOrder {
			if got := x.compare(y); (got < 0) != (i < j) || (got > 0) != (i > j) {
				t.Errorf("%+v and %+v: %d", x, y, got)
			}
		}
	}
}

// Units of one name are numbered from the second on; names that become the same as valid UTF-8 too.
func TestKeysOfUnits(t *testing.T) {
	taken := map[string]int{}
	for _, c := range []struct{ home, id, want string }{
		{"a", "n1", "kahn:a/n1"}, {"", "n1", "kahn:n1"}, {"a", "n1", "kahn:a/n1#2"}, {"a", "n1", "kahn:a/n1#3"}, {"a", "n2", "kahn:a/n2"},
		{"a", "x\xe9", "kahn:a/x\uFFFD"}, {"a", "x\xe8", "kahn:a/x\uFFFD#2"}, {"", "", "kahn:"},
	} {
		if got := key(&record.Unit{System: "kahn", Home: c.home, ID: c.id}, taken); got != c.want {
			t.Errorf("%s/%s is %s, want %s", c.home, c.id, got, c.want)
		}
	}
}

// A unit is older than --since by its last time; one without times is not.
func TestOlderUnits(t *testing.T) {
	since := time.Date(2026, 5, 2, 0, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		times []time.Time
		since time.Time
		want  bool
	}{
		{[]time.Time{since.Add(-1)}, since, true}, {[]time.Time{since}, since, false}, {[]time.Time{since.Add(-1), since.Add(1)}, since, false},
		{[]time.Time{since.Add(-1)}, time.Time{}, false}, {nil, since, false}, {[]time.Time{{}}, since, false},
	} {
		u := &record.Unit{}
		for _, at := range c.times {
			u.Records = append(u.Records, &record.Record{At: at})
		}
		if got := isOlder(u, c.since); got != c.want {
			t.Errorf("%v, since %v: %v", c.times, c.since, got)
		}
	}
}

// Files that share a unit are one group, also over a third one. A group goes when it ended longer
// before the latest event than it is to be kept.
func TestGroupsOfFiles(t *testing.T) {
	g, index := fragment.NewGroups(6), map[string]int{"a": 0, "b": 1, "c": 2, "d": 3, "e": 4, "f": 5}
	for _, files := range []string{"a b", "d c", "x e", "b c", "f"} { // nobody has x
		g.Join(index, strings.FieldsSeq(files))
	}
	for i := range g {
		for j := range g {
			if got, want := g.Of(i) == g.Of(j), i == j || i < 4 && j < 4; got != want {
				t.Errorf("files %d and %d are of one group: %v", i, j, got)
			}
		}
	}
	log := func(run, day string) string {
		return strings.ReplaceAll(strings.ReplaceAll(kahnLog, "n1", run), "2026-04-22", day)
	}
	single := func(text string) string { // without the line of another run
		return strings.Join(slices.DeleteFunc(strings.SplitAfter(text, "\n"), func(l string) bool { return strings.Contains(l, `"n2"`) }), "")
	}
	head, tail, _ := strings.Cut(single(log("cut", "2026-03-01")), "\n")
	dir := tree(t, map[string]string{
		"first.jsonl": single(log("a", "2026-03-01")), "second.jsonl": single(log("b", "2026-04-23")), "last.jsonl": single(log("c", "2026-05-01")),
		"cut/1.jsonl": head + "\n", "cut/2.jsonl": strings.ReplaceAll(tail, "2026-03-01", "2026-05-01"), // one run in two files
	})
	store := filepath.Join(t.TempDir(), "history")
	read(t, Options{Paths: []string{dir}, History: store})
	h, err := history.Open(context.Background(), store, Systems, Codes())
	if err != nil {
		t.Fatal(err)
	}
	for keep, want := range map[time.Duration]string{0: "", 24 * time.Hour: "first second", 31 * 24 * time.Hour: "first", 90 * 24 * time.Hour: ""} {
		old, err := expired(t.Context(), h, Options{History: store, Jobs: 2}, keep)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for path := range old {
			got = append(got, strings.TrimSuffix(filepath.Base(path), ".jsonl"))
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("kept for %v: %q go, want %q", keep, got, want)
		}
	}
	if err := h.Close(); err != nil {
		t.Fatal(err)
	}
	done, err := Compact(context.Background(), store, 31*24*time.Hour, "test")
	if err != nil || done.Logs != 5 || done.Dropped != 1 {
		t.Errorf("%+v, %v", done, err)
	}
}

// The text of a fault names no path of this machine.
func TestFaultsWithoutPaths(t *testing.T) {
	denied := &fs.PathError{Op: "open", Path: "/srv/x", Err: fs.ErrPermission}
	for want, err := range map[string]error{
		"permission denied":   denied,
		"cut off":             errors.New("cut off"),
		"no reader/writer":    errors.New("no reader/writer"),
		"reading: cut off":    fmt.Errorf("reading: %w", errors.New("cut off")),
		"file already closed": fmt.Errorf("in /srv/x: %w", fmt.Errorf("at /srv/y: %w", fs.ErrClosed)),
	} {
		if got := withoutPath(err); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	for shown, want := range map[string]string{"logs/a/x": "logs/a", "logs/x": "logs", "x": "", "": ""} {
		if got := record.FolderOf(shown); got != want {
			t.Errorf("the folder of %q is %q, want %q", shown, got, want)
		}
	}
}

// The state of a file: its size, its hash, that of as much as was known, and whether it ends with
// a line. One that was changed a moment ago may change again without a new time.
func TestStateOfAFile(t *testing.T) {
	dir := t.TempDir()
	const empty, ab, abc = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "a63d8014dba891345b30174df2b2a57efbb65b4f9f09b98f245d1b3192277ece",
		"edeaaff3f1774ad2888673770c6d64097e391bc362d7d6fb34982ddf0efd18cb" // of "", "ab\n"[:2]+"\n" and "abc\n"
	for _, c := range []struct {
		text   string
		known  int64
		begins string
		sum    string
		line   bool
	}{
		{"", 0, empty, empty, false}, {"abc\n", 0, empty, abc, true}, {"abc\n", 4, abc, abc, true}, {"abc\n", 9, empty, abc, true}, // it has shrunk
		{"ab\n", 3, ab, ab, true}, {"ab\ncd", 3, ab, "", false},
	} {
		path := filepath.Join(dir, "x")
		if err := os.WriteFile(path, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		for age, known := range map[time.Duration]bool{0: false, time.Hour: true} {
			when := time.Now().Add(-age)
			if err := os.Chtimes(path, when, when); err != nil {
				t.Fatal(err)
			}
			at := newFound("", "", path)
			state, err := at.stat()
			if err != nil || state.Size != int64(len(c.text)) || state.Modified.IsZero() == known {
				t.Errorf("%q of %v ago: %+v, %v", c.text, age, state, err)
			}
			if err := state.hash(at, c.known); err != nil {
				t.Fatal(err)
			}
			if state.begins != c.begins || c.sum != "" && state.SHA256 != c.sum || state.WholeLine != c.line {
				t.Errorf("%q, %d known: begins %.6s, is %.6s, ends with a line %v", c.text, c.known, state.begins, state.SHA256, state.WholeLine)
			}
		}
	}
	if _, err := newFound("", "", dir).stat(); err == nil {
		t.Error("a folder has a state")
	}
	if _, err := newFound("", "", filepath.Join(dir, "gone")).stat(); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a file that is not there: %v", err)
	}
}

// A log with another content than before is told, unless what it held lies elsewhere now.
func TestReplacedLogs(t *testing.T) {
	files := []*record.File{{Path: "a"}, {Path: "b"}, {Path: "c"}, {Path: "d"}}
	got := toldOf(files, []reading{
		{sha256: "1"}, {sha256: "2", former: "1"}, {sha256: "3", former: "9"},
		{sha256: "4", told: []record.Finding{{Code: outdated}}},
	})
	want := []string{"c " + replaced.Name, "d " + outdated.Name}
	if len(got) != len(want) {
		t.Fatalf("%d findings, want %d", len(got), len(want))
	}
	for i, n := range got {
		if is := n.file.Path + " " + n.finding.Code.Name; is != want[i] {
			t.Errorf("finding %d: %s, want %s", i, is, want[i])
		}
	}
}

// Files may be listed one by one. They are shown as they lie below the root, each once.
func TestListedFiles(t *testing.T) {
	root := tree(t, map[string]string{"a/x.jsonl": "1", "a/y.jsonl": "2", "b/z.jsonl": "3"})
	if err := os.Symlink(filepath.Join(root, "a", "x.jsonl"), filepath.Join(root, "b", "link.jsonl")); err != nil {
		t.Fatal(err)
	}
	outside := tree(t, map[string]string{"x.jsonl": "1"})
	if err := os.Symlink(outside, filepath.Join(root, "b", "out")); err != nil {
		t.Fatal(err)
	}
	o := Options{Root: root, Paths: []string{filepath.Join(root, "b", "z.jsonl"), "a/x.jsonl", filepath.Join(root, "a", "..", "a", "x.jsonl"), "b/link.jsonl", "b/out", "a/gone.jsonl"}, Jobs: 1}
	all, passed, err := walkFiles(context.Background(), o)
	if err != nil || len(passed) > 0 {
		t.Fatal(passed, err)
	}
	name := filepath.Base(root)
	var got []string
	for _, f := range all {
		said := "read"
		if f.fault != nil {
			said = "left"
		}
		if f.target != "" {
			said = "to " + strings.TrimPrefix(f.target, name+"/")
		}
		got = append(got, strings.TrimPrefix(f.shown, name+"/")+" "+said)
	}
	want := []string{"a/gone.jsonl left", "a/x.jsonl read", "b/link.jsonl to a/x.jsonl", "b/out left", "b/z.jsonl read"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	for path, says := range map[string]string{"a": "is a folder: list files", filepath.Join(outside, "x.jsonl"): "is not below", "..": "is not below"} {
		if _, _, err := walkFiles(context.Background(), Options{Root: root, Paths: []string{path}, Jobs: 1}); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%s: %v, want an error that says %q", path, err, says)
		}
	}
}

// Shards are counted and named in words.
func TestWordsForShards(t *testing.T) {
	if text := numbers([]int{3}) + ", " + shardsWord(1) + ", " + numbers([]int{1, 12}) + ", " + shardsWord(2); text != "3, 1 shard, 1, 12, 2 shards" {
		t.Error(text)
	}
}

// Texts of a line are quoted up to 480 characters.
func TestLengthOfQuotes(t *testing.T) {
	for n, cut := range map[int]bool{maxQuote - 1: false, maxQuote: false, maxQuote + 1: true} {
		text := strings.Repeat("é", n)
		q := (&Result{}).quote(Citation{"x", 1}, text, false)
		if q.Cut != cut || len([]rune(q.Text)) != min(n, maxQuote) {
			t.Errorf("%d characters: %d are quoted, cut %v", n, len([]rune(q.Text)), q.Cut)
		}
	}
}
