package ingest

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// Of runs that lie in a second folder too the units are sealed once more, a few logs at a time. What there is to say about
// lets them wait for all others. The tables are those of a reading that seals nothing.
func TestCopiesAreSealedAgain(t *testing.T) {
	const runs = 40
	logs := map[string]string{}
	copied := func(i int, change func(lines []string) []string) {
		lines := simpleRun(fmt.Sprintf("run-%d", i), fmt.Sprintf("2026-03-%02d", 1+i%28), 1+i%3, "2.5")
		logs[fmt.Sprintf("shop/deep/%02d.jsonl", i)] = strings.Join(lines, "\n") + "\n"
		logs[fmt.Sprintf("shop/%02d.jsonl", i)] = strings.Join(change(lines), "\n") + "\n" // nearer to the top: the run is of this folder
	}
	for i := range runs {
		copied(i, func(lines []string) []string {
			switch i {
			case 3: // a snapshot
				return lines[:4]
			case 5: // which has a line that the longer log has not
				return append(lines[:3:3], strings.Replace(lines[3], "n0", "n1", 1))
			case 7: // goes on here
				return append([]string{}, lines[4:]...)
			case 9: // a line stands twice
				return append(lines[:3:3], lines[2:]...)
			}
			return lines
		})
	}
	for night := range 6 { // which use one id again
		lines := strings.Join(simpleRun("nightly", fmt.Sprintf("2026-04-%02d", 1+night), 1, "2.5"), "\n") + "\n"
		logs[fmt.Sprintf("a/%d.jsonl", night)], logs[fmt.Sprintf("b/%d.jsonl", night)] = lines, lines
	}
	o := Options{Paths: []string{tree(t, logs)}, Jobs: 2, sealAfter: -1}
	want := read(t, o)
	for name, c := range map[string]struct {
		most   int64
		sealed int // units
	}{"one after the other": {1, runs + 3}, "all at once": {1 << 30, runs + 3}, "some": {50, runs + 3}} {
		o.sealAfter, o.againAtOnce = 1, c.most
		var done []int
		o.Progress = func(stage string, n, total int) {
			if stage == "reading again" {
				done = append(done, n)
				if total < 2*(runs-1) {
					t.Errorf("%s: %d logs to read again", name, total)
				}
			}
		}
		got := read(t, o)
		if diff := cmp.Diff(allTables(want), allTables(got)); diff != "" {
			t.Errorf("%s:\n%s", name, diff)
		}
		if got.sealed != c.sealed {
			t.Errorf("%s: %d units are sealed, want %d", name, got.sealed, c.sealed)
		}
		for i := 1; i < len(done); i++ {
			if done[i] < done[i-1] {
				t.Errorf("%s: %d logs are read again after %d", name, done[i], done[i-1])
			}
		}
	}
}

// With a history units that are sealed again are stored as others that were put together of several logs, and later
// builds come to the same tables.
func TestCopiesWithAHistory(t *testing.T) {
	logs := map[string]string{}
	for i := range 12 {
		lines := strings.Join(simpleRun(fmt.Sprintf("run-%d", i), fmt.Sprintf("2026-03-%02d", 1+i), 2, "2.5"), "\n") + "\n"
		logs[fmt.Sprintf("a/%02d.jsonl", i)], logs[fmt.Sprintf("b/%02d.jsonl", i)] = lines, lines
	}
	dir := tree(t, logs)
	for _, since := range []time.Time{{}, time.Date(2026, 3, 6, 0, 0, 0, 0, time.UTC)} {
		o := Options{Paths: []string{dir}, Jobs: 2, sealAfter: -1, Since: since}
		want := read(t, o)
		o.sealAfter, o.againAtOnce, o.History = 1, 1, filepath.Join(t.TempDir(), "history")
		for build := range 3 {
			if diff := cmp.Diff(allTables(want), allTables(read(t, o))); diff != "" {
				t.Errorf("since %v, build %d:\n%s", since, build+1, diff)
			}
		}
	}
}

// copiesOfKahn is a folder with logs of one run each, and a copy of each in another folder; all of so many bytes, which packed ones hold.
func copiesOfKahn(t *testing.T, size int, packed bool) string {
	dir := t.TempDir()
	var log bytes.Buffer
	if err := longKahnLog(&log, size/2); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{"first", "second"} {
		if err := os.Mkdir(filepath.Join(dir, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		n, start := 0, []byte(`{"v":1,"event":"run_start"`)
		for _, run := range bytes.SplitAfter(log.Bytes(), []byte("\n"+string(start)))[1:] {
			run = append(bytes.Clone(start), bytes.TrimSuffix(run, start)...)
			name := fmt.Sprintf("%06d.jsonl", n)
			if packed {
				var b bytes.Buffer
				z := gzip.NewWriter(&b)
				if _, err := z.Write(run); err != nil || z.Close() != nil {
					t.Fatal(err)
				}
				name, run = name+".gz", b.Bytes()
			}
			if err := os.WriteFile(filepath.Join(dir, folder, name), run, 0o600); err != nil {
				t.Fatal(err)
			}
			n++
		}
	}
	return dir
}
