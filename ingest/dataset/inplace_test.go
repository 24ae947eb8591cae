package dataset_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"runreport/ingest/dataset"
)

// Where a file is in the place of a folder, nothing is written, and the error names it.
func TestFilesInPlaceOfFolders(t *testing.T) {
	file := func(at string) {
		t.Helper()
		if err := os.WriteFile(at, []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	refused := func(dir, want string) {
		t.Helper()
		for range 2 { // and it stays so
			_, err := dataset.Open(context.Background(), dir, "runs")
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%v, want %s", err, want)
			}
		}
	}
	dir := filepath.Join(t.TempDir(), "data")
	file(dir)
	refused(dir, "mkdir "+dir+": not a directory")

	for _, damaged := range []string{"table=runs", "manifest.json"} {
		dir := store(t, dated("r", "2026-01"))
		overwrite(t, only(t, dir, damaged))
		file(filepath.Join(dir, "set-aside"))
		refused(dir, "mkdirat set-aside: file exists")
	}

	dir = store(t, dated("r", "2026-01"))
	file(filepath.Join(dir, "table=runs", "system=kahn", "month=2026-02"))
	d, err := dataset.Open(context.Background(), dir, "runs")
	if err == nil {
		err = errors.Join(d.Commit(dated("r", "2026-01", "2026-02").Partitions(), "1", false), d.Close())
	}
	if err == nil || !strings.Contains(err.Error(), "mkdirat") {
		t.Errorf("%v, want that no folder could be made", err)
	}
}
