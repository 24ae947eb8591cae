package ingest

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/ingest/dataset"
)

// Whatever becomes of a log whose units were stored, or of the parts that hold their rows,
// the tables are those of reading what the history holds of the logs, and damage is a finding.
func TestTakenOverUnitsOfChangedLogs(t *testing.T) {
	const a, b, c = "night-0/transitions.jsonl", "night-1/transitions.jsonl", "night-2/transitions.jsonl"
	rnd := rand.New(rand.NewPCG(3, 4))
	first, second, third := plainRuns(rnd, 0, 4), plainRuns(rnd, 0, 5), plainRuns(rnd, 1, 3)
	second = bytes.ReplaceAll(second, []byte(`"n0-`), []byte(`"m0-`))
	lines := bytes.SplitAfter(first, []byte("\n"))
	for i, x := range []struct {
		name    string
		logs    night    // what is there on the last night, beside what was before
		gone    []string // logs that are removed
		damage  string   // a part of this table is
		remove  bool     // removed, and not overwritten
		finding string   // that there is beside those of reading all
		want    night    // what one reading is given; nil: all that was ever there
	}{
		{name: "another log whose last run goes on elsewhere", finding: "log_replaced",
			logs: night{a: third, c: bytes.Join(bytes.SplitAfter(third, []byte("\n"))[12:13], nil)}},
		{name: "a new night", logs: night{c: third}},
		{name: "a log cut off in place", logs: night{a: bytes.Join(lines[:12], nil)}, finding: "log_replaced"},
		{name: "a log cut off inside a line", logs: night{a: bytes.Join(lines[:12], nil)[:len(bytes.Join(lines[:12], nil))-9]}, finding: "log_replaced"},
		{name: "an empty log", logs: night{a: nil}, finding: "log_replaced"},
		{name: "a log rewritten with the same size", logs: night{a: bytes.Replace(first, []byte(`"clean"`), []byte(`"faile"`), 1)}, finding: "log_replaced"},
		{name: "a log that begins with another run", logs: night{a: append(bytes.Clone(third), first...)}, finding: "log_replaced"},
		{name: "a log with other units of the same names", logs: night{a: bytes.ReplaceAll(first, []byte("2026-03-01"), []byte("2026-03-02"))}, finding: "log_replaced"},
		{name: "runs of other names", logs: night{a: bytes.ReplaceAll(first, []byte(`"n0-`), []byte(`"k0-`))}, finding: "log_replaced"},
		{name: "a log that goes on", logs: night{a: append(bytes.Clone(first), third...)}},
		{name: "a log whose last run goes on", logs: night{a: append(bytes.Clone(first), lines[len(lines)-3]...)}},
		{name: "a run that goes on in another log", logs: night{c: lines[len(lines)-3]}},
		{name: "a log that is gone", gone: []string{a}},
		{name: "a log moved to another folder", logs: night{"shop/transitions.jsonl": first}, gone: []string{a}},
		{name: "a log moved beside another", logs: night{"night-1/moved.jsonl": first}, gone: []string{a}},
		{name: "a folder renamed", logs: night{"night-7/transitions.jsonl": first, "night-8/transitions.jsonl": second}, gone: []string{a, b}},
		{name: "two logs that change places", logs: night{a: second, b: first}},
		{name: "another log of the same subject", logs: night{"x/night-0/transitions.jsonl": third}},
		{name: "a damaged part of attempts", damage: "attempts", finding: "damaged_part"},
		{name: "a damaged part of runs", damage: "runs", finding: "damaged_part"},
		{name: "a damaged list of units", damage: "sealed", finding: "damaged_part"},
		{name: "a part of events is missing", damage: "events", remove: true, finding: "damaged_part"},
		{name: "the list of units is missing", damage: "sealed", remove: true, finding: "damaged_part"},
		{name: "all logs are gone and a part is damaged", gone: []string{a, b}, damage: "runs", finding: "damaged_part"},
		{name: "damage, and a log that goes on", logs: night{b: append(bytes.Clone(second), third...)}, damage: "attempts", finding: "damaged_part"},
		{name: "what was read of the logs is damaged", damage: "logs", finding: "damaged_part"},
		{name: "what was read of the logs is missing", damage: "logs", remove: true, finding: "damaged_part"},
		{name: "a damaged manifest", damage: "manifest", finding: "damaged_part"},
		{name: "what was read is damaged, and one log is gone", gone: []string{a}, damage: "logs", finding: "damaged_part", want: night{b: second}},
	} {
		if testing.Short() && i%4 > 0 { // each builds several histories
			continue
		}
		t.Run(x.name, func(t *testing.T) {
			base := t.TempDir()
			logs, whole, store := filepath.Join(base, "logs"), filepath.Join(base, "whole", "logs"), filepath.Join(base, "history")
			before := night{a: first, b: second}
			before.put(t, logs)
			o := Options{Paths: []string{logs}, History: store}
			read(t, o)
			if got := read(t, o); got.recalled != 9 {
				t.Fatalf("%d units are taken over before, want 9", got.recalled)
			}
			all := x.want
			if all == nil {
				all = night{a: first, b: second}
			}
			for p, content := range x.logs {
				all[p] = content
			}
			all.put(t, whole)
			x.logs.put(t, logs)
			for p := range x.logs { // other than the time at which it was stored
				when := time.Now().Add(-time.Minute)
				if err := os.Chtimes(filepath.Join(logs, p), when, when); err != nil {
					t.Fatal(err)
				}
			}
			for _, p := range x.gone {
				if err := os.Remove(filepath.Join(logs, p)); err != nil {
					t.Fatal(err)
				}
			}
			if x.damage != "" {
				damagePart(t, store, x.damage, x.remove)
			}
			want := everything(read(t, Options{Paths: []string{whole}}).Tables)
			got := read(t, o)
			codes := got.Tables.Findings.Code
			found := x.finding == ""
			for row := range got.Tables.Findings.Len() {
				found = found || codes.At(row) == x.finding
			}
			if !found {
				t.Errorf("no finding %s", x.finding)
			}
			same := func(what string, got map[string][]string) {
				t.Helper()
				if diff := cmp.Diff(want, without(got, x.finding)); diff != "" {
					t.Errorf("one reading (-) and %s (+):\n%.3000s", what, diff)
				}
			}
			same("the history", everything(got.Tables))
			same("the next night", everything(read(t, o).Tables))
			if !IsDataset(store) {
				t.Fatal("no dataset is left")
			}
			plain := filepath.Join(base, "plain")
			read(t, Options{Paths: []string{whole}, History: plain})
			want = tablesOf(t, plain)
			same("its dataset", tablesOf(t, store))
		})
	}
}

