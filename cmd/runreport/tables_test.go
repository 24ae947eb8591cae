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
