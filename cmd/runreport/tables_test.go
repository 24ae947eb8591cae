package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/analyze/report"
	"runreport/render"
)

// --tables-format writes the named formats alone, and what a build before wrote in others goes.
func TestTablesFormat(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	all := func(args ...string) map[string]string {
		t.Helper()
		build(t, append([]string{filepath.Join(demoLogs, "fishbowl-duels"), "--format", "json", "--tables", dir}, args...)...)
		return tree(t, dir)
	}
	every := all()
	for _, formats := range []string{"parquet", "csv,arrow", "arrow,csv,parquet"} {
		want := maps.Clone(every)
		maps.DeleteFunc(want, func(name, _ string) bool {
			ending := strings.TrimPrefix(filepath.Ext(name), ".")
			return slices.Contains(tableFormats(), ending) && !slices.Contains(strings.Split(formats, ","), ending)
		})
		got := all("--tables-format", formats)
		for _, x := range []map[string]string{want, got} {
			delete(x, "runreport-manifest.json")
		}
		if len(want) < 5 || !maps.Equal(got, want) {
			t.Errorf("%s: %d files, want %d", formats, len(got), len(want))
		}
	}
	for _, c := range []struct{ formats, tables, want string }{
		{"parqet", dir, `unknown tables-format "parqet": known are parquet, arrow, csv; did you mean parquet?`},
		{"csv", "", "--tables-format csv: --tables names no folder to write into"},
	} {
		code, _, stderr := call(t, "build", demoLogs, "-o", t.TempDir(), "--tables", c.tables, "--tables-format", c.formats)
		if code != exitUsage || !strings.Contains(stderr, c.want) {
			t.Errorf("%+v: exit %d, %s", c, code, stderr)
		}
	}
}

// What is left out where no tables are written is read by nobody else: page, site, notes and
// summary are the same with tables and without, over logs of every system and format.
func TestTablesChangeNothingElse(t *testing.T) {
	logs := []string{demoLogs, filepath.Join("..", "..", "testdata", "small")}
	made := func(args ...string) map[string]string {
		t.Helper()
		out := t.TempDir()
		build(t, slices.Concat(logs, []string{"-o", out, "--format", "all"}, args)...)
		files := tree(t, out)
		delete(files, "runreport-manifest.json")
		return files
	}
	for _, more := range [][]string{nil, {"--as-of", "2026-03-01"}} {
		without, with := made(more...), made(append(more, "--tables", filepath.Join(t.TempDir(), "tables"))...)
		for name, text := range without {
			if with[name] != text {
				t.Errorf("%s: %s is another one with --tables", more, name)
			}
		}
		if len(without) < 5 || len(with) != len(without) {
			t.Errorf("%s: %d files, %d with --tables", more, len(without), len(with))
		}
	}
}

// kahnRuns writes runs of one step each, seven seconds apart, into a log of its own. at says what lines
// the i-th has between those of its start and of its end, and whether it ends.
func kahnRuns(t *testing.T, path string, first time.Time, n int, at func(i int) (lines []string, outcome string)) {
	t.Helper()
	var log strings.Builder
	for i := range n {
		lines, outcome := at(i)
		lines = append([]string{`"event":"run_start","total_nodes":1`}, lines...)
		if outcome != "" {
			lines = append(lines, `"event":"run_end","total_duration_s":4,"blocked":0,"outcome":`+outcome)
		}
		for second, line := range lines {
			when := first.Add(time.Duration(7*i+second) * time.Second)
			fmt.Fprintf(&log, `{"ts":%q,"run_id":"r%s%d",%s}`+"\n", when.Format(time.RFC3339), first.Format("0102"), i, line)
		}
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Of more runs than summary.json lists, what it says of those that it lists, of the flaked steps of
// the last run date, of failures, of what stopped and of the baseline does not depend on whether
// another output has all of them.
func TestRunsThatAreNotListed(t *testing.T) {
	const older, more = 40, 20
	logs := t.TempDir()
	step := func(states ...string) (lines []string) {
		for i, s := range states {
			from, to, _ := strings.Cut(s, " ")
			lines = append(lines, fmt.Sprintf(`"event":"node_transition","node_id":"test","from":%q,"to":%q,"attempt":%d`, from, to, 1+i/3))
		}
		return lines
	}
	kinds := []func() ([]string, string){
		func() ([]string, string) {
			return step("pending ready", "ready running", "running done"), `"clean","done":1,"failed":0`
		},
		func() ([]string, string) {
			return step("pending ready", "ready running", "running failed"), `"partial","done":0,"failed":1`
		},
		func() ([]string, string) { return step("pending ready", "ready running"), "" },
		func() ([]string, string) {
			return step("pending ready", "ready running", "running failed", "failed ready", "ready running", "running done"),
				`"clean_with_flake","done":1,"failed":0`
		},
	}
	if err := os.CopyFS(filepath.Join(logs, "demo"), os.DirFS(demoLogs)); err != nil {
		t.Fatal(err)
	}
	day, old := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC), filepath.Join(logs, "shop", "transitions.jsonl")
	kahnRuns(t, old, day, older, func(i int) ([]string, string) { return kinds[i%len(kinds)]() })
	baseline := filepath.Join(build(t, logs, "--format", "json"), "summary.json")
	// One ended otherwise than the baseline has it, and none is listed any more.
	kahnRuns(t, old, day, older, func(i int) ([]string, string) {
		lines, outcome := kinds[i%len(kinds)]()
		if i == 0 {
			outcome = strings.Replace(outcome, "clean", "catastrophic", 1)
		}
		return lines, outcome
	})
	// These are neither listed nor in the baseline, nor of the last run date.
	kahnRuns(t, filepath.Join(logs, "mill", "transitions.jsonl"), day.AddDate(0, 0, 1), older, func(i int) ([]string, string) { return kinds[i%len(kinds)]() })
	kahnRuns(t, filepath.Join(logs, "till", "transitions.jsonl"), day.AddDate(0, 0, 2), report.MaxList+more, func(i int) ([]string, string) {
		if i < more || i > report.MaxList {
			return kinds[i%len(kinds)]()
		}
		return nil, `"clean","done":0,"failed":0`
	})
	var alone []string
	for _, out := range render.Outputs {
		if !out.Whole {
			alone = append(alone, out.Name)
		}
	}
	if len(alone) < 5 {
		t.Fatalf("only %q need no details", alone)
	}
	made := func(formats []string) map[string]string {
		return tree(t, build(t, logs, "--baseline", baseline, "--as-of", "2027-06-01", "--format", strings.Join(formats, ",")))
	}
	beside := made(append(alone, "markdown"))
	for name, text := range made(alone) {
		if name != "runreport-manifest.json" && text != beside[name] {
			t.Errorf("%s is another one beside a note", name)
		}
	}
	// The runs of a baseline that is made from logs are compared too, though they are not listed.
	shop := build(t, filepath.Join(logs, "shop"), "--baseline", logs, "--format", "json")
	if !strings.Contains(tree(t, shop)["summary.json"], `"status": "not_comparable"`) { // the demo's cycles are gone
		t.Error("logs are no baseline")
	}
	summary := beside["summary.json"]
	if n := strings.Count(summary, `"path_label": `); n < report.MaxList/2 || strings.Count(summary, `"path_label": "inferred"`) < more/2 {
		t.Errorf("%d runs are listed", n)
	}
	for _, what := range []string{`"code": "ended_run_changed"`, `"kind": "stopped"`, `"kind": "stale"`, `"kind": "failure"`} {
		if !strings.Contains(summary, what) {
			t.Errorf("%s is not in it, and so is not compared", what)
		}
	}
}
