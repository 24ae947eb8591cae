package ingest

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What a report is compared with has its rows in one order, whatever nights it came in by and
// however its parts lie.
func TestADatasetHasOneOrder(t *testing.T) {
	if testing.Short() {
		t.Skip("builds many histories")
	}
	for seed := range uint64(2) {
		rnd := rand.New(rand.NewPCG(seed, 21))
		all := demoLogs(t, 12, seed)
		for i := range 6 { // runs of one month, by names that are no order in time
			all[fmt.Sprintf("plain/%c/transitions.jsonl", "qazwsx"[i])] = plainRuns(rnd, i%3, 4)
		}
		base := t.TempDir()
		logs, once := filepath.Join(base, "logs"), filepath.Join(base, "once")
		all.put(t, logs)
		read(t, Options{Paths: []string{logs}, History: once})
		want := tablesOf(t, once)
		for order := range 2 {
			logs, store := filepath.Join(base, fmt.Sprint(order), "logs"), filepath.Join(base, fmt.Sprint(order), "history")
			for _, n := range split(all, 3, rnd) {
				n.put(t, logs)
				read(t, Options{Paths: []string{logs}, History: store})
			}
			if diff := cmp.Diff(want, tablesOf(t, store)); diff != "" {
				t.Fatalf("seed %d: a history of one night (-) and of three (+):\n%.2000s", seed, diff)
			}
			if _, err := Compact(t.Context(), store, 0, "1.2.3"); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, tablesOf(t, store)); diff != "" {
				t.Fatalf("seed %d: a history of one night (-) and one of three, compacted (+):\n%.2000s", seed, diff)
			}
		}
	}
}

func tablesOf(t *testing.T, store string) map[string][]string {
	t.Helper()
	s, err := LoadDataset(store)
	if err != nil {
		t.Fatal(err)
	}
	return everything(s)
}
