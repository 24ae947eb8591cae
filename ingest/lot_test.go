package ingest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/record"
	"runreport/unit/tier"
)

// mixedLogs are small logs of every format, and those of made-up runs. Some of them are there
// twice, some lie in another folder than the files that they belong to, some were cut off, and a
// few are years older than all others.
func mixedLogs(t *testing.T, rnd *rand.Rand) night {
	t.Helper()
	logs := readNight(t, filepath.Join("..", "testdata", "small"))
	if rnd.IntN(2) == 0 {
		maps.Copy(logs, demoLogs(t, 15, rnd.Uint64()))
	}
	names := slices.Sorted(maps.Keys(logs))
	for range 12 {
		name := names[rnd.IntN(len(names))]
		folder := path.Dir(names[rnd.IntN(len(names))])
		text := logs[name]
		switch rnd.IntN(6) {
		case 0: // a copy
			logs[path.Join(folder, path.Base(name))] = text
		case 1: // it lies elsewhere
			delete(logs, name)
			logs[path.Join("zz", folder, path.Base(name))] = text
		case 2: // an older snapshot
			logs[path.Join("old", name)] = text[:rnd.IntN(len(text)+1)]
		case 3: // years before all others
			logs[path.Join("back", name)] = bytes.ReplaceAll(text, []byte("2026-"), []byte("2022-"))
		case 4: // years behind
			logs[path.Join("ahead", name)] = bytes.ReplaceAll(text, []byte("2026-"), []byte("2031-"))
		case 5: // cut into two
			at := bytes.IndexByte(text[len(text)/2:], '\n') + 1 + len(text)/2
			logs[name], logs[path.Join("zz", name)] = text[:at], text[at:]
		}
	}
	return logs
}

// Files are put together lot by lot, or all at once: the tables are the same.
func TestLotsAreTheSame(t *testing.T) {
	rounds := 40
	if testing.Short() {
		rounds = 2
	}
	again := 0
	for seed := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 29))
		dir := filepath.Join(t.TempDir(), "logs")
		logs := mixedLogs(t, rnd)
		if seed%4 == 1 {
			kind := slices.Sorted(maps.Keys(packers))[seed/4%len(packers)]
			logs = night{"all" + kind: packers[kind](t, logs, slices.Sorted(maps.Keys(logs)))}
		}
		logs.write(t, dir)
		if seed%5 == 0 {
			if err := os.Symlink("junit", filepath.Join(dir, "tests")); err != nil {
				t.Fatal(err)
			}
		}
		o := Options{Paths: []string{dir}, Jobs: 2, sealAfter: -1, Mappings: []*Mapping{ownMapping}}
		if rnd.IntN(3) == 0 {
			o.Since = time.Date(2026, 4, 1, 0, 0, 0, 0, time.UTC)
		}
		want := read(t, o)
		o.sealAfter = 0
		for _, size := range []int{1, -1, -7, 20} {
			o.lotFiles, o.Jobs, o.largeLot = size, 1+rnd.IntN(3), int64(rnd.IntN(2))
			o.Progress = func(stage string, done, total int) {
				if stage == "reading again" && done == total {
					again++
				}
			}
			compareReadings(t, fmt.Sprintf("seed %d, lots of %d", seed, size), want, read(t, o))
		}
	}
	if again < rounds {
		t.Errorf("%d times some files were read again in %d rounds: too few to tell", again, rounds)
	}
}

func compareReadings(t *testing.T, name string, want, got *Result) {
	t.Helper()
	if diff := cmp.Diff(allTables(want), allTables(got)); diff != "" {
		t.Fatalf("%s:\n%s", name, diff)
	}
	if diff := cmp.Diff(want.Passed, got.Passed); diff != "" {
		t.Fatalf("%s, passed over:\n%s", name, diff)
	}
	if want.Claimed != got.Claimed || len(want.Problems) != len(got.Problems) {
		t.Fatalf("%s: %d files claimed and %d problems, want %d and %d", name,
			got.Claimed, len(got.Problems), want.Claimed, len(want.Problems))
	}
}

// The same of the real logs that lie beside the project.
func TestLotsOfRealLogs(t *testing.T) {
	tier.Slow(t, "reads all real logs several times")
	dir := filepath.Join("..", "..", "shared", "corpus")
	if _, err := os.Stat(dir); err != nil {
		t.Skip("the real logs are not there")
	}
	want := read(t, Options{Paths: []string{dir}, sealAfter: -1})
	for _, size := range []int{0, 1, -1, -10} {
		compareReadings(t, fmt.Sprintf("lots of %d", size), want, read(t, Options{Paths: []string{dir}, lotFiles: size}))
	}
}

