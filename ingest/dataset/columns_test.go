package dataset_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// A table is read in the parts that it lies in, in their order, and of it those columns that are asked
// for.
func TestReadTable(t *testing.T) {
	dir := store(t, dated("r", "2026-03", "2026-01", "2026-02"))
	d := open(t, dir)
	defer d.Close()
	var got []string
	parts, err := d.ReadTable("runs", func(column string) bool { return column == "reason" })
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range parts {
		s := table.Merge([]table.Partition{p})
		_, key := s.Runs.Key.Get(0)
		got = append(got, fmt.Sprint(p.Name, " ", p.System, " ", p.Month, " ", p.Len(), " ", s.Runs.Reason.At(0), " ", key))
	}
	want := []string{"runs kahn 2026-01 1 r false", "runs kahn 2026-02 1 r false", "runs kahn 2026-03 1 r false"}
	if !slices.Equal(got, want) {
		t.Errorf("read %q, want %q", got, want)
	}
	if parts, err := d.ReadTable("steps", func(string) bool { return true }); err != nil || len(parts) != 0 {
		t.Errorf("a table without rows: %v, %v", parts, err)
	}
	path := only(t, dir, "table=runs/system=kahn/month=2026-02")
	overwrite(t, path)
	rel, err := filepath.Rel(dir, path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = d.ReadTable("runs", func(string) bool { return true })
	if err == nil || !strings.HasPrefix(err.Error(), filepath.ToSlash(rel)+": its XXH3 is ") {
		t.Errorf("a part that is damaged: %v", err)
	}
}

// Of a group those tables are read of which a column is asked for, and of them those columns.
func TestColumnsOfAGroup(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	d := openLogs(t, dir)
	var all []table.Partition
	for _, p := range twoTables("r", "2026-01").Partitions() {
		if p.Name != "sources" {
			p.Sealed = 1
		}
		all = append(all, p)
	}
	if err := errors.Join(d.Commit(all, "1", false), d.Close()); err != nil {
		t.Fatal(err)
	}
	d = openLogs(t, dir)
	defer d.Close()
	groups := d.Groups()
	if len(groups) != 1 {
		t.Fatalf("groups %v", groups)
	}
	for _, c := range []struct {
		of   func(name, column string) bool
		want string
	}{
		{func(string, string) bool { return true }, "runs steps"},
		{func(name, _ string) bool { return name == "steps" }, "steps"},
		{func(name, column string) bool { return name == "runs" && column == "run" }, "runs"},
		{func(name, column string) bool { return column == "no such column" }, ""},
	} {
		parts, err := d.ReadGroup(groups[0], c.of)
		var names []string
		for _, p := range parts {
			names = append(names, p.Name)
			if s := table.Merge([]table.Partition{p}); p.Name == "runs" {
				_, key := s.Runs.Key.Get(0)
				_, reason := s.Runs.Reason.Get(0)
				if key != c.of("runs", "run") || reason != c.of("runs", "reason") {
					t.Errorf("of the runs the key is there: %t, the reason: %t", key, reason)
				}
			}
		}
		if got := strings.Join(names, " "); err != nil || got != c.want {
			t.Errorf("read %q, %v, want %q", got, err, c.want)
		}
	}
	overwrite(t, only(t, dir, "table=steps"))
	if parts, err := d.ReadGroup(groups[0], func(string, string) bool { return true }); err == nil || parts != nil {
		t.Errorf("a part of it is damaged: %v, %v", parts, err)
	}
}

// Parts of one place are put together in the order of their content. Whichever is the first, the part
// spans the times of all of them, and rows without times say nothing about it.
func TestSpansOfCopiesInAnyOrder(t *testing.T) {
	tier.Seconds(t)
	day := func(n int) time.Time { return time.Date(2026, 1, n, 0, 0, 0, 0, time.UTC) }
	for n := range 12 {
		var dirs []string
		for i, at := range []time.Time{day(20), day(10), day(15)} {
			s := runsOf(fmt.Sprint(n, i), "2026-01")
			s.Runs.StartedAt.Set(0, at)
			s.Runs.LastAt.Set(0, at)
			dirs = append(dirs, store(t, s))
		}
		dir, err := copyInto(t, func(int, dataset.Place) dataset.Left { return dataset.Left{} }, nil, dirs...)
		if err != nil {
			t.Fatal(err)
		}
		d := open(t, dir)
		for _, p := range d.Manifest.Parts {
			switch {
			case strings.HasPrefix(p.Path, "table=runs/"):
				if p.Rows != 3 || !p.First.Equal(day(10)) || !p.Last.Equal(day(20)) {
					t.Errorf("%s: %d rows, %v to %v", p.Path, p.Rows, p.First, p.Last)
				}
			case !p.First.IsZero() || !p.Last.IsZero():
				t.Errorf("%s: %v to %v though its rows have no times", p.Path, p.First, p.Last)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
