package dataset_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest"
	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// demo is the tables of the demonstration logs.
func demo(t *testing.T) *table.Set {
	t.Helper()
	res, err := ingest.Read(context.Background(), ingest.Options{Paths: []string{"../../testdata/demo"}})
	if err != nil {
		t.Fatal(err)
	}
	return res.Tables
}

// store writes the tables into a new dataset.
func store(t *testing.T, s *table.Set) string {
	t.Helper()
	dir := filepath.Join(t.TempDir(), "data")
	commit(t, dir, s)
	return dir
}

func commit(t *testing.T, dir string, s *table.Set) {
	t.Helper()
	d := open(t, dir)
	if err := d.Commit(s.Partitions(), "1.2.3", true); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
}

func open(t *testing.T, dir string) *dataset.Dataset {
	t.Helper()
	d, err := dataset.Open(context.Background(), dir, "runs")
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// rows are the rows of every table as text, in no order: a dataset does not keep it.
func rows(s *table.Set) map[string][]string {
	out := map[string][]string{}
	for _, tab := range s.Tables() {
		lines := strings.Split(strings.TrimSpace(tab.Text()), "\n")
		slices.Sort(lines)
		out[tab.Name] = lines
	}
	return out
}

func load(t *testing.T, dir string) (*table.Set, []dataset.Damage) {
	t.Helper()
	s, damaged, err := dataset.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	return s, damaged
}

// parts are the paths of the part files, sorted.
func parts(t *testing.T, dir string) []string {
	t.Helper()
	all, err := filepath.Glob(filepath.Join(dir, "table=*", "system=*", "month=*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestWhatIsStoredIsReadBack(t *testing.T) {
	s := demo(t)
	dir := store(t, s)
	got, damaged := load(t, dir)
	if len(damaged) > 0 {
		t.Fatalf("damaged: %v", damaged)
	}
	if diff := cmp.Diff(rows(s), rows(got)); diff != "" {
		t.Errorf("rows that were stored (-) and read back (+):\n%s", diff)
	}
}

func TestASecondCommitWritesOnlyWhatChanged(t *testing.T) {
	s := demo(t)
	dir := store(t, s)
	before := parts(t, dir)
	stamp := map[string]os.FileInfo{}
	for _, p := range before {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		stamp[p] = info
	}
	s.Runs.Reason.Set(0, "changed")
	commit(t, dir, s)
	changed := 0
	for _, p := range parts(t, dir) {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if old, ok := stamp[p]; !ok || !os.SameFile(old, info) {
			changed++
			if !strings.Contains(p, "table=runs") {
				t.Errorf("%s was written again", p)
			}
		}
	}
	if changed != 1 || len(parts(t, dir)) != len(before) {
		t.Errorf("%d parts changed, %d are there, want 1 and %d", changed, len(parts(t, dir)), len(before))
	}
}

func TestEveryFlippedByteOfAPartIsNoticed(t *testing.T) {
	s := &table.Set{}
	s.Sources.Path.Set(s.Sources.Add(table.Place{}), "ci/transitions.jsonl")
	s.Sources.System.Set(0, "kahn")
	for i := range 20 {
		row := s.Runs.Add(table.Place{Line: int64(i + 1)})
		s.Runs.Key.Set(row, "kahn:"+strings.Repeat("n", i))
		s.Runs.System.Set(row, "kahn")
		s.Runs.DurationS.Set(row, float64(i)/3)
	}
	dir := store(t, s)
	all, err := filepath.Glob(filepath.Join(dir, "table=runs", "system=kahn", "*", "*"))
	if err != nil || len(all) != 1 {
		t.Fatal("no one part of kahn's runs", all, err)
	}
	whole, err := os.ReadFile(all[0])
	if err != nil {
		t.Fatal(err)
	}
	const positions = 500
	for i := range positions {
		flipped := slices.Clone(whole)
		flipped[i*len(whole)/positions] ^= 1 << (i % 8)
		if err := os.WriteFile(all[0], flipped, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, damaged := load(t, dir); len(damaged) != 1 || !strings.Contains(filepath.ToSlash(all[0]), damaged[0].Path) {
			t.Fatalf("byte %d of %d: damaged are %v", i*len(whole)/positions, len(whole), damaged)
		}
	}
}

func TestWritersCleanUpAndSetAside(t *testing.T) {
	s := demo(t)
	dir := store(t, s)
	before := parts(t, dir)
	runs := slices.IndexFunc(before, func(p string) bool { return strings.Contains(p, "table=runs") })
	damaged := before[runs]
	if err := os.Truncate(damaged, 100); err != nil {
		t.Fatal(err)
	}
	folder := filepath.Dir(damaged)
	for _, name := range []string{"part-00000000000000000000000000000000.parquet", ".unfinished-part-00000000000000000000000000000000.parquet"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte("left by a writer that was killed"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	note := filepath.Join(folder, "somebody's note.txt")
	if err := os.WriteFile(note, []byte("keep me"), 0o600); err != nil {
		t.Fatal(err)
	}
	d := open(t, dir)
	if len(d.Damaged) != 1 || filepath.Join(dir, filepath.FromSlash(d.Damaged[0].Path)) != damaged {
		t.Errorf("damaged are %v, want %s", d.Damaged, damaged)
	}
	if got := len(d.Parts()) + 1; got != len(slices.DeleteFunc(slices.Clone(before), func(p string) bool { return !strings.Contains(p, "table=runs") })) {
		t.Errorf("%d parts of runs are left", got-1)
	}
	if err := d.Commit(s.Partitions(), "1.2.3", true); err != nil {
		t.Fatal(err)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	after := slices.DeleteFunc(parts(t, dir), func(p string) bool { return p == note })
	if diff := cmp.Diff(before, after); diff != "" {
		t.Errorf("parts before (-) and after (+):\n%s", diff)
	}
	if _, err := os.Stat(note); err != nil {
		t.Error("a file that is no part was removed")
	}
	aside, err := os.ReadDir(filepath.Join(dir, "set-aside"))
	if err != nil || len(aside) != 1 {
		t.Errorf("set aside: %v, %v", aside, err)
	}
}

func TestADamagedManifestIsMadeAgain(t *testing.T) {
	s := demo(t)
	dir := store(t, s)
	path := filepath.Join(dir, dataset.ManifestName)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Replace(string(whole), `"rows": 1`, `"rows": 2`, 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, _, err := dataset.Load(dir); err == nil {
		t.Error("a damaged manifest is read")
	}
	d := open(t, dir)
	defer d.Close()
	if len(d.Damaged) != 1 || d.Damaged[0].Path != dataset.ManifestName {
		t.Errorf("damaged are %v", d.Damaged)
	}
	got := 0
	for _, p := range d.Parts() {
		got += p.Len()
	}
	if got != s.Runs.Len() {
		t.Errorf("%d runs are left, want %d", got, s.Runs.Len())
	}
}

// A dataset of an earlier schema has none of the vocabulary: it is refused as a whole,
// with what to do, and a writer that opens it makes its tables anew.
func TestAnEarlierSchemaIsRefused(t *testing.T) {
	s := demo(t)
	dir := store(t, s)
	editManifest(t, dir, func(m string) string {
		return strings.ReplaceAll(m, `"schema": "`+table.SchemaVersion+`"`, `"schema": "1"`)
	})
	if v, err := dataset.VersionsOf(dir); err != nil || v.Current() || !slices.Equal(v.Tables, []string{"1"}) || v.Program == "" {
		t.Errorf("versions %+v, error %v", v, err)
	}
	_, _, err := dataset.Load(dir)
	if err == nil || !strings.Contains(err.Error(), `its tables are of schema "1"`) || !strings.Contains(err.Error(), "--history") {
		t.Errorf("error %v", err)
	}
	d, err := dataset.Open(context.Background(), dir, table.LogsName)
	if err != nil {
		t.Fatal(err)
	}
	if len(d.Damaged) > 0 {
		t.Errorf("damaged: %v", d.Damaged)
	}
	if err := errors.Join(d.Commit(s.Partitions(), "1.2.4", true), d.Close()); err != nil {
		t.Fatal(err)
	}
	if got, _ := load(t, dir); got.Runs.Len() != s.Runs.Len() {
		t.Errorf("%d runs after a commit, want %d", got.Runs.Len(), s.Runs.Len())
	}
	if v, err := dataset.VersionsOf(dir); err != nil || !v.Current() {
		t.Errorf("after a commit: versions %+v, error %v", v, err)
	}
}

// editManifest changes the text of the manifest in dir and gives it the checksum it has then.
func editManifest(t *testing.T, dir string, change func(string) string) {
	t.Helper()
	path := filepath.Join(dir, dataset.ManifestName)
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := change(string(text))
	if changed == string(text) {
		t.Fatal("the manifest is as it was")
	}
	changed = regexp.MustCompile(`"checksum": "[0-9a-f]*"`).ReplaceAllString(changed, `"checksum": ""`)
	sum := sha256.Sum256([]byte(changed))
	changed = strings.Replace(changed, `"checksum": ""`, `"checksum": "`+hex.EncodeToString(sum[:])+`"`, 1)
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// A program that is older than a dataset must not take its logs for damaged parts and set
// them aside.
func TestLogsOfALaterSchemaAreLeftAlone(t *testing.T) {
	dir := store(t, demo(t))
	editManifest(t, dir, func(m string) string {
		const logs = `"table=logs/[^"]*",\s*"schema": "`
		if !regexp.MustCompile(logs).MatchString(m) {
			m = strings.ReplaceAll(m, "table=runs/", "table=logs/")
		}
		return regexp.MustCompile(`(`+logs+`)[^"]*"`).ReplaceAllString(m, `${1}99"`)
	})
	before := filesBelow(t, dir)
	if _, err := dataset.Open(context.Background(), dir, table.LogsName); !errors.Is(err, dataset.ErrVersion) || !strings.Contains(err.Error(), `schema "99"`) {
		t.Errorf("open: %v", err)
	}
	if _, err := dataset.VersionsOf(dir); !errors.Is(err, dataset.ErrVersion) {
		t.Errorf("versions: %v", err)
	}
	if after := filesBelow(t, dir); !slices.Equal(before, after) {
		t.Errorf("files before and after:\n%v\n%v", before, after)
	}
}

// filesBelow are the paths of the files in dir, but for the lock.
func filesBelow(t *testing.T, dir string) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(name string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() && name != dataset.LockName {
			names = append(names, name)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestAForeignFolderIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "thesis.txt"), []byte("years of work"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := dataset.Open(context.Background(), dir, "runs"); !errors.Is(err, dataset.ErrForeign) {
		t.Errorf("opening a folder of somebody's: %v", err)
	}
	if dataset.Is(os.DirFS(dir)) {
		t.Error("a folder of somebody's is taken for a dataset")
	}
	if entries, _ := os.ReadDir(dir); len(entries) != 1 {
		t.Errorf("%d files are in it now", len(entries))
	}
	if _, _, err := dataset.Load(dir); err == nil {
		t.Error("a folder without a manifest is read")
	}
}
