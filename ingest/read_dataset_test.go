package ingest

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"runreport/ingest/history"
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// gathered are the tables of a merged dataset as they are stored, and the error of taking them over.
func gathered(t *testing.T, dir string, o Options) (*table.Set, error) {
	t.Helper()
	h, err := history.Open(context.Background(), dir, Systems, Codes())
	if err != nil {
		t.Fatal(err)
	}
	defer h.Close()
	res := &Result{}
	files, err := res.gather(h, o)
	if err == nil && len(files) != res.Tables.Sources.Len() {
		t.Errorf("%d files, %d in the tables", len(files), res.Tables.Sources.Len())
	}
	return res.Tables, err
}

// The tables of a merged dataset are those of one reading, in its order, without any record being
// put together again; of events only times are read where nobody needs more.
func TestMergedTablesAreTakenOver(t *testing.T) {
	dir := smallLogs(t)
	merged := merge(t, parts(t, dir, 3, Options{})...)
	res, err := Read(context.Background(), Options{Paths: []string{dir}})
	if err != nil {
		t.Fatal(err)
	}
	got, err := gathered(t, merged, Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := storedTables(t, res.Tables)
	if got := storedTables(t, got); got != want {
		t.Errorf("taken over:\n%s\none reading:\n%s", got, want)
	}
	brief, err := gathered(t, merged, Options{Events: table.EventTimes})
	if err != nil {
		t.Fatal(err)
	}
	all := &res.Tables.Events
	if brief.Events.Whole() || brief.Events.Len() != all.Len() || all.Len() == 0 {
		t.Fatalf("%d events, all of them: %t; want the times of %d", brief.Events.Len(), brief.Events.Whole(), all.Len())
	}
	for row := range all.Len() {
		_, kind := brief.Events.Kind.Get(row)
		if brief.Events.Run.At(row) != all.Run.At(row) || !brief.Events.At.At(row).Equal(all.At.At(row)) || kind {
			t.Fatalf("event %d is of %q at %v, with its kind: %t; want %q at %v", row,
				brief.Events.Run.At(row), brief.Events.At.At(row), kind, all.Run.At(row), all.At.At(row))
		}
	}
}

// Stored tables are not taken over where this build would make others of the records.
func TestMergedTablesAreMadeAnew(t *testing.T) {
	tier.Seconds(t)
	dir := smallLogs(t)
	merged := merge(t, parts(t, dir, 2, Options{})...)
	for name, o := range map[string]Options{
		"units are left out":       {Since: time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)},
		"shorter durations count":  {LongestDuration: time.Hour},
		"durations of 91 days too": {LongestDuration: LongestDuration + 24*time.Hour},
	} {
		if _, err := gathered(t, merged, o); !errors.Is(err, errAnew) {
			t.Errorf("%s: %v", name, err)
		}
		o.Paths = []string{dir}
		want := allOf(t, o)
		o.Paths, o.Dataset = nil, merged
		if got := allOf(t, o); got != want {
			t.Errorf("%s:\n%s\none reading:\n%s", name, got, want)
		}
	}
	store := filepath.Join(t.TempDir(), "history")
	read(t, Options{Paths: []string{dir}, History: store})
	if _, err := gathered(t, store, Options{}); !errors.Is(err, errAnew) {
		t.Errorf("a history: %v", err)
	}
	attempts, err := filepath.Glob(filepath.Join(merged, "table=attempts", "*", "*", "*"))
	if err != nil || len(attempts) == 0 {
		t.Fatalf("no part of attempts: %v", err)
	}
	if err := os.WriteFile(attempts[0], []byte("no part"), 0o666); err != nil {
		t.Fatal(err)
	}
	whole, damaged := read(t, Options{Paths: []string{dir}}), read(t, Options{Dataset: merged})
	if got, want := damaged.Tables.Attempts.Len(), whole.Tables.Attempts.Len(); got != want || want == 0 {
		t.Errorf("%d attempts though a part is damaged, want %d", got, want)
	}
	found := 0
	for row := range damaged.Tables.Findings.Len() {
		if damaged.Tables.Findings.Code.At(row) == DamagedPart && strings.Contains(damaged.Tables.Findings.Seen.At(row), "table=attempts") {
			found++
		}
	}
	if found != 1 {
		t.Errorf("%d findings of the damaged part, want 1", found)
	}
}
