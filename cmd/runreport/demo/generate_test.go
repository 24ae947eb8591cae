package demo

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/klauspost/compress/zstd"
)

// generate generates into a new folder and returns it.
func generate(t testing.TB, runs int, seed uint64, dirty float64) (string, Truth) {
	t.Helper()
	dir := t.TempDir()
	truth, err := Generate(Options{Dir: dir, Runs: runs, Seed: seed, Dirty: dirty})
	if err != nil {
		t.Fatal(err)
	}
	return dir, truth
}

// sharedRuns and sharedSeed are of the logs that tests share.
const sharedRuns, sharedSeed = 600, 11

// generated are the logs that tests only read, by their share of damage, below one folder.
var generated struct {
	dir   string
	truth map[float64]Truth
}

// shared gives logs that were generated once for all tests, which must not change them.
func shared(t testing.TB, dirty float64) (string, Truth) {
	t.Helper()
	dir := filepath.Join(generated.dir, fmt.Sprint(dirty))
	truth, ok := generated.truth[dirty]
	if !ok {
		var err error
		if truth, err = Generate(Options{Dir: dir, Runs: sharedRuns, Seed: sharedSeed, Dirty: dirty}); err != nil {
			t.Fatal(err)
		}
		generated.truth[dirty] = truth
	}
	return dir, truth
}

