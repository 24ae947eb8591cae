package analyze

import (
	"encoding/json"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest"
	"runreport/unit/spill"
)

// A report is the same where its long lists lie in files.
func TestListsInFiles(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	build := func(room *spill.Room) []byte {
		root := filepath.Join("..", "testdata")
		read, err := ingest.Read(t.Context(), ingest.Options{Paths: []string{filepath.Join(root, "small"), filepath.Join(root, "demo", "shop-builds")}})
		if err != nil {
			t.Fatal(err)
		}
		read.Tables.Room = room
		r, err := Build(t.Context(), read.Tables, Options{LongestDuration: 30 * 24 * time.Hour, SelfTestPoints: 1})
		if err != nil {
			t.Fatal(err)
		}
		text, err := json.MarshalIndent(r.Data, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	room := spill.Always()
	defer room.Close()
	spill.Make[byte](room, 1)
	begun := spill.Bytes() // 0 where lists have no files
	if diff := cmp.Diff(string(build(nil)), string(build(room))); diff != "" {
		t.Errorf("in memory − in files +:\n%s", diff)
	}
	if begun > 0 && spill.Bytes() < begun+1<<10 {
		t.Errorf("%d bytes lie in files, %d before", spill.Bytes(), begun)
	}
}
