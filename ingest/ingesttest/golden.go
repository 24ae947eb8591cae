package ingesttest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/record"
)

// Small is where the small logs of all systems lie, seen from the folder of a system.
const Small = "../../testdata/small"

// Rows reads the system's small logs and holds every row of every table against
// testdata/rows.golden beside the test. UPDATE_GOLDEN=1 writes the file: read what
// changed against the logs, by hand.
//
// The logs must be enough: every table and column that the system's kinds declare has a
// value in some row, but for the exceptions, given as "table" or "table.column" with the
// reason why no small log can have it.
func Rows(t *testing.T, system *record.System, exceptions map[string]string) {
	t.Helper()
	res := Dir(t, system, filepath.Join(filepath.FromSlash(Small), system.Name))
	got := Text(res.Set)
	golden := filepath.Join("testdata", "rows.golden")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	differ(t, got, string(want))
	declared(t, system, got, exceptions)
}

// Folder holds the rows that the system's logs below a folder give against a golden file,
// without the events, which repeat the logs. UPDATE_GOLDEN=1 writes the file: read what
// changed against the logs, by hand.
func Folder(t *testing.T, system *record.System, folder, golden string) {
	t.Helper()
	got := Without(Text(Dir(t, system, filepath.FromSlash(folder)).Set), "events")
	golden = filepath.FromSlash(golden)
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	differ(t, got, string(want))
}

// Same holds the rows of the small logs of a system, and the fields that its kinds need and
// hide, against the golden files of the system's folder, which is given as a path. It is for
// packages that a system is read with.
func Same(t *testing.T, system *record.System, folder string) {
	t.Helper()
	folder = filepath.FromSlash(folder)
	hold := func(name, got string) {
		want, err := os.ReadFile(filepath.Join(folder, "testdata", name))
		if err != nil {
			t.Fatal(err)
		}
		differ(t, got, string(want))
	}
	hold("rows.golden", Text(Dir(t, system, filepath.Join(folder, filepath.FromSlash(Small), system.Name)).Set))
	hold("fields.golden", fields(system))
}

// differ names the rows that are missing and those that nobody expected.
func differ(t *testing.T, got, want string) {
	t.Helper()
	count := map[string]int{}
	for _, line := range strings.Split(want, "\n") {
		count[line]++
	}
	var more []string
	for _, line := range strings.Split(got, "\n") {
		if count[line]--; count[line] < 0 {
			more = append(more, line)
		}
	}
	for _, line := range strings.Split(want, "\n") {
		if count[line] > 0 {
			count[line]--
			t.Errorf("missing: %s", line)
		}
	}
	for _, line := range more {
		t.Errorf("unexpected: %s", line)
	}
	if !t.Failed() && got != want {
		t.Error("the rows are in another order")
	}
}

// declared checks that what the system declares to fill is filled in the rows.
func declared(t *testing.T, system *record.System, rows string, exceptions map[string]string) {
	t.Helper()
	filled := map[string]bool{}
	for _, text := range strings.Split(rows, "\n\n") {
		head, lines, _ := strings.Cut(text, "\n")
		name, _, _ := strings.Cut(head, " ")
		filled[name] = true
		for _, cell := range strings.Fields(lines) {
			if column, _, given := strings.Cut(cell, "="); given {
				filled[name+"."+column] = true
			}
		}
	}
	used := map[string]bool{}
	need := func(what, by string) {
		switch reason := exceptions[what]; {
		case filled[what] && reason != "":
			t.Errorf("%s is an exception and is filled", what)
		case !filled[what] && reason == "":
			t.Errorf("no row has a value in %s, which %s declares", what, by)
		}
		used[what] = true
	}
	var walk func(k *record.Kind)
	walk = func(k *record.Kind) {
		if k.Table != "" {
			need(k.Table, k.Name)
		}
		for _, f := range k.Fields {
			if f.Column != "" && k.Table != "" {
				need(k.Table+"."+f.Column, k.Name+"."+f.Key)
			}
			if f.Of != nil {
				walk(f.Of)
			}
		}
	}
	for _, f := range system.Formats {
		for _, k := range f.Kinds {
			walk(k)
		}
	}
	for what := range exceptions {
		if !used[what] {
			t.Errorf("%s is an exception and nothing declares it", what)
		}
	}
}