func TestMain(m *testing.M) {
	dir, err := os.MkdirTemp("", "runreport-demo-")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	generated.dir, generated.truth = dir, map[float64]Truth{}
	code := m.Run()
	if err := os.RemoveAll(dir); err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// contents are the files below a folder by their path.
func contents(t testing.TB, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		out[filepath.ToSlash(rel)] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// plain is a file's content without compression, byte order mark and carriage returns.
func plain(t testing.TB, name, data string) string {
	t.Helper()
	var r io.Reader = strings.NewReader(data)
	var err error
	switch filepath.Ext(name) {
	case ".gz":
		r, err = gzip.NewReader(r)
	case ".zst":
		var z *zstd.Decoder
		if z, err = zstd.NewReader(r); err == nil {
			defer z.Close()
			r = z
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return strings.ReplaceAll(strings.TrimPrefix(string(out), "\ufeff"), "\r\n", "\n")
}

func TestGenerateIsDeterministic(t *testing.T) {
	first, truth := generate(t, 120, 7, 0.3)
	second, again := generate(t, 120, 7, 0.3)
	if !reflect.DeepEqual(contents(t, first), contents(t, second)) {
		t.Error("the same options gave different files")
	}
	if !reflect.DeepEqual(truth, again) {
		t.Error("the same options gave a different truth")
	}
	other, _ := generate(t, 120, 8, 0.3)
	if reflect.DeepEqual(contents(t, first), contents(t, other)) {
		t.Error("another seed gave the same files")
	}
}

// What the fleet as a whole writes about its items changes with their number.
func aboutFleet(text string) bool {
	for _, mark := range []string{"fleet-checkpoint.json", "progress.md", `"type":"fleet-started"`, `"type":"fleet-completed"`} {
		if strings.Contains(text, mark) {
			return true
		}
	}
	return false
}

func TestRunIsIndependentOfTotal(t *testing.T) {
	small, _ := generate(t, 95, 3, 0)
	large, _ := generate(t, 260, 3, 0)
	all := contents(t, filepath.Join(large, LogsFolder))
	for name, data := range contents(t, filepath.Join(small, LogsFolder)) {
		if aboutFleet(name) {
			continue
		}
		in := map[string]bool{}
		for line := range strings.Lines(all[name]) {
			in[line] = true
		}
		for line := range strings.Lines(data) {
			if !in[line] && !aboutFleet(line) {
				t.Fatalf("%s: a line differs when there are more runs: %s", name, line)
			}
		}
	}
}

func TestLinesParseUnlessListed(t *testing.T) {
	dir, truth := shared(t, 0.4)
	listed := map[string]DamagedFile{}
	for _, d := range truth.Damage.Files {
		listed[d.File] = d
	}
	broken := map[Damage]int{}
	for name, data := range contents(t, filepath.Join(dir, LogsFolder)) {
		base := strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")
		if ext := filepath.Ext(base); ext != ".jsonl" && ext != ".ndjson" && ext != ".log" {
			if ext == ".json" && !json.Valid([]byte(plain(t, name, data))) {
				t.Errorf("%s: document is not JSON", name)
			}
			continue
		}
		number := 0
		for line := range strings.Lines(plain(t, name, data)) {
			number++
			if json.Valid([]byte(line)) {
				continue
			}
			if d := listed[name]; d.Line != number {
				t.Errorf("%s:%d: not JSON and not listed: %q", name, number, line)
			} else {
				broken[d.Kind]++
			}
		}
	}
	for _, kind := range []Damage{CutMidLine, BareText} {
		if broken[kind] == 0 || broken[kind] != truth.Damage.Counts[kind] {
			t.Errorf("%s: %d lines cannot be read, the truth says %d", kind, broken[kind], truth.Damage.Counts[kind])
		}
	}
}

func TestEveryDamageOccurs(t *testing.T) {
	_, truth := shared(t, 1)
	sum := 0
	for _, kind := range runLog {
		if truth.Damage.Counts[kind] == 0 {
			t.Errorf("%s never occurs", kind)
		}
		sum += truth.Damage.Counts[kind]
	}
	if sum != len(truth.Damage.Files) {
		t.Errorf("%d damaged files are listed, %d counted", len(truth.Damage.Files), sum)
	}
	if _, clean := generate(t, 60, 1, 0); len(clean.Damage.Files) != 0 {
		t.Errorf("damage without being asked: %v", clean.Damage.Files)
	}
}

// Damage must not change what is true.
func TestDamageLeavesTruth(t *testing.T) {
	_, clean := shared(t, 0)
	_, dirty := shared(t, 1)
	dirty.Files, dirty.Lines, dirty.Damage, dirty.Dirty = clean.Files, clean.Lines, clean.Damage, clean.Dirty
	if !reflect.DeepEqual(clean, dirty) {
		t.Error("the truth differs between clean and damaged logs")
	}
}

func TestFilesAndLinesAreCounted(t *testing.T) {
	dir, truth := shared(t, 0.4)
	files, lines := 0, 0
	for name, data := range contents(t, filepath.Join(dir, LogsFolder)) {
		files++
		switch filepath.Ext(strings.TrimSuffix(strings.TrimSuffix(name, ".gz"), ".zst")) {
		case ".jsonl", ".ndjson", ".log":
			for range strings.Lines(plain(t, name, data)) {
				lines++
			}
		}
	}
	sum := func(counts map[string]int) int {
		n := 0
		for _, c := range counts {
			n += c
		}
		return n
	}
	if got := sum(truth.Files); got != files {
		t.Errorf("%d files, the truth says %d", files, got)
	}
	if got := sum(truth.Lines); got != lines {
		t.Errorf("%d lines, the truth says %d", lines, got)
	}
}

func TestShares(t *testing.T) {
	runs := split(100)
	want := map[byte]int{kahnRuns: 60, crabyardRuns: 12, fishbowlRuns: 12, playbookRuns: 6, cadreRuns: 6, cycleRuns: 2, aamfRuns: 2}
	for kind, n := range want {
		if len(runs[kind]) != n {
			t.Errorf("%c: %d of 100 runs, want %d", kind, len(runs[kind]), n)
		}
	}
	if got := len(split(20)); got != len(want) {
		t.Errorf("twenty runs have %d of %d kinds", got, len(want))
	}
}

func TestOptionsAreChecked(t *testing.T) {
	full := t.TempDir()
	if err := os.WriteFile(filepath.Join(full, "x"), nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		name string
		opts Options
		want string
	}{
		{"no folder", Options{Runs: 1}, "no folder"},
		{"no runs", Options{Dir: t.TempDir()}, "at least 1"},
		{"negative share", Options{Dir: t.TempDir(), Runs: 1, Dirty: -0.1}, "from 0 to 1"},
		{"share above one", Options{Dir: t.TempDir(), Runs: 1, Dirty: 2}, "from 0 to 1"},
		{"no number", Options{Dir: t.TempDir(), Runs: 1, Dirty: math.NaN()}, "from 0 to 1"},
		{"folder in use", Options{Dir: full, Runs: 1}, "not empty"},
		{"folder is a file", Options{Dir: filepath.Join(full, "x"), Runs: 1}, "x"},
	} {
		if _, err := Generate(test.opts); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
	}
}

// truth.json must not look like a log, lest a report over the whole folder reads it.
func TestTruthFileIsNoLog(t *testing.T) {
	dir, truth := generate(t, 40, 1, 0)
	data, err := os.ReadFile(filepath.Join(dir, TruthFile))
	if err != nil {
		t.Fatal(err)
	}
	var back Truth
	if err := json.Unmarshal(data, &back); err != nil || !reflect.DeepEqual(back, truth) {
		t.Errorf("the file does not hold the truth that was returned: %v", err)
	}
	var keys map[string]json.RawMessage
	if err := json.Unmarshal(data, &keys); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{
		"event", "kind", "type", "run_id", "runs", "cards", "cardId", "completedPhases", "tokenUsage",
		"issues", "projectName", "workItemId", "recovered_bug_ids", "message", "invocationId",
	} {
		if _, ok := keys[key]; ok {
			t.Errorf("key %q is one that a log format is recognised by", key)
		}
	}
	if !bytes.HasPrefix(data, []byte("{\n")) {
		t.Error("not a document over several lines")
	}
}

func BenchmarkGenerate(b *testing.B) {
	const runs = 1000
	for b.Loop() {
		if _, err := Generate(Options{Dir: b.TempDir(), Runs: runs, Seed: 1, Dirty: DefaultDirty}); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(runs*b.N)/b.Elapsed().Seconds(), "runs/s")
}