// without is all tables but for the findings of one code, of what became of a history.
func without(all map[string][]string, code string) map[string][]string {
	all["findings"] = slices.DeleteFunc(all["findings"], func(row string) bool {
		return code != "" && strings.Contains(row, `"code":"`+code+`"`)
	})
	return all
}

// damagePart damages or removes every part of a table that holds rows of kahn's runs, or the
// manifest.
func damagePart(t *testing.T, store, name string, remove bool) {
	t.Helper()
	pattern := filepath.Join("table="+name, "system=kahn", "*", "*.parquet")
	if name == "manifest" {
		pattern = dataset.ManifestName
	}
	parts, err := filepath.Glob(filepath.Join(store, pattern))
	if err != nil || len(parts) == 0 {
		t.Fatal(parts, err)
	}
	for _, p := range parts {
		if remove {
			err = os.Remove(p)
		} else {
			err = os.WriteFile(p, []byte("PAR1"+strings.Repeat("x", 80)), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// Two builds into one history, of which each has logs that the other has not, end as one
// after the other would.
func TestTwoNightsAtOnceTakeOver(t *testing.T) {
	rnd := rand.New(rand.NewPCG(5, 6))
	base := t.TempDir()
	store, whole := filepath.Join(base, "history"), filepath.Join(base, "whole", "logs")
	var one [2]string
	for i := range one {
		one[i] = filepath.Join(base, string(rune('a'+i)), "logs")
		n := night{}
		for k := range 3 {
			n[filepath.Join("night-"+string(rune('0'+2*k+i)), "transitions.jsonl")] = plainRuns(rnd, 2*k+i, 4)
		}
		n.put(t, one[i])
		n.put(t, whole)
	}
	for range 3 {
		var wait sync.WaitGroup
		for _, logs := range one {
			wait.Go(func() {
				if _, err := Read(t.Context(), Options{Paths: []string{logs}, History: store}); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
	want := read(t, Options{Paths: []string{whole}})
	got := read(t, Options{Paths: []string{one[0]}, History: store})
	if got.recalled != 24 {
		t.Errorf("%d units are taken over, want all 24", got.recalled)
	}
	if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
		t.Errorf("one reading (-) and the history (+):\n%.3000s", diff)
	}
}

// Logs that retention took out leave their places to others, of which some are taken over, also from a
// history that was just compacted.
func TestUnitsAreTakenOverAfterRetention(t *testing.T) {
	rnd := rand.New(rand.NewPCG(7, 8))
	base := t.TempDir()
	logs, whole, store := filepath.Join(base, "logs"), filepath.Join(base, "whole", "logs"), filepath.Join(base, "history")
	old := night{"b-old/transitions.jsonl": plainRuns(rnd, 0, 4)}
	kept := night{"a/transitions.jsonl": plainRuns(rnd, 10, 4), "c/transitions.jsonl": plainRuns(rnd, 11, 3)}
	o := Options{Paths: []string{logs}, History: store}
	old.put(t, logs)
	kept.put(t, logs)
	read(t, o)
	if done, err := Compact(t.Context(), store, 30*24*time.Hour, "1.2.3"); err != nil || done.Dropped != 1 {
		t.Fatalf("%+v, %v", done, err)
	}
	for i := range 3 {
		kept[string(rune('d'+i))+"/transitions.jsonl"] = plainRuns(rnd, 12+i, 4)
		kept.put(t, logs)
		kept.put(t, whole)
		want, got := read(t, Options{Paths: []string{whole}}), read(t, o)
		if diff := cmp.Diff(everything(want.Tables), without(everything(got.Tables), "past_retention")); diff != "" {
			t.Fatalf("one reading (-) and the history (+):\n%.3000s", diff)
		}
		if had := []int{7, 11, 15}[i]; got.recalled != had {
			t.Errorf("%d units are taken over, want %d", got.recalled, had)
		}
	}
}
