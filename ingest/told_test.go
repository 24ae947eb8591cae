package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/record"
	"runreport/ingest/redact"
	"runreport/ingest/tie"
)

// foundRows are the findings of a code as file:line, count, what was seen and what was expected.
func foundRows(res *Result, code string) (rows []string) {
	f := &res.Tables.Findings
	for row := range f.Len() {
		if f.Code.At(row) == code {
			at := f.Place(row)
			rows = append(rows, fmt.Sprintf("%s:%d, %d, %s, %s", filepath.Base(res.Tables.Sources.Path.At(at.Source)), at.Line,
				f.Count.At(row), f.Seen.At(row), f.Expected.At(row)))
		}
	}
	return rows
}

// A finding about a file or about a whole reading is of no line, and says what was seen how often.
func TestWordsOfFindings(t *testing.T) {
	logs := tree(t, map[string]string{
		"a.jsonl":   kahnLog,
		"empty.log": "",
		"bad.jsonl": strings.SplitAfter(kahnLog, "\n")[0] + "{\"ts\":\n",
		"cut.zip":   "PK\x03\x04 and no more",
	})
	said := map[string]string{
		"older_than_since": "a.jsonl:0, 2, 2 units, ",
		"empty_file":       "empty.log:0, 1, , ",
		"archive_damaged": "cut.zip:0, 1, no list of members at the end of its 16 bytes, " +
			"the list that every zip ends with; nothing of it was read",
	}
	if runtime.GOOS == "linux" { // other systems take only names in UTF-8
		if err := os.WriteFile(filepath.Join(logs, "n\xff.jsonl"), []byte(kahnLog), 0o600); err != nil {
			t.Fatal(err)
		}
		said["odd_file_name"] = `n%FF.jsonl:0, 1, bytes "\xff", a name in UTF-8; each of these bytes is shown as %XX`
	}
	o := Options{Paths: []string{logs}, Since: time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)}
	res := read(t, o)
	for code, want := range said {
		if got := foundRows(res, code); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", code, got, want)
		}
	}
}

