package dataset_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// sealedOf are parts with a sealed run of each reason, in the months.
func sealedOf(reason string, months ...string) (all []table.Partition) {
	for _, p := range runsAmong(dated(reason, months...).Partitions()) {
		p.Sealed = 1
		all = append(all, p)
	}
	return all
}

// dated is runsOf with the times of the runs.
func dated(reason string, months ...string) *table.Set {
	s := runsOf(reason, months...)
	for row, month := range months {
		s.Runs.StartedAt.Set(row, noonOf(month))
	}
	return s
}

// groupsOf are the groups of a dataset as text, in their order.
func groupsOf(d *dataset.Dataset) (names []string) {
	for _, g := range d.Groups() {
		names = append(names, fmt.Sprintf("%s %s %d", g.System, g.Month, g.Number))
	}
	return names
}

// reasonsOf are the reasons of the runs in a group, or the error of reading it.
func reasonsOf(d *dataset.Dataset, g dataset.Group) string {
	parts, err := d.ReadGroup(g, func(string, string) bool { return true })
	if err != nil {
		return "error"
	}
	return strings.Join(reasons(runsAmong(parts)), " ")
}

func runsAmong(parts []table.Partition) []table.Partition {
	return slices.DeleteFunc(parts, func(p table.Partition) bool { return p.Name != "runs" })
}

