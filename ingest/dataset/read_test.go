package dataset_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/dataset"
	"runreport/ingest/table"
)

// The files of a dataset are known by their paths, also those that were not finished.
func TestHolds(t *testing.T) {
	part := "table=runs/system=kahn/month=2026-04/part-" + strings.Repeat("0f", 16) + ".parquet"
	for name, want := range map[string]bool{
		"manifest.json": true, dataset.LockName: true, ".unfinished-manifest.json": true, "set-aside/x": true, part: true, strings.Replace(part, "part-", ".unfinished-part-", 1): true,
		"": false, "set-aside": false, "x": false, "table=runs": false, "a/" + part: false, part + "x": false, "manifest.json/x": false, strings.Replace(part, "part-", "unfinished-part-", 1): false, "table=runs/manifest.json": false,
	} {
		if dataset.Holds(name) != want {
			t.Errorf("%s: %v", name, !want)
		}
	}
}

// A dataset names the tables of which it has rows, unless it is none that engines may read.
func TestTablesOfADataset(t *testing.T) {
	dir := store(t, dated("r", "2026-02", "2026-01"))
	if names, err := dataset.Tables(dir); err != nil || strings.Join(names, " ") != "runs sources" {
		t.Errorf("%v: %q", err, names)
	}
	shard := filepath.Join(t.TempDir(), "shard")
	d := open(t, shard)
	d.Manifest.Shard = &dataset.Shard{Index: 1, Of: 2}
	if err := errors.Join(d.Commit(dated("r", "2026-01").Partitions(), "1", false), d.Close()); err != nil {
		t.Fatal(err)
	}
	merged := filepath.Join(t.TempDir(), "merged")
	d = open(t, merged)
	d.Manifest.Shard = &dataset.Shard{Merged: true}
	if err := errors.Join(d.Commit(dated("r", "2026-01").Partitions(), "1", false), d.Close()); err != nil {
		t.Fatal(err)
	}
	broken := store(t, dated("r", "2026-01"))
	if err := os.WriteFile(filepath.Join(broken, "manifest.json"), []byte("{"), 0o600); err != nil {
		t.Fatal(err)
	}
	other := store(t, dated("r", "2026-01"))
	editManifest(t, other, func(m string) string {
		return strings.ReplaceAll(m, `"schema": "`+table.SchemaVersion+`"`, `"schema": "1"`)
	})
	for at, want := range map[string]string{
		merged: "", shard: "is a part: runreport merge makes a dataset of all parts", broken: "damaged", other: `its tables are of schema "1"`, t.TempDir(): "no manifest.json: not a dataset of runreport", filepath.Join(t.TempDir(), "none"): "no such file",
	} {
		_, err := dataset.Tables(at)
		_, _, loaded := dataset.Load(at)
		for _, err := range []error{err, loaded} {
			if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
}

// Rows that are not sealed are of no group, and a reader that is brief looks at no part.
func TestLooseRows(t *testing.T) {
	dir := store(t, dated("r", "2026-01"))
	d := open(t, dir)
	if got := groupsOf(d); len(got) != 0 {
		t.Errorf("groups %q", got)
	}
	parts := d.Parts()
	if len(parts) != 1 || parts[0].Name != "runs" || parts[0].System != "kahn" || parts[0].Month != "2026-01" {
		t.Errorf("parts %v", parts)
	}
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	overwrite(t, only(t, dir, "table=sources"))
	brief, err := dataset.OpenBrief(t.Context(), dir, "runs")
	if err != nil || len(brief.Damaged) != 0 {
		t.Errorf("%v: damaged %v", err, brief.Damaged)
	}
	if err := brief.Close(); err != nil {
		t.Error(err)
	}
	s, damaged := load(t, dir)
	if len(damaged) != 1 || !strings.HasPrefix(damaged[0].Path, "table=sources/") || s.Runs.Len() != 1 {
		t.Errorf("%d runs, damaged %v", s.Runs.Len(), damaged)
	}
	whole := open(t, dir)
	defer whole.Close()
	if len(whole.Damaged) != 1 || len(whole.Manifest.Parts) != 1 {
		t.Errorf("damaged %v, %d parts", whole.Damaged, len(whole.Manifest.Parts))
	}
}

// A manifest is read back as it was written, and any change of it is noticed.
func TestTheManifestIsItsOwnWitness(t *testing.T) {
	dir := store(t, dated("r", "2026-01"))
	path := filepath.Join(dir, "manifest.json")
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var m dataset.Manifest
	if err := json.Unmarshal(text, &m); err != nil || m.Schema != "runreport-dataset/1" || len(m.Checksum) != 64 || len(m.Parts) != 2 || m.Parts[0].Path > m.Parts[1].Path {
		t.Errorf("%v: %+v", err, m)
	}
	for i := 0; i < len(text); i += 7 {
		changed := bytes.Clone(text)
		changed[i] ^= 1
		if err := os.WriteFile(path, changed, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := dataset.Load(dir); err == nil {
			t.Errorf("byte %d, %q, may be another", i, text[i])
		}
	}
}

// Without a folder, a manifest or a part there is no stream.
func TestStreamsOfWhatIsNotThere(t *testing.T) {
	var b bytes.Buffer
	if err := dataset.WriteStream(&b, filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no folder: %v", err)
	}
	dir := store(t, dated("r", "2026-01"))
	if err := os.Remove(only(t, dir, "table=runs")); err != nil {
		t.Fatal(err)
	}
	if err := dataset.WriteStream(&b, dir); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no part: %v", err)
	}
	overwrite(t, filepath.Join(dir, "manifest.json"))
	if err := dataset.WriteStream(&b, dir); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("a damaged manifest: %v", err)
	}
	file := filepath.Join(t.TempDir(), "file")
	overwrite(t, file)
	whole := stream(t, store(t, dated("r", "2026-01")))
	if _, err := dataset.ReadStreams(strings.NewReader(whole), file); err == nil {
		t.Error("a stream is written below a file")
	}
}
