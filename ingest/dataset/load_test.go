package dataset_test

import (
	"cmp"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// A report is made of all tables but those that keep the logs, and of what is left where one is
// damaged.
func TestWhatIsLoaded(t *testing.T) {
	s := twoTables("r", "2026-01")
	logs := &table.Logs{}
	logs.Path.Set(logs.Add(table.Place{}), "a.jsonl")
	all := append(s.Partitions(), table.Partition{Named: logs.Named(), System: "kahn", Month: "2026-01"})
	dir := filepath.Join(t.TempDir(), "data")
	d := open(t, dir)
	if err := errors.Join(d.Commit(all, "1", false), d.Close()); err != nil {
		t.Fatal(err)
	}
	tables, err := dataset.Tables(dir)
	if err != nil || strings.Join(tables, " ") != "logs runs sources steps" {
		t.Fatalf("tables %q, %v", tables, err)
	}
	got, damaged := load(t, dir)
	if got.Runs.Len() != 1 || got.Steps.Len() != 1 || got.Sources.Len() != s.Sources.Len() || len(damaged) > 0 {
		t.Errorf("%d runs, %d steps, %d sources, damaged %v", got.Runs.Len(), got.Steps.Len(), got.Sources.Len(), damaged)
	}
	overwrite(t, only(t, dir, "table=runs"))
	got, damaged = load(t, dir)
	if got.Runs.Len() != 0 || got.Steps.Len() != 1 || len(damaged) != 1 ||
		!strings.HasPrefix(damaged[0].Path, "table=runs/") {
		t.Errorf("with a damaged part: %d runs, %d steps, damaged %v", got.Runs.Len(), got.Steps.Len(), damaged)
	}
}

// Versions of a dataset count the rows of its logs, and name each schema of its tables once.
func TestVersionsOfADataset(t *testing.T) {
	logs := &table.Logs{}
	for _, name := range []string{"a", "b", "c"} {
		logs.Path.Set(logs.Add(table.Place{}), name)
	}
	dir := filepath.Join(t.TempDir(), "data")
	d := open(t, dir)
	all := append(twoTables("r", "2026-01").Partitions(), table.Partition{Named: logs.Named(), System: "kahn", Month: "2026-01"})
	if err := errors.Join(d.Commit(all, "1.2", false), d.Close()); err != nil {
		t.Fatal(err)
	}
	v, err := dataset.VersionsOf(dir)
	if err != nil || v.Program != "1.2" || v.Rows != 3 || v.Parts != 4 || v.Logs != table.VersionOf(table.LogsName) ||
		!slices.Equal(v.Tables, []string{table.SchemaVersion}) || !v.Current() {
		t.Errorf("%+v, %v", v, err)
	}
	v.Tables = append(v.Tables, "1")
	if v.Current() {
		t.Error("a table of an earlier schema is current")
	}
}

// Places are sorted by table, then by system, then by month, and groups by system and month.
func TestOrderOfPlaces(t *testing.T) {
	place := func(text string) dataset.Place {
		parts := strings.Split(text, " ")
		return dataset.Place{Table: parts[0], System: parts[1], Month: parts[2]}
	}
	sorted := []string{"a a a", "a a b", "a b a", "b a a"}
	for i, a := range sorted {
		for j, b := range sorted {
			if got := place(a).Compare(place(b)); got != cmp.Compare(i, j) {
				t.Errorf("%s against %s: %d", a, b, got)
			}
		}
	}
	d := open(t, filepath.Join(t.TempDir(), "data"))
	parts := sealedOf("r", "2026-02", "2026-01")
	for _, p := range sealedOf("r", "2026-01") {
		p.System = "aaa"
		parts = append(parts, p)
	}
	if err := d.Commit(parts, "1", false); err != nil {
		t.Fatal(err)
	}
	want := []string{"aaa 2026-01 1", "kahn 2026-01 1", "kahn 2026-02 1"}
	if got := groupsOf(d); !slices.Equal(got, want) {
		t.Errorf("groups %q, want %q", got, want)
	}
	if err := d.Close(); err != nil {
		t.Error(err)
	}
}