// A part of a dataset that is damaged is told of once, with its path and what is wrong.
func TestWordsOfDamage(t *testing.T) {
	dir := merge(t, parts(t, tree(t, map[string]string{"a.jsonl": kahnLog}), 1, Options{})...)
	damage(t, []string{dir}, "attempts")
	for name, res := range map[string]*Result{"loaded": loaded(t, dir), "read": read(t, Options{Dataset: dir})} {
		got := foundRows(res, DamagedPart)
		if len(got) != 1 || !strings.HasPrefix(got[0], "a.jsonl:0, 1, table=attempts/system=kahn/month=2026-04/part-") ||
			!strings.HasSuffix(got[0], ", the file that was written") || !strings.Contains(got[0], ".parquet: its XXH3 is ") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func loaded(t *testing.T, dir string) *Result {
	t.Helper()
	s, err := LoadDataset(dir)
	if err != nil {
		t.Fatal(err)
	}
	return &Result{Tables: s}
}

// A shard tells how many files and bytes it has read, how many of them are logs, and what could not
// be read, which is not said of links that are left alone.
func TestWhatAShardTells(t *testing.T) {
	logs := tree(t, map[string]string{
		"a.jsonl": kahnLog, "b/notes.txt": "nothing of interest\n", "c/cut.jsonl.gz": "\x1f\x8b\x08 no more of it",
	})
	if err := os.Symlink(tree(t, map[string]string{"x.jsonl": kahnLog}), filepath.Join(logs, "out")); err != nil {
		t.Fatal(err)
	}
	done, err := ReadShard(context.Background(), Options{Paths: []string{logs}}, Shards{1, 1}, filepath.Join(t.TempDir(), "part"))
	if err != nil {
		t.Fatal(err)
	}
	var problems []string
	for _, p := range done.Problems {
		problems = append(problems, filepath.Base(p.Path))
	}
	if done.Files != 4 || done.Claimed != 1 || !slices.Equal(problems, []string{"cut.jsonl.gz"}) {
		t.Errorf("%d files, %d logs, problems %q; want 4, 1 and cut.jsonl.gz", done.Files, done.Claimed, problems)
	}
	if want := int64(len(kahnLog) + len("nothing of interest\n")); done.Bytes != want {
		t.Errorf("%d bytes of what can be opened, want %d", done.Bytes, want)
	}
	gone := Options{Root: filepath.Join(logs, "gone")}
	if _, err := ReadShard(context.Background(), gone, Shards{}, filepath.Join(t.TempDir(), "part")); err == nil {
		t.Error("a list below a folder that is not there was read")
	}
}

// Making a history smaller puts the pieces of a log together, and tells how many it had beyond one.
func TestPiecesOfAHistory(t *testing.T) {
	logs, store := tree(t, map[string]string{"a.jsonl": kahnLog, "b.jsonl": kahnLog}), filepath.Join(t.TempDir(), "history")
	o := Options{Paths: []string{logs}, History: store}
	read(t, o)
	for n := range 2 { // lines that are added
		text := kahnLog + strings.Repeat(strings.SplitAfter(kahnLog, "\n")[0], n+1)
		if err := os.WriteFile(filepath.Join(logs, "a.jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		read(t, o)
	}
	for _, pieces := range []int{2, 0} {
		done, err := Compact(context.Background(), store, 0, "test")
		if want := (Compacted{Logs: 2, Pieces: pieces}); err != nil || done != want {
			t.Errorf("%+v, %v; want %+v", done, err, want)
		}
	}
}

// A group of stored rows of which no unit has changed stays as it is in the files of the history.
func TestStoredGroupsStayAsTheyAre(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	runs := func() map[string]string {
		sums := map[string]string{}
		all, err := filepath.Glob(filepath.Join(store, "table=runs", "*", "*", "*"))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range all {
			b, err := os.ReadFile(p)
			if err != nil {
				t.Fatal(err)
			}
			sums[p] = string(b)
		}
		return sums
	}
	o := Options{Paths: []string{logs}, History: store}
	before := map[string]string{}
	for i, c := range []struct {
		runs   int  // that are added
		parts  int  // of runs, after that
		stayed bool // what was there before
	}{
		{5, 1, true},
		{1, 2, true},  // 5 units are more than twice as many
		{2, 1, false}, // the last unit goes with these, and 5 are no more than twice as many
		{0, 1, true},
	} {
		night{fmt.Sprintf("%d/transitions.jsonl", i): plainRuns(rand.New(rand.NewPCG(uint64(i), 8)), i, c.runs)}.put(t, logs)
		read(t, o)
		after := runs()
		stayed := true
		for p, b := range before {
			stayed = stayed && after[p] == b
		}
		if len(after) != c.parts || stayed != c.stayed {
			t.Errorf("build %d: %d parts, want %d; what was there stayed: %t", i, len(after), c.parts, stayed)
		}
		before = after
	}
}

// sized is the file, seen with a size.
func sized(f found, size int) found {
	f.size = int64(size)
	return f
}

// Of a file that was seen with a size no more is read than that; of one without, all.
func TestFilesAreReadUpToTheirSize(t *testing.T) {
	path := filepath.Join(tree(t, map[string]string{"x": "abcdef"}), "x")
	for size, want := range map[int64]string{0: "abcdef", 1: "a", 4: "abcd"} {
		in, err := sized(newFound("", "", path), int(size)).open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := in.All()
		if err != nil || string(b) != want {
			t.Errorf("of size %d: %q, %v; want %q", size, b, err, want)
		}
		in.Close()
	}
}

// What is passed over does not look like a log where it cannot be read, or where it is a link, which
// is not followed.
func TestPassedOverFilesThatAreNotRead(t *testing.T) {
	logs := tree(t, map[string]string{"node_modules/a.jsonl": kahnLog, "x.jsonl": kahnLog})
	outside := filepath.Join(tree(t, map[string]string{"y.jsonl": kahnLog}), "y.jsonl")
	for name, to := range map[string]string{"b.jsonl": outside, "c.jsonl": filepath.Join(logs, "gone")} {
		if err := os.Symlink(to, filepath.Join(logs, "node_modules", name)); err != nil {
			t.Fatal(err)
		}
	}
	got := read(t, Options{Paths: []string{logs}}).Passed
	if len(got) != 1 || got[0].Files != 3 || got[0].Like != 1 || len(got[0].Logs) != 1 || filepath.Base(got[0].Logs[0]) != "a.jsonl" {
		t.Errorf("passed over %+v", got)
	}
	if (found{real: filepath.Join(logs, "x.jsonl"), special: &special{archive: &archiveNote{}}}).looksLikeLog() {
		t.Error("an archive as such looks like a log")
	}
}

// A line of which only the beginning was looked at may end within a secret. What is left of it after
// others were taken out is quoted up to the last word that is whole.
func TestQuoteOfACutLine(t *testing.T) {
	res := &Result{redactor: redact.New()}
	long := strings.Repeat("y", maxQuote)
	for _, c := range []struct {
		text string
		more bool
		want string
		cut  bool
	}{
		{"one two ghp_aB3", true, "one two ", true},
		{`{"a":"b","c`, true, `{"a":"b","`, true},
		{"one,two", true, "one,", true},
		{"secret", true, "", true},
		{"one two ghp_aB3", false, "one two ghp_aB3", false},
		{long + " z", true, long, true},
		{long, true, "", true},
	} {
		if q := res.quote(Citation{"x", 1}, c.text, c.more); q.Text != c.want || q.Cut != c.cut {
			t.Errorf("%.20q, more: %t: %.40q, cut: %t; want %.40q", c.text, c.more, q.Text, q.Cut, c.want)
		}
	}
}

// Units are put together a few at a time, in the order of the list of systems.
func TestUnitsAreDealtOut(t *testing.T) {
	var log strings.Builder
	const n = 2*unitsPerChunk + 3
	for i := range n {
		fmt.Fprintf(&log, `{"ts":"2026-04-22T10:00:00.%03dZ","run_id":"n%d","event":"run_start","total_nodes":1}`+"\n", i%1000, i)
	}
	res := decodeFiles(t, tree(t, map[string]string{"a.jsonl": log.String()}))
	var sizes []int
	for _, c := range stitch(res, nil, sealedUnits{}) {
		sizes = append(sizes, len(c.units))
	}
	if !slices.Equal(sizes, []int{unitsPerChunk, unitsPerChunk, 3}) {
		t.Errorf("%d units in chunks of %v", n, sizes)
	}
}

// decodeFiles are the files below a folder with their records.
func decodeFiles(t *testing.T, dir string) (files []*record.File) {
	t.Helper()
	o := Options{Paths: []string{dir}}
	if err := o.prepare(); err != nil {
		t.Fatal(err)
	}
	list, _, err := walk(context.Background(), o)
	if err != nil {
		t.Fatal(err)
	}
	for i, at := range list {
		f := &record.File{Index: i, Path: at.shown, Dir: record.FolderOf(at.shown)}
		if err := decode(f, at, o); err != nil {
			t.Fatal(err)
		}
		files = append(files, f)
	}
	return files
}

// The times of files that are in no lot are those of their records, and of the units that were sealed
// in them; records that stand for such a unit, or have no time, say nothing.
func TestTimesBesideLots(t *testing.T) {
	at := func(day int) time.Time { return time.Date(2026, 4, day, 0, 0, 0, 0, time.UTC) }
	sealing := &record.Format{Name: "kahn", System: "kahn", Seal: &record.Seal{}}
	f := &record.File{Format: sealing}
	first := &record.PackStandIns([]*record.Record{{Kind: &record.Kind{}, At: at(1)}}, slices.Clone).Unpack(f)[0]
	f.Records = []*record.Record{first, {At: at(9)}, {}, {At: at(5)}, {At: at(11)}, {At: at(7)}}
	waiting := &record.File{Records: []*record.Record{{At: at(30)}, {At: at(2)}}}
	sealed := sealedUnits{by: map[*record.Record]*sealedUnit{first: {last: at(3)}, {}: {last: at(8)}, {Line: 1}: {last: at(6)}}}
	got, some := timesOf([]*record.File{waiting, f}, sealed)
	if want := (tie.Span{Last: at(8), First: at(5), Lone: at(11)}); got != want || !some {
		t.Errorf("%v, want %v", got, want)
	}
	if got, some := timesOf(nil, sealedUnits{}); got != (tie.Span{}) || some {
		t.Errorf("of nothing: %v", got)
	}
}

// The groups that a program made are asked for by its name, and what a reading has of its own goes
// with the length of the longest duration.
func TestStoresOfOtherReadings(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	night{"a/transitions.jsonl": plainRuns(rand.New(rand.NewPCG(2, 8)), 0, 3)}.put(t, logs)
	o := Options{Paths: []string{logs}, History: store}
	read(t, o)
	if got := read(t, o).recalled; got != 3 {
		t.Errorf("%d units are taken over, want 3", got)
	}
	o.LongestDuration = time.Hour
	if got := read(t, o).recalled; got != 0 {
		t.Errorf("%d units are taken over though other durations count", got)
	}
	if got := read(t, o).recalled; got != 3 {
		t.Errorf("%d units are taken over, want 3 again", got)
	}
	o.Since = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	if got := read(t, o).recalled; got != 3 {
		t.Errorf("%d units are taken over where a window could leave some out, want 3", got)
	}
}
