package ingest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/history"
	"runreport/ingest/record"
)

// oddKahnLog is the lines of a long log, among them blank ones, some that are no JSON, and where they
// are to be, secrets: some alone, some that are numbered because they become the same text, in places far
// from each other. One of so many lines is of each kind.
func oddKahnLog(t *testing.T, rnd *rand.Rand, size, every int, secrets bool) (lines []string) {
	var log bytes.Buffer
	if err := longKahnLog(&log, size); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(log.String()) {
		switch n := rnd.IntN(every); {
		case n == 0:
			lines = append(lines, "\n")
		case n == 1:
			lines = append(lines, "{\"event\": no JSON\n")
		case n == 2 && secrets:
			line = strings.Replace(line, `"event"`, `"note":"ask ada@mail.example","event"`, 1)
		case n == 3 && secrets:
			line = strings.Replace(line, `"node-`, fmt.Sprintf(`"ask %c@mail.example node-`, 'a'+rnd.IntN(9)), 1)
		}
		lines = append(lines, line)
	}
	return lines
}

// What is read of a long log is stored a piece at a time while it is read, and its units are sealed: the
// tables are those of a reading without a history, and what is restored is what was read. The same
// goes for a build that takes no rows over, and for the log when it has grown, by the rest of a run too.
// Runs of which there is something to say, as of one whose step has another name in a line, are put
// together anew beside those that are taken over.
func TestLongLogsAreStoredWhileTheyAreRead(t *testing.T) {
	noTemporary(t)
	for _, c := range []struct {
		sealAfter, size, every int
		secrets, torn, packed  bool
		units, pieces          int // at least
	}{
		{0, 5 << 18, 4000, true, false, false, 200, 5},
		{40, 100 << 10, 100, true, true, false, 15, 60},
		{400, 300 << 10, 400, true, false, false, 50, 20},
		{400, 300 << 10, 400, false, false, false, 50, 20},
		{400, 300 << 10, 400, true, false, true, 50, 10},
		{400, 300 << 10, 400, false, true, true, 50, 10},
	} {
		if testing.Short() && c.sealAfter == 0 {
			continue
		}
		rnd := rand.New(rand.NewPCG(uint64(c.size), 3))
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		lines := oddKahnLog(t, rnd, 2*c.size, c.every, c.secrets)
		half := len(lines) / 2
		grown := []byte(strings.Join(lines, ""))
		content := []byte(strings.Join(lines[:half], ""))
		if c.torn {
			content = append(content, lines[half][:40]...)
		}
		name := "a.jsonl"
		if c.packed {
			rest := gzipped(t, grown[len(content):])
			name, content = "a.jsonl.gz", gzipped(t, content)
			grown = slices.Concat(content, rest)
		}
		night{name: content}.put(t, logs)
		path, shown := filepath.Join(logs, name), "logs/"+name
		with, without := Options{Paths: []string{logs}, History: store, sealAfter: c.sealAfter}, Options{Paths: []string{logs}, sealAfter: -1}
		hold := func(what string, o Options) *Result {
			t.Helper()
			got := read(t, o)
			if diff := cmp.Diff(everything(read(t, without).Tables), everything(got.Tables)); diff != "" {
				t.Fatalf("%d bytes, %s: without a history (-) and with one (+):\n%.3000s", c.size, what, diff)
			}
			return got
		}
		if got := hold("read", with); got.sealed < c.units {
			t.Errorf("%d bytes: %d units were sealed", c.size, got.sealed)
		}
		pieces := holdStored(t, store, path, shown, content)
		if pieces < c.pieces {
			t.Errorf("%d bytes are stored in %d pieces, want at least %d", c.size, pieces, c.pieces)
		}
		if got := hold("taken over", with); got.recalled < c.units || got.Read != 0 {
			t.Errorf("%d bytes, secrets %t: %d units were taken over, %d bytes were read", c.size, c.secrets, got.recalled, got.Read)
		}
		other := with
		other.LongestDuration = LongestDuration - time.Hour // rows of other durations are not taken over
		if got := hold("restored", other); got.recalled > 0 || got.sealed < c.units || got.Read != 0 {
			t.Errorf("%d bytes, secrets %t: %d units were taken over, %d sealed, %d bytes were read", c.size, c.secrets, got.recalled, got.sealed, got.Read)
		}
		if done, err := Compact(t.Context(), store, 0, "test"); err != nil || done.Logs != 1 {
			t.Errorf("compacting: %+v, %v", done, err)
		}
		holdStored(t, store, path, shown, content)
		if got := hold("compacted", with); got.recalled < c.units || got.Read != 0 {
			t.Errorf("%d bytes, secrets %t: %d units were taken over after compacting, %d bytes were read", c.size, c.secrets, got.recalled, got.Read)
		}
		holdShards(t, logs, c.sealAfter, c.pieces)
		anew := with
		anew.sealAfter = -1
		hold("put together anew", anew)
		hold("stored again", with) // since rows that were put together by another way are not taken over
		if err := os.WriteFile(path, grown, 0o600); err != nil {
			t.Fatal(err)
		}
		got := hold("grown", with)
		if added := int64(len(grown) - len(content)); !c.secrets && !c.torn && (got.Read != added || got.recalled < c.units-1) {
			t.Errorf("%d of %d added bytes were read, %d units were taken over", got.Read, added, got.recalled)
		} else if c.packed && got.Read != int64(len(grown)) {
			t.Errorf("%d of %d bytes were read of a compressed log that has grown", got.Read, len(grown))
		}
		holdStored(t, store, path, shown, grown)
		if got := hold("taken over when it has grown", with); !c.secrets && (got.Read != 0 || got.recalled < 2*c.units) {
			t.Errorf("%d bytes were read, %d units were taken over", got.Read, got.recalled)
		}
	}
}

