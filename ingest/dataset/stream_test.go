package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// stream is the dataset in dir as a stream.
func stream(t *testing.T, dir string) string {
	t.Helper()
	var b bytes.Buffer
	if err := dataset.WriteStream(&b, dir); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// months stores a run a month, under keys that begin with a word. The second has much to say.
func months(t *testing.T, word string, all ...string) string {
	t.Helper()
	s := runsOf(word, all...)
	for row := range s.Runs.Len() {
		s.Runs.Key.Set(row, word+":"+all[row])
		s.Runs.StartedAt.Set(row, noonOf(all[row]))
	}
	return store(t, s)
}

// Streams one after the other give their datasets back.
func TestStreams(t *testing.T) {
	one, two := months(t, "a", "2026-04", "2026-05"), months(t, "b", "2026-06")
	out := t.TempDir()
	dirs, err := dataset.ReadStreams(strings.NewReader(stream(t, one)+"\n\n"+stream(t, two)), out)
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{filepath.Join(out, "1"), filepath.Join(out, "2")}; !slices.Equal(dirs, want) {
		t.Errorf("the folders %v", dirs)
	}
	for i, from := range []string{one, two} {
		want, _ := load(t, from)
		got, damaged := load(t, dirs[i])
		if diff := cmp.Diff(rows(want), rows(got)); diff != "" || len(damaged) > 0 {
			t.Errorf("dataset %d: %d damaged, other rows:\n%s", i+1, len(damaged), diff)
		}
	}
	if err := dataset.WriteStream(&bytes.Buffer{}, filepath.Join(out, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no dataset: %v", err)
	}
	if err := os.Remove(parts(t, one)[0]); err != nil {
		t.Fatal(err)
	}
	if err := dataset.WriteStream(&bytes.Buffer{}, one); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a part is lost: %v", err)
	}
}

// A file that is longer than a line holds takes several, and none is empty.
func TestStreamOfALongPart(t *testing.T) {
	s := runsOf("x", "2026-05")
	var long strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&long, "%x ", uint64(i)*0x9e3779b97f4a7c15)
	}
	s.Runs.Reason.Set(0, long.String())
	dir := store(t, s)
	text := stream(t, dir)
	most, n := 0, 0
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, `{"data"`) {
			n++
			most = max(most, len(line))
		}
	}
	if n < 5 || most > 64<<10+20 {
		t.Errorf("%d lines of data, the longest of %d bytes", n, most)
	}
	dirs, err := dataset.ReadStreams(strings.NewReader(text), t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got, damaged := load(t, dirs[0]); len(damaged) > 0 || got.Runs.Reason.At(0) != long.String() {
		t.Errorf("%d damaged, or another text", len(damaged))
	}
}

