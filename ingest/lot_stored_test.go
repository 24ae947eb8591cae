package ingest

import (
	"bytes"
	"context"
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
	"runreport/ingest/table"
	"runreport/unit/tier"
)

// Findings about what changed since the last build follow the other findings of their log, whatever the size of lots.
func TestFindingsOfReplacedLogs(t *testing.T) {
	first := night{"a/1.jsonl": append(duel(t, "2026-05-01"), spoken(0, 15, "2026-05-01")...), "b/2.jsonl": spoken(15, 5, "2026-05-02")}
	second := night{"a/1.jsonl": append(duel(t, "2026-05-01"), spoken(0, 14, "2026-05-01")...), "b/2.jsonl": spoken(14, 5, "2093-05-01")}
	var all []*Result
	for _, size := range []int{0, 1, -1} {
		base := t.TempDir()
		logs := filepath.Join(base, "logs")
		o := Options{Paths: []string{logs}, History: filepath.Join(base, "history"), Jobs: 2, lotFiles: size}
		first.write(t, logs)
		read(t, o)
		second.write(t, logs)
		all = append(all, read(t, o))
		var codes []string
		found := &all[0].Tables.Findings
		for row := range found.Len() {
			codes = append(codes, fmt.Sprint(found.Source.At(row), " ", found.Code.At(row)))
		}
		want := []string{"0 log_replaced", "1 implausible_time", "1 log_replaced"}
		if !slices.Equal(codes, want) {
			t.Errorf("lots of %d: the findings are %q, want %q", size, codes, want)
		}
		compareReadings(t, fmt.Sprintf("lots of %d", size), all[0], all[len(all)-1])
	}
}

// Night after night files come in, grow, are tied to others and go; with each of them another lot is cut,
// another window is asked for, and the history is compacted now and then. The tables are those of one
// reading without lots, and so are those of shards.
func TestLotsThatAreStored(t *testing.T) {
	tier.Seconds(t)
	rounds := 3
	if os.Getenv(tier.SlowVar) != "" {
		rounds = 12
	}
	again, recalled := 0, 0
	for seed := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 31))
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		lots := func(o Options) Options {
			o.Paths, o.Mappings = []string{logs}, []*Mapping{ownMapping}
			o.Jobs, o.lotFiles, o.largeLot = 1+rnd.IntN(3), []int{0, 1, -1, -7}[rnd.IntN(4)], int64(rnd.IntN(2))
			o.partRows = []int{0, 1, 20}[rnd.IntN(3)]
			return o
		}
		for i, n := range split(mixedLogs(t, rnd), 4, rnd) {
			n.put(t, logs)
			plain := Options{Paths: []string{logs}, Mappings: []*Mapping{ownMapping}, Jobs: 2, sealAfter: -1}
			if plain.Since = someSince(rnd); rnd.IntN(3) == 0 {
				plain.LongestDuration = time.Hour // rows that are stored are made anew
			}
			want := read(t, plain)
			o := lots(Options{History: store, Since: plain.Since, LongestDuration: plain.LongestDuration})
			o.Events = []table.EventDetail{table.EventFields, table.EventFields, table.EventLatest, table.EventTimes}[rnd.IntN(4)]
			o.Progress = func(stage string, done, total int) {
				if stage == "reading again" && done == total {
					again++
				}
			}
			got := read(t, o)
			recalled += got.recalled
			name := fmt.Sprintf("seed %d, night %d, lots of %d, since %s", seed, i, o.lotFiles, o.Since.Format(time.DateOnly))
			wanted, tables := everything(want.Tables), everything(got.Tables)
			if o.Events != table.EventFields {
				delete(wanted, "events")
				delete(tables, "events")
			}
			if diff := cmp.Diff(wanted, tables); diff != "" {
				t.Fatalf("%s: one reading (-) and the history (+):\n%.3000s", name, diff)
			}
			if diff := cmp.Diff(want.Passed, got.Passed); diff != "" {
				t.Fatalf("%s, passed over:\n%s", name, diff)
			}
			plain.Since = time.Time{}
			whole := read(t, plain)
			inHistory, err := LoadDataset(store)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(inNoOrder(whole.Tables), inNoOrder(inHistory)); diff != "" {
				t.Fatalf("%s: one reading of all (-) and what is stored (+):\n%.3000s", name, diff)
			}
			if rnd.IntN(2) == 0 {
				if _, err := Compact(context.Background(), store, 0, "test"); err != nil {
					t.Fatal(name, err)
				}
			}
			stored := read(t, Options{Dataset: store, Since: o.Since, LongestDuration: plain.LongestDuration})
			if diff := cmp.Diff(everything(want.Tables), everything(stored.Tables)); diff != "" {
				t.Fatalf("%s: one reading (-) and the dataset (+):\n%.3000s", name, diff)
			}
		}
		o := lots(Options{Version: "test"})
		want := allOf(t, Options{Paths: o.Paths, Mappings: o.Mappings, sealAfter: -1})
		var all []string
		for _, s := range []Shards{{1, 2}, {2, 2}} {
			part := filepath.Join(base, fmt.Sprint(s.Index))
			if _, err := ReadShard(context.Background(), o, s, part); err != nil {
				t.Fatal(err)
			}
			all = append(all, part)
		}
		if got := allOf(t, Options{Dataset: merge(t, all...)}); got != want {
			t.Errorf("seed %d, shards in lots of %d:\n%s\none reading:\n%s", seed, o.lotFiles, got, want)
		}
	}
	if recalled < 20*rounds {
		t.Errorf("the rows of %d units were taken over in %d rounds: too few to tell", recalled, rounds)
	}
	if again < rounds {
		t.Errorf("%d times some files were put together again in %d rounds: too few to tell", again, rounds)
	}
}

