package dataset_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// A dataset with a damaged file that is opened and closed again has all its other files: of a
// damaged manifest nobody knows what it listed, and the writer may be killed before it commits.
// If a call fails while it is opened, the error says so.
func TestOpeningDamageLosesNothing(t *testing.T) {
	for _, damaged := range []string{dataset.ManifestName, "table=runs", "table=sources"} {
		for n := 1; ; n++ {
			dir := store(t, runsOf("r", "2026-01"))
			overwrite(t, only(t, dir, damaged))
			before := filesBelow(t, dir)
			f := &failing{n: n}
			d, err := dataset.OpenFaulty(context.Background(), dir, "runs", f.fault)
			if err == nil {
				err = d.Close()
			}
			if (f.failed != "") != errors.Is(err, errFault) {
				t.Errorf("%s is damaged, %q failed: %v", damaged, f.failed, err)
			}
			after := filesBelow(t, dir)
			for _, name := range before {
				if !strings.HasPrefix(name, damaged) && !slices.Contains(after, name) {
					t.Errorf("%s is damaged, %q failed: %s is gone", damaged, f.failed, name)
				}
			}
			if f.failed == "" {
				if n < 3 {
					t.Errorf("%s is damaged: only %d calls failed", damaged, n-1)
				}
				break
			}
		}
	}
}

// Whichever call fails while datasets are copied into another, that one holds what it held before
// or all rows of them.
func TestCopiesWhenAnyCallFails(t *testing.T) {
	c := dataset.Copies{Leave: func(int, dataset.Place) dataset.Left { return dataset.Left{} }}
	for _, runs := range []*table.Set{runsOf("one", "2026-01", "2026-02"), runsOf("two", "2026-02")} {
		from, err := dataset.OpenBrief(context.Background(), store(t, runs), "runs")
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		c.From = append(c.From, from)
	}
	n := 1
	for ; ; n++ {
		into := filepath.Join(t.TempDir(), "into")
		f := &failing{n: n}
		d, err := dataset.OpenFaulty(context.Background(), into, "runs", f.fault)
		if err != nil {
			t.Fatal(err)
		}
		err = errors.Join(d.CommitCopies(c, "1", false), d.Close())
		if f.failed == "" {
			if s, damaged := load(t, into); err != nil || len(damaged) != 0 || s.Runs.Len() != 3 {
				t.Errorf("nothing failed: %v, %d runs, damaged %v", err, s.Runs.Len(), damaged)
			}
			break
		}
		if err == nil && !strings.HasPrefix(f.failed, "sync ") || err != nil && !errors.Is(err, errFault) {
			t.Errorf("%s failed: %v", f.failed, err)
		}
		if f.stored {
			if s, damaged := load(t, into); len(damaged) != 0 || s.Runs.Len() != 3 {
				t.Errorf("%s failed: %d runs, damaged %v", f.failed, s.Runs.Len(), damaged)
			}
		} else if _, err := os.Stat(filepath.Join(into, dataset.ManifestName)); !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%s failed, and there is a manifest: %v", f.failed, err)
		}
	}
	if n < 10 {
		t.Errorf("only %d calls failed", n-1)
	}
}

// Columns that are read later are lost with their part, which is named.
func TestLaterOfAPartThatIsGone(t *testing.T) {
	dir := store(t, runsOf("r", "2026-01"))
	d, err := dataset.OpenWithout(t.Context(), dir, "runs", "reason")
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	part := d.Parts()[0]
	if p, err := part.Later(); err != nil || strings.Join(reasons([]table.Partition{p}), " ") != "r" || reasons([]table.Partition{part.Partition})[0] != "" {
		t.Errorf("%v: the reason is read with the others, or not later", err)
	}
	if err := os.Remove(only(t, dir, "table=runs")); err != nil {
		t.Fatal(err)
	}
	if _, err := part.Later(); !errors.Is(err, os.ErrNotExist) && !strings.HasPrefix(err.Error(), "table=runs/system=kahn/month=") {
		t.Errorf("the part is gone: %v", err)
	}
}

// Logs are kept with a schema of their own, which says nothing of the tables.
func TestTablesBesideLogsOfAnotherSchema(t *testing.T) {
	dir := store(t, runsOf("r", "2026-01"))
	editManifest(t, dir, func(m string) string {
		runs, sources, _ := strings.Cut(m, "table=sources/")
		return runs + "table=logs/" + strings.Replace(sources, `"schema": "`+table.SchemaVersion+`"`, `"schema": "99"`, 1)
	})
	if s, damaged, err := dataset.Load(dir); err != nil || len(damaged) != 0 || s.Runs.Len() != 1 {
		t.Errorf("%v, damaged %v", err, damaged)
	}
}

// The versions of a dataset are those of its tables, each once, and the rows of its logs are counted
// apart.
func TestVersionsOfLogsAndTables(t *testing.T) {
	dir := store(t, dated("r", "2026-01", "2026-02", "2026-03"))
	logs := 0
	editManifest(t, dir, func(m string) string {
		for i := 0; ; logs++ { // each part of the runs passes for one of logs
			n := strings.Index(m[i:], "table=runs/")
			if n < 0 {
				return m
			}
			i += n
			end := i + strings.Index(m[i:], "\n  }")
			m = m[:i] + "table=logs/" + strings.Replace(m[i+len("table=runs/"):end], `"schema": "`+table.SchemaVersion+`"`, `"schema": "`+table.VersionOf(table.LogsName)+`"`, 1) + m[end:]
		}
	})
	v, err := dataset.VersionsOf(dir)
	if err != nil || logs != 3 || v.Rows != 3 || v.Parts != 4 || !slices.Equal(v.Tables, []string{table.SchemaVersion}) || v.Program != "1.2.3" || !v.Current() {
		t.Errorf("%v: %+v, %d parts of logs", err, v, logs)
	}
}
