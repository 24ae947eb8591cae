package dataset_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// twoTables is a run and its step, in a month.
func twoTables(reason, month string) *table.Set {
	s := dated(reason, month)
	row := s.Steps.Add(table.Place{Line: 2})
	s.Steps.Run.Set(row, s.Runs.Key.At(0))
	s.Steps.StartedAt.Set(row, noonOf(month))
	return s
}

// A part that is gone is told as damage, and the dataset can still be written. A sealed group
// goes whole when one of its parts is gone, in whichever table.
func TestPartsThatAreGone(t *testing.T) {
	for _, gone := range []string{"table=runs", "table=steps"} {
		for _, sealed := range []bool{false, true} {
			dir := filepath.Join(t.TempDir(), "data")
			d := openLogs(t, dir)
			var all []table.Partition
			for _, p := range twoTables("old", "2026-01").Partitions() {
				if sealed && (p.Name == "runs" || p.Name == "steps") {
					p.Sealed = 1
				}
				all = append(all, p)
			}
			if err := errors.Join(d.Commit(all, "1", false), d.Close()); err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(only(t, dir, gone)); err != nil {
				t.Fatal(err)
			}
			d = openLogs(t, dir)
			var left []string
			for _, p := range d.Manifest.Parts {
				left = append(left, strings.SplitN(p.Path, "/", 2)[0])
			}
			want := []string{"table=runs", "table=sources", "table=steps"}
			want = slices.DeleteFunc(want, func(at string) bool { return at == gone || sealed && at != "table=sources" })
			if !slices.Equal(left, want) {
				t.Errorf("%s, sealed %v: left are %q, want %q", gone, sealed, left, want)
			}
			if len(d.Damaged) != 1 || !strings.HasPrefix(d.Damaged[0].Path, gone) || !errors.Is(d.Damaged[0].Err, os.ErrNotExist) {
				t.Errorf("%s: damaged %v", gone, d.Damaged)
			}
			if err := errors.Join(d.Commit(runsOf("new", "2026-01").Partitions(), "1", false), d.Close()); err != nil {
				t.Error(err)
			}
		}
	}
}

// A part whose bytes are those of the manifest and no table is damage, also where no row of it
// is wanted. So is one of a table that this program does not know.
func TestPartsThatAreNoTables(t *testing.T) {
	for name, c := range map[string]struct{ table, want string }{
		"no Parquet file": {"runs", "too short for a part, or none"}, "an unknown table": {"dreams", `this program knows no table "dreams"`},
	} {
		dir := store(t, dated("r", "2026-01"))
		old := only(t, dir, "table=runs")
		content := []byte("this is no table of ours")
		sum := sha256.Sum256(content)
		hash := hex.EncodeToString(sum[:])
		at := "table=" + c.table + "/system=kahn/month=2026-01/part-" + hash[:32] + ".parquet"
		if err := errors.Join(os.Remove(old), os.MkdirAll(filepath.Dir(filepath.Join(dir, at)), 0o777),
			os.WriteFile(filepath.Join(dir, at), content, 0o600)); err != nil {
			t.Fatal(err)
		}
		editManifest(t, dir, func(m string) string {
			rel, err := filepath.Rel(dir, old)
			if err != nil {
				t.Fatal(err)
			}
			before, after, _ := strings.Cut(m, filepath.ToSlash(rel))
			hashed := regexp.MustCompile(`"sha256": "\w+",\s+"xxh3": "\w+"`).FindString(after) // of the part itself
			return before + at + strings.Replace(after, hashed, `"sha256": "`+hash+`"`, 1)
		})
		from, err := dataset.OpenBrief(t.Context(), dir, "logs")
		if err != nil {
			t.Fatal(err)
		}
		err = from.ReadRows(func(at dataset.Place) bool { return at.Table == c.table }, func(table.Partition) { t.Error("it is read") })
		if err == nil || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), at+": ") {
			t.Errorf("%s: %v, want %s", name, err, c.want)
		}
		into := open(t, filepath.Join(t.TempDir(), "into"))
		leave := func(int, dataset.Place) dataset.Left {
			return dataset.Left{Of: func(int64) bool { return false }}
		}
		err = into.CommitCopies(dataset.Copies{From: []*dataset.Dataset{from}, Leave: leave}, "1", false)
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: copied: %v, want %s", name, err, c.want)
		}
		if err := errors.Join(into.Close(), from.Close()); err != nil {
			t.Error(err)
		}
	}
}

// Rows are read of the places that are asked for, part by part.
func TestReadRows(t *testing.T) {
	d := open(t, store(t, dated("r", "2026-01", "2026-02", "2026-03")))
	defer d.Close()
	var got []string
	err := d.ReadRows(func(at dataset.Place) bool { return at.Table == "runs" && at.Month != "2026-02" },
		func(p table.Partition) { got = append(got, p.Name+" "+p.Month) })
	slices.Sort(got)
	if want := []string{"runs 2026-01", "runs 2026-03"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("%v: read %q, want %q", err, got, want)
	}
}