// A stream that is none, was cut off or names other files than a dataset has is refused, and
// nothing is written outside of its folder.
func TestStreamsThatAreRefused(t *testing.T) {
	whole := stream(t, months(t, "a", "2026-05"))
	lines := strings.SplitAfter(strings.TrimSpace(whole), "\n")
	begin, last := lines[0], len(lines)-1
	for name, c := range map[string]struct{ text, want string }{
		"nothing":                    {"", "it is empty"},
		"blank lines":                {"\n\n", "it is empty"},
		"no JSON":                    {begin + "{", "line 2"},
		"another schema":             {strings.Replace(begin, "/1", "/9", 1), "schema"},
		"no beginning":               {lines[1], "a line that belongs to none"},
		"no end":                     {strings.Join(lines[:last], ""), "it was cut off"},
		"one before that has no end": {strings.Join(lines[:last], "") + whole, "the one before was cut off"},
		"fewer files than it says":   {begin + `{"end":1}`, "0 files, its end says 1"},
		"more files than it says":    {strings.Join(lines[:last], "") + `{"end":1}`, "its end says 1"},
		"data of no file":            {begin + `{"data":"eA=="}`, "data of no file"},
		"an empty line":              {begin + `{}`, "data of no file"},
		"a path outside":             {begin + `{"file":"../x"}`, "is not the path of a part"},
		"another file":               {begin + `{"file":"table=runs/x.parquet"}`, "is not the path of a part"},
		"a file twice":               {begin + lines[1] + lines[1], "exists"},
		"after the end":              {whole + "\n" + lines[1], "a line that belongs to none"},
		"a line that is too long":    {begin + `{"data":"` + strings.Repeat("eA==", 1<<16) + `"}`, "too long"},
	} {
		dir := t.TempDir()
		_, err := dataset.ReadStreams(strings.NewReader(c.text), filepath.Join(dir, "in"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", name, err, c.want)
		}
		if name != "a file twice" && !errors.Is(err, dataset.ErrStream) {
			t.Errorf("%s: an error of another kind: %v", name, err)
		}
		if all, _ := os.ReadDir(dir); len(all) > 1 {
			t.Errorf("%s: %d files outside", name, len(all))
		}
	}
}

// copyInto copies datasets into a new one without some rows.
func copyInto(t *testing.T, leave func(i int, at dataset.Place) dataset.Left, fresh []table.Partition, dirs ...string) (string, error) {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "merged")
	to := open(t, dir)
	c := dataset.Copies{Fresh: fresh, Leave: leave}
	for _, from := range dirs {
		d, err := dataset.OpenBrief(context.Background(), from, "runs")
		if err != nil {
			t.Fatal(err)
		}
		defer d.Close()
		c.From = append(c.From, d)
	}
	err := to.CommitCopies(c, "2", true)
	return dir, errors.Join(err, to.Close())
}

func keysOf(t *testing.T, dir string) string {
	t.Helper()
	s, damaged := load(t, dir)
	if len(damaged) > 0 {
		t.Errorf("damaged: %v", damaged)
	}
	var keys []string
	for row := range s.Runs.Len() {
		keys = append(keys, s.Runs.Key.At(row))
	}
	slices.Sort(keys)
	return strings.Join(keys, " ")
}

