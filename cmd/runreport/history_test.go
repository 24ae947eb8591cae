package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/cmd/runreport/demo"
	"runreport/ingest"
	"runreport/render/pagetest"
	"runreport/unit/tier"
)

// asProgram makes the test's own binary be the program, for tests that kill it.
const asProgram = "RUNREPORT_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	// A test reads and renders a few megabytes and throws them away: collected less often, the
	// tests of the package take a quarter less of the processor.
	debug.SetGCPercent(400)
	code, err := withShared(func() int { return pagetest.Main(m) })
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		code = 1
	}
	os.Exit(code)
}

// child is the program as a process of its own.
func child(t testing.TB, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command(self, args...)
	c.Env = append(os.Environ(), asProgram+"=1")
	return c
}

// manyRuns are the logs of made-up runs below a folder of the name logs.
func manyRuns(t testing.TB, runs int) string {
	t.Helper()
	dir := t.TempDir()
	if _, err := demo.Generate(demo.Options{Dir: dir, Runs: runs, Seed: 11, Dirty: 0.1}); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, demo.LogsFolder)
}

// deal lists the files below dir and the night in which each comes in.
func deal(t testing.TB, dir string, nights int, rnd *rand.Rand) [][]string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil {
		t.Fatal(err)
	}
	out := make([][]string, nights)
	for len(all) > 0 {
		p := all[0]
		all = all[1:]
		if info, err := os.Stat(p); err == nil && info.IsDir() {
			below, err := filepath.Glob(filepath.Join(p, "*"))
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, below...)
			continue
		}
		rel, err := filepath.Rel(dir, p)
		if err != nil {
			t.Fatal(err)
		}
		n := rnd.IntN(nights)
		out[n] = append(out[n], rel)
	}
	return out
}

// arrive copies files from one folder to another, as written an hour ago.
func arrive(t testing.TB, from, to string, files []string) (size int64) {
	t.Helper()
	for _, f := range files {
		content, err := os.ReadFile(filepath.Join(from, f))
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(to, f)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, content, 0o600); err != nil {
			t.Fatal(err)
		}
		when := time.Now().Add(-time.Hour)
		if err := os.Chtimes(path, when, when); err != nil {
			t.Fatal(err)
		}
		size += int64(len(content))
	}
	return size
}

// long reports whether the tests that take minutes are wanted, as by .ci/nightly.
func long() bool { return os.Getenv("RUNREPORT_LONG") != "" }

// Every night of a month, as in CI, or of a year, as in .ci/nightly, reads that night's logs
// alone, and the last report is the one that all logs at once give, byte for byte.
func TestNightsGiveTheReportOfAllLogs(t *testing.T) {
	tier.Slow(t, "builds a night at a time")
	tier.Seconds(t)
	t.Parallel()
	nights, runs := 30, 60
	if long() {
		nights, runs = 365, 730
	}
	all := manyRuns(t, runs)
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	for n, files := range deal(t, all, nights, rand.New(rand.NewPCG(3, 4))) {
		if err := os.MkdirAll(logs, 0o700); err != nil {
			t.Fatal(err)
		}
		size := arrive(t, all, logs, files)
		res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{logs}, History: store, Version: version})
		if err != nil {
			t.Fatal(err)
		}
		if res.Read != size || res.Checked != size {
			t.Fatalf("night %d: %d bytes read, %d compared, %d came in", n, res.Read, res.Checked, size)
		}
	}
	want, got := tree(t, build(t, all)), tree(t, build(t, logs, "--history", store))
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the report of all logs (-) and of %d nights (+):\n%.3000s", nights, diff)
	}
	// What has gone from the folder is still in the numbers; its raw lines are not there to quote.
	if err := os.RemoveAll(logs); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(logs, 0o700); err != nil {
		t.Fatal(err)
	}
	gone := tree(t, build(t, logs, "--history", store))
	if want["summary.json"] != gone["summary.json"] {
		t.Errorf("the numbers of logs that have gone differ: %s", cmp.Diff(want["summary.json"], gone["summary.json"]))
	}
}

// killing is how often builds are killed, and how often two run at once: the first numbers of
// .ci/nightly, the second of CI.
func killing() (kills, pairs int) {
	if long() {
		return 100, 50
	}
	return 24, 8
}

// storedNumbers is the summary of a report on the logs of the history alone.
func storedNumbers(t *testing.T, store string) string {
	t.Helper()
	nothing := filepath.Join(t.TempDir(), "logs")
	if err := os.MkdirAll(nothing, 0o700); err != nil {
		t.Fatal(err)
	}
	return tree(t, build(t, nothing, "--history", store, "--format", "json"))["summary.json"]
}

