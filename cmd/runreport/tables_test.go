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

// Of more runs than summary.json lists, those that it lists have their critical paths, whatever
// else is written.
func TestListedRunsHaveTheirCriticalPaths(t *testing.T) {
	const more = 50
	var log strings.Builder
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i := range report.MaxList + more {
		line := func(format string, args ...any) {
			at = at.Add(time.Second)
			fmt.Fprintf(&log, `{"ts":%q,"run_id":"r%d",`+format+"}\n", append([]any{at.Format(time.RFC3339), i}, args...)...)
		}
		line(`"event":"run_start","total_nodes":1`)
		line(`"event":"node_transition","node_id":"test","from":"pending","to":"ready"`)
		line(`"event":"node_transition","node_id":"test","from":"ready","to":"running","attempt":1`)
		line(`"event":"node_transition","node_id":"test","from":"running","to":"done"`)
		line(`"event":"run_end","outcome":"success","done":1,"failed":0,"blocked":0,"total_duration_s":4`)
	}
	path := filepath.Join(t.TempDir(), "transitions.jsonl")
	if err := os.WriteFile(path, []byte(log.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	summaries := map[string]string{}
	for _, formats := range []string{"json", "json,markdown"} {
		out := t.TempDir()
		build(t, path, "-o", out, "--format", formats)
		summaries[formats] = tree(t, out)["summary.json"]
	}
	if summaries["json"] != summaries["json,markdown"] {
		t.Error("summary.json is another one beside a note")
	}
	listed := strings.Count(summaries["json"], `"path_label": `)
	if n := strings.Count(summaries["json"], `"path_label": "inferred"`); n != listed || listed < report.MaxList/2 {
		t.Errorf("%d of %d listed runs have a critical path", n, listed)
	}
}
