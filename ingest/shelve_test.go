package ingest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"runreport/ingest/table"
	"runreport/unit/spill"
)

// manyRuns is a log of so many short runs, the first of which have names of runs of other logs.
func manyRuns(n, same int, own string, at time.Time) string {
	var b strings.Builder
	for run := range n {
		id := fmt.Sprintf("%s-%d", own, run)
		if run < same {
			id = fmt.Sprint("nightly-", run)
		}
		for i, line := range []string{
			`"event":"run_start","total_nodes":1`,
			fmt.Sprintf(`"event":"node_transition","node_id":"n%d","from":"ready","to":"running","attempt":1`, run%300),
			fmt.Sprintf(`"event":"node_attempt","node_id":"n%d","attempt":1,"duration_s":%d.5,"converged":%t`, run%300, run%7000, run%9 > 0),
			`"event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9`,
		} {
			stamp := at.Add(time.Duration(run)*time.Minute + time.Duration(i)*time.Second).Format("2006-01-02T15:04:05.000Z")
			fmt.Fprintf(&b, "{\"ts\":\"%s\",\"run_id\":\"%s\",%s}\n", stamp, id, line)
		}
	}
	return b.String()
}

// The rows of batches that are full lie in files where much memory is in use, and so do the tables:
// they are the same rows.
func TestRowsInFilesAreTheSame(t *testing.T) {
	noTemporary(t)
	dir, at := t.TempDir(), time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	for i, own := range []string{"a", "b"} {
		text := manyRuns(5*unitsPerBatch/2+10, 40, own, at.AddDate(0, 0, i))
		if err := os.WriteFile(filepath.Join(dir, own+".jsonl"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	var most atomic.Int64 // of bytes in files whenever a room was asked for
	read := func(room func() *spill.Room) *table.Set {
		most.Store(0)
		res, err := Read(t.Context(), Options{Paths: []string{dir}, Jobs: 2, sealAfter: 256, rooms: func() *spill.Room {
			most.Store(max(most.Load(), spill.Bytes()))
			return room()
		}})
		if err != nil {
			t.Fatal(err)
		}
		if n := res.Tables.Runs.Len(); n != 2*(5*unitsPerBatch/2+10) {
			t.Fatalf("%d runs", n)
		}
		return res.Tables
	}
	before := spill.Bytes()
	want := read(func() *spill.Room { return nil })
	if now := spill.Bytes(); now != before || most.Load() > before {
		t.Errorf("without a room %d bytes lie in files, %d before", now, before)
	}
	got := read(spill.Always)
	defer got.Room.Close()
	tables := spill.Bytes() - before
	if probe := spill.Always(); len(spill.Make[byte](probe, 1)) == 1 && spill.Bytes() > before+tables {
		if shelved := most.Load() - before; shelved == 0 || tables == 0 {
			t.Errorf("%d bytes of batches and %d of tables lay in files", shelved, tables)
		}
		probe.Close()
	}
	for i, all := range got.Tables() {
		if other := want.Tables()[i]; all.Digest() != other.Digest() {
			t.Errorf("%s: %d rows are not the %d of ordinary memory", all.Name, all.Len(), other.Len())
		}
	}
}