// A build that is killed at any moment costs nothing but itself.
func TestKilledBuildsLoseAndDoubleNothing(t *testing.T) {
	tier.Slow(t, "kills many builds")
	tier.Seconds(t)
	kills, _ := killing()
	all := manyRuns(t, 40)
	base := t.TempDir()
	logs, store, out := filepath.Join(base, "logs"), filepath.Join(base, "history"), filepath.Join(base, "report")
	rnd := rand.New(rand.NewPCG(8, 9))
	const nights = 4
	want := tree(t, build(t, all, "--format", "json"))["summary.json"]
	arriving := deal(t, all, nights, rnd)
	started := time.Now()
	if out, err := child(t, "build", all, "-o", out, "--history", filepath.Join(base, "trial"), "--format", "json", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	usual := time.Since(started)
	killed := 0
	for i := range kills {
		if i%(kills/nights) == 0 && i/(kills/nights) < nights {
			arrive(t, all, logs, arriving[i/(kills/nights)])
		}
		c := child(t, "build", logs, "-o", out, "--history", store, "--format", "json", "-q")
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Duration(rnd.Int64N(int64(usual))))
		_ = c.Process.Kill() // it may be done
		if err := c.Wait(); err != nil {
			killed++
		}
	}
	if killed == 0 {
		t.Error("no build was killed in time")
	}
	if out, err := child(t, "build", logs, "-o", out, "--history", store, "-q").CombinedOutput(); err != nil {
		t.Fatalf("the build after %d killed ones: %v: %s", killed, err, out)
	}
	if got := storedNumbers(t, store); got != want {
		t.Errorf("after %d killed builds:\n%.3000s", killed, cmp.Diff(want, got))
	}
	left, err := filepath.Glob(filepath.Join(store, "table=*", "*", "*", ".unfinished*"))
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// Two jobs that write at once take turns, and both nights are in the history.
func TestTwoWritersAtOnce(t *testing.T) {
	tier.Slow(t, "runs many builds")
	tier.Seconds(t)
	t.Parallel()
	_, pairs := killing()
	all := manyRuns(t, 30)
	want := tree(t, build(t, all, "--format", "json"))["summary.json"]
	for i := range pairs {
		base := t.TempDir()
		store := filepath.Join(base, "history")
		var both []*exec.Cmd
		var said [2]bytes.Buffer
		for n, files := range deal(t, all, 2, rand.New(rand.NewPCG(uint64(i), 1))) {
			logs := filepath.Join(base, fmt.Sprint(n), "logs")
			arrive(t, all, logs, files)
			c := child(t, "build", logs, "-o", filepath.Join(base, fmt.Sprint("report", n)), "--history", store, "--format", "json", "-q")
			c.Stdout, c.Stderr = &said[n], &said[n]
			both = append(both, c)
		}
		for _, c := range both {
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
		}
		for n, c := range both {
			if err := c.Wait(); err != nil {
				t.Errorf("pair %d: %v: %s", i, err, said[n].String())
			}
		}
		if got := storedNumbers(t, store); got != want {
			t.Errorf("pair %d:\n%.3000s", i, cmp.Diff(want, got))
		}
	}
}

func TestHistoriesThatAreRefused(t *testing.T) {
	base := t.TempDir()
	store := filepath.Join(base, "history")
	logs := filepath.Join(base, "logs")
	put(t, filepath.Join(logs, "transitions.jsonl"), kahnNight)
	build(t, logs, "--history", store)
	foreign := filepath.Join(base, "foreign")
	put(t, filepath.Join(foreign, "thesis.txt"), "years of work")
	file := filepath.Join(base, "file")
	put(t, file, "no folder")
	for _, c := range []struct {
		name string
		args []string
		code int
		says string
	}{
		{"secrets kept", []string{"--history", store, "--no-redact"}, exitUsage, "without --no-redact"},
		{"somebody's folder", []string{"--history", foreign}, exitUsage, "not a dataset"},
		{"a file", []string{"--history", file}, exitOutput, "not a directory"},
	} {
		code, _, stderr := call(t, append([]string{"build", logs, "-o", filepath.Join(base, "report")}, c.args...)...)
		if code != c.code || !strings.Contains(stderr, c.says) {
			t.Errorf("%s: exit %d, want %d: %s", c.name, code, c.code, stderr)
		}
	}
	// A history below the logs is no log.
	inside := filepath.Join(logs, "history")
	build(t, logs, "--history", inside)
	report := summaryOf(t, build(t, logs, "--history", inside))
	if files := dig(report, "ledger", "total", "files"); files != 1.0 {
		t.Errorf("%v files were read, want 1", files)
	}
}

const kahnNight = `{"ts":"2026-04-22T10:00:00.000Z","run_id":"n1","event":"run_start","total_nodes":1}
{"ts":"2026-04-22T10:00:31.000Z","run_id":"n1","event":"run_end","outcome":"clean","done":0,"failed":0,"blocked":0,"total_duration_s":31.0}
`

// The findings that a history adds say what happened to a log.
func TestALogThatChangedIsSaid(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	log := filepath.Join(logs, "transitions.jsonl")
	codes := func(content string) []string {
		put(t, log, content)
		var s struct{ Findings []struct{ Code string } }
		text := tree(t, build(t, logs, "--history", store))["summary.json"]
		if err := json.Unmarshal([]byte(text), &s); err != nil {
			t.Fatal(err)
		}
		var all []string
		for _, f := range s.Findings {
			all = append(all, f.Code)
		}
		return all
	}
	first, more := kahnNight, kahnNight+strings.ReplaceAll(kahnNight, "n1", "n2")
	for _, c := range []struct {
		name, content string
		replaced      bool
	}{
		{"new", first, false},
		{"the same", first, false},
		{"grown", more, false},
		{"shrunk", first, true},
		{"changed in place", strings.ReplaceAll(first, "n1", "n3"), true},
		{"the same again", strings.ReplaceAll(first, "n1", "n3"), false},
	} {
		if got := codes(c.content); slices.Contains(got, "log_replaced") != c.replaced {
			t.Errorf("%s: findings %v, log_replaced wanted: %v", c.name, got, c.replaced)
		}
	}
}