// The files of a job that lie in many folders are one lot, since neighbours share its link; the
// nights of a test suite are not.
func TestLotsOfLinkedFolders(t *testing.T) {
	job, nights := night{}, night{}
	trial := string(smallLog(t, "harbor/smoke/hello__a1/result.json"))
	report := string(smallLog(t, "junit/2026-05-01/shop.xml"))
	for n := range 9 {
		name := fmt.Sprintf("task%d__a%d", n, n)
		job["jobs/smoke/"+name+"/result.json"] = []byte(strings.ReplaceAll(trial, "hello__a1", name))
		nights[fmt.Sprintf("2026-05-%02d/shop.xml", n+1)] = []byte(strings.ReplaceAll(report, "2026-05-01", fmt.Sprintf("2026-05-%02d", n+1)))
	}
	job["jobs/smoke/result.json"] = smallLog(t, "harbor/smoke/result.json")
	for name, logs := range map[string]night{"a job": job, "nights": nights} {
		dir := filepath.Join(t.TempDir(), "logs")
		logs.write(t, dir)
		o := Options{Paths: []string{dir}, Jobs: 1, lotFiles: 2}
		again := 0
		o.Progress = func(stage string, _, total int) {
			if stage == "reading again" {
				again = total
			}
		}
		got := read(t, o)
		if again > 0 {
			t.Errorf("%s: %d files read again, want none", name, again)
		}
		compareReadings(t, name, read(t, Options{Paths: []string{dir}, sealAfter: -1}), got)
	}
}

// Units that ended before a date are left out of lots as they are of all files at once: of files of which
// every unit is that old it is said that they were passed over.
func TestOldUnitsOfLots(t *testing.T) {
	logs := night{}
	report := string(smallLog(t, "junit/2026-05-01/shop.xml"))
	for n := range 4 {
		day := fmt.Sprintf("2026-05-%02d", 1+n)
		logs[day+"/shop.xml"] = []byte(strings.ReplaceAll(report, "2026-05-01", day))
	}
	dir := filepath.Join(t.TempDir(), "logs")
	logs.write(t, dir)
	o := Options{Paths: []string{dir}, Jobs: 1, sealAfter: -1, Since: time.Date(2026, 5, 3, 0, 0, 0, 0, time.UTC)}
	want := read(t, o)
	if n := want.Tables.Runs.Len(); n != 2 || len(want.Passed) != 2 || want.Passed[0].Why != "--since" {
		t.Fatalf("%d runs, passed over %v", n, want.Passed)
	}
	for _, size := range []int{-1, -3} {
		o.sealAfter, o.lotFiles = 0, size
		compareReadings(t, fmt.Sprintf("lots of %d", size), want, read(t, o))
	}
}

// A lot ends where another folder or installation begins, when it has enough files or bytes.
func TestCutLots(t *testing.T) {
	for _, c := range []struct {
		files string // of 1 MiB each
		size  int
		gone  int // the file that retention has taken out, from 1; 0: none
		want  string
	}{
		{"", 2, 0, ""},
		{"a/1 a/2 a/3 b/1", 2, 0, "3 1"},
		{"a/1 a/2 a/3 b/1", 2, 2, "2 1"},
		{"a/1 b/1 c/1 d/1 e/1", 2, 0, "2 2 1"},
		{"a/1 b/1 c/1 d/1 e/1", 100, 0, "4 1"}, // 4 MiB
		{"a/1 a/2 a/3", -2, 0, "2 1"},
		{strings.Repeat("a/x ", mostPerLot+3), 2, 0, fmt.Sprintf("%d 3", mostPerLot)},
	} {
		x := newLots(newSealer(Options{lotFiles: c.size}), nil, nil)
		for _, name := range strings.Fields(c.files) {
			x.files = append(x.files, &record.File{Path: name, Dir: path.Dir(name), Bytes: 1 << 20, Link: "nowhere"})
		}
		x.read, x.gone = make([]bool, len(x.files)), make([]bool, len(x.files))
		for i := range x.files {
			n := len(x.files) - i // from the last
			x.done(n-1, n == c.gone)
		}
		var got []string
		for _, l := range x.all {
			got = append(got, fmt.Sprint(len(l.files)))
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%.40s in lots of %d: %v files, want %s", c.files, c.size, got, c.want)
		}
	}
}
