package main

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
	without, with := made(), made("--tables", filepath.Join(t.TempDir(), "tables"))
	for name, text := range without {
		if with[name] != text {
			t.Errorf("%s is another one with --tables", name)
		}
	}
	if len(without) < 5 || len(with) != len(without) {
		t.Errorf("%d files, %d with --tables", len(without), len(with))
	}
}
