package ingest

import (
	"bytes"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/table"
	"runreport/unit/tier"
)

// A log that is as it was is not put together again: its units come from the history as
// rows, and the tables are those of one reading.
func TestUntouchedUnitsAreTakenOver(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	rnd := rand.New(rand.NewPCG(1, 2))
	var before int
	for i := range 6 {
		night{fmt.Sprintf("night-%d/transitions.jsonl", i): plainRuns(rnd, i, 4)}.put(t, logs)
		got := read(t, Options{Paths: []string{logs}, History: store, Events: table.EventLatest})
		want := read(t, Options{Paths: []string{logs}})
		if diff := cmp.Diff(withLatestEvents(want.Tables), withLatestEvents(got.Tables)); diff != "" {
			t.Fatalf("night %d: one reading (-) and the history (+):\n%.3000s", i, diff)
		}
		if whole := eventsWithKind(got.Tables); i > 0 && whole >= eventsWithKind(want.Tables) {
			t.Errorf("night %d: all columns of %d events are there, of those that were stored too", i, whole)
		}
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
			t.Fatalf("night %d: one reading (-) and the dataset (+):\n%.3000s", i, diff)
		}
		if got.recalled != before {
			t.Errorf("night %d: %d units were taken over, want all %d that were there", i, got.recalled, before)
		}
		before += 4
	}
}

// withLatestEvents is everything, and of the events of each run in a file when the latest was.
func withLatestEvents(s *table.Set) map[string][]string {
	all := everything(s)
	all["events"] = nil
	latest := map[string]time.Time{}
	for row := range s.Events.Len() {
		key := fmt.Sprint(s.Events.Run.At(row), s.Events.Place(row).Source)
		if _, known := latest[key]; !known || s.Events.At.At(row).After(latest[key]) {
			latest[key] = s.Events.At.At(row)
		}
	}
	for _, key := range slices.Sorted(maps.Keys(latest)) {
		all["events"] = append(all["events"], fmt.Sprint(key, latest[key]))
	}
	return all
}

// withEventTimes is everything, and of events where and when they were.
func withEventTimes(s *table.Set) map[string][]string {
	all := everything(s)
	all["events"] = nil
	for row := range s.Events.Len() {
		all["events"] = append(all["events"], fmt.Sprint(s.Events.Place(row), s.Events.Run.At(row), s.Events.At.At(row)))
	}
	return all
}

// eventsWithKind is how many events say of what kind they are.
func eventsWithKind(s *table.Set) (n int) {
	for row := range s.Events.Len() {
		if _, ok := s.Events.Kind.Get(row); ok {
			n++
		}
	}
	return n
}

// Two words that are no secret each come to be one where they are put together. Then all rows are
// written anew, those of other nights with all columns of their events too.
func TestSecretsThatArePutTogetherBesideStoredUnits(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	token := "a8F3kQ9zLm2Xv7Tb" + "1Rw6Yc4Nd5Hj0Ps8GhIj"
	odd := bytes.ReplaceAll(plainRuns(rand.New(rand.NewPCG(5, 6)), 1, 1), []byte(`"from":"ready","to":"running"`),
		[]byte(`"from":"Authorization: Bearer","to":"`+token+`"`))
	if !bytes.Contains(odd, []byte(token)) {
		t.Fatal("no transition to put the words into")
	}
	for i, log := range [][]byte{plainRuns(rand.New(rand.NewPCG(7, 8)), 0, 4), odd} {
		night{fmt.Sprintf("night-%d/transitions.jsonl", i): log, "tests/nightly.xml": oneTest("shop", "01", 1)}.put(t, logs)
		got := read(t, Options{Paths: []string{logs}, History: store, Events: table.EventLatest})
		want := read(t, Options{Paths: []string{logs}})
		if diff := cmp.Diff(withLatestEvents(want.Tables), withLatestEvents(got.Tables)); diff != "" {
			t.Errorf("night %d: one reading (-) and the history (+):\n%.3000s", i, diff)
		}
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
			t.Errorf("night %d: one reading (-) and the dataset (+):\n%.3000s", i, diff)
		}
		if text := strings.Join(everything(stored)["events"], ""); strings.Contains(text, "Bearer → "+token[:4]) {
			t.Errorf("night %d: the events have the secret", i)
		}
	}
}

// Copies, snapshots and further pieces of runs come in on any night, some files go and some
// grow: the tables are those of one reading, whatever was stored before.
func TestTakenOverUnitsAreContinued(t *testing.T) {
	seeds := 25
	switch {
	case testing.Short() || os.Getenv(tier.SlowVar) == "":
		seeds = 6
	case os.Getenv("RUNREPORT_LONG") != "":
		seeds = 150
	}
	recalled := 0
	for seed := range seeds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 8))
		all := night{}
		for path, text := range kahnTree(rnd) {
			all[path] = []byte(text)
		}
		base := t.TempDir()
		whole, logs, store := filepath.Join(base, "whole", "logs"), filepath.Join(base, "logs"), filepath.Join(base, "history")
		all.put(t, whole)
		want := read(t, Options{Paths: []string{whole}})
		for _, n := range split(all, 3, rnd) {
			if rnd.IntN(2) == 0 {
				if err := os.RemoveAll(logs); err != nil {
					t.Fatal(err)
				}
			}
			n.put(t, logs)
			if err := os.MkdirAll(logs, 0o700); err != nil {
				t.Fatal(err)
			}
			read(t, Options{Paths: []string{logs}, History: store, Events: table.EventLatest, Since: someSince(rnd)})
		}
		got := read(t, Options{Paths: []string{logs}, History: store})
		recalled += got.recalled
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Fatalf("seed %d: one reading (-) and the history (+):\n%.3000s", seed, diff)
		}
		o := Options{Paths: []string{whole}, Since: time.Date(2026, 3, 20, 0, 0, 0, 0, time.UTC)}
		want = read(t, o)
		o.Paths, o.History = []string{logs}, store
		got = read(t, o)
		recalled += got.recalled
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Fatalf("seed %d: a window of one reading (-) and of the history (+):\n%.3000s", seed, diff)
		}
		want = read(t, Options{Paths: []string{whole}})
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
			t.Fatalf("seed %d: one reading (-) and the dataset (+):\n%.3000s", seed, diff)
		}
	}
	if recalled == 0 {
		t.Error("no unit was taken over")
	}
	t.Logf("%d units were taken over", recalled)
}