// Rows of several datasets become one, without those that are left out, and with fresh ones.
// The parts of one place become one, with the times of both.
func TestCopies(t *testing.T) {
	one, two := months(t, "a", "2026-04", "2026-05"), months(t, "b", "2026-05", "2026-06")
	fresh := runsOf("fresh", "2026-05")
	fresh.Runs.Key.Set(0, "fresh")
	fresh.Runs.StartedAt.Set(0, noonOf("2026-05"))
	none := func(int, dataset.Place) dataset.Left { return dataset.Left{} }
	file := table.SourceID("ci/transitions.jsonl")
	for name, c := range map[string]struct {
		leave func(i int, at dataset.Place) dataset.Left
		fresh []table.Partition
		want  string
	}{
		"all":            {none, nil, "a:2026-04 a:2026-05 b:2026-05 b:2026-06"},
		"and fresh ones": {none, fresh.Partitions(), "a:2026-04 a:2026-05 b:2026-05 b:2026-06 fresh"},
		"without a place": {func(i int, at dataset.Place) dataset.Left { return dataset.Left{All: i == 1 && at.Month == "2026-05"} }, nil,
			"a:2026-04 a:2026-05 b:2026-06"},
		"without a file": {func(i int, at dataset.Place) dataset.Left {
			return dataset.Left{Of: func(source int64) bool { return i == 0 && at.Table == "runs" && source == file }}
		}, nil, "b:2026-05 b:2026-06"},
		"without another file": {func(int, dataset.Place) dataset.Left {
			return dataset.Left{Of: func(source int64) bool { return source != file }}
		}, nil,
			"a:2026-04 a:2026-05 b:2026-05 b:2026-06"},
	} {
		dir, err := copyInto(t, c.leave, c.fresh, one, two)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := keysOf(t, dir); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
		d := open(t, dir)
		for _, p := range d.Manifest.Parts {
			info, err := os.Stat(filepath.Join(dir, p.Path))
			if err != nil || p.Bytes != int(info.Size()) || strings.Contains(p.Path, "table=runs") && (p.First.IsZero() || p.First.Format("2006-01") != p.Last.Format("2006-01")) {
				t.Errorf("%s: %+v, %v", name, p, err)
			}
		}
		rows := 0
		for _, p := range d.Parts() {
			rows += p.Len()
		}
		listed := 0
		for _, p := range d.Manifest.Parts {
			if strings.HasPrefix(p.Path, "table=runs/") {
				listed += p.Rows
			}
		}
		if want := strings.Count(c.want, " ") + 1; rows != want || listed != want || len(d.Parts()) > 3 {
			t.Errorf("%s: %d rows in %d parts, %d listed, want %d", name, rows, len(d.Parts()), listed, want)
		}
		if !d.Manifest.Redacted || d.Manifest.Program != "2" {
			t.Errorf("%s: manifest %+v", name, d.Manifest)
		}
		d.Close()
	}
	all := parts(t, two) // the last is of another table than the one that is read when it is opened
	if err := os.WriteFile(all[len(all)-1], []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := copyInto(t, none, nil, one, two)
	var damage *dataset.CopyError
	if !errors.As(err, &damage) || damage.From != 1 || !strings.Contains(err.Error(), damage.Path) {
		t.Errorf("a damaged part: %v", err)
	}
}

// Only what a dataset has is taken for a part of one.
func TestPathsOfParts(t *testing.T) {
	const hash = "0123456789abcdef0123456789abcdef"
	for p, want := range map[string]bool{
		"table=runs/system=kahn/month=2026-05/part-" + hash + ".parquet":                         true,
		"table=runs/system=swe-bench_2/month=undated/part-" + hash + ".parquet":                  true,
		"table=" + strings.Repeat("a", 32) + "/system=k/month=2026-05/part-" + hash + ".parquet": true,
		"table=" + strings.Repeat("a", 33) + "/system=k/month=2026-05/part-" + hash + ".parquet": false,
		"table=/system=kahn/month=2026-05/part-" + hash + ".parquet":                             false,
		"table=run2/system=kahn/month=2026-05/part-" + hash + ".parquet":                         false,
		"table=runs/system=2kahn/month=2026-05/part-" + hash + ".parquet":                        false,
		"table=runs/system=../month=2026-05/part-" + hash + ".parquet":                           false,
		"table=runs/system=kahn/month=2026-5/part-" + hash + ".parquet":                          false,
		"table=runs/system=kahn/month=2026x05/part-" + hash + ".parquet":                         false,
		"table=runs/system=kahn/month=2026-0x/part-" + hash + ".parquet":                         false,
		"table=runs/system=kahn/month=20260-5/part-" + hash + ".parquet":                         false,
		"table=runs/system=kahn/month=2026-05/part-" + hash + "0.parquet":                        false,
		"table=runs/system=kahn/month=2026-05/part-" + strings.ToUpper(hash) + ".parquet":        false,
		"table=runs/system=kahn/month=2026-05/part-" + hash + ".csv":                             false,
		"table=runs/system=kahn/month=2026-05/" + hash + ".parquet":                              false,
		"x=runs/system=kahn/month=2026-05/part-" + hash + ".parquet":                             false,
		"table=runs/x=kahn/month=2026-05/part-" + hash + ".parquet":                              false,
		"table=runs/system=kahn/x=2026-05/part-" + hash + ".parquet":                             false,
		"table=runs/system=kahn/month=2026-05/x/part-" + hash + ".parquet":                       false,
	} {
		if got := dataset.IsPart(p); got != want {
			t.Errorf("%s: a part: %v", p, got)
		}
	}
}

// noonOf is noon of the first day of a month.
func noonOf(month string) time.Time {
	at, _ := time.Parse("2006-01-02T15", month+"-01T12")
	return at
}