// openLogs opens a dataset whose lasting parts are of another table than those of the runs.
func openLogs(t *testing.T, dir string) *dataset.Dataset {
	t.Helper()
	d, err := dataset.Open(t.Context(), dir, table.LogsName)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Each commit gives its sealed units a number of their own, and those that are kept stay.
func TestSealedGroups(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	write := func(retained map[dataset.Group]bool, all ...table.Partition) {
		t.Helper()
		d := openLogs(t, dir)
		d.Retain(retained)
		if err := errors.Join(d.Commit(all, "1", false), d.Close()); err != nil {
			t.Fatal(err)
		}
	}
	write(nil, sealedOf("one", "2026-02", "2026-01")...)
	d := openLogs(t, dir)
	groups := d.Groups()
	if got := groupsOf(d); !slices.Equal(got, []string{"kahn 2026-01 1", "kahn 2026-02 1"}) {
		t.Fatalf("groups %q", got)
	}
	if got := reasonsOf(d, groups[0]); got != "one" {
		t.Errorf("the first group holds %q", got)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	write(map[dataset.Group]bool{groups[0]: true}, sealedOf("two", "2026-01")...)
	d = openLogs(t, dir)
	if got := groupsOf(d); !slices.Equal(got, []string{"kahn 2026-01 1", "kahn 2026-01 2"}) {
		t.Errorf("a group that is kept and a new one: %q", got)
	}
	var got []string
	for _, g := range d.Groups() {
		got = append(got, reasonsOf(d, g))
	}
	if !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("groups hold %q", got)
	}
	// A part of a group that is damaged takes the group with it, and no other.
	path := ""
	for _, p := range d.Manifest.Parts {
		if p.Sealed == 1 && strings.Contains(p.Path, "table=runs/") {
			path = p.Path
		}
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, filepath.Join(dir, filepath.FromSlash(path)))
	d = openLogs(t, dir)
	defer d.Close()
	if got := groupsOf(d); !slices.Equal(got, []string{"kahn 2026-01 2"}) || len(d.Damaged) != 1 || d.Damaged[0].Path != path {
		t.Errorf("groups %q, damaged %v", got, d.Damaged)
	}
	for _, p := range d.Manifest.Parts {
		if p.Sealed == 1 {
			t.Errorf("%s is left of the damaged group", p.Path)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "set-aside", strings.ReplaceAll(path, "/", "-"))); err != nil {
		entries, _ := os.ReadDir(dir)
		t.Errorf("the damaged part was not set aside: %v, %v", err, entries)
	}
}

// A part of the table that a dataset is opened for stays until another takes its place, unless
// that one goes beside it. Those of other tables go.
func TestWhatACommitReplaces(t *testing.T) {
	for _, c := range []struct {
		name   string
		months []string
		beside bool
		want   string // reasons of the runs that are there then
	}{
		{"another month", []string{"2026-02"}, false, "new old"}, {"the same month", []string{"2026-01"}, false, "new"}, {"the same month, beside", []string{"2026-01"}, true, "new old"}, {"nothing", nil, false, "old"},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		commit(t, dir, dated("old", "2026-01"))
		d := open(t, dir)
		var all []table.Partition
		for _, p := range dated("new", c.months...).Partitions() {
			p.Beside = c.beside
			all = append(all, p)
		}
		if err := errors.Join(d.Commit(all, "2", false), d.Close()); err != nil {
			t.Fatal(err)
		}
		d = open(t, dir)
		got := reasons(partitions(d.Parts()))
		slices.Sort(got)
		if strings.Join(got, " ") != c.want || len(d.Damaged) > 0 {
			t.Errorf("%s: %q, want %s; damaged %v", c.name, got, c.want, d.Damaged)
		}
		sources := 0
		for _, p := range d.Manifest.Parts {
			if strings.HasPrefix(p.Path, "table=sources/") {
				sources++
			}
		}
		if sources != 1 {
			t.Errorf("%s: %d parts of another table, want that of the last commit", c.name, sources)
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}

// A folder is a dataset with a manifest or a lock, and nothing in it but what datasets have.
func TestWhatIsADataset(t *testing.T) {
	file, folder := &fstest.MapFile{}, &fstest.MapFile{Mode: fs.ModeDir}
	for name, c := range map[string]struct {
		dir  fstest.MapFS
		want bool
	}{
		"nothing": {fstest.MapFS{}, false}, "a manifest": {fstest.MapFS{"manifest.json": file}, true}, "a lock": {fstest.MapFS{dataset.LockName: file}, true}, "parts alone": {fstest.MapFS{"table=runs": folder}, false},
		"all of it":              {fstest.MapFS{"manifest.json": file, dataset.LockName: file, "table=runs": folder, "set-aside": folder, ".unfinished-manifest.json": file}, true},
		"a file like a table":    {fstest.MapFS{"manifest.json": file, "table=runs": file}, false},
		"another folder":         {fstest.MapFS{"manifest.json": file, "tables": folder}, false},
		"another file":           {fstest.MapFS{"manifest.json": file, "thesis.txt": file}, false},
		"another unfinished one": {fstest.MapFS{"manifest.json": file, ".unfinished-x": file}, false},
	} {
		if got := dataset.Is(c.dir); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// A second writer waits for the first, until it is told not to.
func TestASecondWriterWaits(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	first := open(t, dir)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := dataset.Open(ctx, dir, "runs"); !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), "waiting for another writer") {
		t.Errorf("while another writes: %v", err)
	}
	if err := first.Unlock(); err != nil {
		t.Fatal(err)
	}
	second := open(t, dir)
	if err := errors.Join(second.Close(), first.Close()); err != nil {
		t.Error(err)
	}
}

// What a manifest may not be is told apart: damaged, of another program, or of another schema.
func TestManifestsThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		change func(string) string
		want   string
	}{
		"no list of parts":  {func(m string) string { return m[:strings.Index(m, `"parts"`)] + `"parts": {}, "checksum": ""}` }, "expected a list"},
		"a part of no path": {func(m string) string { return strings.Replace(m, "table=runs/", "table=runs/../", 1) }, "is not the path of a part"},
		"another schema":    {func(m string) string { return strings.Replace(m, "runreport-dataset/1", "runreport-dataset/2", 1) }, `schema "runreport-dataset/2", this program reads "runreport-dataset/1"`},
		"a wrong type":      {func(m string) string { return strings.Replace(m, `"rows": `, `"rows": "x`, 1) }, "damaged"},
	} {
		dir := filepath.Join(t.TempDir(), "data")
		commit(t, dir, runsOf("old", "2026-01"))
		editManifest(t, dir, c.change)
		if _, _, err := dataset.Load(dir); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
	}
	// The path of a part that damage has changed leads nowhere either, and is damage.
	dir := filepath.Join(t.TempDir(), "data")
	commit(t, dir, runsOf("old", "2026-01"))
	path := filepath.Join(dir, dataset.ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, bytes.Replace(text, []byte("table=runs"), []byte("table9runs"), 1), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := dataset.Load(dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a path that was damaged: %v", err)
	}
	dir = filepath.Join(t.TempDir(), "data")
	commit(t, dir, &table.Set{})
	editManifest(t, dir, func(m string) string { return strings.Replace(m, `"redacted": true`, `"redacted": false`, 1) })
	if s, damaged, err := dataset.Load(dir); err != nil || s.Runs.Len() != 0 || len(damaged) != 0 {
		t.Errorf("no parts at all: %v, %v", err, damaged)
	}
}

// A part that is copied and cannot be read is told with the dataset that it lies in.
func TestCopiesOfADamagedPart(t *testing.T) {
	good, bad := filepath.Join(t.TempDir(), "good"), filepath.Join(t.TempDir(), "bad")
	commit(t, good, runsOf("a", "2026-01"))
	commit(t, bad, runsOf("b", "2026-01"))
	var from []*dataset.Dataset
	for _, dir := range []string{good, bad} {
		d, err := dataset.OpenBrief(t.Context(), dir, "logs")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { d.Close() })
		from = append(from, d)
	}
	path := only(t, bad, "table=runs")
	overwrite(t, path)
	into := open(t, filepath.Join(t.TempDir(), "into"))
	defer into.Close()
	for name, left := range map[string]func(int64) bool{"as it is": nil, "without some rows": func(int64) bool { return false }} {
		err := into.CommitCopies(dataset.Copies{From: from, Leave: func(int, dataset.Place) dataset.Left { return dataset.Left{Of: left} }}, "1", false)
		var e *dataset.CopyError
		if !errors.As(err, &e) || e.From != 1 || !strings.HasPrefix(e.Path, "table=runs/") || !strings.Contains(err.Error(), "its XXH3 is") {
			t.Errorf("%s: %v", name, err)
		}
	}
	err := from[1].ReadRows(func(at dataset.Place) bool { return at.Table == "runs" }, func(table.Partition) { t.Error("a damaged part is read") })
	if err == nil || !strings.Contains(err.Error(), "table=runs/") {
		t.Errorf("reading it: %v", err)
	}
}

// Parts that are put together span the times of all of them.
func TestSpansOfCopies(t *testing.T) {
	var dirs []string
	for _, month := range [][]string{{"2026-01"}, {"2026-01"}} {
		dir := filepath.Join(t.TempDir(), "from")
		s := runsOf("r", month...)
		at := time.Date(2026, 1, 10+10*len(dirs), 0, 0, 0, 0, time.UTC)
		s.Runs.StartedAt.Set(0, at)
		s.Runs.LastAt.Set(0, at.Add(time.Hour))
		commit(t, dir, s)
		dirs = append(dirs, dir)
	}
	for _, order := range [][]int{{0, 1}, {1, 0}} {
		dir, err := copyInto(t, func(int, dataset.Place) dataset.Left { return dataset.Left{} }, nil, dirs[order[0]], dirs[order[1]])
		if err != nil {
			t.Fatal(err)
		}
		d := open(t, dir)
		for _, p := range d.Manifest.Parts {
			if strings.HasPrefix(p.Path, "table=runs/") && (p.Rows != 2 || p.First.Day() != 10 || p.Last.Day() != 20) {
				t.Errorf("%s: %d rows, %v to %v", p.Path, p.Rows, p.First, p.Last)
			}
		}
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