// Units that the first build leaves out have words that come to be a secret where they are put together. The
// finding is there whenever they are, and no row that was cleaned after it was put together is taken over.
func TestSecretsOfUnitsThatAreOlder(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	token := "a8F3kQ9zLm2Xv7Tb" + "1Rw6Yc4Nd5Hj0Ps8GhIj"
	odd := bytes.ReplaceAll(plainRuns(rand.New(rand.NewPCG(5, 6)), 1, 1), []byte(`"from":"ready","to":"running"`),
		[]byte(`"from":"Authorization: Bearer","to":"`+token+`"`))
	night{"night-0/transitions.jsonl": plainRuns(rand.New(rand.NewPCG(7, 8)), 0, 4), "night-1/transitions.jsonl": odd}.put(t, logs)
	later := time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, since := range []time.Time{later, {}, later, {}} {
		got := read(t, Options{Paths: []string{logs}, History: store, Since: since})
		want := read(t, Options{Paths: []string{logs}, Since: since})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", i, diff)
		}
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(read(t, Options{Paths: []string{logs}}).Tables), inNoOrder(stored)); diff != "" {
			t.Errorf("build %d: one reading of all (-) and the dataset (+):\n%.3000s", i, diff)
		}
		if text := strings.Join(everything(stored)["events"], ""); strings.Contains(text, "Bearer → "+token[:4]) {
			t.Errorf("build %d: the events have the secret", i)
		}
	}
}

// What lies beside a database belongs to it, also where both are restored once more since other files tell of the
// same attempts.
func TestDatabasesInLotsThatAreStored(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	night{"m/x.xml": smallLog(t, "junit/2026-05-01/shop.xml")}.put(t, logs)
	for _, folder := range []string{"a", "z"} {
		if err := os.Mkdir(filepath.Join(logs, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		boardDatabase(t, filepath.Join(logs, folder, "board.db"), "PRAGMA journal_mode=WAL", secondAttempt)
	}
	since := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	want := read(t, Options{Paths: []string{logs}, Since: since})
	for build := range 2 {
		got := read(t, Options{Paths: []string{logs}, History: store, Since: since, lotFiles: -1})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", build, diff)
		}
		merged := merge(t, parts(t, logs, 1+build, Options{lotFiles: -1})...)
		for name, dataset := range map[string]string{"the history": store, "shards": merged} {
			got := read(t, Options{Dataset: dataset, Since: since, lotFiles: -1})
			if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
				t.Errorf("build %d: one reading (-) and the dataset of %s (+):\n%.3000s", build, name, diff)
			}
		}
	}
}

// A log is read by another mapping, which finds the same records and lacks a column: the finding is there
// though the log is put together with another one once more, and so it is in what is stored.
func TestFindingsOfLogsThatAreReadAgain(t *testing.T) {
	base := t.TempDir()
	logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
	text := []byte("run,test,status,begin\nr1,a,passed,2026-04-22T10:00:00Z\nr1,b,failed,2026-04-22T10:01:00Z\n")
	night{"a/x.csv": text, "a/y.csv": text}.put(t, logs)
	for build, duration := range []string{"", "took", ""} {
		own := &Mapping{Name: "own", Files: []string{"**/*.csv"},
			Columns: map[string]string{"run": "run", "step": "test", "result": "status", "started": "begin"}}
		if duration != "" {
			own.Columns["duration"] = duration
		}
		o := Options{Paths: []string{logs}, Mappings: []*Mapping{own}}
		want := read(t, o)
		if n := want.Tables.Findings.Len(); (n > 0) != (duration != "") {
			t.Fatalf("build %d: %d findings", build, n)
		}
		o.History, o.lotFiles = store, -1
		if diff := cmp.Diff(everything(want.Tables), everything(read(t, o).Tables)); diff != "" {
			t.Errorf("build %d: one reading (-) and the history (+):\n%.3000s", build, diff)
		}
		stored, err := LoadDataset(store)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inNoOrder(want.Tables), inNoOrder(stored)); diff != "" {
			t.Errorf("build %d: one reading (-) and the dataset (+):\n%.3000s", build, diff)
		}
		got := read(t, Options{Dataset: store, Mappings: o.Mappings})
		if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
			t.Errorf("build %d: one reading (-) and what was restored (+):\n%.3000s", build, diff)
		}
	}
}

// Which logs retention takes out does not depend on how they are put together: all at once, or lot by lot.
func TestRetentionOfLots(t *testing.T) {
	tier.Seconds(t)
	went := 0
	for seed := range 6 {
		rnd := rand.New(rand.NewPCG(uint64(seed), 37))
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		mixedLogs(t, rnd).put(t, logs)
		read(t, Options{Paths: []string{logs}, History: store, Mappings: []*Mapping{ownMapping}})
		h, err := history.Open(t.Context(), store, Systems, Codes())
		if err != nil {
			t.Fatal(err)
		}
		defer h.Close()
		for range 3 {
			keep := time.Duration(1+rnd.IntN(2000)) * 24 * time.Hour
			o := Options{History: store, Jobs: 2, sealAfter: -1}
			want, err := expired(t.Context(), h, o, keep)
			if err != nil {
				t.Fatal(err)
			}
			for _, size := range []int{0, -1, -7} {
				o.sealAfter, o.lotFiles = 0, size
				got, err := expired(t.Context(), h, o, keep)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("seed %d, keeping %v, lots of %d: all at once (-) and lot by lot (+):\n%s", seed, keep, size, diff)
				}
			}
			if 0 < len(want) && len(want) < len(h.AllPaths()) {
				went++
			}
		}
	}
	if went < 6 {
		t.Errorf("%d times some logs went and others stayed: too few to tell", went)
	}
}