// Without a manifest that can be read the parts of the dataset's own table are found by their
// names. One of another content is set aside, and other files stay where they are.
func TestPartsWithoutAManifest(t *testing.T) {
	dir := store(t, dated("r", "2026-01", "2026-02"))
	overwrite(t, filepath.Join(dir, dataset.ManifestName))
	whole := parts(t, filepath.Join(dir))
	runs := slices.DeleteFunc(whole, func(p string) bool { return !strings.Contains(p, "table=runs") })
	content, err := os.ReadFile(runs[0])
	if err != nil {
		t.Fatal(err)
	}
	dirOf, at := filepath.Dir(runs[0]), func(hash string) string { return "part-" + hash + ".parquet" }
	odd := map[string][]byte{at(strings.Repeat("0a", 16)): content, at(strings.Repeat("0b", 16)): []byte("x"), "notes.txt": []byte("y")}
	for name, b := range odd {
		if err := os.WriteFile(filepath.Join(dirOf, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	d := open(t, dir)
	defer d.Close()
	if len(d.Parts()) != 2 || len(d.Damaged) != 3 || d.Damaged[0].Path != dataset.ManifestName ||
		!strings.Contains(d.Damaged[1].Err.Error(), "its content is not what its name says") {
		t.Errorf("%d parts, damaged %v", len(d.Parts()), d.Damaged)
	}
	for _, p := range d.Manifest.Parts {
		if p.Rows != 1 || p.Bytes == 0 || !p.First.Equal(p.Last) || p.First.IsZero() || len(p.Content) != 64 {
			t.Errorf("a part that was found: %+v", p)
		}
	}
	left, err := os.ReadDir(dirOf)
	if err != nil || len(left) != 2 {
		t.Errorf("%v: %v is left beside the part", err, left)
	}
}

// Nothing is written for a table without rows, and a dataset without rows is one.
func TestTablesWithoutRows(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	d := open(t, dir)
	defer d.Close()
	for _, p := range (&table.Set{}).Tables() {
		if err := d.Commit([]table.Partition{{Named: p, System: "kahn", Month: "2026-01"}}, "1", false); err != nil {
			t.Errorf("%s: %v", p.Name, err)
		}
	}
	if len(d.Manifest.Parts) != 0 || len(parts(t, dir)) != 0 {
		t.Errorf("parts %v", d.Manifest.Parts)
	}
	v, err := dataset.VersionsOf(dir)
	if err != nil || v.Program != "1" || v.Parts != 0 || v.Rows != 0 || !v.Current() {
		t.Errorf("versions %+v, %v", v, err)
	}
}

// A folder that is no dataset has no versions, and the error names it.
func TestVersionsOfNoDataset(t *testing.T) {
	empty, broken := t.TempDir(), store(t, dated("r", "2026-01"))
	overwrite(t, filepath.Join(broken, dataset.ManifestName))
	none := filepath.Join(t.TempDir(), "none")
	for dir, want := range map[string]string{empty: "no manifest.json: not a dataset of runreport", broken: "damaged", none: "no such file"} {
		if _, err := dataset.VersionsOf(dir); err == nil || !strings.Contains(err.Error(), dir) || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %s and %s", err, dir, want)
		}
	}
}

// A stream that cannot be written is not taken for whole, wherever it ends.
func TestStreamsThatCannotBeWritten(t *testing.T) {
	s := runsOf("r", "2026-05")
	s.Runs.Reason.Set(0, noise(1<<20))
	dir := store(t, s)
	whole := stream(t, dir)
	for _, room := range []int{0, 1 << 20, len(whole) - 1, len(whole)} {
		err := dataset.WriteStream(&narrow{room: room}, dir)
		if (err == nil) != (room == len(whole)) || err != nil && !errors.Is(err, io.ErrShortWrite) {
			t.Errorf("room for %d of %d bytes: %v", room, len(whole), err)
		}
	}
	var last struct{ End int }
	lines := strings.Split(strings.TrimSpace(whole), "\n")
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &last); err != nil || last.End != 3 {
		t.Errorf("%v: the end says %d files, want 2 parts and the manifest", err, last.End)
	}
}

// narrow is a writer with room for so many bytes.
type narrow struct{ room int }

func (w *narrow) Write(b []byte) (int, error) {
	if len(b) > w.room {
		return 0, io.ErrShortWrite
	}
	w.room -= len(b)
	return len(b), nil
}

// noise is text of n bytes that does not become shorter when it is packed.
func noise(n int) string {
	var b strings.Builder
	sum := sha256.Sum256(nil)
	for b.Len() < n {
		sum = sha256.Sum256(sum[:])
		b.WriteString(hex.EncodeToString(sum[:]))
	}
	return b.String()[:n]
}

// Parts that an earlier program wrote, whose XXH3 no manifest has, are checked by their SHA-256.
func TestPartsWithoutXXH3(t *testing.T) {
	dir := store(t, dated("r", "2026-01"))
	path := only(t, dir, "table=runs")
	editManifest(t, dir, func(m string) string {
		return regexp.MustCompile(`\s+"xxh3": "\w+",`).ReplaceAllString(m, "")
	})
	if s, damaged := load(t, dir); s.Runs.Len() != 1 || damaged != nil {
		t.Errorf("%d runs, damaged are %v", s.Runs.Len(), damaged)
	}
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	whole[len(whole)/2] ^= 1
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, damaged := load(t, dir); len(damaged) != 1 || !strings.Contains(damaged[0].Err.Error(), "its SHA-256 is") {
		t.Errorf("damaged are %v", damaged)
	}
}