// someSince is none, or one that leaves some of the nights out.
func someSince(rnd *rand.Rand) time.Time {
	if rnd.IntN(2) == 0 {
		return time.Time{}
	}
	return time.Date(2026, 3, 1+rnd.IntN(40), 0, 0, 0, 0, time.UTC)
}

// Runs whose rows are stored are continued in their own log or in another, copied whole or in
// part, night after night: the tables are those of one reading, and other runs are taken over.
func TestUnitsAreTakenOverBesideOnesThatGoOn(t *testing.T) {
	seeds := 8
	if testing.Short() || os.Getenv(tier.SlowVar) == "" {
		seeds = 2
	}
	for seed := range seeds {
		rnd, windows := rand.New(rand.NewPCG(uint64(seed), 3)), rand.New(rand.NewPCG(uint64(seed), 4))
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		all := night{}
		recalled := 0
		for i := range 6 {
			path := fmt.Sprintf("night-%d/transitions.jsonl", i)
			all[path] = plainRuns(rnd, i, 4)
			other := rnd.IntN(i + 1)
			from := fmt.Sprintf("night-%d/transitions.jsonl", other)
			late := fmt.Appendf(nil, `{"ts":"2026-05-01T00:00:0%dZ","run_id":"n%d-%d","event":"node_transition",`+
				`"node_id":"lint","from":"done","to":"ready"}`+"\n", i, other, rnd.IntN(4))
			switch rnd.IntN(6) {
			case 0:
				all[from] = append(all[from], late...)
			case 1:
				all[fmt.Sprintf("late-%d/transitions.jsonl", i)] = late
			case 2:
				all[fmt.Sprintf("copy-%d/transitions.jsonl", i)] = all[from]
			case 3:
				text := all[from]
				all[fmt.Sprintf("part-%d/transitions.jsonl", i)] = text[:rnd.IntN(len(text))]
			}
			all.put(t, logs)
			// Of three seeds one reads of stored events their times alone, and one nothing.
			o, tables := Options{Paths: []string{logs}, History: store, Since: someSince(windows)}, everything
			switch seed % 3 {
			case 1:
				o.Events, tables = table.EventTimes, withEventTimes
			case 2:
				o.Events, tables = table.EventLatest, withLatestEvents
			}
			got := read(t, o)
			recalled += got.recalled
			want := read(t, Options{Paths: []string{logs}, Since: o.Since})
			if diff := cmp.Diff(tables(want.Tables), tables(got.Tables)); diff != "" {
				t.Fatalf("seed %d, night %d: one reading (-) and the history (+):\n%.3000s", seed, i, diff)
			}
			if diff := cmp.Diff(want.Passed, got.Passed); diff != "" {
				t.Fatalf("seed %d, night %d: passed over by one reading (-) and with the history (+):\n%s", seed, i, diff)
			}
			want = read(t, Options{Paths: []string{logs}})
			stored, err := LoadDataset(store)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
				t.Fatalf("seed %d, night %d: one reading (-) and the dataset (+):\n%.3000s", seed, i, diff)
			}
		}
		if recalled < 20 {
			t.Errorf("seed %d: %d units were taken over, want 20 or more", seed, recalled)
		}
	}
}

// plainRuns are the lines of a few runs of one night, which went well.
func plainRuns(rnd *rand.Rand, night, runs int) []byte {
	var b strings.Builder
	at := time.Date(2026, 3, 1+night*9, 0, 0, 0, 0, time.UTC)
	for run := range runs {
		add := func(text string) {
			at = at.Add(time.Duration(1+rnd.IntN(5000)) * time.Millisecond)
			fmt.Fprintf(&b, `{"ts":"%s","run_id":"n%d-%d",%s}`+"\n", at.Format("2006-01-02T15:04:05.000Z"), night, run, text)
		}
		add(`"event":"run_start","total_nodes":1`)
		add(`"event":"node_transition","node_id":"lint","from":"ready","to":"running","attempt":1`)
		add(`"event":"node_attempt","node_id":"lint","attempt":1,"duration_s":2.5,"converged":true`)
		add(`"event":"node_transition","node_id":"lint","from":"running","to":"done"`)
		add(`"event":"run_end","outcome":"clean","done":1,"failed":0,"blocked":0,"total_duration_s":9`)
	}
	return []byte(b.String())
}
