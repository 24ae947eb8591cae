package ingest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"runreport/unit/tier"
)

// Night after night files come in, grow, are tied to others and go; with each of them another lot is cut,
// another window is asked for, and the history is compacted now and then. The tables are those of one
// reading without lots, and so are those of shards.
func TestLotsThatAreStored(t *testing.T) {
	tier.Seconds(t)
	rounds := 3
	if os.Getenv(tier.SlowVar) != "" {
		rounds = 12
	}
	again := 0
	for seed := range rounds {
		rnd := rand.New(rand.NewPCG(uint64(seed), 31))
		base := t.TempDir()
		logs, store := filepath.Join(base, "logs"), filepath.Join(base, "history")
		lots := func(o Options) Options {
			o.Paths, o.Mappings = []string{logs}, []*Mapping{ownMapping}
			o.Jobs, o.lotFiles, o.largeLot = 1+rnd.IntN(3), []int{0, 1, -1, -7}[rnd.IntN(4)], int64(rnd.IntN(2))
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
			o.Progress = func(stage string, done, total int) {
				if stage == "reading again" && done == total {
					again++
				}
			}
			got := read(t, o)
			name := fmt.Sprintf("seed %d, night %d, lots of %d, since %s", seed, i, o.lotFiles, o.Since.Format(time.DateOnly))
			if diff := cmp.Diff(everything(want.Tables), everything(got.Tables)); diff != "" {
				t.Fatalf("%s: one reading (-) and the history (+):\n%.3000s", name, diff)
			}
			if diff := cmp.Diff(want.Passed, got.Passed); diff != "" {
				t.Fatalf("%s, passed over:\n%s", name, diff)
			}
			plain.Since = time.Time{}
			whole := read(t, plain)
			tables, err := LoadDataset(store)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(inNoOrder(whole.Tables), inNoOrder(tables)); diff != "" {
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
	if again < rounds {
		t.Errorf("%d times some files were put together again in %d rounds: too few to tell", again, rounds)
	}
}