// A long log that was stored as one piece, as programs did that did not seal its units, is put together
// while it is decoded.
func TestLongPiecesAreRestored(t *testing.T) {
	if testing.Short() {
		t.Skip("reads a long log")
	}
	rnd, base := rand.New(rand.NewPCG(9, 3)), t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	night{"a.jsonl": []byte(strings.Join(oddKahnLog(t, rnd, 4<<20, 4000, false), ""))}.put(t, logs)
	want := everything(read(t, Options{Paths: []string{logs}, History: store, sealAfter: -1}).Tables)
	for _, longest := range []time.Duration{0, LongestDuration - time.Hour} { // rows of other durations are not taken over
		got := read(t, Options{Paths: []string{logs}, History: store, sealAfter: 400, LongestDuration: longest, Jobs: 2})
		if diff := cmp.Diff(want, everything(got.Tables)); diff != "" || got.recalled > 0 || got.sealed < 200 {
			t.Errorf("%d units taken over, %d sealed; as it was read (-) and restored (+):\n%.3000s", got.recalled, got.sealed, diff)
		}
	}
	h, err := history.Open(t.Context(), store, Systems, Codes())
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	if h.About().Pieces != 1 {
		t.Errorf("%d pieces", h.About().Pieces)
	}
	f := &record.File{Path: h.Paths()[0]}
	records := 0
	if err := h.Identify(f); err != nil {
		t.Fatal(err)
	}
	f.Settle, f.SettleAt = func(list []*record.Record, _ bool) []*record.Record { records = max(records, len(list)); return list }, 50
	if err := h.Restore(f); err != nil || records != 50 {
		t.Errorf("%d records are settled at once, want 50, %v", records, err)
	}
}

// holdShards fails where a long log that is read as a shard, in pieces, by two programs is not what one reading
// makes of it when they are merged.
func holdShards(t *testing.T, logs string, sealAfter, pieces int) {
	t.Helper()
	one := parts(t, logs, 1, Options{Jobs: 1, sealAfter: sealAfter})
	other := parts(t, logs, 1, Options{Jobs: 3, sealAfter: sealAfter})
	h, err := history.OpenPart(t.Context(), one[0], Systems, Codes())
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(h.ReadLogs(nil), h.Close()); err != nil || h.About().Pieces < pieces || h.Logs() != 1 {
		t.Errorf("a shard of %d logs in %d pieces, want 1 and at least %d, %v", h.Logs(), h.About().Pieces, pieces, err)
	}
	merged := merge(t, one[0], other[0])
	want := allOf(t, Options{Paths: []string{logs}, sealAfter: -1})
	for name, o := range map[string]Options{"as merged": {}, "put together anew": {LongestDuration: LongestDuration - time.Hour, sealAfter: sealAfter}} {
		o.Dataset = merged
		if got := allOf(t, o); got != want {
			t.Errorf("shards, %s:\n%s\none reading:\n%s", name, got, want)
		}
	}
	stored := wholeTables(t, Options{Paths: []string{logs}, sealAfter: -1})
	if got := mergedTablesOf(t, merged); got != stored {
		t.Errorf("shards store\n%s\none reading:\n%s", got, stored)
	}
}

// holdStored fails where the pieces of a log in a history are not one after the other all of it, or
// do not give back what is read of it. It returns how many there are.
func holdStored(t *testing.T, store, path, shown string, content []byte) int {
	t.Helper()
	h, err := history.Open(context.Background(), store, Systems, Codes())
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	last, whole := h.Known(h.Paths()[0])
	if !whole || last.Size() != int64(len(content)) || last.WholeLine() != bytes.HasSuffix(content, []byte("\n")) {
		t.Fatalf("the pieces lead to %d of %d bytes, without a gap %t", last.Size(), len(content), whole)
	}
	got := &record.File{Path: h.Paths()[0], Dir: record.FolderOf(shown)}
	if err := h.Restore(got); err != nil {
		t.Fatal(err)
	}
	want := &record.File{Path: got.Path, Dir: got.Dir}
	o := Options{redactor: allRules()}
	if err := decode(want, sized(newFound(shown, "", path), len(content)), o); err != nil {
		t.Fatal(err)
	}
	records, findings := got.Store()
	wantRecords, wantFindings := want.Store()
	if got.Counts() != want.Counts() || !bytes.Equal(records, wantRecords) || !bytes.Equal(findings, wantFindings) {
		t.Errorf("%d records and %d findings are restored of %d and %d, counts %+v of %+v",
			len(got.Records), len(got.Findings()), len(want.Records), len(want.Findings()), got.Counts(), want.Counts())
	}
	return h.About().Pieces
}
